"""Changes that are offered at a place, beyond the fixes of findings."""

from __future__ import annotations

from confty.kit.sights import Action
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.mending import mended
from confty.languages.jsonnet.insight.reshaping import reshaped


def actions_at(ground: Ground, start: int, end: int) -> list[Action]:
    """Return what may be done about a stretch of text: mend findings first, then reshape."""
    found = [*mended(ground, start, end), *reshaped(ground, start, end)]
    titles: dict[str, Action] = {}
    for one in found:
        titles.setdefault(one.title, one)
    # The same change under two names is one change; that which mends a finding comes first.
    known: dict[tuple[tuple[str, int, int, str], ...], Action] = {}
    for one in titles.values():
        done = [
            (edit.span.source.name, edit.span.start, edit.span.end, edit.text)
            for edit in one.edits
        ]
        known.setdefault(tuple(done), one)
    return list(known.values())
