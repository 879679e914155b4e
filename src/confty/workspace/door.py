"""The one front door of every language.

Whoever works on a file calls its language through here.  A program that nests too deep, runs too
long or takes too much memory ends in a finding about its file, whichever room it was in; all else
that a room says passes unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from confty.kit.collector import uncollected
from confty.kit.footprint import MEMORY
from confty.kit.insight import Insight
from confty.kit.limits import (
    FRAMES,
    FRAMES_A_CALL,
    Limits,
    OutOfMemory,
    OutOfTime,
    limited,
)
from confty.kit.meaning import letters, same
from confty.kit.rooms import WALK
from confty.language import AnyLanguage, Host, Outcome
from confty.text import Diagnostic, Source, Span
from confty.workspace.codes import (
    FMT_UNSAFE,
    OUT_OF_MEMORY,
    OUT_OF_TIME,
    OUTPUT_TOO_LARGE,
    TOO_DEEP,
)

if TYPE_CHECKING:
    from confty.kit import sights
    from confty.types import Type

Result = TypeVar("Result")
Telling: TypeAlias = Callable[[Exception], Diagnostic]

#: What ends a run that goes too far, whatever the language.
TOO_FAR: Final = (RecursionError, MemoryError, OutOfTime, OutOfMemory)
#: How large a text may be that a value is shown as, in characters, unless somebody says.
MAX_OUTPUT: Final = 1 << 30
_MEGABYTE: Final = 1 << 20
_MARK: Final = "\ufeff"
#: For work on many files, each of which has its own time: as deep as a run may nest.
UNWATCHED: Final = Limits(memory=None)
#: How long a room may take that runs no program, in seconds, unless somebody says.
PATIENCE: Final = 300.0
# Of that, what reading the text again may take, for what can be said of a file all the same.
_AGAIN: Final = 10.0


def limits_of(settings: Mapping[str, object], patience: float | None = None) -> Limits:
    """Return the limits that the settings of a language ask for; ``patience`` if no time is."""
    seconds = number(settings.get("timeout")) or patience
    memory = number(settings.get("max_memory"))
    calls = number(settings.get("max_stack"))
    return Limits(
        seconds=seconds,
        frames=FRAMES if calls is None else max(WALK, min(FRAMES, int(calls * FRAMES_A_CALL))),
        memory=MEMORY if memory is None else int(memory * _MEGABYTE),
    )


def patience_of(settings: Mapping[str, object]) -> Limits:
    """Return the limits of work that runs no program."""
    return Limits(number(settings.get("timeout")) or PATIENCE, memory=None)


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


def _late(error: Exception, what: str, source: Source) -> Diagnostic:
    """Say that work on a text, which runs no program, took too long."""
    assert isinstance(error, OutOfTime)
    message = f"{what} took longer than {error.seconds:g} seconds and was stopped"
    found = OUT_OF_TIME.at(Span(source, 0, 0), message)
    return found.with_help("raise the limit with --timeout")


class LimitedLanguage:
    """A language, as everybody but itself sees it: the same rooms, none of which breaks down."""

    __slots__ = ("_left", "_most", "_patience", "_schema", "language", "limits", "source")

    def __init__(
        self,
        language: AnyLanguage,
        settings: Mapping[str, object] | None = None,
        source: Source | None = None,
    ) -> None:
        self.language: Final = language
        self.limits: Final = limits_of(settings or {})
        # The file that values and answers are of, for what is said about them.
        self.source: Final = source
        self._patience = patience_of(settings or {})
        self._most = most_output(settings or {})
        self._schema = bool((settings or {}).get("schema"))
        # Evaluating and showing share the time.
        self._left = self.limits.seconds

    @property
    def name(self) -> str:
        """The language's name."""
        return self.language.name

    @property
    def formats(self) -> tuple[str, ...]:
        """What a value can be shown as, the default first."""
        return self.language.formats

    @property
    def labelled(self) -> bool:
        """Whether secret and unknown inputs keep their labels."""
        return self.language.labelled

    @property
    def query(self) -> str:
        """What binds ``input`` to a file."""
        return self.language.query

    def check(self, source: Source, host: Host) -> Outcome[object | None]:
        """Run the rooms up to the checker."""
        work = partial(self.language.check, source, host)
        limits = self._limits(source, host)
        try:
            return work() if limits is None else limited(work, limits)
        except OutOfTime as error:
            return Outcome(None, (*self._read(source, host), _late(error, "checking", source)))
        except TOO_FAR as error:
            return Outcome(None, (self._told(source)(error),))

    def insight(self, checked: object) -> LimitedInsight:
        """Return the answers about places."""
        limits = self._patience if self.source is None else self._limits(self.source, None)
        made = partial(self.language.insight, checked)
        return LimitedInsight(made, self._told(self.source), limits)

    def evaluate(self, source: Source, host: Host) -> Outcome[object | None]:
        """Run the program within its limits."""
        return self._watched(lambda: self.language.evaluate(source, host), None, source)

    def plain(self, value: object) -> Outcome[object]:
        """Return a value as plain data."""
        return self._watched(lambda: self.language.plain(value), None, self.source)

    def native(self, value: object) -> Outcome[object]:
        """Return a value as data for a Python program."""
        native = self.language.native or self.language.plain
        return self._watched(lambda: native(value), None, self.source)

    def render(self, value: object, form: str) -> Outcome[str]:
        """Show a value in one of the language's forms."""
        return self.shown(lambda: self.language.render(value, form))

    def whole(self, work: Callable[[], Outcome[object]]) -> Outcome[object]:
        """Evaluate and make plain in one run."""
        return self._watched(work, None, self.source)

    def shown(self, work: Callable[[], Outcome[str]]) -> Outcome[str]:
        """Make a text of a value, within the limits of the run and of the output's size."""
        made = self._watched(work, "", self.source)
        too_large = output_too_large(len(made.output), self._most, self.source)
        if too_large is None:
            return made
        return Outcome("", (*made.diagnostics, too_large))

    def reformat(self, source: Source, host: Host) -> Outcome[str]:
        """Lay a text out; one that would mean something else afterwards stays as it is."""
        work = partial(reformatted, self.language, source, host)
        telling = self._told(source)

        def of_layout(error: Exception) -> Diagnostic:
            late = isinstance(error, OutOfTime)
            return _late(error, "formatting", source) if late else telling(error)

        return guarded(work, source.text, of_layout, self._patience)

    def _limits(self, source: Source, host: Host | None) -> Limits | None:
        """Return the limits of work that runs no program; None for a text that needs none."""
        harmless = self.language.harmless
        if harmless is None or not harmless(source):
            return self._patience
        # A schema may be anything.
        return self._patience if host is not None and host.settings.get("schema") else None

    def _read(self, source: Source, host: Host) -> tuple[Diagnostic, ...]:
        """Return what reading alone finds in a text whose check was stopped."""
        seconds = min(self._patience.seconds or _AGAIN, _AGAIN)
        try:
            read = limited(
                lambda: self.language.parser(source, host), Limits(seconds, memory=None)
            )
        except TOO_FAR:
            return ()
        return read.diagnostics

    def _told(self, source: Source | None) -> Telling:
        def telling(error: Exception) -> Diagnostic:
            own = self.language.stopped
            found = None if own is None or source is None else own(error, source)
            return found or told(error, source)

        return telling

    def _watched(
        self, work: Callable[[], Outcome[Result]], instead: Result, source: Source | None
    ) -> Outcome[Result]:
        limits: Limits | None = Limits(self._left, self.limits.frames, self.limits.memory)
        if not self._schema and source is not None and self._limits(source, None) is None:
            limits = None
        telling = self._told(source)

        def of_all(error: Exception) -> Diagnostic:
            # The limit as the user gave it, not what was left of it.
            whole = self.limits.seconds
            if isinstance(error, OutOfTime) and whole is not None:
                error = OutOfTime(whole)
            return telling(error)

        begun = monotonic()
        try:
            return guarded(work, instead, of_all, limits)
        finally:
            if self._left is not None:
                self._left = max(0.0, self._left - (monotonic() - begun))


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


def reformatted(language: AnyLanguage, source: Source, host: Host) -> Outcome[str]:
    """Format a text, read the result again, and keep the text if the two are not the same."""
    before = language.parser(source, host)
    made = language.formatter.room(before, host)
    if made.output.startswith(_MARK) and not made.failed:
        # Whoever reads the file takes it for the mark of the encoding, which is no text.
        bare = Source(source.name, made.output.lstrip(_MARK))
        made = language.formatter.room(language.parser(bare, host), host)
    return unchanged(language, source, before, made, host)


def unchanged(
    language: AnyLanguage,
    source: Source,
    before: Outcome[object],
    made: Outcome[str],
    host: Host,
) -> Outcome[str]:
    """Return what a formatter made of a text, or the text if the two do not mean the same."""
    if made.failed or made.output == source.text:
        return made
    after = language.parser(Source(source.name, made.output), host)
    if before.failed or (not after.failed and _alike(language, before, after, source, made)):
        return made
    message = "formatting would change what the file means, so it stays as it is"
    found = FMT_UNSAFE.at(Span(source, 0, 0), message)
    return Outcome(source.text, (*made.diagnostics, found.with_help("please report this file")))


def _alike(
    language: AnyLanguage,
    before: Outcome[object],
    after: Outcome[object],
    source: Source,
    made: Outcome[str],
) -> bool:
    if language.meaning is None:
        return letters(source.text) == letters(made.output)
    # Views are large, and none of it is garbage before they were compared.
    with uncollected():
        return same(language.meaning(before.output), language.meaning(after.output))


class LimitedInsight(Insight):
    """Answers about places; what goes too far is no answer, and ``problems`` says why."""

    def __init__(
        self, make: Callable[[], Insight], telling: Telling, limits: Limits | None
    ) -> None:
        # Who only wants to know what was found does not pay for answers.
        self._make: Final = make
        self._inner: Insight | None = None
        self.telling: Final = telling
        self.limits: Final = limits
        self.problems: list[Diagnostic] = []
        self._occurrences: Sequence[sights.Occurrence] | None = None

    @property
    def inner(self) -> Insight:
        """The language's own answers."""
        if self._inner is None:
            self._inner = self._make()
        return self._inner

    def __getattribute__(self, name: str) -> object:
        """A question is asked within limits; without an answer it is that of a file unknown."""
        if name not in _ASKED:
            return super().__getattribute__(name)
        return lambda *about: self._ask(name, about)

    def _ask(self, name: str, about: tuple[object, ...]) -> Any:
        answer = guarded(
            lambda: Outcome(getattr(self.inner, name)(*about)),
            getattr(_UNKNOWN, name)(*about),
            self.telling,
            self.limits,
        )
        for found in answer.diagnostics:
            if found not in self.problems:
                self.problems.append(found)
        return answer.output

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the file where it is written; the list is made once."""
        if self._occurrences is None:
            self._occurrences = self._ask("occurrences", ())
        return self._occurrences

    def said(self, owner: Type, field: str | None) -> str:
        """What comments say of a named type, or of a field of it: too little to need limits."""
        return self.inner.said(owner, field)


_UNKNOWN: Final = Insight()
_ASKED: Final = frozenset(name for name in vars(Insight) if not name.startswith("_")) - {
    "occurrences",
    "said",
}
