"""Arrays: making, mapping, folding, searching, joining."""

from __future__ import annotations

from confty.kit.limits import afford
from confty.languages.jsonnet.evaluator.calls import caller
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.failure import Stop, out_of_bounds
from confty.languages.jsonnet.evaluator.library.folds import fold
from confty.languages.jsonnet.evaluator.library.wants import (
    array,
    counted,
    element,
    refuse,
    sequence,
    string,
    values,
    whole,
)
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.operators import iterable, slice_
from confty.languages.jsonnet.evaluator.sums import add
from confty.languages.jsonnet.evaluator.values import (
    ELEMENTS,
    LETTERS,
    Func,
    Thunk,
    Value,
    force,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def make_array(size: Value, function: Value) -> list[Value]:
    if size.__class__ is not float or function.__class__ is not Func:
        refuse("makeArray", "number, function", size, function)
    count = counted("makeArray", whole("makeArray", size))
    code = caller(function, 1, count)
    return [Thunk(code, float(at)) for at in range(count)]


def range_(first: Value, last: Value) -> list[Value]:
    if first.__class__ is not float or last.__class__ is not float:
        refuse("range", "number, number", first, last)
    start, stop = whole("range", first), whole("range", last)
    counted("range", stop - start)
    return [float(at) for at in range(start, stop + 1)]


def repeat(what: Value, count: Value) -> Value:
    if what.__class__ is not str and what.__class__ is not list:
        raise Stop("std.repeat first argument must be an array or a string")
    times = whole("repeat", count)
    most = LETTERS if what.__class__ is str else ELEMENTS
    return what * (counted("repeat", times, len(what), most) if what else 0)


def slice_function(target: Value, first: Value, last: Value, step: Value) -> Value:
    return slice_(target, first, last, step)


def member(items: Value, wanted: Value) -> bool:
    if items.__class__ is list:
        return any(equals(item, wanted) is True for item in _each(items))
    if items.__class__ is str:
        return string("member", wanted) in items
    raise Stop("std.member first argument must be an array or a string")


def _each(items: list[Value]) -> map[Value]:
    return map(_ready, items)


def _ready(item: Value) -> Value:
    return force(item) if item.__class__ is Thunk else item


def contains(items: Value, wanted: Value) -> bool:
    return any(equals(item, wanted) is True for item in _each(iterable(items)))


def count_(items: Value, wanted: Value) -> float:
    if items.__class__ is not list:
        refuse("filter", "function, array", Func(count_, ()), items)
    if not items:
        return 0.0
    target = force(wanted) if wanted.__class__ is Thunk else wanted
    return float(sum(equals(item, target) is True for item in _each(items)))


def find(wanted: Value, items: Value) -> list[Value]:
    if items.__class__ is not list:
        raise Stop(f"find second parameter should be an array, got {type_name(items)}")
    if not items:
        return []
    target = force(wanted) if wanted.__class__ is Thunk else wanted
    places = enumerate(values(items))
    return [float(at) for at, item in places if equals(item, target) is True]


def _function(name: str, word: str, function: Value) -> None:
    if function.__class__ is not Func:
        kind = type_name(function)
        raise Stop(f"std.{name} {word} param must be function, got {kind}")


def _mappable(name: str, items: Value) -> list[Value]:
    if items.__class__ is not list and items.__class__ is not str:
        kind = type_name(items)
        raise Stop(f"std.{name} second param must be array / string, got {kind}")
    return sequence(items)


def map_(function: Value, items: Value) -> list[Value]:
    _function("map", "first", function)
    elements = _mappable("map", items)
    code = caller(function, 1, len(elements))
    return [Thunk(code, item) for item in elements]


def map_with_index(function: Value, items: Value) -> list[Value]:
    _function("mapWithIndex", "first", function)
    elements = _mappable("mapWithIndex", items)
    code = caller(function, 2, len(elements))

    def mapped(place: tuple[float, Value]) -> Value:
        return code(*place)

    return [Thunk(mapped, (float(at), item)) for at, item in enumerate(elements)]


def _true(answer: Value) -> bool:
    if answer.__class__ is not bool:
        raise Stop(f"filter function must return boolean, got: {type_name(answer)}")
    return bool(answer)


def filter_(function: Value, items: Value) -> list[Value]:
    if function.__class__ is not Func or items.__class__ is not list:
        refuse("filter", "function, array", function, items)
    code = caller(function, 1, len(items))
    return [item for item in items if _true(code(item))]


def filter_map(test: Value, function: Value, items: Value) -> list[Value]:
    _function("filterMap", "first", test)
    _function("filterMap", "second", function)
    if items.__class__ is not list:
        raise Stop(f"std.filterMap third param must be array, got {type_name(items)}")
    return map_(function, filter_(test, items))


def flat_map(function: Value, items: Value) -> Value:
    _function("flatMap", "first", function)
    if items.__class__ is not str and items.__class__ is not list:
        kind = type_name(items)
        raise Stop(f"std.flatMap second param must be array / string, got {kind}")
    code = caller(function, 1, len(items))
    if items.__class__ is str:
        return "".join([_flat_text(code(letter)) for letter in items])
    result: list[Value] = []
    for item in items:
        part = code(item)
        if part.__class__ is not list:
            wanted = "std.flatMap on arrays, provided function must return an array"
            raise Stop(f"{wanted}, got {type_name(part)}")
        result += part
    return result


def _flat_text(part: Value) -> str:
    if part.__class__ is not str:
        wanted = "std.flatMap on strings, provided function must return a string"
        raise Stop(f"{wanted}, got {type_name(part)}")
    return str(part)


def fold_with(function: Value, items: Value) -> Callable[..., Value]:
    """Take the function of a fold over items, which are not looked at yet."""
    if function.__class__ is not Func:
        raise Stop(f"only functions can be called, got {type_name(function)}")
    return caller(function, 2, len(items) if items.__class__ in (list, str) else 0)


def foldl(function: Value, items: Value, start: Value) -> Value:
    total = force(start) if start.__class__ is Thunk else start
    return fold(fold_with(function, items), total, sequence(items, "foldl"), function, 0)


def foldr(function: Value, items: Value, start: Value) -> Value:
    total = force(start) if start.__class__ is Thunk else start
    code = fold_with(function, items)
    elements = sequence(items, "foldr")[::-1]
    return fold(lambda so_far, item: code(item, so_far), total, elements, function, 1)


def join(separator: Value, items: Value) -> Value:
    if items.__class__ is not list:
        raise Stop(f"join second parameter should be array, got {type_name(items)}")
    if separator.__class__ is str:
        try:
            afford(sum(map(len, items)) + len(separator) * len(items))
            return separator.join(items)
        except TypeError:
            texts = _parts(items, str, "string")
            afford(sum(map(len, texts)) + len(separator) * len(texts))
            return separator.join(texts)
    if separator.__class__ is not list:
        raise Stop(f"join first parameter should be string or array, got {type_name(separator)}")
    result: list[Value] = []
    for at, part in enumerate(_parts(items, list, "array")):
        if at:
            result += separator
        result += part
    return result


def _parts(items: list[Value], kind: type, word: str) -> list[Value]:
    parts = []
    for at, item in enumerate(values(items)):
        if item.__class__ is kind:
            parts.append(item)
        elif item is not None:
            raise Stop(f"expected {word} but arr[{at}] was {type_name(item)}")
    return parts


def lines(items: Value) -> Value:
    if items.__class__ is not list:
        return join("\n", add(items, [""]))
    return join("\n", [*items, ""])


def flatten_arrays(items: Value) -> Value:
    result: Value = []
    for item in values(sequence(items, "foldl")):
        if item.__class__ is list and result.__class__ is list:
            result += item
        else:
            result = add(result, item)
    return result


def reverse(items: Value) -> list[Value]:
    return array("reverse", items)[::-1]


def all_(items: Value) -> bool:
    return _quantified("all", items, stop=False)


def any_(items: Value) -> bool:
    return _quantified("any", items, stop=True)


def _quantified(name: str, items: Value, *, stop: bool) -> bool:
    if items.__class__ is not list:
        raise Stop(f"{name}() parameter should be an array, got {type_name(items)}")
    for at in range(len(items)):
        item = element(items, at)  # those behind the one that decides are never worked out
        if item.__class__ is not bool:
            what = f"of type {type_name(item)} is not a boolean"
            go = f'element "{to_string(item)}" {what}'
            raise Stop(f'element "{to_string(float(at))}" {what}', go=go)
        if item is stop:
            return stop
    return not stop


def remove(items: Value, unwanted: Value) -> list[Value]:
    elements = array("remove", items)
    for at, item in enumerate(values(elements)):
        if equals(item, unwanted) is True:
            return elements[:at] + elements[at + 1 :]
    return elements


def remove_at(items: Value, place: Value) -> list[Value]:
    elements, at = array("removeAt", items), whole("removeAt", place)
    if not 0 <= at < len(elements):
        out_of_bounds(f"array bounds error: {at}", at, len(elements))
    return elements[:at] + elements[at + 1 :]


__all__ = ["element"]
