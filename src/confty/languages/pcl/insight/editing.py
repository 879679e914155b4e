"""What an editor asks of a file; loaded with the first such question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from confty.kit import sights
from confty.kit.hcl.syntax import RelativeTraversal, Step, Traversal
from confty.kit.sighted import occurrence_at
from confty.languages.pcl.checker.checked import Checked
from confty.languages.pcl.insight.actions import actions
from confty.languages.pcl.insight.cursor import Opened, cursor_at
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.hints import hints
from confty.languages.pcl.insight.offers import offers
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.insight.sight import Sights
from confty.languages.pcl.insight.signature import signature
from confty.languages.pcl.insight.symbols import FILES, links, symbols
from confty.languages.pcl.insight.tokens import regions, tokens
from confty.languages.pcl.model import ComponentNode, OutputNode
from confty.text import Span
from confty.types import Type


class Editing:
    """Answers are worked out when they are asked for, and tables kept for the next question."""

    def __init__(self, checked: Checked) -> None:
        self.program = checked.program
        self.ground = Ground(checked.program, checked.source, checked.body)

    @cached_property
    def _sights(self) -> Sights:
        return Sights(self.ground)

    def _scene(self, offset: int) -> Scene:
        cursor = cursor_at(self.ground.source, self.ground.body, offset)
        return Scene(self.program, self.ground.source, cursor, offset)

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
        item = self.ground.attribute_at(items[-1].start) if items else None
        if item is not None and item.start <= offset < item.name_end:
            return typing.types.get(item.value)
        return None

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""
        found = occurrence_at(self.ground.occurrences, offset)
        return found.definitions[0] if found is not None and found.definitions else None

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """The program of a component; the types of packages stand in no file of the project."""
        found = occurrence_at(self.ground.occurrences, offset)
        if found is None:
            return ()
        node = self.ground.declared_at(found.start)
        root = self.ground.root_at(found.start)
        if node is None and root is not None:
            variable = self.program.typing.roots.get(root)
            node = None if variable is None else variable.node
        if not isinstance(node, ComponentNode) or node.program is None:
            return ()
        return [Span(source, 0, 0) for source, _ in node.program.files]

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What is to be said of the smallest thing at ``offset``."""
        return self._sights.at(offset)

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """What may be written at ``offset``, also in a file that is not whole."""
        return offers(self._scene(offset))

    def path_at(self, offset: int) -> tuple[int, int] | None:
        """The letters of a file's path that ``offset`` is in, whole or not."""
        cursor = cursor_at(self.ground.source, self.ground.body, offset)
        if not cursor.in_string or len(cursor.frames) < 2:
            return None
        outer = cursor.frames[-2]
        if outer.kind is Opened.CALL and outer.name in FILES and outer.number == 0:
            return cursor.start, cursor.end
        return None

    def signature_at(self, offset: int) -> sights.Signature | None:
        """The innermost call that ``offset`` is in."""
        return signature(self._scene(offset))

    def symbols(self) -> Sequence[sights.Symbol]:
        """The outline of the file."""
        return symbols(self.ground)

    def tokens(self) -> Sequence[sights.Token]:
        """What is coloured and is no name."""
        return tokens(self.ground)

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """What an editor may show between the letters."""
        return hints(self.ground, start, end)

    def regions(self) -> Sequence[sights.Region]:
        """What can be folded."""
        return regions(self.ground)

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The syntax that ``offset`` is in, innermost first."""
        return self.ground.around(offset)

    def links(self) -> Sequence[sights.Link]:
        """The places that name files."""
        return links(self.ground)

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Changes that are offered for a stretch of text."""
        return actions(self.ground, start, end)


def _step_at(node: Traversal | RelativeTraversal, offset: int) -> Step | None:
    return next((one for one in node.steps if one.start <= offset < one.end), None)
