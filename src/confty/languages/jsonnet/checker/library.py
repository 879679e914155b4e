"""Library functions whose result says more than a signature can.

A rule looks at the arguments in the order that helps: the array before the function that will be
called with its elements.  It returns None to leave the whole call to the signature; where it
returns a type it has checked the arguments itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.languages.jsonnet.checker.engine import Checker
from confty.languages.jsonnet.checker.flow import learn
from confty.languages.jsonnet.checker.formats import check_format
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.tests import element_test, stripped
from confty.languages.jsonnet.codes import TYPE_MISMATCH
from confty.languages.jsonnet.parser.syntax import (
    Argument,
    Call,
    Expression,
    Null,
    String,
)
from confty.languages.jsonnet.parser.syntax import (
    Function as FunctionNode,
)
from confty.languages.jsonnet.rules import (
    ANY,
    ARRAY,
    OBJECT,
    RULES,
    element_of,
    erased,
    kind_of,
    members,
    replaced,
    spell,
)
from confty.text import Severity
from confty.types import (
    HAS_VAR,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    UNIT,
    Function,
    ListOf,
    Object,
    SetOf,
    Tuple,
    Type,
    Var,
    field,
    gradual_union,
    list_of,
    object_of,
    set_of,
    tuple_of,
    union_of,
)
from confty.types import match as solve


class Arguments:
    """The arguments of one call, inferred when a rule asks for them."""

    def __init__(self, check: Checker, node: Call, name: str, function: Function) -> None:
        self.check = check
        self.node = node
        self.name = name
        self.function = function
        self.parameters = function.parameters or ()
        self.types: dict[int, Type] = {}
        count = len(node.arguments)
        required = sum(not one.optional for one in self.parameters)
        # A call that is not dealt out by place alone is left to the signature.
        self.plain = all(one.name is None for one in node.arguments) and required <= count <= len(
            self.parameters
        )

    def __len__(self) -> int:
        return len(self.node.arguments)

    def value(self, place: int) -> Expression:
        """Return the expression of an argument."""
        return self.node.arguments[place].value

    def type(self, place: int) -> Type:
        """Return the type of an argument, inferred once."""
        if place not in self.types:
            self.types[place] = self.check.infer(self.value(place))
        return self.types[place]

    def wanted(self, place: int) -> bool:
        """Hold an argument against its parameter."""
        return self.check.want(self.value(place), self.type(place), self.parameters[place].type)

    def all_wanted(self) -> None:
        """Hold every argument against its parameter."""
        for place in range(len(self)):
            self.wanted(place)

    def rest(self) -> None:
        """Infer what no rule has asked for."""
        for place in range(len(self)):
            self.type(place)

    def given(self) -> list[tuple[Argument, Type]]:
        """Return the arguments with their types."""
        return [(one, self.type(place)) for place, one in enumerate(self.node.arguments)]

    def function_type(self, place: int, *hints: Type) -> Type:
        """Return the type of a function argument that will be called with ``hints``."""
        node = stripped(self.value(place))
        if place not in self.types and isinstance(node, FunctionNode):
            if len(node.parameters) == len(hints):
                known = tuple(hint for hint in hints)
                found = infer_function(self.check, node.parameters, node.body, known)
                self.check.types[node] = self.check.types[self.value(place)] = found
                self.types[place] = found
                return found
        return self.type(place)

    def result(self, place: int, *given: Type) -> Type:
        """Return what a function argument gives when it is called with ``given``."""
        return called(self.check, self.function_type(place, *given), given)


def called(check: Checker, function: Type, given: tuple[Type, ...]) -> Type:
    """Return the result of a function for some arguments; complaints are made elsewhere."""
    results: list[Type] = []
    for part in members(function):
        if not isinstance(part, Function):
            results.append(ANY)
        elif not part.result.flags & HAS_VAR or part.parameters is None:
            results.append(part.result)
        else:
            bindings: dict[str, Type] = {}
            for wanted, found in zip(part.parameters, given, strict=False):
                if isinstance(wanted.type, Var):
                    bindings[wanted.type.name] = found
                elif wanted.type.flags & HAS_VAR:
                    solve(wanted.type, erased(found), bindings, RULES)
            results.append(erased(replaced(part.result, bindings)))
    return gradual_union(*results)


def _accepts(arguments: Arguments, place: int, *given: Type) -> None:
    """Ask that a function argument takes what it will be called with."""
    check = arguments.check
    found = erased(arguments.type(place))
    if not arguments.wanted(place):
        return
    for part in members(found):
        if isinstance(part, Function) and part.parameters is not None:
            for wanted, value in zip(part.parameters, given, strict=False):
                check.want(arguments.value(place), value, wanted.type, Severity.WARNING)


def elements(type_: Type) -> Type:
    """Return what an array or string runs over; ``any`` where that is not known."""
    inside: list[Type] = []
    for part in members(erased(type_)):
        element = STRING if part is STRING else element_of(part)
        inside.append(ANY if element is None else element)
    return gradual_union(*inside)


def _map(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(1))
    made = arguments.result(0, inside)
    _accepts(arguments, 0, inside)
    arguments.wanted(1)
    return list_of(made)


def _map_with_index(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(1))
    made = arguments.result(0, NUMBER, inside)
    _accepts(arguments, 0, NUMBER, inside)
    arguments.wanted(1)
    return list_of(made)


def _kept(arguments: Arguments, place: int, inside: Type) -> Type:
    fact = element_test(arguments.check, stripped(arguments.value(place)))
    return inside if fact is None else learn(fact, inside)


def _filter(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(1))
    arguments.function_type(0, inside)
    _accepts(arguments, 0, inside)
    arguments.wanted(1)
    return list_of(_kept(arguments, 0, inside))


def _filter_map(arguments: Arguments) -> Type | None:
    inside = elements(arguments.type(2))
    arguments.function_type(0, inside)
    _accepts(arguments, 0, inside)
    inside = _kept(arguments, 0, inside)
    made = arguments.result(1, inside)
    _accepts(arguments, 1, inside)
    arguments.wanted(2)
    return list_of(made)


def _flat_map(arguments: Arguments) -> Type | None:
    source = arguments.type(1)
    inside = elements(source)
    made = arguments.result(0, inside)
    _accepts(arguments, 0, inside)
    arguments.wanted(1)
    if source is STRING:
        return STRING
    parts = members(erased(source))
    if any(kind_of(part) != "array" for part in parts):
        return union_of(STRING, ARRAY)
    results = [element_of(one) if kind_of(one) == "array" else ANY for one in members(made)]
    return list_of(gradual_union(*[ANY if one is None else one for one in results]))


def _fold(arguments: Arguments, *, left: bool) -> Type | None:
    inside = elements(arguments.type(1))
    start = arguments.type(2)
    # The accumulator takes what the function gives, which is known only afterwards.
    first = (ANY, inside) if left else (inside, ANY)
    made = arguments.result(0, *first)
    arguments.wanted(0)
    arguments.wanted(1)
    if made.flags & HAS_VAR or erased(made) is ANY:
        return ANY
    return gradual_union(start, made)


def _make_array(arguments: Arguments) -> Type | None:
    made = arguments.result(1, NUMBER)
    arguments.wanted(0)
    _accepts(arguments, 1, NUMBER)
    return list_of(made)


def _values(arguments: Arguments, *, hidden: bool) -> Type:
    parts: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if not isinstance(part, Object):
            parts.append(ANY)
            continue
        parts += [one.type for one in part.fields if hidden or not one.hidden]
        if part.rest is not None:
            parts.append(ANY if part.rest is ANY else part.rest)
    return gradual_union(*parts)


def _object_values(arguments: Arguments) -> Type | None:
    arguments.wanted(0)
    return list_of(_values(arguments, hidden=arguments.name.endswith("All")))


def _keys_values(arguments: Arguments) -> Type | None:
    arguments.wanted(0)
    value = _values(arguments, hidden=arguments.name.endswith("All"))
    return list_of(object_of({"key": STRING, "value": value}))


def _map_with_key(arguments: Arguments) -> Type | None:
    source = arguments.type(1)
    value = _values_of(source)
    made = arguments.result(0, STRING, value)
    _accepts(arguments, 0, STRING, value)
    arguments.wanted(1)
    found = erased(source)
    if isinstance(found, Object):
        visible = [one for one in found.fields if not one.hidden]
        rest = None if found.rest is None else made
        return object_of({one.name: made for one in visible}, rest)
    return object_of((), made)


def _values_of(type_: Type) -> Type:
    parts: list[Type] = []
    for part in members(erased(type_)):
        if not isinstance(part, Object):
            return ANY
        parts += [one.type for one in part.fields]
        if part.rest is not None:
            parts.append(part.rest)
    return gradual_union(*parts)


def _get(arguments: Arguments) -> Type | None:
    arguments.all_wanted()
    key = stripped(arguments.value(1))
    default = arguments.type(2) if len(arguments) > 2 else NULL
    if not isinstance(key, String):
        return ANY
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if not isinstance(part, Object):
            return ANY
        known = part.by_name.get(key.value)
        if known is None:
            results.append(default if part.rest is None else gradual_union(part.rest, default))
        elif known.hidden and len(arguments) > 3:
            results.append(gradual_union(known.type, default))
        elif known.type is NEVER:
            results.append(default)
        else:
            results.append(known.type)
    return gradual_union(*results)


def _remove_key(arguments: Arguments) -> Type | None:
    arguments.all_wanted()
    key = stripped(arguments.value(1))
    found = erased(arguments.type(0))
    if not isinstance(key, String) or not isinstance(found, Object):
        return OBJECT
    kept = [
        field(one.name, one.type, hidden=one.hidden)
        for one in found.fields
        if one.name != key.value
    ]
    return object_of(kept, found.rest)


def _merge_patch(arguments: Arguments) -> Type | None:
    """A patch replaces and adds fields, and a null takes one away."""
    target, patch = erased(arguments.type(0)), erased(arguments.type(1))
    return _patched(target, patch)


def _patched(target: Type, patch: Type) -> Type:
    if not isinstance(patch, Object):
        return patch if len(members(patch)) == 1 and patch is not ANY else ANY
    if patch.rest is not None or any(one.hidden for one in patch.fields):
        return OBJECT
    below = target if isinstance(target, Object) else object_of(())
    if below.rest is not None or any(one.hidden for one in below.fields):
        return OBJECT
    if not isinstance(target, Object) and kind_of(target) in {"any", "object"}:
        return OBJECT
    fields = {one.name: one.type for one in below.fields}
    for one in patch.fields:
        kinds = {kind_of(part) for part in members(one.type)}
        if kinds == {"null"}:
            fields.pop(one.name, None)
        elif "null" in kinds or "any" in kinds:
            return OBJECT
        else:
            fields[one.name] = _patched(fields.get(one.name, NULL), one.type)
    return object_of(fields)


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
        _accepts(arguments, 1, inside)
    arguments.wanted(0)
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if isinstance(part, SetOf) or isinstance(part, ListOf):
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
        _accepts(arguments, 1, inside)
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
    from confty.languages.jsonnet.checker.subscripts import sliced

    arguments.all_wanted()
    return sliced(arguments.type(0), None)


def _length(arguments: Arguments) -> Type | None:
    found = erased(arguments.type(0))
    parts = members(found)
    wrong = [one for one in parts if kind_of(one) in {"null", "true", "false", "number"}]
    severity = Severity.ERROR if len(wrong) == len(parts) else Severity.WARNING
    if wrong:
        part = gradual_union(*wrong)
        message = f"expected a value with a length, found `{spell(part)}`"
        arguments.check.report(TYPE_MISMATCH, arguments.value(0), message, severity)
    return NUMBER


def _prune(arguments: Arguments) -> Type | None:
    return pruned(erased(arguments.type(0)))


def pruned(type_: Type) -> Type:
    """Drop null, empty arrays and empty objects from inside arrays and objects."""
    return gradual_union(*[_pruned(part) for part in members(type_)])


def _pruned(part: Type) -> Type:
    if isinstance(part, Tuple):
        inside = [pruned(one) for one in part.elements]
        if all(_stays(one) for one in inside):
            return tuple_of(*inside)
        return list_of(gradual_union(*[_kept_of(one) for one in inside]))
    if isinstance(part, (ListOf, SetOf)):
        return list_of(_kept_of(pruned(part.element)))
    if isinstance(part, Object):
        if part.rest is not None or any(one.hidden for one in part.fields):
            return OBJECT
        fields = [(one.name, pruned(one.type)) for one in part.fields]
        if all(_stays(type_) or _goes(type_) for _, type_ in fields):
            return object_of({name: type_ for name, type_ in fields if _stays(type_)})
        return OBJECT
    return part


def _goes(type_: Type) -> bool:
    return type_ in {NULL, UNIT, object_of(())}


def _stays(type_: Type) -> bool:
    """Whether no value of this type is dropped."""
    for part in members(type_):
        kind = kind_of(part)
        if kind in {"null", "any"} or isinstance(part, (ListOf, SetOf)) or part is UNIT:
            return False
        if isinstance(part, Object) and not part.fields:
            return False
    return True


def _kept_of(type_: Type) -> Type:
    return gradual_union(*[part for part in members(type_) if not _goes(part)])


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


def _external(arguments: Arguments) -> Type | None:
    name = stripped(arguments.value(0))
    arguments.all_wanted()
    if isinstance(name, String):
        return arguments.check.world.external(name.value)
    return ANY


def _mod(arguments: Arguments) -> Type | None:
    found = {kind_of(part) for part in members(erased(arguments.type(0)))}
    if found == {"string"}:
        return _format(arguments)
    if found == {"number"}:
        arguments.check.want(arguments.value(1), arguments.type(1), NUMBER)
        return NUMBER
    return None


def _extreme(arguments: Arguments) -> Type | None:
    """``minArray`` and ``maxArray``: an element, or what stands for an empty array."""
    inside = elements(arguments.type(0))
    if len(arguments) > 1 and not isinstance(stripped(arguments.value(1)), Null):
        arguments.function_type(1, inside)
        _accepts(arguments, 1, inside)
    arguments.check.want(arguments.value(0), arguments.type(0), ARRAY)
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
    "objectValues": _object_values,
    "objectValuesAll": _object_values,
    "objectKeysValues": _keys_values,
    "objectKeysValuesAll": _keys_values,
    "mapWithKey": _map_with_key,
    "get": _get,
    "objectRemoveKey": _remove_key,
    "mergePatch": _merge_patch,
    "join": _join,
    "sort": _same_array,
    "uniq": _same_array,
    "set": _set,
    "reverse": _reverse,
    "repeat": _repeat,
    "slice": _slice,
    "length": _length,
    "prune": _prune,
    "member": _member,
    "format": _format,
    "extVar": _external,
    "mod": _mod,
    "minArray": _extreme,
    "maxArray": _extreme,
}
