"""What can be said of a text that is not whole: what no guess of the reader has touched.

Brackets and quotes that were left open are closed by a guess, so the statements they stand in are
not spoken of, nor a name that a statement lost to a mistake was to bind.
"""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import Checked
from confty.languages.rcl.lexer import Tokens
from confty.languages.rcl.parser.syntax import Block
from confty.text import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

# What looks at all of the text, or at all of a literal.
_ABOUT_ALL: Final = (codes.UNUSED_NAME, codes.SHADOWED_NAME, codes.MIXED_COLLECTION)


def certain(
    checked: Checked, tokens: Tokens, doubtful: Sequence[tuple[int, int]]
) -> list[Diagnostic]:
    """Return the findings of a broken text that are right whatever its mistakes were to be.

    ``doubtful`` stretches were closed by a guess.
    """
    stretches = [*_statements(checked, doubtful), *checked.document.lost]
    written = _bound(tokens)
    found: list[Diagnostic] = []
    for one in (*checked.findings, *checked.foreseen, *checked.import_findings):
        span = one.span
        if one.code in _ABOUT_ALL:
            continue
        if span is None or any(
            start <= span.start < end or start < span.end <= end for start, end in stretches
        ):
            continue
        if one.code is codes.UNKNOWN_VARIABLE and (written is None or span.text in written):
            continue
        found.append(one)
    return found


def _statements(checked: Checked, doubtful: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Widen stretches to the statements of the document that they touch."""
    body = checked.document.body
    size = len(checked.source.text)
    places = [one.start for _, one in body.statements] if isinstance(body, Block) else []
    places = [0, *places, body.start, size + 1]
    found: list[tuple[int, int]] = []
    for start, end in doubtful:
        first = max((one for one in places if one <= start), default=0)
        last = min((one for one in places if one > max(start, end - 1)), default=size + 1)
        found.append((first, max(last, end)))
    return found


def _bound(tokens: Tokens) -> set[str] | None:
    """Return the names that may be bound by what was not read: those that are there twice.

    None when something binds a name that is not written yet, which may be any.
    """
    kinds, seen, twice = tokens.kinds, set[str](), set[str]()
    for at, kind in enumerate(kinds[:-1]):
        if kind in ("let", "for") and kinds[at + 1] != "name":
            return None
        if kind == "name" and (at == 0 or kinds[at - 1] != "."):
            name = tokens.text(at)
            (twice if name in seen else seen).add(name)
    return twice
