"""What crosses from files of other languages: their types, their values, and why one has none.

A type of the core becomes the one that PCL would give to the same data; a value gets exact
numbers, lists for sets, text for dates.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from confty.kit.hcl.convert import Refused, tidy
from confty.types import (
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NULL,
    NUMBER,
    STRING,
    Atom,
    Enum,
    ListOf,
    Literal,
    MapOf,
    Object,
    Ref,
    SetOf,
    Tuple,
    Type,
    Union,
    list_of,
    map_of,
    object_of,
    optional,
    tuple_of,
    unfold,
    union_of,
)
from confty.values import Labelled, Unknown

_ATOMS: Final = {NULL: NULL, BOOL: BOOL, INT: INT, FLOAT: NUMBER, NUMBER: NUMBER, STRING: STRING}


def as_pcl(type_: Type, inside: tuple[Ref, ...] = ()) -> Type:
    """The type that PCL gives to data of another language's type."""
    if isinstance(type_, Ref):
        # A type that holds itself is followed once; deeper down anything may be.
        return DYNAMIC if type_ in inside else as_pcl(unfold(type_), (*inside, type_))
    if isinstance(type_, (Literal, Enum)):
        type_ = type_.base
    if isinstance(type_, Atom):
        return _ATOMS.get(type_, DYNAMIC)
    if isinstance(type_, (ListOf, SetOf)):
        return list_of(as_pcl(type_.element, inside))
    if isinstance(type_, Tuple):
        return tuple_of(*[as_pcl(element, inside) for element in type_.elements])
    if isinstance(type_, MapOf):
        return map_of(STRING, as_pcl(type_.value, inside))
    if isinstance(type_, Object):
        return _object(type_, inside)
    if isinstance(type_, Union):
        members = [as_pcl(member, inside) for member in type_.members]
        return DYNAMIC if DYNAMIC in members else union_of(*members)
    return DYNAMIC


def _object(type_: Object, inside: tuple[Ref, ...]) -> Type:
    """Objects of PCL are closed: one that may hold more is a map, or anything."""
    shown = [one for one in type_.fields if not one.hidden]
    if type_.rest is not None:
        return DYNAMIC if shown else map_of(STRING, as_pcl(type_.rest, inside))
    fields: list[tuple[str, Type]] = []
    for one in shown:
        made = as_pcl(one.type, inside)
        fields.append((one.name, optional(made) if one.optional else made))
    return object_of(fields)


def from_plain(data: object) -> object:
    """Plain data as a value here, labels where they are; raises ``Refused``."""
    if data is None or isinstance(data, (bool, str, int, Unknown)):
        return data
    if isinstance(data, (float, Decimal)):
        number = Decimal(repr(data)) if isinstance(data, float) else data
        if not number.is_finite():
            raise Refused("a number that is not finite")
        return tidy(number)
    if isinstance(data, (list, tuple)):
        return [from_plain(element) for element in data]
    if isinstance(data, (set, frozenset)):
        return [from_plain(element) for element in sorted(data)]
    if isinstance(data, dict):
        if not all(isinstance(key, str) for key in data):
            raise Refused("an object with a key that is no string")
        return {key: from_plain(value) for key, value in data.items()}
    if isinstance(data, Labelled):
        return Labelled(from_plain(data.value), data.secret, data.dependencies, data.origins)
    if hasattr(data, "isoformat"):
        return str(data.isoformat())
    raise Refused("a value that has no place in PCL")


def no_data(path: str, name: str | None) -> str:
    """Why a path names no file that ``importData`` reads."""
    if name is None:
        return f"there is no file '{path}'"
    if name.endswith(".pp"):
        return f"'{path}' is a PCL program; use it as a component"
    return f"the language of '{path}' is not known"
