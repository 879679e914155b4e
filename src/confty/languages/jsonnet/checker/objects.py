"""Objects: literals, comprehensions, ``self``, ``super`` and ``$``.

Inside a literal ``self`` has the literal's fields and may have more: another layer can add some
and replace these.  A field's type is found when it is first asked for, so fields may refer to
each other in any order.
"""

from __future__ import annotations

from collections.abc import Callable

from confty.kit.suggest import nearest
from confty.languages.jsonnet.checker.engine import RULES_BY_NODE, Checker
from confty.languages.jsonnet.checker.expressions import (
    bind_variable,
    condition,
    open_clauses,
)
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.merging import merged
from confty.languages.jsonnet.checker.scope import Frame, Scope, Slot, Variable
from confty.languages.jsonnet.checker.tests import narrowing, proof_of, stripped
from confty.languages.jsonnet.codes import DUPLICATE_FIELD, METHOD_IN_COMPREHENSION, NO_SELF
from confty.languages.jsonnet.parser.nodes import Identifier, Node
from confty.languages.jsonnet.parser.syntax import (
    Dollar,
    Dot,
    Expression,
    If,
    InSuper,
    Null,
    ObjectAssert,
    ObjectComprehension,
    ObjectLocal,
    Self,
    String,
    SuperField,
    SuperIndex,
)
from confty.languages.jsonnet.parser.syntax import (
    Field as FieldNode,
)
from confty.languages.jsonnet.parser.syntax import (
    Object as ObjectNode,
)
from confty.languages.jsonnet.rules import (
    ANY,
    BOOLEAN,
    LATE,
    OBJECT,
    PLUS,
    RELATION,
    SHOWN,
    members,
    overridable,
)
from confty.types import (
    NULL,
    STRING,
    Field,
    Object,
    Type,
    field,
    gradual_union,
    narrow,
    object_of,
    union_of,
)

_KEY = union_of(NULL, STRING)


def field_name(node: FieldNode) -> str | None:
    """Return the name of a field that is written out, also as ``["name"]``."""
    key = node.key
    if isinstance(key, Identifier):
        return key.name
    inner = stripped(key)
    return inner.value if isinstance(inner, String) else None


def _object(check: Checker, node: ObjectNode) -> Type:
    return infer_object(check, node, None)


def infer_extension(check: Checker, node: ObjectNode, left: Type) -> Type:
    """Infer a literal that is laid over a value of type ``left``."""
    parts = [one for one in members(left) if isinstance(one, Object)]
    above = parts[0] if len(parts) == 1 and len(members(left)) == 1 else None
    found = infer_object(check, node, above)
    check.types[node] = found
    return found


def infer_object(check: Checker, node: ObjectNode, above: Object | None) -> Type:
    """Return the type of an object literal; ``above`` is what stands to its left."""
    frame = Frame(check.frame, above, Identifier(node.start, node.start + 1, "self"))
    computed: list[tuple[Slot, Type]] = []
    for member in node.members:
        if isinstance(member, FieldNode):
            _declare(check, frame, member, computed)
    scope = Scope(check.scope)
    outside = check.frame, check.scope
    check.frame, check.scope = frame, scope
    binds = [one.bind for one in node.members if isinstance(one, ObjectLocal)]
    declared = [bind_variable(check, bind, scope) for bind in binds]
    for variable in declared:
        scope.names[variable.name.name] = variable
    frame.infer = _reader(check, frame)
    for variable in declared:
        check.types[variable.name] = check.force(variable)
    for member in node.members:
        if isinstance(member, ObjectAssert):
            condition(check, member.test, member.test)
            if member.message is not None:
                check.infer(member.message)
                check.doubtful.append((member.message.start, member.message.end))
    for slot in (*frame.slots.values(), *[one for one, _ in computed]):
        read_slot(frame, slot)
    check.frame, check.scope = outside
    check.touched.discard(frame)
    check.unused(declared)
    return _finish(frame, computed)


def _declare(
    check: Checker, frame: Frame, member: FieldNode, computed: list[tuple[Slot, Type]]
) -> None:
    """Note a field; a computed name is outside of the object it names a field of."""
    slot = Slot(member)
    if member.computed:
        assert not isinstance(member.key, Identifier)
        found = check.infer(member.key)
        check.reached(member.key, found)
        check.want(member.key, found, _KEY)
    name = field_name(member)
    if name is None:
        computed.append((slot, ANY))
        return
    if member.computed and name in frame.slots:
        message = f"expected a new field, found `{name}` a second time"
        check.report(DUPLICATE_FIELD, member.key, message)
    frame.slots[name] = slot


def _reader(check: Checker, frame: Frame) -> Callable[[Slot], Type]:
    scope, narrowed = check.scope, check.narrowed

    def infer(slot: Slot) -> Type:
        before = check.scope, check.frame, check.narrowed, check.touched
        check.scope, check.frame, check.narrowed, check.touched = scope, frame, narrowed, set()
        try:
            found = _value(check, frame, slot.field)
        finally:
            slot.late = frame in check.touched
            inside = check.touched
            check.scope, check.frame, check.narrowed, check.touched = before
            check.touched |= inside
        return found

    return infer


def _value(check: Checker, frame: Frame, node: FieldNode) -> Type:
    key = node.key
    if isinstance(key, If) and (key.no is None or isinstance(stripped(key.no), Null)):
        # ``[if c then "name"]: value``: without a name there is no field, so c holds in the value.
        check.narrowed = narrowing(check, proof_of(check, key.test)[0])
    found: Type
    if node.parameters is not None:
        found = infer_function(check, node.parameters, node.value)
    elif node.plus and isinstance(stripped(node.value), ObjectNode):
        inner = stripped(node.value)
        assert isinstance(inner, ObjectNode)
        found = infer_extension(check, inner, _inherited(frame, field_name(node)))
        check.types[node.value] = found
    else:
        found = check.infer(node.value)
    check.types[node.key] = found
    return found


def _inherited(frame: Frame, name: str | None) -> Type:
    above = frame.above
    if isinstance(above, Object) and name is not None:
        known = above.by_name.get(name)
        if known is not None:
            return known.type
    return ANY


def read_slot(frame: Frame, slot: Slot) -> Type:
    """Return the type of a field, working it out now if need be."""
    if slot.type is None:
        if slot.busy or frame.infer is None:
            return ANY
        slot.busy = True
        slot.type = frame.infer(slot)
        slot.busy = False
    return slot.type


def _finish(frame: Frame, computed: list[tuple[Slot, Type]]) -> Object:
    fields: list[Field] = []
    for name, slot in frame.slots.items():
        node = slot.field
        marks = (LATE if slot.late else 0) | (PLUS if node.plus else 0)
        if node.visibility == ":::":
            marks |= SHOWN
        hidden = node.visibility == "::"
        fields.append(field(name, slot.type or ANY, hidden=hidden, marks=marks))
    rest: Type | None = None
    if computed:
        parts = [ANY if one.late or one.field.plus else one.type or ANY for one, _ in computed]
        rest = gradual_union(*parts)
    made = object_of(fields, rest)
    frame.own = made
    return made


def self_type(frame: Frame) -> Type | None:
    """Return what ``self`` is in a literal: its fields, those to its left, and perhaps more."""
    own = frame.own
    if not isinstance(own, Object):
        return None
    from confty.languages.jsonnet.checker.operators import sum_of

    whole = own
    if isinstance(frame.above, Object):
        whole = merged(frame.above, own, sum_of)
    return overridable(whole)


def _frame_for(check: Checker, node: Expression, word: str) -> Frame | None:
    if check.frame is None:
        check.report(NO_SELF, node, f"expected an object around `{word}`")
        return None
    return check.frame


def _self(check: Checker, node: Self) -> Type:
    frame = _frame_for(check, node, "self")
    return ANY if frame is None else whole_self(check, frame, node)


def _dollar(check: Checker, node: Dollar) -> Type:
    frame = _frame_for(check, node, "$")
    return ANY if frame is None else whole_self(check, frame.root(), node)


def whole_self(check: Checker, frame: Frame, node: Expression) -> Type:
    """Return the type of ``self``; of fields still being worked out nothing is known."""
    check.touched.add(frame)
    check.frames[node] = frame
    known = check.narrowed.get(frame.itself)
    if known is not None:
        return known
    return OBJECT


def read_self(check: Checker, frame: Frame, name: str) -> Type | None:
    """Return the type of ``self.name``, None where the literal knows no such field."""
    check.touched.add(frame)
    found: Type | None = None
    slot = frame.slots.get(name)
    if slot is not None:
        found = read_slot(frame, slot)
        if slot.field.plus:
            below = _inherited(frame, name)
            from confty.languages.jsonnet.checker.operators import sum_of

            found = sum_of(below, found)
    elif isinstance(frame.above, Object):
        known = frame.above.by_name.get(name)
        found = None if known is None else ANY if known.marks & LATE else known.type
    found = None if found is None else overridable(found)
    narrowed = check.narrowed.get(frame.itself)
    if isinstance(narrowed, Object) and name in narrowed.by_name:
        learnt = narrowed.by_name[name].type
        return learnt if found is None or found is ANY else narrow(found, learnt, RELATION)
    return found


def _super_field(check: Checker, node: SuperField) -> Type:
    frame = _frame_for(check, node, "super")
    if frame is None:
        return ANY
    check.touched.add(frame)
    return _read_super(frame, node.field.name)


def _read_super(frame: Frame, name: str) -> Type:
    if isinstance(frame.above, Object):
        known = frame.above.by_name.get(name)
        if known is not None and not known.marks & (LATE | PLUS):
            return known.type
    return ANY


def _super_index(check: Checker, node: SuperIndex) -> Type:
    frame = _frame_for(check, node, "super")
    found = check.infer(node.index)
    check.want(node.index, found, STRING)
    if frame is None:
        return ANY
    check.touched.add(frame)
    inner = stripped(node.index)
    return _read_super(frame, inner.value) if isinstance(inner, String) else ANY


def _in_super(check: Checker, node: InSuper) -> Type:
    frame = _frame_for(check, node, "super")
    if frame is not None:
        check.touched.add(frame)
    check.want(node.key, check.infer(node.key), STRING)
    return BOOLEAN


def _comprehension(check: Checker, node: ObjectComprehension) -> Type:
    """Keys are outside of the object, values and locals inside; loops are around both."""
    before = check.scope, check.frame, check.narrowed, check.idle
    declared = open_clauses(check, node.clauses)
    key = node.field.key
    assert not isinstance(key, Identifier)
    found = check.infer(key)
    check.reached(key, found)
    check.want(key, found, _KEY)
    frame = Frame(check.frame, None, Identifier(node.start, node.start + 1, "self"))
    scope = Scope(check.scope)
    check.scope, check.frame = scope, frame
    binds = [one.bind for one in node.members if isinstance(one, ObjectLocal)]
    variables: list[Variable] = [bind_variable(check, bind, scope) for bind in binds]
    for variable in variables:
        scope.names[variable.name.name] = variable
    frame.infer = _reader(check, frame)
    for variable in variables:
        check.types[variable.name] = check.force(variable)
    slot = Slot(node.field)
    if node.field.parameters is not None:
        _method(check, node.field)
    value = read_slot(frame, slot)
    check.scope, check.frame, check.narrowed, check.idle = before
    check.touched.discard(frame)
    check.unused([*declared, *variables])
    return object_of((), ANY if slot.late or node.field.plus else value)


def _method(check: Checker, node: FieldNode) -> None:
    start = node.key.end + 1
    parameters = node.parameters or []
    end = (parameters[-1].end if parameters else start + 1) + 1
    place = Identifier(start, end, "")
    message = "expected a plain field in an object comprehension, found a method"
    check.report(METHOD_IN_COMPREHENSION, place, message)
    check.quiet.update(one.name for one in parameters)


def suggest_field(check: Checker, place: Node, name: str, known: list[str]) -> None:
    """Add the field that was probably meant to the last finding."""
    near = nearest(name, known)
    if near is None:
        return
    if isinstance(place, Dot) and near.isidentifier():
        check.add_guess(place.field, near)
    else:
        check.add_help(f"did you mean `{near}`?")


RULES_BY_NODE.update(
    {
        ObjectNode: _object,
        ObjectComprehension: _comprehension,
        Self: _self,
        Dollar: _dollar,
        SuperField: _super_field,
        SuperIndex: _super_index,
        InSuper: _in_super,
    }
)
