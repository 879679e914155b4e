"""One evaluation from start to end: files in, a value or findings out."""

from __future__ import annotations

import sys
from time import monotonic

from confty.kit.footprint import MEMORY
from confty.kit.limits import FRAMES, Limits, OutOfMemory, OutOfTime, limited, room_for
from confty.kit.memory import collected_rarely
from confty.languages.jsonnet.codes import OUT_OF_MEMORY, RECURSION, STOPPED, TIME
from confty.languages.jsonnet.evaluator.cache import Cache
from confty.languages.jsonnet.evaluator.calls import call
from confty.languages.jsonnet.evaluator.current import Run, enter
from confty.languages.jsonnet.evaluator.declared import Declared
from confty.languages.jsonnet.evaluator.failure import (
    MANIFESTING,
    NO_MEMORY,
    TOO_DEEP,
    TOP_LEVEL,
    Refused,
    Stop,
    reference_place,
)
from confty.languages.jsonnet.evaluator.manifest.output import plain_data, work_out
from confty.languages.jsonnet.evaluator.program import Importer, Labels, NeedsLabels, Program
from confty.languages.jsonnet.evaluator.runtime import CPP
from confty.languages.jsonnet.evaluator.units import UNITS, Memory
from confty.languages.jsonnet.evaluator.values import ABSENT, Func, Thunk, Value
from confty.text import Code, Diagnostic, Frame, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeVar

    Result = TypeVar("Result")
# name -> (is it code?, text): external variables and top-level arguments.
Given = dict[str, tuple[bool, str]]
# A body that runs more often than this is worth translating.
OFTEN: Final = 100
# Python frames allowed for one frame of the reference's count: its 500 are our 250,000.
_FRAMES: Final = 500
# How the names of files end that are written as programs, or as data that is one.
_OWN: Final = (".jsonnet", ".libsonnet", ".json", ".json5")


class Settings:
    """What a run is given."""

    __slots__ = (
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
        "variables",
    )

    def __init__(self) -> None:
        # Whose library and operators: those of the implementation in Go, or of the one in C++.
        self.dialect = "go"
        self.variables: Given = {}
        self.arguments: Given = {}
        # What the project declares of them.
        self.declared_variables = Declared({}, "external variable")
        self.declared_arguments = Declared({}, "argument")
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
        self.units: Memory = UNITS
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
    """A program that failed in the first tier; the second says with what."""


class Failure(Exception):
    """A run that ended without a value: findings, and the reference's words."""

    def __init__(self, findings: tuple[Diagnostic, ...], head: str) -> None:
        super().__init__(head)
        self.findings = findings
        # The first line the reference would print.
        self.head = head


def evaluate(name: str, data: bytes, importer: Importer, settings: Settings) -> Evaluated:
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

    def __init__(self, name: str, data: bytes, importer: Importer, settings: Settings) -> None:
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
        except _Doubtful:
            self._anew()
            return self.apply(use)
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
        return self.show(plain_data)

    def _worked_out(self, value: Value) -> None:
        if self._labels is None:
            work_out(value)
        else:
            self._labels.data(value)

    def _plain(self, value: Value) -> object:
        return plain_data(value) if self._labels is None else self._labels.data(value)

    def _shown(self, value: Value) -> Value:
        return self._labels.shown(value, self._settings.show_secrets) if self._labels else value

    def _prepare(self, trace: Callable[[str], None]) -> None:
        settings = self._settings
        plain = self._labels is None and settings.dialect != CPP and not settings.programs
        often = settings.often if plain else None
        self._program = Program(
            self._importer, settings.cache, self._labels, settings.dialect, settings.units, often
        )
        self._begin(trace)

    def _anew(self) -> None:
        """Begin again, in the second tier; what was traced or asked before is not again."""
        self._program.store()
        self._program = self._program.again(self._labels)
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
        for variable, (is_code, text) in self._settings.variables.items():
            declared = self._settings.declared_variables
            code = is_code or declared.is_code(variable)
            value = _given(program, f"<extvar:{variable}>", code, text)
            run.variables[variable] = declared.held(variable, value)
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
            except (Stop, Refused, RecursionError, MemoryError) as error:
                if self._program.grown:
                    raise _Doubtful from None
                if run.decided and not run.shows:
                    raise self._hidden() from None
                raise _failure(error, run, self._name) from None
            if run.fails:
                raise self._hidden()
            return result

        settings = self._settings
        deep = settings.max_stack is not None and settings.max_stack * _FRAMES > FRAMES
        frames = (settings.max_stack or 0) * _FRAMES or FRAMES
        began = monotonic()
        try:
            # Inside another run there is room for as much as that one has asked for.
            with room_for(frames if deep else 0):
                limits = Limits(self._left, frames, settings.memory, ending=settings.ending)
                return limited(guarded, limits)
        except OutOfTime:
            message = f"stopped after {settings.timeout:g} seconds, as the time limit says"
            raise self._ended(TIME, message) from None
        except OutOfMemory as stopped:
            if self._run.decided and not self._run.shows:
                raise self._hidden() from None
            raise self._ended(OUT_OF_MEMORY, str(stopped)) from None
        finally:
            if self._left is not None:
                self._left = max(0.0, self._left - (monotonic() - began))

    def _hidden(self) -> Failure:
        """A failure that depends on a secret: all that is told would tell about the secret."""
        assert self._labels is not None
        message, span = self._labels.told(self._run)
        finding = STOPPED.at(span or Span(self._source(), 0, 0), message)
        finding = finding.with_help(
            "see how it fails with --show-secrets, where nobody else looks"
        )
        if span is not None:
            finding = finding.with_trail((Frame(span, ""),))
        return Failure((finding,), f"RUNTIME ERROR: {message}")

    def _source(self) -> Source:
        return Source(self._name, self._data.decode("utf-8", "replace"))

    def _ended(self, code: Code, message: str) -> Failure:
        """A run that was stopped from outside: nobody knows where it was."""
        return Failure(
            (code.at(Span(self._source(), 0, 0), message),), f"RUNTIME ERROR: {message}"
        )


def _entered(run: Run, work: Callable[[], Result]) -> Result:
    """Work while ``run`` is the one under way."""
    before = enter(run)
    try:
        with collected_rarely():
            return work()
    finally:
        enter(before)


def _labels() -> Labels:
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


def _given(program: Program, label: str, is_code: bool, text: str) -> Value:
    """A variable's value: a string, or a thunk of code under a name of its own."""
    if not is_code:
        return text
    return Thunk(lambda _: program.file(label, text.encode(), kept=False).run())


def _run(settings: Settings, labels: Labels | None, trace: Callable[[str], None]) -> Run:
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


def _arguments(program: Program, settings: Settings) -> tuple[tuple[str, Value], ...]:
    given = []
    declared = settings.declared_arguments
    for name, (is_code, text) in settings.arguments.items():
        code = is_code or declared.is_code(name)
        value = _given(program, f"<top-level-arg:{name}>", code, text)
        given.append((name, declared.held(name, value)))
    if settings.hidden_arguments:
        given += _hidden(settings.hidden_arguments, "argument").items()
    return tuple(given)


def _head(error: BaseException, message: str, dialect: str, name: str) -> str:
    """The first line, in the words of the implementation that the dialect is of."""
    if isinstance(error, Refused) and _is_strange(error.place.source.name, name):
        return f"RUNTIME ERROR: {reference_place(error.place)}: this is no Jsonnet program"
    if dialect == CPP:
        if isinstance(error, Refused):
            return f"STATIC ERROR: {reference_place(error.place)}: {error.reference}"
        return f"RUNTIME ERROR: {message}"
    from confty.languages.jsonnet.evaluator import go_words  # noqa: PLC0415  loaded by the runs that need it

    if isinstance(error, Refused):
        said = go_words.refusal(error.place, error.reference, error.findings[0].message)
        return said if error.place.source.name == name else f"RUNTIME ERROR: {said}"
    own = error.go if isinstance(error, Stop) else ""
    return f"RUNTIME ERROR: {own or go_words.go_words(message)}"


def _is_strange(imported: str, named: str) -> bool:
    """Whether a file is no program by its name: then nobody meant to show lines of it."""
    return imported != named and not imported.startswith("<") and not imported.endswith(_OWN)


def _failure(error: Stop | Refused | RecursionError | MemoryError, run: Run, name: str) -> Failure:
    if isinstance(error, Refused):
        return Failure(error.findings, _head(error, "", run.dialect, name))
    from confty.languages.jsonnet.evaluator.trace import Tracer  # noqa: PLC0415  loaded by the runs that need it

    code, message = STOPPED, ""
    if isinstance(error, Stop):
        message = error.message
    elif isinstance(error, MemoryError):
        code, message = OUT_OF_MEMORY, NO_MEMORY
    else:
        code, message = RECURSION, TOO_DEEP
    try:
        frames = Tracer().frames(error.__traceback__)
    except (RecursionError, MemoryError):
        frames = ()
    span, stage = frames[0].span if frames else None, run.stage
    if stage == MANIFESTING or (stage and not frames):
        frames = (*frames, Frame(None, stage))
    finding = code.at(span, message)
    if isinstance(error, Stop) and error.cause is not None and span is not None:
        from confty.kit.joints import at_import  # noqa: PLC0415  loaded by the runs that need it

        finding = at_import(error.cause, code, span)
    finding = finding.with_trail(frames)
    if code is RECURSION:
        finding = finding.with_help("raise the limit with --max-stack if the program does end")
    return Failure((finding,), _head(error, message, run.dialect, name))
