"""What a program on the official Python SDK (3.272) sees of wire data.

It sees less than we do: a secret anywhere in a property makes all of the property secret, nulls
disappear from maps, an unknown outside of a preview reads as null.  Who generates Python programs,
or tests against them, needs to know; nothing else of confty looks at values this way.
"""

from __future__ import annotations

from typing import Any

from confty.values import signatures as sign
from confty.values.failures import ValueProblem
from confty.values.labels import Labelled, Unknown, label
from confty.values.references import ResourceReference
from confty.values.wire import special


def seen_properties(
    wire: dict[str, Any], *, preview: bool = False, keep_unknowns: bool = False
) -> object:
    """Read properties as the SDK does; an Output that it makes comes as a ``SeenOutput``.

    The SDK looks for a signature at the top too, so the result need not be a map.
    """
    return _fields(wire, preview=preview, keep=keep_unknowns)


class SeenOutput:
    """An Output that the SDK makes of an output value."""

    __slots__ = ("dependencies", "known", "secret", "value")

    def __init__(
        self, value: object, known: bool, secret: bool, dependencies: frozenset[str]
    ) -> None:
        self.value = value
        self.known = known
        self.secret = secret
        self.dependencies = dependencies

    def __repr__(self) -> str:
        return "SeenOutput([secret])" if self.secret else f"SeenOutput({self.value!r})"


def _value(wire: Any, *, preview: bool, keep: bool) -> object:
    if wire == sign.UNKNOWN_STRING:
        return Unknown() if preview or keep else None
    if isinstance(wire, list):
        return _raised([_value(item, preview=preview, keep=keep) for item in wire])
    if isinstance(wire, dict):
        return _raised(_fields(wire, preview=preview, keep=keep))
    return wire


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


def _fields(wire: dict[str, Any], *, preview: bool, keep: bool) -> object:
    signature = wire.get(sign.KEY)
    if sign.KEY not in wire:
        result = {key: _value(item, preview=preview, keep=keep) for key, item in wire.items()}
        return {key: item for key, item in result.items() if item is not None}
    if signature == sign.SECRET:
        # What was asked about unknowns is not asked inside of a secret.
        inner = _value(wire["value"], preview=preview, keep=False)
        return inner if isinstance(inner, Labelled) else Labelled(inner, secret=True)
    if signature == sign.OUTPUT:
        inner = _value(wire.get("value"), preview=preview, keep=False)
        names = frozenset(wire.get("dependencies") or ())
        return SeenOutput(inner, "value" in wire, wire.get("secret") is True, names)
    if signature == sign.REFERENCE:
        reference = special(dict(wire))
        assert isinstance(reference, ResourceReference)
        found = reference.plain()
        if isinstance(found, Unknown) or found == sign.UNKNOWN_STRING:
            return Unknown() if preview or keep else None
        return found
    return _blob(wire, preview=preview)


def _blob(wire: dict[str, Any], *, preview: bool) -> object:
    sources = (
        {"text", "path", "uri"} if wire[sign.KEY] == sign.ASSET else {"assets", "path", "uri"}
    )
    if wire[sign.KEY] not in {sign.ASSET, sign.ARCHIVE}:
        raise ValueProblem("the SDK does not know this signature")
    if not sources & wire.keys():
        raise ValueProblem("the SDK does not take an asset without contents")
    fields = {key: item for key, item in wire.items() if key != "hash"}
    if "assets" in fields:
        fields = {sign.KEY: fields[sign.KEY], "assets": fields["assets"]}
        fields["assets"] = _value(fields["assets"], preview=preview, keep=False)
    return special(fields)
