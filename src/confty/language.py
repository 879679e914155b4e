"""What a front end is: a record of functions.  Read the fields in order, that is the pipeline.

A language is a value, not a subclass: there is no inheritance to chase, and each room's
output is the next room's input.  Rooms reach the world (files, environment, traces) through a
``Host`` only, so that each can be tested without a disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from confty.text import Code, Diagnostic, Severity, Source, Span

if TYPE_CHECKING:
    # For annotations only: a language that runs without its checker does not load the core.
    from confty.types import Type

T = TypeVar("T")
U = TypeVar("U")


class Outcome(Generic[T]):
    """What a room could make, and what it has to say about it: both, never either/or."""

    __slots__ = ("diagnostics", "output")

    def __init__(self, output: T, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        self.output = output
        self.diagnostics = diagnostics

    def then(self, room: Callable[[T], Outcome[U]]) -> Outcome[U]:
        """Hand the output to the next room and keep what was said so far."""
        following = room(self.output)
        return Outcome(following.output, self.diagnostics + following.diagnostics)

    @property
    def failed(self) -> bool:
        """Whether an error was reported; later rooms may still work on the output."""
        return any(finding.severity is Severity.ERROR for finding in self.diagnostics)


class Unreadable(Exception):
    """A file that cannot be read; the message says why in a few words, without its name."""


class Foreign(Protocol):
    """A file of another language, as the one that imports it sees it: a type and plain data."""

    @property
    def language(self) -> str:
        """The name of the file's language."""

    def type(self) -> Type:
        """What the file gives; Dynamic where that cannot be said."""

    def value(self) -> Outcome[Any]:
        """The file's value as plain data with its labels; an outcome that failed says why."""

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is declared in the file, for a note; None when unknown."""


class Host(Protocol):
    """The world, as a language sees it."""

    @property
    def settings(self) -> Mapping[str, object]:
        """What the user set: the config file's table of this language, then the flags."""

    def resolve(self, path: str, importer: str | None) -> str | None:
        """Name the file that ``path`` means in ``importer`` (search paths included), or None."""

    def read(self, name: str) -> bytes:
        """Return the bytes of a file by its resolved name, or raise ``Unreadable``."""

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted; raise ``Unreadable`` when it is none."""

    def variable(self, name: str) -> str | None:
        """Return an environment variable."""

    def trace(self, line: str) -> None:
        """Show a line to the user while the program runs."""

    def foreign(self, name: str) -> Foreign | None:
        """Return a resolved file as another language's; None when it is the asker's own."""


class Insight(Protocol):
    """Answers about places in a checked file, for ``confty type``, editors and tests."""

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest expression at ``offset``."""

    def spelled_at(self, offset: int) -> str | None:
        """The same in the language's own notation."""

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""

    def result(self) -> str | None:
        """The type of the whole file, in the language's own notation."""

    def whole(self) -> Type | None:
        """The type of what the file gives, for importers and exports."""

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where the part of the file's value at ``path`` is declared, the nearest place known."""


class Language:
    """A front end."""

    __slots__ = (
        "check",
        "codes",
        "evaluate",
        "formats",
        "insight",
        "labelled",
        "lex",
        "name",
        "parse",
        "plain",
        "query",
        "reformat",
        "render",
        "suffixes",
    )

    def __init__(  # noqa: PLR0913  a record: every field is a room
        self,
        *,
        name: str,
        suffixes: tuple[str, ...],
        codes: tuple[Code, ...],
        lex: Callable[[Source], Outcome[Any]],
        parse: Callable[[Source], Outcome[Any]],
        check: Callable[[Source, Host], Outcome[Any]],
        insight: Callable[[Any], Insight],
        evaluate: Callable[[Source, Host], Outcome[Any]],
        plain: Callable[[Any], Outcome[Any]],
        formats: tuple[str, ...],
        render: Callable[[Any, str], Outcome[str]],
        reformat: Callable[[Source, Host], Outcome[str]] | None,
        labelled: bool = False,
        query: str = "",
    ) -> None:
        self.name = name
        self.suffixes = suffixes
        self.codes = codes
        # text -> tokens, text -> syntax, text -> checked tree; each runs the rooms before it.
        self.lex = lex
        self.parse = parse
        self.check = check
        self.insight = insight
        # ``evaluate`` decides itself which rooms it needs: a lazy language skips its checker.
        self.evaluate = evaluate
        # The value as plain Python data: dict, list, str, int, float, Decimal, bool, None.
        self.plain = plain
        # What ``confty eval --format`` accepts here, the default first.
        self.formats = formats
        self.render = render
        self.reformat = reformat
        # Whether secret and unknown inputs keep their labels here; without it they are refused.
        self.labelled = labelled
        # What binds ``input`` to the file ``{file}`` before an expression of the language; a
        # language without expressions has none, and is asked for paths instead.
        self.query = query
