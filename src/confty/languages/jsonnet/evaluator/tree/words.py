"""Text to words, as quickly as Python can: no offsets, no comments, no findings.

Words are the tokens of the scanner, one for one, so that the place of a word is that of a token.
A text that the scanner would complain about is none of ours.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.patterns import BLOCK, TOUCHING, WORD, compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_DIGITS: Final = r"[0-9](?:_?[0-9])*+"
_MARK: Final = r"(?:[:&^=<>*%]|/(?![/*])|\|(?!\|\|))"

# The alternatives of the scanner, commonest first; colons by themselves are operators' marks like
# any other, strings without escapes end where they can.  Text blocks end at the first line that
# could end one, which is looked at again below; what cannot be read takes all the rest with it.
_GOOD: Final = rf"""
      [A-Za-z_][A-Za-z0-9_]*+
    | [{{}}\[\](),;$]
    | '[^'\\]*+(?:'|(?:\\(?s:.)[^'\\]*+)*+') | "[^"\\]*+(?:"|(?:\\(?s:.)[^"\\]*+)*+")
    | :++(?![&^=<>*%/|+\-~!])
    | \.(?:\.\.)?+
    | (?:0|[1-9](?:_?[0-9])*+)(?:\.{_DIGITS}|(?!\.))(?:[eE][+-]?{_DIGITS}|(?![eE]))(?![0-9_])
    | \|\|\|-?+[ \t\r]*+\n(?:[^\n]*+\n)*?[ \t]*+\|\|\|
    | @"(?:[^"]|"")*+" | @'(?:[^']|'')*+'
    | (?:[+\-~!]{{0,3}}+{_MARK})++ | [+\-~!]
"""
_COMMENT: Final = r"(?://[^\n]*+|\#[^\n]*+|/\*(?s:.*?)\*/)"
# What stands before a word, and the word.
ANY: Final = rf"[ \t\r\n]*+(?:{_COMMENT}[ \t\r\n]*+)*+({_GOOD}|(?s:.)++|\Z)"
_WORD: Final = compiled(ANY, WORD, 1, verbose=True)
TEXT_BLOCK: Final = (
    r"\|\|\|-?+[ \t\r]*+\n\n*+([ \t]++)[^\n]*+\n(?:\n|\1[^\n]*+\n)*+(?!\1)[ \t]*+\|\|\|"
)
# Marks of merge conflicts; texts that only look like it are few, and left to the scanner, too.
_CONFLICTS: Final = ("\n<<<<<<<", "\n=======", "\n>>>>>>>")


# Marks that Go may read in another way; where they stand in a text or a slice, the scanner knows.
# The engine looks for a set of characters quickly, so the pair before the sign is looked back at.
TOUCHING_MARKS: Final = (
    r"[=<>&|:][+\-~!$]"
    r"(?:(?<=[=!<>]=.)|(?<=<<.)|(?<=>>.)|(?<=&&.)|(?<=[:+]:.)|(?<=\|\|.)(?<!\|\|\|.))"
)
_TOUCHING: Final = compiled(TOUCHING_MARKS, TOUCHING, 0)


def words(text: str) -> list[str] | None:
    """The words of a text and an empty one at the end; None where the scanner has to look."""
    found: list[str] = _WORD.findall(text)
    while len(found) > 1 and not found[-2]:
        found.pop()
    if len(found) > 1 and not _is_word(found[-2]):
        return None
    if "|||" in text and not _are_blocks([word for word in found if word[:3] == "|||"]):
        return None
    if _TOUCHING.search(text):
        return None
    return None if any(mark in text for mark in _CONFLICTS) else found


def starts(text: str) -> list[int]:
    """Where each word of a text begins."""
    return [found.start(1) for found in _WORD.finditer(text)]


def _is_word(last: str) -> bool:
    """Whether the last word is one, and not all that was left of a text with a mistake in it.

    Such a rest takes whatever follows it, too.
    """
    found = _WORD.match(last + " }")
    return found is not None and found[1] == last


def _are_blocks(found: list[str]) -> bool:
    block = compiled(TEXT_BLOCK, BLOCK, 1)
    return all(block.fullmatch(word) for word in found)
