"""The types of the standard library: what its records say, parsed on first use."""

from __future__ import annotations

from functools import cache

from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.library import METHODS, STD
from confty.languages.rcl.library_function import LibraryFunction
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.types import parse_type
from confty.languages.rcl.rules import RULES
from confty.text import Source
from confty.types import (
    NEVER,
    NUMBER,
    STRING,
    Dynamic,
    Function,
    ListOf,
    MapOf,
    Object,
    SetOf,
    Type,
    Var,
    function_of,
    join,
    join_all,
    map_of,
    object_of,
    parameter,
    set_of,
    substitute,
    unfold,
    var,
)


@cache
def _parse(text: str) -> Type:
    if " | " in text:
        left, right = text.split(" | ")
        return join(_parse(left), _parse(right), RULES)
    annotations = Annotations(Source("std", text), [])
    annotations.aliases = {name: var(name) for name in ("T", "U", "K", "V", "Self")}
    return annotations.type_of(parse_type(Cursor(lex(annotations.source).output)))


@cache
def signature(function: LibraryFunction) -> Function:
    """Return the type of a function of the library, with its variables."""
    parameters = []
    for one in function.parameters:
        name, _, type_ = one.partition(": ")
        parameters.append(parameter(name, _parse(type_)))
    return function_of(parameters, _parse(function.result))


@cache
def std_type() -> Object:
    """Return the type of ``std``."""
    fields: dict[str, Type] = {name: signature(one) for name, one in STD.items()}
    return object_of({**fields, "empty_set": set_of(NEVER)})


def as_map(record: Object) -> MapOf:
    """Return the dict type that a record also has."""
    values = [one.type for one in record.fields]
    if record.rest is not None:
        values.append(record.rest)
    return map_of(STRING, join_all(values, RULES))


def kind_of(type_: Type) -> str | None:
    """Name the kind of receiver that has methods."""
    if type_ is STRING:
        return "String"
    if type_ is NUMBER:
        return "Number"
    if isinstance(type_, ListOf):
        return "List"
    if isinstance(type_, SetOf):
        return "Set"
    return "Dict" if isinstance(type_, (MapOf, Object)) else None


def method_type(receiver: Type, name: str) -> Type | None:
    """Return the type of a method of a receiver, its own variables filled in."""
    receiver = unfold(receiver)
    kind = kind_of(receiver)
    method = METHODS[kind].get(name) if kind is not None else None
    if method is None:
        return None
    if isinstance(receiver, Object):
        receiver = as_map(receiver)
    bindings: dict[str, Type] = {"Self": receiver}
    if isinstance(receiver, (ListOf, SetOf)):
        bindings["T"] = receiver.element
    elif isinstance(receiver, MapOf):
        bindings["K"], bindings["V"] = receiver.key, receiver.value
        if name == "get":
            # The result is a value or the default: joined when the call shows the default.
            return function_of(
                [parameter("key", _parse("Any")), parameter("default", var("U"))],
                receiver.value if not isinstance(receiver.value, Dynamic) else _parse("Any"),
            )
    return substitute(signature(method), bindings)


def solve(wanted: Type, found: Type, bindings: dict[str, Type]) -> None:
    """Bind the variables of a parameter's type by what was passed for it."""
    if isinstance(wanted, Var):
        bindings.setdefault(wanted.name, found)
    elif isinstance(wanted, Function) and isinstance(found, Function):
        solve(wanted.result, found.result, bindings)
