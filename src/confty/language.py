"""What a front end is: a record of rooms.  Read the fields in order, that is the pipeline.

A language is a value, not a subclass: there is no inheritance to chase, and a room takes what the
room before it made.  Which room that is, the record says: ``FromText``, ``FromSyntax``,
``FromChecked``.  Rooms reach the world (files, environment, traces) through a ``Host`` only, so
that each can be tested without a disk.
"""

from __future__ import annotations

from confty.generics import Generic, Protocol, TypeVar
from confty.records import NamedFields, Record
from confty.text import Code, Diagnostic, Severity, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    # For annotations only: a language that runs without its checker does not load the core.
    from confty.kit.foreign_imports import Adoption, Refused
    from confty.kit.insight import Insight
    from confty.kit.installation import Installation
    from confty.kit.profile import Functions
    from confty.types import Type

T = TypeVar("T", covariant=True)  # what a room makes
U = TypeVar("U")
Syntax = TypeVar("Syntax")
Checked = TypeVar("Checked")
Value = TypeVar("Value")


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


#: Gives the imports that lead to a file, outermost first, to who asks.
Way: TypeAlias = "Callable[[], Sequence[Span]]"


class Foreign(Protocol):
    """A file of another language, as the one that imports it sees it: a type and plain data."""

    @property
    def language(self) -> str:
        """The name of the file's language."""

    def type(self) -> Type:
        """What the file gives; Dynamic where that cannot be said."""

    def fault(self) -> Diagnostic | None:
        """What keeps the file from being imported, as a finding of it; None when nothing."""

    def refused(self, adoption: Adoption) -> Refused | None:
        """The first part of a data file that a language has no value for; None otherwise."""

    def value(self) -> Outcome[object]:
        """The file's value as plain data with its labels; an outcome that failed says why."""

    def held(self, hold: Callable[[object], U]) -> U:
        """What a language makes of a value that is no failure: made once, for all importers."""

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is declared in the file, for a note; None when unknown."""

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is written in the file, without its name; None if unknown."""


class Host(Protocol):
    """The world, as a language sees it."""

    @property
    def settings(self) -> Mapping[str, object]:
        """What the user set: the config file's table of this language, then the flags."""

    @property
    def root(self) -> str:
        """The folder of the project that the work is done for; empty where names begin there."""

    @property
    def view(self) -> object | None:
        """What reading and resolving depend on: hosts with equal views answer alike.

        None where the answers may change from one question to the next.
        """

    @property
    def memory(self) -> dict[object, object] | None:
        """What languages remember of the files of this moment, by keys of their own.

        None where files may change.
        """

    def resolve(self, path: str, importer: str | None) -> str | None:
        """Name the file that ``path`` means in ``importer`` (search paths included), or None."""

    def read(self, name: str) -> bytes:
        """Return the bytes of a file by its resolved name, or raise ``Unreadable``."""

    def needs(self, importer: str, name: str) -> None:
        """Note that a file needs another one, which was resolved in nobody's name."""

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted; raise ``Unreadable`` when it is none."""

    def variable(self, name: str) -> str | None:
        """Return an environment variable."""

    @property
    def installation(self) -> Installation:
        """What is installed on this machine, beside the files of a project."""

    def trace(self, line: str) -> None:
        """Show a line to the user while the program runs."""

    def foreign(self, name: str, way: Way = tuple) -> Foreign | None:
        """Return a resolved file as another language's; None when it is the asker's own.

        ``way`` gives the imports that lead there from the file the host serves, outermost first.
        It is asked only of a file that is another language's: in a long row of imports, each a
        step further than the last, the ways together take the square of its length.
        """


class FromText(Generic[T]):
    """A room that begins at the text itself, and runs the rooms before it if it needs them.

    Jsonnet keeps checked and compiled files by their text, JSON is typed while it is read, and
    where several files are one program, a file on its own has nothing to hand on.
    """

    __slots__ = ("room",)

    def __init__(self, room: Callable[[Source, Host], Outcome[T]]) -> None:
        self.room = room


class FromSyntax(Generic[Syntax, T]):
    """A room that takes what the parser made and said; what it says itself comes on top."""

    __slots__ = ("room",)

    def __init__(self, room: Callable[[Outcome[Syntax], Host], Outcome[T]]) -> None:
        self.room = room


class FromChecked(Generic[Checked, T]):
    """A room that takes what the checker made and said."""

    __slots__ = ("room",)

    def __init__(self, room: Callable[[Outcome[Checked], Host], Outcome[T]]) -> None:
        self.room = room


class Wish(metaclass=NamedFields):
    """What a preview of a program should be like."""

    # ``data``, or a text: a tree, or a graph as dot or mermaid.
    form: str
    # As an update would be, instead of its preview.
    update: bool
    show_secrets: bool
    continue_on_error: bool
    # What stands for providers.
    mocks: object


class Folders(Protocol):
    """What a language whose programs are folders makes of one, beside its value."""

    def preview(self, folder: str, host: Host, wish: Wish) -> Outcome[object]:
        """What running the program would do, as data or as a text."""

    def convert(self, folder: str, host: Host, name: str) -> Outcome[dict[str, str]]:
        """The program in Python: files by their names."""

    def written(self, data: object) -> str:
        """Plain data as a file of such a program; ``ValueError`` for what has no words there."""


class Carrier(metaclass=Record):
    """Takes what was checked from one process to another of the same run."""

    # Some files and all that they import, as bytes; None where nothing is known of them, or that
    # has no such form.
    pack: Callable[[Sequence[str]], bytes | None]
    # Takes such bytes in, for files that this host serves; says how many files were new.
    unpack: Callable[[bytes, Host], int]


class Language(Generic[Syntax, Checked, Value], metaclass=NamedFields):
    """A front end."""

    name: str
    codes: tuple[Code, ...]
    parser: Callable[[Source, Host], Outcome[Syntax]]
    checker: FromText[Checked] | FromSyntax[Syntax, Checked]
    # What the checker says, for who asks for nothing else.
    brief: FromText[None] | None = None
    # Whether checked files stay for others that import them; one that is checked briefly does not.
    keeps: bool = False
    # Answers about places, from what the checker made.
    insight: Callable[[Checked], Insight]
    # A lazy language skips its checker.
    evaluator: (
        FromText[Value | None]
        | FromSyntax[Syntax, Value | None]
        | FromChecked[Checked, Value | None]
    )
    # The value as plain Python data: dict, list, str, int, float, Decimal, bool, None; and, where
    # that is something else, for Python programs, whose keys need not be texts.
    plain: Callable[[Value], Outcome[object]]
    native: Callable[[Value], Outcome[object]] | None = None
    # What ``confty eval --format`` accepts, the default first.
    formats: tuple[str, ...]
    render: Callable[[Value, str], Outcome[str]]
    # The text comes back as it was when it has mistakes.
    formatter: FromSyntax[Syntax, str]
    # A view of the syntax in which layout does not count, made of tuples, lists, dicts and
    # scalars, what counts first and comments last: ``same`` (kit/meaning.py) compares them.
    # What ``fmt`` makes is compared with it; without one, the letters of the texts are.
    meaning: Callable[[Syntax], object] | None = None
    # Whether secret and unknown inputs keep their labels here.
    labelled: bool = False
    # Binds ``input`` to ``{file}``; without, paths are asked for.
    query: str = ""
    # Its own words for a run that reached a limit.
    stopped: Callable[[Exception, Source], Diagnostic | None] | None = None
    # Whether a text is so small that no work on it goes far: it needs no run of its own.
    harmless: Callable[[Source], bool] | None = None
    # What is made of a whole program where that is a folder.
    folders: Folders | None = None
    # Who knows its programs' functions in Python's frames, and who writes checked files.
    functions: Callable[[], Functions] | None = None
    carrier: Callable[[], Carrier] | None = None

    def check(self, source: Source, host: Host) -> Outcome[Checked]:
        """Run the rooms up to the checker."""
        if isinstance(self.checker, FromText):
            return self.checker.room(source, host)
        return self.checker.room(self.parser(source, host), host)

    def check_briefly(
        self, source: Source, host: Host, *, once: bool = True
    ) -> Outcome[Checked | None]:
        """Run the rooms up to the checker, for what they say; ``once``: the file need not stay."""
        if self.brief is None or (self.keeps and not once):
            return self.check(source, host)
        return self.brief.room(source, host)

    def evaluate(self, source: Source, host: Host) -> Outcome[Value | None]:
        """Run the rooms that the evaluator needs, and it."""
        if isinstance(self.evaluator, FromText):
            return self.evaluator.room(source, host)
        if isinstance(self.evaluator, FromSyntax):
            return self.evaluator.room(self.parser(source, host), host)
        return self.evaluator.room(self.check(source, host), host)

    def reformat(self, source: Source, host: Host) -> Outcome[str]:
        """Return the text as the formatter lays it out."""
        return self.formatter.room(self.parser(source, host), host)


#: A language of which nobody asks what its trees and values are made of.
AnyLanguage: TypeAlias = Language[object, object, object]
