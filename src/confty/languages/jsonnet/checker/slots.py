"""The fields of a literal and the type that they make, while types of some are not known."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import rules
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.origins import LayeredObject
from confty.languages.jsonnet.checker.scope import ObjectScope, UnfinishedField
from confty.languages.jsonnet.checker.sums import remembered, sum_or_none
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final


def read_slot(check: Checker, frame: ObjectScope, slot: UnfinishedField) -> types.Type:
    """Return the type of a field, working it out now if need be."""
    if slot.type is None:
        if slot.busy or frame.infer is None:
            return rules.ANY
        slot.busy = True
        try:
            if frame.close:
                slot.type = _of_slot(frame, slot)
            else:
                slot.type = check.in_general(lambda: _of_slot(frame, slot))
        finally:
            # Whoever breaks off here may not be the last who asks.
            slot.busy = False
    return slot.type


def _of_slot(frame: ObjectScope, slot: UnfinishedField) -> types.Type:
    assert frame.infer is not None
    return frame.infer(slot)


def read_waiting(check: Checker) -> None:
    """Looks out the fields that could wait, for those who look at every place of a file."""
    read_uncalled(check)
    while check.waiting:
        read_slot(check, *check.waiting.pop())


def read_uncalled(check: Checker) -> None:
    """Looks out the functions that could wait."""
    while check.uncalled:
        read_slot(check, *check.uncalled.pop())


class Waiting(metaclass=Record):
    """A field whose type nobody has asked for yet, and how deep that nests at most."""

    check: Final[Checker]
    frame: Final[ObjectScope]
    slot: Final[UnfinishedField]
    depth: Final[int]

    def __call__(self) -> types.Type:
        """Find it."""
        return read_slot(self.check, self.frame, self.slot)


class _Pending(metaclass=Record):
    """A field whose type is known, but not what is in it."""

    type: Final[types.Object]
    depth: Final[int]

    def __call__(self) -> types.Type:
        return self.type


class _Forgetful(metaclass=Record):
    """The type of a field without memories of how it was made."""

    find: Final[Waiting | _Pending]

    def __call__(self) -> types.Type:
        return types.plain(self.find())


class _Literal(metaclass=Record):
    """A literal of whose fields some have types that nobody has asked for."""

    by_name: Final[dict[str, types.Field]]

    def plain(self) -> types.Object:
        """Find them all."""
        fields = self.by_name.values()
        return types.object_of([types.retyped(one, one.type, optional=False) for one in fields])


def close_literal(
    layer: Layer,
    frame: ObjectScope,
    computed: list[UnfinishedField],
    waiting: Mapping[str, Waiting],
    *,
    patient: bool,
) -> types.Object:
    """Return the type of a literal whose fields are read, but for those that wait.

    Who is ``patient`` does not look into what is worked out later.
    """
    fields: dict[str, types.Field] = {}
    depth = 0
    for name in sorted(frame.slots):
        slot = frame.slots[name]
        hidden, marks = slot.field.visibility == "::", _marks(layer.check, slot)
        find = waiting.get(name) or (_pending(slot.type) if patient else None)
        if find is None:
            type_ = types.plain(slot.type or rules.ANY)
            fields[name] = types.field(name, type_, hidden=hidden, marks=marks)
        else:
            fields[name] = types.LateField(name, _Forgetful(find), hidden=hidden, marks=marks)
            depth = max(depth, find.depth)
    if not depth or computed:
        layer.own = frame.own = made = types.object_of(fields.values(), _rest(computed))
        return remembered(made, LayeredObject((layer,), sum_or_none))
    instance = LayeredObject((layer,), sum_or_none)
    known = [one.type.depth for one in fields.values() if not isinstance(one, types.LateField)]
    depth = 1 + max(depth, *known, 0)
    made = types.originated_later(_Literal(fields), depth, instance, fields)
    instance.type = layer.own = frame.own = made
    return made


def _marks(check: Checker, slot: UnfinishedField) -> int:
    node = slot.field
    marks = (rules.LATE if slot.late else 0) | (rules.PLUS if node.plus else 0)
    if node.visibility == ":::":
        marks |= rules.SHOWN
    return marks | rules.DECLARED if node in check.annotations else marks


def _pending(type_: types.Type | None) -> _Pending | None:
    """Return how to look into a type that is worked out later."""
    if not isinstance(type_, types.Object) or type_.pending is None:
        return None
    return _Pending(type_, type_.depth) if type_.depth < types.MAX_DEPTH else None


def _rest(computed: list[UnfinishedField]) -> types.Type | None:
    """Return what is known of the fields whose names are worked out."""
    if not computed:
        return None
    parts = [
        rules.ANY if one.late or one.field.plus else one.type or rules.ANY for one in computed
    ]
    return types.plain(types.gradual_union(*parts))


def again(known: types.Object, layer: Layer) -> types.Object:
    """Return the type of a literal that is met in a closer look, knowing its general type."""
    instance = LayeredObject((layer,), sum_or_none)
    if isinstance(known.pending, _Literal):
        fields = known.by_name
        instance.type = types.originated_later(known.pending, known.depth, instance, fields)
        return instance.type
    layer.own = known.plain or known
    return remembered(layer.own, instance)
