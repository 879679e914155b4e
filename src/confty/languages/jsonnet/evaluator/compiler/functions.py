"""Functions and calls.

A function bound by ``local`` becomes a Python function and is called as one; parameters it
certainly needs are passed as values.  Where its parameters are used as numbers there are two
versions: one for numbers, with a test at its door, and one for everything else.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import frames
from confty.languages.jsonnet.evaluator.compiler.kinds import ANY, NUMBER
from confty.languages.jsonnet.evaluator.compiler.thunks import apart, later, over_budget
from confty.languages.jsonnet.evaluator.compiler.unit import (
    FunctionBody,
    Unit,
    child,
    define,
    define_as,
    tail,
)
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A function inside of so many others that are written twice is written once.
_MOST_DOUBLED: Final = 2


def function_names(parameters: list[s.Parameter]) -> str:
    """The arguments of ``Func`` after the code: names, and which are optional."""
    names = ", ".join([repr(parameter.name.name) for parameter in parameters])
    comma = "," if len(parameters) == 1 else ""
    optional = [repr(p.name.name) for p in parameters if p.default is not None]
    some = f"frozenset(({', '.join(optional)},))" if optional else "frozenset()"
    return f"({names}{comma}), {some}"


def define_function(
    unit: Unit,
    signature: frames.Signature,
    scope: frames.Scope,
    block: frames.FunctionLines,
    name: str,
    place: s.Node,
) -> None:
    """Define a Python function of a given name in ``block``."""
    what = f"function <{signature.shown}>"
    if over_budget(unit, place, block):
        names = unit.file.names.noted(place)
        if names is None:
            names = unit.file.names.function(signature.parameters, signature.body)

        def make(inner: Unit, inside: frames.Scope, body: frames.FunctionLines) -> None:
            _define(inner, signature, inside, body, "body", (place, what))
            body.add("return body")

        ident = f"f{place.start}_{place.end}"
        block.add(f"{name} = {apart(unit, ident, names, scope, block, make)}")
    else:
        _define(unit, signature, scope, block, name, (place, what))


def _define(
    unit: Unit,
    signature: frames.Signature,
    scope: frames.Scope,
    block: frames.FunctionLines,
    name: str,
    trace: tuple[s.Node, str],
) -> None:
    strict = signature.strict
    if not signature.numeric or unit.doubled == _MOST_DOUBLED:
        body = _body(unit, signature, scope, block, strict, frozenset())
        define_as(unit, block, FunctionBody(body[0], body[1], *trace), name)
        return
    general = unit.place(block, "general")
    unit.doubled += 1
    body = _body(unit, signature, scope, block, strict, frozenset())
    define_as(unit, block, FunctionBody(body[0], body[1], *trace), general)
    params, fast = _body(unit, signature, scope, block, strict, signature.numeric, general)
    define_as(unit, block, FunctionBody(params, fast, *trace), name)
    unit.doubled -= 1


def _body(
    unit: Unit,
    signature: frames.Signature,
    scope: frames.Scope,
    block: frames.FunctionLines,
    strict: tuple[str, ...],
    numeric: frozenset[str],
    general: str = "",
) -> tuple[str, frames.FunctionLines]:
    """The parameters and the body, as a loop when the function only calls itself at its end."""
    trial = signature.body, "fast loop" if numeric else "loop"
    if trial not in unit.vain and _calls_itself_last(signature.body, signature.name):
        frame = frames.FunctionFrame()
        frame.loop = signature
        made = _try_body(unit, signature, scope, block, strict, numeric, general, frame)
        if not frame.closures:
            return made
        unit.vain.add(trial)
    return _try_body(
        unit, signature, scope, block, strict, numeric, general, frames.FunctionFrame()
    )


def _try_body(  # noqa: PLR0913, PLR0917  see define_function
    unit: Unit,
    signature: frames.Signature,
    scope: frames.Scope,
    block: frames.FunctionLines,
    strict: tuple[str, ...],
    numeric: frozenset[str],
    general: str,
    frame: frames.FunctionFrame,
) -> tuple[str, frames.FunctionLines]:
    inner = child(block)
    inner.frame = frame
    inside = frames.Scope(scope)
    variables = {}
    for parameter in signature.parameters:
        name = parameter.name.name
        held = frames.VALUE if name in strict else frames.MAYBE
        kind = NUMBER if name in numeric else ANY
        variable = frames.Variable(unit.fresh(name), held, frame, kind)
        inside.names[name] = variables[name] = variable
    params = ", ".join([variable.python for variable in variables.values()])
    if numeric:
        test = " or ".join(
            [f"{variables[n].python}.__class__ is not float" for n in strict if n in numeric]
        )
        inner.add(f"if {test}: return {general}({params})")
    _defaults(unit, signature, variables, inside, inner)
    for name in strict:
        if name not in numeric:
            python = variables[name].python
            inner.add(f"if {python}.__class__ is Thunk: {python} = force({python})")
    if frame.loop is not None:
        # The reference's calls nest, unless they are tailstrict: they come to an end.
        endless = _calls_itself_last(signature.body, signature.name, tailstrict=True)
        inner.add("while True:" if endless else "for _ in TURNS:")
        inner.level += 1
        tail(unit, signature.body, inside, inner)
        inner.level -= 1
        if not endless:
            inner.add("raise RecursionError")
        return params, inner
    tail(unit, signature.body, inside, inner)
    return params, inner


def _defaults(
    unit: Unit,
    signature: frames.Signature,
    variables: dict[str, frames.Variable],
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> None:
    optional = [one for one in signature.parameters if one.default is not None]
    # A default may read a parameter that gets its own default after it.
    for parameter in optional:
        variables[parameter.name.name].pending = True
    for parameter in optional:
        _default(unit, parameter, variables[parameter.name.name], scope, block)
    for parameter in optional:
        python = variables[parameter.name.name].python
        block.add(f"if {python}_now and {python}.__class__ is Thunk: force({python})")


def _default(
    unit: Unit,
    parameter: s.Parameter,
    variable: frames.Variable,
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> None:
    assert parameter.default is not None
    block.add(f"{variable.python}_now = {variable.python} is EAGER")
    block.add(f"if {variable.python} is ABSENT or {variable.python}_now:")
    block.level += 1
    what = f"thunk <{parameter.name.name}>"
    value = later(unit, parameter.default, scope, block, what)
    variable.pending = False
    block.add(f"{variable.python} = {value.text}")
    block.level -= 1


def _calls_itself_last(
    body: s.Expression | None, name: str | None, *, tailstrict: bool = False
) -> bool:
    """Whether a call of the function itself stands where its result is returned."""
    while body is not None:
        if isinstance(body, s.Parens):
            body = body.inner
        elif isinstance(body, (s.Local, s.Assert)):
            body = body.body
        elif isinstance(body, s.If):
            if _calls_itself_last(body.yes, name, tailstrict=tailstrict):
                return True
            body = body.no
        else:
            if not isinstance(body, s.Call) or (tailstrict and body.tailstrict < 0):
                return False
            return isinstance(body.callee, s.Name) and body.callee.name == name
    return False


def function_value(
    unit: Unit,
    signature: frames.Signature,
    scope: frames.Scope,
    block: frames.FunctionLines,
    place: s.Node,
) -> frames.Piece:
    """Emit a function as a value."""
    what = f"function <{signature.shown}>"
    if over_budget(unit, place, block) or signature.numeric or signature.strict:
        name = unit.place(block, _plain(signature.name))
        define_function(unit, signature, scope, block, name, place)
        made = frames.Piece(name)
    else:
        params, inner = _body(unit, signature, scope, block, (), frozenset())
        made = define(
            unit, block, FunctionBody(params, inner, place, what), _plain(signature.name)
        )
    named = function_names(signature.parameters)
    text = f"Func({made.text}, {named}, {signature.shown!a})"
    return frames.Piece(text, depth=made.depth + 1)


def _plain(name: str | None) -> str:
    return name or "function"


def emit_function(
    unit: Unit, node: s.Function, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit a function without a name."""
    signature = frames.Signature(None, node.parameters, node.body, scope)
    return function_value(unit, signature, scope, block, node)
