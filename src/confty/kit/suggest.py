"""Near names: what somebody probably meant to write."""

from __future__ import annotations

from confty.patterns import pattern
from confty.text import Diagnostic, Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_MEANT: Final = pattern(r"did you mean ([`'\"])(.+?)\1\?")
_WORD: Final = pattern(r"[\w$-]+")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to ``word``, if one is close enough to be meant.

    A name that differs in case or in ``-`` and ``_`` only is always meant.
    """
    names = [(name, _fold(name)) for name in known if name != word]
    folded = _fold(word)
    for name, other in names:
        if other == folded:
            return name
    best: str | None = None
    # A slip in a short word makes another word: ask for more likeness there.
    limit = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    letters = set(folded)
    for name, other in names:
        # Each letter that only one of them has is a slip: thousands of names are told apart so.
        if len(letters.difference(other)) > limit:
            continue
        distance = _distance(folded, other, limit)
        if distance <= limit and distance < len(word):
            best, limit = name, distance - 1
            if limit < 0:
                break
    return best


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` or nothing, as help."""
    near = nearest(word, known)
    return f"did you mean {near!r}?" if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the same to end a message with: ``; did you mean 'x'?``."""
    said = suggestion(word, known)
    return f"; {said}" if said else ""


def mended(finding: Diagnostic) -> Diagnostic:
    """Give a finding that asks "did you mean" the edit that says yes."""
    asked = _MEANT.search(f"{finding.message}\n{finding.help or ''}")
    if asked is None or finding.span is None or finding.fix:
        return finding
    place = _misspelled(finding.span, asked[2])
    return finding if place is None else finding.with_fix(Edit(place, asked[2]))


def _misspelled(span: Span, meant: str) -> Span | None:
    """The letters that should be a name: all between quotes and dots, or the word most like it."""
    text = span.text
    bare = text.strip("\"'").lstrip(".[").rstrip("]").strip("\"'")
    start = span.start + text.find(bare)
    if not bare or "\n" in bare:
        return None
    if set(":/") & set(meant) or _WORD.fullmatch(bare):
        return Span(span.source, start, start + len(bare))
    words = {found[0]: found for found in reversed(list(_WORD.finditer(bare)))}
    like = nearest(meant, words)
    if like is None:
        return None
    found = words[like]
    return Span(span.source, start + found.start(), start + found.end())


def _fold(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "")


def _distance(left: str, right: str, limit: int) -> int:
    """Count insertions, deletions, changes and swaps of neighbours, up to ``limit`` + 1."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    left, right = _between(left, right)
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def _between(left: str, right: str) -> tuple[str, str]:
    """What is left of two words without the letters that both begin and end with."""
    start, end = 0, min(len(left), len(right))
    while start < end and left[start] == right[start]:
        start += 1
    end -= start
    tail = 0
    while tail < end and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    return left[start : len(left) - tail], right[start : len(right) - tail]
