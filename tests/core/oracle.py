"""What types *mean*: arbitrary values, and whether a type holds them.

``Oracle.holds`` knows nothing of the relation.  It is the independent side of the laws: SAFE and NO
must agree with it on generated values.  Each language has the types of its ``Vocabulary`` only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from hypothesis import strategies as st

from confty.types import (
    BOOL,
    CHAR,
    DYNAMIC,
    FLOAT,
    ID,
    INT,
    NEVER,
    NULL,
    NUMBER,
    OUTPUT,
    PROMISE,
    STRING,
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
    Tuple,
    Type,
    Union,
    define,
    eventual,
    field,
    function_of,
    gradual_union,
    list_of,
    map_of,
    object_of,
    optional,
    parameter,
    ref,
    set_of,
    tuple_of,
    unfold,
    union_of,
    written_union,
)

NAMES = ("a", "b", "c")
Maker: TypeAlias = st.SearchStrategy[Type]
Values: TypeAlias = st.SearchStrategy[object]

# Recursive types: a tree of numbers, and a chain of them.
TREE = ref("Tree")
define(TREE, union_of(NUMBER, list_of(TREE)))
CHAIN = ref("Chain")
define(CHAIN, object_of([field("head", NUMBER), field("tail", optional(CHAIN))]))


@dataclass(frozen=True)
class Vocabulary:
    """Which types a language has."""

    leaves: tuple[Type, ...]
    keys: tuple[Type, ...] = ()  # of maps; none: there are no maps
    lengths: tuple[int | None, ...] = (None,)  # of lists
    sets: bool = False
    sets_are_lists: bool = False  # a set is a list in order, without duplicates
    tuples: bool = False
    open_objects: bool = False
    optional_fields: bool = False
    hidden_fields: bool = False
    written_unions: bool = False
    absorbing: bool = False  # the unknown swallows the other members of a union
    eventuals: bool = False
    named: tuple[Type, ...] = ()
    named_parameters: bool = False
    rest_parameters: bool = False


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


class Hidden:
    """A field's value that is not shown, though it is there."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Hidden({self.value!r})"


@dataclass(frozen=True)
class Opaque:
    """A value of an atom that has no counterpart in Python."""

    atom: str


def seen(value: object) -> object:
    """The value of a field, hidden or not."""
    return value.value if isinstance(value, Hidden) else value


_ATOMIC: dict[Atom, Callable[[object], bool]] = {
    NULL: lambda value: value is None,
    BOOL: lambda value: isinstance(value, bool),
    INT: lambda value: isinstance(value, int) and not isinstance(value, bool),
    FLOAT: lambda value: isinstance(value, float),
    NUMBER: lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    STRING: lambda value: isinstance(value, str),
}
_OPAQUE = (ID, CHAR)


def holds_atom(atom: Atom, value: object) -> bool:
    return value == Opaque(atom.name) if atom in _OPAQUE else _ATOMIC[atom](value)


_ATOM_VALUES: dict[Atom, Values] = {
    NULL: st.none(),
    BOOL: st.booleans(),
    INT: st.integers(-2, 3),
    FLOAT: st.sampled_from([0.5, 1.0, 1.5]),
    NUMBER: st.one_of(st.integers(0, 2), st.sampled_from([0.5, 1.0, 1.5])),
    STRING: st.sampled_from(["", "a", "b", "c", "zz"]),
    **{atom: st.just(Opaque(atom.name)) for atom in _OPAQUE},
}
_NAMED_VALUES: dict[Type, Values] = {
    TREE: st.one_of(st.integers(0, 2), st.lists(st.integers(0, 2), max_size=2)),
    CHAIN: st.one_of(
        st.just({"head": 1, "tail": None}),
        st.just({"head": 1, "tail": {"head": 2, "tail": None}}),
    ),
}


def in_order(value: list[object]) -> bool:
    """Whether a list is a set as well: scalars in order, none twice."""
    if any(isinstance(one, (list, dict)) for one in value):
        return False
    ranked = [_rank(one) for one in value]
    return all(left < right for left, right in pairwise(ranked))


def _rank(value: object) -> tuple[str, object]:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number", float(value)
    return type(value).__name__, value if value is not None else 0


def vacuous(value: object) -> bool:
    """Whether an empty container is inside: the stated exception, it fits lists of anything."""
    value = seen(value)
    if isinstance(value, Later):
        return vacuous(value.value)
    if isinstance(value, dict):
        return not value or any(vacuous(one) for one in value.values())
    if isinstance(value, (list, frozenset)):
        return not value or any(vacuous(one) for one in value)
    return False


@cache
def empty(type_: Type) -> bool:
    """Whether a type has no value."""
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


class Oracle:
    """The meaning of one language's types."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self._values: dict[Type, Values] = {}
        self._any: Values | None = None

    def holds(self, type_: Type, value: object) -> bool:
        """Whether ``value`` is one of the values of ``type_``."""
        type_ = unfold(type_)
        if isinstance(type_, Dynamic):
            return True
        if isinstance(type_, Never):
            return False
        if isinstance(type_, Union):
            return any(self.holds(member, value) for member in type_.members)
        if isinstance(type_, Eventual):
            if isinstance(value, Later):
                return value.rank <= type_.rank and self.holds(type_.inner, value.value)
            return self.holds(type_.inner, value)
        if isinstance(type_, Atom):
            return holds_atom(type_, value)
        if isinstance(type_, Literal):
            return holds_atom(type_.base, value) and value == type_.value
        if isinstance(type_, Enum):
            return holds_atom(type_.base, value) and value in type_.members
        if isinstance(type_, (ListOf, Tuple)):
            return isinstance(value, list) and self._holds_items(type_, value)
        if isinstance(type_, SetOf):
            return self._holds_set(type_, value)
        if isinstance(type_, Function):
            return False  # nothing generated here is one
        return isinstance(value, dict) and self._holds_pairs(type_, value)

    def _holds_set(self, type_: SetOf, value: object) -> bool:
        if self.words.sets_are_lists:
            return isinstance(value, list) and in_order(value) and self._all(type_, value)
        return isinstance(value, frozenset) and self._all(type_, value)

    def _all(self, type_: SetOf | ListOf, value: list[object] | frozenset[object]) -> bool:
        return all(self.holds(type_.element, one) for one in value)

    def _holds_items(self, type_: ListOf | Tuple, value: list[object]) -> bool:
        if isinstance(type_, Tuple):
            pairs = zip(type_.elements, value, strict=False)
            return len(type_.elements) == len(value) and all(self.holds(*pair) for pair in pairs)
        return type_.length in (None, len(value)) and self._all(type_, value)

    def _holds_pairs(self, type_: Type, value: dict[object, object]) -> bool:
        if isinstance(type_, MapOf):
            return all(
                self.holds(type_.key, key) and self.holds(type_.value, seen(one))
                for key, one in value.items()
            )
        if not isinstance(type_, Object) or not all(isinstance(key, str) for key in value):
            return False
        if any(one.name not in value and not one.optional for one in type_.fields):
            return False
        for key, item in value.items():
            known = type_.by_name.get(str(key))
            wanted = type_.rest if known is None else known.type
            if wanted is None or not self.holds(wanted, seen(item)):
                return False
        return True

    # Values.

    def any_value(self) -> Values:
        if self._any is None:
            atoms = {unfold(one) for one in self.words.leaves if isinstance(one, Atom)}
            atoms |= {one.base for one in self.words.leaves if isinstance(one, Literal)}
            leaf = st.one_of([_ATOM_VALUES[one] for one in _ATOM_VALUES if one in atoms])
            self._any = st.recursive(
                leaf,
                lambda inner: st.one_of(
                    st.lists(inner, max_size=2),
                    st.dictionaries(st.sampled_from(NAMES), inner, max_size=2),
                ),
                max_leaves=3,
            )
        return self._any

    def value_of(self, type_: Type) -> Values:
        """Values of ``type_``, built rather than filtered; nothing for a type that has none."""
        made = self._values.get(type_)
        if made is None:
            made = self._values[type_] = self._value_of(type_)
        return made

    def _value_of(self, type_: Type) -> Values:
        if isinstance(type_, Ref):
            return _NAMED_VALUES[type_]
        if isinstance(type_, Dynamic):
            return self.any_value()
        if isinstance(type_, Never):
            return st.nothing()
        if isinstance(type_, Atom):
            return _ATOM_VALUES[type_]
        if isinstance(type_, Literal):
            return st.just(type_.value)
        if isinstance(type_, Enum):
            return st.sampled_from(type_.members)
        if isinstance(type_, Union):
            return st.one_of([self.value_of(one) for one in type_.members if not empty(one)])
        if isinstance(type_, Eventual):
            # A plain value fits as well, but it is converted then: what is eventual is a Later.
            # Likewise a promise becomes an output where one is wanted.
            return st.builds(Later, st.just(type_.rank), self.value_of(type_.inner))
        return self._container_of(type_)

    def _container_of(self, type_: Type) -> Values:
        if isinstance(type_, Tuple):
            return st.tuples(*[self.value_of(part) for part in type_.elements]).map(list)
        if isinstance(type_, ListOf):
            least, most = (0, 2) if type_.length is None else (type_.length, type_.length)
            if empty(type_.element):
                return st.nothing() if least else st.just([])
            return st.lists(self.value_of(type_.element), min_size=least, max_size=most)
        if isinstance(type_, SetOf):
            return self._set_of(type_)
        if isinstance(type_, MapOf):
            if empty(type_.key) or empty(type_.value):
                return st.just({})
            keys, values = self.value_of(type_.key), self.value_of(type_.value)
            return st.dictionaries(keys, values, max_size=2)
        assert isinstance(type_, Object)
        return self._object_of(type_)

    def _set_of(self, type_: SetOf) -> Values:
        lists = self.words.sets_are_lists
        if empty(type_.element):
            return st.just([] if lists else frozenset())
        inside = self.value_of(type_.element).filter(lambda one: not isinstance(one, (list, dict)))
        made = st.lists(inside, max_size=3, unique_by=_rank)
        return made.map(lambda one: sorted(one, key=_rank)) if lists else made.map(frozenset)

    def _object_of(self, type_: Object) -> Values:
        may_hide = self.words.hidden_fields

        def inside(type_: Type, *, hidden: bool) -> Values:
            made = self.value_of(type_)
            return st.one_of(made, made, made.map(Hidden)) if hidden and may_hide else made

        # What is known of an open object was read from it, so it may be hidden.
        known = {
            one.name: inside(one.type, hidden=one.hidden or type_.rest is not None)
            for one in type_.fields
            if not empty(one.type)
        }
        must = {one.name: known[one.name] for one in type_.fields if not one.optional}
        may = {name: one for name, one in known.items() if name not in must}
        made = st.fixed_dictionaries(must, optional=may)
        if type_.rest is None or empty(type_.rest):
            return made
        free = [name for name in (*NAMES, "zz") if name not in type_.by_name]
        rest = inside(type_.rest, hidden=True)
        extra = st.dictionaries(st.sampled_from(free), rest, max_size=1)
        return st.builds(lambda base, more: {**more, **base}, made, extra)


# Types.


def _fields(words: Vocabulary, inner: Maker, *, hidden: bool) -> st.SearchStrategy[object]:
    no = st.just(value=False)
    return st.lists(
        st.builds(
            lambda name, type_, may, hide: field(name, type_, optional=may, hidden=hide),
            st.sampled_from(NAMES),
            inner,
            st.booleans() if words.optional_fields else no,
            st.booleans() if hidden else no,
        ),
        max_size=3,
    )


def _compound(words: Vocabulary, inner: Maker, *, dynamic: bool, hidden: bool) -> Maker:
    flat = st.one_of(
        st.sampled_from(words.leaves),
        st.lists(st.sampled_from(words.leaves), min_size=2, max_size=3).map(
            lambda a: _any_of(words, a)
        ),
    )
    rests = [st.none(), st.none()]
    if words.open_objects:
        rests.append(inner if not words.absorbing or not dynamic else st.just(DYNAMIC))
    kinds: list[Maker] = [
        st.builds(list_of, inner, st.sampled_from(words.lengths)),
        st.builds(object_of, _fields(words, inner, hidden=hidden), st.one_of(rests)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: _any_of(words, parts)),
    ]
    if words.sets:
        kinds.append(st.builds(set_of, flat))
    if words.keys:
        kinds.append(st.builds(map_of, st.sampled_from(words.keys), inner))
    if words.tuples:
        kinds.append(st.lists(inner, max_size=3).map(lambda parts: tuple_of(*parts)))
    if words.eventuals:
        kinds.append(st.builds(eventual, st.sampled_from([PROMISE, OUTPUT]), inner))
    return st.one_of(kinds)


def _any_of(words: Vocabulary, parts: list[Type]) -> Type:
    if words.written_unions:
        return written_union(*parts)
    return gradual_union(*parts) if words.absorbing else union_of(*parts)


@cache
def static_types(words: Vocabulary, *, hidden: bool = False) -> Maker:
    """Types without Dynamic and functions: the ones that say exactly which values they hold."""
    leaves = [*words.leaves, *words.named, NEVER]
    return st.recursive(
        st.sampled_from(leaves),
        lambda inner: _compound(words, inner, dynamic=False, hidden=hidden),
        max_leaves=6,
    )


@cache
def gradual_types(words: Vocabulary, *, hidden: bool = False) -> Maker:
    """Types with Dynamic anywhere."""
    leaves = [*words.leaves, *words.named, NEVER, DYNAMIC, DYNAMIC, DYNAMIC]
    return st.recursive(
        st.sampled_from(leaves),
        lambda inner: _compound(words, inner, dynamic=True, hidden=hidden),
        max_leaves=6,
    )


@cache
def all_types(words: Vocabulary) -> Maker:
    """Every kind, functions included."""
    inner = gradual_types(words)
    if words.named_parameters:
        one = st.builds(
            lambda name, type_, may: parameter(name, type_, optional=may),
            st.sampled_from([None, "$a", *NAMES]),
            inner,
            st.booleans(),
        )
        parameters = st.lists(one, max_size=2)
    else:
        parameters = st.lists(inner, max_size=2)
    rest = st.one_of(st.none(), inner) if words.rest_parameters else st.none()
    functions = st.builds(function_of, st.one_of(st.none(), parameters), inner, rest)
    return st.one_of(inner, inner, functions, functions.map(list_of))


@cache
def small_objects(words: Vocabulary) -> Maker:
    """Small objects, and choices of them, with fields that are hidden or may be missing."""
    leaf = st.sampled_from(words.leaves)
    no = st.just(value=False)
    one = st.builds(
        object_of,
        st.lists(
            st.builds(
                lambda name, type_, hide, may: field(name, type_, hidden=hide, optional=may),
                st.sampled_from(("a", "b")),
                leaf,
                st.booleans() if words.hidden_fields else no,
                st.booleans() if words.optional_fields else no,
            ),
            max_size=2,
        ),
        st.sampled_from([None, DYNAMIC, words.leaves[0]] if words.open_objects else [None]),
    )
    return st.one_of(one, one, st.builds(union_of, one, one), st.builds(union_of, one, leaf))
