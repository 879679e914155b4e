"""PCL types as Python annotations."""

from __future__ import annotations

from typing import Final

from confty import types

_WORDS: Final[dict[types.Atom, str]] = {
    types.BOOL: "bool",
    types.INT: "int",
    types.NUMBER: "float",
    types.STRING: "str",
    types.ID: "str",
    types.NULL: "None",
    types.ASSET: "pulumi.Asset",
    types.ARCHIVE: "pulumi.Archive",
}


def python_type(type_: types.Type) -> str:
    """The annotation for values of a type; what has no name in Python is ``Any``."""
    inner = types.unfold(type_)
    if isinstance(inner, types.Literal):
        return python_type(inner.base)
    if isinstance(inner, types.Atom):
        return _WORDS.get(inner, "Any")
    if isinstance(inner, (types.ListOf, types.SetOf)):
        return f"Sequence[{python_type(inner.element)}]"
    if isinstance(inner, types.MapOf):
        return f"Mapping[str, {python_type(inner.value)}]"
    if isinstance(inner, types.Tuple):
        return "Sequence[Any]"
    if isinstance(inner, types.Eventual):
        return f"pulumi.Output[{python_type(inner.inner)}]"
    if isinstance(inner, types.Union):
        return " | ".join(dict.fromkeys(python_type(member) for member in _sorted(inner)))
    return "Any"


def input_annotation(type_: types.Type) -> str:
    """The annotation for what is given where a type is wanted, late at any depth."""
    inner = types.unfold(type_)
    shown = python_type(inner)
    if isinstance(inner, (types.ListOf, types.SetOf)):
        shown = f"Sequence[{input_annotation(inner.element)}]"
    elif isinstance(inner, types.MapOf):
        shown = f"Mapping[str, {input_annotation(inner.value)}]"
    return shown if shown == "Any" else f"pulumi.Input[{shown}]"


def _sorted(type_: types.Union) -> list[types.Type]:
    """Members with None last, as people write it."""
    return sorted(type_.members, key=lambda member: member is types.NULL)
