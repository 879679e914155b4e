"""Real PCL programs that others wrote, and what is needed to run each: schemas, configuration, mocks.

They stay outside the project, in ``../shared/corpus/pcl``; ``CONFTY_CORPUS`` names another folder.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from confty import types
from confty.kit.installation import Installation
from confty.language import Unreadable
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.model import ComponentNode, ConfigNode, Program, ResourceNode
from confty.languages.pcl.rules import without_none
from confty.types import BOOL, INT, NUMBER, STRING
from confty.workspace import Disk

PROJECT = Path(__file__).resolve().parents[2]


def corpus() -> Path:
    """The folder of programs, whether it is there or not."""
    chosen = os.environ.get("CONFTY_CORPUS", "../shared/corpus")
    return (PROJECT / chosen).resolve() / "pcl"


def records() -> dict[str, dict]:
    """The programs by name."""
    path = corpus() / "index.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def require() -> None:
    """Skip visibly where the programs are not."""
    if not records():
        pytest.skip("the corpus of PCL programs is not here (CONFTY_CORPUS)")


class Host(Disk):
    """A program's surroundings: its own schemas, its own leniency, no other setting."""

    def __init__(self, record: dict) -> None:
        self.settings = {
            "schema": [str(path) for path in schema_files(record)],
            "prefer_output_invokes": True,
            **{option.replace("-", "_"): True for option in record["options"]},
        }

    installation = Installation()

    memory = None

    def variable(self, _name: str) -> str | None:
        return None

    def entries(self, name: str) -> list[str]:
        try:
            return sorted(os.listdir(name or "."))
        except OSError as error:
            raise Unreadable(str(error)) from None


def schema_files(record: dict) -> list[Path]:
    return [corpus() / "schemas" / name for name in record["schemas"]]


def folder(name: str) -> Path:
    return corpus() / "programs" / name


def bound(name: str, record: dict) -> tuple[Program, Host]:
    """A program of the corpus, bound as upstream binds it."""
    host = Host(record)
    return bind_folder(str(folder(name)), host), host


# Configuration of the declared types.


def configuration(program: Program) -> dict[str, str]:
    """A value for every setting without a default."""
    found: dict[str, str] = {}
    for node in program.nodes:
        if isinstance(node, ConfigNode) and node.required:
            value = made_up(node.declared, node.name)
            # Python's SDK reads a setting of any type as JSON.
            text = value if node_is_text(node) else json.dumps(value)
            found[node.logical] = text
    return found


def node_is_text(node: ConfigNode) -> bool:
    return types.unfold(without_none(types.resolve(node.declared))) is STRING


def made_up(type_: types.Type, name: str) -> object:
    inner = types.unfold(without_none(types.resolve(type_)))
    if inner is STRING:
        return f"some {name}"
    if inner is BOOL:
        return True
    if inner in (INT, NUMBER):
        return 3
    if isinstance(inner, (types.ListOf, types.SetOf)):
        return [made_up(inner.element, "a"), made_up(inner.element, "b")]
    if isinstance(inner, types.Tuple):
        return [made_up(each, "a") for each in inner.elements]
    if isinstance(inner, types.MapOf):
        return {"k": made_up(inner.value, "v"), "l": made_up(inner.value, "w")}
    if isinstance(inner, types.Object):
        return {each.name: made_up(each.type, each.name) for each in inner.fields}
    if isinstance(inner, types.Union):
        return made_up(inner.members[0], name)
    return f"some {name}"


# Members of packages that a program names.


def members(program: Program) -> dict[str, set[str]]:
    """Tokens by package, of the program and its components."""
    found: dict[str, set[str]] = {}
    for node in program.nodes:
        if isinstance(node, ResourceNode) and node.schema is not None:
            found.setdefault(node.schema.package.name, set()).add(node.schema.token)
        elif isinstance(node, ComponentNode) and node.program is not None:
            for package, tokens in members(node.program).items():
                found.setdefault(package, set()).update(tokens)
    for call in program.typing.calls.values():
        found.setdefault(call.function.package.name, set()).add(call.function.token)
    return found


# What mocks answer.


class Inventions:
    """Outputs of resources and results of functions, made up from a schema."""

    def __init__(self, record: dict) -> None:
        self.schemas = [json.loads(p.read_text(encoding="utf-8")) for p in schema_files(record)]

    def tables(self, tokens: dict[str, set[str]]) -> tuple[dict, dict]:
        outputs: dict[str, dict] = {}
        results: dict[str, object] = {}
        for schema in self.schemas:
            for token in tokens.get(schema["name"], ()):
                spec = (schema.get("resources") or {}).get(token)
                if spec is not None:
                    outputs[token] = self._object(schema, spec.get("properties") or {}, 0)
                spec = (schema.get("functions") or {}).get(token)
                if spec is not None:
                    made = spec.get("outputs") or {}
                    if made and "properties" not in made:
                        results[token] = {"value": self._value(schema, made, "value", 0)}
                    else:
                        results[token] = self._object(schema, made.get("properties") or {}, 0)
        return outputs, results

    def _object(self, schema: dict, properties: dict, depth: int) -> dict:
        return {name: self._value(schema, spec, name, depth) for name, spec in properties.items()}

    def _value(self, schema: dict, spec: dict, name: str, depth: int) -> object:
        if spec.get("const") is not None:
            return spec["const"]
        if "$ref" in spec:
            token = spec["$ref"].partition("#/types/")[2].replace("%2F", "/")
            found = (schema.get("types") or {}).get(token)
            if found is None:
                return f"{name}!" if "Any" in spec["$ref"] or "Json" in spec["$ref"] else None
            if "enum" in found:
                return found["enum"][0]["value"]
            return (
                self._object(schema, found.get("properties") or {}, depth + 1) if depth < 3 else {}
            )
        if spec.get("oneOf"):
            return self._value(schema, spec["oneOf"][0], name, depth)
        kind = spec.get("type")
        if kind == "array":
            return [self._value(schema, spec["items"], name, depth + 1)] * 3 if depth < 4 else []
        if kind == "object":
            inner = spec.get("additionalProperties") or {"type": "string"}
            return {"k": self._value(schema, inner, name, depth + 1)} if depth < 4 else {}
        return {"string": f"{name}!", "boolean": True, "integer": 7, "number": 7}[kind]
