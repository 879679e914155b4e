"""The one front door of every language.

Whoever works on a file calls its language through here.  A program that nests too deep, runs too
long or takes too much memory ends in a finding about its file, whichever room it was in; all else
that a room says passes unchanged.
"""

from __future__ import annotations

from time import monotonic

from confty.kit.collector import uncollected
from confty.kit.limits import (
    Limits,
    OutOfTime,
    limited,
)
from confty.language import AnyLanguage, Host, Outcome
from confty.text import Diagnostic, Source, Span
from confty.workspace.bounds import (
    TOO_FAR,
    guarded,
    limits_of,
    most_output,
    output_too_large,
    patience_of,
    told,
)
from confty.workspace.codes import (
    FMT_UNSAFE,
    OUT_OF_TIME,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final

    from confty.workspace.answers import LimitedInsight
    from confty.workspace.bounds import Result, Telling

_MARK: Final = "\ufeff"
# Of that, what reading the text again may take, for what can be said of a file all the same.
_AGAIN: Final = 10.0


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

    def check(
        self, source: Source, host: Host, once: bool | None = None
    ) -> Outcome[object | None]:
        """Run the rooms up to the checker; for what they say alone if ``once`` is given."""
        limits = self._limits(source, host)

        def check() -> Outcome[object | None]:
            if once is None:
                return self.language.check(source, host)
            return self.language.check_briefly(source, host, once=once)

        try:
            return check() if limits is None else limited(check, limits)
        except OutOfTime as error:
            return Outcome(None, (*self._read(source, host), _late(error, "checking", source)))
        except TOO_FAR as error:
            return Outcome(None, (self._told(source)(error),))

    def insight(self, checked: object) -> LimitedInsight:
        """Return the answers about places."""
        from confty.workspace.answers import LimitedInsight  # noqa: PLC0415  start-up: who runs has no question

        limits = self._patience if self.source is None else self._limits(self.source, None)
        return LimitedInsight(
            lambda: self.language.insight(checked), self._told(self.source), limits
        )

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

    def whole(self, work: Callable[[], Outcome[Result | None]]) -> Outcome[Result | None]:
        """Evaluate and use the value in one run: a thread takes as long as a small program."""
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
        telling = self._told(source)

        def of_layout(error: Exception) -> Diagnostic:
            late = isinstance(error, OutOfTime)
            return _late(error, "formatting", source) if late else telling(error)

        return guarded(
            lambda: reformatted(self.language, source, host),
            source.text,
            of_layout,
            self._patience,
        )

    def keeps(self, source: Source, text: str, host: Host) -> bool:
        """Whether another text, laid out in part, means what this one does."""

        def tried() -> Outcome[str]:
            before = self.language.parser(source, host)
            return unchanged(self.language, source, before, Outcome(text), host)

        tried_out = guarded(tried, source.text, self._told(source), self._patience)
        return tried_out.output == text

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
        whole = self.limits
        limits: Limits | None = Limits(self._left, whole.frames, whole.memory, ending=whole.ending)
        if not self._schema and source is not None and self._limits(source, None) is None:
            limits = None
        telling = self._told(source)

        def of_all(error: Exception) -> Diagnostic:
            # The limit as the user gave it, not what was left of it.
            if isinstance(error, OutOfTime) and whole.seconds is not None:
                error = OutOfTime(whole.seconds)
            return telling(error)

        begun = monotonic()
        try:
            return guarded(work, instead, of_all, limits)
        finally:
            if self._left is not None:
                self._left = max(0.0, self._left - (monotonic() - begun))


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
    from confty.kit.meaning import letters, same  # noqa: PLC0415  start-up: only formatting compares

    if language.meaning is None:
        return letters(source.text) == letters(made.output)
    # Views are large, and none of it is garbage before they were compared.
    with uncollected():
        return same(language.meaning(before.output), language.meaning(after.output))
