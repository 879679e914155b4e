"""Library functions whose result says more than a signature can.

A rule looks at the arguments in the order that helps: the array before the function that will be
called with its elements.  It returns None to leave the whole call to the signature; where it
returns a type it has checked the arguments itself.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker import library_objects as objects
from confty.languages.jsonnet.checker.arguments import Arguments, accepts, elements
from confty.languages.jsonnet.checker.checker import PARTLY
from confty.languages.jsonnet.checker.conditions import element_test, learned
from confty.languages.jsonnet.checker.constants import equal
from confty.languages.jsonnet.checker.formats import check_format
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import element_of, kind_of, members, vague
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.origins import grown, instance_of
from confty.languages.jsonnet.checker.scope import Doubt
from confty.languages.jsonnet.checker.subscripts import sliced
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.codes import TYPE_MISMATCH
from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser.syntax import Null
from confty.languages.jsonnet.rules import ANY, ARRAY, OBJECT, RELATION
from confty.text import Severity
from confty.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# Folds over no more elements than this are folded element by element.
_MOST_STEPS: Final = 6


def map_(arguments: Arguments) -> Type | None:
    """Infer ``map``: an array of what the function gives."""
    inside = arguments.inside(1)
    made = arguments.result(0, inside)
    accepts(arguments, 0, inside)
    arguments.wanted(1)
    return types.list_of(made)


def map_with_index(arguments: Arguments) -> Type | None:
    """Infer ``mapWithIndex``: an array of what the function gives."""
    inside = arguments.inside(1)
    made = arguments.result(0, types.NUMBER, inside)
    accepts(arguments, 0, types.NUMBER, inside)
    arguments.wanted(1)
    return types.list_of(made)


def _kept(arguments: Arguments, place: int, inside: Type) -> Type:
    fact = element_test(arguments.check, stripped(arguments.value(place)))
    return inside if fact is None else learned(fact, inside)


def filter_(arguments: Arguments) -> Type | None:
    """Infer ``filter``: an array of the elements that the test leaves."""
    inside = elements(arguments.type(1))
    arguments.function_type(0, inside)
    accepts(arguments, 0, inside)
    arguments.wanted(1)
    return types.list_of(_kept(arguments, 0, inside))


def filter_map(arguments: Arguments) -> Type | None:
    """Infer ``filterMap``: ``filter``, then ``map``."""
    inside = elements(arguments.type(2))
    arguments.function_type(0, inside)
    accepts(arguments, 0, inside)
    inside = _kept(arguments, 0, inside)
    made = arguments.result(1, inside)
    accepts(arguments, 1, inside)
    arguments.wanted(2)
    return types.list_of(made)


def flat_map(arguments: Arguments) -> Type | None:
    """Infer ``flatMap``: the elements of what the function gives."""
    source = arguments.type(1)
    inside = arguments.inside(1)
    made = arguments.result(0, inside)
    accepts(arguments, 0, inside)
    arguments.wanted(1)
    if kind_of(source) == "string":
        arguments.check.want(arguments.value(0), made, types.union_of(types.NULL, types.STRING))
        return types.STRING
    parts = members(erased(source))
    if any(kind_of(part) != "array" for part in parts):
        return types.union_of(types.STRING, ARRAY)
    arguments.check.want(arguments.value(0), made, ARRAY)
    results = [element_of(one) if kind_of(one) == "array" else ANY for one in members(made)]
    return types.list_of(types.gradual_union(*[ANY if one is None else one for one in results]))


def _fold(arguments: Arguments, *, left: bool) -> Type | None:
    inside = arguments.inside(1)
    start = erased(arguments.type(2))
    arguments.wanted(1)
    if arguments.check.close:
        stepped = _stepped(arguments, inside, left=left)
        if stepped is not None:
            arguments.wanted(0)
            return stepped
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
    if RELATION.assignable(start, made) is types.SAFE:
        return made
    return types.gradual_union(start, made)


def _stepped(arguments: Arguments, inside: Type, *, left: bool) -> Type | None:
    """Fold as far as it is known what there is to fold; None where the result is not known.

    A few elements that are written out are folded one by one.  Of an array whose length is not
    known one step is taken, to see what the function does with what it starts from; if that makes
    an object, the result is one that may have grown since.
    """
    check, start, source = arguments.check, arguments.type(2), arguments.type(1)
    if inside is types.NEVER or start is ANY or not check.work.enter(arguments.node):
        return None
    steps = source.elements if isinstance(source, types.Tuple) else ()
    whole = 0 < len(steps) <= _MOST_STEPS
    before, found = check.unsure, start
    if not steps:
        check.unsure = Doubt(before, arguments.value(1))
    for element in (steps if left else reversed(steps)) if whole else (inside,):
        found = arguments.result(0, *((found, element) if left else (element, found)))
        arguments.types.pop(0, None)
    check.unsure = before
    check.work.leave(arguments.node)
    if whole:
        return found
    parts = members(found)
    if not parts or not all(instance_of(one) for one in (*parts, start)):
        return None
    return types.gradual_union(*[grown(one) for one in parts])


def foldl(arguments: Arguments) -> Type | None:
    """Infer ``foldl``: what the accumulator grows to."""
    return _fold(arguments, left=True)


def foldr(arguments: Arguments) -> Type | None:
    """Infer ``foldr``: what the accumulator grows to."""
    return _fold(arguments, left=False)


def _widened(start: Type) -> Type:
    """Guess what an accumulator grows to: an array of anything, an object of any fields."""
    kinds = {kind_of(part) for part in members(start)}
    return ARRAY if kinds == {"array"} else OBJECT if kinds == {"object"} else start


def _steady(arguments: Arguments, start: Type, inside: Type, *, left: bool) -> Type | None:
    """Fold on trial as if the accumulator kept one type; None when it does not."""

    def work() -> Type | None:
        given = (start, inside) if left else (inside, start)
        made = erased(arguments.result(0, *given))
        return made if RELATION.assignable(made, start) is types.SAFE else None

    found = None if start is ANY else arguments.check.attempt(work)
    if found is None:
        arguments.types.pop(0, None)
    return found


def flatten(arguments: Arguments) -> Type | None:
    """Infer ``flattenArrays``: the elements of the elements."""
    if not arguments.wanted(0):
        return ARRAY
    inside = [element_of(part) or ANY for part in members(elements(arguments.type(0)))]
    return types.list_of(types.gradual_union(*inside))


def make_array(arguments: Arguments) -> Type | None:
    """Infer ``makeArray``: an array of what the function gives."""
    made = arguments.result(1, types.NUMBER)
    arguments.wanted(0)
    accepts(arguments, 1, types.NUMBER)
    return types.list_of(made)


def join(arguments: Arguments) -> Type | None:
    """Infer ``join``: a string of strings, an array of arrays."""
    separator = erased(arguments.type(0))
    found = erased(arguments.type(1))
    if not arguments.wanted(0) or not arguments.wanted(1):
        return types.STRING if kind_of(separator) == "string" else None
    if kind_of(separator) == "string":
        wanted = types.list_of(types.union_of(types.NULL, types.STRING))
        arguments.check.want(arguments.value(1), found, wanted)
        return types.STRING
    if kind_of(separator) == "array":
        wanted = types.list_of(types.union_of(types.NULL, ARRAY))
        arguments.check.want(arguments.value(1), found, wanted)
        inside = [
            element_of(part) or ANY for part in members(elements(found)) if part is not types.NULL
        ]
        return types.list_of(types.gradual_union(element_of(separator) or ANY, *inside))
    return types.union_of(types.STRING, ARRAY)


def same_array(arguments: Arguments) -> Type | None:
    """Infer ``sort`` and ``uniq``: an array of the same elements."""
    inside = elements(arguments.type(0))
    if len(arguments) > 1:
        arguments.function_type(1, inside)
        accepts(arguments, 1, inside)
    arguments.wanted(0)
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if isinstance(part, (types.SetOf, types.ListOf)):
            results.append(part)
        elif isinstance(part, types.Tuple):
            results.append(_shuffled(part, arguments.name))
        else:
            results.append(ARRAY)
    return types.gradual_union(*results)


def _shuffled(part: types.Tuple, name: str) -> Type:
    if len(part.elements) < 2:
        return part
    inside = types.gradual_union(*part.elements)
    if name == "uniq":
        return types.list_of(inside)
    return (
        types.tuple_of(*[inside] * len(part.elements))
        if len(part.elements) <= 64
        else types.list_of(inside)
    )


def set_(arguments: Arguments) -> Type | None:
    """Infer ``set``: a set of the elements."""
    inside = elements(arguments.type(0))
    if len(arguments) > 1:
        arguments.function_type(1, inside)
        accepts(arguments, 1, inside)
    if not arguments.wanted(0):
        return types.set_of(ANY)
    return types.set_of(inside)


def reverse(arguments: Arguments) -> Type | None:
    """Infer ``reverse``: an array of the same elements."""
    if not arguments.wanted(0):
        return ARRAY
    found = erased(arguments.type(0))
    if isinstance(found, types.Tuple):
        return types.tuple_of(*reversed(found.elements))
    return types.list_of(elements(found))


def repeat(arguments: Arguments) -> Type | None:
    """Infer ``repeat``: a string of a string, an array of an array."""
    arguments.all_wanted()
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if kind_of(part) == "string":
            results.append(types.STRING)
        elif kind_of(part) == "array":
            results.append(types.list_of(element_of(part) or ANY))
        else:
            results.append(types.union_of(types.STRING, ARRAY))
    return types.gradual_union(*results)


def slice_(arguments: Arguments) -> Type | None:
    """Infer ``slice``: what a slice gives."""
    arguments.all_wanted()
    return sliced(arguments.type(0), None)


def length(arguments: Arguments) -> Type | None:
    """Infer ``length``: a number, of whatever has a length."""
    found = erased(arguments.type(0))
    parts = () if vague(found) else members(found)
    wrong = [one for one in parts if kind_of(one) in {"null", "true", "false", "number"}]
    severity = Severity.ERROR if len(wrong) == len(parts) else PARTLY
    if wrong:
        part = types.gradual_union(*wrong)
        message = f"expected a value with a length, found `{spell(part)}`"
        arguments.check.report_value(TYPE_MISMATCH, arguments.value(0), message, part, severity)
    return types.NUMBER


def member(arguments: Arguments) -> Type | None:
    """Infer ``member``: in a string a string is looked for, in an array anything may be."""
    if kind_of(erased(arguments.type(0))) == "string":
        arguments.check.want(arguments.value(1), arguments.type(1), types.STRING)
    return None


def format_(arguments: Arguments) -> Type | None:
    """Infer ``format``: the codes of the string held against the values."""
    arguments.all_wanted()
    values = arguments.value(1)
    check_format(arguments.check, stripped(arguments.value(0)), values, arguments.type(1))
    return types.STRING


def mod(arguments: Arguments) -> Type | None:
    """Infer ``mod``: what ``%`` gives."""
    found = {kind_of(part) for part in members(erased(arguments.type(0)))}
    if found == {"string"}:
        return format_(arguments)
    if found == {"number"}:
        arguments.check.want(arguments.value(1), arguments.type(1), types.NUMBER)
        return types.NUMBER
    return None


def assert_equal(arguments: Arguments) -> Type | None:
    """Infer ``assertEqual``: what cannot be equal stops the program here."""
    left, right = erased(arguments.type(0)), erased(arguments.type(1))
    kinds = [{kind_of(part) for part in members(one)} for one in (left, right)]
    if all(kinds) and "any" not in kinds[0] | kinds[1] and not kinds[0] & kinds[1]:
        return types.NEVER
    same = equal(arguments.check, arguments.value(0), arguments.value(1))
    return types.NEVER if same is False else None


def extreme(arguments: Arguments) -> Type | None:
    """Infer ``minArray`` and ``maxArray``: an element, or what stands for an empty array."""
    inside = elements(arguments.type(0))
    if len(arguments) > 1 and not isinstance(stripped(arguments.value(1)), Null):
        arguments.function_type(1, inside)
        accepts(arguments, 1, inside)
    found = arguments.type(0)
    arguments.check.want(arguments.value(0), found, ARRAY, arguments.severity())
    return types.gradual_union(inside, arguments.type(2)) if len(arguments) > 2 else inside


_RULES: Final[dict[str, Callable[[Arguments], Type | None]]] = {
    rule.__name__: rule
    for rule in (
        assert_equal,
        extreme,
        filter_,
        filter_map,
        flat_map,
        flatten,
        foldl,
        foldr,
        format_,
        join,
        length,
        make_array,
        map_,
        map_with_index,
        member,
        mod,
        repeat,
        reverse,
        same_array,
        set_,
        slice_,
        objects.external,
        objects.native,
        objects.get,
        objects.keys_values,
        objects.map_with_key,
        objects.merge_patch,
        objects.object_values,
        objects.parse_json,
        objects.parse_yaml,
        objects.prune,
        objects.remove_key,
    )
}

# The rules by the name of the library function whose record names them.
LIBRARY: Final = {one.name: _RULES[one.rule] for one in FUNCTIONS.values() if one.rule}
