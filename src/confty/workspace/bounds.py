"""How far work on a file may go, and what is said where it goes further."""

from __future__ import annotations

from confty.kit.footprint import MEMORY
from confty.kit.limits import FRAMES, FRAMES_A_CALL, Limits, OutOfMemory, OutOfTime, limited
from confty.kit.rooms import WALK
from confty.language import Outcome
from confty.text import Diagnostic, Source, Span
from confty.workspace.codes import OUT_OF_MEMORY, OUT_OF_TIME, OUTPUT_TOO_LARGE, TOO_DEEP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final, TypeAlias, TypeVar

    Result = TypeVar("Result")
    # Says that a limit was reached.
    Telling: TypeAlias = Callable[[Exception], Diagnostic]

#: What ends a run that goes too far, whatever the language.
TOO_FAR: Final = (RecursionError, MemoryError, OutOfTime, OutOfMemory)
#: How large a text may be that a value is shown as, in characters, unless somebody says.
MAX_OUTPUT: Final = 1 << 30
_MEGABYTE: Final = 1 << 20
#: For work on many files, each of which has its own time: as deep as a run may nest.
UNWATCHED: Final = Limits(memory=None)
#: How long a room may take that runs no program, in seconds, unless somebody says.
PATIENCE: Final = 300.0


def limits_of(settings: Mapping[str, object], patience: float | None = None) -> Limits:
    """Return the limits that the settings of a language ask for; ``patience`` if no time is."""
    seconds = number(settings.get("timeout")) or patience
    memory = number(settings.get("max_memory"))
    calls = number(settings.get("max_stack"))
    return Limits(
        seconds=seconds,
        frames=FRAMES if calls is None else max(WALK, min(FRAMES, int(calls * FRAMES_A_CALL))),
        memory=MEMORY if memory is None else int(memory * _MEGABYTE),
        ending=bool(settings.get("ending")),
    )


def patience_of(settings: Mapping[str, object]) -> Limits:
    """Return the limits of work that runs no program."""
    seconds = number(settings.get("timeout")) or PATIENCE
    return Limits(seconds, memory=None, ending=bool(settings.get("ending")))


def unwatched(settings: Mapping[str, object]) -> Limits:
    """Return the limits of work on files that have their own: as deep as a run may nest."""
    return Limits(memory=None, ending=bool(settings.get("ending")))


def most_output(settings: Mapping[str, object]) -> int:
    """Return how many characters of output the settings of a language allow."""
    most = number(settings.get("max_output"))
    return MAX_OUTPUT if most is None else int(most * _MEGABYTE)


def output_too_large(found: int, most: int, source: Source | None) -> Diagnostic | None:
    """Say that a text is larger than it may be, if it is."""
    if found <= most:
        return None
    message = f"expected at most {most:,} characters of output, found {found:,}"
    place = None if source is None else Span(source, 0, 0)
    return OUTPUT_TOO_LARGE.at(place, message).with_help("raise the limit with --max-output")


def number(value: object) -> float | None:
    """Return a setting as a number; None for what is none, of which its language speaks."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        return None
    return min(float(value), 1e9)


def told(error: BaseException, source: Source | None) -> Diagnostic:
    """Say that a limit was reached."""
    place = None if source is None else Span(source, 0, 0)
    if isinstance(error, OutOfTime):
        found = OUT_OF_TIME.at(place, str(error))
        return found.with_help("raise the limit with --timeout if the program does end")
    if isinstance(error, OutOfMemory):
        found = OUT_OF_MEMORY.at(place, str(error))
        return found.with_help("raise the limit with --max-memory if the machine has more")
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY.at(place, "there is not enough memory for this")
    return TOO_DEEP.at(place, "this nests deeper than can be followed")


def guarded(
    work: Callable[[], Outcome[Result]],
    instead: Result,
    telling: Telling,
    limits: Limits | None = UNWATCHED,
) -> Outcome[Result]:
    """Do the work of a room; where it goes too far, say so and return ``instead``."""
    try:
        return work() if limits is None else limited(work, limits)
    except TOO_FAR as error:
        return Outcome(instead, (telling(error),))


def telling_of(source: Source | None) -> Telling:
    """Say of a file that a limit was reached."""
    return lambda error: told(error, source)
