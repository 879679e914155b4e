"""Stack outputs as a value: what ``confty eval`` prints for a program without resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from confty.language import Host, Outcome
from confty.languages.pcl import codes
from confty.languages.pcl.checker import bind_source
from confty.languages.pcl.evaluator.engine import RunInfo
from confty.languages.pcl.evaluator.run import run_program
from confty.languages.pcl.model import ComponentNode, ResourceNode
from confty.text import Source
from confty.values import Archive, Asset, Labelled, ResourceReference, redact


def evaluate_outputs(source: Source, host: Host) -> Outcome[Any]:
    """Run a program that has no resources; raises nothing, says everything."""
    program = bind_source(source, host)
    findings = tuple(program.diagnostics)
    if program.failed:
        return Outcome(None, findings)
    for node in program.nodes:
        if isinstance(node, (ResourceNode, ComponentNode)):
            message = (
                f"'{node.name}' is a {node.kind}; a program with resources has no plain value"
            )
            finding = codes.NEEDS_PREVIEW.at(node.name_span, message)
            return Outcome(None, (*findings, finding.with_help("run it with confty preview")))
    info = info_from(host.settings)
    info.preview = False
    info.folder = info.root = program.folder or "."
    run = run_program(program, info, host)
    value = None if run.failed else run.outputs
    return Outcome(value, (*findings, *run.diagnostics))


def info_from(settings: Mapping[str, object]) -> RunInfo:
    """The run that the settings describe: project, stack and configuration."""
    info = RunInfo(
        project=str(settings.get("project") or "project"),
        stack=str(settings.get("stack") or "dev"),
    )
    info.organization = str(settings.get("organization") or "organization")
    for name, secret in (("config", False), ("secret_config", True)):
        given = settings.get(name) or {}
        if isinstance(given, Mapping):
            for key, value in given.items():
                info.config[str(key)] = value if isinstance(value, str) else _text(value)
                if secret:
                    info.secret_keys.add(str(key))
    return info


def _text(value: object) -> str:
    import json

    return json.dumps(value)


def plain(value: object) -> object:
    """Outputs for showing: secrets and unknowns by their words."""
    return _data(redact(value))


def _data(value: object) -> object:
    if isinstance(value, Labelled):
        return _data(value.value)
    if isinstance(value, list):
        return [_data(each) for each in value]
    if isinstance(value, dict):
        return {key: _data(each) for key, each in value.items()}
    if isinstance(value, ResourceReference):
        return value.urn
    if isinstance(value, (Asset, Archive)):
        return repr(value)
    return value
