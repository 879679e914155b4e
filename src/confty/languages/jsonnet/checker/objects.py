"""Objects: literals, comprehensions, ``self``, ``super`` and ``$``.

Inside a literal ``self`` has the literal's fields and may have more: another layer can add some
and replace these.  A field's type is found when it is first asked for, so fields may refer to
each other in any order.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes, rules
from confty.languages.jsonnet.checker.annotations import held
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.conditions import narrowing, proof_of
from confty.languages.jsonnet.checker.expressions import condition, open_binds
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.harmless import nesting
from confty.languages.jsonnet.checker.layers import Layer, LiteralReading
from confty.languages.jsonnet.checker.misspelt import near_below
from confty.languages.jsonnet.checker.origins import instance_in
from confty.languages.jsonnet.checker.scope import (
    Above,
    Doubt,
    ObjectScope,
    Scope,
    UnfinishedField,
    Variable,
)
from confty.languages.jsonnet.checker.slots import Waiting, again, close_literal, read_slot
from confty.languages.jsonnet.checker.sums import field_of, merged, overridable, sum_of
from confty.languages.jsonnet.checker.written import DOCUMENTS, field_name, is_data, stripped
from confty.languages.jsonnet.parser import syntax
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

_KEY = types.union_of(types.NULL, types.STRING)
_EMPTY = types.object_of(())


def infer_extension(check: Checker, node: syntax.Object, left: types.Type) -> types.Type:
    """Infer a literal that is laid over a value of type ``left``."""
    found = infer_object(check, node, _one_object(left))
    check.types[node] = found
    return found


def _one_object(type_: types.Type) -> types.Object | None:
    return type_ if isinstance(type_, types.Object) else None


def infer_object(check: Checker, node: syntax.Object, above: Above = None) -> types.Type:
    """Return the type of an object literal; ``above`` is what stands to its left."""
    known = check.general(node) if check.close else None
    if isinstance(known, types.Object):
        return _again(check, node, known)
    layer = Layer(check, node, _EMPTY, READING)
    layer.whole = False
    frame = ObjectScope(check.frame, above, syntax.Identifier(node.start, node.start + 1, "self"))
    frame.close = check.close
    computed: list[UnfinishedField] = []
    for member in node.members:
        if isinstance(member, syntax.Field):
            _declare(check, frame, member, computed)
    outside = check.frame, check.scope
    declared = enter_object(check, frame, node.members)
    for member in node.members:
        if isinstance(member, syntax.ObjectAssert):
            condition(check, member.test, member.test)
            if member.message is not None:
                check.infer(member.message)
                check.doubtful.append((member.message.start, member.message.end))
    patient = _is_patient(check)
    waiting: dict[str, Waiting] = {}
    for name, slot in frame.slots.items():
        if name[:1] == DOCUMENTS and _can_wait(check, slot.field):
            # Three of four objects of a generated library, which hardly anybody ever reads.
            check.waiting.append((frame, slot))
        elif patient and slot.type is None and (depth := nesting(slot.field)) is not None:
            check.uncalled.append((frame, slot))
            waiting[name] = Waiting(check, frame, slot, depth)
        else:
            read_slot(check, frame, slot)
    for slot in computed:
        read_slot(check, frame, slot)
    check.frame, check.scope = outside
    check.touched.discard(frame)
    check.unused(declared)
    made = close_literal(layer, frame, computed, waiting, patient=patient)
    layer.whole = True
    layer.known = {
        name: slot.type
        for name, slot in frame.slots.items()
        if slot.type is not None and not slot.late
    }
    layer.waiting = waiting
    return made


def _is_patient(check: Checker) -> bool:
    """Whether what a literal holds may wait: in a function's body it is asked for right away."""
    if check.close or check.in_functions or check.annotations:
        return False
    return check.scope.find(check.standard.name.name) is check.standard


def _can_wait(check: Checker, node: syntax.Field) -> bool:
    """Whether nothing can be wrong with a field, whatever its type is."""
    return node.parameters is None and node not in check.annotations and is_data(node.value)


def _again(check: Checker, node: syntax.Object, known: types.Object) -> types.Type:
    """Meet a literal in a closer look: its fields are looked at when they are read."""
    for member in node.members:
        if isinstance(member, syntax.Field) and not isinstance(member.key, syntax.Identifier):
            check.want(member.key, check.infer(member.key), _KEY)
    return again(known, Layer(check, node, known, READING))


def _open_layer(check: Checker, frame: ObjectScope, layer: Layer) -> Scope:
    """Open the locals of a literal in a frame of its own."""
    before = check.scope, check.frame
    check.scope, check.frame = layer.around.scope, frame
    open_binds(
        check, [one.bind for one in layer.node.members if isinstance(one, syntax.ObjectLocal)]
    )
    found = check.scope
    check.scope, check.frame = before
    assert isinstance(found, Scope)
    return found


def enter_object(
    check: Checker, frame: ObjectScope, inside: Sequence[syntax.Member]
) -> list[Variable]:
    """Step into an object with its locals; the caller restores frame and scope."""
    check.frame = frame
    declared = open_binds(
        check, [one.bind for one in inside if isinstance(one, syntax.ObjectLocal)]
    )
    frame.infer = _Reader(check, frame)
    for variable in () if check.close else declared:
        check.types[variable.name] = check.force(variable)
    return declared


def _declare(
    check: Checker, frame: ObjectScope, member: syntax.Field, computed: list[UnfinishedField]
) -> None:
    """Note a field; a computed name is outside of the object it names a field of."""
    slot = UnfinishedField(member)
    if member.computed:
        assert not isinstance(member.key, syntax.Identifier)
        found = check.infer(member.key)
        check.reached(member.key, found)
        check.want(member.key, found, _KEY)
    name = field_name(member)
    if name is None:
        computed.append(slot)
        return
    if member.computed and name in frame.slots:
        message = f"expected a new field, found `{name}` a second time"
        check.report(codes.DUPLICATE_FIELD, member.key, message)
    frame.slots[name] = slot


class _Reader:
    """Infers a field of a literal in the literal's surroundings, whenever somebody asks."""

    __slots__ = ("check", "frame", "narrowed", "scope", "unsure")

    def __init__(self, check: Checker, frame: ObjectScope) -> None:
        self.check: Final = check
        self.frame: Final = frame
        self.scope: Final = check.scope
        self.narrowed: Final = check.narrowed
        self.unsure: Final = check.unsure

    def __call__(self, slot: UnfinishedField) -> types.Type:
        check, frame = self.check, self.frame
        before = check.scope, check.frame, check.narrowed, check.touched
        unsure = check.unsure
        check.scope, check.frame, check.unsure = self.scope, frame, self.unsure
        check.narrowed, check.touched = self.narrowed, set()
        try:
            plus = slot.field.plus
            above = _Inherited(frame, field_name(slot.field)) if plus else None
            found = _value(check, slot.field, above)
        finally:
            slot.late = frame in check.touched
            inside = check.touched
            check.scope, check.frame, check.narrowed, check.touched = before
            check.unsure = unsure
            check.touched |= inside
        return found


class _Inherited(metaclass=Record):
    """The object that a field is added to; finding it may be much work, and few ask for it."""

    frame: Final[ObjectScope]
    name: Final[str | None]

    def __call__(self) -> types.Object | None:
        return _one_object(_inherited(self.frame, self.name))


def _field(check: Checker, node: syntax.Field, inherited: types.Type) -> types.Type:
    """Infer a field of a literal in a closer look, which knows what stands to its left."""
    return _value(check, node, _one_object(inherited))


def _value(check: Checker, node: syntax.Field, above: Above) -> types.Type:
    """Infer a field of a literal, knowing what stands to its left."""
    key = node.key
    if isinstance(key, syntax.If) and (
        key.no is None or isinstance(stripped(key.no), syntax.Null)
    ):
        # ``[if c then "name"]: value``: without a name there is no field, so c holds in the value.
        check.narrowed = narrowing(check, proof_of(check, key.test).held)
        check.unsure = Doubt(check.unsure, key.test)
    found: types.Type
    method = stripped(node.value)
    if node.parameters is not None or isinstance(method, syntax.Function):
        # Callers give these by place, so that one may well be there for the others' sake.
        given = method.parameters if isinstance(method, syntax.Function) else []
        check.quiet.update([one.name for one in (*(node.parameters or ()), *given)])
    annotation = check.annotations.get(node)
    if annotation is not None:
        found = held(check, annotation, node.parameters, node.value)
    elif node.parameters is not None:
        found = infer_function(check, node.parameters, node.value)
    elif node.plus and isinstance(stripped(node.value), syntax.Object):
        inner = stripped(node.value)
        assert isinstance(inner, syntax.Object)
        found = infer_object(check, inner, above)
        check.types[inner] = check.types[node.value] = found
    else:
        found = check.infer(node.value)
    check.types[node.key] = found
    return found


def _inherited(frame: ObjectScope, name: str | None) -> types.Type:
    above = frame.above
    if isinstance(above, types.Object) and name is not None:
        known = field_of(above, name)
        if known is not None:
            return known.type
    return rules.ANY


def self_type(frame: ObjectScope) -> types.Type | None:
    """Return what ``self`` is in a literal: its fields, those to its left, and perhaps more."""
    own = frame.own
    if not isinstance(own, types.Object):
        return None
    whole = own
    if isinstance(frame.above, types.Object):
        whole = merged(frame.above, own)
    return overridable(whole)


def _frame_for(check: Checker, node: syntax.Expression, word: str) -> ObjectScope | None:
    if check.frame is None:
        check.report(codes.NO_SELF, node, f"expected an object around `{word}`")
        return None
    return check.frame


def infer_self(check: Checker, node: syntax.Self) -> types.Type:
    """Infer ``self`` as a whole."""
    frame = _frame_for(check, node, "self")
    return rules.ANY if frame is None else whole_self(check, frame, node)


def infer_dollar(check: Checker, node: syntax.Dollar) -> types.Type:
    """Infer ``$``, the outermost object."""
    frame = _frame_for(check, node, "$")
    return rules.ANY if frame is None else whole_self(check, frame.root(), node)


def whole_self(check: Checker, frame: ObjectScope, node: syntax.Expression) -> types.Type:
    """Return the type of ``self``; of fields still being worked out nothing is known."""
    check.touched.add(frame)
    check.frames[node] = frame
    known = check.narrowed.get(frame.itself)
    if known is not None:
        return known
    instance = instance_in(frame)
    return rules.OBJECT if instance is None else instance.type


def read_self(check: Checker, frame: ObjectScope, name: str) -> types.Type | None:
    """Return the type of ``self.name``, None where the literal knows no such field."""
    check.touched.add(frame)
    instance = instance_in(frame)
    if instance is not None:
        known = check.narrowed.get(frame.itself)
        return None if known is not None else instance.read(check, name)
    found: types.Type | None = None
    slot = frame.slots.get(name)
    if slot is not None and slot.field in check.annotations:
        return read_slot(check, frame, slot)
    if slot is not None:
        found = read_slot(check, frame, slot)
        if slot.field.plus:
            below = _inherited(frame, name)
            found = sum_of(below, found)
    elif isinstance(frame.above, types.Object):
        there = field_of(frame.above, name)
        found = None if there is None else rules.ANY if there.marks & rules.LATE else there.type
    found = None if found is None else overridable(found)
    narrowed = check.narrowed.get(frame.itself)
    if isinstance(narrowed, types.Object) and name in narrowed.by_name:
        learnt = narrowed.by_name[name].type
        return (
            learnt
            if found is None or found is rules.ANY
            else overridable(types.narrow(found, learnt, rules.RELATION))
        )
    return found


def infer_super_field(check: Checker, node: syntax.SuperField) -> types.Type:
    """Infer ``super.f`` from what stands to the left."""
    frame = _frame_for(check, node, "super")
    if frame is None:
        return rules.ANY
    check.touched.add(frame)
    return _read_super(check, frame, node, node.field.name)


def _read_super(
    check: Checker, frame: ObjectScope, node: syntax.Expression, name: str
) -> types.Type:
    instance = instance_in(frame)
    if instance is not None:
        found = instance.read(check, name, frame.place)
        message = f"there is no field `{name}` to the left"
        if found is None and check.report(codes.NO_SUCH_FIELD, node, message):
            near, declared = near_below(check, instance, frame.place, name)
            if near is not None:
                check.findings.amend(check.findings.last.noted(*declared))
                check.add_help(f"did you mean `{near}`?")
        return rules.ANY if found is None else found
    if isinstance(frame.above, types.Object):
        known = field_of(frame.above, name)
        if known is not None and not known.marks & (rules.LATE | rules.PLUS):
            return known.type
    return rules.ANY


def infer_super_index(check: Checker, node: syntax.SuperIndex) -> types.Type:
    """Infer ``super[e]``, known only for a name that is written out."""
    frame = _frame_for(check, node, "super")
    found = check.infer(node.index)
    check.want(node.index, found, types.STRING)
    if frame is None:
        return rules.ANY
    check.touched.add(frame)
    inner = stripped(node.index)
    return (
        _read_super(check, frame, node, inner.value)
        if isinstance(inner, syntax.String)
        else rules.ANY
    )


def infer_in_super(check: Checker, node: syntax.InSuper) -> types.Type:
    """Infer ``e in super``."""
    frame = _frame_for(check, node, "super")
    if frame is not None:
        check.touched.add(frame)
    check.want(node.key, check.infer(node.key), types.STRING)
    key = stripped(node.key)
    instance = None if frame is None else instance_in(frame)
    if frame is None or instance is None or not isinstance(key, syntax.String):
        return rules.BOOLEAN
    there = instance.has(key.value, frame.place)
    return rules.BOOLEAN if there is None else types.TRUE if there else types.FALSE


READING = LiteralReading(_open_layer, _field)
