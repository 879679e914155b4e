"""A folder of Terraform files with the modules it calls, as folders of PCL files."""

from __future__ import annotations

import json
import posixpath
from typing import Final

from confty.kit.encoding import decode
from confty.kit.hcl import parse
from confty.kit.hcl.syntax import Block, literal_text
from confty.language import Host, Outcome, Unreadable
from confty.languages.pcl import codes
from confty.languages.pcl.converter.terraform.blocks import BlockWriter
from confty.languages.pcl.converter.terraform.bodies import Naming
from confty.languages.pcl.converter.terraform.module import TerraformFile, TerraformModule
from confty.languages.pcl.converter.terraform.names import camel
from confty.languages.pcl.converter.terraform.shapes import KnownShapes, Mappings, Shape
from confty.languages.pcl.formatter import reformat
from confty.languages.pcl.schemas.loader import Packages
from confty.text import Diagnostic, Severity, Source

SUFFIX: Final = ".tf"
#: Where ``terraform init`` says which folder a module was fetched to.
_MANIFEST: Final = ".terraform/modules/modules.json"
_MOST_MODULES: Final = 500


def from_terraform(
    folder: str,
    host: Host,
    name: str,
    packages: Packages,
    mappings: Mappings | None = None,
) -> Outcome[dict[str, str]]:
    """The files of a PCL program that does the same; none when a file cannot be read."""
    return _Program(folder, host, name, KnownShapes(packages, mappings)).converted()


class _Program:
    def __init__(self, folder: str, host: Host, name: str, shapes: KnownShapes) -> None:
        self._root = folder
        self._host = host
        self._name = name
        self._shapes = shapes
        self._files: dict[str, str] = {}
        self._findings: list[Diagnostic] = []
        self._config: dict[str, object] = {}
        # The folders to write, by the folder they come from; and those that are still to do.
        self._targets: dict[str, str] = {folder: ""}
        self._waiting = [folder]
        self._modules: dict[str, TerraformModule] = {}
        self._fetched = self._manifest()

    def converted(self) -> Outcome[dict[str, str]]:
        done = 0
        while self._waiting and done < _MOST_MODULES:
            self._module(self._waiting.pop(0))
            done += 1
        for package in self._shapes.missing:
            message = f"there is no schema of the package {package!r}, so its names are guessed"
            advice = "give one with --schema, or install the package's plugin"
            self._findings.append(codes.GUESSED_NAMES.at(None, message).with_help(advice))
        if any(one.severity is Severity.ERROR for one in self._findings):
            return Outcome({}, tuple(self._findings))
        if self._files:
            self._files["Pulumi.yaml"] = self._project()
        return Outcome(self._files, tuple(self._findings))

    def _module(self, folder: str) -> None:
        module = self._read(folder)
        target = self._targets[folder]
        for file in module.files:
            blocks = BlockWriter(
                module,
                file,
                lambda path, call: self._component(folder, path, call),
                lambda path, call: self._inputs_of(folder, path, call),
            )
            entry = posixpath.basename(file.source.name).removesuffix(SUFFIX) + ".pp"
            text = blocks.text()
            if text.strip():
                self._files[posixpath.join(target, entry)] = reformat(Source(entry, text))
        self._findings += module.findings
        self._config |= module.config

    def _read(self, folder: str) -> TerraformModule:
        """The declarations of a folder, read once."""
        known = self._modules.get(folder)
        if known is not None:
            return known
        files: list[TerraformFile] = []
        for entry in self._host.entries(folder):
            path = posixpath.normpath(posixpath.join(folder, entry))
            if entry.endswith(SUFFIX + ".json"):
                message = f"{path}: Terraform's JSON notation is not read"
                self._findings.append(codes.NO_COUNTERPART.at(None, message))
            if not entry.endswith(SUFFIX):
                continue
            source, findings = decode(path, self._host.read(path))
            self._findings += findings
            body, said = parse(source, codes.SYNTAX)
            self._findings += said
            files.append(TerraformFile(source, body))
        target = self._targets[folder]
        module = TerraformModule(files, self._shapes, f"./{target}" if target else "")
        self._modules[folder] = module
        return module

    def _inputs_of(self, folder: str, path: str, call: Block) -> Naming | None:
        """How the variables of a module that is written are called there, and their shapes."""
        source = self._source(folder, path, call)
        if source not in self._targets or len(self._targets) > _MOST_MODULES:
            return None
        module = self._read(source)

        def naming(name: str) -> tuple[str, Shape | None]:
            called = module.names.find("var", name) or camel(name)
            shape = module.variables.get(name)
            return called, shape if shape is not None and shape.spec else None

        return naming

    def _source(self, folder: str, path: str, call: Block) -> str | None:
        """The folder of a module."""
        if path.startswith("."):
            return posixpath.normpath(posixpath.join(folder, path))
        fetched = self._fetched.get(call.labels[0].text) if folder == self._root else None
        return None if fetched is None else posixpath.normpath(posixpath.join(self._root, fetched))

    def _component(self, folder: str, path: str, call: Block) -> str | None:
        """Where a module is written, seen from the folder that calls it."""
        source = self._source(folder, path, call)
        if source is None:
            return None
        try:
            if not any(entry.endswith(SUFFIX) for entry in self._host.entries(source)):
                return None
        except Unreadable:
            return None
        if source not in self._targets:
            self._targets[source] = self._target(source, path, call)
            self._waiting.append(source)
        here = self._targets[folder] or "."
        found = posixpath.relpath(self._targets[source] or ".", here)
        return found if found.startswith(".") else f"./{found}"

    def _target(self, source: str, path: str, call: Block) -> str:
        """The folder of a module in the program that is written; it stays inside of it."""
        inside = posixpath.relpath(source, self._root)
        if path.startswith(".") and not inside.startswith(".."):
            return inside
        version = call.body.attributes.get("version")
        number = "" if version is None else literal_text(version.value) or ""
        stem = posixpath.basename(path.partition("?")[0].rstrip("/")) or "module"
        if not path.startswith(".") and path.count("/") >= 2 and "://" not in path:
            stem = path.partition("//")[0].split("/")[-2]  # namespace/NAME/provider
        digits = "".join(one for one in number if one.isdigit() or one == ".")
        wanted = f"{stem}_{digits}" if digits else stem
        found, at = wanted, 2
        while found in self._targets.values():
            found, at = f"{wanted}_{at}", at + 1
        return found

    def _manifest(self) -> dict[str, str]:
        """The modules that were fetched, by the name they are called by at the top."""
        try:
            data = json.loads(self._host.read(posixpath.join(self._root, _MANIFEST)))
            listed = data.get("Modules", [])
            return {str(one["Key"]): str(one["Dir"]) for one in listed if one.get("Key")}
        except (Unreadable, ValueError, AttributeError, TypeError, KeyError):
            return {}

    def _project(self) -> str:
        lines = [f"name: {json.dumps(self._name)}", "runtime: confty"]
        if self._config:
            lines.append("config:")
            lines += [
                f"  {key}: {{ value: {json.dumps(value)} }}"
                for key, value in sorted(self._config.items())
            ]
        return "\n".join(lines) + "\n"
