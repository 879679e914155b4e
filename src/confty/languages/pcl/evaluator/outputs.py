"""Stack outputs as a value: what ``confty eval`` prints for a program without resources."""

from __future__ import annotations

import json
from collections.abc import Mapping

from confty.language import Host, Outcome
from confty.languages.pcl import codes
from confty.languages.pcl.evaluator.instance import run_program
from confty.languages.pcl.evaluator.registry import RunInfo
from confty.languages.pcl.model import ComponentNode, OutputNode, Program, ResourceNode
from confty.values import Archive, Asset, Labelled, ResourceReference, redact, stripped


class StackOutputs(dict[str, object]):
    """The outputs by name, and whether the user asked to see the secrets among them."""

    show_secrets = False

    def __init__(
        self, outputs: Mapping[str, object], other_names: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(outputs)
        # What an output is called in its program, where it has another name outside.
        self.other_names = dict(other_names or {})


def evaluate_outputs(program: Program, host: Host) -> Outcome[StackOutputs | None]:
    """Run a program that has no resources; raises nothing, says everything."""
    findings = tuple(program.diagnostics)
    if program.failed:
        return Outcome(None, findings)
    whole = host.settings.get("with_resources") is True
    for node in program.nodes if not whole else ():
        if isinstance(node, (ResourceNode, ComponentNode)):
            message = (
                f"'{node.name}' is a {node.kind}; a program with resources has no plain value"
            )
            finding = codes.NEEDS_PREVIEW.at(node.name_span, message)
            return Outcome(None, (*findings, finding.with_help("run it with confty preview")))
    info = info_from(host.settings)
    # Nothing is made here: what a provider or a function would say is not known.
    info.preview = True
    info.ways_to_give = ("--ext-str {}=VALUE", "--ext-secret {}=env:NAME")
    info.missing_unknown = whole
    info.failed_unknown = host.settings.get("failed_unknown") is True
    info.folder = info.root = program.folder or "."
    run = run_program(program, info, host)
    if run.failed:
        return Outcome(None, (*findings, *run.diagnostics))
    value = StackOutputs(run.outputs, _labels(program))
    value.show_secrets = host.settings.get("show_secrets") is True
    return Outcome(value, (*findings, *run.diagnostics))


def _labels(program: Program) -> dict[str, str]:
    return {
        node.name: node.logical
        for node in program.nodes
        if isinstance(node, OutputNode) and node.logical != node.name
    }


def info_from(settings: Mapping[str, object]) -> RunInfo:
    """The run that the settings describe: project, stack and configuration."""
    info = RunInfo(
        project=str(settings.get("project") or "project"),
        stack=str(settings.get("stack") or "dev"),
    )
    info.hides = settings.get("show_secrets") is not True
    info.organization = str(settings.get("organization") or "organization")
    for name, secret in (("config", False), ("secret_config", True)):
        given = settings.get(name) or {}
        if isinstance(given, Mapping):
            for key, value in given.items():
                info.config[str(key)] = value if isinstance(value, str) else _text(value)
                if secret:
                    info.secret_keys.add(str(key))
    outside = settings.get("ext_vars")
    if isinstance(outside, Mapping):
        for key, (kind, text) in outside.items():
            if kind == "unknown":
                info.unknown_keys.add(str(key))
            else:
                info.config[str(key)] = text
            if kind == "secret":
                info.secret_keys.add(str(key))
    return info


def _text(value: object) -> str:
    return json.dumps(value)


def shown(value: StackOutputs) -> object:
    """Outputs for showing: unknowns by their word, and secrets unless the user wants them."""
    data = plain(value)
    return redact(stripped(data) if value.show_secrets else data)


def plain(value: object) -> object:
    """Outputs as plain data, labels where they are."""
    if isinstance(value, Labelled):
        return value.around(plain(value.value))
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        inside = {key: plain(each) for key, each in value.items()}
        return StackOutputs(inside, value.other_names) if type(value) is StackOutputs else inside
    if isinstance(value, ResourceReference):
        return value.urn
    return asset_data(value) if isinstance(value, (Asset, Archive)) else value


def asset_data(value: Asset | Archive) -> dict[str, object]:
    """An asset or an archive as data, in the form that previews give it."""
    if isinstance(value, Archive):
        if value.assets is not None:
            return {"$archive": {name: asset_data(each) for name, each in value.assets.items()}}
        return {"$archive": value.path if value.path is not None else value.uri}
    if value.text is not None:
        return {"$asset": value.text}
    return {"$file": value.path} if value.path is not None else {"$uri": value.uri}
