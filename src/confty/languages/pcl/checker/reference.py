"""What a PCL program or component needs from outside, and what it gives."""

from __future__ import annotations

import json
from collections.abc import Mapping

from confty.kit.reference import CONFIG, Need, OfferedName, comment_above
from confty.languages.pcl.model import ConfigNode, OutputNode, Program, ProgramNode, ResourceNode
from confty.languages.pcl.rules import spelled
from confty.types import Type
from confty.values.labels import SECRET_TEXT


def needs(program: Program) -> list[Need]:
    """Return the settings of the stack, or the inputs of a component."""
    given = _given(program.settings)
    return [_need(node, given) for node in program.nodes if isinstance(node, ConfigNode)]


def _given(settings: Mapping[str, object]) -> dict[str, str]:
    """Return what the project sets, as it is shown: what is secret is not."""
    plain, hidden = _table(settings.get("config")), _table(settings.get("secret_config"))
    found = {str(key): json.dumps(one, default=str) for key, one in plain.items()}
    return {**found, **{str(key): SECRET_TEXT for key in hidden}}


def _table(setting: object) -> Mapping[object, object]:
    return setting if isinstance(setting, Mapping) else {}


def _need(node: ConfigNode, given: Mapping[str, str]) -> Need:
    default = node.default
    written = given.get(node.logical)
    if node.secret and (written is not None or default is not None):
        written = SECRET_TEXT
    elif written is not None:
        pass
    elif default is not None:
        written = node.source.text[default.start : default.end]
    elif node.nullable:
        written = "null"
    return Need(
        CONFIG,
        node.logical,
        spelled(node.declared),
        node.name_span,
        default=written,
        secret=node.secret,
        text=node.description or comment_above(node.source, node.syntax.start),
    )


def entries(program: Program) -> list[OfferedName]:
    """Return a component's inputs, outputs and resources."""
    inputs = [
        OfferedName(need.name, _input(need), need.text, need.span) for need in needs(program)
    ]
    outputs = [
        OfferedName(node.logical, _output(node, program), _text(node), node.name_span)
        for node in program.nodes
        if isinstance(node, OutputNode)
    ]
    resources = [
        OfferedName(node.name, f"{node.name}: {node.token}", _text(node), node.name_span)
        for node in program.nodes
        if isinstance(node, ResourceNode)
    ]
    parts = (("Inputs", inputs), ("Outputs", outputs), ("Resources", resources))
    return [OfferedName(title, "", "", None, some) for title, some in parts if some]


def _input(need: Need) -> str:
    marks = " (secret)" if need.secret else ""
    default = "" if need.default is None else f" = {need.default}"
    return f"{need.name}: {need.type}{default}{marks}"


def _output(node: OutputNode, program: Program) -> str:
    found: Type = node.type if node.value is None else program.typing.of(node.value)
    return f"{node.logical}: {spelled(found)}"


def _text(node: ProgramNode) -> str:
    return comment_above(node.source, node.syntax.start)
