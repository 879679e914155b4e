"""Imported files that are JSON: Python's scanner makes their values, and nobody makes a tree.

JSON is Jsonnet, so this is quicker and nothing else.  Whatever the two could see in different ways
(equal names, halves of pairs, numbers beyond all numbers, deep nesting) and whatever is no JSON is
read as any other file.
"""

from __future__ import annotations

from _json import make_scanner

from confty.languages.jsonnet.evaluator.values import ABSENT, Value, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

_BLANKS: Final = " \t\n\r"
_NO_BRACKETS: Final = bytes(code for code in range(256) if chr(code) not in "[]{}")
# Nested as deep, a file is left to the parser, which has a limit.
_DEEPEST: Final = 100


def json_value(data: bytes) -> Value:
    """The value of a file; ABSENT where it has to be read as Jsonnet."""
    if b"\\ud" in data or b"\\uD" in data or _is_deep(data):
        return ABSENT
    try:
        text = data.decode()
        value, end = _scan(text, len(text) - len(text.lstrip(_BLANKS)))
    except (StopIteration, ValueError, RecursionError, SystemError):
        # The scanner has no words of its own for what is wrong, and fails where nobody has loaded
        # those of ``json.decoder``.
        return ABSENT
    return ABSENT if text[end:].strip(_BLANKS) else value


def _is_deep(data: bytes) -> bool:
    """Whether brackets are nested deep; those of strings count, too, and may make it seem so."""
    left = data.translate(None, _NO_BRACKETS)
    for _ in range(_DEEPEST):
        if not left:
            return False
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    return True


def _object(pairs: list[tuple[str, Value]]) -> Value:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("equal names")
    return record(fields)


def _number(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise ValueError(text)
    return value


def _constant(word: str) -> NoReturn:
    raise ValueError(word)


class _Rules:
    """What the scanner asks for."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_object)
    parse_float = parse_int = staticmethod(_number)
    parse_constant = staticmethod(_constant)


_scan: Final = make_scanner(_Rules())  # type: ignore[arg-type]  # it asks for attributes only
