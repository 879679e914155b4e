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
    eventual,
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
    Parameter,
    Ref,
    Resource,
    SetOf,
    Top,
    Tuple,
    Type,
    Union,
    Var,
)
from confty.types.relate import WITHIN, contained, same
from confty.types.rules import SAFE, Rules

_LETTERS: Final = "abcde"


class _Busy(_local):
    """Pairs of recursive types being narrowed, in one thread; met again, the type is kept."""

    def __init__(self) -> None:
        self.pairs: set[tuple[Type, Type]] = set()


_busy: Final = _Busy()


def narrow(type_: Type, test: Type, rules: Rules) -> Type:
    """Return the type of the values of ``type_`` that are also in ``test``."""
    if type_ is test or isinstance(type_, Never) or isinstance(test, (Dynamic, Top)):
        return type_
    if isinstance(type_, (Dynamic, Top)) or isinstance(test, Never):
        return test
    if (type_.flags | test.flags) & HAS_REF:
        return _narrow_named(type_, test, rules)
    return _narrow(type_, test, rules)


def _narrow_named(type_: Type, test: Type, rules: Rules) -> Type:
    """Unfold names, unless this very pair is already being narrowed further out."""
    pair = (type_, test)
    if pair in _busy.pairs:
        return type_
    _busy.pairs.add(pair)
    try:
        if isinstance(type_, Ref) and contained(type_, test):
            return type_
        return _narrow(unfold(type_), unfold(test), rules)
    finally:
        _busy.pairs.discard(pair)


def _narrow(type_: Type, test: Type, rules: Rules) -> Type:
    if isinstance(type_, Union):
        parts = [narrow(member, test, rules) for member in type_.members]
        return _unite(parts, rules)
    if isinstance(test, Union):
        parts = [narrow(type_, member, rules) for member in test.members]
        return _unite(parts, rules)
    if isinstance(type_, Var) or isinstance(test, Var) or same(type_, test):
        return type_
    if isinstance(type_, Eventual) or isinstance(test, Eventual):
        return _narrow_eventuals(type_, test, rules)
    if isinstance(type_, (Atom, Literal, Enum)):
        return _narrow_constants(type_, test)
    if isinstance(type_, Object) or isinstance(test, Object):
        return _narrow_objects(type_, test, rules)
    if isinstance(type_, MapOf) and isinstance(test, MapOf):
        key = narrow(type_.key, test.key, rules)
        return map_of(key, narrow(type_.value, test.value, rules))
    if isinstance(type_, Function) and isinstance(test, Function):
        return _narrow_functions(type_, test, rules)
    if isinstance(type_, Resource) and isinstance(test, Resource):
        if type_.token and test.token:
            return NEVER
        return type_ if type_.token else test
    return _narrow_sequences(type_, test, rules)


def _narrow_eventuals(type_: Type, test: Type, rules: Rules) -> Type:
    """What is there already is in an eventual too, so the earlier of the two is left."""
    if isinstance(type_, Eventual) and isinstance(test, Eventual):
        rank = min(type_.rank, test.rank)
        return eventual(rank, narrow(type_.inner, test.inner, rules))
    if isinstance(type_, Eventual):
        return narrow(type_.inner, test, rules)
    assert isinstance(test, Eventual)
    return narrow(type_, test.inner, rules)


def _unite(parts: list[Type], rules: Rules) -> Type:
    return gradual_union(*parts) if rules.join.absorb else union_of(*parts)


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


def _narrow_sequences(type_: Type, test: Type, rules: Rules) -> Type:
    if isinstance(type_, Tuple):
        return _narrow_tuple(type_, test, rules)
    if isinstance(test, Tuple):
        return _narrow_tuple(test, type_, rules)
    if isinstance(type_, SetOf) and isinstance(test, SetOf):
        return set_of(narrow(type_.element, test.element, rules))
    if not isinstance(type_, (ListOf, SetOf)) or not isinstance(test, (ListOf, SetOf)):
        return NEVER
    length = None
    if isinstance(type_, ListOf) and isinstance(test, ListOf):
        if type_.length != test.length and None not in (type_.length, test.length):
            return NEVER
        length = test.length if type_.length is None else type_.length
    elif not _sets_are_lists(rules):
        return NEVER
    element = narrow(type_.element, test.element, rules)
    if length and isinstance(element, Never):
        return NEVER
    return list_of(element, length)


def _sets_are_lists(rules: Rules) -> bool:
    """Whether a set is a list with a promise, rather than a kind of its own."""
    return rules.containers.crossings.get(("set", "list")) is SAFE


def _narrow_tuple(type_: Tuple, test: Type, rules: Rules) -> Type:
    """A tuple with a tuple of the same length, or with a list (set) that can be as long."""
    if isinstance(test, Tuple):
        if len(type_.elements) != len(test.elements):
            return NEVER
        pairs = zip(type_.elements, test.elements, strict=True)
        return tuple_of(*[narrow(one, other, rules) for one, other in pairs])
    if isinstance(test, SetOf):
        if not _sets_are_lists(rules):
            return NEVER
    elif not isinstance(test, ListOf) or test.length not in (None, len(type_.elements)):
        return NEVER
    parts = [narrow(part, test.element, rules) for part in type_.elements]
    return NEVER if NEVER in parts else tuple_of(*parts)


def _narrow_objects(type_: Type, test: Type, rules: Rules) -> Type:
    """Objects field by field; a map has every field, with its value type."""
    left, right = _as_object(type_), _as_object(test)
    if left is None or right is None:
        return NEVER
    fields: list[Field] = []
    for one in left.fields:
        twin = _known(right, one.name)
        if twin is not None:
            optional = one.optional and twin.optional
            type_ = narrow(one.type, twin.type, rules)
            fields.append(retyped(one, type_, optional=optional))
        elif not one.optional:
            return NEVER
    for one in right.fields:
        if one.name in left.by_name:
            continue
        twin = _known(left, one.name)
        if twin is not None:
            type_ = narrow(twin.type, one.type, rules)
            fields.append(retyped(one, type_, optional=one.optional))
        elif not one.optional:
            return NEVER
    if left.rest is None or right.rest is None:
        return object_of(fields)
    return object_of(fields, narrow(left.rest, right.rest, rules))


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


def _narrow_functions(type_: Function, test: Function, rules: Rules) -> Type:
    """Position by position; a function of unknown parameters gives way."""
    result = narrow(type_.result, test.result, rules)
    if test.parameters is None:
        return function_of(type_.parameters, result, type_.rest)
    if type_.parameters is None:
        return function_of(test.parameters, result, test.rest)
    longer, shorter = type_.parameters, test.parameters
    if len(longer) < len(shorter):
        longer, shorter = shorter, longer
    made: list[Parameter] = []
    for place, one in enumerate(longer):
        if place >= len(shorter):
            if not one.optional:
                return NEVER
            continue
        both = _narrow_parameter(type_.parameters[place], test.parameters[place], rules)
        if both is None:
            return NEVER
        made.append(both)
    return function_of(made, result)


def _narrow_parameter(one: Parameter, other: Parameter, rules: Rules) -> Parameter | None:
    if one.utterable and other.utterable and one.name != other.name:
        return None
    name = one.name if not one.utterable else other.name
    both = narrow(one.type, other.type, rules)
    return parameter(name, both, optional=one.optional and other.optional)


def subtract(type_: Type, test: Type, rules: Rules) -> Type:
    """Return the type of the values of ``type_`` that are not in ``test``."""
    if type_ is test or isinstance(type_, Never) or isinstance(test, (Dynamic, Top)):
        return NEVER
    if isinstance(test, Never):
        return type_
    if isinstance(type_, (Dynamic, Top)):
        everything = rules.narrow.everything
        return type_ if everything is None else subtract(everything, test, rules)
    if isinstance(type_, Ref):
        left = subtract(unfold(type_), test, rules)
        return type_ if left is unfold(type_) else left
    if isinstance(type_, Union):
        return _unite([subtract(member, test, rules) for member in type_.members], rules)
    test = unfold(test)
    if isinstance(test, Union):
        for member in test.members:
            type_ = subtract(type_, member, rules)
        return type_
    return _subtract(type_, test, rules)


def _subtract(type_: Type, test: Type, rules: Rules) -> Type:
    if isinstance(test, Literal):
        if isinstance(type_, Atom) and type_ is test.base and type_.name == "bool":
            return FALSE if test.value is True else TRUE
        if isinstance(type_, Enum) and type_.base is test.base:
            kept = [value for value in type_.members if value != test.value]
            if len(kept) == len(type_.members):
                return type_
            return union_of(*[literal(type_.base, value) for value in kept])
    if rules.narrow.inside:
        return _subtract_inside(type_, test, rules)
    return NEVER if contained(type_, test) else type_


def _subtract_inside(type_: Type, test: Type, rules: Rules) -> Type:
    """Take away part by part, as if all parts changed together."""
    if isinstance(type_, (ListOf, SetOf)) and isinstance(test, (ListOf, SetOf)):
        return list_of(subtract(type_.element, test.element, rules))
    if isinstance(type_, Tuple) and isinstance(test, Tuple):
        if len(type_.elements) != len(test.elements):
            return type_
        pairs = zip(type_.elements, test.elements, strict=True)
        return tuple_of(*[subtract(one, other, rules) for one, other in pairs])
    if isinstance(type_, Object) and isinstance(test, Object):
        fields = []
        for one in type_.fields:
            twin = test.by_name.get(one.name)
            left = one.type if twin is None else subtract(one.type, twin.type, rules)
            fields.append(retyped(one, left, optional=one.optional))
        return object_of(fields, type_.rest)
    return type_


def with_length(type_: Type, length: int, rules: Rules) -> Type:
    """Return the type of the values of ``type_`` whose length is ``length``.

    Strings, lists, tuples, sets, maps and objects have one; a function's is the number of its
    required parameters; other values have none, so nothing of them is left.
    """
    type_ = unfold(type_)
    if isinstance(type_, Union):
        return _unite([with_length(member, length, rules) for member in type_.members], rules)
    if isinstance(type_, (ListOf, SetOf, Tuple)):
        return _sequence_of_length(type_, length, rules)
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


def _sequence_of_length(type_: ListOf | SetOf | Tuple, length: int, rules: Rules) -> Type:
    if isinstance(type_, Tuple):
        return type_ if len(type_.elements) == length else NEVER
    if isinstance(type_, ListOf) and type_.length is not None:
        return type_ if type_.length == length else NEVER
    if isinstance(type_, SetOf) and not _sets_are_lists(rules):
        return type_
    if length > 64:
        return type_  # a tuple of that many equal elements would say no more
    return tuple_of(*[type_.element] * length)


def _object_of_length(type_: Object, length: int) -> Type:
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
    return type_ if len(required) == length else NEVER
