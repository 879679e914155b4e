"""Reading parts of types: traversal, collections and the wrappers around them.

A traversal may fail in a way that is an error, one that is only worth a warning, or not at all;
``Access`` carries the resulting type together with what there is to say, because the caller
knows the place.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from confty.languages.pcl import unify
from confty.languages.pcl.eventuals import settled, settled_input, wrap
from confty.languages.pcl.rules import ASSIGNMENT, CONVERSION, spelled
from confty.types import (
    DYNAMIC,
    INT,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    Dynamic,
    Enum,
    Eventual,
    ListOf,
    Literal,
    MapOf,
    Object,
    SetOf,
    Tuple,
    Type,
    Union,
    list_of,
    unfold,
    union_of,
)

# A constant name or index, or only the type of a computed one.
Key = str | int | Decimal | Type

_inputs: Final[dict[Type, Type]] = {}


def input_type(type_: Type) -> Type:
    """The type of a place that takes ``type_`` now or later; made once a type."""
    found = _inputs.get(type_)
    if found is None:
        found = _inputs.setdefault(type_, settled_input(type_))
    return found


def converts(source: Type, target: Type) -> bool:
    """Whether a conversion exists, safe or not."""
    return CONVERSION.assignable(source, target) is not NO


def converts_safely(source: Type, target: Type) -> bool:
    """Whether a conversion exists that cannot fail."""
    return CONVERSION.assignable(source, target) is SAFE


def assigns(source: Type, target: Type) -> bool:
    """Whether no conversion is needed at all."""
    return ASSIGNMENT.assignable(source, target) is SAFE


def unified(types: list[Type]) -> Type:
    """The type of "one of these" that only safe steps reach."""
    return unify.unify_all(types)[0]


def unified_unsafely(types: list[Type]) -> Type:
    """The type of "one of these" that any existing conversion may reach."""
    return unify.unify_all(types)[1]


def is_optional(type_: Type) -> bool:
    """Whether nothing at all may stand here."""
    type_ = unfold(type_)
    return not isinstance(type_, Dynamic) and assigns(NULL, type_)


class Access:
    """The type after one step, and what there is to say: nothing, a warning or an error."""

    __slots__ = ("failed", "problem", "type")

    def __init__(self, type_: Type, problem: str | None = None, *, failed: bool = False) -> None:
        self.type = type_
        self.problem = problem
        self.failed = failed


def _refused(problem: str) -> Access:
    return Access(DYNAMIC, problem, failed=True)


def key_type(key: Key) -> Type:
    """The type of a key."""
    if isinstance(key, str):
        return STRING
    if isinstance(key, (int, Decimal)):
        return NUMBER
    return key


def traverse(type_: Type, key: Key, *, lenient: bool = False) -> Access:
    """Take one step into a type; ``lenient`` makes an unknown property a warning.

    Not the core's ``traverse``: here a refusal reads as Dynamic, an ``int`` in a variable indexes
    a tuple, what is empty gives none, and members of a union do not pass their warnings on.
    """
    type_ = unfold(type_)
    if isinstance(type_, (Dynamic, Enum)):
        return Access(type_)
    if type_ is NULL:
        return Access(NULL, "cannot traverse value of type none")
    if isinstance(type_, Literal):
        return traverse(type_.base, key)
    if isinstance(type_, Eventual):
        inner = traverse(type_.inner, key, lenient=lenient)
        return Access(settled(type_.rank, inner.type), inner.problem, failed=inner.failed)
    if isinstance(type_, ListOf):
        if not converts(key_type(key), input_type(NUMBER)):
            return _refused("list indices must be numbers")
        return Access(type_.element)
    if isinstance(type_, MapOf):
        if not converts(key_type(key), input_type(STRING)):
            return _refused("map keys must be strings")
        return Access(type_.value)
    if isinstance(type_, Tuple):
        return _tuple(type_, key)
    if isinstance(type_, Object):
        return _object(type_, key, lenient=lenient)
    if isinstance(type_, Union):
        return _union(type_, key, lenient=lenient)
    return _refused(f"cannot traverse value of type {spelled(type_)}")


def _tuple(type_: Tuple, key: Key) -> Access:
    # A whole number in a variable is a number as well.
    if not any(assigns(key_type(key), input_type(kind)) for kind in (NUMBER, INT)):
        return _refused("tuple indices must be integers")
    if not isinstance(key, (str, int, Decimal)):
        return Access(union_of(*type_.elements) if type_.elements else NULL)
    if isinstance(key, int) and 0 <= key < len(type_.elements):
        return Access(type_.elements[key])
    return _refused(f"tuple index must be between 0 and {len(type_.elements)}")


def _object(type_: Object, key: Key, *, lenient: bool) -> Access:
    if not converts(key_type(key), input_type(STRING)):
        return _refused("object properties must be strings")
    if not isinstance(key, (str, int, Decimal)):
        types = [field.type for field in type_.fields]
        return Access(union_of(*types) if types else NULL)
    name = str(key)
    field = type_.by_name.get(name)
    if field is not None:
        return Access(field.type)
    folded = name.casefold()
    for other in type_.fields:
        if other.name.casefold() == folded:
            message = f"Found matching case-insensitive property {other.name!r} for {name!r}"
            return Access(other.type, message)
    names = " ".join(type_.by_name)
    return Access(DYNAMIC, f"unknown property {name!r} among [{names}]", failed=not lenient)


def _union(type_: Union, key: Key, *, lenient: bool) -> Access:
    """Members that cannot be traversed are left out; what is absent stays absent."""
    found: list[Type] = []
    first: str | None = None
    only_none = True
    for member in type_.members:
        if member is NULL:
            found.append(NULL)
            continue
        step = traverse(member, key, lenient=lenient)
        if step.failed:
            first = first or step.problem
            continue
        only_none = False
        found.append(step.type)
    if not found or only_none:
        return _refused(first or f"cannot traverse value of type {spelled(type_)}")
    return Access(union_of(*found))


def without_none(type_: Type) -> Type:
    """A type without the possibility of being absent."""
    inner = unfold(type_)
    if isinstance(inner, Union) and NULL in inner.members:
        return union_of(*[member for member in inner.members if member is not NULL])
    return type_


class Collection:
    """What a ``for`` over a type binds, or None with the reason."""

    __slots__ = ("key", "known", "value")

    def __init__(self, key: Type, value: Type, *, known: bool = True) -> None:
        self.key = key
        self.value = value
        self.known = known


def collection(type_: Type) -> Collection:
    """The key and element types of a collection; not ``known`` when it is none."""
    found = unify.collection(type_)
    return Collection(DYNAMIC, DYNAMIC, known=False) if found is None else Collection(*found)


def splat_item(type_: Type) -> tuple[Type, Type]:
    """The element type of a splat's source, and the source as the list it is taken for."""
    inner = unfold(type_)
    while isinstance(inner, Eventual):
        inner = unfold(inner.inner)
    if isinstance(inner, (ListOf, SetOf)):
        return inner.element, type_
    if isinstance(inner, Tuple):
        return unified(list(inner.elements)), type_
    if isinstance(inner, Dynamic):
        return DYNAMIC, type_
    return inner, wrap(type_, list_of(inner))
