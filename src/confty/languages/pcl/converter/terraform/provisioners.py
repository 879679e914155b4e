"""Provisioners: commands that run beside a resource, as resources of the package ``command``."""

from __future__ import annotations

from collections.abc import Iterator

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Block
from confty.kit.hcl.walk import every_in
from confty.languages.pcl.converter.terraform.expressions import ExpressionWriter
from confty.languages.pcl.converter.terraform.module import Thing

_KNOWN = ("command", "interpreter", "environment", "working_dir", "when", "on_failure", "quiet")
_NAMES = {"interpreter": "interpreter", "environment": "environment", "working_dir": "dir"}


def commands(
    block: Block, thing: Thing, writer: ExpressionWriter, ranged: str | None
) -> Iterator[str]:
    """One resource for each command, in their order."""
    before = thing.name
    number = 0
    index = "range.key" if "for_each" in block.body.attributes else "range.value"
    itself = thing.name if ranged is None else f"{thing.name}[{index}]"
    for inner in block.body.blocks:
        if inner.type != "provisioner":
            continue
        kind = inner.labels[0].text if inner.labels else ""
        if kind != "local-exec" or "command" not in inner.body.attributes:
            message = f"a provisioner of the kind `{kind}` has no counterpart in PCL"
            writer.module.say(writer.source, inner.start, inner.brace, message)
            continue
        name = writer.module.names.fresh(f"{thing.name}Provisioner{number}")
        number += 1
        after = before if ranged is None else f"for one in {before} : one"
        options = ("" if ranged is None else f"range = {ranged}\n") + f"dependsOn = [{after}]\n"
        reads = {("self", key): f"{itself}.{thing.made.output(key)[0]}" for key in _read(inner)}
        with writer.where(reads):
            inside = _command(inner, writer)
        yield f'resource "{name}" "command:local:Command" {{\noptions {{\n{options}}}\n{inside}}}'
        before = name


def _command(block: Block, writer: ExpressionWriter) -> str:
    given = block.body.attributes
    text = writer.write(given["command"].value)
    lines = [f"create = {text}\n"]
    when = given.get("when")
    if when is not None and writer.text(when.value).strip('"') == "destroy":
        lines = ['create = "true"\n', 'update = "true"\n', f"delete = {text}\n"]
    lines += [
        f"{called} = {writer.kept(given[key].value)}\n"
        for key, called in _NAMES.items()
        if key in given
    ]
    for attribute in given.values():
        if attribute.name == "on_failure" or attribute.name not in _KNOWN:
            message = f"`{attribute.name}` of a provisioner has no counterpart in PCL"
            writer.module.say(writer.source, attribute.start, attribute.end, message)
    return "".join(lines)


def _read(block: Block) -> set[str]:
    """The attributes of the resource that a provisioner reads, as ``self.NAME``."""
    return {
        str(node.steps[0].key)
        for node in every_in(block.body)
        if isinstance(node, syntax.Traversal) and node.root == "self" and node.steps
    }
