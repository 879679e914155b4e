"""Text to words, as quickly as Python can: no offsets, no comments, no findings.

Words are the tokens of the scanner, one for one, so that the place of a word is that of a token.
A text that the scanner would complain about is none of ours.
"""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = r"[0-9](?:_?[0-9])*"
_MARK: Final = r"(?:[:&^=<>*%]|/(?![/*])|\|(?!\|\|))"

# The alternatives of the scanner.  Text blocks end at the first line that could end one, which is
# looked at again below; what cannot be read takes all the rest of the text with it.
_GOOD: Final = rf"""
      [A-Za-z_][A-Za-z0-9_]*+
    | \.\.\. | [{{}}\[\](),.;$]
    | "(?:[^"\\]|\\(?s:.))*+" | '(?:[^'\\]|\\(?s:.))*+'
    | (?:0|[1-9](?:_?[0-9])*)(?:\.{_DIGITS}|(?!\.))(?:[eE][+-]?{_DIGITS}|(?![eE]))(?![0-9_])
    | \|\|\|-?+[ \t\r]*+\n(?:[^\n]*+\n)*?[ \t]*+\|\|\|
    | @"(?:[^"]|"")*+" | @'(?:[^']|'')*+'
    | (?:[+\-~!]{{0,3}}+{_MARK})++ | [+\-~!]
"""
_WORD: Final = re.compile(
    rf"(?:[ \t\r\n]++|//[^\n]*+|\#[^\n]*+|/\*(?s:.*?)\*/)*+({_GOOD}|(?s:.)++|\Z)", re.VERBOSE
)
_ONE: Final = re.compile(_GOOD, re.VERBOSE)
_BLOCK: Final = re.compile(
    r"\|\|\|-?+[ \t\r]*+\n\n*+([ \t]++)[^\n]*+\n(?:\n|\1[^\n]*+\n)*+(?!\1)[ \t]*+\|\|\|"
)
_CONFLICT: Final = re.compile(r"^(?:<{7}|={7}|>{7})", re.MULTILINE)


def words(text: str) -> list[str] | None:
    """The words of a text and an empty one at the end; None where the scanner has to look."""
    found: list[str] = _WORD.findall(text)
    while len(found) > 1 and not found[-2]:
        found.pop()
    if len(found) > 1 and _ONE.fullmatch(found[-2]) is None:
        return None
    if "|||" in text and not all(_BLOCK.fullmatch(word) for word in found if word[:3] == "|||"):
        return None
    return None if _CONFLICT.search(text) else found
