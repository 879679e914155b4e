"""The linear code as text: an instruction a line, regions indented."""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.places import Constant, FieldStep, Location, Value
from confty.languages.phy.library import Arithmetic, Pure
from confty.languages.phy.spelling import spell
from confty.text import Source

_DEEPEST_INDENT: Final = 40


def lowered_text(program: Lowered, source: Source) -> str:
    """Write all procedures of a program."""
    return "\n".join([_Text(program, source, body).run() for body in program.bodies])


class _Text:
    """One procedure."""

    def __init__(self, program: Lowered, source: Source, body: LoweredProcedure) -> None:
        self.program = program
        self.source = source
        self.body = body

    def run(self) -> str:
        body = self.body
        parameters = ", ".join([f"{slot.name}: {spell(slot.type)}" for slot in body.parameters])
        lines = [f"{body.name}({parameters}) -> {spell(body.result)}"]
        level = 1
        for one in body.code:
            if isinstance(one, code.Otherwise | code.End):
                level -= 1
            lines.append("  " * min(level, _DEEPEST_INDENT) + self._line(one))
            if isinstance(one, code.Branch | code.Loop | code.Otherwise):
                level += 1
        return "".join([f"{line}\n" for line in lines])

    def _line(self, one: code.Instruction) -> str:
        words = [type(one).__name__.lower()]
        if isinstance(one, code.Calculate | code.Compute):
            assert isinstance(one.operator, Arithmetic | Pure)
            words = [one.operator.python]
        for name in ("word", "slot", "place", "position", "tag", "remainder", "wanted", "text"):
            found = getattr(one, name, None)
            if found is not None and found is not False:
                words.append(self._part(name, found))
        if isinstance(one, code.Call) and isinstance(one.callee, int):
            words.append(self.program.bodies[one.callee].name)
        words.extend([self._value(value) for value in code.operands(one)])
        text = " ".join([word for word in words if word])
        into = getattr(one, "into", None)
        if into is not None:
            text = f"r{into.number}: {spell(into.type)} = {text}"
        if getattr(one, "sure", False):
            text += "  ; cannot overflow"
        site = getattr(one, "site", None)
        if site is not None:
            line, column = self.source.place(self.program.sites[site].start)
            text += f"  ; at {line}:{column}"
        return text

    def _part(self, name: str, found: object) -> str:
        if name == "slot":
            return self._slot(found)
        if isinstance(found, Location):
            steps = [
                f".{step.position}"
                if isinstance(step, FieldStep)
                else f"[{self._value(step.index)}]"
                for step in found.steps
            ]
            return self._slot(found.slot) + "".join(steps)
        if name in {"remainder", "wanted"}:
            return "" if name == "wanted" else "remainder"
        return str(found)

    def _slot(self, slot: object) -> str:
        name = getattr(slot, "name", "")
        return f"{name or 'join'}.{getattr(slot, 'number', 0)}"

    def _value(self, value: Value) -> str:
        if isinstance(value, Constant):
            return "unit" if value.value == () else str(value.value).lower()
        return f"r{value.number}"
