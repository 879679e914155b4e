"""What an editor shows of a place, as data: made of what the floor ``ide`` answers."""

from __future__ import annotations

from typing import Final

from confty.ide.actions import Offered, Trial, actions_at
from confty.ide.completion import FolderListing, completions_at
from confty.ide.hover import hover_at
from confty.ide.places import definitions_at
from confty.kit.sights import Offer
from confty.text import Edit, Span
from confty.workspace.desk import Look

# A list longer than this is typed further into before anybody reads it.
_MOST_OFFERS: Final = 400
# How many findings of a file changes are tried for.
_MOST_MENDED: Final = 8


def place(span: Span) -> dict[str, object]:
    """Return a stretch of a file as offsets."""
    return {"path": span.source.name, "start": span.start, "end": span.end}


def edit_of(edit: Edit) -> dict[str, object]:
    """Return an edit as data."""
    return {**place(edit.span), "text": edit.text}


def hover(look: Look, offset: int, language: str) -> dict[str, object] | None:
    """Return the type at a place, and what else is to be said of it."""
    found = hover_at(look, offset, language)
    if found is None:
        return None
    type_, _, rest = found.plain.partition("\n\n")
    return {"type": type_, "text": rest, "start": found.start, "end": found.end}


def complete(look: Look, offset: int, folders: FolderListing) -> list[dict[str, object]]:
    """Return what may be written at a place, the likeliest first."""
    offers = completions_at(look, offset, folders).offers
    return [_offered(one) for one in offers[:_MOST_OFFERS]]


def _offered(offer: Offer) -> dict[str, object]:
    return {
        "label": offer.label,
        "kind": offer.kind.value,
        "detail": offer.detail,
        "text": offer.documentation,
        "insert": offer.insert,
        "start": offer.start,
        "end": offer.end,
    }


def definition(look: Look, offset: int) -> Span | None:
    """Return where the name at a place was introduced."""
    return next(iter(definitions_at(look, offset)), None)


def actions(look: Look, start: int, end: int, trial: Trial) -> list[dict[str, object]]:
    """Return the changes that are offered for a stretch of text."""
    return [_acted(one) for one in actions_at(look, start, end, trial, lambda _: True)]


def fixes(look: Look, trial: Trial) -> list[dict[str, object]]:
    """Return, for findings of the file in their order, the changes that make each go away."""
    found: list[dict[str, object]] = []
    for index, finding in enumerate(look.findings[:_MOST_MENDED]):
        span = finding.span
        if span is None or span.source.name != look.name:
            continue
        offered = actions_at(look, span.start, span.end, trial, lambda kind: kind == "quickfix")
        offered.sort(key=lambda one: not one.preferred)
        mending = [_acted(one) for one in offered if one.finding is finding]
        if mending:
            found.append({"index": index, "fixes": mending})
    return found


def _acted(action: Offered) -> dict[str, object]:
    return {"title": action.title, "edits": [edit_of(edit) for edit in action.edits]}
