"""One evaluation from start to end: files in, a value or findings out."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from confty.languages.jsonnet.codes import RECURSION, STOPPED, TIME
from confty.languages.jsonnet.evaluator.cache import Cache
from confty.languages.jsonnet.evaluator.calls import call
from confty.languages.jsonnet.evaluator.failure import (
    MANIFESTING,
    TOO_DEEP,
    TOP_LEVEL,
    Refused,
    Stop,
)
from confty.languages.jsonnet.evaluator.limits import Interrupted, limited
from confty.languages.jsonnet.evaluator.program import Importer, NeedsLabels, Session
from confty.languages.jsonnet.evaluator.values import Func, Thunk, Value
from confty.languages.jsonnet.evaluator.world import World, enter
from confty.text import Diagnostic, Frame, Source, Span

Result = TypeVar("Result")
# name -> (is it code?, text): external variables and top-level arguments.
Given = dict[str, tuple[bool, str]]


class Settings:
    """What a run is given."""

    __slots__ = (
        "arguments",
        "cache",
        "hidden_arguments",
        "hidden_variables",
        "labelled",
        "max_stack",
        "natives",
        "show_secrets",
        "timeout",
        "trace",
        "variables",
    )

    def __init__(self) -> None:
        self.variables: Given = {}
        self.arguments: Given = {}
        # name -> ("secret", text) or ("unknown", type).
        self.hidden_variables: dict[str, tuple[str, str]] = {}
        self.hidden_arguments: dict[str, tuple[str, str]] = {}
        # Whether traces and messages may show secrets.
        self.show_secrets = False
        self.natives: dict[str, Func] = {}
        self.max_stack: int | None = None
        self.timeout: float | None = None
        self.cache: Cache | None = None
        # Whether values may carry labels: branches and library calls then expect them.
        self.labelled = False
        self.trace: Callable[[str], None] = _to_stderr


def _to_stderr(line: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


class Failure(Exception):
    """A run that ended without a value: findings, and the reference's words."""

    def __init__(self, findings: tuple[Diagnostic, ...], head: str) -> None:
        super().__init__(head)
        self.findings = findings
        # The first line the reference would print.
        self.head = head


def evaluate(
    name: str,
    data: bytes,
    importer: Importer,
    settings: Settings,
    use: Callable[[Value], Result],
) -> Result:
    """Run a file and hand its value to ``use``, which may work more of it out."""
    if settings.hidden_variables or settings.hidden_arguments:
        settings.labelled = True
    session = Session(importer, settings.cache, labelled=settings.labelled)
    state = _State()

    def work() -> Result:
        world = _world(settings)
        world.trace = state.traced(settings.trace)
        before = enter(world)
        threshold = gc.get_threshold()
        gc.set_threshold(200_000, 20, 100)
        try:
            for variable, (is_code, text) in settings.variables.items():
                world.variables[variable] = _given(session, f"<extvar:{variable}>", is_code, text)
            value = session.program(name, data).run()
            if value.__class__ is Func:
                state.stage = TOP_LEVEL
                value = call(value, (), _arguments(session, settings))
            state.stage = MANIFESTING
            return use(value)
        finally:
            gc.set_threshold(*threshold)
            enter(before)

    def guarded() -> Result:
        try:
            return work()
        except (Stop, Refused, RecursionError, MemoryError) as error:
            raise _failure(error, state.stage) from None

    try:
        result = limited(guarded, max_stack=settings.max_stack, timeout=settings.timeout)
    except NeedsLabels:
        settings.labelled = True
        settings.trace = _resumed(state.printed, settings.trace)
        return evaluate(name, data, importer, settings, use)
    except Interrupted as stopped:
        raise _out_of_time(stopped, name, data) from None
    session.store()
    return result


class _State:
    """How far a run is, for the last line of a trace, and what it has printed."""

    __slots__ = ("printed", "stage")

    def __init__(self) -> None:
        self.stage = ""
        self.printed: list[str] = []

    def traced(self, trace: Callable[[str], None]) -> Callable[[str], None]:
        """Print lines and remember them."""

        def printing(line: str) -> None:
            self.printed.append(line)
            trace(line)

        return printing


def _resumed(printed: list[str], trace: Callable[[str], None]) -> Callable[[str], None]:
    """Print the lines of a run that began anew, without those that were printed before."""
    waiting = list(printed)

    def printing(line: str) -> None:
        if waiting and waiting[0] == line:
            del waiting[0]
        else:
            trace(line)

    return printing


def _given(session: Session, label: str, is_code: bool, text: str) -> Value:
    """A variable's value: a string, or a thunk of code under a name of its own."""
    if not is_code:
        return text
    return Thunk(lambda _: session.program(label, text.encode()).run())


def _world(settings: Settings) -> World:
    """What a run may ask for; hidden variables and functions given to it, with their labels."""
    if not settings.labelled:
        return World({}, settings.natives, settings.trace)
    from confty.languages.jsonnet.evaluator.labels.library import embedded

    hidden = _hidden(settings.hidden_variables, "extVar")
    natives = {name: embedded(name, made) for name, made in settings.natives.items()}
    world = World(hidden, natives, settings.trace)
    world.shows = settings.show_secrets
    return world


def _hidden(given: dict[str, tuple[str, str]], word: str) -> dict[str, Value]:
    from confty.values.labels import secret, unknown

    return {
        name: secret(text, f"{word} {name!r}")
        if kind == "secret"
        else unknown(f"{word} {name!r}", kind=text)
        for name, (kind, text) in given.items()
    }


def _arguments(session: Session, settings: Settings) -> tuple[tuple[str, Value], ...]:
    given = [
        (name, _given(session, f"<top-level-arg:{name}>", is_code, text))
        for name, (is_code, text) in settings.arguments.items()
    ]
    if settings.hidden_arguments:
        given += _hidden(settings.hidden_arguments, "argument").items()
    return tuple(given)


def _failure(error: Any, stage: str) -> Failure:
    if isinstance(error, Refused):
        return Failure(error.findings, f"STATIC ERROR: {error.reference}")
    from confty.languages.jsonnet.evaluator.trace import Tracer

    deep = not isinstance(error, Stop)
    message = TOO_DEEP if deep else error.message
    try:
        frames = Tracer().frames(error.__traceback__)
    except RecursionError:
        frames = ()
    span = frames[0].span if frames else None
    if stage == MANIFESTING or (stage and not frames):
        frames = (*frames, Frame(None, stage))
    code = RECURSION if deep else STOPPED
    finding = code.at(span, message).with_trail(frames)
    if deep:
        finding = finding.with_help("raise the limit with --max-stack if the program does end")
    return Failure((finding,), f"RUNTIME ERROR: {message}")


def _out_of_time(stopped: Interrupted, name: str, data: bytes) -> Failure:
    if stopped.seconds is None:
        raise KeyboardInterrupt
    source = Source(name, data.decode("utf-8", "replace"))
    message = f"stopped after {stopped.seconds:g} seconds, as --timeout says"
    finding = TIME.at(Span(source, 0, 0), message)
    return Failure((finding,), f"RUNTIME ERROR: {message}")
