"""What types *mean*: arbitrary values, and whether a type holds them.

``holds`` knows nothing of the relation.  It is the independent side of the laws: SAFE and NO
must agree with it on generated values.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from hypothesis import settings
from hypothesis import strategies as st

from confty.types import (
    BOOL,
    DYNAMIC,
    FALSE,
    FLOAT,
    INT,
    NEVER,
    NULL,
    NUMBER,
    PROMISE,
    STRING,
    TOP,
    TRUE,
    Atom,
    Dynamic,
    Enum,
    Eventual,
    Function,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    Ref,
    SetOf,
    Top,
    Tuple,
    Type,
    Union,
    define,
    enum,
    eventual,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    ref,
    set_of,
    tuple_of,
    unfold,
    union_of,
)

LAW = settings(max_examples=int(os.environ.get("CONFTY_LAW_EXAMPLES", "300")), deadline=None)


class Later:
    """A value that arrives later."""

    def __init__(self, rank: int, value: object) -> None:
        self.rank = rank
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Later) and (self.rank, self.value) == (other.rank, other.value)

    def __hash__(self) -> int:
        return hash((self.rank, repr(self.value)))

    def __repr__(self) -> str:
        return f"Later({self.rank}, {self.value!r})"


_ATOMIC: dict[Atom, Callable[[object], bool]] = {
    NULL: lambda value: value is None,
    BOOL: lambda value: isinstance(value, bool),
    INT: lambda value: isinstance(value, int) and not isinstance(value, bool),
    FLOAT: lambda value: isinstance(value, float),
    NUMBER: lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    STRING: lambda value: isinstance(value, str),
}


def holds(type_: Type, value: object) -> bool:
    """Whether ``value`` is one of the values of ``type_``."""
    type_ = unfold(type_)
    if isinstance(type_, (Dynamic, Top)):
        return True
    if isinstance(type_, Union):
        return any(holds(member, value) for member in type_.members)
    if isinstance(type_, Eventual):
        if isinstance(value, Later):
            return value.rank <= type_.rank and holds(type_.inner, value.value)
        return holds(type_.inner, value)
    if isinstance(type_, Atom):
        return _ATOMIC[type_](value)
    if isinstance(type_, Literal):
        return _ATOMIC[type_.base](value) and value == type_.value
    if isinstance(type_, Enum):
        return _ATOMIC[type_.base](value) and value in type_.members
    if isinstance(type_, (ListOf, Tuple)):
        return isinstance(value, list) and _holds_items(type_, value)
    if isinstance(type_, SetOf):
        return isinstance(value, frozenset) and all(holds(type_.element, one) for one in value)
    return isinstance(value, dict) and _holds_pairs(type_, value)


def _holds_items(type_: ListOf | Tuple, value: list[object]) -> bool:
    if isinstance(type_, Tuple):
        pairs = zip(type_.elements, value, strict=False)
        return len(type_.elements) == len(value) and all(holds(*pair) for pair in pairs)
    return type_.length in (None, len(value)) and all(holds(type_.element, one) for one in value)


def _holds_pairs(type_: Type, value: dict[object, object]) -> bool:
    if isinstance(type_, MapOf):
        return all(holds(type_.key, k) and holds(type_.value, v) for k, v in value.items())
    if not isinstance(type_, Object) or not all(isinstance(key, str) for key in value):
        return False
    for one in type_.fields:
        if one.name not in value and not one.optional:
            return False
    for key, item in value.items():
        known = type_.by_name.get(str(key))
        wanted = type_.rest if known is None else known.type
        if wanted is None or not holds(wanted, item):
            return False
    return True


def vacuous(value: object) -> bool:
    """Whether an empty container is inside: the stated exception, it fits lists of anything."""
    if isinstance(value, Later):
        return vacuous(value.value)
    if isinstance(value, dict):
        return not value or any(vacuous(one) for one in value.values())
    if isinstance(value, (list, frozenset)):
        return not value or any(vacuous(one) for one in value)
    return False


NAMES = ("a", "b", "c")
_COLOURS = enum("core:colour", STRING, ["a", "b"])
_SIZES = enum("core:size", INT, [1, 2])
_LEAVES: list[Type] = [
    NULL,
    BOOL,
    INT,
    FLOAT,
    NUMBER,
    STRING,
    TRUE,
    FALSE,
    *[literal(STRING, text) for text in ("a", "b", "")],
    *[literal(INT, number) for number in (0, 1)],
    literal(NUMBER, 1.0),
    literal(NUMBER, 1.5),
    _COLOURS,
    _SIZES,
]

# A recursive type: a tree of numbers, and one that says the same in another way.
TREE = ref("Tree")
define(TREE, union_of(INT, list_of(TREE)))
CHAIN = ref("Chain")
define(CHAIN, object_of([field("head", INT), field("tail", optional(CHAIN))]))
_NAMED: list[Type] = [TREE, CHAIN]

Maker: TypeAlias = st.SearchStrategy[Type]


def _compound(inner: Maker) -> Maker:
    keys: Maker = st.sampled_from([STRING, STRING, literal(STRING, "a"), INT])
    fields = st.lists(
        st.builds(
            lambda name, type_, may: field(name, type_, optional=may),
            st.sampled_from(NAMES),
            inner,
            st.booleans(),
        ),
        max_size=3,
    )
    return st.one_of(
        st.builds(list_of, inner, st.sampled_from([None, None, None, 1, 2])),
        st.builds(set_of, _flat()),
        st.builds(map_of, keys, inner),
        st.lists(inner, max_size=3).map(lambda parts: tuple_of(*parts)),
        st.builds(object_of, fields, st.one_of(st.none(), st.none(), inner)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: union_of(*parts)),
    )


def _flat() -> Maker:
    return st.one_of(
        st.sampled_from(_LEAVES),
        st.lists(st.sampled_from(_LEAVES), min_size=2, max_size=3).map(
            lambda all_: union_of(*all_)
        ),
    )


@cache
def static_types(*, named: bool = True) -> Maker:
    """Types without Dynamic and functions: the ones that say exactly which values they hold."""
    leaves = [*_LEAVES, NEVER, TOP, *(_NAMED if named else ())]
    plain = st.recursive(st.sampled_from(leaves), _compound, max_leaves=6)
    later = st.builds(eventual, st.sampled_from([PROMISE, 2]), plain)
    return st.one_of(plain, plain, plain, plain, later)


@cache
def types() -> Maker:
    """Types with Dynamic anywhere."""
    leaves: Maker = st.sampled_from([*_LEAVES, *_NAMED, NEVER, TOP, DYNAMIC, DYNAMIC, DYNAMIC])
    return st.recursive(leaves, _compound, max_leaves=6)


@cache
def all_types() -> Maker:
    """Every kind, functions included."""
    inner = types()
    functions = st.builds(
        function_of,
        st.one_of(st.none(), st.lists(inner, max_size=2)),
        inner,
        st.one_of(st.none(), inner),
    )
    return st.one_of(inner, inner, functions, functions.map(list_of))


_ATOM_VALUES: dict[Atom, st.SearchStrategy[object]] = {
    NULL: st.none(),
    BOOL: st.booleans(),
    INT: st.integers(-2, 3),
    FLOAT: st.sampled_from([0.5, 1.0, 1.5]),
    NUMBER: st.one_of(st.integers(0, 2), st.sampled_from([0.5, 1.0, 1.5])),
    STRING: st.sampled_from(["", "a", "b", "c", "zz"]),
}


@cache
def any_value() -> st.SearchStrategy[object]:
    leaf = st.one_of(list(_ATOM_VALUES.values()))
    keys = st.one_of(st.sampled_from(NAMES), st.integers(0, 1))
    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.lists(inner, max_size=2),
            st.dictionaries(keys, inner, max_size=2),
        ),
        max_leaves=3,
    )


@cache
def value_of(type_: Type) -> st.SearchStrategy[object]:
    """Values of ``type_``, built rather than filtered; nothing for a type that has none."""
    if isinstance(type_, Ref):
        return _NAMED_VALUES[type_]
    if isinstance(type_, (Dynamic, Top)):
        return any_value()
    if isinstance(type_, Never):
        return st.nothing()
    if isinstance(type_, Atom):
        return _ATOM_VALUES[type_]
    if isinstance(type_, Literal):
        return st.just(type_.value)
    if isinstance(type_, Enum):
        return st.sampled_from(type_.members)
    if isinstance(type_, Union):
        return st.one_of([value_of(member) for member in type_.members])
    if isinstance(type_, Eventual):
        # A plain value fits as well, but it is converted then: what is eventual is a Later.
        # Likewise a promise becomes an output where one is wanted.
        return st.builds(Later, st.just(type_.rank), value_of(type_.inner))
    return _container_of(type_)


_NAMED_VALUES: dict[Type, st.SearchStrategy[object]] = {
    TREE: st.one_of(st.integers(0, 2), st.lists(st.integers(0, 2), max_size=2)),
    CHAIN: st.one_of(
        st.just({"head": 1, "tail": None}),
        st.just({"head": 1, "tail": {"head": 2, "tail": None}}),
    ),
}


def _container_of(type_: Type) -> st.SearchStrategy[object]:
    if isinstance(type_, Tuple):
        return st.tuples(*[value_of(part) for part in type_.elements]).map(list)
    if isinstance(type_, ListOf):
        element = value_of(type_.element)
        least, most = (0, 2) if type_.length is None else (type_.length, type_.length)
        if empty(type_.element):
            return st.nothing() if least else st.just([])
        return st.lists(element, min_size=least, max_size=most)
    if isinstance(type_, SetOf):
        if empty(type_.element):
            return st.just(frozenset())
        return st.frozensets(value_of(type_.element), max_size=2)
    if isinstance(type_, MapOf):
        if empty(type_.key) or empty(type_.value):
            return st.just({})
        return st.dictionaries(value_of(type_.key), value_of(type_.value), max_size=2)
    assert isinstance(type_, Object)
    return _object_of(type_)


def _object_of(type_: Object) -> st.SearchStrategy[object]:
    must = {one.name: value_of(one.type) for one in type_.fields if not one.optional}
    may = {
        one.name: value_of(one.type)
        for one in type_.fields
        if one.optional and not empty(one.type)
    }
    known = st.fixed_dictionaries(must, optional=may)
    if type_.rest is None or empty(type_.rest):
        return known
    free = [name for name in (*NAMES, "zz") if name not in type_.by_name]
    extra = st.dictionaries(st.sampled_from(free), value_of(type_.rest), max_size=1)
    return st.builds(lambda base, more: {**more, **base}, known, extra)


@cache
def empty(type_: Type) -> bool:
    """Whether no value can be built."""
    type_ = unfold(type_)
    if isinstance(type_, Never):
        return True
    if isinstance(type_, Union):
        return all(empty(member) for member in type_.members)
    if isinstance(type_, Tuple):
        return any(empty(part) for part in type_.elements)
    if isinstance(type_, ListOf):
        return bool(type_.length) and empty(type_.element)
    if isinstance(type_, Eventual):
        return empty(type_.inner)
    if isinstance(type_, Object):
        return any(empty(one.type) for one in type_.fields if not one.optional)
    assert not isinstance(type_, Function)
    return False
