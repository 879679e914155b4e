"""Methods of lists, sets and dicts."""

from __future__ import annotations

from _heapq import heapify, heappop, heappush

from confty.languages.rcl import codes, numbers, sizes
from confty.languages.rcl.library.call_site import CallFailure, Exhausted, Site, bad
from confty.languages.rcl.numbers import LARGEST, SMALLEST, Exact
from confty.languages.rcl.renderer import shown, text_of
from confty.languages.rcl.values import (
    Key,
    Value,
    depth,
    elements,
    freeze,
    kind,
    order,
    sorted_keys,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

Many: TypeAlias = list[Value] | set[Value]


def length(_site: Site, receiver: Many) -> int:
    """How many elements there are."""
    return len(receiver)


def contains(_site: Site, receiver: Many, element: Value) -> bool:
    """Whether an equal element is there."""
    frozen = freeze(element)
    if receiver.__class__ is set:
        return frozen in receiver
    if (
        frozen.__class__ is not Key
        and frozen.__class__ is not Exact
        and frozen.__class__ is not int
    ):
        return element in receiver
    return any(freeze(one) == frozen for one in receiver)


def _bools(site: Site, receiver: Many, predicate: Value) -> Iterator[tuple[Value, bool]]:
    call = site.caller(predicate, 1, 0, "predicate")
    for one in elements(receiver):
        answer = call(one)
        if answer.__class__ is not bool:
            bad(0, f"expected the predicate to return Bool, found {kind(answer)} {shown(answer)}")
        yield one, answer


def all_(site: Site, receiver: Many, predicate: Value) -> bool:
    """Whether the predicate holds for all elements; stops at the first for which it does not."""
    return all(answer for _, answer in _bools(site, receiver, predicate))


def any_(site: Site, receiver: Many, predicate: Value) -> bool:
    """Whether the predicate holds for some element; stops at the first for which it does."""
    return any(answer for _, answer in _bools(site, receiver, predicate))


def filter_(site: Site, receiver: Many, predicate: Value) -> Many:
    """Keep the elements for which the predicate holds."""
    kept = [one for one, answer in _bools(site, receiver, predicate) if answer]
    return {freeze(one) for one in kept} if receiver.__class__ is set else kept


def map_(site: Site, receiver: list[Value], map_element: Value) -> list[Value]:
    """Apply a function to each element."""
    return list(map(site.caller(map_element, 1, 0, "mapping function"), receiver))


def map_dedup(site: Site, receiver: set[Value], map_element: Value) -> set[Value]:
    """Apply a function to each element; equal results fall together."""
    call = site.caller(map_element, 1, 0, "mapping function")
    made: set[Value] = set()
    for one in elements(receiver):
        made.add(freeze(call(one)))
    return made


def _returned(many: Value) -> list[Value]:
    if many.__class__ is not list and many.__class__ is not set:
        bad(0, f"expected the function to return a List or a Set, found {kind(many)}")
    return elements(many)


def flat_map(site: Site, receiver: Many, map_element: Value) -> list[Value]:
    """Apply a function and join the lists or sets it returns."""
    call = site.caller(map_element, 1, 0, "mapping function")
    made: list[Value] = []
    for one in elements(receiver):
        more = _returned(call(one))
        message = sizes.too_many(len(made) + len(more))
        if message is not None:
            raise CallFailure("name", codes.TOO_LARGE, message)
        made.extend(more)
    return made


def flat_map_dedup(site: Site, receiver: set[Value], map_element: Value) -> set[Value]:
    """Apply a function and unite the lists or sets it returns."""
    return {freeze(one) for one in flat_map(site, receiver, map_element)}


def _too_deep(limit: int) -> CallFailure:
    return CallFailure("name", codes.RECURSION, f"the value nests deeper than {limit} levels")


def fold(site: Site, receiver: list[Value], seed: Value, reduce: Value) -> Value:
    """Combine the elements from the left."""
    call = site.caller(reduce, 2, 1, "reduce function")
    limit = site.value_depth
    result = seed
    for one in receiver:
        result = call(result, one)
        if limit and depth(result, limit) >= limit:
            raise _too_deep(limit)
    return result


def _groups(site: Site, receiver: Many, get_key: Value) -> dict[Value, Value]:
    call = site.caller(get_key, 1, 0, "key selector")
    groups: dict[Value, list[Value]] = {}
    for one in elements(receiver):
        groups.setdefault(freeze(call(one)), []).append(one)
    return groups


def group_by(site: Site, receiver: Many, get_key: Value) -> dict[Value, Value]:
    """Collect the elements by key."""
    groups = _groups(site, receiver, get_key)
    if receiver.__class__ is set:
        return {key: {freeze(one) for one in many} for key, many in groups.items()}
    return groups


def key_by(site: Site, receiver: Many, get_key: Value) -> dict[Value, Value]:
    """Find each element by its key, which must be its own."""
    found = _groups(site, receiver, get_key)
    for key, many in found.items():
        if len(many) > 1:
            name = shown(key.value if key.__class__ is Key else key)
            several = ", ".join(shown(one) for one in many[:5])
            bad("name", f"the key {name} is not unique: {several}")
    return {key: many[0] for key, many in found.items()}


def sort_by(site: Site, receiver: Many, get_key: Value) -> list[Value]:
    """Sort by a key; equal keys keep their order."""
    call = site.caller(get_key, 1, 0, "key selector")
    keyed = [(order(call(one)), one) for one in elements(receiver)]
    return [one for _, one in sorted(keyed, key=_first)]


def _first(pair: tuple[tuple[object, ...], Value]) -> tuple[object, ...]:
    return pair[0]


def sort(_site: Site, receiver: Many) -> list[Value]:
    """Sort."""
    classes = set(map(type, receiver))
    if classes in ({int}, {str}):
        return sorted(receiver)
    return sorted(elements(receiver), key=order)


def sum_(_site: Site, receiver: Many) -> Value:
    """Add up the numbers."""
    many = elements(receiver)
    if set(map(type, many)) <= {int}:
        # Only a partial sum can overflow where the whole does not: then add one by one.
        total = sum(many)
        if SMALLEST <= total <= LARGEST and sum(map(abs, many)) <= LARGEST:
            return total
    result: Value = 0
    for one in many:
        if one.__class__ is not int and one.__class__ is not Exact:
            bad("receiver", f"expected Numbers to add up, found {kind(one)} {shown(one)}")
        try:
            result = numbers.add(result, one)
        except numbers.Inexact:
            raise CallFailure("name", codes.OVERFLOW, "the sum does not fit in a number") from None
    return result


def join(_site: Site, receiver: list[Value], separator: Value) -> str:
    """Put the texts of the elements together."""
    texts = []
    for one in receiver:
        text = text_of(one)
        if text is None:
            message = f"expected something that can be put into a string, found {kind(one)}"
            raise CallFailure("receiver", codes.NOT_TEXT, f"{message} {shown(one)}")
        texts.append(text)
    if len(texts) < 2:
        return "".join(texts)
    between = text_of(separator)
    if between is None:
        raise CallFailure(0, codes.NOT_TEXT, f"expected a String, found {kind(separator)}")
    size = sum(map(len, texts)) + len(between) * (len(texts) - 1)
    if (problem := sizes.too_long(size)) is not None:
        raise CallFailure("name", codes.TOO_LARGE, problem)
    return between.join(texts)


def reverse(_site: Site, receiver: list[Value]) -> list[Value]:
    """The elements from the last to the first."""
    return receiver[::-1]


def enumerate_(_site: Site, receiver: list[Value]) -> dict[Value, Value]:
    """Find the elements by their index."""
    return dict(enumerate(receiver))


def to_set_dedup(_site: Site, receiver: list[Value]) -> set[Value]:
    """The elements as a set; equal ones fall together."""
    made: set[Value] = set()
    for one in receiver:
        made.add(freeze(one))
    return made


def to_set_unique(_site: Site, receiver: list[Value]) -> set[Value]:
    """The elements as a set; no two may be equal."""
    made: set[Value] = set()
    for one in receiver:
        frozen = freeze(one)
        if frozen in made:
            hint = "use to_set_dedup() to drop duplicates"
            bad("receiver", f"the element {shown(one)} is there more than once", hint)
        made.add(frozen)
    return made


def to_list(_site: Site, receiver: set[Value]) -> list[Value]:
    """The elements as a list, in order."""
    return elements(receiver)


def except_(_site: Site, receiver: set[Value], element: Value) -> set[Value]:
    """The set without an element."""
    return receiver - {freeze(element)}


def transitive_closure(site: Site, receiver: set[Value], expand: Value) -> set[Value]:
    """Add what ``expand`` returns for each element, until nothing is new."""
    call = site.caller(expand, 1, 0, "the expansion function")
    limit = site.value_depth or 250
    seen = set(receiver)
    # The smallest element first: its order, then a number so that nothing else is compared.
    waiting = [(_frozen_order(one), index, one) for index, one in enumerate(receiver)]
    heapify(waiting)
    rounds = len(waiting)
    while waiting:
        frozen = heappop(waiting)[2]
        one = frozen.value if frozen.__class__ is Key else frozen
        if depth(one, limit) >= limit:
            raise _too_deep(limit)
        for new in map(freeze, _returned(call(one))):
            if new not in seen:
                seen.add(new)
                rounds += 1
                heappush(waiting, (_frozen_order(new), rounds, new))
        if rounds > site.most_rounds:
            raise Exhausted
    return seen


def _frozen_order(frozen: Value) -> tuple[object, ...]:
    return frozen.order if frozen.__class__ is Key else order(frozen)


def get(_site: Site, receiver: dict[Value, Value], key: Value, default: Value) -> Value:
    """The value of a key, or the default."""
    return receiver.get(freeze(key), default)


def dict_contains(_site: Site, receiver: dict[Value, Value], key: Value) -> bool:
    """Whether a key is there."""
    return freeze(key) in receiver


def keys(_site: Site, receiver: dict[Value, Value]) -> set[Value]:
    """The keys."""
    return set(receiver)


def values(_site: Site, receiver: dict[Value, Value]) -> list[Value]:
    """The values in the order of their keys."""
    return [receiver[key] for key in sorted_keys(receiver)]


def dict_except(_site: Site, receiver: dict[Value, Value], key: Value) -> dict[Value, Value]:
    """The dict without a key."""
    frozen = freeze(key)
    return {one: value for one, value in receiver.items() if one != frozen}
