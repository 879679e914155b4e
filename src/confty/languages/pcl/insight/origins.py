"""Where a part of a value is written: through locals, loops and files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Expression, TraversalStep, literal_text, unwrapped
from confty.kit.hcl.walk import every_in
from confty.language import Foreign
from confty.languages.pcl.insight.places import key_place, name_span
from confty.languages.pcl.model import (
    ComponentNode,
    LocalNode,
    OutputNode,
    Program,
    ProgramNode,
    Variable,
)
from confty.text import Source, Span

_DEEPEST: Final = 20
_MOST: Final = 20

Key = str | int


class WrittenPart:
    """A value whose writing is known, and where its name stands."""

    __slots__ = ("component", "foreign", "node", "path", "place", "source")

    def __init__(
        self,
        place: Span | None = None,
        *,
        source: Source | None = None,
        node: Expression | None = None,
        component: ComponentNode | None = None,
    ) -> None:
        self.place = place
        self.source = source
        self.node = node
        self.component = component
        self.foreign: Foreign | None = None
        self.path: tuple[Key, ...] = ()


class Origins:
    """Finds the places of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._loops: dict[tuple[str, int], syntax.For] | None = None
        self._items: dict[syntax.Object, dict[object, syntax.Item]] = {}

    def of_steps(self, node: syntax.Traversal) -> list[list[Span]]:
        """For every step of a traversal, the places that introduce what it takes."""
        variable = self.program.typing.roots.get(node)
        if variable is None:
            return [[] for _ in node.steps]
        return self._walked(self._roots(variable, 0), node.steps)

    def of_relative(self, node: syntax.RelativeTraversal, source: Source) -> list[list[Span]]:
        """The same for steps behind any expression."""
        return self._walked([WrittenPart(source=source, node=node.source)], node.steps)

    def part_at(self, output: OutputNode, path: Sequence[Key], *, named: bool) -> Span | None:
        """Where a part of an output is named, or written, as far as the text leads there."""
        source, value, place = output.source, output.value, output.name_span
        for key in path:
            found = self._into([WrittenPart(source=source, node=value)], key, 0)
            if len(found) != 1 or found[0].node is None or found[0].source is None:
                break
            source, value = found[0].source, found[0].node
            place = found[0].place or Span(source, value.start, value.end)
        return place if named or value is None else Span(source, value.start, value.end)

    def _walked(self, parts: list[WrittenPart], steps: list[TraversalStep]) -> list[list[Span]]:
        found: list[list[Span]] = []
        for step in steps:
            parts = self._into(parts, step.key, 0)
            places = [one.place for one in parts if one.place is not None]
            found.append(list(dict.fromkeys(places)))
        return found

    def _roots(self, variable: Variable, depth: int) -> list[WrittenPart]:
        node: ProgramNode | None = variable.node
        if isinstance(node, LocalNode):
            return [WrittenPart(source=node.source, node=node.value)]
        if isinstance(node, ComponentNode):
            return [WrittenPart(component=node)]
        if node is None and variable.span is not None:
            return self._elements(variable.span, depth)
        return []

    def _elements(self, place: Span, depth: int) -> list[WrittenPart]:
        """What the name of a loop stands for, one after the other."""
        loop = self.loops.get((place.source.name, place.start))
        if loop is None or loop.value_place[0] != place.start:
            return []
        return self._every(WrittenPart(source=place.source, node=loop.collection), depth + 1)

    @property
    def loops(self) -> dict[tuple[str, int], syntax.For]:
        """The loops of the program by the places of the names they bind."""
        if self._loops is None:
            self._loops = {}
            for source, body in self.program.files:
                for node in every_in(body):
                    if isinstance(node, syntax.For):
                        self._loops[source.name, node.value_place[0]] = node
        return self._loops

    def _every(self, part: WrittenPart, depth: int) -> list[WrittenPart]:
        """The elements of a collection."""
        found: list[WrittenPart] = []
        for one in self._plain(part, depth):
            node = one.node
            if isinstance(node, syntax.Tuple):
                found += [
                    WrittenPart(source=one.source, node=each) for each in node.elements[:_MOST]
                ]
            elif isinstance(node, syntax.Object):
                found += [
                    WrittenPart(source=one.source, node=each.value) for each in node.items[:_MOST]
                ]
            elif isinstance(node, syntax.For):
                found.append(WrittenPart(source=one.source, node=node.value))
            elif one.foreign is not None:
                found.append(_deeper(one, 0, None))
        return found[:_MOST]

    def _plain(self, part: WrittenPart, depth: int) -> list[WrittenPart]:
        """Look through names, parentheses and conditions, down to what is written out."""
        node = None if part.node is None else unwrapped(part.node)
        if node is None:
            return [part]
        if depth > _DEEPEST:
            return []
        if isinstance(node, syntax.Traversal):
            variable = self.program.typing.roots.get(node)
            parts = [] if variable is None else self._roots(variable, depth + 1)
            for step in node.steps:
                parts = self._into(parts, step.key, depth + 1)
            return [found for one in parts for found in self._plain(one, depth + 1)][:_MOST]
        if isinstance(node, syntax.Conditional):
            both = [WrittenPart(source=part.source, node=one) for one in (node.yes, node.no)]
            return [found for one in both for found in self._plain(one, depth + 1)][:_MOST]
        foreign = self.program.typing.foreign.get(node)
        if foreign is not None:
            made = WrittenPart()
            made.foreign = foreign
            return [made]
        return [WrittenPart(part.place, source=part.source, node=node)]

    def _into(self, parts: list[WrittenPart], key: object, depth: int) -> list[WrittenPart]:
        found: list[WrittenPart] = []
        plain = [inner for one in parts for inner in self._plain(one, depth)]
        for one in plain[:_MOST]:
            found += self._step(one, key)
        return found[:_MOST]

    def _step(self, one: WrittenPart, key: object) -> list[WrittenPart]:
        node = one.node
        if one.component is not None:
            return _output(one.component, key)
        if one.foreign is not None:
            if not isinstance(key, (str, int)):
                return []
            return [_deeper(one, key, one.foreign.declared_at((*one.path, key)))]
        if isinstance(node, syntax.Object):
            item = self._named_items(node).get(key)
            if item is not None and one.source is not None:
                place = key_place(one.source, item.key)
                span = None if place is None else Span(one.source, *place)
                return [WrittenPart(span, source=one.source, node=item.value)]
        if isinstance(node, syntax.Tuple):
            if not isinstance(key, int) or not 0 <= key < len(node.elements):
                return []
            return [WrittenPart(source=one.source, node=node.elements[key])]
        if isinstance(node, syntax.For) and isinstance(key, int) is (node.key is None):
            return [WrittenPart(source=one.source, node=node.value)]
        return []

    def _named_items(self, node: syntax.Object) -> dict[object, syntax.Item]:
        """The items of an object by the names that are written out; the last of each decides."""
        found = self._items.get(node)
        if found is None:
            found = self._items[node] = {literal_text(item.key): item for item in node.items}
            found.pop(None, None)
        return found


def _output(component: ComponentNode, key: object) -> list[WrittenPart]:
    output = component.program.outputs.get(str(key)) if component.program is not None else None
    if output is None or component.option("range") is not None:
        # Which of several components is meant, a first step says.
        return [WrittenPart(component=component)] if component.option("range") is not None else []
    return [WrittenPart(name_span(output))]


def _deeper(part: WrittenPart, key: Key, place: Span | None) -> WrittenPart:
    made = WrittenPart(place)
    made.foreign, made.path = part.foreign, (*part.path, key)
    return made
