"""The types of the standard library: what a method takes and gives, by kind of receiver.

Signatures are written in RCL's own notation with type variables: ``T`` is the element type of
the receiver, ``K`` and ``V`` are the key and value types of a dict, ``U`` is solved from the
arguments.  They are parsed on first use.  Parameter names are part of messages.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.types import parse_type
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
    map_of,
    object_of,
    parameter,
    set_of,
    substitute,
    unfold,
    var,
    widen,
)

# Name -> parameters as "name: type", then the result.
_BOTH: Final = {
    "all": ("predicate: (T) -> Bool", "Bool"),
    "any": ("predicate: (T) -> Bool", "Bool"),
    "contains": ("element: Any", "Bool"),
    "group_by": ("get_key: (T) -> U", "Dict[U, Self]"),
    "key_by": ("get_key: (T) -> U", "Dict[U, T]"),
    "len": ("Number",),
    "sort": ("List[T]",),
    "sort_by": ("get_key: (T) -> U", "List[T]"),
    "sum": ("Number",),
    "filter": ("predicate: (T) -> Bool", "Self"),
}
METHODS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "List": {
        **_BOTH,
        "enumerate": ("Dict[Number, T]",),
        "flat_map": ("map_element: (T) -> Any", "List[Any]"),
        "fold": ("seed: Any", "reduce: (Any, T) -> Any", "Any"),
        "join": ("separator: Any", "String"),
        "map": ("map_element: (T) -> U", "List[U]"),
        "reverse": ("List[T]",),
        "to_set_dedup": ("Set[T]",),
        "to_set_unique": ("Set[T]",),
    },
    "Set": {
        **_BOTH,
        "except": ("element: Any", "Set[T]"),
        "flat_map_dedup": ("map_element: (T) -> Any", "Set[Any]"),
        "map_dedup": ("map_element: (T) -> U", "Set[U]"),
        "to_list": ("List[T]",),
        "transitive_closure": ("expand: (Any) -> Any", "Set[Any]"),
    },
    "Dict": {
        "contains": ("key: Any", "Bool"),
        "except": ("key: Any", "Dict[K, V]"),
        "get": ("key: Any", "default: U", "V | U"),
        "keys": ("Set[K]",),
        "len": ("Number",),
        "values": ("List[V]",),
    },
    "Number": {"round": ("n_decimals: Number", "Number")},
    "String": {
        "chars": ("List[String]",),
        "contains": ("needle: String", "Bool"),
        "ends_with": ("suffix: String", "Bool"),
        "len": ("Number",),
        "parse_int": ("Number",),
        "parse_number": ("Number",),
        "remove_prefix": ("prefix: String", "String"),
        "remove_suffix": ("suffix: String", "String"),
        "replace": ("needle: String", "replacement: String", "String"),
        "split": ("separator: String", "List[String]"),
        "split_lines": ("List[String]",),
        "starts_with": ("prefix: String", "Bool"),
        "to_lowercase": ("String",),
        "to_uppercase": ("String",),
    },
}
STD: Final = {
    "format_json": ("value: Any", "String"),
    "range": ("lower: Number", "upper: Number", "List[Number]"),
    "read_file_utf8": ("path: String", "String"),
}


def parameter_names(signature: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a signature's parameters, for messages about calls."""
    return tuple([one.partition(":")[0] for one in signature[:-1]])


@cache
def _parse(text: str) -> Type:
    if " | " in text:
        left, right = text.split(" | ")
        return widen(_parse(left), _parse(right))
    annotations = Annotations(Source("std", text), [])
    annotations.aliases = {name: var(name) for name in ("T", "U", "K", "V", "Self")}
    return annotations.type_of(parse_type(Cursor(lex(annotations.source).output)))


@cache
def _signature(signature: tuple[str, ...]) -> Function:
    parameters = []
    for one in signature[:-1]:
        name, _, type_ = one.partition(": ")
        parameters.append(parameter(name, _parse(type_)))
    return function_of(parameters, _parse(signature[-1]))


@cache
def std_type() -> Object:
    """Return the type of ``std``."""
    fields: dict[str, Type] = {name: _signature(one) for name, one in STD.items()}
    return object_of({**fields, "empty_set": set_of(NEVER)})


def as_map(record: Object) -> MapOf:
    """Return the dict type that a record also has."""
    values = [one.type for one in record.fields]
    if record.rest is not None:
        values.append(record.rest)
    return map_of(STRING, widen(*values))


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
    signature = METHODS[kind].get(name) if kind is not None else None
    if signature is None:
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
    return substitute(_signature(signature), bindings)


def solve(wanted: Type, found: Type, bindings: dict[str, Type]) -> None:
    """Bind the variables of a parameter's type by what was passed for it."""
    if isinstance(wanted, Var):
        bindings.setdefault(wanted.name, found)
    elif isinstance(wanted, Function) and isinstance(found, Function):
        solve(wanted.result, found.result, bindings)
