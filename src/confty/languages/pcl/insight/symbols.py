"""The outline of a file, and the files that it names."""

from __future__ import annotations

from confty.kit.hcl.syntax import Attribute, Block, Call, literal_text
from confty.kit.sights import Kind, Link, Symbol
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.names import kind_of
from confty.languages.pcl.insight.places import label_place, name_place
from confty.languages.pcl.model import ComponentNode, OutputNode, ProgramNode, ResourceNode
from confty.languages.pcl.rules import spelled_briefly
from confty.text import Span

#: Functions whose first argument is a file's path.
FILES = ("importData", "readFile", "filebase64", "filebase64sha256", "fileAsset", "fileArchive")


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


def links(ground: Ground) -> list[Link]:
    """The files and folders that the file names, where they are."""
    host, source = ground.program.schemas.host, ground.source
    found: list[Link] = []
    for node in ground.nodes:
        if isinstance(node, ComponentNode) and node.program is not None and node.program.files:
            assert isinstance(node.syntax, Block)
            files = node.program.files
            start, end = label_place(node.syntax.labels[1])
            main = [one for one, _ in files if one.name.endswith("/main.pp")]
            found.append(Link(start, end, (main or [files[0][0]])[0].name))
    for call in ground.expressions:
        if isinstance(call, Call) and call.name in FILES and call.arguments:
            path = literal_text(call.arguments[0])
            name = None if not path else host.resolve(path, source.name)
            if name is not None:
                argument = call.arguments[0]
                found.append(Link(argument.start + 1, argument.end - 1, name))
    return sorted(found, key=lambda one: one.start)
