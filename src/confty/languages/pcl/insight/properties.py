"""What is inside a type: its properties and constants, with the words its package has for them.

A type of a package is named after its entry in the schema, so that the words are found by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from confty import types
from confty.languages.pcl.rules import is_optional
from confty.languages.pcl.schemas import (
    BadSchema,
    Package,
    Packages,
    ResourceSchema,
    package_of,
)
from confty.types import NULL, Type

# Where a description goes on to examples, which belong on a page and not beside a cursor.
_EXAMPLES: Final = re.compile(r"(?m)\{\{% ?examples? ?%\}\}|^#+ Examples? Usage|^#+ Import")
_LONGEST: Final = 2000
_DEEPEST: Final = 8


class Property(NamedTuple):
    """A property of an object: its type, whether it must be there, what is said of it."""

    name: str
    type: Type
    documentation: str
    required: bool


class EnumConstant(NamedTuple):
    """A constant of an enumeration."""

    value: types.Constant
    documentation: str


def prose(words: object, spec: object = None) -> str:
    """The description of an entry without its examples, and whether it is on its way out."""
    text = words.get("description") if isinstance(words, dict) else None
    text = text if isinstance(text, str) else ""
    found = _EXAMPLES.search(text)
    text = (text if found is None else text[: found.start()]).strip()
    if len(text) > _LONGEST:
        text = text[:_LONGEST].rsplit(" ", 1)[0] + " …"
    old = spec.get("deprecationMessage") if isinstance(spec, dict) else None
    parts = [f"Deprecated: {old}" if isinstance(old, str) and old else "", text]
    return "\n\n".join(part for part in parts if part)


def inside(words: object, *steps: str) -> dict[str, object]:
    """What is said further inside an entry."""
    for step in steps:
        words = words.get(step) if isinstance(words, dict) else None
    return words if isinstance(words, dict) else {}


def faces(type_: Type, depth: int = 0) -> Iterator[tuple[types.Ref | None, Type]]:
    """What a type may be once it is there: without eventuals, null and unions, names kept."""
    named = type_ if isinstance(type_, types.Ref) else None
    inner = types.unfold(type_)
    if depth > _DEEPEST or inner is NULL:
        return
    if isinstance(inner, types.Eventual):
        yield from faces(inner.inner, depth + 1)
    elif isinstance(inner, types.Union):
        for member in inner.members:
            yield from faces(member, depth + 1)
    else:
        yield named, inner


def properties(type_: Type, packages: Packages) -> dict[str, Property]:
    """The properties of the objects that a type may be."""
    found: dict[str, Property] = {}
    for named, inner in faces(type_):
        if not isinstance(inner, types.Object):
            continue
        for each in inner.fields:
            if each.name not in found:
                required = not each.optional and not is_optional(each.type)
                words = _said_of(named, each.name, packages) if named is not None else ""
                found[each.name] = Property(each.name, each.type, words, required=required)
    return found


def resource_of(named: types.Ref, packages: Packages) -> ResourceSchema | None:
    """The resource whose variables have a type."""
    known = (package.resource_types.get(named) for package in packages.known())
    return next((schema for schema in known if schema is not None), None)


def _said_of(named: types.Ref, name: str, packages: Packages) -> str:
    schema = resource_of(named, packages)
    if schema is not None:
        return prose(inside(schema.words(), "properties", name), schema.outputs.get(name))
    token = named.name.removeprefix("Input ")
    package = _owner(named, token, packages)
    if package is None:
        return ""
    try:
        entry = package.type_entry(token)
        if entry is not None:
            spec, words = entry
            return prose(inside(words, "properties", name), inside(spec, "properties", name))
        function = package.function(token.removesuffix("Result"))
        resource = package.resource(token)
    except BadSchema:
        return ""
    if function is not None:
        return prose(inside(function.words(), "outputs", "properties", name))
    if resource is not None:
        return prose(inside(resource.words(), "properties", name), resource.outputs.get(name))
    return ""


def _owner(named: types.Ref, token: str, packages: Packages) -> Package | None:
    """The package that gave a type its name; of a type made from one, a package of that name."""
    of_name = [one for one in packages.known() if one.name == package_of(token)]
    return next((one for one in of_name if named in one.types.names), next(iter(of_name), None))


def constants(type_: Type, packages: Packages) -> list[EnumConstant]:
    """The constants that a type names: of enumerations, of single values, of booleans."""
    found: dict[tuple[type, types.Constant], EnumConstant] = {}
    for _, inner in faces(type_):
        if isinstance(inner, types.Enum):
            words = _enum_words(inner, packages)
            for at, value in enumerate(inner.members):
                said = words[at] if at < len(words) else ""
                found.setdefault((type(value), value), EnumConstant(value, said))
        elif isinstance(inner, types.Literal) and inner.value is not None:
            found.setdefault((type(inner.value), inner.value), EnumConstant(inner.value, ""))
        elif inner is types.BOOL:
            for value in (True, False):
                found.setdefault((bool, value), EnumConstant(value, ""))
    return list(found.values())


def _members(spec: dict[str, object]) -> list[object]:
    """The values of an enumeration's entry."""
    listed = spec.get("enum")
    members = listed if isinstance(listed, list) else []
    return [one.get("value") if isinstance(one, dict) else None for one in members]


def _enum_words(enum: types.Enum, packages: Packages) -> list[str]:
    owner = package_of(enum.token)
    entries = (one.type_entry(enum.token) for one in packages.known() if one.name == owner)
    # Another version of the package may have other values by that name.
    fitting = (
        entry for entry in entries if entry is not None and _members(entry[0]) == [*enum.members]
    )
    spec, words = next(fitting, ({}, {}))
    spoken = words.get("enum")
    listed: list[str] = []
    for at, member in enumerate(spec.get("enum") or ()):
        said = spoken[at] if isinstance(spoken, list) and at < len(spoken) else None
        name = member.get("name") if isinstance(member, dict) else None
        text = prose(said, member)
        listed.append(text or (name if isinstance(name, str) and name != "" else ""))
    return listed


def elements(type_: Type) -> Type | None:
    """The type of the elements of the lists that a type may be."""
    found: list[Type] = []
    for _, inner in faces(type_):
        if isinstance(inner, (types.ListOf, types.SetOf)):
            found.append(inner.element)
        elif isinstance(inner, types.Tuple):
            found += inner.elements
    return types.union_of(*found) if found else None


def under(type_: Type, key: str, packages: Packages) -> Type | None:
    """The type that a value under a key of an object or a map has to have."""
    known = properties(type_, packages).get(key)
    if known is not None:
        return known.type
    values = [inner.value for _, inner in faces(type_) if isinstance(inner, types.MapOf)]
    return types.union_of(*values) if values else None
