"""What a reader takes for one character: grapheme clusters, after Unicode's UAX #29.

Python's ``unicodedata`` has no segmentation, so the rules that matter are spelled out: CR LF,
combining marks, variation selectors, emoji joined by ZWJ, skin tones, flags and Hangul.
"""

from __future__ import annotations

from unicodedata import category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ZWJ: Final = "\u200d"
_MARKS: Final = ("Mn", "Me", "Mc")


def cluster_count(text: str) -> int:
    """Count the grapheme clusters of a text."""
    if text.isascii() and "\r" not in text:
        return len(text)
    return sum(1 for _ in cluster_starts(text))


def cluster_starts(text: str) -> list[int]:
    """Return where each grapheme cluster begins."""
    starts: list[int] = []
    flags = 0
    for at, character in enumerate(text):
        if at and _joins(text[at - 1], character, flags, _pictured(text, at)):
            if _is_flag(character):
                flags += 1
            continue
        flags = 1 if _is_flag(character) else 0
        starts.append(at)
    return starts


def _joins(before: str, after: str, flags: int, pictured: bool) -> bool:
    """Whether no boundary lies between two neighbours."""
    if before == "\r" and after == "\n":
        return True
    if category(before) in ("Cc", "Zl", "Zp") or category(after) in ("Cc", "Zl", "Zp"):
        return False
    if _extends(after) or after == _ZWJ:
        return True
    if before == _ZWJ and pictured:
        return True
    if _is_flag(before) and _is_flag(after):
        return flags % 2 == 1
    return _hangul(before, after)


def _extends(character: str) -> bool:
    point = ord(character)
    return (
        category(character) in _MARKS
        or 0x1F3FB <= point <= 0x1F3FF
        or 0xE0020 <= point <= 0xE007F
        or point == 0x200C
        or 0xFF9E <= point <= 0xFF9F
    )


def _pictured(text: str, at: int) -> bool:
    """Whether the character at ``at`` follows a pictograph, marks and a ZWJ, and is one itself."""
    if at < 2 or text[at - 1] != _ZWJ or not _is_picture(text[at]):
        return False
    back = at - 2
    while back > 0 and _extends(text[back]):
        back -= 1
    return _is_picture(text[back])


def _is_picture(character: str) -> bool:
    point = ord(character)
    return (
        0x1F000 <= point <= 0x1FAFF
        or 0x2190 <= point <= 0x2BFF
        or point in (0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x3030, 0x303D, 0x3297, 0x3299)
    ) and not _is_flag(character)


def _is_flag(character: str) -> bool:
    return 0x1F1E6 <= ord(character) <= 0x1F1FF


def _hangul(before: str, after: str) -> bool:
    left, right = ord(before), ord(after)
    leading = 0x1100 <= left <= 0x115F or 0xA960 <= left <= 0xA97C
    if leading:
        return 0x1100 <= right <= 0x11A7 or 0xA960 <= right <= 0xA97C or 0xAC00 <= right <= 0xD7A3
    syllable = 0xAC00 <= left <= 0xD7A3
    if 0x1160 <= left <= 0x11A7 or (syllable and (left - 0xAC00) % 28 == 0):
        return 0x1160 <= right <= 0x11FF
    if 0x11A8 <= left <= 0x11FF or syllable:
        return 0x11A8 <= right <= 0x11FF
    return False
