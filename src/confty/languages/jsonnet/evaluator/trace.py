"""From a Python traceback to the user's program.

Every generated function carries its unit's name; the failing instruction has a line and column
in the unit's text.  The text is made again with marks, which say what each stretch of it stands
for.  Nothing of this costs anything while a program runs.
"""

from __future__ import annotations

from typing import Final, Protocol

from confty.languages.jsonnet.evaluator.failure import TOP
from confty.text import Frame, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, TracebackType

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

    def marked_text(self, ident: str) -> str:
        """A unit's text with marks."""


class Marks:
    """A unit's text with the expressions behind it."""

    __slots__ = ("_spans", "_starts")

    def __init__(self, marked: str) -> None:
        self._spans: list[tuple[int, int, int, int, str]] = []
        self._starts = [0]
        self._read(marked)

    def _read(self, marked: str) -> None:
        at = 0
        pending: list[tuple[int, int, int, str]] = []
        pieces = marked.replace(CLOSE, OPEN + CLOSE).split(OPEN)
        for number, piece in enumerate(pieces):
            text = piece
            if number:
                if piece.startswith(CLOSE):
                    begin, start, end, what = pending.pop()
                    self._spans.append((begin, at, start, end, what))
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

    def find(self, begin: tuple[int, int], end: tuple[int, int]) -> tuple[int, int, str]:
        """The smallest expression around a stretch of text, and what runs there."""
        first = self._starts[begin[0] - 1] + begin[1]
        last = self._starts[end[0] - 1] + end[1]
        around = [s for s in self._spans if s[0] <= first and last <= s[1]]
        around.sort(key=lambda s: (s[1] - s[0], s[3] - s[2]))
        what = next((s[4] for s in around if s[4]), "")
        return (around[0][2], around[0][3], what) if around else (0, 0, what)


def _position(code: CodeType, instruction: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    positions = list(code.co_positions())
    line, last_line, column, last_column = positions[instruction // 2]
    if line is None or last_line is None or column is None or last_column is None:
        return None
    return (line, column), (last_line, last_column)


class Tracer:
    """Reads places off one traceback; marked texts are made once a unit."""

    __slots__ = ("_marks", "_seen")

    def __init__(self) -> None:
        self._marks: dict[tuple[int, str], Marks] = {}
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
        position = _position(code, instruction)
        if position is None:
            return None, ""
        ident = code.co_filename.removeprefix("jsonnet:")
        key = (id(file), ident)
        marks = self._marks.get(key)
        if marks is None:
            marks = self._marks[key] = Marks(file.marked_text(ident))
        start, end, what = marks.find(*position)
        return Span(file.source, start, end), what
