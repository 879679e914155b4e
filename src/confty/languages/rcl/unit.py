"""One document on its way through the rooms, and what can go wrong on the way to it."""

from __future__ import annotations

from confty.language import Foreign, Unreadable
from confty.languages.rcl.checker import Checked
from confty.languages.rcl.values import Value
from confty.records import Record
from confty.text import Code, Diagnostic, Severity, Source, Span
from confty.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NO_VALUE: Final = object()


class Outside(Unreadable):
    """A file that the sandbox does not let us read; ``hint`` says what to do about it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class LoadProblem(Exception):
    """A path that does not lead to a file; the place is added by whoever asked."""

    def __init__(self, code: Code, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def at(self, span: Span | None) -> Diagnostic:
        """Return the finding at the place that names the path."""
        finding = self.code.at(span, self.message)
        return finding.with_help(self.hint) if self.hint else finding


class Given(metaclass=Record):
    """What a program is given from outside, as those who ask about places see it."""

    type: Final[Type]
    # Which inputs are secret or unknown.
    labels: Final[dict[str, str]]
    # What the project sets, as RCL writes it.
    preset: Final[dict[str, str]]


class Unit:
    """One document: its text, what was found wrong with it, and what was made of it."""

    __slots__ = (
        "checked", "checking", "findings", "foreign", "given", "index", "json_type", "json_value",
        "source", "unread", "value",
    )  # fmt: skip

    def __init__(self, source: Source, index: int) -> None:
        self.source = source
        self.index = index
        self.findings: tuple[Diagnostic, ...] = ()
        self.unread = False  # whether parts of the text could not be read
        self.checked: Checked | None = None
        self.checking = False
        self.foreign: Foreign | None = None  # a file of another language
        # What the program is given from outside, if anything.
        self.given: Given | None = None
        self.json_value: Value = NO_VALUE
        self.json_type: Type | None = None  # of what is imported
        self.value: Value = NO_VALUE  # kept after the first evaluation

    @property
    def has_value(self) -> bool:
        """Whether the unit was evaluated."""
        return self.value is not NO_VALUE

    @property
    def is_json(self) -> bool:
        """Whether the text was read as JSON."""
        return self.json_value is not NO_VALUE

    def forget(self) -> None:
        """Drop the value, before the program is evaluated again."""
        self.value = NO_VALUE

    @property
    def errors(self) -> list[Diagnostic]:
        """What stops the evaluation before it starts."""
        return [one for one in self.findings if one.severity is Severity.ERROR]

    @property
    def told(self) -> tuple[Diagnostic, ...]:
        """All that ``check`` says of the document: what stops it, and what it will run into."""
        if self.checked is None or self.unread:
            return self.findings
        foreseen, imports = self.checked.foreseen, self.checked.import_findings
        return (*self.findings, *foreseen, *imports)

    @property
    def mistakes(self) -> list[Diagnostic]:
        """The errors among all that ``check`` says."""
        return [one for one in self.told if one.severity is Severity.ERROR]

    def whole(self) -> Span:
        """The place that stands for the value of the document."""
        if self.checked is not None:
            return self.checked.body_span
        return Span(self.source, 0, len(self.source.text))

    def byte_place(self, start: int, end: int) -> tuple[int, int, int]:
        """Return the document's number and a place in it, counted in bytes."""
        text = self.source.text
        if text.isascii():
            return (self.index, start, end)
        return (self.index, len(text[:start].encode()), len(text[:end].encode()))
