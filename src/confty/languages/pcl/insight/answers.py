"""Answers about places in a bound file, for ``confty type``, editors and tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from confty.kit.hcl.syntax import RelativeTraversal, Traversal, TraversalStep
from confty.kit.insight import Insight, occurrence_at
from confty.languages.pcl.checker.checked import Checked
from confty.languages.pcl.checker.dump import model_text
from confty.languages.pcl.model import ComponentNode, OutputNode
from confty.languages.pcl.rules import spelled
from confty.text import Span
from confty.types import Type, field, object_of

if TYPE_CHECKING:
    from confty.kit import sights
    from confty.kit.reference import Need, OfferedName
    from confty.languages.pcl.insight.ground import Ground
    from confty.languages.pcl.insight.scene import Scene
    from confty.languages.pcl.insight.sight import Sights

# ruff: noqa: PLC0415  a command asks for a type and loads nothing else; an editor loads all


class PclInsight(Insight):
    """What ``confty type`` and editors ask."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.program = checked.program

    @cached_property
    def ground(self) -> Ground:
        """The tables of the file."""
        from confty.languages.pcl.insight.ground import Ground

        return Ground(self.program, self.checked.source, self.checked.body)

    @cached_property
    def _sights(self) -> Sights:
        from confty.languages.pcl.insight.sight import Sights

        return Sights(self.ground)

    def _scene(self, offset: int) -> Scene:
        from confty.languages.pcl.insight.cursor import cursor_at
        from confty.languages.pcl.insight.scene import Scene

        cursor = cursor_at(self.ground.source, self.ground.body, offset)
        return Scene(self.program, self.ground.source, cursor, offset)

    # Types.

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest expression, or of the declaration whose name is here."""
        typing, found = self.program.typing, self.ground.smallest(offset)
        if isinstance(found, (Traversal, RelativeTraversal)):
            inner = _step_at(found, offset)
            if inner is not None:
                return typing.types.get(inner)
            if isinstance(found, Traversal) and found.steps:
                variable = typing.roots.get(found)
                return None if variable is None else variable.type
        if found is not None:
            return typing.types.get(found)
        for node in self.ground.nodes:
            if node.name_span.start <= offset < node.name_span.end:
                if isinstance(node, OutputNode) and node.value is not None:
                    return typing.of(node.value)
                return node.type
        items = self.ground.items_at(offset)
        item = self.ground.attributes.get(items[-1].start) if items else None
        if item is not None and item.start <= offset < item.name_end:
            return typing.types.get(item.value)
        return None

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
        from confty.languages.pcl.insight.given import given_type

        return node.type if node.value is None else given_type(self.program, node.value)

    # Places.

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""
        found = occurrence_at(self.ground.occurrences, offset)
        return found.definitions[0] if found is not None and found.definitions else None

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where an output is declared, or a part of it named."""
        return self._part(path, named=True)

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """The value of an output, or the part of it that is written."""
        return self._part(path, named=False)

    def _part(self, path: tuple[str | int, ...], *, named: bool) -> Span | None:
        from confty.languages.pcl.insight.origins import Origins

        of_name = [node for node in self._outputs() if path[:1] == (node.logical,)]
        origins = Origins(self.program)
        return origins.part_at(of_name[0], path[1:], named=named) if of_name else None

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """The program of a component; the types of packages stand in no file of the project."""
        found = occurrence_at(self.ground.occurrences, offset)
        if found is None:
            return ()
        node = self.ground.declared.get(found.start)
        root = self.ground.roots.get(found.start)
        if node is None and root is not None:
            variable = self.program.typing.roots.get(root)
            node = None if variable is None else variable.node
        if not isinstance(node, ComponentNode) or node.program is None:
            return ()
        return [Span(source, 0, 0) for source, _ in node.program.files]

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the file where it is written, in order."""
        return self.ground.occurrences

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What is to be said of the smallest thing at ``offset``."""
        return self._sights.at(offset)

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """What may be written at ``offset``, also in a file that is not whole."""
        from confty.languages.pcl.insight.offers import offers

        return offers(self._scene(offset))

    def path_at(self, offset: int) -> tuple[int, int] | None:
        """The letters of a file's path that ``offset`` is in, whole or not."""
        from confty.languages.pcl.insight.cursor import Opened, cursor_at
        from confty.languages.pcl.library import FILES

        cursor = cursor_at(self.ground.source, self.ground.body, offset)
        if not cursor.in_string or len(cursor.frames) < 2:
            return None
        outer = cursor.frames[-2]
        if outer.kind is Opened.CALL and outer.name in FILES and outer.number == 0:
            return cursor.start, cursor.end
        return None

    def signature_at(self, offset: int) -> sights.Signature | None:
        """The innermost call that ``offset`` is in."""
        from confty.languages.pcl.insight.signature import signature

        return signature(self._scene(offset))

    def symbols(self) -> Sequence[sights.Symbol]:
        """The outline of the file."""
        from confty.languages.pcl.insight.symbols import symbols

        return symbols(self.ground)

    def tokens(self) -> Sequence[sights.ColouredStretch]:
        """What is coloured and is no name."""
        from confty.languages.pcl.insight.layout import tokens

        return tokens(self.ground)

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """What an editor may show between the letters."""
        from confty.languages.pcl.insight.hints import hints

        return hints(self.ground, start, end)

    def regions(self) -> Sequence[sights.Region]:
        """What can be folded."""
        from confty.languages.pcl.insight.layout import regions

        return regions(self.ground)

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The syntax that ``offset`` is in, innermost first."""
        return self.ground.around(offset)

    def links(self) -> Sequence[sights.Link]:
        """The places that name files."""
        from confty.languages.pcl.insight.layout import links

        return links(self.ground)

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Changes that are offered for a stretch of text."""
        from confty.languages.pcl.insight.actions import actions

        return actions(self.ground, start, end)

    # The program.

    def needs(self) -> list[Need]:
        """Return what the program asks for from outside."""
        from confty.languages.pcl.checker.reference import needs

        return needs(self.program)

    def entries(self) -> list[OfferedName]:
        """Return what the component takes and gives, with its documentation."""
        from confty.languages.pcl.checker.reference import entries

        return entries(self.program)

    def model(self) -> str:
        """The bound program: nodes, types, dependencies."""
        return model_text(self.program)


def _step_at(node: Traversal | RelativeTraversal, offset: int) -> TraversalStep | None:
    return next((one for one in node.steps if one.start <= offset < one.end), None)
