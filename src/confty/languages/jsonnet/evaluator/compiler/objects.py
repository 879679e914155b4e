"""Object literals: a shape made once, a row of values and field functions each time."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import frames
from confty.languages.jsonnet.evaluator.compiler.constants import is_data, plain_data
from confty.languages.jsonnet.evaluator.compiler.expressions import check_lines
from confty.languages.jsonnet.evaluator.compiler.functions import function_value
from confty.languages.jsonnet.evaluator.compiler.locals import bind_group
from confty.languages.jsonnet.evaluator.compiler.loops import NestedLoops, clauses, start, unpack
from confty.languages.jsonnet.evaluator.compiler.thunks import apart, elsewhere, later, over_budget
from confty.languages.jsonnet.evaluator.compiler.unit import (
    FunctionBody,
    Unit,
    child,
    define,
    define_as,
    emit,
    tail,
)
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MARKS: Final = {":": 0, "::": 1, ":::": 2}


class ObjectLiteral:
    """One object literal under construction: its locals and how its bodies reach them."""

    __slots__ = (
        "entries",
        "layer",
        "locals",
        "maker",
        "outermost",
        "reader",
        "scope",
        "target",
    )

    def __init__(self, unit: Unit, scope: frames.Scope, binds: list[s.Bind]) -> None:
        self.scope = scope
        self.target = unit.fresh("self")
        self.layer = unit.fresh("up")
        self.outermost = scope.dollar is None
        self.locals = {bind.name.name: bind for bind in binds}
        # Where each local stands in the row of locals, and the function that makes the row.
        self.entries: dict[str, tuple[int, frames.Variable]] = {}
        self.maker = ""
        # The function that keeps the row; entries of a comprehension have one each.
        self.reader = "scope"

    def inside(self, block: frames.FunctionLines, scope: frames.Scope) -> frames.Scope:
        """The scope of a body of this object: ``self``, the layer and the outermost object."""
        inner = frames.Scope(scope)
        target = frames.Variable(self.target, frames.VALUE, block.frame)
        inner.this = (target, frames.Variable(self.layer, frames.VALUE, block.frame))
        if self.outermost:
            inner.dollar = target
        return inner

    @property
    def params(self) -> str:
        """The parameters of a field function."""
        return f"{self.target}, {self.layer}"

    @property
    def hidden_name(self) -> str:
        """What the maker is captured under by units: a name that no program can write."""
        return f"\x00{self.maker}"

    def depends(self, names: set[str]) -> bool:
        """Whether a body with these free names needs the object."""
        return (
            "self" in names
            or "super" in names
            or (self.outermost and "$" in names)
            or not self.locals.keys().isdisjoint(names)
        )


def _prepare(
    unit: Unit, members: list[s.Member], scope: frames.Scope, block: frames.FunctionLines
) -> ObjectLiteral:
    binds = [m.bind for m in members if isinstance(m, s.ObjectLocal)]
    literal = ObjectLiteral(unit, scope, binds)
    if binds:
        inner = child(block)
        inside = literal.inside(inner, scope)
        names = bind_group(unit, binds, inside, inner, None)
        row: list[str] = []
        for name in literal.locals:
            variable = names.names[name]
            literal.entries[name] = (len(row), variable)
            row.append(variable.python)
            if variable.held == frames.DIRECT and variable.value_name is not None:
                row.append(variable.value_name)
        inner.add(f"return ({', '.join(row)},)")
        literal.maker = unit.place(block, "locals")
        define_as(unit, block, FunctionBody(literal.params, inner, members[0], ""), literal.maker)
    return literal


def _open(
    unit: Unit,
    literal: ObjectLiteral,
    names: set[str],
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> frames.Scope:
    """Begin a body that needs the object: bring the locals it uses into reach."""
    inside = literal.inside(block, scope)
    used = sorted(names & literal.entries.keys(), key=lambda name: literal.entries[name][0])
    if not used:
        return inside
    row = unit.fresh("row")
    captured = scope.find(literal.hidden_name)
    maker = literal.maker if captured is None else captured.python
    block.add(f"{row} = {literal.reader}({literal.params}, {maker})")
    held = frames.Scope(inside)
    for name in used:
        at, variable = literal.entries[name]
        twin = frames.Variable(
            _near(unit, name, variable.python), variable.held, block.frame, 0, variable.signature
        )
        block.add(f"{twin.python} = {row}[{at}]")
        if variable.held == frames.DIRECT and variable.value_name is not None:
            twin.value_name = _near(unit, name, variable.value_name)
            block.add(f"{twin.value_name} = {row}[{at + 1}]")
        held.names[name] = twin
    return held


def _near(unit: Unit, name: str, python: str) -> str:
    """The Python name that a local has in the body of a field."""
    return unit.fresh(name) if frames.is_entry(python) else python


def _value(
    unit: Unit,
    field: s.Field,
    literal: ObjectLiteral,
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> frames.Piece:
    """What stands in the row for a field."""
    names = unit.file.names.field_value(field)
    name = "" if field.computed else s.fixed_name(field)
    if not literal.depends(names):
        if field.parameters is not None:
            return _method(unit, field, name, scope, block)
        return later(unit, field.value, scope, block, _what(name), names)
    if over_budget(unit, field.value, block) and not (field.computed and field.plus):
        return _value_apart(unit, field, literal, names, scope, block)
    inner = child(block)
    _field_body(unit, field, literal, names, scope, inner)
    return define(
        unit, block, FunctionBody(literal.params, inner, field.value, _what(name)), "field"
    )


def _what(name: str) -> str:
    return f"object <{name or 'anonymous'}>"


def _value_apart(
    unit: Unit,
    field: s.Field,
    literal: ObjectLiteral,
    names: set[str],
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> frames.Piece:
    """A field whose body is translated when it is first read."""
    free = set(names) - literal.locals.keys() - {"self", "super"}
    if literal.outermost:
        free.discard("$")
    inside = scope
    uses_locals = not literal.locals.keys().isdisjoint(names)
    if uses_locals:
        inside = frames.Scope(scope)
        maker = frames.Variable(literal.maker, frames.VALUE, block.frame)
        inside.names[literal.hidden_name] = maker
        free.add(literal.hidden_name)

    def make(inner: Unit, names_inside: frames.Scope, body: frames.FunctionLines) -> None:
        work = child(body)
        _field_body(inner, field, literal, names, names_inside, work)
        what = _what("" if field.computed else s.fixed_name(field))
        made = define(inner, body, FunctionBody(literal.params, work, field.value, what), "body")
        body.give(made)

    ident = f"o{field.start}_{field.end}"
    return frames.Piece(apart(unit, ident, free, inside, block, make))


def _field_body(
    unit: Unit,
    field: s.Field,
    literal: ObjectLiteral,
    names: set[str],
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> None:
    inside = _open(unit, literal, names, scope, block)
    if field.parameters is not None:
        name = "" if field.computed else s.fixed_name(field)
        block.give(_method(unit, field, name, inside, block))
    elif not field.plus:
        tail(unit, field.value, inside, block)
    else:
        key = _plus_key(field)
        value = emit(unit, field.value, inside, block)
        below = f"inherited({literal.params}, {key})"
        text = unit.mark(field, f"plus({below}, {value.text})")
        block.give(frames.Piece(text, depth=value.depth + 1))


def _plus_key(field: s.Field) -> str:
    return "key" if field.computed else ascii(s.fixed_name(field))


def _method(
    unit: Unit, field: s.Field, name: str, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    assert field.parameters is not None
    # A method's own name is no variable, so it must not be taken for a call of itself.
    signature = frames.Signature(None, field.parameters, field.value, scope, shown=name)
    return function_value(unit, signature, scope, block, field)


def _asserts(
    unit: Unit, members: list[s.Member], literal: ObjectLiteral, block: frames.FunctionLines
) -> list[frames.Piece]:
    made = []
    for member in members:
        if isinstance(member, s.ObjectAssert):
            names = unit.file.names.of(member)
            inner = child(block)
            inside = _open(unit, literal, names, literal.scope, inner)
            check_lines(unit, member, inside, inner, "Object assertion failed.")
            body = FunctionBody(literal.params, inner, member, "object <anonymous>")
            made.append(define(unit, block, body, "invariant"))
    return made


def emit_object(
    unit: Unit, node: s.Object, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an object literal."""
    if node.members and is_data(node):
        return frames.Piece(f"value_{unit.ident}({unit.constant(plain_data(node))})")
    far = elsewhere(unit, node, scope, block)
    if far is not None:
        return far
    literal = _prepare(unit, node.members, scope, block)
    fields = [member for member in node.members if isinstance(member, s.Field)]
    asserts = _asserts(unit, node.members, literal, block)
    if any(field.computed for field in fields):
        return _dynamic(unit, fields, asserts, literal, block)
    row = [_value(unit, field, literal, scope, block) for field in fields]
    names = tuple([s.fixed_name(field) for field in fields])
    marks = tuple([_MARKS[field.visibility] for field in fields])
    shown = f", {marks}" if any(marks) or asserts else ""
    count = f", {len(asserts)}" if asserts else ""
    shape = unit.hoist(f"static_shape({names!a}{shown}{count})", "SHAPE")
    return _finished(f"obj({shape}, ", row + asserts)


def _finished(head: str, row: list[frames.Piece]) -> frames.Piece:
    comma = "," if len(row) == 1 else ""
    texts = ", ".join([piece.text for piece in row])
    depth = max([piece.depth for piece in row], default=0) + 2
    return frames.Piece(f"{head}({texts}{comma}))", depth=depth)


def _dynamic(
    unit: Unit,
    fields: list[s.Field],
    asserts: list[frames.Piece],
    literal: ObjectLiteral,
    block: frames.FunctionLines,
) -> frames.Piece:
    """An object with computed names: the names first, then the row."""
    names, row = [], []
    for field in fields:
        if not field.computed:
            names.append(frames.Piece(ascii(s.fixed_name(field)), depth=0))
            row.append(_value(unit, field, literal, literal.scope, block))
            continue
        key = emit(unit, s.computed_key(field), literal.scope, block)
        if not field.plus:
            names.append(key)
            row.append(_value(unit, field, literal, literal.scope, block))
            continue
        name = unit.fresh("key")
        names.append(frames.Piece(f"({name} := {key.text})", depth=key.depth + 1))
        maker = _keyed(unit, field, literal, literal.scope, block)
        row.append(frames.Piece(f"{maker}({name})"))
    marks = tuple([_MARKS[field.visibility] for field in fields])
    count = f", {len(asserts)}" if asserts else ""
    maker = unit.hoist(f"ComputedLiteral({marks}{count})", "DYNAMIC")
    head = _finished("", names)
    made = _finished(f"{maker}({head.text[:-1]}, ", row + asserts)
    return frames.Piece(made.text, depth=max(head.depth, made.depth) + 1)


def _keyed(
    unit: Unit,
    field: s.Field,
    literal: ObjectLiteral,
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> str:
    """A function from a computed name to a ``+:`` field function that knows it."""
    outer = child(block)
    inner = child(outer)
    names = unit.file.names.field_value(field)
    _field_body(unit, field, literal, names, scope, inner)
    made = define(
        unit, outer, FunctionBody(literal.params, inner, field.value, _what("")), "field"
    )
    outer.give(made)
    name = unit.place(block, "keyed")
    define_as(unit, block, FunctionBody("key", outer, field, ""), name)
    return name


def emit_object_comprehension(
    unit: Unit, node: s.ObjectComprehension, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an object comprehension."""
    outer = child(block)
    start(unit, outer)
    loop = clauses(unit, node, scope, outer)
    maker = _entry(unit, node, loop, scope, outer)
    loop.finish(unit, node, f"out.append({maker}({loop.argument}))")
    made = "dynamic_object(out, met)" if unit.file.labelled else "dynamic_object(out)"
    outer.add(f"return {unit.mark(node, made)}")
    name = unit.place(block, "comprehension")
    define_as(unit, block, FunctionBody("", outer, node, ""), name)
    return frames.Piece(f"{name}()")


def _entry(
    unit: Unit,
    node: s.ObjectComprehension,
    loop: NestedLoops,
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> str:
    """A function from the loop variables to one entry: name, mark, value."""
    inner = child(block)
    unpack(loop, inner)
    inside = loop.scope(scope, inner.frame)
    key = emit(unit, s.computed_key(node.field), inside, inner)
    inner.add(f"key = {key.text}")
    literal = _prepare(unit, node.members, inside, inner)
    literal.reader = "entry_scope"
    value = _value(unit, node.field, literal, inside, inner)
    mark = _MARKS[node.field.visibility]
    inner.add(f"return (key, {mark}, {value.text})")
    params = loop.params if len(loop.names) == 1 else "packed"
    name = unit.place(block, "entry")
    define_as(unit, block, FunctionBody(params, inner, node.field, ""), name)
    return name
