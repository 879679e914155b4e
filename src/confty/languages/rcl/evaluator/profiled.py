"""Python frames as functions of RCL programs, for a profile."""

from __future__ import annotations

import re
from collections.abc import Hashable
from types import CodeType, FrameType
from typing import Final

from confty.languages.rcl.evaluator.walk import Walk
from confty.languages.rcl.library.table import LIBRARY
from confty.languages.rcl.unit import Unit
from confty.text import Span

#: The Python function of a function literal, by its place.
_TRANSLATED: Final = re.compile(r"f(\d+)_(\d+)")
#: What stands before a function that has a name: ``let f =``, ``f =``, ``"f":``.
_BOUND: Final = re.compile(
    r'(?:\blet\s+)?(?:([A-Za-z_][\w-]*)|"([^"\\\n]{1,60})")\s*(?::[^=;{}]{0,200})?[=:]\s*$'
)
_BEFORE: Final = 300
_SHOWN: Final = 40

_DOCUMENT: Final = Walk.document.__code__
_CALL: Final = Walk.call.__code__


class RclFunctions:
    """Knows the functions of both evaluators, and the library's by their code."""

    def __init__(self) -> None:
        self._library: Final[dict[CodeType, str]] = {
            record.body.__code__: f"{record.kinds[0] if record.kinds else 'std'}.{record.name}"
            for record in LIBRARY
            if hasattr(record.body, "__code__")
        }

    def token(self, frame: FrameType) -> Hashable | None:
        """A unit with the place of a function in it, or the code of a library function."""
        code = frame.f_code
        if code is _CALL:
            given = frame.f_locals
            node = given["function"].node
            return given["self"].unit, node.start, node.end
        if code is _DOCUMENT:
            return frame.f_locals["self"].unit, -1, -1
        unit = frame.f_globals.get("UNIT")
        if isinstance(unit, Unit):
            place = _TRANSLATED.fullmatch(code.co_name)
            if place is not None:
                return unit, int(place[1]), int(place[2])
            return (unit, -1, -1) if code.co_name in {"main", "<module>"} else None
        return code if code in self._library else None

    def named(self, token: Hashable) -> tuple[str, Span | None] | None:
        """The function by the name that it is bound to, or as it is written."""
        if isinstance(token, CodeType):
            return self._library[token], None
        assert isinstance(token, tuple)
        unit, start, end = token
        source = unit.source
        if start < 0:
            return source.name, Span(source, 0, 0)
        return _name(source.text, start, end), Span(source, start, end)


def _name(text: str, start: int, end: int) -> str:
    bound = _BOUND.search(text[max(0, start - _BEFORE) : start])
    if bound is not None:
        return bound[1] or bound[2]
    written = " ".join(text[start:end].split())
    return written if len(written) <= _SHOWN else written[: _SHOWN - 1] + "…"
