"""Changes that are offered at a place, beyond the fixes of findings."""

from __future__ import annotations

from confty.kit.sights import Action
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.mending import mended
from confty.languages.jsonnet.insight.reshaping import reshaped


def actions_at(ground: Ground, start: int, end: int) -> list[Action]:
    """Return what may be done about a stretch of text: mend findings first, then reshape."""
    found = [*mended(ground, start, end), *reshaped(ground, start, end)]
    known: dict[str, Action] = {}
    for one in found:
        known.setdefault(one.title, one)
    return list(known.values())
