"""Enumerations in Python: a place that takes nothing else gets a member of the package's class."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, TypeAlias

from confty import types
from confty.kit.hcl.convert import number_text
from confty.languages.pcl.converter.python import casts
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.python.names import class_name, py_name
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.library.python_code import PythonCode
from confty.types import NULL, Type

Constant: TypeAlias = str | int | Decimal | None
# Names of one character, as Pulumi's own packages spell them out.
_SHORT: Final = {
    "*": "Asterisk",
    "0": "Zero",
    "1": "One",
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
}


def only_enums(to: Type) -> list[types.Enum]:
    """The enumerations that a place takes, if it takes nothing else."""
    choices = [casts.bare(choice) for choice in casts.members(to)]
    wanted = [choice for choice in choices if choice is not NULL]
    found = [choice for choice in wanted if isinstance(choice, types.Enum)]
    return list(dict.fromkeys(found)) if len(found) == len(wanted) else []


def needs_mark(found: Type, to: Type) -> bool:
    """Whether Python asks for more than a value of the right type: a member, or what is there."""
    return casts.misses(found, to) or (
        isinstance(types.unfold(found), types.Literal) and bool(only_enums(to))
    )


def member(module: PythonFile, value: Constant, enums: list[types.Enum]) -> PythonCode | None:
    """The member that a constant names; None where the package does not tell its name."""
    if value is None:
        return None
    for enum in enums:
        found = _class_of(module, enum)
        if found is None:
            continue
        path, entries = found
        for entry in entries:
            if entry.get("value") == value and _alike(entry["value"], value):
                named = entry.get("name")
                shown = named if isinstance(named, str) and named else _shown(value)
                return PythonCode(f"{path}.{member_name(shown, path.rsplit('.', 1)[-1])}", py.CALL)
    return None


def made(module: PythonFile, code: PythonCode, enums: list[types.Enum]) -> PythonCode | None:
    """A value known only when the program runs, as a member of the one enumeration there is."""
    found = _class_of(module, enums[0]) if len(enums) == 1 else None
    return None if found is None else PythonCode(f"{found[0]}({code.text})", py.CALL)


def member_name(name: str, owner: str) -> str:
    """What Pulumi's packages call a member: capitals with single underscores between words."""
    upper = py_name(_SHORT.get(name, name)).upper()
    clean = re.sub(r"_+", "_", upper)
    return owner + clean if clean.startswith("_") else clean


def _class_of(module: PythonFile, enum: types.Enum) -> tuple[str, list[dict[str, object]]] | None:
    """Where the class of an enumeration is, and what its schema says of the members."""
    owner = enum.token.partition(":")[0]
    for package in module.packages.known():
        if package.name == owner:
            entry = package.type_entry(enum.token)
            members = None if entry is None else entry[0].get("enum")
            if isinstance(members, list):
                path = module.package_path(package, enum.token)
                return f"{path}.{class_name(enum.token.rsplit(':', 1)[-1])}", members
    return None


def _alike(left: object, right: object) -> bool:
    """Whether two constants are of one kind: a flag is no number."""
    return isinstance(left, bool) == isinstance(right, bool)


def _shown(value: str | int | Decimal) -> str:
    return value if isinstance(value, str) else number_text(value)
