"""Library functions whose result says more than a signature can.

A rule looks at the arguments in the order that helps: the array before the function that will be
called with its elements.  It returns None to leave the whole call to the signature; where it
returns a type it has checked the arguments itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.languages.jsonnet.checker import library_objects as objects
from confty.languages.jsonnet.checker.arguments import Arguments, accepts, elements
from confty.languages.jsonnet.checker.conditions import element_test, learned
from confty.languages.jsonnet.checker.constants import equal
from confty.languages.jsonnet.checker.formats import check_format
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import element_of, kind_of, members, vague
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.subscripts import sliced
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.codes import TYPE_MISMATCH
from confty.languages.jsonnet.parser.syntax import (
    Null,
    String,
)
from confty.languages.jsonnet.rules import ANY, ARRAY, OBJECT, RELATION
from confty.text import Severity
from confty.types import (
    NEVER,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    ListOf,
    SetOf,
    Tuple,
    Type,
    gradual_union,
    list_of,
    set_of,
    tuple_of,
    union_of,
)


def _map(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(1))
    made = arguments.result(0, inside)
    accepts(arguments, 0, inside)
    arguments.wanted(1)
    return list_of(made)


def _map_with_index(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(1))
    made = arguments.result(0, NUMBER, inside)
    accepts(arguments, 0, NUMBER, inside)
    arguments.wanted(1)
    return list_of(made)


def _kept(arguments: Arguments, place: int, inside: Type) -> Type:
    fact = element_test(arguments.check, stripped(arguments.value(place)))
    return inside if fact is None else learned(fact, inside)


def _filter(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(1))
    arguments.function_type(0, inside)
    accepts(arguments, 0, inside)
    arguments.wanted(1)
    return list_of(_kept(arguments, 0, inside))


def _filter_map(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(2))
    arguments.function_type(0, inside)
    accepts(arguments, 0, inside)
    inside = _kept(arguments, 0, inside)
    made = arguments.result(1, inside)
    accepts(arguments, 1, inside)
    arguments.wanted(2)
    return list_of(made)


def _flat_map(arguments: Arguments) -> Type | None:
    source = arguments.type(1)
    inside = elements(source)
    made = arguments.result(0, inside)
    accepts(arguments, 0, inside)
    arguments.wanted(1)
    if source is STRING:
        arguments.check.want(arguments.value(0), made, union_of(NULL, STRING))
        return STRING
    parts = members(erased(source))
    if any(kind_of(part) != "array" for part in parts):
        return union_of(STRING, ARRAY)
    arguments.check.want(arguments.value(0), made, ARRAY)
    results = [element_of(one) if kind_of(one) == "array" else ANY for one in members(made)]
    return list_of(gradual_union(*[ANY if one is None else one for one in results]))


def _fold(arguments: Arguments, *, left: bool) -> Type | None:
    inside = elements(arguments.type(1))
    start = erased(arguments.type(2))
    arguments.wanted(1)
    made = _steady(arguments, start, inside, left=left)
    wider = _widened(start)
    if made is None and wider is not start:
        grown = _steady(arguments, wider, inside, left=left)
        made = None if grown is None else wider
    if made is None:
        # The accumulator takes what the function gives, which is known only afterwards.
        given = (ANY, inside) if left else (inside, ANY)
        made = erased(arguments.result(0, *given))
    arguments.wanted(0)
    if RELATION.assignable(start, made) is SAFE:
        return made
    return gradual_union(start, made)


def _widened(start: Type) -> Type:
    """Guess what an accumulator grows to: an array of anything, an object of any fields."""
    kinds = {kind_of(part) for part in members(start)}
    return ARRAY if kinds == {"array"} else OBJECT if kinds == {"object"} else start


def _steady(arguments: Arguments, start: Type, inside: Type, *, left: bool) -> Type | None:
    """Fold on trial as if the accumulator kept one type; None when it does not."""

    def work() -> Type | None:
        given = (start, inside) if left else (inside, start)
        made = erased(arguments.result(0, *given))
        return made if RELATION.assignable(made, start) is SAFE else None

    found = None if start is ANY else arguments.check.attempt(work)
    if found is None:
        arguments.types.pop(0, None)
    return found


def _flatten(arguments: Arguments) -> Type | None:
    """``flattenArrays``: the elements of the elements."""
    if not arguments.wanted(0):
        return ARRAY
    inside = [element_of(part) or ANY for part in members(elements(arguments.type(0)))]
    return list_of(gradual_union(*inside))


def _make_array(arguments: Arguments) -> Type | None:
    made = arguments.result(1, NUMBER)
    arguments.wanted(0)
    accepts(arguments, 1, NUMBER)
    return list_of(made)


def _join(arguments: Arguments) -> Type | None:
    separator = erased(arguments.type(0))
    found = erased(arguments.type(1))
    if not arguments.wanted(0) or not arguments.wanted(1):
        return STRING if separator is STRING else None
    if separator is STRING:
        wanted = list_of(union_of(NULL, STRING))
        arguments.check.want(arguments.value(1), found, wanted)
        return STRING
    if kind_of(separator) == "array":
        wanted = list_of(union_of(NULL, ARRAY))
        arguments.check.want(arguments.value(1), found, wanted)
        inside = [element_of(part) or ANY for part in members(elements(found)) if part is not NULL]
        return list_of(gradual_union(element_of(separator) or ANY, *inside))
    return union_of(STRING, ARRAY)


def _same_array(arguments: Arguments) -> Type | None:
    """``sort`` and ``uniq``: an array of the same elements."""
    inside = elements(arguments.type(0))
    if len(arguments) > 1:
        arguments.function_type(1, inside)
        accepts(arguments, 1, inside)
    arguments.wanted(0)
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if isinstance(part, (SetOf, ListOf)):
            results.append(part)
        elif isinstance(part, Tuple):
            results.append(_shuffled(part, arguments.name))
        else:
            results.append(ARRAY)
    return gradual_union(*results)


def _shuffled(part: Tuple, name: str) -> Type:
    if len(part.elements) < 2:
        return part
    inside = gradual_union(*part.elements)
    if name == "uniq":
        return list_of(inside)
    return (
        tuple_of(*[inside] * len(part.elements)) if len(part.elements) <= 64 else list_of(inside)
    )


def _set(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(0))
    if len(arguments) > 1:
        arguments.function_type(1, inside)
        accepts(arguments, 1, inside)
    if not arguments.wanted(0):
        return set_of(ANY)
    return set_of(inside)


def _reverse(arguments: Arguments) -> Type | None:
    if not arguments.wanted(0):
        return ARRAY
    found = erased(arguments.type(0))
    if isinstance(found, Tuple):
        return tuple_of(*reversed(found.elements))
    return list_of(elements(found))


def _repeat(arguments: Arguments) -> Type | None:
    arguments.all_wanted()
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if part is STRING:
            results.append(STRING)
        elif kind_of(part) == "array":
            results.append(list_of(element_of(part) or ANY))
        else:
            results.append(union_of(STRING, ARRAY))
    return gradual_union(*results)


def _slice(arguments: Arguments) -> Type | None:
    arguments.all_wanted()
    return sliced(arguments.type(0), None)


def _length(arguments: Arguments) -> Type | None:
    found = erased(arguments.type(0))
    parts = () if vague(found) else members(found)
    wrong = [one for one in parts if kind_of(one) in {"null", "true", "false", "number"}]
    severity = Severity.ERROR if len(wrong) == len(parts) else Severity.WARNING
    if wrong:
        part = gradual_union(*wrong)
        message = f"expected a value with a length, found `{spell(part)}`"
        arguments.check.report(TYPE_MISMATCH, arguments.value(0), message, severity)
    return NUMBER


def _member(arguments: Arguments) -> Type | None:
    """``member`` looks for a string in a string; in an array anything may be looked for."""
    if erased(arguments.type(0)) is STRING:
        arguments.check.want(arguments.value(1), arguments.type(1), STRING)
    return None


def _format(arguments: Arguments) -> Type | None:
    text = stripped(arguments.value(0))
    arguments.all_wanted()
    if isinstance(text, String):
        check_format(arguments.check, text, arguments.type(1))
    return STRING


def _mod(arguments: Arguments) -> Type | None:
    found = {kind_of(part) for part in members(erased(arguments.type(0)))}
    if found == {"string"}:
        return _format(arguments)
    if found == {"number"}:
        arguments.check.want(arguments.value(1), arguments.type(1), NUMBER)
        return NUMBER
    return None


def _assert_equal(arguments: Arguments) -> Type | None:
    """What cannot be equal stops the program here."""
    left, right = erased(arguments.type(0)), erased(arguments.type(1))
    kinds = [{kind_of(part) for part in members(one)} for one in (left, right)]
    if all(kinds) and "any" not in kinds[0] | kinds[1] and not kinds[0] & kinds[1]:
        return NEVER
    same = equal(arguments.check, arguments.value(0), arguments.value(1))
    return NEVER if same is False else None


def _extreme(arguments: Arguments) -> Type | None:
    """``minArray`` and ``maxArray``: an element, or what stands for an empty array."""
    inside = elements(arguments.type(0))
    if len(arguments) > 1 and not isinstance(stripped(arguments.value(1)), Null):
        arguments.function_type(1, inside)
        accepts(arguments, 1, inside)
    found = arguments.type(0)
    arguments.check.want(arguments.value(0), found, ARRAY, arguments.severity())
    return gradual_union(inside, arguments.type(2)) if len(arguments) > 2 else inside


LIBRARY: Final[dict[str, Callable[[Arguments], Type | None]]] = {
    "map": _map,
    "mapWithIndex": _map_with_index,
    "filter": _filter,
    "filterMap": _filter_map,
    "flatMap": _flat_map,
    "foldl": lambda arguments: _fold(arguments, left=True),
    "foldr": lambda arguments: _fold(arguments, left=False),
    "makeArray": _make_array,
    "flattenArrays": _flatten,
    "objectValues": objects.object_values,
    "objectValuesAll": objects.object_values,
    "objectKeysValues": objects.keys_values,
    "objectKeysValuesAll": objects.keys_values,
    "mapWithKey": objects.map_with_key,
    "get": objects.get,
    "objectRemoveKey": objects.remove_key,
    "mergePatch": objects.merge_patch,
    "join": _join,
    "sort": _same_array,
    "uniq": _same_array,
    "set": _set,
    "reverse": _reverse,
    "repeat": _repeat,
    "slice": _slice,
    "length": _length,
    "prune": objects.prune,
    "member": _member,
    "format": _format,
    "extVar": objects.external,
    "mod": _mod,
    "minArray": _extreme,
    "maxArray": _extreme,
    "assertEqual": _assert_equal,
    "parseJson": objects.parse_json,
}
