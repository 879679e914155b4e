"""What hovering over a place shows."""

from __future__ import annotations

from typing import Final, NamedTuple

from confty.kit.sights import Sight
from confty.workspace.desk import Look

#: How much of a value or of documentation is shown.
_MOST: Final = 4000


class Hover(NamedTuple):
    """A stretch of text and what is said of it, as Markdown and without marks."""

    start: int
    end: int
    markdown: str
    plain: str


def hover_at(look: Look, offset: int, language: str) -> Hover | None:
    """Say what stands at a place."""
    sight = look.answers.sight_at(offset)
    if sight is None:
        sight = _typed(look, offset)
    if sight is None:
        return None
    return Hover(sight.start, sight.end, _markdown(sight, language), _plain(sight))


def _typed(look: Look, offset: int) -> Sight | None:
    """The type alone, of a language that says nothing more about a place."""
    spelled = look.answers.spelled_at(offset)
    if spelled is None:
        return None
    start, end = word_around(look.source.text, offset)
    said = look.answers.documentation_at(offset)
    return Sight(start, end, spelled, documentation=said)


def _markdown(sight: Sight, language: str) -> str:
    parts = []
    if sight.type:
        parts.append(fenced(sight.type, language))
    if sight.value:
        parts.append(fenced(shortened(f"= {sight.value}"), language))
    if sight.facts:
        parts.append("\n".join(f"- {fact}" for fact in sight.facts))
    if sight.documentation:
        parts.append(shortened(sight.documentation))
    return "\n\n".join(parts)


def _plain(sight: Sight) -> str:
    value = f"= {sight.value}" if sight.value else ""
    parts = (sight.type, shortened(value), "\n".join(sight.facts), sight.documentation)
    return "\n\n".join(shortened(part) for part in parts if part)


def fenced(text: str, language: str) -> str:
    """Put a text between fences that it does not hold itself."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"


def shortened(text: str) -> str:
    """Cut a text that is too long to be read in passing."""
    return text if len(text) <= _MOST else f"{text[:_MOST].rstrip()} …"


def word_around(text: str, offset: int) -> tuple[int, int]:
    """Return the letters, digits and underscores that a place is in."""
    start = end = min(offset, len(text))
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return start, end
