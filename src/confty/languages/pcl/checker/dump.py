"""The bound program as text: every node with its type, its dependencies, its expressions."""

from __future__ import annotations

from confty.kit.hcl.syntax import Attribute, Body, Expression
from confty.languages.pcl import model
from confty.languages.pcl.rules import spelled
from confty.values.labels import SECRET_TEXT

_WIDEST = 60


def model_text(program: model.Program) -> str:
    """Show a program, a node a paragraph."""
    return "\n".join(line for node in program.nodes for line in _node(node, program))


def _node(node: model.ProgramNode, program: model.Program) -> list[str]:
    lines = [_heading(node)]
    if node.logical != node.name:
        lines.append(f"  logical name: {node.logical}")
    if isinstance(node, model.ResourceNode) and node.schema is not None:
        lines.append(f"  token: {node.schema.token}")
    if isinstance(node, model.ComponentNode):
        lines.append(f"  token: {node.type_token}")
    if isinstance(node, model.InstanceNode) and node.option("range") is not None:
        lines.append(f"  range: {node.range_kind}")
    if node.dependencies:
        names = ", ".join(each.name for each in node.dependencies)
        lines.append(f"  depends on: {names}")
    if isinstance(node, model.LocalNode):
        lines.append(_line(node, "value", node.value, program))
    else:
        lines += _body(node, node.body, program, "")
    return lines


def _heading(node: model.ProgramNode) -> str:
    type_ = node.type
    if isinstance(node, model.OutputNode):
        return f"output {node.name}: {spelled(type_)}"
    return f"{node.kind} {node.name}: {spelled(type_)}"


def _body(node: model.ProgramNode, body: Body, program: model.Program, prefix: str) -> list[str]:
    lines: list[str] = []
    for item in body.items:
        if isinstance(item, Attribute) and item.name == "default" and _is_secret(node):
            # Not even its type, which may be that of one value.
            lines.append(f"  {prefix}{item.name} = {SECRET_TEXT}")
        elif isinstance(item, Attribute):
            lines.append(_line(node, prefix + item.name, item.value, program))
        else:
            lines += _body(node, item.body, program, f"{prefix}{item.type}.")
    return lines


def _is_secret(node: model.ProgramNode) -> bool:
    return isinstance(node, model.ConfigNode) and node.secret


def _line(node: model.ProgramNode, name: str, value: Expression, program: model.Program) -> str:
    text = " ".join(node.source.text[value.start : value.end].split())
    if len(text) > _WIDEST:
        text = text[: _WIDEST - 1] + "…"
    found = program.typing.types.get(value)
    shown = spelled(found) if found is not None else "?"
    return f"  {name} = {text} : {shown}"
