"""A debugging session: commands in, lines out."""

# ruff: noqa: SLF001  a table of the class's own methods stands behind it

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from confty.languages.phy.checker.checked import Procedure, Return, Typed
from confty.languages.phy.evaluator.values import write_value
from confty.languages.phy.spelling import written
from confty.languages.phy.stepping.reduction import ArrivedLines, Entered, ReducedStep, Reduction
from confty.text.digits import whole_number
from confty.types import Function, Type

HELP: Final = """\
step, s          the next reduction
next, n          the next reduction of this procedure, or of one that called it
continue, c      on to the next line with a break, or to the end
break LINE, b    stop before anything else on a line is reduced; again: do not
print [NAME], p  the value of a variable, or of all
where, w         the calls that led here
help, h          this
quit, q          the end
an empty line    the last command again
"""
_WIDEST: Final = 72


class Debugger:
    """The state of one session; ``say`` shows a line."""

    def __init__(self, reduction: Reduction, say: Callable[[str], None]) -> None:
        self.checked = reduction.checked
        self.reduction = reduction
        self.run: Iterator[ReducedStep | Entered | None] = self.reduction.steps()
        self.say = say
        self.breaks: set[int] = set()
        self.lines = ArrivedLines()
        self.over = False
        self.last = "step"

    def obey(self, command: str) -> bool:
        """Do what a line says; tell whether the session goes on."""
        words = command.split()
        if not words:
            words = self.last.split()
        name = _NAMES.get(words[0], words[0])
        if name == "quit":
            return False
        if name not in _COMMANDS:
            self.say(f"there is no command {words[0]}; help lists them")
            return True
        if name in {"step", "next", "continue"}:
            self.last = name
            if self.over:
                self.say("the program has ended")
                return True
        _COMMANDS[name](self, words[1:])
        return True

    # Going on.

    def _step(self, _words: list[str]) -> None:
        self._until(lambda _event: True)

    def _next(self, _words: list[str]) -> None:
        depth = len(self.reduction.calls)
        self._until(lambda event: isinstance(event, ReducedStep) and event.depth <= depth)

    def _continue(self, _words: list[str]) -> None:
        self._until(lambda _event: False)

    def _until(self, wanted: Callable[[ReducedStep | Entered], bool]) -> None:
        self.reduction.go_on()
        for event in self.run:
            if event is None:
                continue
            line = self._line(event.node)
            arrived = self.lines.arrive(line, event, len(self.reduction.calls))
            if (arrived and line in self.breaks) or wanted(event):
                self._show(event)
                return
        self._end()

    def _show(self, event: ReducedStep | Entered) -> None:
        place = self._place(event.node)
        text = self._text(event.node)
        if isinstance(event, Entered):
            names = [one.name for one in event.procedure.parameters]
            values = self.reduction.calls[-1].names
            pairs = zip(names, event.procedure.parameters, strict=True)
            given = ", ".join(
                [f"{name} = {self._value(values[one], one.type)}" for name, one in pairs]
            )
            self.say(f"{place} {text} calls {event.procedure.name}({given})")
            return
        # A ``Return`` has no value of its own; it shows what it hands on.
        shown = event.node.value if isinstance(event.node, Return) else event.node
        self.say(f"{place} {text} => {self._value(event.value, shown.type)}")

    def _end(self) -> None:
        self.over = True
        failure, entry = self.reduction.failure, self.checked.entry
        if failure is None and entry is not None:
            value = self._value(self.reduction.result, entry.result)
            self.say(f"{value} : {written(entry.result)}")

    # Looking around.

    def _break(self, words: list[str]) -> None:
        line = whole_number(words[0]) if len(words) == 1 else None
        if line is None:
            self.say("break takes the number of a line")
            return
        most = self.checked.source.text.count("\n") + 1
        if not 0 < line <= most:
            self.say(f"there is no line {line}: the file has {most}")
        elif line in self.breaks:
            self.breaks.remove(line)
            self.say(f"no break at line {line} any more")
        else:
            self.breaks.add(line)
            self.say(f"break at line {line}")

    def _print(self, words: list[str]) -> None:
        names = self.reduction.calls[-1].names
        shown = 0
        for variable, value in names.items():
            if not words or variable.name in words:
                shown += 1
                text = self._value(value, variable.type)
                self.say(f"{variable.name} = {text} : {written(variable.type)}")
        if not shown:
            self.say(
                f"there is no variable {words[0]} yet" if words else "there are no variables yet"
            )

    def _where(self, _words: list[str]) -> None:
        place: Typed = self.reduction.node
        for one in reversed(self.reduction.calls):
            self.say(f"{self._place(place)} {one.procedure.name or '(program)'}")
            if one.call is not None:
                place = one.call

    def _help(self, _words: list[str]) -> None:
        self.say(HELP.rstrip("\n"))

    # Words.

    def _line(self, node: Typed) -> int:
        return self.checked.source.place(node.start)[0]

    def _place(self, node: Typed) -> str:
        line, column = self.checked.source.place(node.start)
        return f"{line}:{column}"

    def _text(self, node: Typed) -> str:
        text = " ".join(self.checked.source.text[node.start : node.end].split())
        return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."

    def _value(self, value: object, type_: Type) -> str:
        if isinstance(type_, Function):
            return f"(proc {value.name})" if isinstance(value, Procedure) else "(proc ...)"
        text = write_value(value, type_, self.reduction.members)
        return text if len(text) <= _WIDEST * 10 else f"{text[: _WIDEST * 10]}..."


_NAMES: Final = {
    "s": "step", "n": "next", "c": "continue", "b": "break", "p": "print", "w": "where",
    "bt": "where", "h": "help", "?": "help", "q": "quit", "exit": "quit",
}  # fmt: skip
_COMMANDS: Final[dict[str, Callable[[Debugger, list[str]], None]]] = {
    "step": Debugger._step,
    "next": Debugger._next,
    "continue": Debugger._continue,
    "break": Debugger._break,
    "print": Debugger._print,
    "where": Debugger._where,
    "help": Debugger._help,
}
