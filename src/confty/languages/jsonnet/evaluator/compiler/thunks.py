"""Putting off: thunks, and units that are translated when they first run."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import frames
from confty.languages.jsonnet.evaluator.compiler.constants import is_data, literal, plain_data
from confty.languages.jsonnet.evaluator.compiler.kinds import NUMBER
from confty.languages.jsonnet.evaluator.compiler.unit import (
    INDENTED,
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
    from collections.abc import Callable
    from typing import Final

    Make = Callable[[Unit, frames.Scope, frames.FunctionLines], None]

# In a big file, bodies longer than this wait to be translated; inside a unit, much longer ones.
_MAIN_BUDGET: Final = 300
_UNIT_BUDGET: Final = 6000
# A constant so small that adding it to a finite number cannot overflow.
_SMALL: Final = 1e290


def later(
    unit: Unit,
    node: s.Expression,
    scope: frames.Scope,
    block: frames.FunctionLines,
    what: str = "",
    free: set[str] | None = None,
) -> frames.Piece:
    """Emit something that holds the value of ``node``, worked out or not.

    ``free`` are its free names, where they are known already.
    """
    node = s.stripped(node)
    ready = _ready(unit, node, scope, block)
    if ready is not None:
        return ready
    if over_budget(unit, node, block):
        text = outline(unit, node, scope, block, what, "_", free)
        return frames.Piece(f"Thunk({text})", held=frames.THUNK)
    inner = child(block)
    tail(unit, node, scope, inner)
    made = define(unit, block, FunctionBody("_", inner, node, what), "thunk")
    return frames.Piece(f"Thunk({made.text})", depth=made.depth + 1, held=frames.THUNK)


def _ready(
    unit: Unit, node: s.Expression, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece | None:
    """What needs no thunk: literals, functions, variables, arrays, objects of such."""
    if isinstance(node, s.Scalar):
        return literal(unit, node)
    if isinstance(node, s.Name):
        variable = scope.find(node.name)
        if variable is None or (variable.pending and variable.frame is block.frame):
            return None
        if variable.held == frames.DIRECT:
            return emit(unit, node, scope, block)
        name = frames.use(variable, block)
        return frames.Piece(name, variable.kind, simple=True, held=variable.held)
    if isinstance(node, s.Binary):
        return emit(unit, node, scope, block) if _cannot_fail(node, scope) else None
    if isinstance(node, (s.Function, s.Self, s.Dollar)):
        return emit(unit, node, scope, block)
    if isinstance(node, s.Array) and not node.elements:
        return frames.Piece("[]")
    if not isinstance(node, (s.Array, s.Object)):
        return None
    if is_data(node):
        return frames.Piece(f"value_{unit.ident}({unit.constant(plain_data(node))})")
    small = _is_cheap(node) if isinstance(node, s.Object) else len(node.elements) <= 8
    if small and not over_budget(unit, node, block):
        return emit(unit, node, scope, block)
    return None


def _cannot_fail(node: s.Binary, scope: frames.Scope) -> bool:
    """Whether it is arithmetic of a known number with a constant that cannot go wrong."""
    left, right = node.left, node.right
    if not isinstance(left, s.Name) or not isinstance(right, s.Number):
        return False
    variable = scope.find(left.name)
    if variable is None or variable.held != frames.VALUE or variable.kind != NUMBER:
        return False
    size = abs(right.value)
    return size < _SMALL if node.operator in {"+", "-"} else node.operator == "/" and size >= 1


def _is_cheap(node: s.Object) -> bool:
    """Whether making an object at once costs no more than a thunk of it, and cannot fail."""
    return len(node.members) <= 4 and all(
        isinstance(m, s.Field) and not m.computed for m in node.members
    )


def over_budget(unit: Unit, node: s.Node, block: frames.FunctionLines) -> bool:
    """Whether a body should wait to be translated until it runs."""
    if block.level > INDENTED:
        return True
    if not unit.file.big:
        return False
    budget = _MAIN_BUDGET if unit.ident == "main" else _UNIT_BUDGET
    return node.end - node.start > budget


def elsewhere(
    unit: Unit, node: s.Expression, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece | None:
    """Emit a call of an expression that is too far inside for Python, as a unit; None if not.

    Asked by every expression that defines a function around a part of itself, whatever is there.
    """
    if block.level <= INDENTED:
        return None
    return frames.Piece(f"{outline(unit, node, scope, block, '')}()")


def outline(
    unit: Unit,
    node: s.Expression,
    scope: frames.Scope,
    block: frames.FunctionLines,
    what: str,
    params: str = "",
    free: set[str] | None = None,
) -> str:
    """Make ``node`` a unit of its own; the text of a Python function that gives its value."""

    def make(inner: Unit, names: frames.Scope, body: frames.FunctionLines) -> None:
        work = child(body)
        tail(inner, node, names, work)
        made = define(inner, body, FunctionBody(params, work, node, what), "body")
        body.give(made)

    names = unit.file.names.of(node) if free is None else free
    return apart(unit, f"x{node.start}_{node.end}", names, scope, block, make)


def apart(
    unit: Unit,
    ident: str,
    free: set[str],
    scope: frames.Scope,
    block: frames.FunctionLines,
    make: Make,
) -> str:
    """Register a unit and emit its stub, which captures what the unit uses."""
    held = _captured(free, scope)
    names = [frames.use(variable, block) for variable in held.values()]
    values = [v.value_name for v in held.values() if v.held == frames.DIRECT and v.value_name]
    # What the unit calls that which stands in a table here.
    params = {
        name: unit.fresh("held") if frames.is_entry(name) else name for name in [*names, *values]
    }

    def translate(marking: bool) -> Unit:
        inner = Unit(unit.file, ident, marking=marking, parent=unit)
        frame = frames.FunctionFrame()
        body = frames.FunctionLines(frame, 1)
        inside = _rebound(held, params, frame)
        make(inner, inside, body)
        inner.finish(list(params.values()), body)
        return inner

    unit.file.pending[ident] = translate
    block.frame.closures = True
    captured = ", ".join(params)
    comma = "," if len(params) == 1 else ""
    return f"stub({ident!r}, {unit.ident!r}, lambda: ({captured}{comma}))"


def _captured(free: set[str], scope: frames.Scope) -> dict[str, frames.Variable]:
    """The variables behind free names, in a fixed order."""
    held: dict[str, frames.Variable] = {}
    for name in sorted(free):
        if name in {"self", "super"}:
            if scope.this is not None:
                held["self"], held["super"] = scope.this
        elif name == "$":
            if scope.dollar is not None:
                held["$"] = scope.dollar
        else:
            variable = scope.find(name)
            if variable is not None:
                held[name] = variable
    return held


def _rebound(
    held: dict[str, frames.Variable], params: dict[str, str], frame: frames.FunctionFrame
) -> frames.Scope:
    """The scope of a unit's body: the captured variables, now parameters."""
    scope = frames.Scope(None)
    for name, variable in held.items():
        twin = frames.Variable(
            params[variable.python], variable.held, frame, variable.kind, variable.signature
        )
        if variable.value_name is not None:
            twin.value_name = params.get(variable.value_name)
        if name not in {"self", "super", "$"}:
            scope.names[name] = twin
        elif name == "$":
            scope.dollar = twin
        elif name == "self":
            layer = held["super"]
            scope.this = (twin, frames.Variable(params[layer.python], frames.VALUE, frame))
    return scope
