"""The full form: a finding as people read it, with the source lines it is about.

Only ASCII is drawn.  Colours are off unless the caller says the terminal wants them, so that
the same text can be compared in tests.
"""

from __future__ import annotations

from confty.records import Record
from confty.report.clean import clean, on_one_line
from confty.report.excerpt import Mark, Row, excerpt
from confty.text import Diagnostic, Note, Severity, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

STYLES: Final = {
    "error": "\033[1;31m",
    "warning": "\033[1;33m",
    "hint": "\033[1;36m",
    "bold": "\033[1m",
    "primary": "\033[31m",
    "secondary": "\033[34m",
    "gutter": "\033[34m",
    "help": "\033[32m",
}
RESET: Final = "\033[0m"
#: How long a finding is shown to people who did not ask for more.
MOST_LINES: Final = 12
LEAST_TRAIL: Final = 4
LONGEST_TRAIL: Final = 21


def full(diagnostic: Diagnostic, *, color: bool = False, whole: bool = False) -> str:
    """Return the finding as several lines, without a final line break.

    Unless it is asked for ``whole``, it keeps to a dozen lines: what its last notes point at is
    named then and not drawn, and a trail shows its ends.
    """
    paint = _Painter(color)
    placed = [note for note in diagnostic.notes if note.span is not None]
    lines = _lines(diagnostic, placed, [], paint)
    for drawn in range(len(placed) - 1, -1, -1):
        if whole or len(lines) <= MOST_LINES:
            break
        lines = _lines(diagnostic, placed[:drawn], placed[drawn:], paint)
    help_ = [f"  {paint('help', 'help')}: {clean(diagnostic.help)}"] if diagnostic.help else []
    room = MOST_LINES - len(lines) - len(help_)
    most = LONGEST_TRAIL if whole else max(LEAST_TRAIL, room)
    return "\n".join([*lines, *map(clean, _trail(diagnostic, most)), *help_])


def _lines(
    diagnostic: Diagnostic, drawn: list[Note], named: list[Note], paint: _Painter
) -> list[str]:
    """Tell the finding, draw some of its notes, and only name the others."""
    word = diagnostic.severity.word
    head = paint(f"{word}[{diagnostic.code.name}]", word)
    lines = [f"{head}{paint(': ' + diagnostic.message, 'bold')}"]
    if diagnostic.span is not None:
        lines.append(f"  {clean(str(diagnostic.span))}")
        lines.extend(_body(diagnostic, drawn, paint))
    shown = named if len(named) <= LEAST_TRAIL else named[: LEAST_TRAIL - 1]
    lines += [f"  {clean(str(note.span))}: {clean(note.text)}" for note in shown]
    if len(named) > len(shown):
        lines.append(f"  ... and {len(named) - len(shown)} more places")
    lines.extend(_loose_notes(diagnostic))
    if diagnostic.within:
        lines.append(f"  in the value at {clean(value_path(diagnostic.within))}")
    return lines


def _body(diagnostic: Diagnostic, notes: list[Note], paint: _Painter) -> list[str]:
    """Draw the finding's own source first, then every other source its notes point into."""
    span = diagnostic.span
    assert span is not None
    by_source: dict[str, tuple[Source, list[Mark]]] = {
        span.source.name: (
            span.source,
            [Mark(span, diagnostic.label or "", primary=True)],
        )
    }
    lines: list[str] = []
    for note in notes:
        if note.span is not None:
            _, marks = by_source.setdefault(note.span.source.name, (note.span.source, []))
            marks.append(Mark(note.span, note.text, primary=False))
    for index, (source, marks) in enumerate(by_source.values()):
        if index:
            lines.append(f"  {clean(str(marks[0].span))}")
        lines.extend(_draw(excerpt(source, marks), paint))
    return lines


def _loose_notes(diagnostic: Diagnostic) -> list[str]:
    return [f"  note: {clean(note.text)}" for note in diagnostic.notes if note.span is None]


def _draw(rows: list[Row], paint: _Painter) -> list[str]:
    digits = max((len(str(row.number)) for row in rows if row.number), default=1)
    bar = paint("|", "gutter")
    lines = [f"  {' ' * digits} {bar}"]
    for row in rows:
        number = str(row.number) if row.number else ""
        text = paint(row.text, row.style) if row.style in STYLES else clean(row.text)
        lines.append(f"  {paint(number.rjust(digits), 'gutter')} {bar} {text}".rstrip())
    return lines


def _trail(diagnostic: Diagnostic, most: int) -> list[str]:
    """Say how the program got there: the inner and the outer end of a long trail."""
    frames = diagnostic.trail
    lines = [
        f"  at {frame.span} {frame.what}".rstrip() if frame.span else f"  in {frame.what}"
        for frame in frames
    ]
    if len(lines) > most:
        last = (most - 1) // 2
        first = most - 1 - last
        left_out = len(lines) - first - last
        lines = [*lines[:first], f"  ... {left_out} more ...", *lines[-last:]]
    return lines


def value_path(path: tuple[str | int, ...]) -> str:
    """Spell a place inside a value: ``.users[3].name``."""
    steps: list[str] = []
    for step in path:
        if isinstance(step, int):
            steps.append(f"[{step}]")
        elif step.isidentifier():
            steps.append(f".{step}")
        else:
            steps.append(f"[{step!r}]")
    return "".join(steps)


class _Painter(metaclass=Record):
    """Wraps text in a style, or leaves it alone."""

    color: bool

    def __call__(self, text: str, style: str) -> str:
        text = clean(text)
        if not self.color or not text:
            return text
        return f"{STYLES[style]}{text}{RESET}"


def concise(diagnostic: Diagnostic) -> str:
    """Return the finding on one line."""
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    text = f"{place}{diagnostic.severity.word}[{diagnostic.code.name}] {diagnostic.message}"
    return on_one_line(text)


def summary(diagnostics: list[Diagnostic]) -> str:
    """Count the findings in words: ``2 errors, 1 warning``."""
    counts = []
    for severity in (Severity.ERROR, Severity.WARNING, Severity.HINT):
        count = sum(1 for finding in diagnostics if finding.severity is severity)
        if count:
            counts.append(f"{count} {severity.word}{'' if count == 1 else 's'}")
    return ", ".join(counts) or "no findings"
