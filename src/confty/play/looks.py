"""What an editor shows of a place, as data: hover, completion, definition, actions."""

from __future__ import annotations

from confty.kit.sighted import occurrence_at
from confty.kit.sights import Action, Offer
from confty.text import Edit, Span
from confty.workspace.door import Answers

# A list longer than this is typed further into before anybody reads it.
_MOST_OFFERS = 400


def place(span: Span) -> dict[str, object]:
    """Return a stretch of a file as offsets."""
    return {"path": span.source.name, "start": span.start, "end": span.end}


def edit_of(edit: Edit) -> dict[str, object]:
    """Return an edit as data."""
    return {**place(edit.span), "text": edit.text}


def hover(answers: Answers, offset: int) -> dict[str, object] | None:
    """Return the type at a place, and what else is to be said of it."""
    sight = answers.sight_at(offset)
    if sight is None:
        spelled = answers.spelled_at(offset)
        if spelled is None:
            return None
        return {"type": spelled, "text": answers.documentation_at(offset)}
    value = f"= {sight.value}" if sight.value else ""
    said = [part for part in (value, sight.documentation, *sight.facts) if part]
    return {"type": sight.type, "text": "\n".join(said), "start": sight.start, "end": sight.end}


def complete(answers: Answers, offset: int) -> list[dict[str, object]]:
    """Return what may be written at a place, what should come first first."""
    offers = sorted(answers.offers_at(offset), key=lambda one: (one.rank, one.label))
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


def definition(answers: Answers, offset: int) -> Span | None:
    """Return where the name at a place was introduced."""
    found = occurrence_at(answers.occurrences(), offset)
    if found is not None and found.definitions:
        return found.definitions[0]
    return answers.definition_at(offset)


def actions(answers: Answers, start: int, end: int) -> list[dict[str, object]]:
    """Return the changes that are offered for a stretch of text."""
    return [_acted(one) for one in answers.actions_at(start, end)]


def _acted(action: Action) -> dict[str, object]:
    return {"title": action.title, "edits": [edit_of(edit) for edit in action.edits]}
