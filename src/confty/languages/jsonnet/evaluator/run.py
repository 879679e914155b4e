"""One evaluation from start to end: files in, a value or findings out."""

from __future__ import annotations

import sys
from time import monotonic

from confty.kit.collector import collected_rarely
from confty.kit.footprint import MEMORY
from confty.kit.limits import (
    FRAMES,
    FRAMES_A_CALL,
    Limits,
    OutOfMemory,
    OutOfTime,
    limited,
)
from confty.kit.rooms import room_for
from confty.languages.jsonnet.evaluator.cache import Cache
from confty.languages.jsonnet.evaluator.calls import call
from confty.languages.jsonnet.evaluator.current import Run, enter
from confty.languages.jsonnet.evaluator.failure import MANIFESTING, TOP_LEVEL, Stop, UnrunnableFile
from confty.languages.jsonnet.evaluator.program import NeedsLabels, Program
from confty.languages.jsonnet.evaluator.units import UNITS, UnitMemory
from confty.languages.jsonnet.evaluator.values import ABSENT, Func, Thunk, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final, TypeVar

    from confty.languages.jsonnet.evaluator.declared import DeclaredInputs
    from confty.languages.jsonnet.evaluator.roles import Importer, LabelOperations
    from confty.text import Diagnostic

    Result = TypeVar("Result")
# name -> (is it code?, text): external variables and top-level arguments.
Given = dict[str, tuple[bool, str]]
# A body that runs more often than this is worth translating: the first costs as much as a thousand
# runs save, since the compiler has to be loaded.
OFTEN: Final = 1000


class RunSettings:
    """What a run is given."""

    __slots__ = (
        "argument_files",
        "arguments",
        "cache",
        "declared_arguments",
        "declared_variables",
        "dialect",
        "ending",
        "hidden_arguments",
        "hidden_variables",
        "kept",
        "labelled",
        "max_stack",
        "memory",
        "natives",
        "often",
        "passing",
        "programs",
        "show_secrets",
        "timeout",
        "trace",
        "units",
        "variable_files",
        "variables",
    )

    def __init__(self) -> None:
        # Whose library and operators: those of the implementation in Go, or of the one in C++.
        self.dialect = "go"
        self.variables: Given = {}
        self.arguments: Given = {}
        # The files that code was read from, by names of variables: its imports begin there.
        self.variable_files: Mapping[str, str] = {}
        self.argument_files: Mapping[str, str] = {}
        # What the project declares of them, if anything.
        self.declared_variables: DeclaredInputs | None = None
        self.declared_arguments: DeclaredInputs | None = None
        # name -> ("secret", text) or ("unknown", type).
        self.hidden_variables: dict[str, tuple[str, str]] = {}
        self.hidden_arguments: dict[str, tuple[str, str]] = {}
        # Values of earlier runs, by the names of external variables that a session asks for.
        self.kept: dict[str, Value] = {}
        # Whether traces and messages may show secrets.
        self.show_secrets = False
        self.natives: dict[str, Func] = {}
        # Whether native functions may run programs.
        self.programs = False
        self.max_stack: int | None = None
        self.timeout: float | None = None
        # What the run may add to the memory of the process, in bytes.
        self.memory: int | None = MEMORY
        self.cache: Cache | None = None
        # What this process knows of the contents of files.
        self.units: UnitMemory = UNITS
        # Whether the text is no file, and must not be kept in the cache.
        self.passing = False
        # Whether the process ends with this run.
        self.ending = False
        # Whether labels are expected although no variable is hidden.
        self.labelled = False
        # How often a body runs from the tree before it is translated; None translates everything.
        self.often: int | None = OFTEN
        self.trace: Callable[[str], None] = _to_stderr

    @property
    def needs_labels(self) -> bool:
        """Whether values may carry labels: branches and library calls then expect them."""
        return bool(self.labelled or self.hidden_variables or self.hidden_arguments)


def _to_stderr(line: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


class _Doubtful(Exception):
    """A program that failed in the first tier; the second says with what.

    ``blamed`` are the files that have to be translated for that; None for all.
    """

    def __init__(self, blamed: frozenset[str] | None) -> None:
        super().__init__()
        self.blamed = blamed


class Failure(Exception):
    """A run that ended without a value: findings, and the reference's words."""

    def __init__(self, findings: tuple[Diagnostic, ...], head: str) -> None:
        super().__init__(head)
        self.findings = findings
        # The first line the reference would print.
        self.head = head


def evaluate(name: str, data: bytes, importer: Importer, settings: RunSettings) -> Evaluated:
    """The value of a file, which is worked out as far as somebody reads it."""
    return Evaluated(name, data, importer, settings)


class Evaluated:
    """The value of a program and its run, in which what is read of the value is worked out.

    The program starts when it is first asked for something, so that one reader pays for one
    run.  Every method raises ``Failure`` when the program fails on what it is asked for.
    """

    __slots__ = (
        "_data",
        "_importer",
        "_labels",
        "_left",
        "_name",
        "_program",
        "_run",
        "_settings",
        "_value",
    )

    def __init__(self, name: str, data: bytes, importer: Importer, settings: RunSettings) -> None:
        self._name = name
        self._data = data
        self._importer = importer
        self._settings = settings
        self._labels = _labels() if settings.needs_labels else None
        # Seconds before the run is stopped, all that is done in it taken together.
        self._left = settings.timeout
        self._prepare(settings.trace)

    def apply(self, use: Callable[[Value], Result]) -> Result:
        """Hand the value to ``use``, which may work more of it out."""
        try:
            result = self._within(lambda: use(self._reached()))
        except NeedsLabels:
            # Begin anew, labels expected.
            self._labels = _labels()
            self._anew()
            return self.apply(use)
        except _Doubtful as doubt:
            self._anew(doubt.blamed)
            return self.apply(use)
        finally:
            self._program.count()
        self._program.store()
        return result

    def show(self, use: Callable[[Value], Result]) -> Result:
        """The same with a value for the eyes of a user: words stand in the place of labels."""
        return self.apply(lambda value: use(self._shown(value)))

    @property
    def is_silent(self) -> bool:
        """Whether nothing was traced so far, so that the value is all that the program gives."""
        return not self._run.printed

    def work_out(self) -> None:
        """Work the value out to its last field."""
        self.apply(self._worked_out)

    def plain(self) -> object:
        """The value as plain data, with the labels it carries."""
        return self.apply(self._plain)

    def open(self) -> object:
        """The value as plain data for the eyes of a user."""
        from confty.languages.jsonnet.evaluator.manifest.plain import plain_data  # noqa: PLC0415  loaded by the runs that need it

        return self.show(plain_data)

    def _worked_out(self, value: Value) -> None:
        if self._labels is not None:
            self._labels.data(value)
            return
        from confty.languages.jsonnet.evaluator.manifest.extent import work_out  # noqa: PLC0415  loaded by the runs that need it

        work_out(value)

    def _plain(self, value: Value) -> object:
        if self._labels is not None:
            return self._labels.data(value)
        from confty.languages.jsonnet.evaluator.manifest.plain import plain_data  # noqa: PLC0415  loaded by the runs that need it

        return plain_data(value)

    def _shown(self, value: Value) -> Value:
        return self._labels.shown(value, self._settings.show_secrets) if self._labels else value

    def _prepare(self, trace: Callable[[str], None]) -> None:
        settings = self._settings
        plain = self._labels is None and settings.dialect != "cpp" and not settings.programs
        often = settings.often if plain else None
        self._program = Program(
            self._importer, settings.cache, self._labels, settings.dialect, settings.units, often
        )
        self._program.max_stack = settings.max_stack
        self._begin(trace)

    def _anew(self, translated: frozenset[str] | None = None) -> None:
        """Begin again, in the second tier; what was traced or asked before is not again."""
        self._program.store()
        self._program = self._program.again(self._labels, translated)
        answers = self._run.answers
        answers.begin_anew()
        self._begin(_resumed(self._run.printed, self._settings.trace))
        self._run.answers = answers

    def _begin(self, trace: Callable[[str], None]) -> None:
        self._run = _run(self._settings, self._labels, trace)
        self._value: Value = ABSENT

    def _reached(self) -> Value:
        if self._value is ABSENT:
            self._value = self._main()
        return self._value

    def _main(self) -> Value:
        run, program = self._run, self._program
        declared = self._settings.declared_variables
        for variable, given in self._settings.variables.items():
            label = self._settings.variable_files.get(variable, f"<extvar:{variable}>")
            run.variables[variable] = _given(program, label, variable, given, declared)
        run.variables.update(self._settings.kept)
        kept = not self._settings.passing
        value = program.file(self._name, self._data, kept=kept).run()
        if value.__class__ is Func:
            run.stage = TOP_LEVEL
            value = call(value, (), _arguments(program, self._settings))
        run.stage = MANIFESTING
        return value

    def _within(self, work: Callable[[], Result]) -> Result:
        """Work inside the run: under its limits, mistakes turned into findings."""

        def guarded() -> Result:
            run = self._run
            try:
                result = _entered(run, work)
            except (Stop, UnrunnableFile, RecursionError, MemoryError) as error:
                if self._program.grown and not self._is_own_text(error):
                    self._doubt(error)
                if run.decided and not run.shows:
                    raise self._hidden() from None
                raise _failure(error, run, self._name, self._importer) from None
            if run.fails:
                raise self._hidden()
            return result

        settings = self._settings
        # The reference's 500 are our 250,000.
        frames = (settings.max_stack or 0) * FRAMES_A_CALL or FRAMES
        began = monotonic()
        try:
            # Inside another run there is room for as much as that one has asked for.
            with room_for(frames if frames > FRAMES else 0):
                limits = Limits(self._left, frames, settings.memory, ending=settings.ending)
                return limited(guarded, limits)
        except OutOfTime:
            message = f"stopped after {settings.timeout:g} seconds, as the time limit says"
            raise self._ended(message, late=True) from None
        except OutOfMemory as stopped:
            if self._run.decided and not self._run.shows:
                raise self._hidden() from None
            raise self._ended(str(stopped), late=False) from None
        finally:
            if self._left is not None:
                self._left = max(0.0, self._left - (monotonic() - began))

    def _is_own_text(self, error: BaseException) -> bool:
        """Whether the program itself is none: its text is to blame, and no import leads there."""
        return isinstance(error, UnrunnableFile) and error.place.source.name == self._name

    def _doubt(self, error: BaseException) -> None:
        """Begin anew where trees have a part in a failure."""
        from confty.languages.jsonnet.evaluator.tree.blame import blamed  # noqa: PLC0415  only failures need it

        deep = isinstance(error, (RecursionError, MemoryError))
        trees = None if deep else blamed(error.__traceback__)
        if trees is None or (trees and self._program.translated):
            raise _Doubtful(None) from None
        if not self._program.translated:
            raise _Doubtful(trees | {self._name}) from None

    def _hidden(self) -> Failure:
        """A failure that depends on a secret: all that is told would tell about the secret."""
        from confty.languages.jsonnet.evaluator.telling import hidden  # noqa: PLC0415  only failures need it

        assert self._labels is not None
        return Failure(*hidden(*self._labels.told(self._run), self._name, self._data))

    def _ended(self, message: str, *, late: bool) -> Failure:
        """A run that was stopped from outside: nobody knows where it was."""
        from confty.languages.jsonnet.evaluator.telling import ended  # noqa: PLC0415  only failures need it

        return Failure(*ended(message, self._name, self._data, late=late))


def _entered(run: Run, work: Callable[[], Result]) -> Result:
    """Work while ``run`` is the one under way."""
    before = enter(run)
    rarely = collected_rarely(alive=run.made)
    try:
        with rarely:
            return work()
    finally:
        # Most is made at first; what is worked out later may be garbage when it was read.
        run.made = run.made or rarely.old
        enter(before)


def _labels() -> LabelOperations:
    """What a labelled run needs; nothing else loads it."""
    from confty.languages.jsonnet.evaluator.labels import LABELS  # noqa: PLC0415  plain runs do not pay for labels

    return LABELS


def _resumed(printed: list[str], trace: Callable[[str], None]) -> Callable[[str], None]:
    """Print the lines of a run that began anew, without those that were printed before."""
    waiting = list(printed)

    def printing(line: str) -> None:
        if waiting and waiting[0] == line:
            del waiting[0]
        else:
            trace(line)

    return printing


def _given(
    program: Program,
    label: str,
    name: str,
    given: tuple[bool, str],
    declared: DeclaredInputs | None,
) -> Value:
    """A variable's value: a string, or a thunk of code under a label of its own."""
    is_code, text = given
    if is_code or (declared is not None and declared.is_code(name)):
        code = text.encode("utf-8", "surrogatepass")
        value: Value = Thunk(lambda _: program.file(label, code, kept=False).run())
    else:
        value = text
    return value if declared is None else declared.held(name, value)


def _run(
    settings: RunSettings, labels: LabelOperations | None, trace: Callable[[str], None]
) -> Run:
    """A run's state; hidden variables and functions given to it, with their labels."""
    if labels is None:
        run = Run({}, settings.natives, trace, settings.dialect)
        run.programs = settings.programs
        return run
    hidden = _hidden(settings.hidden_variables, "extVar")
    natives = {name: labels.embedded(name, made) for name, made in settings.natives.items()}
    run = Run(hidden, natives, trace, settings.dialect)
    run.shows = settings.show_secrets
    run.programs = settings.programs
    return run


def _hidden(given: dict[str, tuple[str, str]], word: str) -> dict[str, Value]:
    from confty.values.labels import secret, unknown  # noqa: PLC0415  plain runs do not pay for labels

    return {
        name: secret(text, f"{word} {name!r}")
        if kind == "secret"
        else unknown(f"{word} {name!r}", kind=text)
        for name, (kind, text) in given.items()
    }


def _arguments(program: Program, settings: RunSettings) -> tuple[tuple[str, Value], ...]:
    declared, files = settings.declared_arguments, settings.argument_files
    given: list[tuple[str, Value]] = [
        (name, _given(program, files.get(name, f"<top-level-arg:{name}>"), name, one, declared))
        for name, one in settings.arguments.items()
    ]
    if settings.hidden_arguments:
        given += _hidden(settings.hidden_arguments, "argument").items()
    return tuple(given)


def _failure(
    error: Stop | UnrunnableFile | RecursionError | MemoryError,
    run: Run,
    name: str,
    importer: Importer,
) -> Failure:
    from confty.languages.jsonnet.evaluator.telling import failed  # noqa: PLC0415  only failures need it

    return Failure(*failed(error, run, name, importer))
