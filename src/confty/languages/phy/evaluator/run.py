"""Running a checked program: which back end, for how long, and what came of it.

A run starts as generated Python, which needs nothing and starts at once.  One that takes longer
than a moment is started over as native code, if there is a compiler for it: a Phy program has no
input but files, so doing it again from the start gives the same, only sooner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from confty.kit.limits import Limits, OutOfMemory, OutOfTime, limited
from confty.language import Host, Outcome
from confty.languages.phy import codes
from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.entry import with_call
from confty.languages.phy.evaluator.lower import lower
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, Lowered
from confty.languages.phy.evaluator.python.run import Loaded
from confty.languages.phy.evaluator.traps import Trap, past_limit, report
from confty.languages.phy.evaluator.values import Evaluated, Nothing
from confty.languages.phy.evaluator.watch import Expired, within
from confty.languages.phy.settings import count, dialect_of, flag, refused, seconds
from confty.text import Diagnostic, Span
from confty.types import Type

#: How long generated Python may take before native code is tried.
MOMENT: Final = 0.3


def evaluate(checked: Outcome[Checked], host: Host) -> Outcome[Evaluated | Nothing | None]:
    """Run the entry procedure of a checked file."""
    mistyped = refused(host.settings)
    if mistyped is not None:
        return Outcome(None, (mistyped,))
    if checked.failed:
        return Outcome(None, checked.diagnostics)
    name, arguments = host.settings.get("entry"), host.settings.get("arguments")
    if name is not None or arguments:
        given = [str(one) for one in arguments] if isinstance(arguments, list) else []
        called = with_call(
            checked.output, None if name is None else str(name), given, dialect_of(host)
        )
        if called.failed:
            return Outcome(None, called.diagnostics)
        found = run_checked(called.output, host, called_by_us=True)
        end = len(checked.output.source.text)
        return Outcome(found.output, tuple([_placed(one, end) for one in found.diagnostics]))
    entry = checked.output.entry
    if entry is None:
        return Outcome(Nothing())
    if entry.parameters:
        place = Span(checked.output.source, entry.start, entry.end)
        message = f"expected an entry procedure without parameters, found {entry.name}"
        finding = codes.NOTHING_TO_RUN.at(place, message)
        help_ = "the last procedure of a module is run; --arg gives it arguments"
        return Outcome(None, (finding.with_help(help_),))
    return run_checked(checked.output, host)


def _placed(finding: Diagnostic, end: int) -> Diagnostic:
    """Leave out the places behind a file's end: those of arguments, which nobody finds there."""
    trail = [one for one in finding.trail if one.span is None or one.span.start <= end]
    if finding.span is None or finding.span.start <= end:
        return finding.with_trail(tuple(trail))
    message = f"an argument has no value: {finding.message}"
    found = finding.code.at(None, message).with_trail(tuple(trail))
    return found.with_help(finding.help) if finding.help else found


#: Makes the arguments of an entry procedure, for a program that numbers union members so; it may
#: number others, too.
Arguments: TypeAlias = Callable[[dict[Type, int]], Sequence[object]]


def run_checked(
    checked: Checked,
    host: Host,
    arguments: Arguments | None = None,
    *,
    called_by_us: bool = False,
) -> Outcome[Evaluated | Nothing | None]:
    """Run the entry procedure of a checked program, within the limits of the settings.

    ``called_by_us`` says that the entry is a call of ours, which no report shows.
    """
    limit = seconds(host.settings.get("timeout"))
    effects = Effects(host)
    try:
        return limited(
            lambda: _run(checked, host, effects, arguments, called_by_us), Limits(limit)
        )
    except (OutOfTime, OutOfMemory, MemoryError) as error:
        finding = past_limit(error)
        assert finding is not None
        return Outcome(None, (finding,))
    finally:
        effects.release()
        _note(host, checked.source.name, effects)


def _note(host: Host, name: str, effects: Effects) -> None:
    """Note the files that a program has read: its result is made of them."""
    for asked in effects.files:
        found = host.resolve(asked.decode("utf-8", "surrogateescape"), None)
        if found is not None:
            host.needs(name, found)


def _run(
    checked: Checked, host: Host, effects: Effects, arguments: Arguments | None, called_by_us: bool
) -> Outcome[Evaluated | Nothing | None]:
    program = lower(checked, _deepest(host.settings.get("max_stack")))
    entry = checked.entry
    assert entry is not None
    try:
        if arguments is not None:
            # Values that go from run to run are Python's, so this one is.
            effects.release()
            value = Loaded(program, effects).call(-1, *arguments(program.tags))
        else:
            value = _Run(program, effects, host).value()
    except Trap as trap:
        if host.settings.get("traps") == "value":
            result = Evaluated(None, entry.result, {})
            result.trapped = True
            return Outcome(result)
        if called_by_us and trap.calls:
            trap.calls.pop()
        return Outcome(None, (report(checked.source, program, trap),))
    except _Ended as ended:
        return Outcome(None, (ended.finding,))
    members = {tag: member for member, tag in program.tags.items()}
    return Outcome(Evaluated(value, entry.result, members))


class _Ended(Exception):
    """The run ended for a reason that is no place in the program."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__()
        self.finding = finding


class _Run:
    """One run under the user's settings."""

    def __init__(self, program: Lowered, effects: Effects, host: Host) -> None:
        self.program = program
        self.effects = effects
        self.host = host
        settings = host.settings
        self.jit = flag(settings.get("jit"))
        self.timeout = seconds(settings.get("timeout"))
        self.started = time.monotonic()

    def value(self) -> object:
        if self.jit:
            missing = native.missing()
            if missing:
                raise self._without_native(missing)
            self.effects.release()
            try:
                return self._native("as asked for")
            except native.Unavailable as why:
                raise self._without_native(str(why)) from None
            except native.TooLarge as why:
                self._say(f"{why}")
                return self._python()
        if self.jit is None and not native.missing():
            return self._python_for_a_moment()
        self.effects.release()
        return self._python()

    def _python_for_a_moment(self) -> object:
        # A moment of running: how long a text is says nothing about that.
        program = self._loaded()
        try:
            return within(MOMENT, lambda: program.call(-1))
        except Expired:
            self.effects.start_over()
            self.effects.release()
        try:
            return self._native("after a moment in Python")
        except (native.Unavailable, native.TooLarge) as why:
            self._say(f"{why}, so on in Python")
            return program.call(-1)

    def _python(self) -> object:
        return self._loaded().call(-1)

    def _loaded(self) -> Loaded:
        self._say("running as Python")
        return Loaded(self.program, self.effects)

    def _native(self, why: str) -> object:
        # Most programs end before they need it, and reading it takes a while.
        from confty.languages.phy.evaluator.native import machine  # noqa: PLC0415  loaded by the runs that need it

        return machine.run_native(
            self.program,
            self.effects,
            self._left(),
            lambda line: self._say(f"{line}, {why}"),
            on_disk=self.host.settings.get("cache") is not False,
        )

    def _left(self) -> float | None:
        """Return the seconds that are left, None when there is no limit."""
        if self.timeout is None:
            return None
        return max(0.0, self.timeout - (time.monotonic() - self.started))

    def _without_native(self, why: str) -> _Ended:
        finding = codes.NO_JIT.at(None, why)
        return _Ended(finding.with_help("install confty[jit], or leave out --jit"))

    def _say(self, line: str) -> None:
        if flag(self.host.settings.get("verbose")):
            self.host.trace(f"phy: {line}")


def _deepest(setting: object) -> int:
    """Read how deep calls may nest; no deeper than there is stack for."""
    return min(count(setting) or DEEPEST_CALL, DEEPEST_CALL)
