"""A file seen from another language: its type, its plain value, its declarations.

What crosses a border is the type of the core and plain data with labels; neither side knows the
other's syntax.  A file that is asked for while it is still being answered closes a ring of
imports, which is said with every file on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from confty.language import Outcome
from confty.text import Span
from confty.workspace.codes import FOREIGN_CYCLE
from confty.workspace.door import Answers, Room

if TYPE_CHECKING:
    from confty.types import Type


class Asked(Protocol):
    """Who checks and runs files: the project."""

    #: The files being checked or run for an importer right now, outermost first.
    answering: list[str]

    def checked(self, name: str) -> Outcome[Answers | None]:
        """Check one file and return the answers about its places."""

    def evaluate(self, name: str) -> Outcome[tuple[Room, object] | None]:
        """Run one file; the value stays with the language that knows how to show it."""


class ForeignFile:
    """One file for its importers; asked once, answered for all."""

    def __init__(self, project: Asked, name: str, language: str) -> None:
        self.project = project
        self.name = name
        self.language = language
        self._checked: Outcome[Answers | None] | None = None
        self._value: Outcome[object] | None = None

    def _insight(self) -> Answers | None:
        if self._checked is None:
            if self.name in self.project.answering:
                return None
            self.project.answering.append(self.name)
            try:
                self._checked = self.project.checked(self.name)
            finally:
                self.project.answering.pop()
        return self._checked.output

    def type(self) -> Type:
        """What the file gives; Dynamic when it has errors or closes a ring."""
        from confty.types import DYNAMIC  # noqa: PLC0415  start-up: evaluating needs no core

        insight = self._insight()
        if insight is None or (self._checked is not None and self._checked.failed):
            return DYNAMIC
        return insight.whole() or DYNAMIC

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is declared."""
        insight = self._insight()
        return None if insight is None else insight.declared_at(path)

    def value(self) -> Outcome[object]:
        """Evaluate the file, or say why that is not possible."""
        if self._value is None:
            ring = self.project.answering
            if self.name in ring:
                chain = " -> ".join((*ring[ring.index(self.name) :], self.name))
                message = f"these files import each other: {chain}"
                return Outcome(None, (FOREIGN_CYCLE.at(None, message),))
            ring.append(self.name)
            try:
                self._value = self._evaluated()
            finally:
                ring.pop()
        return self._value

    def _evaluated(self) -> Outcome[object]:
        evaluated = self.project.evaluate(self.name)
        if evaluated.output is None:
            return Outcome(None, evaluated.diagnostics)
        room, value = evaluated.output
        return room.plain(value)
