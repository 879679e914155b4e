"""One file, ready for questions: what stands where, looked up instead of searched."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Attribute, Block, Body, Expression
from confty.kit.hcl.walk import every, every_in, parts
from confty.kit.sights import Occurrence
from confty.kit.stretches import nested
from confty.languages.pcl.insight.occurrences import occurrences
from confty.languages.pcl.insight.places import key_place, name_place, step_place
from confty.languages.pcl.model import Program, ProgramNode, Variable
from confty.text import Source

Traversing = syntax.Traversal | syntax.RelativeTraversal


class Ground:
    """The tables of one file, each made when it is first asked for."""

    def __init__(self, program: Program, source: Source, body: Body) -> None:
        self.program = program
        self.source = source
        self.body = body

    @cached_property
    def nodes(self) -> list[ProgramNode]:
        """The declarations of the file."""
        return [one for one in self.program.nodes if one.source.name == self.source.name]

    @cached_property
    def occurrences(self) -> Sequence[Occurrence]:
        """Every name in order."""
        return occurrences(self.program, self.source, self.body)

    @cached_property
    def expressions(self) -> list[Expression]:
        """Every expression of the file."""
        return list(every_in(self.body))

    @cached_property
    def declared(self) -> dict[int, ProgramNode]:
        """The declarations by the offsets of their names."""
        return {name_place(one)[0]: one for one in self.nodes}

    @cached_property
    def _by_syntax(self) -> dict[int, ProgramNode]:
        return {id(one.syntax): one for one in self.nodes}

    @cached_property
    def steps(self) -> dict[int, tuple[Traversing, int]]:
        """The traversals by the offsets of the names of their steps, each with its number."""
        found: dict[int, tuple[Traversing, int]] = {}
        for node in self.expressions:
            if isinstance(node, (syntax.Traversal, syntax.RelativeTraversal)):
                for at, step in enumerate(node.steps):
                    place = step_place(self.source, step)
                    if place is not None:
                        found[place[0]] = (node, at)
        return found

    @cached_property
    def roots(self) -> dict[int, syntax.Traversal]:
        """The traversals by where they begin."""
        return {one.start: one for one in self.expressions if isinstance(one, syntax.Traversal)}

    @cached_property
    def keys(self) -> dict[int, Expression]:
        """The values of objects by the offsets of their keys."""
        found: dict[int, Expression] = {}
        for node in self.expressions:
            for item in node.items if isinstance(node, syntax.Object) else ():
                place = key_place(self.source, item.key)
                if place is not None:
                    found[place[0]] = item.value
        return found

    @cached_property
    def loop_variables(self) -> dict[int, Variable]:
        """The variables that a ``for`` binds, where something reads them, by their offsets."""
        return {
            one.span.start: one
            for one in self.program.typing.roots.values()
            if one.node is None and one.span is not None and one.span.source is self.source
        }

    @cached_property
    def attributes(self) -> dict[int, Attribute]:
        """The attributes of bodies by where they begin."""
        found: dict[int, Attribute] = {}
        waiting = [self.body]
        while waiting:
            for item in waiting.pop().items:
                if isinstance(item, Attribute):
                    found[item.start] = item
                else:
                    waiting.append(item.body)
        return found

    def node_of(self, item: Attribute | Block) -> ProgramNode | None:
        """The declaration that an item of the file is."""
        return self._by_syntax.get(id(item))

    def items_at(self, offset: int) -> list[Attribute | Block]:
        """The items that hold an offset, outermost first."""
        found: list[Attribute | Block] = []
        body: Body | None = self.body
        while body is not None:
            inner = [one for one in body.items if one.start <= offset <= one.end]
            body = None
            if inner:
                found.append(inner[-1])
                if isinstance(inner[-1], Block):
                    body = inner[-1].body
        return found

    def block_at(self, offset: int) -> Block | None:
        """The innermost block that holds an offset."""
        blocks = [one for one in self.items_at(offset) if isinstance(one, Block)]
        return blocks[-1] if blocks else None

    def smallest(self, offset: int) -> Expression | None:
        """The smallest expression at an offset."""
        items = self.items_at(offset)
        item = items[-1] if items else None
        if not isinstance(item, Attribute):
            return None
        best: Expression | None = None
        for node in every(item.value):
            if not node.start <= offset < max(node.end, node.start + 1):
                continue
            if best is None or node.end - node.start <= best.end - best.start:
                best = node
        return best

    def around(self, offset: int) -> list[tuple[int, int]]:
        """The syntax that an offset is in, innermost first."""
        found: list[tuple[int, int]] = []
        for item in self.items_at(offset):
            found.append((item.start, item.end))
            if isinstance(item, Block) and item.brace < offset < item.end:
                found.append((item.brace, item.end))
            elif isinstance(item, Attribute):
                node: Expression | None = item.value
                while node is not None and node.start <= offset <= node.end:
                    found.append((node.start, node.end))
                    inside = [one for one in parts(node) if one.start <= offset <= one.end]
                    node = inside[-1] if inside else None
        word = next((one for one in self.occurrences if one.start <= offset <= one.end), None)
        if word is not None:
            found.append((word.start, word.end))
        return nested(self.source.text, offset, found)
