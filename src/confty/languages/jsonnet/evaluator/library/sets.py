"""Sorting, and sets as sorted arrays without duplicates."""

from __future__ import annotations

from _functools import cmp_to_key  # type: ignore[import-not-found]  # the rest takes long to load

from confty.languages.jsonnet.evaluator.calls import caller
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.kinds import length
from confty.languages.jsonnet.evaluator.library.wants import array, refuse, sequence, values
from confty.languages.jsonnet.evaluator.operators import compare, index, slice_
from confty.languages.jsonnet.evaluator.sums import add
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    PLAIN,
    Func,
    Thunk,
    Value,
    force,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final


def _keys(items: list[Value], key: Value) -> list[Value]:
    if key is ABSENT:
        return values(items)
    code = caller(key, 1, len(items))
    return [code(item) for item in items]


def ordered(left: Value, right: Value) -> int:
    if left.__class__ is not right.__class__ and {left.__class__, right.__class__} <= PLAIN:
        kinds = f"{type_name(left)} and {type_name(right)}"
        raise Stop(f"Comparison requires matching types. Got {kinds}")
    return compare(left, right)


def _order(keys: list[Value]) -> list[int]:
    """The places of the keys in ascending order; equal keys keep theirs."""
    kinds = {*map(type, keys)}
    places = range(len(keys))
    if kinds in ({float}, {str}):
        return sorted(places, key=keys.__getitem__)
    ranked = [cmp_to_key(ordered)(key) for key in keys]
    return sorted(places, key=ranked.__getitem__)


def _sortable(name: str, items: Value, key: Value) -> list[Value]:
    elements = array(name, items)
    if key is not ABSENT and key.__class__ is not Func:
        refuse(name, "array, function", items, key)
    return elements


def sort(items: Value, key: Value = ABSENT) -> list[Value]:
    key = _ready(key)
    elements = _sortable("sort", items, key)
    if key is ABSENT:
        plain = values(elements)
        kinds = {*map(type, plain)}
        if kinds in ({float}, {str}):
            return sorted(plain)
        return [plain[at] for at in _order(plain)]
    return [elements[at] for at in _order(_keys(elements, key))]


def _distinct(elements: list[Value], keys: list[Value]) -> list[Value]:
    if len(elements) < 2:
        return elements
    if {*map(type, keys)} in ({float}, {str}):
        before = [ABSENT, *keys]
        return [
            item for item, key, last in zip(elements, keys, before, strict=False) if key != last
        ]
    result: list[Value] = []
    last: Value = ABSENT
    for item, key in zip(elements, keys, strict=True):
        if last is ABSENT or equals(last, key) is not True:
            result.append(item)
            last = key
    return result


def uniq(items: Value, key: Value = ABSENT) -> list[Value]:
    elements = sequence(items)
    return _distinct(elements, _keys(elements, _ready(key))) if len(elements) > 1 else elements


def set_(items: Value, key: Value = ABSENT) -> list[Value]:
    key = _ready(key)
    elements = _sortable("set", items, key)
    keys = _keys(elements, key)
    order = _order(keys)
    return _distinct([elements[at] for at in order], [keys[at] for at in order])


class _Keys:
    """The keys of elements, each worked out when it is first looked at.

    The library only asks for a length and for places, so whatever has them will do.
    """

    __slots__ = ("_code", "_key", "_known", "_target", "size")

    def __init__(self, target: Value, key: Value) -> None:
        self._target = target
        self._key = key
        self._code: Callable[..., Value] | None = None
        self._known: dict[int, Value] = {}
        self.size = len(target) if target.__class__ is list else int(length(target))

    def __getitem__(self, at: int) -> Value:
        found = self._known.get(at, ABSENT)
        if found is ABSENT:
            found = self._known[at] = self._found(at)
        return found

    def _found(self, at: int) -> Value:
        if self._key is ABSENT:
            return index(self._target, float(at))
        if self._code is None:
            self._code = caller(_ready(self._key), 1, self.size)
        return self._code(self.element(at))

    def element(self, at: int) -> Value:
        """One element, not worked out."""
        if self._target.__class__ is list:
            return self._target[at]
        return Thunk(lambda _: index(self._target, float(at)))

    def rest(self, at: int) -> Value:
        """All elements from a place on."""
        if self._target.__class__ is list:
            return self._target[at:]
        return slice_(self._target, float(at), None, None)


def _ready(value: Value) -> Value:
    return force(value) if value.__class__ is Thunk else value


_ORDERED: Final = frozenset({float, str})


def _beside(left: Value, right: Value) -> int:
    """Compare two keys: equal ones need no order."""
    if left.__class__ is right.__class__ and left.__class__ in _ORDERED:
        return int(left > right) - int(left < right)
    if equals(left, right) is True:
        return 0
    return -1 if ordered(left, right) < 0 else 1


def set_union(left: Value, right: Value, key: Value = ABSENT) -> Value:
    keys, others = _Keys(left, key), _Keys(right, key)
    result: list[Value] = []
    i = j = 0
    while i < keys.size and j < others.size:
        order = _beside(keys[i], others[j])
        result.append(keys.element(i) if order <= 0 else others.element(j))
        i += order <= 0
        j += order >= 0
    return add(result, others.rest(j) if i >= keys.size else keys.rest(i))


def set_inter(left: Value, right: Value, key: Value = ABSENT) -> list[Value]:
    keys = _Keys(left, key)
    result: list[Value] = []
    if not keys.size:
        return result
    others = _Keys(right, key)
    i = j = 0
    while i < keys.size and j < others.size:
        order = _beside(keys[i], others[j])
        if order == 0:
            result.append(keys.element(i))
        i += order <= 0
        j += order >= 0
    return result


def set_diff(left: Value, right: Value, key: Value = ABSENT) -> Value:
    keys = _Keys(left, key)
    result: list[Value] = []
    if not keys.size:
        return result
    others = _Keys(right, key)
    i = j = 0
    while i < keys.size and j < others.size:
        order = _beside(keys[i], others[j])
        if order < 0:
            result.append(keys.element(i))
        i += order <= 0
        j += order >= 0
    return add(result, keys.rest(i)) if i < keys.size else result


def set_member(wanted: Value, items: Value, key: Value = ABSENT) -> bool:
    """Look from the start to the first element that is not smaller, sorted or not."""
    target, keys = _Keys([wanted], key), _Keys(items, key)
    for at in range(keys.size):
        order = _beside(target[0], keys[at])
        if order <= 0:
            return order == 0
    return False


def extreme(elements: list[Value], key: Value, on_empty: Value, sign: int) -> Value:
    """The smallest element, or with the other ``sign`` the largest."""
    if not elements:
        if on_empty is ABSENT:
            raise Stop("Expected at least one element in array. Got none")
        return force(on_empty) if on_empty.__class__ is Thunk else on_empty
    keys = _keys(elements, key)
    best = 0
    for at in range(1, len(elements)):
        if ordered(keys[at], keys[best]) * sign > 0:
            best = at
    item = elements[best]
    return force(item) if item.__class__ is Thunk else item


def min_array(items: Value, key: Value = ABSENT, on_empty: Value = ABSENT) -> Value:
    on_empty = _ready(on_empty)
    return extreme(_sortable("minArray", items, key), key, on_empty, -1)


def max_array(items: Value, key: Value = ABSENT, on_empty: Value = ABSENT) -> Value:
    on_empty = _ready(on_empty)
    return extreme(_sortable("maxArray", items, key), key, on_empty, 1)
