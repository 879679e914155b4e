"""Narrowing: what is left of a type when a test held, and when it did not.

``narrow`` keeps at least every value that passes, ``subtract`` at least every value that fails;
together they lose nothing.  Neither converts: a value is in a type or it is not, so the
conversions of a language play no part here.  ``with_length`` is the third test languages have.
"""

from __future__ import annotations

from _thread import _local
from typing import Final

from confty.types.build import (
    DYNAMIC,
    FALSE,
    FLOAT,
    INT,
    NEVER,
    TRUE,
    field,
    function_of,
    gradual_union,
    list_of,
    literal,
    map_of,
    object_of,
    parameter,
    retyped,
    set_of,
    tuple_of,
    unfold,
    union_of,
)
from confty.types.constants import equal_constants, has_constant
from confty.types.nodes import (
    HAS_REF,
    Atom,
    Dynamic,
    Enum,
    Eventual,
    Field,
    Function,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    Ref,
    Resource,
    SetOf,
    Top,
    Tuple,
    Type,
    Union,
    Var,
)
from confty.types.relate import WITHIN, Relation
from confty.types.rules import SAFE

_LETTERS: Final = "abcde"
_KEPT: Final = (Function, Eventual, Resource)


class _Busy(_local):
    """Pairs of recursive types being narrowed, in one thread; met again, the type is kept."""

    def __init__(self) -> None:
        self.pairs: set[tuple[Type, Type]] = set()


_busy: Final = _Busy()


def narrow(type_: Type, test: Type, relation: Relation) -> Type:
    """Return the type of the values of ``type_`` that are also in ``test``."""
    if type_ is test or isinstance(type_, Never) or isinstance(test, (Dynamic, Top)):
        return type_
    if isinstance(type_, (Dynamic, Top, Var)) or isinstance(test, Never):
        return test
    if (type_.flags | test.flags) & HAS_REF:
        return _narrow_named(type_, test, relation)
    return _narrow(type_, test, relation)


def _narrow_named(type_: Type, test: Type, relation: Relation) -> Type:
    """Unfold names, unless this very pair is already being narrowed further out."""
    pair = (type_, test)
    if pair in _busy.pairs:
        return type_
    _busy.pairs.add(pair)
    try:
        if isinstance(type_, Ref) and relation.contains(type_, test):
            return type_
        return _narrow(unfold(type_), unfold(test), relation)
    finally:
        _busy.pairs.discard(pair)


def _narrow(type_: Type, test: Type, relation: Relation) -> Type:
    if isinstance(type_, Union):
        return gradual_union(*[narrow(member, test, relation) for member in type_.members])
    if relation.contains(type_, test):
        return type_
    if isinstance(test, Union):
        return gradual_union(*[narrow(type_, member, relation) for member in test.members])
    if isinstance(type_, _KEPT) or isinstance(test, _KEPT):
        # No test looks into these: whatever passes it is one of them.
        return type_ if type(type_) is type(test) else NEVER
    if isinstance(type_, (Atom, Literal, Enum)):
        return _narrow_constants(type_, test)
    if isinstance(type_, Object) or isinstance(test, Object):
        return _narrow_objects(type_, test, relation)
    if isinstance(type_, MapOf) and isinstance(test, MapOf):
        key = narrow(type_.key, test.key, relation)
        return map_of(key, narrow(type_.value, test.value, relation))
    return _narrow_sequences(type_, test, relation)


def _narrow_constants(type_: Atom | Literal | Enum, test: Type) -> Type:
    """Keep the more precise of two that share values."""
    if isinstance(type_, Literal):
        return _narrow_literal(type_, test)
    if isinstance(test, Literal):
        return _narrow_literal(test, type_)
    if isinstance(type_, Enum):
        if isinstance(test, Enum):
            shared = [value for value in type_.members if has_constant(test, value)]
            return union_of(*[literal(type_.base, value) for value in shared])
        return type_ if _atoms_meet(type_.base, test) else NEVER
    if isinstance(test, Enum):
        return test if _atoms_meet(test.base, type_) else NEVER
    if isinstance(test, Atom):
        if (type_, test) in WITHIN:
            return type_
        if (test, type_) in WITHIN:
            return test
    return NEVER


def _narrow_literal(one: Literal, type_: Type) -> Type:
    """One value, if it may be in ``type_``; a number keeps the more precise of two bases."""
    base: Atom | None = None
    if isinstance(type_, Atom):
        base = type_
    elif isinstance(type_, Enum):
        base = type_.base if has_constant(type_, one.value) else None
    elif isinstance(type_, Literal):
        base = type_.base if equal_constants(type_.value, one.value) else None
    if base is None or not _atoms_meet(one.base, base):
        return NEVER
    if (base, one.base) not in WITHIN:
        return one
    assert isinstance(one.value, (int, float))
    if base is FLOAT:
        return literal(FLOAT, float(one.value))
    return literal(INT, int(one.value)) if one.value == int(one.value) else NEVER


def _atoms_meet(base: Atom, other: Type) -> bool:
    """Whether a value may be in both atoms."""
    if not isinstance(other, Atom):
        return False
    return base is other or (base, other) in WITHIN or (other, base) in WITHIN


def _narrow_sequences(type_: Type, test: Type, relation: Relation) -> Type:
    if isinstance(type_, Tuple):
        return _narrow_tuple(type_, test, relation)
    if isinstance(test, Tuple):
        return _narrow_tuple(test, type_, relation)
    if isinstance(type_, SetOf) and isinstance(test, SetOf):
        return set_of(narrow(type_.element, test.element, relation))
    if not isinstance(type_, (ListOf, SetOf)) or not isinstance(test, (ListOf, SetOf)):
        return NEVER
    length = None
    if isinstance(type_, ListOf) and isinstance(test, ListOf):
        if type_.length != test.length and None not in (type_.length, test.length):
            return NEVER
        length = test.length if type_.length is None else type_.length
    elif not _sets_are_lists(relation):
        return NEVER
    element = narrow(type_.element, test.element, relation)
    if length and isinstance(element, Never):
        return NEVER
    return list_of(element, length)


def _sets_are_lists(relation: Relation) -> bool:
    """Whether a set is a list with a promise, rather than a kind of its own."""
    return relation.rules.crossings.get(("set", "list")) is SAFE


def _narrow_tuple(type_: Tuple, test: Type, relation: Relation) -> Type:
    """A tuple with a tuple of the same length, or with a list (set) that can be as long."""
    if isinstance(test, Tuple):
        if len(type_.elements) != len(test.elements):
            return NEVER
        pairs = zip(type_.elements, test.elements, strict=True)
        return tuple_of(*[narrow(one, other, relation) for one, other in pairs])
    if isinstance(test, SetOf):
        if not _sets_are_lists(relation):
            return NEVER
    elif not isinstance(test, ListOf) or test.length not in (None, len(type_.elements)):
        return NEVER
    parts = [narrow(part, test.element, relation) for part in type_.elements]
    return NEVER if NEVER in parts else tuple_of(*parts)


def _narrow_objects(type_: Type, test: Type, relation: Relation) -> Type:
    """Objects field by field; a map has every field, with its value type."""
    left, right = _as_object(type_), _as_object(test)
    if left is None or right is None:
        return NEVER
    fields: list[Field] = []
    for one in left.fields:
        twin = _known(right, one.name)
        if twin is not None:
            optional = one.optional and twin.optional
            type_ = narrow(one.type, twin.type, relation)
            fields.append(retyped(one, type_, optional=optional))
        elif not one.optional:
            return NEVER
    for one in right.fields:
        if one.name in left.by_name:
            continue
        twin = _known(left, one.name)
        if twin is not None:
            type_ = narrow(twin.type, one.type, relation)
            fields.append(retyped(one, type_, optional=one.optional))
        elif not one.optional:
            return NEVER
    if left.rest is None or right.rest is None:
        return object_of(fields)
    return object_of(fields, narrow(left.rest, right.rest, relation))


def _as_object(type_: Type) -> Object | None:
    """A map as an object: a known key is an optional field, any text means any field."""
    if not isinstance(type_, MapOf):
        return type_ if isinstance(type_, Object) else None
    key = unfold(type_.key)
    fields: list[Field] = []
    rest: Type | None = None
    for one in key.members if isinstance(key, Union) else (key,):
        if isinstance(one, Literal) and isinstance(one.value, str):
            fields.append(field(one.value, type_.value, optional=True))
        elif not isinstance(one, Atom) or one.name in ("string", "id"):
            rest = type_.value
    return object_of(fields, rest)


def _known(type_: Object, name: str) -> Field | None:
    """What ``type_`` says about a field: its own entry, or that of any unknown field."""
    found = type_.by_name.get(name)
    if found is None and type_.rest is not None:
        return field(name, type_.rest, optional=True)
    return found


def subtract(type_: Type, test: Type, relation: Relation, everything: Type | None = None) -> Type:
    """Return the type of the values of ``type_`` that are not in ``test``.

    ``everything`` is what Dynamic is taken for; without it Dynamic stays as it is.
    """
    if type_ is test or isinstance(type_, Never) or isinstance(test, (Dynamic, Top)):
        return NEVER
    if isinstance(test, Never):
        return type_
    if isinstance(type_, (Dynamic, Top, Var)):
        return type_ if everything is None else subtract(everything, test, relation)
    if isinstance(type_, Ref):
        left = subtract(unfold(type_), test, relation, everything)
        return type_ if left is unfold(type_) else left
    if isinstance(type_, Union):
        parts = [subtract(member, test, relation, everything) for member in type_.members]
        return gradual_union(*parts)
    test = unfold(test)
    if isinstance(test, Union):
        for member in test.members:
            type_ = subtract(type_, member, relation, everything)
        return type_
    if isinstance(test, Literal):
        if isinstance(type_, Atom) and type_ is test.base and type_.name == "bool":
            return FALSE if test.value is True else TRUE
        if isinstance(type_, Enum) and type_.base is test.base:
            kept = [value for value in type_.members if not equal_constants(value, test.value)]
            if len(kept) == len(type_.members):
                return type_
            return union_of(*[literal(type_.base, value) for value in kept])
    return NEVER if relation.contains(type_, test) else type_


def with_length(type_: Type, length: int, relation: Relation) -> Type:
    """Return the type of the values of ``type_`` whose length is ``length``.

    Strings, lists, tuples, sets, maps and objects have one; a function's is the number of its
    required parameters; other values have none, so nothing of them is left.
    """
    type_ = unfold(type_)
    if isinstance(type_, Union):
        return gradual_union(*[with_length(member, length, relation) for member in type_.members])
    if isinstance(type_, (ListOf, SetOf, Tuple)):
        return _sequence_of_length(type_, length, relation)
    if isinstance(type_, Object):
        return _object_of_length(type_, length)
    if isinstance(type_, Function):
        return _function_of_length(type_, length)
    if isinstance(type_, Literal):
        text = type_.value
        return type_ if isinstance(text, str) and len(text) == length else NEVER
    if isinstance(type_, Atom):
        return type_ if type_.name in ("string", "id") else NEVER
    if isinstance(type_, Enum):
        kept = [value for value in type_.members if isinstance(value, str)]
        return union_of(*[literal(type_.base, value) for value in kept if len(value) == length])
    return type_


def _sequence_of_length(type_: ListOf | SetOf | Tuple, length: int, relation: Relation) -> Type:
    if isinstance(type_, Tuple):
        return type_ if len(type_.elements) == length else NEVER
    if isinstance(type_, ListOf) and type_.length is not None:
        return type_ if type_.length == length else NEVER
    if isinstance(type_, SetOf) and not _sets_are_lists(relation):
        return type_
    if length > 64:
        return type_  # a tuple of that many equal elements would say no more
    return tuple_of(*[type_.element] * length)


def _object_of_length(type_: Object, length: int) -> Type:
    if any(one.hidden for one in type_.fields):
        return type_  # a layer on top may show what is hidden here
    required = [one for one in type_.fields if not one.optional]
    if len(required) > length:
        return NEVER
    if len(required) == length:
        return object_of(required)
    if type_.rest is not None or len(type_.fields) > length:
        return type_
    if len(type_.fields) < length:
        return NEVER
    return object_of([retyped(one, one.type, optional=False) for one in type_.fields])


def _function_of_length(type_: Function, length: int) -> Type:
    if type_.parameters is None:
        if length > len(_LETTERS):
            return type_
        names = [f"${letter}" for letter in _LETTERS[:length]]
        return function_of([parameter(name, DYNAMIC) for name in names], type_.result)
    required = [one for one in type_.parameters if not one.optional]
    # One implementation counts all parameters, another the required ones.
    return type_ if len(required) <= length <= len(type_.parameters) else NEVER
