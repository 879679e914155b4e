"""What confty says about a file: one value a finding, no text formatting.

A diagnostic has a stable code, one short sentence, the smallest right place, notes
that say "because of this" at other places, and help that says what to do.  Only
``report`` turns it into characters.

The classes here are plain: this module is on the start-up path of every command,
and ``dataclasses`` alone costs half an interpreter start.
"""

from __future__ import annotations

from confty.records import Record
from confty.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar, Final, Self


class Severity(int):
    """How bad a finding is; ordered, so that a threshold is a comparison.

    There are three of them, ``Severity(2)`` is ``Severity.ERROR``, and so is one that comes from
    another process.  A class of its own, since ``enum`` takes as long to load as all of ``text``.
    """

    HINT: ClassVar[Severity]
    WARNING: ClassVar[Severity]
    ERROR: ClassVar[Severity]

    __slots__ = ()

    def __new__(cls, value: int) -> Severity:  # noqa: PYI034  one of three that are there
        """Return the one with this number."""
        return _SEVERITIES[value]

    @property
    def name(self) -> str:
        """Its name here."""
        return _NAMES[self]

    @property
    def value(self) -> int:
        """Its number."""
        return int(self)

    @property
    def word(self) -> str:
        """The lower-case word that reports print."""
        return _NAMES[self].lower()

    def __repr__(self) -> str:
        return f"Severity.{_NAMES[self]}"


_NAMES: Final = ("HINT", "WARNING", "ERROR")
_SEVERITIES: Final = tuple([int.__new__(Severity, number) for number in range(len(_NAMES))])
Severity.HINT, Severity.WARNING, Severity.ERROR = _SEVERITIES


class Code:
    """A kind of finding with a name that never changes, such as ``rcl/type-mismatch``."""

    __slots__ = ("name", "on", "severity", "summary")

    def __init__(self, name: str, severity: Severity, summary: str, *, on: bool = True) -> None:
        self.name: Final = name
        self.severity: Final = severity
        self.summary: Final = summary
        # A kind that is not on is shown only where a project's rules name it.
        self.on: Final = on

    def __repr__(self) -> str:
        return f"Code({self.name})"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        # By name, since a code that came from another process is another object; a name alone
        # will do for people who compare with one.
        return self.name == (other.name if isinstance(other, Code) else other)

    def __hash__(self) -> int:
        return hash(self.name)

    def at(self, span: Span | None, message: str) -> Diagnostic:
        """Say ``message`` about ``span``; the start of every diagnostic."""
        return Diagnostic(self, span, message)


def codes_in(module: dict[str, object], family: str = "") -> tuple[Code, ...]:
    """Return the codes that a module has names for, or those of a family of them, ``json/``."""
    codes = [one for one in module.values() if isinstance(one, Code)]
    return tuple([one for one in codes if one.name.startswith(family)])


class Note(metaclass=Record):
    """A second place that matters, and why."""

    span: Span | None
    text: str

    def __repr__(self) -> str:
        return f"Note({self.span}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Note):
            return NotImplemented
        return (self.span, self.text) == (other.span, other.text)

    def __hash__(self) -> int:
        return hash((self.span, self.text))


class Edit(metaclass=Record):
    """Replace the text of ``span`` by ``text``; a fix is a few of these."""

    span: Span
    text: str


class Frame(metaclass=Record):
    """One step of a run-time trail: what was running, and where it was called from."""

    span: Span | None
    what: str


class Diagnostic:
    """A finding.  The builder methods return a new one, so that a finding can be shared."""

    __slots__ = (
        "code",
        "fix",
        "help",
        "label",
        "message",
        "notes",
        "safe",
        "severity",
        "span",
        "trail",
        "within",
    )

    def __init__(self, code: Code, span: Span | None, message: str) -> None:
        self.code = code
        self.span = span
        self.message = message
        self.severity = code.severity
        self.label: str | None = None
        self.notes: tuple[Note, ...] = ()
        self.help: str | None = None
        self.fix: tuple[Edit, ...] = ()
        # Whether the fix leaves the meaning of the file as it is, whatever the file says.
        self.safe = False
        self.trail: tuple[Frame, ...] = ()
        # The part of a value that it is about: ``("users", 3, "name")``.
        self.within: tuple[str | int, ...] = ()

    def __repr__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity.word}[{self.code.name}] {self.message}"

    def _copy(self) -> Self:
        twin = type(self)(self.code, self.span, self.message)
        twin.severity = self.severity
        twin.label = self.label
        twin.notes = self.notes
        twin.help = self.help
        twin.fix = self.fix
        twin.safe = self.safe
        twin.trail = self.trail
        twin.within = self.within
        return twin

    def labelled(self, text: str) -> Self:
        """Put a few words beside the carets: "this is a String"."""
        twin = self._copy()
        twin.label = text
        return twin

    def note(self, span: Span | None, text: str) -> Self:
        """Add a place that explains this one: "because of this annotation"."""
        return self.noted(Note(span, text))

    def noted(self, *notes: Note) -> Self:
        """Add notes."""
        twin = self._copy()
        twin.notes = (*self.notes, *notes)
        return twin

    def with_help(self, text: str) -> Self:
        """Say what to do about it."""
        twin = self._copy()
        twin.help = text
        return twin

    def with_fix(self, *edits: Edit, safe: bool = False) -> Self:
        """Offer edits that a tool may apply; ``safe`` ones cannot change what the file means."""
        twin = self._copy()
        twin.fix = edits
        twin.safe = safe and bool(edits)
        return twin

    def with_trail(self, trail: tuple[Frame, ...]) -> Self:
        """Add the calls that led here, innermost first; run time only."""
        twin = self._copy()
        twin.trail = trail
        return twin

    def with_path(self, path: tuple[str | int, ...]) -> Self:
        """Say where inside a value: ``("users", 3, "name")``."""
        twin = self._copy()
        twin.within = path
        return twin

    def moved(self, place: Callable[[Span | None], Span | None]) -> Self:
        """Put it, with all it speaks of, where its places really are; a fix goes whole or not."""
        twin = self._copy()
        twin.span = place(self.span)
        twin.notes = tuple([Note(place(one.span), one.text) for one in self.notes])
        twin.trail = tuple([Frame(place(one.span), one.what) for one in self.trail])
        edits = [(place(one.span), one.text) for one in self.fix]
        whole = [Edit(span, text) for span, text in edits if span is not None]
        return twin.with_fix(*(whole if len(whole) == len(edits) else ()), safe=self.safe)

    def with_severity(self, severity: Severity) -> Self:
        """Turn it up or down, as a project's rules say."""
        twin = self._copy()
        twin.severity = severity
        return twin
