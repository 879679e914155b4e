"""What a program on the official Python SDK (3.272) sees of wire data.

It sees less than we do: a secret anywhere in a property makes all of the property secret, nulls
disappear from maps, an unknown outside of a preview reads as null.  Who generates Python programs,
or tests against them, needs to know; nothing else of confty looks at values this way.
"""

from __future__ import annotations

from typing import Any

from confty.records import Record
from confty.values import signatures as sign
from confty.values.failures import ValueProblem
from confty.values.labels import Labelled, Unknown, label
from confty.values.references import ResourceReference
from confty.values.wire import special


def seen_properties(
    wire: dict[str, Any],
    *,
    preview: bool = False,
    keep_unknowns: bool = False,
    keep_internal: bool = True,
) -> object:
    """Read properties as the SDK does; an Output that it makes comes as a ``SeenOutput``.

    The SDK looks for a signature at the top too, so the result need not be a map.
    """
    return _Reader(preview=preview, unknowns=keep_unknowns, internal=keep_internal).fields(wire)


class SeenOutput(metaclass=Record):
    """An Output that the SDK makes of an output value."""

    value: object
    known: bool
    secret: bool
    dependencies: frozenset[str]

    def __repr__(self) -> str:
        return "SeenOutput([secret])" if self.secret else f"SeenOutput({self.value!r})"


def _raised(container: object) -> object:
    """A secret element makes its container secret, and is bare inside of it."""
    items: list[object] = []
    if isinstance(container, dict):
        items = list(container.values())
    elif isinstance(container, list):
        items = container
    if not any(isinstance(item, Labelled) for item in items):
        return container
    if isinstance(container, dict):
        return label({key: _bare(item) for key, item in container.items()}, secret=True)
    return label([_bare(item) for item in items], secret=True)


def _bare(item: object) -> object:
    return item.value if isinstance(item, Labelled) else item


class _Reader:
    """One reading, with the arguments of the SDK's own."""

    __slots__ = ("internal", "preview", "unknowns")

    def __init__(self, *, preview: bool, unknowns: bool = False, internal: bool = True) -> None:
        self.preview = preview
        self.unknowns = unknowns
        self.internal = internal

    def value(self, wire: object) -> object:
        if wire == sign.UNKNOWN_STRING:
            return self._unknown()
        if isinstance(wire, list):
            return _raised([self.value(item) for item in wire])
        if isinstance(wire, dict):
            return _raised(self.fields(wire))
        return wire

    def fields(self, wire: dict[str, object]) -> object:
        if sign.KEY in wire:
            return self._special(wire)
        result = {key: self.value(item) for key, item in wire.items() if self._keeps(key)}
        return {key: item for key, item in result.items() if item is not None}

    def _keeps(self, key: str) -> bool:
        # What dynamic providers of Python keep themselves under is never dropped.
        return self.internal or not key.startswith("__") or key == "__provider"

    def _unknown(self) -> Unknown | None:
        return Unknown() if self.preview or self.unknowns else None

    def _special(self, wire: dict[str, Any]) -> object:
        signature = wire[sign.KEY]
        # What was asked for is not asked inside of a special value.
        inside = _Reader(preview=self.preview)
        if signature == sign.SECRET:
            inner = inside.value(wire["value"])
            return inner if isinstance(inner, Labelled) else Labelled(inner, secret=True)
        if signature == sign.OUTPUT:
            inner = inside.value(wire.get("value"))
            names = frozenset(wire.get("dependencies") or ())
            return SeenOutput(inner, "value" in wire, wire.get("secret") is True, names)
        if signature == sign.REFERENCE:
            reference = special(dict(wire))
            assert isinstance(reference, ResourceReference)
            found = reference.plain()
            unknown = isinstance(found, Unknown) or found == sign.UNKNOWN_STRING
            return self._unknown() if unknown else found
        return _blob(wire, inside)


def _blob(wire: dict[str, object], inside: _Reader) -> object:
    sources = (
        {"text", "path", "uri"} if wire[sign.KEY] == sign.ASSET else {"assets", "path", "uri"}
    )
    if wire[sign.KEY] not in {sign.ASSET, sign.ARCHIVE}:
        raise ValueProblem("the SDK does not know this signature")
    if not sources & wire.keys():
        raise ValueProblem("the SDK does not take an asset without contents")
    fields = {key: item for key, item in wire.items() if key != "hash"}
    if "assets" in fields:
        fields = {sign.KEY: fields[sign.KEY], "assets": inside.value(fields["assets"])}
    return special(fields)
