"""A file seen from another language: its type, its plain value, its declarations.

What crosses a border is the type of the core and plain data with labels; neither side knows the
other's syntax.  A file that is asked for while it is still being answered closes a ring of
imports, which is said with every import on the way.
"""

from __future__ import annotations

from confty.generics import Protocol
from confty.kit.foreign_imports import NOT_DATA, Adoption, no_data, refused_part
from confty.kit.reference import ARGUMENT
from confty.kit.rings import FOREIGN_CYCLE, is_ring, ring_along
from confty.language import Outcome
from confty.text import Diagnostic, Severity, Span
from confty.workspace.answers import LimitedInsight
from confty.workspace.door import LimitedLanguage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final, TypeVar

    from confty.kit.foreign_imports import Refused
    from confty.types import Type

    Held = TypeVar("Held")


class FileWork(Protocol):
    """Who checks and runs files: the project."""

    #: The files being checked or run for an importer right now, outermost first, each with the
    #: imports that led to it from the one before.
    answering: list[tuple[str, tuple[Span, ...]]]

    def checked(self, name: str) -> Outcome[LimitedInsight | None]:
        """Check one file and return the answers about its places."""

    def evaluate(self, name: str) -> Outcome[tuple[LimitedLanguage, object] | None]:
        """Run one file; the value stays with the language that knows how to show it."""


class ForeignFile:
    """One file for its importers; asked once, answered for all."""

    def __init__(self, project: FileWork, name: str, language: str) -> None:
        self.project: Final = project
        self.name: Final = name
        self.language: Final = language
        self._checked: Outcome[LimitedInsight | None] | None = None
        self._value: Outcome[object] | None = None
        # What it gives and what keeps it from being imported, once it was checked; the parts of
        # data that languages refuse, by what they take.
        self._type: Type | None = None
        self._fault: tuple[Diagnostic | None] | None = None
        self._refused: dict[Adoption, Refused | None] = {}
        # What languages make of its value, by who makes it.
        self._held: dict[Callable[[object], object], object] = {}

    def _answers(self, way: Sequence[Span]) -> Outcome[LimitedInsight | None]:
        if self._checked is None:
            ring = self._ring(way)
            if ring is not None:
                return Outcome(None, (ring,))
            self.project.answering.append((self.name, tuple(way)))
            try:
                self._checked = self.project.checked(self.name)
            finally:
                self.project.answering.pop()
        return self._checked

    def _ring(self, way: Sequence[Span]) -> Diagnostic | None:
        """Say that the file is needed for itself, when it is."""
        begun = self.project.answering
        for index, (name, _) in enumerate(begun):
            if name == self.name:
                hops = [*[led for _, led in begun[index + 1 :]], tuple(way)]
                if all(hops):
                    return ring_along(FOREIGN_CYCLE, [span for led in hops for span in led])
                return self._ring_of_a_run() or FOREIGN_CYCLE.at(
                    None, f"these files import each other: {_chain(begun[index:], name)}"
                )
        return None

    def _ring_of_a_run(self) -> Diagnostic | None:
        """A running program may not know where its imports stand; a check of it does."""
        begun = self.project.answering
        kept = begun[:]
        begun.clear()
        try:
            found = self.project.checked(self.name).diagnostics
        finally:
            begun[:] = kept
        rings = [one for one in found if one.code == FOREIGN_CYCLE]
        return rings[0] if rings else None

    def type(self, way: Sequence[Span]) -> Type:
        """What the file gives; Dynamic when it has errors or closes a ring."""
        from confty.types import DYNAMIC  # noqa: PLC0415  start-up: evaluating needs no core

        checked = self._answers(way)
        if checked.output is None or checked.failed:
            return DYNAMIC
        if self._type is None:
            self._type = checked.output.whole() or DYNAMIC
        return self._type

    def fault(self, way: Sequence[Span]) -> Diagnostic | None:
        """Say what keeps the file from being imported: a mistake in it, a ring, or no data."""
        checked = self._answers(way)
        if self._checked is None:
            return self._found_fault(checked, way)
        if self._fault is None:
            self._fault = (self._found_fault(checked, way),)
        return self._fault[0]

    def _found_fault(
        self, checked: Outcome[LimitedInsight | None], way: Sequence[Span]
    ) -> Diagnostic | None:
        errors = [one for one in checked.diagnostics if one.severity is Severity.ERROR]
        if errors:
            rings = [one for one in errors if is_ring(one)]
            return (rings or errors)[0]
        if checked.output is None or checked.output.data() is not None:
            return None
        asked = [
            one for one in checked.output.needs() if one.kind == ARGUMENT and one.default is None
        ]
        if asked:
            # A program that is a function is called with its arguments; an import gives none.
            words = f"a function that asks for `{asked[0].name}`"
            return NOT_DATA.at(asked[0].span, f"expected data, found {words}").labelled(words)
        refused = no_data(self.type(way), checked.output.is_filled)
        if refused is None:
            return None
        path, words, certain = refused
        found = NOT_DATA.at(self.declared_at(path, way), f"expected data, found {words}")
        found = found.labelled(words)
        return found if certain else found.with_severity(Severity.WARNING)

    def refused(self, adoption: Adoption, way: Sequence[Span]) -> Refused | None:
        """The first part of a data file that a language has no value for."""
        answers = self._answers(way).output
        found = None if answers is None else answers.data()
        if found is None:
            return None
        if adoption not in self._refused:
            self._refused[adoption] = refused_part(found[0], adoption)
        return self._refused[adoption]

    def declared_at(self, path: tuple[str | int, ...], way: Sequence[Span]) -> Span | None:
        """Where a part of the value is declared."""
        answers = self._answers(way).output
        return None if answers is None else answers.declared_at(path)

    def written_at(self, path: tuple[str | int, ...], way: Sequence[Span]) -> Span | None:
        """Where a part of the value is written."""
        answers = self._answers(way).output
        return None if answers is None else answers.written_at(path)

    def value(self, way: Sequence[Span]) -> Outcome[object]:
        """Evaluate the file, or say why that is not possible."""
        if self._value is None:
            ring = self._ring(way)
            if ring is not None:
                return Outcome(None, (ring,))
            self.project.answering.append((self.name, tuple(way)))
            try:
                self._value = self._evaluated()
            finally:
                self.project.answering.pop()
        return self._value

    def held(self, hold: Callable[[object], Held], way: Sequence[Span]) -> Held:
        """What a language makes of the value; nothing is kept of one that it refuses."""
        if hold not in self._held:
            self._held[hold] = hold(self.value(way).output)
        made: Held = self._held[hold]  # type: ignore[assignment]  # what this very function made
        return made

    def _evaluated(self) -> Outcome[object]:
        evaluated = self.project.evaluate(self.name)
        if evaluated.output is None:
            return Outcome(None, evaluated.diagnostics)
        its_language, value = evaluated.output
        return its_language.plain(value)


def _chain(begun: Sequence[tuple[str, tuple[Span, ...]]], name: str) -> str:
    return " -> ".join((*[one for one, _ in begun], name))


class Seen:
    """A file as one importer sees it: the answers of ``ForeignFile``, and the way to it."""

    __slots__ = ("_file", "_way")

    def __init__(self, file: ForeignFile, way: Sequence[Span]) -> None:
        self._file: Final = file
        self._way: Final = tuple(way)

    @property
    def language(self) -> str:
        """The name of the file's language."""
        return self._file.language

    def type(self) -> Type:
        """What the file gives."""
        return self._file.type(self._way)

    def fault(self) -> Diagnostic | None:
        """What keeps the file from being imported."""
        return self._file.fault(self._way)

    def refused(self, adoption: Adoption) -> Refused | None:
        """The first part of a data file that a language has no value for."""
        return self._file.refused(adoption, self._way)

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is declared."""
        return self._file.declared_at(path, self._way)

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is written."""
        return self._file.written_at(path, self._way)

    def value(self) -> Outcome[object]:
        """The file's value as plain data."""
        return self._file.value(self._way)

    def held(self, hold: Callable[[object], Held]) -> Held:
        """What a language makes of the value."""
        return self._file.held(hold, self._way)
