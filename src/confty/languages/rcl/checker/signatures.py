"""The types of the standard library: what its records say, parsed on first use."""

from __future__ import annotations

from functools import cache

from confty import types
from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.library import METHODS, STD
from confty.languages.rcl.library_function import LibraryFunction
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.types import parse_type
from confty.languages.rcl.rules import RULES
from confty.text import Source


@cache
def _parse(text: str) -> types.Type:
    if " | " in text:
        left, right = text.split(" | ")
        return types.join(_parse(left), _parse(right), RULES)
    annotations = Annotations(Source("std", text), [])
    annotations.aliases = {name: types.var(name) for name in ("T", "U", "K", "V", "Self")}
    return annotations.type_of(parse_type(Cursor(lex(annotations.source).output)))


@cache
def signature(function: LibraryFunction) -> types.Function:
    """Return the type of a function of the library, with its variables."""
    parameters = []
    for one in function.parameters:
        name, _, type_ = one.partition(": ")
        parameters.append(types.parameter(name, _parse(type_)))
    return types.function_of(parameters, _parse(function.result))


@cache
def std_type() -> types.Object:
    """Return the type of ``std``."""
    fields: dict[str, types.Type] = {name: signature(one) for name, one in STD.items()}
    return types.object_of({**fields, "empty_set": types.set_of(types.NEVER)})


def as_map(record: types.Object) -> types.MapOf:
    """Return the dict type that a record also has."""
    values = [one.type for one in record.fields]
    if record.rest is not None:
        values.append(record.rest)
    return types.map_of(types.STRING, types.join_all(values, RULES))


def kind_of(type_: types.Type) -> str | None:
    """Name the kind of receiver that has methods."""
    if type_ is types.STRING:
        return "String"
    if type_ is types.NUMBER:
        return "Number"
    if isinstance(type_, types.ListOf):
        return "List"
    if isinstance(type_, types.SetOf):
        return "Set"
    return "Dict" if isinstance(type_, (types.MapOf, types.Object)) else None


def method_type(receiver: types.Type, name: str) -> types.Type | None:
    """Return the type of a method of a receiver, its own variables filled in."""
    receiver = types.unfold(receiver)
    kind = kind_of(receiver)
    method = METHODS[kind].get(name) if kind is not None else None
    if method is None:
        return None
    if isinstance(receiver, types.Object):
        receiver = as_map(receiver)
    bindings: dict[str, types.Type] = {"Self": receiver}
    if isinstance(receiver, (types.ListOf, types.SetOf)):
        bindings["T"] = receiver.element
    elif isinstance(receiver, types.MapOf):
        bindings["K"], bindings["V"] = receiver.key, receiver.value
        if name == "get":
            # The result is a value or the default: joined when the call shows the default.
            return types.function_of(
                [
                    types.parameter("key", _parse("Any")),
                    types.parameter("default", types.var("U")),
                ],
                receiver.value if not isinstance(receiver.value, types.Dynamic) else _parse("Any"),
            )
    return types.substitute(signature(method), bindings)


def solve(wanted: types.Type, found: types.Type, bindings: dict[str, types.Type]) -> None:
    """Bind the variables of a parameter's type by what was passed for it."""
    if isinstance(wanted, types.Var):
        bindings.setdefault(wanted.name, found)
    elif isinstance(wanted, types.Function) and isinstance(found, types.Function):
        solve(wanted.result, found.result, bindings)
