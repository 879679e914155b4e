"""Pulumi YAML as PCL: a program that is data becomes a program that is text.

``${…}`` in a text is HCL already; the built-in functions are calls; names that HCL does not take
are spelled otherwise, and keep their own as the logical one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from confty.kit.hcl import parse_expression
from confty.kit.hcl.syntax import Traversal, unwrapped
from confty.language import Outcome
from confty.languages.pcl import codes
from confty.languages.pcl.checker.options import OPTIONS, PATH_OPTIONS
from confty.languages.pcl.converter.from_data import NoPcl, key_text, sized
from confty.languages.pcl.converter.yaml_values import Path, Places, Values
from confty.languages.pcl.formatter import reformat
from confty.languages.pcl.parser import parse
from confty.languages.pcl.written import as_name, is_name, text_literal
from confty.text import Source
from confty.values import ValueProblem
from confty.values.paths import parse_written

_TYPES: Final = {
    "string": "string",
    "number": "number",
    "integer": "int",
    "int": "int",
    "boolean": "bool",
    "bool": "bool",
}
#: What a default says of its setting's type.
_KINDS: Final[dict[type, str]] = {str: "string", bool: "bool", int: "int", float: "number"}
#: Options that PCL has and Pulumi's YAML has not.
_NO_OPTIONS: Final = ("range", "hooks")
#: Options that take a list; a single one may stand for itself.
_LISTS: Final = (*PATH_OPTIONS, "dependsOn", "replaceWith", "aliases")
_COMPONENT: Final = frozenset(
    ("inputs", "variables", "resources", "outputs", "name", "description", "import")
)
_TOP: Final = frozenset(
    (
        "name", "runtime", "description", "config", "configuration", "variables", "resources",
        "outputs", "author", "license", "website", "main", "backend", "options", "template",
        "plugins", "packages", "requiredPulumiVersion", "components",
    )
)  # fmt: skip


def from_pulumi_yaml(
    data: object, places: Places, name: str | None = None
) -> Outcome[dict[str, str]]:
    """The files of a PCL program that does the same as a program in Pulumi's YAML.

    ``name`` is the project's, where it is to have another.
    """
    try:
        sized(data)
    except NoPcl as refused:
        return Outcome({}, (codes.CONVERSION.at(places(()), str(refused)),))
    program = _Program(data if name is None else _called(data, name), places)
    components = program.components()
    files = {"main.pp": program.text()}
    if components and not files["main.pp"].strip():
        # A package of components, which other programs use.
        del files["main.pp"]
    if program.project:
        files["Pulumi.yaml"] = program.project
    findings = program.findings
    for folder, component in components.items():
        files[f"{folder}/main.pp"] = component.text()
        findings += component.findings
    failed = any(one.code is codes.CONVERSION for one in findings)
    return Outcome({} if failed else files, tuple(findings))


def _below(places: Places, above: Path) -> Places:
    return lambda path: places((*above, *path))


def _folders(components: Mapping[str, object]) -> dict[str, str]:
    """A folder for each component, no two alike."""
    found: dict[str, str] = {}
    for name in components:
        wanted = as_name(name).strip("_") or "component"
        folder, number = wanted, 2
        while folder in found.values():
            folder, number = f"{wanted}{number}", number + 1
        found[name] = folder
    return found


def _called(data: object, name: str) -> object:
    return {**data, "name": name} if isinstance(data, Mapping) else data


class _Program(Values):
    """A program, or with ``inside`` one of the components that a program declares.

    ``folders`` has the folders of components by the types that resources name them by.
    """

    def __init__(
        self,
        data: object,
        places: Places,
        folders: Mapping[str, str] | None = None,
        *,
        inside: bool = False,
    ) -> None:
        super().__init__(places)
        named = self._named(data, ())
        self._data: Mapping[str, object] = named if isinstance(named, Mapping) else {}
        self._inside = inside
        self._inputs = ("inputs",) if inside else ("config", "configuration")
        self._folders = folders or {}
        self.project = ""
        self._settings: dict[str, object] = {}

    def components(self) -> dict[str, _Program]:
        """The components that are declared, by the folders they are written to."""
        section, declared = self._part("components")
        folders = _folders(declared)
        project = self._data.get("name")
        tokens = {
            token: folder
            for name, folder in folders.items()
            for token in (f"{project}:index:{name}", f"{project}:{name}")
        }
        self._folders = {token: f"./{folder}" for token, folder in tokens.items()}
        beside = {token: f"../{folder}" for token, folder in tokens.items()}
        return {
            folder: _Program(
                declared[name], _below(self._places, (section, name)), beside, inside=True
            )
            for name, folder in folders.items()
        }

    def _part(self, *names: str) -> tuple[str, Mapping[str, object]]:
        for name in names:
            found = self._data.get(name)
            if isinstance(found, Mapping):
                return name, found
            if found is not None:
                self.wrong((name,), f"expected an object for `{name}`")
        return names[0], {}

    # Names.

    def _named(self, value: object, path: Path) -> object:
        """The same data without keys that are no text: PCL has no words for them."""
        if isinstance(value, list | tuple):
            return [self._named(inner, (*path, at)) for at, inner in enumerate(value)]
        if not isinstance(value, Mapping):
            return value
        for key in value:
            if not isinstance(key, str):
                self.wrong(path, f"expected a text for a key, found `{key}`")
        return {
            key: self._named(inner, (*path, key))
            for key, inner in value.items()
            if isinstance(key, str)
        }

    def _declare(self) -> None:
        taken: set[str] = set()
        tries: dict[str, int] = {}
        for section in (self._inputs, ("variables",), ("resources",)):
            for name in self._part(*section)[1]:
                wanted = name if is_name(name) else as_name(name).strip("_") or "x"
                wanted = wanted if is_name(wanted) else f"_{wanted}"
                found, number = wanted, tries.get(wanted, 2)
                while found in taken:
                    found, number = f"{wanted}{number}", number + 1
                tries[wanted] = number
                if self.names.setdefault(name, found) is found:
                    taken.add(found)

    # Blocks.

    def text(self) -> str:
        """The file in PCL."""
        written = "\n".join(self.blocks())
        failed = any(one.code is codes.CONVERSION for one in self.findings)
        if not failed and parse(Source("main.pp", written)).failed:
            # Paths and what follows a name are written as they stand.
            self.wrong((), "expected names and paths, found what cannot be written in PCL")
        return reformat(Source("main.pp", written))

    def blocks(self) -> Iterator[str]:
        """The texts of the blocks, in the order of the file's sections."""
        if not self._data and not self._inside:
            self.wrong((), "expected a program with resources, variables or outputs")
        self._declare()
        for name in self._data:
            if name not in (_COMPONENT if self._inside else _TOP):
                self.dropped((name,), f"`{name}` has no counterpart in PCL")
        section, given = self._part(*self._inputs)
        for name, value in given.items():
            yield from self._config(name, value, (section, name))
        for name, value in self._part("variables")[1].items():
            yield f"{self.names[name]} = {self.value(value, ('variables', name))}\n"
        for name, value in self._part("resources")[1].items():
            yield self._resource(name, value, ("resources", name))
        for name, value in self._part("outputs")[1].items():
            written = self.value(value, ("outputs", name))
            logical = "" if is_name(name) else f"__logicalName = {text_literal(name)}\n"
            called = as_name(name)
            yield f'output "{called}" {{\n{logical}value = {written}\n}}\n'
        for stack, name in self.stacks.items():
            inside = f"__logicalName = {text_literal(stack)}\nname = {text_literal(stack)}\n"
            yield f'resource "{name}" "pulumi:pulumi:StackReference" {{\n{inside}}}\n'
        if not self._inside:
            self._describe()

    def _describe(self) -> None:
        kept = {key: self._data[key] for key in ("name", "description") if key in self._data}
        if "name" in kept:
            lines = [f"{key}: {json.dumps(value)}" for key, value in kept.items()]
            if self._settings:
                lines.append("config:")
                lines += [f"  {key}: {json.dumps(value)}" for key, value in self._settings.items()]
            self.project = "\n".join([*lines, "runtime: confty"]) + "\n"

    def _config(self, name: str, value: object, path: Path) -> Iterator[str]:
        given = value if isinstance(value, Mapping) else {"default": value}
        if ":" in name and not self._inside:
            # A setting of a provider: the program does not read it, the project's file keeps it.
            self._settings[name] = given.get("value", given.get("default"))
            return
        kind = self._config_type(given, path)
        label = f" {text_literal(kind)}" if kind else ""
        lines: list[str] = []
        if self.names[name] != name:
            lines.append(f"__logicalName = {text_literal(name)}\n")
        lines += [
            f"default = {self.value(given[key], (*path, key))}\n"
            for key in ("default", "value")
            if key in given
        ]
        if isinstance(given.get("description"), str):
            lines.append(f"description = {text_literal(str(given['description']))}\n")
        if given.get("secret") is True:
            lines.append("secret = true\n")
        yield f'config "{self.names[name]}"{label} {{\n{"".join(lines)}}}\n'

    def _config_type(self, given: Mapping[str, object], path: Path) -> str:
        """The type that is written, with that of its elements, or the one of the default."""
        kind, items = given.get("type"), given.get("items")
        if kind is None:
            return _KINDS.get(type(given.get("default", given.get("value"))), "")
        if str(kind).lower() == "array" and isinstance(items, Mapping):
            return f"list({self._config_type(items, path) or 'any'})"
        return self._type(str(kind), path)

    def _type(self, word: str, path: Path) -> str:
        """``List<Number>`` as ``list(number)``."""
        folded = word.strip()
        for one in ("List", "list", "Array", "array"):
            if folded.startswith(f"{one}<") and folded.endswith(">"):
                return f"list({self._type(folded[len(one) + 1 : -1], path)})"
        found = _TYPES.get(folded.lower())
        if found is None:
            return {"array": "list(any)", "object": "map(any)"}.get(folded.lower(), "any")
        return found

    def _resource(self, name: str, value: object, path: Path) -> str:
        given = value if isinstance(value, Mapping) else {}
        kind = given.get("type")
        if not isinstance(kind, str):
            self.wrong(path, "expected the type of a resource")
            return ""
        lines: list[str] = []
        logical = given.get("name")
        if isinstance(logical, str):
            lines.append(f"__logicalName = {text_literal(logical)}\n")
        elif self.names[name] != name:
            lines.append(f"__logicalName = {text_literal(name)}\n")
        word = "resource"
        options = self._options(given.get("options"), (*path, "options"))
        properties, inside = given.get("properties"), (*path, "properties")
        existing = given.get("get")
        if isinstance(existing, Mapping):
            word = "read"
            lines.append(f"id = {self.value(existing.get('id'), (*path, 'get', 'id'))}\n")
            properties, inside = existing.get("state"), (*path, "get", "state")
        if given.get("defaultProvider") is True:
            self.dropped(path, "a provider that is the default of its package is not marked")
        written = properties if isinstance(properties, Mapping) else {}
        for key, inner in written.items():
            lines.append(f"{key_text(key)} = {self.value(inner, (*inside, str(key)))}\n")
        if kind in self._folders:
            word, kind = "component", self._folders[kind]
        return (
            f'{word} "{self.names[name]}" {text_literal(kind)} {{\n{options}{"".join(lines)}}}\n'
        )

    def _options(self, value: object, path: Path) -> str:
        lines: list[str] = []
        for key, inner in value.items() if isinstance(value, Mapping) else ():
            if key not in OPTIONS or key in _NO_OPTIONS:
                self.dropped((*path, key), f"the option `{key}` has no counterpart in PCL")
                continue
            given = [inner] if key in _LISTS and isinstance(inner, str) else inner
            if key in PATH_OPTIONS:
                lines.append(f"{key} = [{', '.join(self._paths(given, (*path, key)))}]\n")
            else:
                lines.append(f"{key} = {self.value(given, (*path, key))}\n")
        return f"options {{\n{''.join(lines)}}}\n" if lines else ""

    def _paths(self, given: object, path: Path) -> Iterator[str]:
        """Property paths, each as it is written in PCL."""
        if not isinstance(given, list):
            self.wrong(path, f"expected a list of property paths, found {_shown(given)}")
            return
        for at, one in enumerate(given):
            problem = _path_problem(one)
            if problem:
                message = f"expected a property path, found {_shown(one)}: {problem}"
                self.wrong((*path, at), message)
            else:
                yield _property_path(str(one))


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list) else f"`{value}`"


def _path_problem(given: object) -> str:
    if not isinstance(given, str):
        return "a path is a text"
    try:
        parse_written(given)
    except ValueProblem as problem:
        return str(problem)
    return ""


def _property_path(text: str) -> str:
    """A path as it is written in PCL, or as a text where it is none of PCL's: ``a[*].b``."""
    node, wrong = parse_expression(Source("", text), codes.SYNTAX)
    plain = not wrong and isinstance(unwrapped(node), Traversal)
    return text if plain else text_literal(text)
