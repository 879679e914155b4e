"""How a running program stops: one private exception, turned into a diagnostic at the door.

Python's own traceback already holds every step that led here, so the exception
carries nothing but the sentence; ``trace`` reads the places off the traceback.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

    from confty.text import Diagnostic, Frame, Span

TOO_DEEP: Final = "max stack frames exceeded."
HIDDEN: Final = "the program failed here or later on a secret value, so what it says is hidden"
NO_MEMORY: Final = "expected to find room for a value, found that memory is used up"
# What runs in a file's own body, as marks of generated text say it.
TOP: Final = "$"
# Steps of a trace that have no place, and the reference's words for them.
MANIFESTING: Final = "the printing of the result"
TOP_LEVEL: Final = "the call of the top-level function"
_REFERENCE: Final = {MANIFESTING: "During manifestation", TOP_LEVEL: "Top-level function"}


class Stop(Exception):
    """The program cannot go on; ``message`` is the sentence the user sees.

    Where a file of another language is to blame, ``cause`` is what is wrong in it.  ``go`` is the
    sentence of the implementation in Go, where it cannot be made of ours.
    """

    def __init__(self, message: str, cause: Diagnostic | None = None, go: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cause = cause
        self.go = go


def overflow(number: float) -> NoReturn:
    """Stop because a result is no finite number."""
    raise Stop("overflow" if number == number else "not a number")  # noqa: PLR0124  not NaN


def beyond() -> NoReturn:
    """Stop because a number is written that is beyond all numbers."""
    raise Stop("overflow", go="overflow")


def as_long(number: float) -> int:
    """A number in 64 bits, as the originals have places; what is beyond them becomes the least."""
    return int(number) if abs(number) < 1 << 63 else -(1 << 63)


def out_of_bounds(wrong: str, at: float, size: int) -> NoReturn:
    """Stop because there is nothing at a place; ``wrong`` is how the sentence begins."""
    rest = f"not within [0, {size})"
    raise Stop(f"{wrong} {rest}", go=f"Index {as_long(at)} out of bounds, {rest}")


def fail(message: str) -> NoReturn:
    """Stop the program."""
    raise Stop(message)


def stranger(value: object) -> NoReturn:
    """Stop because something that is no value of the language came to where values are read."""
    raise Stop(f"a Python {type(value).__name__} is not a Jsonnet value")


class UnrunnableFile(Exception):
    """A file that must not run: it cannot be read, does not parse, or breaks a rule of names.

    ``findings`` say so in our words; ``reference`` says it at ``place`` as the reference
    implementation would, for the command that stands in for it.
    """

    def __init__(self, findings: tuple[Diagnostic, ...], place: Span, reference: str) -> None:
        super().__init__(reference)
        self.findings = findings
        self.place = place
        self.reference = reference


def reference_place(span: Span) -> str:
    """``file:line:column``, with the end where the span has more than one character."""
    line, column = span.first
    last_line, last_column = span.last
    name = span.source.name and f"{span.source.name}:"
    if line != last_line:
        return f"{name}({line}:{column})-({last_line}:{last_column})"
    if last_column <= column + 1:
        return f"{name}{line}:{column}"
    return f"{name}{line}:{column}-{last_column}"


def reference_trace(frames: tuple[Frame, ...], most: int) -> list[str]:
    """The lines of a trace; of a long one the first and last halves."""
    lines = []
    for frame in frames:
        place = _REFERENCE[frame.what] if frame.span is None else reference_place(frame.span)
        what = "" if frame.span is None else frame.what
        if what.startswith("object <"):
            # We name the field; the reference knows no names of objects.
            what = "object <anonymous>"
        lines.append(f"\t{place}\t{what}")
    if most and len(lines) > most:
        half = most // 2
        lines = [*lines[:half], "\t...", *lines[len(lines) - (most - half) :]]
    return lines
