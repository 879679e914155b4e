"""Halves of surrogate pairs in a JSON text that is otherwise right.

They are warnings and leave the value as it is, so the text need not be read again for them: what
may be one is searched for, and told apart from a backslash that is escaped itself.
"""

from __future__ import annotations

from confty.languages.data import codes
from confty.languages.data.limits import MOST_FINDINGS
from confty.patterns import pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: A high half without a low one, a low one without a high one, and a pair behind a backslash.  All
#: start with the same two characters, which makes the search fast.
LONE: Final = pattern(
    r"\\u[dD](?:"
    r"[89abAB]..(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F].."
    r"|(?<=\\\\u[dD])[89abAB]..\\u[dD][c-fC-F]..)"
)
_ESCAPE: Final = 6


def lone_surrogates(source: Source) -> tuple[Diagnostic, ...]:
    """Warn of each half of a pair, up to a hundred times."""
    text = source.text
    found: list[Diagnostic] = []
    for match in LONE.finditer(text):
        start, end = match.span()
        pair = end - start > _ESCAPE
        if _is_escape(text, start) == pair:
            # Either no escape at all, or a pair after all.
            continue
        start = end - _ESCAPE
        message = f"{text[start:end]} is half of a surrogate pair"
        found.append(codes.JSON_SURROGATE.at(Span(source, start, end), message))
        if len(found) >= MOST_FINDINGS:
            break
    return tuple(found)


def _is_escape(text: str, at: int) -> bool:
    """Whether the backslash is not escaped itself: an even number of others stands before it."""
    start = at
    while start > 0 and text[start - 1] == "\\":
        start -= 1
    return (at - start) % 2 == 0
