"""Pulumi YAML as PCL: a program that is data becomes a program that is text.

``${…}`` in a text is HCL already; the built-in functions are calls; names that HCL does not take
are spelled otherwise, and keep their own as the logical one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from confty.kit.hcl import parse_expression
from confty.kit.hcl.syntax import Traversal, unwrapped
from confty.language import Outcome
from confty.languages.pcl import codes
from confty.languages.pcl.checker.options import OPTIONS, PATH_OPTIONS
from confty.languages.pcl.converter.from_data import (
    NoPcl,
    key_text,
    plain_text,
    scalar_text,
    sized,
)
from confty.languages.pcl.formatter import reformat
from confty.languages.pcl.parser import parse
from confty.text import Diagnostic, Source, Span
from confty.values import ValueProblem
from confty.values.paths import parse_written

Path = tuple[str | int, ...]
#: Where a part of the file stands, for findings.
Places = Callable[[Path], Span | None]

_NAME: Final = re.compile(r"[A-Za-z_][\w-]*")
_OTHER: Final = re.compile(r"[^\w-]+")
_SEQUENCE: Final = re.compile(r"\$\$\{|\$\{([^}]*)\}")
_PULUMI: Final = {
    "cwd": "cwd()",
    "project": "project()",
    "stack": "stack()",
    "organization": "organization()",
    "rootDirectory": "rootDirectory()",
}
#: Functions of one argument, and of a list of two.
_ONE: Final = {
    "toJSON": "toJSON",
    "toBase64": "toBase64",
    "fromBase64": "fromBase64",
    "secret": "secret",
    "readFile": "readFile",
    "fileAsset": "fileAsset",
    "stringAsset": "stringAsset",
    "remoteAsset": "remoteAsset",
    "fileArchive": "fileArchive",
    "remoteArchive": "remoteArchive",
    "assetArchive": "assetArchive",
}
_TWO: Final = {"join": "join", "split": "split"}
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
_TOP: Final = frozenset(
    (
        "name", "runtime", "description", "config", "configuration", "variables", "resources",
        "outputs", "author", "license", "website", "main", "backend", "options", "template",
        "plugins", "packages", "requiredPulumiVersion",
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
    written = "\n".join(program.blocks())
    failed = any(one.code is codes.CONVERSION for one in program.findings)
    if not failed and parse(Source("main.pp", written)).failed:
        # Paths and what follows a name are written as they stand.
        message = "expected names and paths, found what cannot be written in PCL"
        program.findings.append(codes.CONVERSION.at(places(()), message))
    text = reformat(Source("main.pp", written))
    files = {"main.pp": text}
    if program.project:
        files["Pulumi.yaml"] = program.project
    failed = any(one.code is codes.CONVERSION for one in program.findings)
    return Outcome({} if failed else files, tuple(program.findings))


def _called(data: object, name: str) -> object:
    return {**data, "name": name} if isinstance(data, Mapping) else data


class _Program:
    def __init__(self, data: object, places: Places) -> None:
        self._places = places
        self.findings: list[Diagnostic] = []
        named = self._named(data, ())
        self._data: Mapping[str, object] = named if isinstance(named, Mapping) else {}
        self._names: dict[str, str] = {}
        self.project = ""
        self._settings: dict[str, object] = {}

    # Saying things.

    def _dropped(self, path: Path, message: str) -> None:
        self.findings.append(codes.NO_COUNTERPART.at(self._places(path), message))

    def _wrong(self, path: Path, message: str) -> None:
        self.findings.append(codes.CONVERSION.at(self._places(path), message))

    def _part(self, *names: str) -> tuple[str, Mapping[str, object]]:
        for name in names:
            found = self._data.get(name)
            if isinstance(found, Mapping):
                return name, found
            if found is not None:
                self._wrong((name,), f"expected an object for `{name}`")
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
                self._wrong(path, f"expected a text for a key, found `{key}`")
        return {
            key: self._named(inner, (*path, key))
            for key, inner in value.items()
            if isinstance(key, str)
        }

    def _declare(self) -> None:
        taken: set[str] = set()
        tries: dict[str, int] = {}
        for section in (("config", "configuration"), ("variables",), ("resources",)):
            for name in self._part(*section)[1]:
                wanted = name if _NAME.fullmatch(name) else _OTHER.sub("_", name).strip("_") or "x"
                if wanted[0].isdigit() or wanted[0] == "-":
                    wanted = f"_{wanted}"
                found, number = wanted, tries.get(wanted, 2)
                while found in taken:
                    found, number = f"{wanted}{number}", number + 1
                tries[wanted] = number
                if self._names.setdefault(name, found) is found:
                    taken.add(found)

    # Blocks.

    def blocks(self) -> Iterator[str]:
        """The texts of the blocks, in the order of the file's sections."""
        if not self._data:
            self._wrong((), "expected a program with resources, variables or outputs")
        self._declare()
        for name in self._data:
            if name not in _TOP:
                self._dropped((name,), f"`{name}` has no counterpart in PCL")
        section, given = self._part("config", "configuration")
        for name, value in given.items():
            yield from self._config(name, value, (section, name))
        for name, value in self._part("variables")[1].items():
            yield f"{self._names[name]} = {self._value(value, ('variables', name))}\n"
        for name, value in self._part("resources")[1].items():
            yield self._resource(name, value, ("resources", name))
        for name, value in self._part("outputs")[1].items():
            written = self._value(value, ("outputs", name))
            logical = "" if _NAME.fullmatch(name) else f"__logicalName = {plain_text(name)}\n"
            called = _OTHER.sub("_", name)
            yield f'output "{called}" {{\n{logical}value = {written}\n}}\n'
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
        if ":" in name:
            # A setting of a provider: the program does not read it, the project's file keeps it.
            self._settings[name] = given.get("value", given.get("default"))
            return
        kind = self._config_type(given, path)
        label = f" {plain_text(kind)}" if kind else ""
        lines: list[str] = []
        if self._names[name] != name:
            lines.append(f"__logicalName = {plain_text(name)}\n")
        lines += [
            f"default = {self._value(given[key], (*path, key))}\n"
            for key in ("default", "value")
            if key in given
        ]
        if isinstance(given.get("description"), str):
            lines.append(f"description = {plain_text(str(given['description']))}\n")
        if given.get("secret") is True:
            lines.append("secret = true\n")
        yield f'config "{self._names[name]}"{label} {{\n{"".join(lines)}}}\n'

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
            self._wrong(path, "expected the type of a resource")
            return ""
        lines: list[str] = []
        logical = given.get("name")
        if isinstance(logical, str):
            lines.append(f"__logicalName = {plain_text(logical)}\n")
        elif self._names[name] != name:
            lines.append(f"__logicalName = {plain_text(name)}\n")
        word = "resource"
        options = self._options(given.get("options"), (*path, "options"))
        properties, inside = given.get("properties"), (*path, "properties")
        existing = given.get("get")
        if isinstance(existing, Mapping):
            word = "read"
            lines.append(f"id = {self._value(existing.get('id'), (*path, 'get', 'id'))}\n")
            properties, inside = existing.get("state"), (*path, "get", "state")
        if given.get("defaultProvider") is True:
            self._dropped(path, "a provider that is the default of its package is not marked")
        written = properties if isinstance(properties, Mapping) else {}
        for key, inner in written.items():
            lines.append(f"{key_text(key)} = {self._value(inner, (*inside, str(key)))}\n")
        return f'{word} "{self._names[name]}" {plain_text(kind)} {{\n{options}{"".join(lines)}}}\n'

    def _options(self, value: object, path: Path) -> str:
        lines: list[str] = []
        for key, inner in value.items() if isinstance(value, Mapping) else ():
            if key not in OPTIONS or key in _NO_OPTIONS:
                self._dropped((*path, key), f"the option `{key}` has no counterpart in PCL")
                continue
            given = [inner] if key in _LISTS and isinstance(inner, str) else inner
            if key in PATH_OPTIONS:
                lines.append(f"{key} = [{', '.join(self._paths(given, (*path, key)))}]\n")
            else:
                lines.append(f"{key} = {self._value(given, (*path, key))}\n")
        return f"options {{\n{''.join(lines)}}}\n" if lines else ""

    def _paths(self, given: object, path: Path) -> Iterator[str]:
        """Property paths, each as it is written in PCL."""
        if not isinstance(given, list):
            self._wrong(path, f"expected a list of property paths, found {_shown(given)}")
            return
        for at, one in enumerate(given):
            problem = _path_problem(one)
            if problem:
                message = f"expected a property path, found {_shown(one)}: {problem}"
                self._wrong((*path, at), message)
            else:
                yield _property_path(str(one))

    # Values.

    def _value(self, value: object, path: Path) -> str:
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, Mapping):
            call = next((key for key in value if str(key).lower().startswith("fn::")), None)
            if call is not None and len(value) == 1:
                return self._call(str(call)[4:], value[call], (*path, str(call)))
            items = [
                f"{key_text(key)} = {self._value(inner, (*path, str(key)))}\n"
                for key, inner in value.items()
            ]
            return "{\n" + "".join(items) + "}" if items else "{}"
        if isinstance(value, list | tuple):
            parts = [self._value(inner, (*path, at)) for at, inner in enumerate(value)]
            return "[" + ", ".join(parts) + "]"
        try:
            return scalar_text(value)
        except NoPcl as problem:
            self._wrong(path, str(problem))
            return "null"

    def _text(self, text: str, path: Path) -> str:
        whole = _SEQUENCE.fullmatch(text)
        if whole is not None and whole[1] is not None:
            return self._reference(whole[1], path)
        made: list[str] = []
        at = 0
        for found in _SEQUENCE.finditer(text):
            made.append(plain_text(text[at : found.start()])[1:-1])
            inner = "$${" if found[1] is None else f"${{{self._reference(found[1], path)}}}"
            made.append(inner)
            at = found.end()
        made.append(plain_text(text[at:])[1:-1])
        return f'"{"".join(made)}"'

    def _reference(self, text: str, path: Path) -> str:
        """What stands in ``${…}``: a name and the way into it."""
        text = text.strip()
        root = self._declared(text)
        if root is not None:
            return self._names[root] + text[len(root) :]
        head, _, rest = text.partition(".")
        if head == "pulumi" and rest in _PULUMI:
            return _PULUMI[rest]
        source = Source("", text)
        node, wrong = parse_expression(source, codes.SYNTAX)
        if wrong or not isinstance(unwrapped(node), Traversal):
            self._wrong(path, f"expected a name, found `{text}`")
            return "null"
        self._wrong(path, f"expected something declared, found `{text}`")
        return text

    def _declared(self, text: str) -> str | None:
        """The longest name that a text begins with, up to its end or a step into it."""
        ends = [at for at, letter in enumerate(text) if letter in ".["]
        found = (text[:end] for end in (len(text), *reversed(ends)))
        return next((name for name in found if name in self._names), None)

    def _call(self, name: str, value: object, path: Path) -> str:
        known = {key.lower(): key for key in (*_ONE, *_TWO, "invoke", "select")}
        called = known.get(name.lower(), name)
        if called == "invoke" and isinstance(value, Mapping):
            return self._invoke(value, path)
        if called in _ONE:
            return f"{_ONE[called]}({self._value(value, path)})"
        pair = value if isinstance(value, list) and len(value) == 2 else None
        if called in _TWO and pair is not None:
            first, second = (self._value(one, (*path, at)) for at, one in enumerate(pair))
            return f"{_TWO[called]}({first}, {second})"
        if called == "select" and pair is not None:
            first, second = (self._value(one, (*path, at)) for at, one in enumerate(pair))
            return f"element({second}, {first})"
        if ":" in called:
            # The short form of an invoke.
            return f"invoke({plain_text(called)}, {self._value(value, path)})"
        self._dropped(path, f"there is no counterpart of `fn::{name}` in PCL")
        return f"notImplemented({plain_text(f'fn::{name}')})"

    def _invoke(self, given: Mapping[str, object], path: Path) -> str:
        function = given.get("function", given.get("Function"))
        if not isinstance(function, str):
            self._wrong(path, "expected the function of an invoke")
            return "null"
        arguments = given.get("arguments", given.get("Arguments")) or {}
        made = f"invoke({plain_text(function)}, {self._value(arguments, (*path, 'arguments'))}"
        options = given.get("options")
        if isinstance(options, Mapping) and options:
            made += f", {self._value(options, (*path, 'options'))}"
        wanted = given.get("return", given.get("Return"))
        return f"{made})" + (f".{wanted}" if isinstance(wanted, str) else "")


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
    return text if plain else plain_text(text)
