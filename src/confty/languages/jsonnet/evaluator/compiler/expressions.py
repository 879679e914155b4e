"""Literals, variables, operators, branches, indexing: expressions without scopes of their own."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import frames
from confty.languages.jsonnet.evaluator.compiler.constants import is_data, literal, plain_data
from confty.languages.jsonnet.evaluator.compiler.kinds import ANY, BOOLEAN, NUMBER, STRING
from confty.languages.jsonnet.evaluator.compiler.thunks import elsewhere, later
from confty.languages.jsonnet.evaluator.compiler.unit import (
    FunctionBody,
    Unit,
    child,
    define,
    emit,
    tail,
)
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ARITHMETIC: Final = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "modulo"}
COMPARISONS: Final = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
BITS: Final = {
    "&": "bit_and",
    "|": "bit_or",
    "^": "bit_xor",
    "<<": "shift_left",
    ">>": "shift_right",
}
_FUNCTIONS: Final = {**ARITHMETIC, **COMPARISONS, **BITS, "in": "contains_field"}
_TRUTHS: Final = frozenset({*COMPARISONS, "in"})
_RESULTS: Final = {
    **dict.fromkeys(_TRUTHS, BOOLEAN),
    **dict.fromkeys([*BITS, "-", "*", "/"], NUMBER),
}
_UNARY: Final = {"-": "minus", "+": "unary_plus", "!": "negate", "~": "invert"}
# Adding a constant this small to a finite number cannot overflow.
_SMALL: Final = 1e290


def emit_literal(
    unit: Unit, node: s.Scalar, _scope: frames.Scope, _block: frames.FunctionLines
) -> frames.Piece:
    """Emit a literal."""
    return literal(unit, node)


def emit_parens(
    unit: Unit, node: s.Parens, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit what stands in parentheses."""
    return emit(unit, node.inner, scope, block)


def tail_parens(
    unit: Unit, node: s.Parens, scope: frames.Scope, block: frames.FunctionLines
) -> None:
    """Return what stands in parentheses."""
    tail(unit, node.inner, scope, block)


def emit_name(
    _unit: Unit, node: s.Name, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit a variable, worked out."""
    variable = scope.find(node.name)
    if variable is None:
        return frames.Piece("standard()")
    name = frames.use(variable, block)
    if variable.held == frames.VALUE:
        return frames.Piece(name, variable.kind, 0, simple=True)
    if variable.held == frames.THUNK:
        text = f"({name}.value if {name}.run is None else force({name}))"
        return frames.Piece(text, variable.kind)
    if variable.held == frames.DIRECT:
        assert variable.value_name is not None
        return frames.Piece(variable.value_name, simple=True)
    return frames.Piece(
        f"({name} if {name}.__class__ is not Thunk else force({name}))", variable.kind
    )


def emit_self(
    _unit: Unit, _node: s.Self, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``self``."""
    assert scope.this is not None
    return frames.Piece(frames.use(scope.this[0], block), simple=True)


def emit_dollar(
    _unit: Unit, _node: s.Dollar, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``$``."""
    assert scope.dollar is not None
    return frames.Piece(frames.use(scope.dollar, block), simple=True)


def _this(scope: frames.Scope, block: frames.FunctionLines) -> str:
    assert scope.this is not None
    target, layer = scope.this
    return f"{frames.use(target, block)}, {frames.use(layer, block)}"


def emit_super_field(
    _unit: Unit, node: s.SuperField, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``super.name``."""
    return frames.Piece(f"super_field({_this(scope, block)}, {node.field.name!a})")


def emit_super_index(
    unit: Unit, node: s.SuperIndex, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``super[key]``."""
    key = emit(unit, node.index, scope, block)
    return frames.Piece(f"super_field({_this(scope, block)}, {key.text})", depth=key.depth + 1)


def emit_in_super(
    unit: Unit, node: s.InSuper, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``key in super``."""
    key = emit(unit, node.key, scope, block)
    kind = ANY if unit.file.labelled else BOOLEAN
    return frames.Piece(f"in_super({key.text}, {_this(scope, block)})", kind, key.depth + 1)


def emit_dot(
    unit: Unit, node: s.Dot, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``target.name``."""
    if s.library_name(node) is not None and scope.find("std") is None:
        return frames.Piece(f"std_member({node.field.name!a})")
    piece = emit(unit, node.target, scope, block)
    return frames.Piece(f"field({piece.text}, {node.field.name!a})", depth=piece.depth + 1)


def emit_index(
    unit: Unit, node: s.Index, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``target[key]``."""
    target = emit(unit, node.target, scope, block)
    key = emit(unit, node.index, scope, block)
    depth = max(target.depth, key.depth) + 1
    return frames.Piece(f"index({target.text}, {key.text})", depth=depth)


def emit_slice(
    unit: Unit, node: s.Slice, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``target[first:last:step]``."""
    pieces = [emit(unit, node.target, scope, block)]
    pieces += [
        frames.Piece("None") if part is None else emit(unit, part, scope, block)
        for part in (node.first, node.last, node.step)
    ]
    text = ", ".join([piece.text for piece in pieces])
    return frames.Piece(f"slice_({text})", depth=max([piece.depth for piece in pieces]) + 1)


def emit_array(
    unit: Unit, node: s.Array, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an array literal."""
    if len(node.elements) > 8 and is_data(node):
        return frames.Piece(f"value_{unit.ident}({unit.constant(plain_data(node))})")
    items = [later(unit, item, scope, block) for item in node.elements]
    depth = max([item.depth for item in items], default=0) + 1
    return frames.Piece(f"[{', '.join([item.text for item in items])}]", depth=depth)


def emit_unary(
    unit: Unit, node: s.Unary, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an operator with one operand."""
    operand = emit(unit, node.operand, scope, block)
    operator = node.operator
    if operand.kind == NUMBER and operator == "-":
        return frames.Piece(f"(-{operand.text})", NUMBER, operand.depth + 1)
    if operand.kind == NUMBER and operator == "+":
        return operand
    if operand.kind == BOOLEAN and operator == "!":
        return frames.Piece(f"(not {operand.text})", BOOLEAN, operand.depth + 1)
    kind = ANY if unit.file.labelled else BOOLEAN if operator == "!" else NUMBER
    return frames.Piece(f"{_UNARY[operator]}({operand.text})", kind, operand.depth + 1)


def emit_binary(
    unit: Unit, node: s.Binary, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an operator with two operands."""
    operator = node.operator
    if operator in {"&&", "||"}:
        return _logical(unit, node, scope, block)
    if operator in {"==", "!="}:
        return _equality(unit, node, scope, block)
    left = emit(unit, node.left, scope, block)
    right = emit(unit, node.right, scope, block)
    depth = max(left.depth, right.depth) + 1
    if left.kind == NUMBER and right.kind == NUMBER:
        if operator in COMPARISONS:
            return frames.Piece(f"({left.text} {operator} {right.text})", BOOLEAN, depth)
        if operator in {"+", "-", "*"}:
            return _arithmetic(unit, node, left, right, depth)
    if operator == "+" and left.kind == STRING and right.kind == STRING:
        return frames.Piece(f"({left.text} + {right.text})", STRING, depth)
    name = _FUNCTIONS[operator]
    kind = NUMBER if left.kind == NUMBER == right.kind else ANY
    if operator in _TRUTHS:
        kind = ANY
    if kind == ANY and not unit.file.labelled:
        # Without labels about, an operator that succeeds says what its result is.
        kind = _RESULTS.get(operator, ANY)
        if operator in {"+", "%"} and left.kind == STRING:
            kind = STRING
    return frames.Piece(f"{name}({left.text}, {right.text})", kind, depth)


def _arithmetic(
    unit: Unit, node: s.Binary, left: frames.Piece, right: frames.Piece, depth: int
) -> frames.Piece:
    """Numbers on both sides: Python's operator, and a test only where the result may overflow."""
    text = f"({left.text} {node.operator} {right.text})"
    if node.operator != "*" and (_is_small(node.left) or _is_small(node.right)):
        return frames.Piece(text, NUMBER, depth)
    name = unit.fresh("n")
    checked = f"({name} if ({name} := {text}) - {name} == 0.0 else overflow({name}))"
    return frames.Piece(checked, NUMBER, depth + 2)


def _is_small(node: s.Expression) -> bool:
    inner = s.stripped(node)
    return isinstance(inner, s.Number) and abs(inner.value) < _SMALL


def _logical(
    unit: Unit, node: s.Binary, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    far = elsewhere(unit, node, scope, block) if unit.file.labelled else None
    if far is not None:
        return far
    left = emit(unit, node.left, scope, block)
    if unit.file.labelled:
        inner = child(block)
        tail(unit, node.right, scope, inner)
        thunk = define(unit, block, FunctionBody("", inner, node.right, ""), "right")
        name = "both" if node.operator == "&&" else "either"
        depth = max(left.depth, thunk.depth) + 1
        return frames.Piece(f"{name}({left.text}, {thunk.text})", depth=depth)
    right = emit(unit, node.right, scope, block)
    depth = max(left.depth, right.depth) + 3
    word, stop, go = ("and", "False", "True") if node.operator == "&&" else ("or", "True", "False")
    ready = right.text
    if right.kind != BOOLEAN:
        other = unit.fresh("r")
        slow = f"logical({node.operator!r}, {go}, {other})"
        ready = f"({other} if ({other} := {right.text}).__class__ is bool else {slow})"
    if left.kind == BOOLEAN:
        kind = BOOLEAN if right.kind == BOOLEAN else ANY
        return frames.Piece(f"({left.text} {word} {ready})", kind, depth)
    one = unit.fresh("l")
    text = (
        f"({stop} if ({one} := {left.text}) is {stop} else {ready}"
        f" if {one} is {go} else logical({node.operator!r}, {one}, True))"
    )
    return frames.Piece(text, depth=depth)


def _equality(
    unit: Unit, node: s.Binary, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    left = emit(unit, node.left, scope, block)
    right = emit(unit, node.right, scope, block)
    depth = max(left.depth, right.depth) + 1
    sign = node.operator
    if left.kind == right.kind and left.kind in {NUMBER, STRING}:
        return frames.Piece(f"({left.text} {sign} {right.text})", BOOLEAN, depth)
    name = "equals" if sign == "==" else "differs"
    for one, other in ((left, right), (right, left)):
        if one.kind in {NUMBER, STRING} and one.simple:
            python = "float" if one.kind == NUMBER else "str"
            temporary = other.text if other.simple else unit.fresh("e")
            made = temporary if other.simple else f"({temporary} := {other.text})"
            slow = f"{name}({temporary}, {one.text})"
            text = f"({temporary} {sign} {one.text} if {made}.__class__ is {python} else {slow})"
            return frames.Piece(text, ANY if unit.file.labelled else BOOLEAN, depth + 1)
    kind = ANY if unit.file.labelled else BOOLEAN
    return frames.Piece(f"{name}({left.text}, {right.text})", kind, depth)


def condition(
    unit: Unit, node: s.Expression, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit the test of a branch: a Python truth value."""
    test = emit(unit, node, scope, block)
    if test.kind == BOOLEAN:
        return test
    name = unit.fresh("t")
    text = f"(({name} := {test.text}) is True or {name} is not False and condition({name}))"
    return frames.Piece(text, BOOLEAN, test.depth + 2)


def emit_if(
    unit: Unit, node: s.If, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit a branch as an expression."""
    if unit.file.labelled:
        return _branch(unit, node, scope, block)
    if _heavy(node.yes) or _heavy(node.no):
        return _apart(unit, node, scope, block)
    test = condition(unit, node.test, scope, block)
    yes = emit(unit, node.yes, scope, block)
    no = frames.Piece("None") if node.no is None else emit(unit, node.no, scope, block)
    depth = max(test.depth, yes.depth, no.depth) + 1
    kind = yes.kind if yes.kind == no.kind else ANY
    return frames.Piece(f"({yes.text} if {test.text} else {no.text})", kind, depth)


def _heavy(node: s.Expression | None) -> bool:
    """Whether an expression starts with statements of its own."""
    inner = None if node is None else s.stripped(node)
    if isinstance(inner, s.If):
        return _heavy(inner.yes) or _heavy(inner.no)
    return isinstance(inner, (s.Local, s.Assert))


def _apart(
    unit: Unit, node: s.If, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """A branch whose sides need preparation: a function, so that only one side pays."""
    inner = child(block)
    tail(unit, node, scope, inner)
    made = define(unit, block, FunctionBody("", inner, node, ""), "branch")
    return frames.Piece(f"{made.text}()", depth=made.depth)


def _branch(
    unit: Unit, node: s.If, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """A branch on a condition that may carry labels: the slow path decides on the result."""
    far = elsewhere(unit, node, scope, block)
    if far is not None:
        return far
    test = emit(unit, node.test, scope, block)
    sides = []
    for side in (node.yes, node.no):
        inner = child(block)
        if side is None:
            inner.give(frames.Piece("None"))
        else:
            tail(unit, side, scope, inner)
        sides.append(define(unit, block, FunctionBody("", inner, side or node, ""), "side"))
    text = f"branch({test.text}, {sides[0].text}, {sides[1].text})"
    return frames.Piece(text, depth=max(test.depth, sides[0].depth, sides[1].depth) + 1)


def tail_if(unit: Unit, node: s.If, scope: frames.Scope, block: frames.FunctionLines) -> None:
    """Return from a branch."""
    if unit.file.labelled:
        block.give(emit(unit, node, scope, block))
        return
    far = elsewhere(unit, node, scope, block)
    if far is not None:
        block.give(far)
        return
    test = condition(unit, node.test, scope, block)
    block.add(f"if {test.text}:")
    block.level += 1
    tail(unit, node.yes, scope, block)
    block.level -= 1
    if node.no is None:
        block.give(frames.Piece("None"))
    else:
        tail(unit, node.no, scope, block)


def emit_error(
    unit: Unit, node: s.Error, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``error``."""
    message = emit(unit, node.message, scope, block)
    return frames.Piece(f"stop({message.text})", depth=message.depth + 1)


def check_lines(
    unit: Unit,
    node: s.Assert | s.ObjectAssert,
    scope: frames.Scope,
    block: frames.FunctionLines,
    otherwise: str,
) -> None:
    """Emit an assert as statements."""
    test = condition(unit, node.test, scope, block)
    block.add(f"if not {test.text}:")
    block.level += 1
    if node.message is None:
        block.add(unit.mark(node, f"stop({otherwise!r}, ours=True)"))
    else:
        message = emit(unit, node.message, scope, block)
        block.add(unit.mark(node, f"stop({message.text})"))
    block.level -= 1


def tail_assert(
    unit: Unit, node: s.Assert, scope: frames.Scope, block: frames.FunctionLines
) -> None:
    """Return from behind an assert."""
    check_lines(unit, node, scope, block, "Assertion failed.")
    tail(unit, node.body, scope, block)


def emit_assert(
    unit: Unit, node: s.Assert, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an assert as an expression."""
    far = elsewhere(unit, node, scope, block)
    if far is not None:
        return far
    inner = child(block)
    tail_assert(unit, node, scope, inner)
    made = define(unit, block, FunctionBody("", inner, node, ""), "checked")
    return frames.Piece(f"{made.text}()", depth=made.depth)


_LOADS: Final = {"import": "load", "importstr": "load_text", "importbin": "load_bytes"}


def emit_import(
    _unit: Unit, node: s.Import, _scope: frames.Scope, _block: frames.FunctionLines
) -> frames.Piece:
    """Emit an import of any kind."""
    return frames.Piece(f"{_LOADS[node.word]}({node.path.value!a})")


def emit_extend(
    unit: Unit, node: s.Extend, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit ``target { ... }``."""
    target = emit(unit, node.target, scope, block)
    body = emit(unit, node.body, scope, block)
    return frames.Piece(
        f"add({target.text}, {body.text})", depth=max(target.depth, body.depth) + 1
    )
