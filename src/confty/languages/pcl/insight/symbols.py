"""The outline of a file."""

from __future__ import annotations

from confty.kit.hcl.syntax import Attribute, Block
from confty.kit.sights import Kind, Symbol
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.names import kind_of
from confty.languages.pcl.insight.places import name_place
from confty.languages.pcl.model import ComponentNode, OutputNode, ProgramNode, ResourceNode
from confty.languages.pcl.rules import spelled_briefly
from confty.text import Span


def symbols(ground: Ground) -> list[Symbol]:
    """One entry a declaration, in the order they stand; attributes of resources inside."""
    found: list[Symbol] = []
    for item in ground.body.items:
        node = ground.node_of(item)
        if node is not None:
            found.append(_symbol(ground, node))
        elif isinstance(item, Block):
            found.append(_block(ground, item))
    return found


def _symbol(ground: Ground, node: ProgramNode) -> Symbol:
    kind = Kind.VARIABLE if isinstance(node, OutputNode) else kind_of(node)
    whole = Span(ground.source, node.syntax.start, max(node.syntax.end, name_place(node)[1]))
    inside = _attributes(ground, node.syntax) if isinstance(node.syntax, Block) else []
    place = Span(ground.source, *name_place(node))
    return Symbol(node.name, kind, place, whole, _detail(ground, node), inside)


def _detail(ground: Ground, node: ProgramNode) -> str:
    if isinstance(node, ResourceNode):
        return node.token
    if isinstance(node, ComponentNode):
        return f"component {node.folder}".strip()
    if isinstance(node, OutputNode):
        value = node.value
        shown = "" if value is None else spelled_briefly(ground.program.typing.of(value))
        return f"output {shown}".strip()
    word = "" if node.kind == "local" else f"{node.kind} "
    return f"{word}{spelled_briefly(node.type)}"


def _block(ground: Ground, block: Block) -> Symbol:
    place = Span(ground.source, block.start, block.start + len(block.type))
    whole = Span(ground.source, block.start, block.end)
    inside = _attributes(ground, block)
    labels = " ".join(label.text for label in block.labels)
    return Symbol(block.type, Kind.OBJECT, place, whole, labels, inside)


def _attributes(ground: Ground, block: Block) -> list[Symbol]:
    found: list[Symbol] = []
    for item in block.body.items:
        if isinstance(item, Attribute):
            place = Span(ground.source, item.start, item.name_end)
            whole = Span(ground.source, item.start, max(item.end, item.name_end))
            found.append(Symbol(item.name, Kind.FIELD, place, whole))
        else:
            found.append(_block(ground, item))
    return found
