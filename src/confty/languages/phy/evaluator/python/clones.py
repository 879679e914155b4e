"""Copies of values in generated Python.

Tuples never change, so only what holds lists is copied: a list of plain values by a slice,
anything else by a function made for its type.
"""

from __future__ import annotations

from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.memory import parts_of
from confty.languages.phy.evaluator.python.lines import Line
from confty.types import ListOf, Type, Union, canonical


class Clones:
    """The copying functions that a program needs."""

    def __init__(self, program: Lowered) -> None:
        self.program = program
        self.names: dict[Type, str] = {}
        self.bodies: list[Line] = []
        self.changing: dict[Type, bool] = {}

    def lines(self) -> list[Line]:
        """Return the definitions of all functions that were asked for."""
        return self.bodies

    def text(self, type_: Type, value: str) -> str:
        """Return an expression for a copy of ``value``."""
        if not self.changes(type_):
            return value
        if isinstance(type_, ListOf) and not self.changes(type_.element):
            return f"{value}[:]"
        return f"{self._function(type_)}({value})"

    def changes(self, type_: Type) -> bool:
        """Whether values of the type hold lists, which can be changed in place."""
        found = self.changing.get(type_)
        if found is None:
            found = isinstance(type_, ListOf) or any(map(self.changes, parts_of(type_)))
            self.changing[type_] = found
        return found

    def _function(self, type_: Type) -> str:
        kind = canonical(type_)
        name = self.names.get(kind)
        if name is None:
            name = self.names[kind] = f"clone{len(self.names)}"
            body = self._body(kind)
            self.bodies.extend([Line(0, f"def {name}(v):"), *body, Line(0, "")])
        return name

    def _body(self, type_: Type) -> list[Line]:
        if isinstance(type_, ListOf):
            return [Line(1, f"return [{self.text(type_.element, 'e')} for e in v]")]
        if isinstance(type_, Union):
            lines: list[Line] = []
            for member in type_.members:
                if self.changes(member):
                    tag = self.program.tag(member)
                    inner = self.text(member, "v[1]")
                    lines.append(Line(1, f"if v[0] == {tag}: return ({tag}, {inner})"))
            return [*lines, Line(1, "return v")]
        parts = [self.text(part, f"v[{at}]") for at, part in enumerate(parts_of(type_))]
        return [Line(1, f"return ({', '.join(parts)},)")]
