"""The inside of a resource, a data source, a provider or a module: its arguments and blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Attribute, Block, Body
from confty.kit.hcl.walk import every_in
from confty.languages.pcl.converter.terraform.comments import around
from confty.languages.pcl.converter.terraform.expressions import ExpressionWriter
from confty.languages.pcl.converter.terraform.module import is_set
from confty.languages.pcl.converter.terraform.names import camel, unused
from confty.languages.pcl.converter.terraform.shapes import Shape

#: What a property is called, and its shape.
Naming = Callable[[str], tuple[str, Shape | None]]


class PropertyLine(NamedTuple):
    """A property, its text, and the comments around it."""

    name: str
    text: str
    above: str = ""
    behind: str = ""

    def __str__(self) -> str:
        return f"{self.above}{self.name} = {self.text}{self.behind}\n"


class Bodies:
    """Writes bodies as properties; blocks become objects, or lists of objects."""

    def __init__(self, writer: ExpressionWriter, *, of_module: bool = False) -> None:
        self._writer = writer
        # What a module is given are objects whose fields have our names, not maps.
        self._of_module = of_module

    def lines(self, body: Body, naming: Naming, leave: frozenset[str]) -> list[PropertyLine]:
        """The properties of a body, in order; what is in ``leave`` is somebody else's."""
        found: dict[str, PropertyLine] = {}
        repeated: dict[str, list[Block]] = {}
        for item in body.items:
            if isinstance(item, Attribute):
                if item.name not in leave:
                    name, shape = naming(item.name)
                    above, behind = around(self._writer.source.text, item, body)
                    found[name] = PropertyLine(name, self._value(item, shape), above, behind)
                continue
            name = block_name(item)
            if name not in leave:
                repeated.setdefault(name, []).append(item)
                called = naming(name)[0]
                above, _ = around(self._writer.source.text, item, body)
                found.setdefault(called, PropertyLine(called, "", above))
        for name, blocks in repeated.items():
            called, shape = naming(name)
            found[called] = PropertyLine(called, self._blocks(blocks, shape), found[called].above)
        return list(found.values())

    def _value(self, item: Attribute, shape: Shape | None) -> str:
        if shape is None and self._of_module:
            return self._writer.write(item.value)
        if shape is None:
            # What is nested is a block; an object that is given as a value is a map.
            return self._writer.kept(item.value)
        written = self._writer.write(item.value, shape)
        # Terraform takes a list where a block may stand once; Pulumi has an object there.
        value = syntax.unwrapped(item.value)
        single = bool(shape.properties()) and isinstance(value, syntax.Tuple)
        if single and isinstance(value, syntax.Tuple) and len(value.elements) == 1:
            return self._writer.write(value.elements[0], shape)
        return written

    def _blocks(self, blocks: list[Block], shape: Shape | None) -> str:
        """Blocks of one name: an object where there may be one, else a list."""
        single = shape is not None and bool(shape.properties())
        if shape is not None and shape.is_map:
            single = True
        if shape is None:
            single = len(blocks) == 1 and blocks[0].type != "dynamic"
        inner = shape if single or shape is None else shape.element
        runs: list[str] = []
        listed: list[str] = []
        for block in blocks:
            if block.type != "dynamic":
                listed.append(self._object(block.body, inner))
                continue
            if listed:
                runs.append(f"[{', '.join(listed)}]")
                listed = []
            runs.append(self._dynamic(block, inner))
        if single and listed and not runs:
            return listed[0]
        if listed or not runs:
            runs.append(f"[{', '.join(listed)}]")
        if single:
            return f"singleOrNone({runs[0]})"
        if len(runs) == 1:
            return runs[0]
        return f'invoke("std:index:concat", {{ input = [{", ".join(runs)}] }}).result'

    def _object(self, body: Body, shape: Shape | None) -> str:
        naming: Naming = _plainly if shape is None else shape.property
        inside = self.lines(body, naming, frozenset())
        if not inside:
            return "{}"
        return "{\n" + "".join(map(str, inside)) + "}"

    def _dynamic(self, block: Block, shape: Shape | None) -> str:
        """``dynamic`` as a loop; where nothing of the element is used, as a condition."""
        given = block.body.attributes
        content = next((one for one in block.body.blocks if one.type == "content"), None)
        source = given.get("for_each")
        if content is None or source is None:
            return self._writer.nothing(block, "expected for_each and content in a dynamic block")
        iterator = self._iterator(block)
        mentioned = self._writer.mentioned(every_in(content.body), (iterator,))
        entry, entry_key = unused("entry", mentioned), unused("entryKey", mentioned)
        if is_set(source.value, self._writer.module):
            entry_key = entry
        stands = {(iterator, "value"): entry, (iterator, "key"): entry_key}
        shapes = {(iterator, "value"): self._writer.element_of(source.value)}
        with self._writer.where(stands, shapes):
            made = self._object(content.body, shape)
        value = syntax.unwrapped(source.value)
        text = self._writer.source.text[content.start : content.end]
        if f"{iterator}." not in text and isinstance(value, syntax.Conditional):
            yes, no = syntax.unwrapped(value.yes), syntax.unwrapped(value.no)
            if _length(yes) == 1 and _length(no) == 0:
                return f"{self._writer.write(value.test)} ? [{made}] : []"
            if _length(yes) == 0 and _length(no) == 1:
                return f"{self._writer.write(value.test)} ? [] : [{made}]"
        keyed = any(_is_key_of(iterator, one) for one in every_in(content.body))
        names = f"{entry_key}, {entry}" if keyed and entry_key != entry else entry
        return f"[for {names} in {self._writer.write(source.value)} : {made}]"

    @staticmethod
    def _iterator(block: Block) -> str:
        named = block.body.attributes.get("iterator")
        if named is not None and isinstance(named.value, syntax.Traversal):
            return named.value.root
        return block.labels[0].text if block.labels else ""


def block_name(block: Block) -> str:
    """The name of a block inside a body, behind ``dynamic`` where that is written."""
    return block.labels[0].text if block.type == "dynamic" and block.labels else block.type


def _plainly(name: str) -> tuple[str, Shape | None]:
    return camel(name), None


def _is_key_of(iterator: str, node: syntax.Expression) -> bool:
    if not isinstance(node, syntax.Traversal) or node.root != iterator:
        return False
    return bool(node.steps) and node.steps[0].key == "key"


def _length(node: syntax.Expression) -> int | None:
    return len(node.elements) if isinstance(node, syntax.Tuple) else None
