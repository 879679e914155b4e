"""Answers about places in a bound file, for ``confty type``, editors and tests.

A check asks for none of them, so that what only editors ask is loaded with the first question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from confty.kit.sighted import Sighted
from confty.languages.pcl.checker.checked import Checked
from confty.languages.pcl.checker.dump import model_text
from confty.languages.pcl.model import OutputNode
from confty.languages.pcl.rules import spelled
from confty.text import Span
from confty.types import Type, field, object_of

if TYPE_CHECKING:
    from confty.kit import sights
    from confty.kit.reference import Entry, Need
    from confty.languages.pcl.insight.editing import Editing
    from confty.languages.pcl.insight.ground import Ground


class PclInsight(Sighted):
    """What ``confty type`` and editors ask."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.program = checked.program

    @cached_property
    def _editing(self) -> Editing:
        from confty.languages.pcl.insight.editing import Editing  # noqa: PLC0415  editors

        return Editing(self.checked)

    @property
    def ground(self) -> Ground:
        """The tables of the file."""
        return self._editing.ground

    # Types.

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest expression, or of the declaration whose name is here."""
        return self._editing.type_at(offset)

    def spelled_at(self, offset: int) -> str | None:
        """The same in PCL's notation."""
        found = self.type_at(offset)
        return None if found is None else spelled(found)

    def result(self) -> str | None:
        """The type of the whole: one property for each output."""
        fields = [f"{node.logical}: {spelled(self._given(node))}" for node in self._outputs()]
        return f"{{ {', '.join(fields)} }}" if fields else "{}"

    def whole(self) -> Type | None:
        """The type of the program's outputs, as an object that closes over them."""
        return object_of([field(node.logical, self._given(node)) for node in self._outputs()])

    def _outputs(self) -> list[OutputNode]:
        return [node for node in self.program.nodes if isinstance(node, OutputNode)]

    def _given(self, node: OutputNode) -> Type:
        return node.type if node.value is None else self.program.typing.of(node.value)

    # Places.

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""
        return self._editing.definition_at(offset)

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where an output is declared."""
        named = [node for node in self._outputs() if path[:1] == (node.logical,)]
        return named[0].name_span if named else None

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """The value of an output; what is inside it may be made anywhere."""
        named = [node for node in self._outputs() if path[:1] == (node.logical,)]
        value = named[0].value if named else None
        return None if value is None else Span(named[0].source, value.start, value.end)

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """The program of a component; the types of packages stand in no file of the project."""
        return self._editing.type_definitions_at(offset)

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the file where it is written, in order."""
        return self._editing.ground.occurrences

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What is to be said of the smallest thing at ``offset``."""
        return self._editing.sight_at(offset)

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """What may be written at ``offset``, also in a file that is not whole."""
        return self._editing.offers_at(offset)

    def path_at(self, offset: int) -> tuple[int, int] | None:
        """The letters of a file's path that ``offset`` is in, whole or not."""
        return self._editing.path_at(offset)

    def signature_at(self, offset: int) -> sights.Signature | None:
        """The innermost call that ``offset`` is in."""
        return self._editing.signature_at(offset)

    def symbols(self) -> Sequence[sights.Symbol]:
        """The outline of the file."""
        return self._editing.symbols()

    def tokens(self) -> Sequence[sights.Token]:
        """What is coloured and is no name."""
        return self._editing.tokens()

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """What an editor may show between the letters."""
        return self._editing.hints(start, end)

    def regions(self) -> Sequence[sights.Region]:
        """What can be folded."""
        return self._editing.regions()

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The syntax that ``offset`` is in, innermost first."""
        return self._editing.around(offset)

    def links(self) -> Sequence[sights.Link]:
        """The places that name files."""
        return self._editing.links()

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Changes that are offered for a stretch of text."""
        return self._editing.actions_at(start, end)

    # The program.

    def needs(self) -> list[Need]:
        """Return what the program asks for from outside."""
        from confty.languages.pcl.checker.reference import needs  # noqa: PLC0415  start-up: few ask

        return needs(self.program)

    def entries(self) -> list[Entry]:
        """Return what the component takes and gives, with its documentation."""
        from confty.languages.pcl.checker.reference import entries  # noqa: PLC0415  start-up: few ask

        return entries(self.program)

    def model(self) -> str:
        """The bound program: nodes, types, dependencies."""
        return model_text(self.program)
