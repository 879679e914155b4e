"""What Terraform says about a resource beside its arguments, as the options of PCL."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Block
from confty.languages.pcl.converter.terraform.bodies import Naming, PropertyLine
from confty.languages.pcl.converter.terraform.comments import around
from confty.languages.pcl.converter.terraform.expressions import ExpressionWriter
from confty.languages.pcl.converter.terraform.module import TerraformModule, is_set
from confty.languages.pcl.converter.terraform.shapes import OWN_MAP

#: Arguments and blocks that are about the resource and not of it.
META: Final = frozenset(
    (
        "count",
        "for_each",
        "provider",
        "providers",
        "depends_on",
        "lifecycle",
        "provisioner",
        "connection",
        "timeouts",
    )
)
_TIMEOUTS: Final = ("create", "update", "delete")
_EACH: Final = ("each", "value")
_RANGE: Final = {
    ("count", "index"): "range.value",
    ("each", "key"): "range.key",
    _EACH: "range.value",
}


def range_names(block: Block, module: TerraformModule) -> dict[tuple[str, str], str]:
    """What the names of a range stand for in a block; nothing where it is none."""
    given = block.body.attributes
    if not {"count", "for_each"} & set(given):
        return {}
    each = given.get("for_each")
    if each is not None and is_set(each.value, module):
        return {**_RANGE, _EACH: "range.key"}
    return _RANGE


class OptionsWriter:
    """Writes the options of one block."""

    def __init__(self, writer: ExpressionWriter) -> None:
        self._writer = writer
        self._module = writer.module

    def lines(self, block: Block, naming: Naming) -> list[PropertyLine]:
        """The options of a resource or a module."""
        given = block.body.attributes
        found: list[PropertyLine] = []
        if (ranged := self.range_of(block)) is not None:
            times = given["count" if "count" in given else "for_each"]
            found.append(self._line(block, times, "range", ranged))
        if "provider" in given:
            provider = self._provider(given["provider"].value)
            found.append(self._line(block, given["provider"], "provider", provider))
        if "depends_on" in given:
            after = self._after(given["depends_on"].value)
            found.append(self._line(block, given["depends_on"], "dependsOn", after))
        if "providers" in given:
            self._dropped(
                given["providers"], "the providers of a module have no counterpart in PCL"
            )
        for inner in block.body.blocks:
            if inner.type == "lifecycle":
                lines = self._lifecycle(inner, naming)
                above = around(self._writer.source.text, inner, block.body)[0]
                found += [one._replace(above=above + one.above) for one in lines[:1]] + lines[1:]
            elif inner.type == "timeouts":
                found += self._timeouts(inner)
            elif inner.type == "connection":
                self._dropped(inner, "the connection of a resource has no counterpart in PCL")
        return found

    def _line(self, block: Block, item: syntax.Attribute, name: str, text: str) -> PropertyLine:
        """An option that an attribute becomes, with the comments around that."""
        return PropertyLine(name, text, *around(self._writer.source.text, item, block.body))

    def range_of(self, block: Block) -> str | None:
        """How often the block is there: a number, a list or a map."""
        given = block.body.attributes
        if "count" in given:
            return self._writer.write(given["count"].value)
        if "for_each" not in given:
            return None
        node = given["for_each"].value
        # The keys of a range are those of its resources.
        written = self._writer.write(node, OWN_MAP)
        if not is_set(node, self._module):
            return written
        inner = syntax.unwrapped(node)
        if isinstance(inner, syntax.Call) and inner.name == "toset" and inner.arguments:
            inner = inner.arguments[0]
            written = self._writer.write(inner)
        # The elements of a set are their own keys, and what is there twice is there once.
        group = "" if _is_surely_distinct(inner) else "..."
        return f"{{ for value in {written} : value => value{group} }}"

    def _after(self, node: syntax.Expression) -> str:
        """What comes before; of a range that is each of its resources."""
        value = syntax.unwrapped(node)
        if not isinstance(value, syntax.Tuple):
            return self._writer.write(node)
        plain: list[str] = []
        runs: list[str] = []
        for one in value.elements:
            written = self._writer.write(one)
            many = isinstance(one, syntax.Traversal) and self._module.is_ranged(one)
            (runs if many else plain).append(
                f"[for each in {written} : each]" if many else written
            )
        if plain or not runs:
            runs.insert(0, f"[{', '.join(plain)}]")
        if len(runs) == 1:
            return runs[0]
        return f'invoke("std:index:concat", {{ input = [{", ".join(runs)}] }}).result'

    def _provider(self, node: syntax.Expression) -> str:
        node = syntax.unwrapped(node)
        if isinstance(node, syntax.Traversal) and len(node.steps) == 1:
            alias = f"{node.root}_{node.steps[0].key}"
            name = self._module.names.find("provider", node.root, alias)
            if name is not None:
                return name
        return self._writer.nothing(node, "expected a provider of this module")

    def _lifecycle(self, block: Block, naming: Naming) -> list[PropertyLine]:
        found: list[PropertyLine] = []
        for attribute in block.body.attributes.values():
            value = syntax.unwrapped(attribute.value)
            true = isinstance(value, syntax.Literal) and value.value is True
            if attribute.name == "prevent_destroy":
                protect = self._writer.write(attribute.value)
                found.append(self._line(block, attribute, "protect", protect))
            elif attribute.name == "ignore_changes":
                paths = self._paths(attribute, naming)
                found.append(self._line(block, attribute, "ignoreChanges", paths))
            elif attribute.name == "create_before_destroy":
                if not true:
                    found.append(self._line(block, attribute, "deleteBeforeReplace", "true"))
            else:
                message = f"`{attribute.name}` has no counterpart in PCL"
                self._dropped(attribute, message)
        for inner in block.body.blocks:
            self._dropped(inner, f"a {inner.type} has no counterpart in PCL")
        return found

    def _paths(self, attribute: syntax.Attribute, naming: Naming) -> str:
        value = syntax.unwrapped(attribute.value)
        if not isinstance(value, syntax.Tuple):
            return '["*"]'  # all
        paths: list[str] = []
        for one in value.elements:
            if isinstance(one, syntax.Traversal):
                name, _ = naming(one.root)
                rest = self._writer.source.text[one.start + len(one.root) : one.end]
                paths.append(name + rest)
            elif (text := syntax.literal_text(one)) is not None:
                paths.append(naming(text)[0])
        return f"[{', '.join(paths)}]"

    def _timeouts(self, block: Block) -> list[PropertyLine]:
        inside: list[str] = []
        for attribute in block.body.attributes.values():
            if attribute.name in _TIMEOUTS:
                inside.append(f"{attribute.name} = {self._writer.write(attribute.value)}\n")
            else:
                self._dropped(attribute, f"there is no timeout of `{attribute.name}` in Pulumi")
        return [PropertyLine("customTimeouts", "{\n" + "".join(inside) + "}")] if inside else []

    def _dropped(self, node: syntax.Node, message: str) -> None:
        self._module.say(self._writer.source, node.start, node.end, message)


def _is_surely_distinct(node: syntax.Expression) -> bool:
    """Whether a list is written out, with texts of which none is there twice."""
    node = syntax.unwrapped(node)
    if not isinstance(node, syntax.Tuple):
        return False
    texts = [syntax.literal_text(one) for one in node.elements]
    return None not in texts and len({*texts}) == len(texts)
