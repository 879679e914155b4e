"""Python packages made from package schemas, in the shape of Pulumi's own SDKs.

Provider SDKs are large and not installed for tests.  What stands here is written after the code
that Pulumi generates (types of arguments, ``…ArgsDict`` for plain dictionaries, output types,
``get_x`` and ``get_x_output``), typed for pyright and running on the real ``pulumi`` package.  Only
the members that a program names are written, with every type that they reach.  It reads the schema
by itself and shares no code with the converter that it judges.
"""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path
from urllib.parse import unquote

_WORDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
_BUILTIN = {
    "Any": "Any",
    "Json": "Any",
    "Archive": "pulumi.Archive",
    "Asset": "Union[pulumi.Asset, pulumi.Archive]",
}
_HEAD = """# pyright: basic
import builtins as _builtins
import enum
import pulumi
import pulumi.runtime
from typing import Any, Mapping, NotRequired, Optional, Sequence, TypedDict, Union, overload

_VERSION = {version!r}
_URL = {url!r}


"""


def snake(name: str) -> str:
    """A property's name in Python, by the words of the name."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", re.sub(r"\W", "_", name))
    words = re.sub(r"([A-Z]+)([A-Z][a-z])(?!s?$)", r"\1_\2", words).lower()
    return words + "_" if keyword.iskeyword(words) else words


_DIGITS = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]


def _member(name: str, owner: str) -> str:
    """A member of an enumeration, as Pulumi's generator names it."""
    if len(name) == 1 and name in "0123456789":
        name = _DIGITS[int(name)]
    name = "Asterisk" if name == "*" else name
    words = re.sub("_+", "_", snake(name).upper())
    words = "_" + words if words[0].isdigit() else words
    return owner + words if words.startswith("_") else words


def _indent(lines: list[str]) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in lines)


class PythonPackage:
    """Writes one package; ``write`` gives the folder to put on the path."""

    def __init__(self, schema: dict, members: set[str]) -> None:
        self.schema = schema
        self.name = schema["name"]
        self.python = (schema.get("language") or {}).get("python") or {}
        self.members = members
        # Python module -> exported names -> name in the one module that holds everything.
        self.exports: dict[str, dict[str, str]] = {"": {}}
        self.parts: list[str] = []
        self.done: set[str] = set()

    def write(self, folder: Path) -> None:
        version = str(self.schema.get("version") or "")
        for token in sorted(self.members):
            if token == f"pulumi:providers:{self.name}":
                self._resource(token, self.schema.get("provider") or {}, provider=True)
            elif token in (self.schema.get("resources") or {}):
                self._resource(token, self.schema["resources"][token], provider=False)
            elif token in (self.schema.get("functions") or {}):
                self._function(token, self.schema["functions"][token])
        named = self.python.get("packageName") or f"pulumi_{self.name.replace('-', '_')}"
        home = folder / named
        home.mkdir(parents=True, exist_ok=True)
        (home / "py.typed").write_text("")
        (home / "_all.py").write_text(
            _HEAD.format(version=version, url=self.schema.get("pluginDownloadURL"))
            + "\n\n".join(self.parts)
        )
        self._modules(home, named)

    def _modules(self, home: Path, named: str) -> None:
        modules = {"": dict(self.exports[""])}
        for path, names in self.exports.items():
            parts = path.split("/") if path else []
            for depth in range(len(parts) + 1):
                modules.setdefault("/".join(parts[:depth]), {})
            modules[path] = names
        for path, names in modules.items():
            place = home / path if path else home
            place.mkdir(parents=True, exist_ok=True)
            lines = [f"from {named}._all import {own} as {name}" for name, own in names.items()]
            below = {m for m in modules if m and m.rpartition("/")[0] == path}
            lines += [
                f"from . import {m.rpartition('/')[2]} as {m.rpartition('/')[2]}"
                for m in sorted(below)
            ]
            (place / "__init__.py").write_text("\n".join(lines) + "\n")

    # Names.

    def _module(self, token: str) -> str:
        middle = token.split(":")[1]
        pattern = (self.schema.get("meta") or {}).get("moduleFormat") or "(.*)"
        found = re.match(pattern, middle)
        module = found[1] if found and found.groups() else middle
        overrides = self.python.get("moduleNameOverrides") or {}
        if module in overrides:
            return overrides[module]
        if module in ("index", "", "providers"):
            return ""
        return "/".join(snake(part.lower()) for part in module.split("/"))

    def _own(self, token: str, suffix: str = "") -> str:
        member = token.rsplit(":", 1)[-1]
        shown = member[:1].upper() + member[1:] + suffix
        module = self._module(token)
        return "_".join([*re.split(r"\W", module), shown]).lstrip("_")

    def _export(self, token: str, shown: str, own: str) -> None:
        self.exports.setdefault(self._module(token), {})[shown] = own

    # Types.

    def type(self, spec: dict, *, inputs: bool, nested: bool = False) -> str:
        """An annotation; ``nested`` elements of inputs may be outputs themselves."""
        made = self._bare(spec, inputs=inputs)
        return f"pulumi.Input[{made}]" if nested and inputs and not spec.get("plain") else made

    def _bare(self, spec: dict, *, inputs: bool) -> str:
        if "$ref" in spec:
            return self._reference(spec, inputs=inputs)
        if spec.get("oneOf"):
            kinds = [self.type(each, inputs=inputs) for each in spec["oneOf"]]
            return f"Union[{', '.join(dict.fromkeys(kinds))}]"
        if spec.get("type") == "array":
            return f"Sequence[{self.type(spec['items'], inputs=inputs, nested=True)}]"
        if spec.get("type") == "object":
            element = spec.get("additionalProperties") or {"type": "string"}
            return f"Mapping[str, {self.type(element, inputs=inputs, nested=True)}]"
        return f"_builtins.{_WORDS[spec['type']]}"

    def _reference(self, spec: dict, *, inputs: bool) -> str:
        place, _, fragment = spec["$ref"].partition("#")
        section, _, token = unquote(fragment).lstrip("/").partition("/")
        if place.startswith("pulumi.json"):
            return _BUILTIN[section]
        if place and place.split("/")[1] != self.name:
            return "Any"
        if section == "resources":
            self._resource(token, self.schema["resources"][token], provider=False)
            return f"'{self._own(token)}'"
        found = (self.schema.get("types") or {}).get(token)
        if found is None:
            return "Any"
        if "enum" in found:
            self._enum(token, found)
            return f"'{self._own(token, 'Enum')}'"
        if inputs:
            self._inputs(token, found)
            own = self._own(token, "Args")
            return f"Union['{own}', '{own}Dict']"
        self._outputs(token, found)
        return f"'{self._own(token, 'Out')}'"

    def _enum(self, token: str, spec: dict) -> None:
        own = self._own(token, "Enum")
        if own in self.done:
            return
        self.done.add(own)
        base = _WORDS[spec["type"]]
        lines = [
            f"{_member(str(m.get('name') or m['value']), _title(token))} = {m['value']!r}"
            for m in spec["enum"]
        ]
        self.parts.append(f"class {own}({base}, enum.Enum):\n{_indent(lines)}")
        self._export(token, _title(token), own)

    def _inputs(self, token: str, spec: dict) -> None:
        own = self._own(token, "Args")
        if own in self.done:
            return
        self.done.add(own)
        properties = spec.get("properties") or {}
        required = set(spec.get("required") or ())
        table = []
        for name, inner in properties.items():
            shown = self._input(inner, name in required)
            table.append(
                f"{snake(name)}: " + (shown if name in required else f"NotRequired[{shown}]")
            )
        self.parts.append(f"class {own}Dict(TypedDict):\n{_indent(table or ['pass'])}")
        self._arguments_class(own, properties, required)
        self._export(token, _title(token) + "Args", own)
        self._export(token, _title(token) + "ArgsDict", own + "Dict")

    def _input(self, spec: dict, required: bool) -> str:
        kind = self.type(spec, inputs=True)
        if not required:
            kind = f"Optional[{kind}]"
        return kind if spec.get("plain") else f"pulumi.Input[{kind}]"

    def _arguments_class(self, own: str, properties: dict, required: set[str]) -> None:
        ordered = sorted(properties, key=lambda name: name not in required)
        parameters = [
            f"{snake(name)}: {self._input(properties[name], name in required)}"
            + ("" if name in required else " = None")
            for name in ordered
        ]
        star = ", *, " if parameters else ""
        lines = ["@pulumi.input_type", f"class {own}:"]
        lines += [f"    def __init__(__self__{star}{', '.join(parameters)}):"]
        for name in ordered:
            text = f"pulumi.set(__self__, {snake(name)!r}, {snake(name)})"
            lines.append(f"        if {snake(name)} is not None: {text}")
        lines.append("        pass")
        for name in ordered:
            kind = self._input(properties[name], name in required)
            # The SDK reads names off the classes, so that getters speak of classes only.
            kind = re.sub(r"Union\['(\w+)Args', '\1ArgsDict'\]", r"'\1Args'", kind)
            lines += self._getter(name, kind, "self")
            lines += [
                f"    @{snake(name)}.setter",
                f"    def {snake(name)}(self, value: Any): pulumi.set(self, {snake(name)!r}, value)",
            ]
        self.parts.append("\n".join(lines) + "\n")

    def _getter(self, name: str, kind: str, this: str) -> list[str]:
        decorated = f'@pulumi.getter(name="{name}")' if snake(name) != name else "@pulumi.getter"
        return [
            "    @_builtins.property",
            f"    {decorated}",
            f"    def {snake(name)}({this}) -> {kind}:",
            f"        return pulumi.get({this}, {snake(name)!r})",
        ]

    def _outputs(self, token: str, spec: dict) -> None:
        own = self._own(token, "Out")
        if own not in self.done:
            self.done.add(own)
            self._output_class(own, spec)

    def _output_class(self, own: str, spec: dict) -> None:
        properties = spec.get("properties") or {}
        required = set(spec.get("required") or ())
        parameters = ", ".join(f"{snake(name)}: Any = None" for name in properties)
        lines = ["@pulumi.output_type", f"class {own}(dict):"]
        lines.append(f"    def __init__(__self__{', ' + parameters if parameters else ''}):")
        lines += [
            f"        if {snake(name)} is not None: pulumi.set(__self__, {snake(name)!r}, {snake(name)})"
            for name in properties
        ]
        lines.append("        pass")
        for name, inner in properties.items():
            lines += self._getter(name, self._output(inner, name in required), "self")
        self.parts.append("\n".join(lines) + "\n")

    def _output(self, spec: dict, required: bool) -> str:
        kind = self.type(spec, inputs=False)
        return kind if required else f"Optional[{kind}]"

    # Resources.

    def _resource(self, token: str, spec: dict, *, provider: bool) -> None:
        own = "Provider" if provider else self._own(token)
        if own in self.done:
            return
        self.done.add(own)
        inputs = spec.get("inputProperties") or {}
        required = set(spec.get("requiredInputs") or ())
        self._arguments_class(f"{own}__Args", inputs, required)
        states = (spec.get("stateInputs") or {}).get("properties") or {}
        self._arguments_class(f"{own}__State", states, set())
        remote = bool(spec.get("isComponent"))
        base = (
            "ProviderResource" if provider else "ComponentResource" if remote else "CustomResource"
        )
        lines = [f"class {own}(pulumi.{base}):"]
        lines += self._constructor(own, token, inputs, provider=provider, remote=remote)
        if not provider and not remote:
            lines += self._get(own, states)
        for name, inner in (spec.get("properties") or {}).items():
            if name in ("id", "urn") or (provider and inner.get("type") != "string"):
                continue
            kind = self._output(inner, name in set(spec.get("required") or ()))
            lines += self._getter(name, f"pulumi.Output[{kind}]", "self")
        self.parts.append("\n".join(lines) + "\n")
        self._export(token, "Provider" if provider else _title(token), own)

    def _constructor(
        self, own: str, token: str, inputs: dict, *, provider: bool, remote: bool
    ) -> list[str]:
        # Generated constructors take every input as optional and complain when they run.
        parameters = "".join(
            f", {snake(n)}: {self._input(s, False)} = None" for n, s in inputs.items()
        )
        extra = "" if provider else ", __props__: Any = None"
        lines = [
            f"    def __init__(__self__, resource_name: str, opts: Optional[pulumi.ResourceOptions] = None{parameters}{extra}):",
            "        defaults = pulumi.ResourceOptions(version=_VERSION or None, plugin_download_url=_URL)",
            "        opts = pulumi.ResourceOptions.merge(defaults, opts)",
        ]
        made = f"{own}__Args.__new__({own}__Args)"
        lines.append(
            f"        given = {made}"
            if provider
            else f"        given = __props__ if __props__ is not None else {made}"
        )
        inner = []
        for name, spec in inputs.items():
            value = snake(name)
            if "default" in spec:
                value = f"{spec['default']!r} if {value} is None else {value}"
            if "const" in spec:
                value = repr(spec["const"])
            if provider and _jsonish(spec):
                value = f"pulumi.Output.from_input({value}).apply(pulumi.runtime.to_json) if {value} is not None else None"
            inner.append(f"given.__dict__[{snake(name)!r}] = {value}")
        lines.append("        if opts.id is None:")
        lines += [f"            {line}" for line in inner or ["pass"]]
        secret = [
            n
            for n, s in (self._spec(token, provider).get("properties") or {}).items()
            if s.get("secret")
        ]
        if secret and not provider:
            lines.append(
                f"        opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(additional_secret_outputs={secret!r}))"
            )
        replacing = [n for n, s in inputs.items() if s.get("replaceOnChanges")]
        if replacing and not provider:
            lines.append(
                f"        opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(replace_on_changes={replacing!r}))"
            )
        # Outputs are announced by a place that is empty.
        lines += [
            f"        given.__dict__.setdefault({snake(name)!r}, None)"
            for name in self._spec(token, provider).get("properties") or {}
            if not provider and name not in ("id", "urn")
        ]
        first = repr(self.name) if provider else repr(token)
        tail = ", remote=True" if remote else ""
        lines.append(
            f"        super({own}, __self__).__init__({first}, resource_name, given, opts{tail})"
        )
        return lines

    def _spec(self, token: str, provider: bool) -> dict:
        return (self.schema.get("provider") or {}) if provider else self.schema["resources"][token]

    def _get(self, own: str, states: dict) -> list[str]:
        parameters = "".join(
            f", {snake(n)}: {self._input(s, False)} = None" for n, s in states.items()
        )
        lines = [
            "    @staticmethod",
            f"    def get(resource_name: str, id: pulumi.Input[str], opts: Optional[pulumi.ResourceOptions] = None{parameters}) -> '{own}':",
            "        opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(id=id))",
            f"        given = {own}__State.__new__({own}__State)",
        ]
        lines += [f"        given.__dict__[{snake(n)!r}] = {snake(n)}" for n in states]
        return [*lines, f"        return {own}(resource_name, opts=opts, __props__=given)"]

    # Functions.

    def _function(self, token: str, spec: dict) -> None:
        member = token.rsplit(":", 1)[-1]
        inputs = (spec.get("inputs") or {}).get("properties") or {}
        outputs = spec.get("outputs") or {}
        own = self._own(token, "Fn")
        scalar = bool(outputs) and "properties" not in outputs
        if scalar:
            result = self.type(outputs, inputs=False)
        else:
            result = f"{own}Result"
            self._output_class(result, outputs)
        names = "".join(
            f"        __args__[{n!r}] = {snake(n)}\n".replace("        ", "    ", 1)
            for n in inputs
        )
        for suffix, late in (("", False), ("_output", True)):
            parameters = [
                f"{snake(n)}: {self._input(s, False) if late else f'Optional[{self.type(s, inputs=True)}]'} = None"
                for n, s in inputs.items()
            ]
            options = (
                "Optional[Union[pulumi.InvokeOptions, pulumi.InvokeOutputOptions]]"
                if late
                else "Optional[pulumi.InvokeOptions]"
            )
            shown = f"pulumi.Output[{result}]" if late else result
            text = f"def {own}{suffix}({', '.join([*parameters, f'opts: {options} = None'])}) -> {shown}:\n"
            text += f"    __args__: dict[str, Any] = dict()\n{names}"
            defaults = "pulumi.InvokeOptions(version=_VERSION or None, plugin_download_url=_URL)"
            text += f"    opts = pulumi.InvokeOptions.merge({defaults}, opts)\n"
            call = "invoke_output" if late else "invoke"
            if scalar:
                text += f"    return pulumi.runtime.{call}_single({token!r}, __args__, opts=opts, typ={result})"
                text += "\n" if late else ".value\n"
            else:
                text += f"    found = pulumi.runtime.{call}({token!r}, __args__, opts=opts, typ={result})\n"
                text += "    return found\n" if late else "    return found.value\n"
            self.parts.append(text)
            self._export(token, snake(member) + suffix, own + suffix)


def _title(token: str) -> str:
    member = token.rsplit(":", 1)[-1]
    return member[:1].upper() + member[1:]


def _jsonish(spec: dict) -> bool:
    """Whether a provider's input travels as JSON text."""
    return spec.get("type") != "string" or "$ref" in spec


def write_packages(schemas: list[Path], members: dict[str, set[str]], folder: Path) -> None:
    """Write the packages of schema files, as far as ``members`` names them."""
    for path in schemas:
        schema = json.loads(path.read_text(encoding="utf-8"))
        PythonPackage(schema, members.get(schema["name"], set())).write(folder)
