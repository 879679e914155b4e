"""From a Python traceback to the user's program.

Every generated function carries its unit's name; the failing instruction has a line and column
in the unit's text.  The text is made again with marks, which say what each stretch of it stands
for.  Nothing of this costs anything while a program runs.
"""

from __future__ import annotations

from _bisect import bisect_left, bisect_right

from confty.generics import Protocol
from confty.languages.jsonnet.evaluator.failure import TOP
from confty.text import Frame, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, TracebackType
    from typing import Final

    _Position = tuple[int | None, int | None, int | None, int | None]

# Marks in a unit's text: ``OPEN start,end,what MIDDLE text CLOSE``.
OPEN: Final = "\x01"
MIDDLE: Final = "\x02"
CLOSE: Final = "\x03"
# What runs in a function that only our translation needs: its caller's business.
HELPER: Final = "-"

# How many frames at either end of a trace are looked at.
_KEPT: Final = 600


class Translated(Protocol):
    """A file that runs, as the globals of its generated code name it: ``SOURCE``."""

    name: str

    @property
    def source(self) -> Source:
        """The file's text."""

    def marks(self, ident: str) -> Marks:
        """The places of a unit, made once."""


class Marks:
    """A unit's text with the expressions behind it.

    The stretches of text nest, so that the smallest one around a place is looked up: what many
    steps have led to asks for each of them.
    """

    __slots__ = ("_begins", "_falling", "_outer", "_positions", "_spans", "_starts")

    def __init__(self, marked: str) -> None:
        spans: list[tuple[int, int, int, int, str]] = []
        self._starts = [0]
        self._read(marked, spans)
        # Of those that begin at one place the widest comes first.
        spans.sort(key=lambda s: (s[0], -s[1], s[2] - s[3]))
        self._begins = [one[0] for one in spans]
        self._falling = [-one[1] for one in spans]
        # What stands around each, and what runs in each, if it is not known by itself.
        self._outer: list[int] = []
        self._spans: list[tuple[int, int, str]] = []
        around: list[int] = []
        for number, (begin, end, start, last, what) in enumerate(spans):
            while around and -self._falling[around[-1]] < max(end, begin + 1):
                around.pop()
            outer = around[-1] if around else -1
            self._outer.append(outer)
            self._spans.append((start, last, what or (self._spans[outer][2] if around else "")))
            around.append(number)
        self._positions: dict[CodeType, list[_Position]] = {}

    def _read(self, marked: str, spans: list[tuple[int, int, int, int, str]]) -> None:
        at = 0
        pending: list[tuple[int, int, int, str]] = []
        pieces = marked.replace(CLOSE, OPEN + CLOSE).split(OPEN)
        for number, piece in enumerate(pieces):
            text = piece
            if number:
                if piece.startswith(CLOSE):
                    begin, start, end, what = pending.pop()
                    spans.append((begin, at, start, end, what))
                    text = piece[1:]
                else:
                    head, _, text = piece.partition(MIDDLE)
                    first, second, what = head.split(",", 2)
                    pending.append((at, int(first), int(second), what))
            line = text.find("\n")
            while line >= 0:
                self._starts.append(at + line + 1)
                line = text.find("\n", line + 1)
            at += len(text)

    def at(self, code: CodeType, instruction: int) -> tuple[int, int, str] | None:
        """The smallest expression that an instruction belongs to, and what runs there."""
        positions = self._positions.get(code)
        if positions is None:
            positions = self._positions[code] = list(code.co_positions())
        line, last_line, column, last_column = positions[instruction // 2]
        if line is None or last_line is None or column is None or last_column is None:
            return None
        return self._find(
            self._starts[line - 1] + column, self._starts[last_line - 1] + last_column
        )

    def _find(self, first: int, last: int) -> tuple[int, int, str]:
        near = bisect_right(self._begins, first) - 1
        while near >= 0:
            widest = bisect_left(self._begins, self._begins[near])
            if -self._falling[widest] >= last:
                return self._spans[bisect_right(self._falling, -last, widest, near + 1) - 1]
            near = self._outer[widest]
        return 0, 0, ""


class Tracer:
    """Reads places off one traceback."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[tuple[CodeType, int], tuple[Span | None, str]] = {}

    def frames(self, traceback: TracebackType | None) -> tuple[Frame, ...]:
        """The steps of the user's program, innermost first."""
        links: list[TracebackType] = []
        while traceback is not None:
            links.append(traceback)
            traceback = traceback.tb_next
        if len(links) > 2 * _KEPT:
            links = links[:_KEPT] + links[-_KEPT:]
        steps: list[tuple[CodeType, int, Translated]] = []
        for link in links:
            frame = link.tb_frame
            if frame.f_code.co_filename.startswith("jsonnet:"):
                steps.append((frame.f_code, link.tb_lasti, frame.f_globals["SOURCE"]))
        found: list[Frame] = []
        place: Span | None = None
        for code, instruction, file in reversed(steps):
            span, what = self._step(code, instruction, file)
            place = place or span
            # A helper of ours has no name of its own: its place belongs to what called it.
            if what and what != HELPER and place is not None:
                found.append(Frame(place, "" if what == TOP else what))
                place = None
        if place is not None:
            # Nothing of the program called it: an element of an array that is being printed.
            found.append(Frame(place, ""))
        return tuple(found)

    def step(self, code: CodeType, instruction: int, file: Translated) -> tuple[Span | None, str]:
        """The expression of one instruction, and the function that it runs in."""
        return self._step(code, instruction, file)

    def begins(self, code: CodeType, file: Translated) -> Span | None:
        """The first expression of generated code that has a place."""
        for number, (line, _, column, _) in enumerate(code.co_positions()):
            if line is not None and column is not None and line > code.co_firstlineno:
                span, what = self._step(code, number * 2, file)
                if span is not None and what and span.end:
                    return span
        return None

    def place(self, code: CodeType, instruction: int, file: Translated) -> Span | None:
        """The expression of one instruction."""
        return self._step(code, instruction, file)[0]

    def _step(self, code: CodeType, instruction: int, file: Translated) -> tuple[Span | None, str]:
        known = self._seen.get((code, instruction))
        if known is None:
            known = self._seen[code, instruction] = self._look(code, instruction, file)
        return known

    def _look(self, code: CodeType, instruction: int, file: Translated) -> tuple[Span | None, str]:
        found = file.marks(code.co_filename.removeprefix("jsonnet:")).at(code, instruction)
        if found is None:
            return None, ""
        start, end, what = found
        return Span(file.source, start, end), what
