"""Runs the published programs and compares what came out with what is expected of them."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
from pathlib import Path

from confty.kit.installation import Installation
from confty.language import Unreadable
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.converter.python.program import PythonProject
from confty.languages.pcl.evaluator import RunInfo, load_mocks, run_program
from confty.values import Archive, Asset, Labelled, secret, stripped

MOCKS = Path(__file__).resolve().parents[2] / "examples" / "pcl" / "mocks.py"
TIMEOUTS = ("create", "update", "delete", "read")


class DiskHost:
    """The files of a program, and the published schemas."""

    memory = None
    installation = Installation()

    def __init__(self, schemas: str) -> None:
        self.settings = {"schema": schemas, "prefer_output_invokes": True}

    def read(self, name: str) -> bytes:
        try:
            return Path(name).read_bytes()
        except OSError as error:
            raise Unreadable(str(error)) from None

    def entries(self, name: str) -> list[str]:
        try:
            return sorted(os.listdir(name or "."))
        except OSError as error:
            raise Unreadable(str(error)) from None

    def variable(self, _name: str) -> str | None:
        return None

    def resolve(self, path: str, _importer: str | None) -> str | None:
        return path

    def trace(self, line: str) -> None:
        raise AssertionError(line)


def is_secret(value: object) -> bool:
    return isinstance(value, Labelled) and value.secret


def matches(found: object, wanted: object) -> bool:
    """Compare a labelled value with an expectation in the vectors' notation."""
    if isinstance(wanted, dict) and len(wanted) == 1:
        special = _special(found, *next(iter(wanted.items())))
        if special is not None:
            return special
    if isinstance(found, Labelled):
        return not found.secret and matches(found.value, wanted)
    if isinstance(wanted, dict):
        return (
            isinstance(found, dict)
            and found.keys() == wanted.keys()
            and all(matches(found[key], wanted[key]) for key in wanted)
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(map(matches, found, wanted))
        )
    if isinstance(found, bool) or isinstance(wanted, bool) or found is None or wanted is None:
        return found is wanted
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return math.isclose(found, wanted, rel_tol=1e-15)
    return found == wanted


def _special(found: object, word: str, wanted: object) -> bool | None:
    bare = found.value if isinstance(found, Labelled) else found
    if word == "$secret":
        return is_secret(found) and matches(_open(bare), wanted)
    if word == "$any":
        return True
    if word == "$oneof":
        return any(matches(found, each) for each in wanted)
    if word == "$json":
        return not is_secret(found) and isinstance(bare, str) and json.loads(bare) == wanted
    if word == "$prefix":
        return isinstance(bare, str) and bare.startswith(wanted)
    if word == "$repeat":
        return bare == wanted[0] * wanted[1]
    if word == "$list":
        return isinstance(bare, list) and bare == [wanted[0]] * wanted[1]
    if word == "$asset":
        return isinstance(bare, Asset) and bare.text == wanted
    if word == "$file":
        return isinstance(bare, Asset) and bare.path is not None and bare.path.endswith(wanted)
    if word == "$archive":
        return isinstance(bare, Archive) and _is_archive(bare, wanted)
    return None


def _is_archive(found: Archive, wanted: object) -> bool:
    """An archive is a path, or a map of members in their own notation."""
    if isinstance(wanted, dict):
        members = wanted.get("assets", wanted)
        return found.assets is not None and matches(found.assets, members)
    return found.path is not None and found.path.endswith(wanted)


def _open(value: object) -> object:
    """What is inside a secret is secret anyhow; labels there say nothing more."""
    if isinstance(value, Labelled):
        return _open(value.value)
    if isinstance(value, dict):
        return {key: _open(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_open(each) for each in value]
    return value


class Conformance:
    """One test of ``expect.json``."""

    def __init__(self, root: Path, name: str, record: dict, work: Path) -> None:
        self.root = root
        self.name = name
        self.record = record
        self.work = work
        self.problems: list[str] = []
        self.previous: dict[str, dict] = {}

    def run(self) -> list[str]:
        for number, expected in enumerate(self.record["runs"]):
            folder = self.work / f"{self.name}-{number}"
            shutil.copytree(self.root / "programs" / self.name, folder)
            for path in folder.rglob("*"):
                path.chmod(0o755 if path.is_dir() else 0o644)
            main = folder / expected.get("main", "")
            if "program" in expected:
                main = folder / expected["program"]
            self._run_one(expected, folder, main)
        return self.problems

    def _run_one(self, expected: dict, root: Path, main: Path) -> None:
        host = DiskHost(str(self.root / "schemas"))
        program = bind_folder(str(main), host)
        errors = [found for found in program.diagnostics if found.severity.word == "error"]
        if errors:
            self.problems.append(f"does not bind: {errors}")
            return
        mocks = load_mocks(str(MOCKS))
        preview = self._execute(program, expected, root, main, mocks, preview=True)
        mocks.created.clear()
        update = self._execute(program, expected, root, main, mocks, preview=False)
        self.previous = {urn: each.outputs for urn, each in update.engine.resources.items()}
        failing = expected.get("error")
        wanted = {None: (False, False), "both": (True, True), "update": (False, True)}
        wanted["preview"] = (True, False)
        found = (preview.failed, update.failed)
        if found != wanted[failing]:
            said = [*preview.diagnostics, *update.diagnostics]
            self.problems.append(f"failed {found}, expected {wanted[failing]}: {said}")
            return
        self._check_preview(expected, preview)
        if failing is None:
            self._check_outputs(expected, update.outputs)
        if failing is None or expected.get("continueOnError"):
            self._check_resources(expected, update)
            self._check_providers(root, update)
            self._check_count(expected, update)

    def _execute(self, program, expected, root, main, mocks, *, preview: bool):
        info = RunInfo(project=self.name, stack="test")
        info.preview = preview
        info.root, info.folder = str(root), str(main)
        info.run_hooks = True
        info.previous = self.previous
        info.continue_on_error = bool(expected.get("continueOnError"))
        info.config = dict(expected.get("config", {}))
        info.secret_keys = set(expected.get("secrets", ()))
        info.stack_references = {
            name: {
                key: secret(value["$secret"]) if isinstance(value, dict) else value
                for key, value in outputs.items()
            }
            for name, outputs in self.record.get("stackReferences", {}).items()
        }
        return run_program(program, info, DiskHost(str(self.root / "schemas")), mocks)

    def _check_preview(self, expected: dict, preview) -> None:
        wanted = expected.get("preview", {})
        for name in wanted.get("unknown_outputs", ()):
            value = preview.outputs.get(name)
            if not (isinstance(value, Labelled) and value.unknown):
                self.problems.append(f"preview: output {name} is {value!r}, expected unknown")
        for name in wanted.get("secret_outputs", ()):
            if not is_secret(preview.outputs.get(name)):
                self.problems.append(f"preview: output {name} is not secret")
        for name, properties in dict(wanted.get("unknown_inputs", {})).items():
            made = self._named(preview, name)
            for key in properties:
                value = made.inputs.get(key) if made is not None else None
                if not (isinstance(value, Labelled) and value.unknown):
                    self.problems.append(f"preview: input {name}.{key} is {value!r}")

    def _check_outputs(self, expected: dict, outputs: dict) -> None:
        wanted = expected.get("outputs", {})
        for name, value in wanted.items():
            if name not in outputs or not matches(outputs[name], value):
                self.problems.append(
                    f"output {name} is {outputs.get(name)!r:.200}, expected {value!r:.200}"
                )
        if expected.get("exact") and set(outputs) != set(wanted):
            self.problems.append(f"outputs {sorted(outputs)}, expected {sorted(wanted)}")

    def _named(self, run, name: str):
        found = [made for made in run.engine.resources.values() if made.name == name]
        return found[0] if found else None

    def _check_resources(self, expected: dict, run) -> None:
        for name in expected.get("absent", ()):
            if self._named(run, name) is not None:
                self.problems.append(f"{name} is there")
        for name, wanted in expected.get("resources", {}).items():
            made = self._named(run, name)
            if made is None:
                self.problems.append(f"there is no resource {name}")
                continue
            for key, value in wanted.items():
                if key != "notes" and not self._holds(run, made, key, value):
                    self.problems.append(
                        f"{name}: {key} {value!r:.300} does not hold: {self._shown(made, key)!r:.500}"
                    )

    def _shown(self, made, key):
        if hasattr(made, key):
            return getattr(made, key)
        return made.options

    def _holds(self, run, made, key: str, value) -> bool:
        names = {urn: each.name for urn, each in run.engine.resources.items()}
        if key == "type":
            return made.type == value
        if key == "inputs":
            return (
                matches(made.inputs, value) if value == {} else self._members(made.inputs, value)
            )
        if key == "outputs":
            return self._members(made.outputs, value)
        if key == "parent":
            return names.get(made.parent) == value
        if key == "deps":
            return sorted(names[urn] for urn in made.dependencies) == sorted(value)
        if key == "propdeps":
            found = {
                k: sorted(names[urn] for urn in v) for k, v in made.property_dependencies.items()
            }
            return all(found.get(k, []) == sorted(v) for k, v in value.items())
        if key == "provider":
            # An explicit provider has its own name, and the type of what it provides.
            served = f"pulumi:providers:{made.type.split(':')[0]}"
            provider = run.engine.resources[made.provider]
            return (provider.type, provider.name) == (served, value)
        if key in ("id", "external"):
            return stripped(getattr(made, key)) == value
        if key == "timeouts":
            found = made.options.get("customTimeouts") or {}
            return {k: v for k, v in found.items() if v is not None} == value
        if key == "import_":
            return made.options.get("import") == value
        if key == "replaceWith":
            return [names[urn] for urn in made.options.get(key) or []] == value
        if key == "deletedWith":
            return names.get(made.options.get(key)) == value
        # A labelled value has no truth of its own.
        return (stripped(made.options.get(key)) or None) == (value or None)

    def _members(self, found: dict, wanted: dict) -> bool:
        return all(key in found and matches(found[key], value) for key, value in wanted.items())

    def _check_providers(self, root: Path, run) -> None:
        """A provider has the name it is declared under, or is the default of its version."""
        texts = [path.read_text(encoding="utf-8") for path in root.rglob("*.pp")]
        declared = {
            (type_, name)
            for text in texts
            for name, type_ in re.findall(r'resource "([^"]+)" "(pulumi:providers:[^"]+)"', text)
        }
        missing = set(declared)
        for made in run.engine.resources.values():
            if not made.type.startswith("pulumi:providers:"):
                continue
            # A component puts its own name before those of its resources.
            own = made.name.rpartition("-")[2] if made.parent else made.name
            missing.discard((made.type, own))
            version = stripped(made.inputs.get("version", ""))
            default = "_".join(["default", *re.findall(r"[0-9A-Za-z]+", version)])
            # A method may make providers too; those are the mock's to name.
            from_method = made.parent == run.engine.stack.urn and not version
            if (made.type, own) not in declared and made.name != default and not from_method:
                self.problems.append(f"a provider {made.type} is named {made.name!r}")
        self.problems += [f"there is no provider {name!r} of {type_}" for type_, name in missing]

    def _check_count(self, expected: dict, run) -> None:
        # Targets of an update are no part of the record, only of its notes.
        if "count" in expected and "targets" not in expected.get("notes", ""):
            found = len(run.engine.resources)
            if found != expected["count"]:
                names = [made.urn.split("::", 2)[2] for made in run.engine.resources.values()]
                self.problems.append(f"{found} resources, expected {expected['count']}: {names}")


def converted_files(folder: Path, name: str):
    """The Python files of a program, and what was said on the way."""
    host = DiskHost(str(folder / "schemas"))
    files = (folder / "programs" / name).rglob("main.pp")
    main = min(files, key=lambda path: (len(path.parts), path))
    program = bind_folder(str(main.parent), host)
    project = PythonProject(program, program.schemas, name)
    project.convert()
    return ({} if project.diagnostics else project.files), project.diagnostics
