"""The Debug Adapter Protocol on top of single steps: what an editor asks of a running program.

A step of an editor is a line: reductions go on until the line, or the procedure, is another one.
"""

# ruff: noqa: SLF001  a table of the class's own methods stands behind it

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from confty.languages.phy.checker.checked import Checked, Typed, parts
from confty.languages.phy.evaluator.values import write_value
from confty.languages.phy.spelling import spell, written
from confty.languages.phy.stepping.reduction import (
    Activation,
    ArrivedLines,
    Entered,
    ReducedStep,
    Reduction,
)
from confty.text import Diagnostic
from confty.types import Function, ListOf, Object, Tuple, Type

Json: TypeAlias = dict[str, Any]
#: Whether a run stops where it just arrived.
StopsAt: TypeAlias = Callable[[ReducedStep | Entered], bool]

_THREAD: Final = 1
_LONGEST: Final = 700
_MOST_PARTS: Final = 1000
# Reductions between two looks at what the editor has to say meanwhile.
_TURN: Final = 2000
# Why a program stops that the editor asked to.
_PAUSE: Final = "pause"


class Refused(Exception):
    """A request that cannot be done; the message says why."""


class Adapter:
    """One session of an editor.

    ``begin`` opens the program that an editor names, ``tell`` sends an event, ``waiting`` says
    whether a request came while the program runs, ``report`` lays out a finding.
    """

    def __init__(
        self,
        begin: Callable[[Json, Callable[[int, bytes], None]], Reduction],
        tell: Callable[[str, Json], None],
        waiting: Callable[[], bool],
        report: Callable[[Diagnostic], str],
    ) -> None:
        self.begin, self.tell, self.waiting, self.report = begin, tell, waiting, report
        self.reduction: Reduction | None = None
        self.steps: Iterator[ReducedStep | Entered | None] = iter(())
        self.program: Json = {}
        self.breaks: set[int] = set()
        self.line = 0
        self.lines = ArrivedLines()
        self.stop_on_entry = self.over = self.ended = False
        # What can be unfolded while the program stands: a scope, or a value and its type.
        self.unfolded: list[Activation | tuple[object, Type]] = []
        # What a request has begun and what goes on after it was answered.
        self.afterwards: StopsAt | None = None
        self.why = "step"

    def answer(self, command: str, given: Json) -> Json | None:
        """Answer a request; raises ``Refused``."""
        found = _REQUESTS.get(command)
        if found is None:
            raise Refused(f"there is no request {command}")
        return found(self, given)

    def go_on(self) -> None:
        """Do what the last request has begun."""
        wanted, self.afterwards = self.afterwards, None
        if wanted is not None and not self.ended:
            self._until(wanted)

    # Before it runs.

    def _initialize(self, _given: Json) -> Json:
        self.tell("initialized", {})
        return {"supportsConfigurationDoneRequest": True, "supportsEvaluateForHovers": True,
                "supportsTerminateRequest": True}  # fmt: skip

    def _launch(self, given: Json) -> None:
        if not isinstance(given.get("program"), str):
            raise Refused("expected the program's path in `program`")
        if self.reduction is not None:
            raise Refused("a program was launched already")
        self.program = given
        self.reduction = self.begin(given, self._written)
        self.steps = self.reduction.steps()
        self.stop_on_entry = bool(given.get("stopOnEntry"))
        if given.get("noDebug"):
            self.breaks.clear()

    def _written(self, stream: int, data: bytes) -> None:
        category = "stdout" if stream == 1 else "stderr"
        self.tell("output", {"category": category, "output": data.decode("utf-8", "replace")})

    def _set_breakpoints(self, given: Json) -> Json:
        """Break on lines where something is reduced; others are moved to the next such line."""
        asked = [int(one["line"]) for one in given.get("breakpoints") or ()]
        lines = sorted(_lines(self._running.checked))
        found = [next((line for line in lines if line >= one), None) for one in asked]
        self.breaks = {line for line in found if line is not None}
        return {
            "breakpoints": [
                {"verified": line is not None, "line": line or one}
                for one, line in zip(asked, found, strict=True)
            ]
        }

    def _done(self, _given: Json) -> None:
        stop = self.stop_on_entry
        self._begin("entry" if stop else "breakpoint", lambda _event: stop)

    # Going on.

    @property
    def _running(self) -> Reduction:
        if self.reduction is None:
            raise Refused("no program was launched")
        return self.reduction

    def _begin(self, why: str, wanted: StopsAt) -> None:
        """Go on once the request is answered, until something is wanted."""
        del self.unfolded[:]
        self._running.go_on()
        self.why, self.afterwards = why, wanted

    def _continue(self, _given: Json) -> Json:
        self._begin("breakpoint", lambda _event: False)
        return {"allThreadsContinued": True}

    def _next(self, _given: Json) -> None:
        line, depth = self.line, len(self._running.calls)
        self._begin(
            "step",
            lambda event: (
                event.depth < depth
                or (
                    event.depth == depth
                    and isinstance(event, ReducedStep)
                    and self._at(event.node) != line
                )
            ),
        )

    def _step_in(self, _given: Json) -> None:
        line, depth = self.line, len(self._running.calls)
        self._begin(
            "step",
            lambda event: len(self._running.calls) != depth or self._at(event.node) != line,
        )

    def _step_out(self, _given: Json) -> None:
        depth = len(self._running.calls)
        self._begin("step", lambda event: event.depth < depth)

    def _until(self, wanted: StopsAt) -> None:
        """Run until something is wanted, a line has a break, or the editor says something."""
        for count, event in enumerate(self.steps, 1):
            if self._stops(event, wanted):
                return
            if count % _TURN == 0 and self.waiting():
                self.afterwards = wanted
                return
        self._finish()

    def _stops(self, event: ReducedStep | Entered | None, wanted: StopsAt) -> bool:
        """Note where the program is; tell whether it stops there."""
        if event is None:
            # In a loop without a step there is no better place.
            if self.why == _PAUSE:
                self._stopped(_PAUSE)
            return self.why == _PAUSE
        self.line = line = self._at(event.node)
        arrived = self.lines.arrive(line, event, len(self._running.calls)) and line in self.breaks
        stops = arrived or wanted(event)
        if stops:
            self._stopped("breakpoint" if arrived else self.why)
        return stops

    def _stopped(self, reason: str, text: str = "") -> None:
        told: Json = {"reason": reason, "threadId": _THREAD, "allThreadsStopped": True}
        self.tell("stopped", {**told, "description": text, "text": text} if text else told)

    def _finish(self) -> None:
        running = self._running
        failure, entry = running.failure, running.checked.entry
        if failure is not None and not self.over:
            # It stands where it failed, to be looked at, until somebody lets it go on.
            self.over = True
            self.line = self._at(running.node)
            self._written(2, self.report(failure).encode("utf-8", "surrogateescape"))
            self._stopped("exception", failure.message)
            return
        if failure is None and entry is not None:
            value = write_value(running.result, entry.result, running.members)
            self._written(1, f"{value} : {written(entry.result)}\n".encode())
        self.ended = True
        self.tell("exited", {"exitCode": 0 if failure is None else 1})
        self.tell("terminated", {})

    def _pause(self, _given: Json) -> None:
        self._begin(_PAUSE, lambda _event: True)

    def _disconnect(self, _given: Json) -> None:
        self.ended = True

    def _terminate(self, _given: Json) -> None:
        self.ended = True
        self.tell("terminated", {})

    # Looking around.

    def _threads(self, _given: Json) -> Json:
        return {"threads": [{"id": _THREAD, "name": "program"}]}

    def _stack(self, given: Json) -> Json:
        running = self._running
        frames: list[Json] = []
        place: Typed = running.node
        for number, one in reversed(list(enumerate(running.calls))):
            line, column = running.checked.source.place(place.start)
            end_line, end_column = running.checked.source.place(place.end)
            path = self.program["program"]
            frames.append({
                "id": number + 1, "name": one.procedure.name or "(program)", "line": line,
                "column": column, "endLine": end_line, "endColumn": end_column,
                "source": {"name": path.replace("\\", "/").rpartition("/")[2], "path": path},
            })  # fmt: skip
            place = one.call or place
        first = int(given.get("startFrame") or 0)
        most = int(given.get("levels") or len(frames))
        return {"stackFrames": frames[first : first + most], "totalFrames": len(frames)}

    def _scopes(self, given: Json) -> Json:
        found = self._unfold(self._call(int(given["frameId"])))
        return {"scopes": [{"name": "Variables", "variablesReference": found, "expensive": False}]}

    def _call(self, number: int) -> Activation:
        calls = self._running.calls
        if not 0 < number <= len(calls):
            raise Refused("there is no such call any more")
        return calls[number - 1]

    def _unfold(self, what: Activation | tuple[object, Type]) -> int:
        self.unfolded.append(what)
        return len(self.unfolded)

    def _variables(self, given: Json) -> Json:
        number = int(given["variablesReference"]) - 1
        if not 0 <= number < len(self.unfolded):
            raise Refused("there is no such value any more")
        found = self.unfolded[number]
        if isinstance(found, Activation):
            parts = [(one.name, value, one.type) for one, value in found.names.items()]
        else:
            parts = _parts(*found)
        return {"variables": [self._shown(*one) for one in parts[:_MOST_PARTS]]}

    def _shown(self, name: str, value: object, type_: Type) -> Json:
        number = self._unfold((value, type_)) if _parts(value, type_) else 0
        return {"name": name, "value": self._text(value, type_), "type": spell(type_),
                "variablesReference": number}  # fmt: skip

    def _text(self, value: object, type_: Type) -> str:
        if isinstance(type_, Function):
            return f"(proc {getattr(value, 'name', None) or '...'})"
        text = write_value(value, type_, self._running.members)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."

    def _evaluate(self, given: Json) -> Json:
        """Show a variable of a call; other expressions would have effects of their own."""
        call = self._call(int(given.get("frameId") or len(self._running.calls)))
        name = str(given.get("expression")).strip()
        for one, value in call.names.items():
            if one.name == name:
                shown = self._shown(name, value, one.type)
                return {"result": shown.pop("value"), **shown}
        raise Refused(f"there is no variable {name} yet")

    def _at(self, node: Typed) -> int:
        return self._running.checked.source.place(node.start)[0]


def _parts(value: Any, type_: Type) -> list[tuple[str, object, Type]]:
    """Return what is inside of a value."""
    if isinstance(type_, ListOf):
        return [(str(at), one, type_.element) for at, one in enumerate(value[:_MOST_PARTS])]
    if isinstance(type_, Tuple):
        pairs = zip(value, type_.elements, strict=True)
        return [(str(at), one, kind) for at, (one, kind) in enumerate(pairs)]
    if isinstance(type_, Object):
        fields = zip(value, type_.fields, strict=True)
        return [(field.name, one, field.type) for one, field in fields]
    return []


def _lines(checked: Checked) -> set[int]:
    """Return the lines on which something can be reduced."""
    found: set[int] = set()
    waiting = [one.body for one in checked.procedures if one.body is not None]
    while waiting:
        node = waiting.pop()
        found.add(checked.source.place(node.start)[0])
        waiting.extend(parts(node))
    return found


_REQUESTS: Final[dict[str, Callable[[Adapter, Json], Json | None]]] = {
    "initialize": Adapter._initialize,
    "launch": Adapter._launch,
    "setBreakpoints": Adapter._set_breakpoints,
    "setExceptionBreakpoints": lambda _adapter, _given: None,
    "configurationDone": Adapter._done,
    "continue": Adapter._continue,
    "next": Adapter._next,
    "stepIn": Adapter._step_in,
    "stepOut": Adapter._step_out,
    "pause": Adapter._pause,
    "disconnect": Adapter._disconnect,
    "terminate": Adapter._terminate,
    "threads": Adapter._threads,
    "stackTrace": Adapter._stack,
    "scopes": Adapter._scopes,
    "variables": Adapter._variables,
    "evaluate": Adapter._evaluate,
}
