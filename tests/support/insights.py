"""What every insight must hold to, whatever the file: asked of files whole and broken."""

from __future__ import annotations

import random
from collections.abc import Iterable

from confty.kit.insight import Insight
from confty.kit.sights import Occurrence
from confty.text import Diagnostic, Edit
from confty.workspace.answers import LimitedInsight
from confty.workspace.files import Memory
from confty.workspace.project import Project


def marked(text: str) -> tuple[str, int]:
    """Take the cursor, ``¦``, out of a text."""
    return text.replace("¦", ""), text.index("¦")


def answers(name: str, files: dict[str, str], **flags: object) -> LimitedInsight:
    """Check a file and return its insight."""
    found = Project(files=Memory(files), flags=flags).checked(name).output
    assert found is not None
    return found


def findings(name: str, files: dict[str, str]) -> list[Diagnostic]:
    return list(Project(files=Memory(files)).check(name))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits of one file."""
    for edit in sorted(edits, key=lambda one: (one.span.start, one.span.end), reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def renamed(text: str, occurrences: Iterable[Occurrence], wanted: Occurrence, new: str) -> str:
    """Rename everything that shares a definition with an occurrence."""
    places = set(wanted.definitions)
    for one in sorted(occurrences, key=lambda one: one.start, reverse=True):
        if places & set(one.definitions):
            spelling = f'"{new}"' if text[one.start] == '"' else new
            text = text[: one.start] + spelling + text[one.end :]
    return text


def sound(insight: Insight, text: str, offsets: Iterable[int]) -> None:
    """Ask everything, and hold the answers to what they promise."""
    size = len(text)
    _names(insight, text)
    last = 0
    for token in insight.tokens():
        assert last <= token.start < token.end <= size
        last = token.end
    for symbol in insight.symbols():
        _symbol(symbol, size)
    for region in insight.regions():
        assert 0 <= region.start < region.end <= size
    for link in insight.links():
        assert 0 <= link.start <= link.end <= size
    at = 0
    for hint in insight.hints(0, size):
        assert at <= hint.at <= size
        at = hint.at
    for offset in offsets:
        _at(insight, offset, size)


def _names(insight: Insight, text: str) -> None:
    start = 0
    for one in insight.occurrences():
        assert start <= one.start < one.end <= len(text), one.name
        start = one.end
        assert text[one.start : one.end].strip("\"'|") == one.name.strip("\"'|")
        if one.writes and not one.fixed:
            assert one.definitions, one.name


def _symbol(symbol, size: int) -> None:
    assert symbol.name
    assert 0 <= symbol.whole.start <= symbol.place.start
    assert symbol.place.end <= symbol.whole.end <= size
    for one in symbol.children:
        _symbol(one, size)


def _at(insight: Insight, offset: int, size: int) -> None:
    sight = insight.sight_at(offset)
    if sight is not None:
        assert 0 <= sight.start <= offset <= sight.end <= size
    for offer in insight.offers_at(offset):
        assert 0 <= offer.start <= offset <= offer.end <= size
        assert offer.label
    path = insight.path_at(offset)
    assert path is None or 0 <= path[0] <= offset <= path[1] <= size
    call = insight.signature_at(offset)
    if call is not None:
        assert call.active is None or 0 <= call.active < len(call.parameters)
        place = 0
        for one in call.parameters:
            place = call.label.index(one.label, place) + len(one.label)
    inner = (offset, offset)
    for start, end in insight.around(offset):
        assert 0 <= start <= inner[0] <= inner[1] <= end <= size
        inner = (start, end)
    for action in insight.actions_at(offset, offset):
        assert action.edits
        for edit in action.edits:
            assert 0 <= edit.span.start <= edit.span.end
    insight.type_definitions_at(offset)
    insight.type_at(offset)


def some(pick: random.Random, size: int, count: int) -> list[int]:
    return sorted({pick.randrange(size + 1) for _ in range(count)} | {0, size})
