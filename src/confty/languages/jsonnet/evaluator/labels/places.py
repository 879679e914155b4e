"""Where a labelled run is in the text of its program."""

from __future__ import annotations

import sys

from confty.languages.jsonnet.evaluator.trace import Tracer, Translated
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Final

_UNIT: Final = "jsonnet:"


class LazyPlace:
    """Where the program was, looked up only if somebody asks."""

    __slots__ = ("_code", "_file", "_instruction")

    def __init__(self, code: CodeType, instruction: int, file: Translated) -> None:
        self._code = code
        self._instruction = instruction
        self._file = file

    def __str__(self) -> str:
        span = self.span()
        return self._file.name if span is None else str(span)

    def span(self) -> Span | None:
        """The expression that was worked out."""
        return Tracer().place(self._code, self._instruction, self._file)


def here() -> LazyPlace | None:
    """The place of the program that is running now."""
    frame: Any = sys._getframe(1)  # noqa: SLF001  the one way to see who called
    while frame is not None and not frame.f_code.co_filename.startswith(_UNIT):
        frame = frame.f_back
    if frame is None:
        return None
    return LazyPlace(frame.f_code, frame.f_lasti, frame.f_globals["SOURCE"])


class Turn:
    """Where a program first came to depend on a secret, and how often it did since."""

    __slots__ = ("count", "place", "what")

    def __init__(self, what: str) -> None:
        self.what: Final = what
        self.place: Final = here()
        self.count = 0
