"""A package's schema, rebuilt from the source of its Python package without running any of it.

What Pulumi generates is regular enough to be read back: resources and their tokens, inputs and
outputs with types, functions, enumerations.  Not everything of a schema is there (defaults,
aliases, which changes replace a resource), so the result says of itself that it is partial.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from _blake2 import blake2b
from typing import Any

from confty.kit.reading import read_file
from confty.kit.store import user_store
from confty.language import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

Spec = dict[str, Any]
_PRIMITIVES: Final = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "Any": {"$ref": "pulumi.json#/Any"},
    "Asset": {"$ref": "pulumi.json#/Asset"},
    "AssetOrArchive": {"$ref": "pulumi.json#/Asset"},
    "Archive": {"$ref": "pulumi.json#/Archive"},
}
_KINDS: Final = ("CustomResource", "ComponentResource", "ProviderResource")
#: How many files of a package are read, and how many bytes one may have.
_MOST_FILES: Final = 20_000
_MOST_BYTES: Final = 16 << 20


def package_folder(name: str, host: Host) -> str | None:
    """Where the Python package of a Pulumi package is installed, if it is."""
    wanted = "pulumi_" + name.replace("-", "_")
    places = list(host.installation.places())
    active = host.variable("VIRTUAL_ENV")
    if active and os.path.isabs(active):
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        places.insert(0, f"{active}/lib/{version}/site-packages")
        places.insert(1, f"{active}/Lib/site-packages")
    for place in places:
        if host.installation.stamp(f"{place}/{wanted}/pulumi-plugin.json") is not None:
            return f"{place}/{wanted}"
    return None


def version_in(folder: str) -> str:
    """The version that a package says it has."""
    try:
        told = json.loads(read_file(f"{folder}/pulumi-plugin.json", _MOST_BYTES))
    except (OSError, ValueError):
        return ""
    version = told.get("version") if isinstance(told, dict) else None
    return version.lstrip("v") if isinstance(version, str) else ""


def schema_of(folder: str, name: str, key: str, *, keep: bool = True) -> bytes:
    """The schema of the package in a folder: kept by its ``key``, or rebuilt, which takes long."""
    store = user_store("packages") if keep else None
    kept = store.load(key) if store is not None else None
    if kept is not None:
        return kept
    made = schema_in(folder, name)
    if store is not None:
        store.store(key, made)
        store.evict()
    return made


def key_of(folder: str, state: bytes) -> str:
    """What decides whether a schema that was rebuilt before still holds."""
    build = os.stat(__file__).st_mtime_ns
    parts = [folder, str(build), state.hex()]
    return blake2b("\0".join(parts).encode(), digest_size=20).hexdigest()


def schema_in(folder: str, name: str) -> bytes:
    """The schema of the package in a folder, as JSON."""
    found = _Package(name)
    for module, tree in _modules(folder):
        found.read(module, tree)
    schema: Spec = {
        "name": name,
        "version": version_in(folder),
        "partial": True,
        "provider": found.provider,
        "resources": found.resources,
        "functions": found.functions,
        "types": found.types,
    }
    return json.dumps(schema).encode()


def _modules(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a package: where each stands below its root, and its tree."""
    for module, path in _sources(folder):
        try:
            yield module, ast.parse(read_file(path, _MOST_BYTES))
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def _sources(folder: str) -> Iterator[tuple[str, str]]:
    """The files of modules: where each stands below the root, and its path."""
    count = 0
    for place, folders, files in os.walk(folder):
        folders.sort()
        module = os.path.relpath(place, folder).replace(os.sep, "/")
        for file in sorted(files):
            if not file.endswith(".py") or file == "_utilities.py":
                continue
            count += 1
            if count > _MOST_FILES:
                return
            yield module, os.path.join(place, file)


class _Package:
    """What was read so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.provider: Spec = {}
        self.resources: dict[str, Spec] = {}
        self.functions: dict[str, Spec] = {}
        self.types: dict[str, Spec] = {}

    def read(self, module: str, tree: ast.Module) -> None:
        """Take what one module declares."""
        types = _Types(self.name, "index" if module == "." else module)
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        for node in classes.values():
            if _bases(node) & set(_KINDS):
                self._resource(node, classes, types)
            elif "Enum" in _bases(node):
                self.types[types.token(node.name)] = _enum(node)
            elif _decorated(node, "input_type") or _decorated(node, "output_type"):
                self.types[types.token(node.name)] = {"type": "object", **_members(node, types)}
        for function in tree.body:
            if isinstance(function, ast.FunctionDef):
                self._function(function, classes, types)

    def _resource(
        self, node: ast.ClassDef, classes: dict[str, ast.ClassDef], types: _Types
    ) -> None:
        token = _token(node)
        if token is None:
            return
        made: Spec = _members(node, types)
        arguments = classes.get(f"{node.name}Args")
        if arguments is not None:
            found = _members(arguments, types)
            made["inputProperties"] = found.get("properties", {})
            made["requiredInputs"] = found.get("required", [])
        state = classes.get(f"_{node.name}State")
        if state is not None:
            made["stateInputs"] = _members(state, types)
        for name in _secret_outputs(node):
            made["properties"].get(name, {})["secret"] = True
        if "ComponentResource" in _bases(node):
            made["isComponent"] = True
        if "ProviderResource" in _bases(node):
            self.provider = made
        else:
            self.resources[token] = made

    def _function(
        self, node: ast.FunctionDef, classes: dict[str, ast.ClassDef], types: _Types
    ) -> None:
        call = next((each for each in ast.walk(node) if _is_invoke(each)), None)
        if call is None or node.name.endswith("_output"):
            return
        assert isinstance(call, ast.Call)
        first = call.args[0]
        if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            return
        given = _keys_given(node)
        made: Spec = {"inputs": _parameters(node, given, types)}
        result = types.named(node.returns)
        if result in classes or f"{result}"[9:] in classes:
            shape = classes.get(str(result)) or classes[f"{result}"[9:]]
            made["outputs"] = {"type": "object", **_members(shape, types)}
        self.functions[first.value] = made


class _Types:
    """Annotations as specifications, seen from one module."""

    def __init__(self, package: str, module: str) -> None:
        self.package = package
        self.module = module

    def token(self, name: str) -> str:
        """The token under which a type of this module is kept."""
        return f"{self.package}:{self.module}:{name}"

    def named(self, node: ast.expr | None) -> str | None:
        """The bare name that an annotation is."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                node = ast.parse(node.value, mode="eval").body
            except SyntaxError:
                return None
        if isinstance(node, ast.Name):
            return node.id
        return node.attr if isinstance(node, ast.Attribute) else None

    def optional(self, node: ast.expr | None) -> bool:
        """Whether nothing may be given for it."""
        text = ast.unparse(node) if node is not None else ""
        return "Optional[" in text.replace("pulumi.Input[", "").replace("pulumi.Output[", "")[:9]

    def spec(self, node: ast.expr | None) -> Spec:
        """The specification that an annotation stands for."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                node = ast.parse(node.value, mode="eval").body
            except SyntaxError:
                return dict(_PRIMITIVES["Any"])
        if isinstance(node, ast.Subscript):
            return self._generic(self.named(node.value) or "", node.slice)
        name = self.named(node)
        if name in _PRIMITIVES:
            return dict(_PRIMITIVES[name])
        if name is None or name in ("dict", "list"):
            return dict(_PRIMITIVES["Any"])
        return {"$ref": f"#/types/{self.token(name)}"}

    def _generic(self, name: str, inner: ast.expr) -> Spec:
        parts = list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
        if name in ("Optional", "Input", "Output", "Awaitable", "InputType"):
            return self.spec(parts[0])
        if name in ("Sequence", "List"):
            return {"type": "array", "items": self.spec(parts[0])}
        if name in ("Mapping", "Dict"):
            return {"type": "object", "additionalProperties": self.spec(parts[-1])}
        if name == "Union":
            members = [self.spec(part) for part in parts if ast.unparse(part) != "None"]
            named = [one for one in members if not str(one.get("$ref", "")).endswith("ArgsDict")]
            distinct = [one for at, one in enumerate(named) if one not in named[:at]]
            return distinct[0] if len(distinct) == 1 else {"oneOf": distinct}
        return dict(_PRIMITIVES["Any"])


def _members(node: ast.ClassDef, types: _Types) -> Spec:
    """The properties that a class has getters for."""
    properties: dict[str, Spec] = {}
    required: list[str] = []
    for each in node.body:
        if not isinstance(each, ast.FunctionDef):
            continue
        name = _getter(each)
        if name is not None:
            properties[name] = types.spec(each.returns)
            text = ast.get_docstring(each)
            if text:
                properties[name]["description"] = text
            if not types.optional(each.returns):
                required.append(name)
    made: Spec = {"properties": properties, "required": required}
    return made


def _getter(node: ast.FunctionDef) -> str | None:
    """The property that a function reads, under its real name."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr == "getter":
            return node.name
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Attribute):
            names = [word for word in decorator.keywords if word.arg == "name"]
            if decorator.func.attr == "getter" and names:
                value = names[0].value
                return str(value.value) if isinstance(value, ast.Constant) else node.name
    return None


def _bases(node: ast.ClassDef) -> set[str]:
    return {
        base.attr if isinstance(base, ast.Attribute) else ast.unparse(base) for base in node.bases
    }


def _decorated(node: ast.ClassDef, name: str) -> bool:
    return any(
        isinstance(each, ast.Attribute) and each.attr == name for each in node.decorator_list
    )


def _token(node: ast.ClassDef) -> str | None:
    """The token that a resource class registers."""
    for each in ast.walk(node):
        if (
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr == "__init__"
            and each.args
            and isinstance(each.args[0], ast.Constant)
            and isinstance(each.args[0].value, str)
        ):
            return each.args[0].value
    return None


def _secret_outputs(node: ast.ClassDef) -> list[str]:
    """The outputs that the class itself says are secret."""
    for each in ast.walk(node):
        if isinstance(each, ast.keyword) and each.arg == "additional_secret_outputs":
            value = each.value
            if isinstance(value, ast.List):
                return [str(one.value) for one in value.elts if isinstance(one, ast.Constant)]
    return []


def _enum(node: ast.ClassDef) -> Spec:
    values = [
        each.value.value
        for each in node.body
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
    ]
    kinds = {str: "string", bool: "boolean", int: "integer", float: "number"}
    kind = kinds.get(type(values[0]), "string") if values else "string"
    return {"type": kind, "enum": [{"value": value} for value in values]}


def _is_invoke(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("invoke", "invoke_single")
        and bool(node.args)
    )


def _keys_given(node: ast.FunctionDef) -> dict[str, str]:
    """From a parameter's name to the property that it fills: ``__args__['userId'] = user_id``."""
    found: dict[str, str] = {}
    for each in ast.walk(node):
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Name):
            target = each.targets[0]
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
                found[each.value.id] = str(target.slice.value)
    return found


def _parameters(node: ast.FunctionDef, given: dict[str, str], types: _Types) -> Spec:
    properties: dict[str, Spec] = {}
    required: list[str] = []
    for parameter in [*node.args.args, *node.args.kwonlyargs]:
        name = given.get(parameter.arg)
        if name is not None:
            properties[name] = types.spec(parameter.annotation)
            if not types.optional(parameter.annotation):
                required.append(name)
    return {"type": "object", "properties": properties, "required": required}
