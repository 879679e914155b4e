"""Ways a run can end without a value, and how they are told.

A trap knows its site, an index into the program's table of places, and the sites of the calls
that led there.  Both back ends give the same numbers, so both give the same report.
"""

from __future__ import annotations

from typing import Final

from confty.kit.limits import OutOfMemory, OutOfTime
from confty.languages.phy import codes
from confty.languages.phy.evaluator.lowered import Lowered
from confty.text import Diagnostic, Frame, Source, Span

# Calls shown of a long trail, at its inner and its outer end.
INNER: Final = 3
OUTER: Final = 2

#: The detail of a call for which there was no stack left, though it was not too deep.
FULL: Final = 1


class Trap(Exception):
    """A run ended at a site; ``details`` are what its message needs."""

    def __init__(self, site: int, *details: int) -> None:
        super().__init__(site)
        self.site = site
        self.details = details
        # Call sites, the innermost first.
        self.calls: list[int] = []


class TooDeep(Exception):
    """Calls nest too deeply; the last call site is the place."""


def report(source: Source, program: Lowered, trap: Trap) -> Diagnostic:
    """Say where and why a run ended, and the calls that led there."""
    site = program.sites[trap.site]
    span = Span(source, site.start, site.end)
    return worded(site.what, span, trap.details, program.deepest).with_trail(
        _trail(source, program, trap)
    )


def worded(what: str, span: Span, details: tuple[int, ...], deepest: int) -> Diagnostic:
    """Say what happened at a place."""
    if what == "unreachable":
        return codes.UNREACHABLE.at(span, "this must not be reached")
    if what == "index":
        index, length = details
        return codes.OUT_OF_BOUNDS.at(
            span, f"index {index} is out of bounds, the length is {length}"
        )
    if what == "call":
        room = f"{deepest:,}" if details != (FULL,) else "the stack has room for"
        message = f"calls nest deeper than {room}"
        return codes.CALL_DEPTH.at(span, message).with_help("does the recursion have an end?")
    left, right = details
    if right == 0 and what in {"div", "mod"}:
        return codes.DIVISION_BY_ZERO.at(span, f"{left} is divided by zero")
    results = {"+": left + right, "-": left - right, "*": left * right, "div": -left}
    return codes.OVERFLOW.at(span, f"{results[what]} does not fit an int")


def past_limit(error: BaseException, place: Span | None = None) -> Diagnostic | None:
    """Say that a run took more time or memory than it may; None for any other error."""
    if isinstance(error, OutOfTime):
        return codes.TIMEOUT.at(place, f"the program ran longer than {error.seconds:g} seconds")
    if isinstance(error, MemoryError | OutOfMemory):
        return codes.OUT_OF_MEMORY.at(place, "there is not enough memory for this program")
    return None


def _trail(source: Source, program: Lowered, trap: Trap) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    calls = trap.calls
    running = program.sites[trap.site].procedure
    for index, call in enumerate(calls):
        site = program.sites[call]
        name = program.bodies[running].name
        if index < INNER or index >= len(calls) - OUTER:
            frames.append(Frame(Span(source, site.start, site.end), name))
        elif index == INNER:
            left_out = len(calls) - INNER - OUTER
            frames.append(Frame(None, f"{left_out:,} more calls"))
        running = site.procedure
    return tuple(frames)
