"""The standard library: ``std`` and the methods of every kind of value.

Names, parameters and types stand in the checker's signatures; here are the bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from confty.languages.rcl import codes, numbers
from confty.languages.rcl.checker.signatures import METHODS, STD, parameter_names
from confty.languages.rcl.evaluator.library import collections, texts
from confty.languages.rcl.evaluator.library.site import Site, bad, string
from confty.languages.rcl.evaluator.stop import Failure
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import Inexpressible, shown
from confty.languages.rcl.renderer.notation import JSON, Writer
from confty.languages.rcl.values import Builtin, Value, freeze, kind, sorted_keys

Body = Callable[..., Value]
RANGE_LIMIT: Final = 1_000_000


def _get(_site: Site, receiver: dict[Value, Value], key: Value, default: Value) -> Value:
    return receiver.get(freeze(key), default)


def _dict_contains(_site: Site, receiver: dict[Value, Value], key: Value) -> bool:
    return freeze(key) in receiver


def _keys(_site: Site, receiver: dict[Value, Value]) -> set[Value]:
    return set(receiver)


def _values(_site: Site, receiver: dict[Value, Value]) -> list[Value]:
    return [receiver[key] for key in sorted_keys(receiver)]


def _dict_except(_site: Site, receiver: dict[Value, Value], key: Value) -> dict[Value, Value]:
    frozen = freeze(key)
    return {one: value for one, value in receiver.items() if one != frozen}


def _round(_site: Site, receiver: Value, n_decimals: Value) -> Value:
    places = None
    if n_decimals.__class__ is int or n_decimals.__class__ is Exact:
        places = numbers.integer(n_decimals)
    if places is None or not 0 <= places <= 100:
        bad(0, f"expected an integer from 0 to 100, found {kind(n_decimals)} {shown(n_decimals)}")
    try:
        return numbers.rounded(receiver, places)
    except numbers.Inexact:
        message = f"{shown(receiver)} with {places} decimals does not fit in a number"
        raise Failure("name", codes.OVERFLOW, message) from None


def _range(_site: Site, lower: Value, upper: Value) -> list[int]:
    bounds = []
    for argument, value in enumerate((lower, upper)):
        whole = None
        if value.__class__ is int or value.__class__ is Exact:
            whole = numbers.integer(value)
        if whole is None:
            bad(argument, f"expected an integer, found {kind(value)} {shown(value)}")
        bounds.append(whole)
    if bounds[1] - bounds[0] > RANGE_LIMIT:
        bad("all", f"a range has at most {RANGE_LIMIT} elements")
    return list(range(bounds[0], bounds[1]))


def _format_json(_site: Site, value: Value) -> str:
    try:
        return Writer(JSON, 80).flat(value)
    except Inexpressible as problem:
        raise _Unprintable(problem) from None


class _Unprintable(Failure):
    """A value that JSON cannot hold, with the path to the part at fault."""

    def __init__(self, problem: Inexpressible) -> None:
        super().__init__(0, codes.NOT_EXPRESSIBLE, problem.message, problem.hint)
        self.path = problem.path


def _read_file(site: Site, path: Value) -> str:
    return site.read_file(string(path, 0, "the path"))


_BOTH: Final[dict[str, Body]] = {
    "all": collections.all_, "any": collections.any_, "contains": collections.contains,
    "filter": collections.filter_, "group_by": collections.group_by, "key_by": collections.key_by,
    "len": collections.length, "sort": collections.sort, "sort_by": collections.sort_by,
    "sum": collections.sum_,
}  # fmt: skip
_BODIES: Final[dict[str, dict[str, Body]]] = {
    "List": {
        **_BOTH, "enumerate": collections.enumerate_, "flat_map": collections.flat_map,
        "fold": collections.fold, "join": collections.join, "map": collections.map_,
        "reverse": collections.reverse, "to_set_dedup": collections.to_set_dedup,
        "to_set_unique": collections.to_set_unique,
    },
    "Set": {
        **_BOTH, "except": collections.except_, "flat_map_dedup": collections.flat_map_dedup,
        "map_dedup": collections.map_dedup, "to_list": collections.to_list,
        "transitive_closure": collections.transitive_closure,
    },
    "Dict": {
        "contains": _dict_contains, "except": _dict_except, "get": _get, "keys": _keys,
        "len": collections.length, "values": _values,
    },
    "Number": {"round": _round},
    "String": {
        "chars": texts.chars, "contains": texts.contains, "ends_with": texts.ends_with,
        "len": texts.length, "parse_int": texts.parse_int, "parse_number": texts.parse_number,
        "remove_prefix": texts.remove_prefix, "remove_suffix": texts.remove_suffix,
        "replace": texts.replace, "split": texts.split, "split_lines": texts.split_lines,
        "starts_with": texts.starts_with, "to_lowercase": texts.to_lowercase,
        "to_uppercase": texts.to_uppercase,
    },
}  # fmt: skip


class Entry:
    """A method: its full name, its parameters and its body."""

    __slots__ = ("body", "count", "name", "parameters")

    def __init__(self, name: str, parameters: tuple[str, ...], body: Body) -> None:
        self.name = name
        self.parameters = parameters
        self.count = len(parameters)
        self.body = body


def _entries(receiver: str) -> dict[str, Entry]:
    return {
        name: Entry(f"{receiver}.{name}", parameter_names(METHODS[receiver][name]), body)
        for name, body in _BODIES[receiver].items()
    }


# By the class of the receiver, then by name.
BY_CLASS: Final[dict[type, dict[str, Entry]]] = {
    list: _entries("List"),
    set: _entries("Set"),
    dict: _entries("Dict"),
    str: _entries("String"),
    int: _entries("Number"),
    Exact: _entries("Number"),
}
_STD_BODIES: Final[dict[str, Body]] = {
    "format_json": _format_json, "range": _range, "read_file_utf8": _read_file,
}  # fmt: skip
STD_VALUE: Final[dict[str, Any]] = {
    "empty_set": set(),
    **{
        name: Builtin(f"std.{name}", parameter_names(STD[name]), body)
        for name, body in _STD_BODIES.items()
    },
}
