"""Text with places to fill in, by the type that is wanted there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from confty import types
from confty.languages.pcl.insight.properties import Property, constants, faces, properties
from confty.languages.pcl.schemas import Packages
from confty.languages.pcl.written import constant

_PLACES: Final = {
    types.STRING: '"${1}"',
    types.BOOL: "${1:false}",
    types.INT: "${1:0}",
    types.NUMBER: "${1:0}",
}
_VALUES: Final = {
    types.STRING: '""',
    types.ID: '""',
    types.BOOL: "false",
    types.INT: "0",
    types.NUMBER: "0",
    types.ARCHIVE: 'fileArchive("")',
    types.ASSET: 'fileAsset("")',
}
_DEEPEST: Final = 3


def _quoted(text: str) -> str:
    """A text in which nothing is a place of a snippet."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


def value_snippet(type_: types.Type, packages: Packages) -> str:
    """A value to begin with, as a snippet."""
    for _, inner in faces(type_):
        if isinstance(inner, types.Enum):
            return f"${{1:{_quoted(constant(inner.members[0]))}}}" if inner.members else "$0"
        if isinstance(inner, types.Literal):
            return f"${{1:{_quoted(constant(inner.value))}}}"
        if isinstance(inner, types.Object):
            return filled(properties(inner, packages), packages)
        if isinstance(inner, types.MapOf):
            return "{\n  $0\n}"
        if isinstance(inner, (types.ListOf, types.SetOf, types.Tuple)):
            return "[$0]"
        if isinstance(inner, types.Atom) and inner in _PLACES:
            return _PLACES[inner]
    return "$0"


def filled(known: Mapping[str, Property], packages: Packages) -> str:
    """An object with the properties that must be there, as a snippet."""
    lines = [
        f"  {one.name} = ${{{at}:{_quoted(placeholder(one.type, packages, 1))}}}"
        for at, one in enumerate([one for one in known.values() if one.required], 1)
    ]
    return "{\n" + ("\n".join(lines) if lines else "  $0") + "\n}"


def placeholder(type_: types.Type, packages: Packages, depth: int = 0) -> str:
    """A value of a type, to be replaced by a better one."""
    known = constants(type_, packages)
    enums = [one for one in known if not isinstance(one.value, bool)]
    if enums:
        return constant(enums[0].value)
    for _, inner in faces(type_):
        if isinstance(inner, types.Object):
            if depth >= _DEEPEST:
                return "{}"
            needed = [one for one in properties(type_, packages).values() if one.required]
            inside = [
                f"{one.name} = {placeholder(one.type, packages, depth + 1)}" for one in needed
            ]
            return "{ " + ", ".join(inside) + " }" if inside else "{}"
        if isinstance(inner, types.MapOf):
            return "{}"
        if isinstance(inner, (types.ListOf, types.SetOf, types.Tuple)):
            return "[]"
        if isinstance(inner, types.Atom) and inner in _VALUES:
            return _VALUES[inner]
    return '""'
