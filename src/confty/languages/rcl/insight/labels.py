"""Which values are secret or not known yet, and because of which input."""

from __future__ import annotations

from confty.languages.rcl.inputs import NAME
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.walk import walk
from confty.types import ListOf, MapOf, Object, SetOf, unfold

_LOOKED_AT = 2000


def labels_of(ground: Ground, node: syntax.Expr, links: int | None = None) -> tuple[str, ...]:
    """Return sentences about the labelled inputs that a value is made of."""
    if not ground.labels:
        return ()
    found: dict[str, str] = {}
    seen: set[syntax.Node] = set()
    waiting: list[syntax.Node] = [node]
    if isinstance(node, syntax.Chain) and links is not None:
        waiting = [node.base, *node.links[:links]]
        _read(ground, node, found)
    looked = 0
    while waiting and looked < _LOOKED_AT:
        for step in walk(waiting.pop()):
            looked += 1
            if isinstance(step, syntax.Chain):
                _read(ground, step, found)
            elif isinstance(step, syntax.Name) and step not in seen:
                seen.add(step)
                binding = ground.checked.uses.get(step) or ground.checked.binders.get(step)
                value = None if binding is None else ground.checked.values.get(binding)
                if value is not None and value not in seen:
                    seen.add(value)
                    waiting.append(value)
    holds = _holds(ground, node, links)
    return tuple([_told(name, form, holds=holds) for name, form in found.items()])


def _read(ground: Ground, node: syntax.Chain, found: dict[str, str]) -> None:
    """Note the labelled input that a chain reads."""
    first, base = node.links[0], node.base
    if not isinstance(base, syntax.Name) or not isinstance(first, syntax.Field):
        return
    binding = ground.checked.uses.get(base)
    if base.text != NAME or binding is None or binding.node is not None:
        return
    form = ground.labels.get(first.name.text)
    if form is not None:
        found[first.name.text] = form


def _holds(ground: Ground, node: syntax.Expr, links: int | None) -> bool:
    """Whether a value is made of parts, of which only some may be labelled."""
    place: syntax.Node = node
    if isinstance(node, syntax.Chain) and links:
        place = node.links[links - 1]
    known = ground.checked.types.get(place)
    inside = None if known is None else unfold(known)
    return isinstance(inside, Object | MapOf | ListOf | SetOf)


def _told(name: str, form: str, *, holds: bool) -> str:
    if form == "secret":
        what = "holds a secret" if holds else "secret"
        return f"{what}: it comes from the input {NAME}.{name}"
    what = "holds what is not known yet" if holds else "unknown"
    return f"{what}: the input {NAME}.{name} is given later"
