"""Copies of values in generated Python.

Tuples never change, so only what holds lists is copied: a list of plain values by a slice,
anything else by a function made for its type.

Where a program writes a field of a tuple or record inside of a list, such elements are *cells*:
lists themselves, so that a field is written in place.  A cell never leaves its list: what is taken
out is made a tuple, and what is put in is made a cell of its own.
"""

from __future__ import annotations

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.memory import is_heavy, parts_of
from confty.languages.phy.evaluator.places import FieldStep
from confty.languages.phy.evaluator.python.lines import Line
from confty.types import ListOf, Object, Tuple, Type, Union, canonical


class Clones:
    """The copying functions that a program needs."""

    def __init__(self, program: Lowered) -> None:
        self.program = program
        self.names: dict[Type, str] = {}
        self.bodies: list[Line] = []
        self.changing: dict[Type, bool] = {}
        self.cells = _cells(program)

    def lines(self) -> list[Line]:
        """Return the definitions of all functions that were asked for."""
        return self.bodies

    def text(self, type_: Type, value: str) -> str:
        """Return an expression for a copy of ``value``."""
        if not self.changes(type_):
            return value
        if isinstance(type_, ListOf) and not self.changes(type_.element):
            return f"[[*e] for e in {value}]" if self.has_cells(type_) else f"{value}[:]"
        return f"{self._function(type_)}({value})"

    def changes(self, type_: Type) -> bool:
        """Whether values of the type hold lists, which can be changed in place."""
        found = self.changing.get(type_)
        if found is None:
            found = isinstance(type_, ListOf) or any(map(self.changes, parts_of(type_)))
            self.changing[type_] = found
        return found

    # Cells.

    def has_cells(self, container: Type) -> bool:
        """Whether the elements of a list are cells."""
        return isinstance(container, ListOf) and canonical(container.element) in self.cells

    def entering(self, container: Type, value: str) -> str:
        """Return the text of a value as an element of a list."""
        return f"[*{value}]" if self.has_cells(container) else value

    def leaving(self, container: Type, value: str) -> str:
        """Return the text of an element as a value of its own."""
        return f"(*{value},)" if self.has_cells(container) else value

    def joined(self, one: code.Concat, base: str, last: str) -> tuple[str, str]:
        """Return the texts of a list and one more element, to be put together."""
        if not self.has_cells(one.into.type):
            return base, last
        whole = self.text(one.into.type, base) if one.copies else base
        return whole, self.entering(one.into.type, last)

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


def _cells(program: Lowered) -> frozenset[Type]:
    """Return the types of list elements whose fields are written one by one."""
    found: set[Type] = set()
    for body in program.bodies:
        for one in body.code:
            if not isinstance(one, code.StoreAt):
                continue
            steps = list(one.place.steps)
            fields = 0
            while steps and isinstance(steps[-1], FieldStep):
                steps.pop()
                fields += 1
            if not fields or not steps or not isinstance(steps[-1].container, ListOf):
                continue
            element = steps[-1].container.element
            if not is_heavy(element) and isinstance(element, Tuple | Object):
                found.add(canonical(element))
    return frozenset(found)
