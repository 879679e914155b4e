"""A class, read from its source, as a JSON Schema with the place of every part of it."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from confty.kit.suggest import did_you_mean
from confty.models.source.annotations import Path, TypeDescription
from confty.models.source.modules import Definition, Modules, NotRead, PythonModule, Reader
from confty.text import Span

__all__ = ["NotRead", "ReadSchema", "read_model"]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


class ReadSchema(NamedTuple):
    """A schema, where its parts stand in Python files, and what was not understood."""

    schema: dict[str, object]
    places: dict[Path, Span]
    unread: list[tuple[Span, str]]


def read_model(where: str, name: str, reader: Reader) -> ReadSchema:
    """Describe the class ``name`` of a module, by its dotted name or the path of its file.

    Nothing is imported.  What cannot be told from the source may be anything, and is listed.
    Raises ``NotRead`` when there is no such module or class.
    """
    modules = Modules(reader)
    module = modules.at(where) if where.endswith(".py") else modules.find(where)
    if module is None:
        raise NotRead(f"there is no module {where} in the project")
    found = _named(modules, module, name)
    writer = TypeDescription(modules)
    with_head = {"$schema": _DRAFT, **writer.definition(found, ())}
    if writer.defined:
        with_head["$defs"] = writer.defined
    return ReadSchema(with_head, writer.places, writer.unread)


def _named(modules: Modules, module: PythonModule, name: str) -> Definition:
    first, *rest = name.split(".")
    found = modules.lookup(module, first)
    for part in rest:
        found = found.inner.get(part) if isinstance(found, Definition) else None
    if not isinstance(found, Definition) or (found.node is None and found.expression is None):
        near = did_you_mean(name, [one for one in module.names if _is_class(module, one)])
        raise NotRead(f"there is no class {name} in {module.source.name}{near}")
    return found


def _is_class(module: PythonModule, name: str) -> bool:
    return isinstance(module.names[name].node, ast.ClassDef)
