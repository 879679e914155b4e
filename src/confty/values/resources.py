"""The properties of a resource as a program sees them: labelled, and known or not for a reason.

In an update a property is what the engine answered, else what was sent, else null.  In a preview
nobody has made the resource yet: what the engine does not say is unknown, and what was sent does
not stand in for it, because a provider may change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from confty.values.labels import NO_DEPENDENCIES, Labelled, Step, label, unknown
from confty.values.references import ResourceReference


class Resource:
    """A registered resource: who it is, and its properties as labelled trees."""

    __slots__ = ("id", "properties", "reference", "urn")

    def __init__(self, urn: str, found: object, properties: dict[str, object]) -> None:
        self.urn = urn
        self.id = found
        self.properties = properties
        bare = found.value if isinstance(found, Labelled) else found
        self.reference = ResourceReference(urn, bare)  # type: ignore[arg-type]  # str or Unknown


def registered(  # noqa: PLR0913  the parts of an engine's answer
    urn: str,
    id: str | None,  # noqa: A002  the engine calls it so
    inputs: Mapping[str, object],
    outputs: Mapping[str, object],
    *,
    names: Iterable[str],
    preview: bool,
    dependencies: Mapping[str, Iterable[str]] | None = None,
    place: object = None,
) -> Resource:
    """Make the resource that an engine's answer describes.

    ``id`` is None for a component and empty while unknown.  ``names`` are the properties that the
    resource's type has.  ``dependencies`` are those the engine lists for a property; the resource
    itself always is one.
    """
    result: dict[str, object] = {}
    for name in sorted({*names, *outputs}):
        listed = frozenset((dependencies or {}).get(name, ())) | {urn}
        what = f"the property {name} of {urn}"
        value = outputs.get(name)
        if preview and value is None:
            result[name] = _missing(what, place, listed)
            continue
        if name not in outputs:
            value = inputs.get(name)
        step = Step(what, place, (), listed)
        result[name] = label(value, dependencies=listed, origins=(step,))
    return Resource(urn, _identity(urn, id, place), result)


def _missing(what: str, place: object, dependencies: frozenset[str]) -> Labelled:
    return unknown(
        f"{what}, which is not known before the update", place, dependencies=dependencies
    )


def _identity(urn: str, found: str | None, place: object) -> object:
    if found is None:
        return None
    what = f"the id of {urn}"
    if not found:
        return _missing(what, place, frozenset({urn}))
    step = Step(what, place, (), frozenset({urn}))
    return Labelled(found, dependencies=NO_DEPENDENCIES | {urn}, origins=(step,))
