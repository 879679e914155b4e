"""How a call can fail: a trap with its place and its calls, as an exception that Python knows."""

from __future__ import annotations

from typing import Final

from confty.languages.phy import codes
from confty.text import Diagnostic


class Trap(RuntimeError):
    """A procedure ended without a value.

    ``code`` is the finding's name, ``place`` the file, line and column, ``trail`` the calls that
    led there, the innermost first, as (procedure, file, line, column).
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic: Final = diagnostic
        self.code: Final = diagnostic.code.name
        self.message: Final = diagnostic.message
        self.place: Final = _place(diagnostic)
        self.trail: Final = tuple(
            [
                (frame.what, frame.span.source.name, *frame.span.source.place(frame.span.start))
                for frame in diagnostic.trail
                if frame.span is not None
            ]
        )
        super().__init__(self._told())

    def _told(self) -> str:
        lines = [self.message]
        if self.place is not None:
            name, line, column = self.place
            lines[0] = f"{name}:{line}:{column}: {self.message}"
        lines.extend(
            [f"  at {name}:{line}:{column} {of}" for of, name, line, column in self.trail]
        )
        return "\n".join(lines)

    def __reduce__(self) -> tuple[type[Trap], tuple[Diagnostic]]:
        return type(self), (self.diagnostic,)


class Overflow(Trap, OverflowError):
    """Integer arithmetic left the 64-bit range."""


class DivisionByZero(Trap, ZeroDivisionError):
    """An integer was divided by zero."""


class OutOfBounds(Trap, IndexError):
    """An index lies outside of its array or sequence."""


class CallDepth(Trap, RecursionError):
    """Calls nest too deeply."""


class OutOfMemory(Trap, MemoryError):
    """The procedure used too much memory."""


class Timeout(Trap, TimeoutError):
    """The procedure ran longer than it may."""


class Unreachable(Trap):
    """The program reached an Unreachable."""


_KINDS: Final = {
    codes.OVERFLOW: Overflow,
    codes.DIVISION_BY_ZERO: DivisionByZero,
    codes.OUT_OF_BOUNDS: OutOfBounds,
    codes.CALL_DEPTH: CallDepth,
    codes.OUT_OF_MEMORY: OutOfMemory,
    codes.TIMEOUT: Timeout,
    codes.UNREACHABLE: Unreachable,
}


def trapped(finding: Diagnostic) -> Trap:
    """Return the exception for a finding."""
    return _KINDS.get(finding.code, Trap)(finding)


def _place(diagnostic: Diagnostic) -> tuple[str, int, int] | None:
    span = diagnostic.span
    if span is None:
        return None
    return (span.source.name, *span.source.place(span.start))
