"""Calls: of the library, of functions known by name, and of anything else."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler.frames import (
    DIRECT,
    FunctionLines,
    Piece,
    Scope,
    Signature,
    Variable,
    use,
)
from confty.languages.jsonnet.evaluator.compiler.kinds import ANY, BOOLEAN, NUMBER, STRING
from confty.languages.jsonnet.evaluator.compiler.loops import eager_array
from confty.languages.jsonnet.evaluator.compiler.resolve import accepts
from confty.languages.jsonnet.evaluator.compiler.thunks import later
from confty.languages.jsonnet.evaluator.compiler.unit import Unit, emit
from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def emit_call(unit: Unit, node: s.Call, scope: Scope, block: FunctionLines) -> Piece:
    """Emit a call."""
    callee = s.stripped(node.callee)
    name = s.library_name(callee)
    if name is not None and scope.find("std") is None:
        made = _library(unit, node, name, scope, block)
        if made is not None:
            return made
    elif isinstance(callee, s.Name):
        variable = scope.find(callee.name)
        if variable is not None and variable.held == DIRECT:
            assert variable.signature is not None
            if accepts(variable.signature.parameters, node):
                return _direct(unit, node, variable, scope, block)
    return _any(unit, node, scope, block)


_RESULTS: Final = {"boolean": BOOLEAN, "true": BOOLEAN, "number": NUMBER, "string": STRING}


def _library(
    unit: Unit, node: s.Call, name: str, scope: Scope, block: FunctionLines
) -> Piece | None:
    """A call of a library function by its name, arguments in place."""
    record = FUNCTIONS.get(name)
    if record is None or any(argument.name is not None for argument in node.arguments):
        return None
    parameters = record.parameters
    if not record.required <= len(node.arguments) <= len(parameters):
        return None
    pieces: list[Piece] = []
    for argument, parameter in zip(node.arguments, parameters, strict=False):
        if parameter == record.whole and not unit.file.labelled:
            pieces.append(eager_array(unit, argument.value, scope, block))
            continue
        give = later if parameter in record.late and node.tailstrict < 0 else emit
        pieces.append(give(unit, argument.value, scope, block))
    texts = [piece.text for piece in pieces]
    depth = max([piece.depth for piece in pieces], default=0) + 1
    if record.placed:
        texts.append(f"FILE + ':{unit.file.line_of(node.start)}'")
    if unit.file.labelled:
        return Piece(f"lift({', '.join([repr(name), *texts])})", depth=depth)
    kind = ANY if record.varies else _RESULTS.get(record.result, ANY)
    return Piece(f"{unit.library(record)}({', '.join(texts)})", kind, depth)


def _arguments(
    unit: Unit, node: s.Call, signature: Signature, scope: Scope, block: FunctionLines
) -> list[Piece]:
    """The arguments of a direct call in the order of the parameters."""
    names = [parameter.name.name for parameter in signature.parameters]
    given: dict[str, s.Expression] = {}
    for at, argument in enumerate(node.arguments):
        given[argument.name.name if argument.name is not None else names[at]] = argument.value
    strict = signature.strict
    pieces = []
    reached = -1
    for name in names:
        if name not in given:
            pieces.append(Piece("ABSENT" if node.tailstrict < 0 else "EAGER", simple=True))
            continue
        early = node.tailstrict >= 0
        if name in strict and strict.index(name) > reached:
            # Arguments are worked out in the order the body would; one out of turn waits.
            reached = strict.index(name)
            early = True
        give = emit if early else later
        pieces.append(give(unit, given[name], scope, block))
    return pieces


def _direct(
    unit: Unit, node: s.Call, variable: Variable, scope: Scope, block: FunctionLines
) -> Piece:
    signature = variable.signature
    assert signature is not None
    pieces = _arguments(unit, node, signature, scope, block)
    # Behind a labelled condition even numbers give a labelled result.
    kind = ANY if unit.file.labelled else signature.result
    if kind == NUMBER:
        for parameter, piece in zip(signature.parameters, pieces, strict=True):
            if parameter.name.name in signature.numeric and piece.kind != NUMBER:
                kind = ANY
    texts = ", ".join([piece.text for piece in pieces])
    depth = max([piece.depth for piece in pieces], default=0) + 1
    return Piece(f"{use(variable, block)}({texts})", kind, depth)


def _any(unit: Unit, node: s.Call, scope: Scope, block: FunctionLines) -> Piece:
    callee = emit(unit, node.callee, scope, block)
    give = emit if node.tailstrict >= 0 else later
    positional = []
    named = []
    depth = callee.depth
    for argument in node.arguments:
        piece = give(unit, argument.value, scope, block)
        depth = max(depth, piece.depth)
        if argument.name is None:
            positional.append(piece.text)
        else:
            named.append(f"({argument.name.name!r}, {piece.text})")
    if not named and len(positional) in {1, 2} and node.tailstrict < 0:
        texts = ", ".join([callee.text, *positional])
        return Piece(f"call{len(positional)}({texts})", depth=depth + 1)
    text = f"{_caller(node)}({callee.text}, {_tuple(positional)}, {_tuple(named)})"
    return Piece(text, depth=depth + 3)


def _caller(node: s.Call) -> str:
    return "call" if node.tailstrict < 0 else "call_eager"


def _tuple(items: list[str]) -> str:
    comma = "," if len(items) == 1 else ""
    return f"({', '.join(items)}{comma})"


def tail_call(unit: Unit, node: s.Call, scope: Scope, block: FunctionLines) -> None:
    """A function that calls itself at its end takes another turn of its loop."""
    loop = block.frame.loop
    callee = node.callee
    if loop is not None and isinstance(callee, s.Name):
        variable = scope.find(callee.name)
        if variable is not None and variable.signature is loop and accepts(loop.parameters, node):
            _turn(unit, node, loop, scope, block)
            return
    if not _positional_tail(unit, node, scope, block):
        block.give(emit(unit, node, scope, block))


def _positional_tail(unit: Unit, node: s.Call, scope: Scope, block: FunctionLines) -> bool:
    """Call an unknown function at the end of another with one Python frame, not two.

    Deep chains of such calls are what ``tailstrict`` is for.
    """
    callee = s.stripped(node.callee)
    if isinstance(callee, s.Name):
        variable = scope.find(callee.name)
        if variable is None or variable.held == DIRECT:
            return False
    elif not isinstance(callee, (s.Dot, s.Index, s.SuperField)) or (
        s.library_name(callee) is not None and scope.find("std") is None
    ):
        return False
    if unit.file.labelled or any(argument.name is not None for argument in node.arguments):
        return False
    function = unit.fresh("f")
    block.add(f"{function} = {emit(unit, callee, scope, block).text}")
    give = emit if node.tailstrict >= 0 else later
    names = []
    for argument in node.arguments:
        piece = give(unit, argument.value, scope, block)
        name = unit.fresh("a")
        block.add(f"{name} = {piece.text}")
        names.append(name)
    test = f"{function}.__class__ is Func and {function}.arity == {len(names)}"
    block.add(f"if {test}:")
    direct = unit.mark(node, f"{function}.code({', '.join(names)})")
    block.add(f" return {direct}")
    block.add(f"return {unit.mark(node, f'{_caller(node)}({function}, {_tuple(names)}, ())')}")
    return True


def _turn(unit: Unit, node: s.Call, loop: Signature, scope: Scope, block: FunctionLines) -> None:
    pieces = _arguments(unit, node, loop, scope, block)
    inside = scope
    while loop.parameters and not _is_parameter_scope(inside, loop):
        assert inside.parent is not None
        inside = inside.parent
    variables = [inside.names[parameter.name.name] for parameter in loop.parameters]
    targets, values = [], []
    for parameter, variable, piece in zip(loop.parameters, variables, pieces, strict=True):
        if piece.text == variable.python:
            continue
        if piece.text in {"ABSENT", "EAGER"} or (variable.kind == NUMBER and piece.kind != NUMBER):
            # The loop was entered with this parameter known; the turn cannot keep that.
            block.frame.closures = True
        if parameter.name.name in loop.strict and piece.held != 0:
            block.frame.closures = True
        targets.append(variable.python)
        values.append(piece.text)
    if targets:
        block.add(f"{', '.join(targets)} = {', '.join(values)}")
    block.add("continue")


def _is_parameter_scope(scope: Scope, loop: Signature) -> bool:
    name = loop.parameters[0].name.name
    variable = scope.names.get(name)
    return variable is not None and len(scope.names) == len(loop.parameters)
