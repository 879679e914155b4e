"""Answers about places in a bound file: its types, and where names were introduced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from confty.kit.hcl.syntax import (
    Attribute,
    Block,
    Body,
    Expression,
    For,
    RelativeTraversal,
    Step,
    Traversal,
)
from confty.kit.hcl.walk import every_in
from confty.kit.sighted import Sighted
from confty.languages.pcl.checker.dump import model_text
from confty.languages.pcl.model import ConfigNode, Node, OutputNode, Program
from confty.languages.pcl.rules import spelled
from confty.text import Source, Span
from confty.types import Type, field, object_of

if TYPE_CHECKING:
    from confty.kit.reference import Entry, Need


class Checked:
    """What is known of one file: the program it belongs to, bound."""

    __slots__ = ("program", "source")

    def __init__(self, program: Program, source: Source) -> None:
        self.program = program
        self.source = source

    @property
    def body(self) -> Body:
        """The file's syntax."""
        for source, body in self.program.files:
            if source.name == self.source.name:
                return body
        return Body([], 0, 0)


class PclInsight(Sighted):
    """What ``confty type`` and editors ask."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.program = checked.program
        self._nodes = [n for n in self.program.nodes if n.source.name == checked.source.name]

    def _smallest(self, offset: int) -> Expression | Step | None:
        """The smallest expression or step around an offset."""
        best: Expression | Step | None = None
        for node in every_in(self.checked.body):
            if node.start <= offset < max(node.end, node.start + 1):
                best = _smaller(best, node)
                if isinstance(node, (Traversal, RelativeTraversal)):
                    for step in node.steps:
                        if step.start <= offset < step.end:
                            best = _smaller(best, step)
        return best

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest expression, or of the declaration whose name is here."""
        found = self._smallest(offset)
        if isinstance(found, Traversal) and found.steps and offset < _root_end(found):
            variable = self.program.typing.roots.get(found)
            return variable.type if variable is not None else None
        if found is not None:
            return self.program.typing.types.get(found)
        node = self._declared_at(offset)
        if node is not None:
            return _declared_type(node, self.program)
        return self._input_at(offset)

    def _declared_at(self, offset: int) -> Node | None:
        for node in self._nodes:
            span = node.name_span
            if span.start <= offset < span.end:
                return node
        return None

    def _input_at(self, offset: int) -> Type | None:
        """The type of an attribute whose name is here: of a resource's input, of any value."""
        for item in _attributes(self.checked.body):
            if item.start <= offset < item.name_end:
                return self.program.typing.types.get(item.value)
        return None

    def spelled_at(self, offset: int) -> str | None:
        """The same in PCL's notation."""
        found = self.type_at(offset)
        return None if found is None else spelled(found)

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""
        for node in every_in(self.checked.body):
            if isinstance(node, Traversal) and node.start <= offset < _root_end(node):
                variable = self.program.typing.roots.get(node)
                return variable.span if variable is not None else None
            if isinstance(node, For) and node.value_place[0] <= offset < node.value_place[1]:
                return Span(self.checked.source, *node.value_place)
        declared = self._declared_at(offset)
        return declared.name_span if declared is not None else None

    def result(self) -> str | None:
        """The type of the whole: one property for each output."""
        fields = [
            f"{node.logical}: {spelled(_declared_type(node, self.program))}"
            for node in self.program.nodes
            if isinstance(node, OutputNode)
        ]
        return f"{{ {', '.join(fields)} }}" if fields else "{}"

    def whole(self) -> Type | None:
        """The type of the program's outputs, as an object that closes over them."""
        outputs = [node for node in self.program.nodes if isinstance(node, OutputNode)]
        return object_of(
            [field(node.logical, _declared_type(node, self.program)) for node in outputs]
        )

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where an output is declared."""
        for node in self.program.nodes:
            if isinstance(node, OutputNode) and path[:1] == (node.logical,):
                return node.name_span
        return None

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


def _smaller(best: Expression | Step | None, node: Expression | Step) -> Expression | Step:
    if best is None or node.end - node.start <= best.end - best.start:
        return node
    return best


def _root_end(node: Traversal) -> int:
    return node.start + len(node.root)


def _declared_type(node: Node, program: Program) -> Type:
    if isinstance(node, OutputNode) and node.value is not None:
        return program.typing.of(node.value)
    if isinstance(node, ConfigNode):
        return node.type
    return node.type


def _attributes(body: Body) -> list[Attribute]:
    found: list[Attribute] = []
    for item in body.items:
        if isinstance(item, Block):
            found += _attributes(item.body)
        else:
            found.append(item)
    return found
