"""What PCL's functions take and give.

A signature is computed from the arguments' types, since several functions give what they were
given.  A function that cannot work on its arguments says so by a message instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.languages.pcl.checker.access import (
    converts,
    input_type,
    traverse,
    unified,
    unified_unsafely,
    without_none,
)
from confty.languages.pcl.eventuals import eventual_rank, settled_output
from confty.types import (
    ARCHIVE,
    ASSET,
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    STRING,
    Dynamic,
    Eventual,
    ListOf,
    MapOf,
    Object,
    Tuple,
    Type,
    list_of,
    map_of,
    mentions,
    object_of,
    optional,
    resolve,
    unfold,
    union_of,
)

Parameters = list[tuple[str, Type]]


class Signature:
    """Parameters in order, the type of any further arguments, and the result."""

    __slots__ = ("parameters", "problem", "rest", "result")

    def __init__(
        self,
        parameters: Parameters,
        result: Type,
        rest: Type | None = None,
        problem: str | None = None,
    ) -> None:
        self.parameters = parameters
        self.result = result
        self.rest = rest
        self.problem = problem


Maker = Callable[[list[Type], bool], Signature]


def _fixed(result: Type, *parameters: tuple[str, Type]) -> Maker:
    return lambda _arguments, _lenient: Signature(list(parameters), result)


def _eventually(result: Type, argument: Type) -> Type:
    """The result, as an output when the argument holds anything eventual."""
    return settled_output(result) if eventual_rank(argument) else result


def _bare(type_: Type) -> Type:
    """A type without eventuals and without the possibility of being absent."""
    return unfold(without_none(resolve(type_)))


def _first(arguments: list[Type]) -> Type:
    return arguments[0] if arguments else DYNAMIC


def _element(arguments: list[Type], lenient: bool) -> Signature:
    source = _first(arguments)
    inner = unfold(resolve(source))
    result: Type = DYNAMIC
    problem = None
    if isinstance(inner, ListOf):
        result = inner.element
    elif isinstance(inner, Tuple):
        result = unified_unsafely(list(inner.elements))
    elif not lenient and arguments:
        problem = "the first argument to 'element' must be a list or tuple"
    # The parameter has the very type of its argument: eventual collections are taken as they are.
    parameters: Parameters = [("list", source), ("index", INT)]
    return Signature(parameters, _eventually(result, source), problem=problem)


def _entries(arguments: list[Type], _lenient: bool) -> Signature:
    source = _first(arguments)
    inner = _bare(source)
    key: Type = DYNAMIC
    value: Type = DYNAMIC
    if isinstance(inner, ListOf):
        key, value = INT, inner.element
    elif isinstance(inner, MapOf):
        key, value = STRING, inner.value
    elif isinstance(inner, Tuple):
        key, value = INT, unified_unsafely(list(inner.elements))
    elif isinstance(inner, Object):
        key, value = STRING, unified([field.type for field in inner.fields])
    problem = None
    if key is DYNAMIC and not isinstance(inner, Dynamic) and arguments:
        problem = "the first argument to 'entries' must be a list, map, object, or tuple"
    result = list_of(object_of([("key", key), ("value", value)]))
    return Signature([("collection", source)], _eventually(result, source), problem=problem)


def _length(arguments: list[Type], _lenient: bool) -> Signature:
    source = _first(arguments)
    inner = _bare(source)
    problem = None
    sized = isinstance(inner, (ListOf, MapOf, Object, Tuple, Dynamic))
    if arguments and not sized and not converts(inner, input_type(STRING)):
        problem = "the first argument to 'length' must be a list, map, object, tuple, or string"
    return Signature([("value", source)], _eventually(INT, source), problem=problem)


def _lookup(arguments: list[Type], lenient: bool) -> Signature:
    source = _first(arguments)
    inner = _bare(source)
    value: Type = DYNAMIC
    problem = None
    if isinstance(inner, MapOf):
        value = inner.value
    elif isinstance(inner, Object):
        value = unified_unsafely([field.type for field in inner.fields])
    elif arguments and not isinstance(inner, Dynamic) and not lenient:
        problem = "the first argument to 'lookup' must be a map"
    parameters: Parameters = [("map", source), ("key", STRING), ("default", optional(value))]
    return Signature(parameters, _eventually(value, source), problem=problem)


def _extreme(arguments: list[Type], _lenient: bool) -> Signature:
    whole = all(resolve(argument) is not NUMBER for argument in arguments)
    kind: Type = INT if whole else NUMBER
    return Signature([("value", kind)], kind, rest=kind)


def _single_or_none(arguments: list[Type], _lenient: bool) -> Signature:
    source = _first(arguments)
    inner = unfold(resolve(source))
    parameters: Parameters = [("value", source)]
    if len(arguments) != 1:
        problem = "'singleOrNone' only expects one argument"
        return Signature(parameters, DYNAMIC, DYNAMIC, problem)
    element: Type = DYNAMIC
    problem_found: str | None = None
    if isinstance(inner, ListOf):
        element = inner.element
    elif isinstance(inner, Tuple):
        element = inner.elements[0] if inner.elements else NULL
    elif not isinstance(inner, Dynamic):
        problem_found = "the first argument to 'singleOrNone' must be a list or tuple"
    result = _eventually(optional(element), source)
    return Signature(parameters, result, problem=problem_found)


def _to_json(arguments: list[Type], _lenient: bool) -> Signature:
    parameters: Parameters = [("value", DYNAMIC)]
    if len(arguments) != 1:
        return Signature(parameters, STRING, DYNAMIC, "'toJSON' expects exactly one argument")
    return Signature(parameters, _eventually(STRING, arguments[0]))


def _secret(arguments: list[Type], _lenient: bool) -> Signature:
    return Signature([("value", DYNAMIC)], settled_output(_first(arguments)))


def _try(arguments: list[Type], _lenient: bool) -> Signature:
    if not arguments:
        return Signature([], DYNAMIC, DYNAMIC, "'try' expects at least one argument")
    parameters = [(f"arg{at}", type_) for at, type_ in enumerate(arguments)]
    if any(isinstance(unfold(type_), Dynamic) for type_ in arguments):
        return Signature(parameters, settled_output(DYNAMIC))
    result = unified(arguments)
    if any(eventual_rank(type_) for type_ in arguments):
        result = settled_output(result)
    return Signature(parameters, result)


def _can(arguments: list[Type], _lenient: bool) -> Signature:
    if len(arguments) != 1:
        return Signature([], BOOL, DYNAMIC, "'can' expects exactly one argument")
    argument = unfold(arguments[0])
    later = isinstance(argument, (Dynamic, Eventual))
    result = settled_output(BOOL) if later else BOOL
    return Signature([("arg", DYNAMIC)], result)


def _recover(arguments: list[Type], _lenient: bool) -> Signature:
    parameters: Parameters = [("value", DYNAMIC), ("recovery", DYNAMIC)]
    if len(arguments) != 2:
        problem = "'recover' expects exactly two arguments"
        return Signature(parameters, DYNAMIC, DYNAMIC, problem)
    problem_found: str | None = None
    if not isinstance(unfold(arguments[0]), (Eventual, Dynamic)):
        problem_found = "the first argument to 'recover' must be an output"
    result = unified([resolve(type_) for type_ in arguments])
    return Signature(parameters, settled_output(result), problem=problem_found)


_ASSETS: Final = map_of(STRING, union_of(ARCHIVE, ASSET))

FUNCTIONS: Final[dict[str, Maker]] = {
    "element": _element,
    "entries": _entries,
    "length": _length,
    "lookup": _lookup,
    "join": _fixed(STRING, ("separator", STRING), ("strings", list_of(STRING))),
    "split": _fixed(list_of(STRING), ("separator", STRING), ("string", STRING)),
    "range": _fixed(list_of(INT), ("fromOrTo", INT), ("to", optional(INT))),
    "max": _extreme,
    "min": _extreme,
    "singleOrNone": _single_or_none,
    "toJSON": _to_json,
    "toBase64": _fixed(STRING, ("value", STRING)),
    "fromBase64": _fixed(STRING, ("value", STRING)),
    "sha1": _fixed(STRING, ("input", STRING)),
    "readFile": _fixed(STRING, ("path", STRING)),
    "filebase64": _fixed(STRING, ("path", STRING)),
    "filebase64sha256": _fixed(STRING, ("path", STRING)),
    "fileAsset": _fixed(ASSET, ("path", STRING)),
    "stringAsset": _fixed(ASSET, ("value", STRING)),
    "remoteAsset": _fixed(ASSET, ("uri", STRING)),
    "fileArchive": _fixed(ARCHIVE, ("path", STRING)),
    "remoteArchive": _fixed(ARCHIVE, ("uri", STRING)),
    "assetArchive": _fixed(ARCHIVE, ("assets", _ASSETS)),
    "secret": _secret,
    "unsecret": _secret,
    "getOutput": _fixed(settled_output(DYNAMIC), ("reference", DYNAMIC), ("outputName", STRING)),
    "try": _try,
    "can": _can,
    "recover": _recover,
    "notImplemented": _fixed(DYNAMIC, ("errorMessage", STRING)),
    "stack": _fixed(STRING),
    "project": _fixed(STRING),
    "organization": _fixed(STRING),
    "cwd": _fixed(STRING),
    "rootDirectory": _fixed(STRING),
    "__convert": lambda arguments, _lenient: Signature([("value", DYNAMIC)], _first(arguments)),
}

# These look at more than their arguments' types; ``calls`` knows them by name.
SPECIAL: Final = ("invoke", "call", "importData", "pulumiResourceName", "pulumiResourceType")


def has_output(type_: Type) -> bool:
    """Whether an output is anywhere inside a type."""
    return mentions(type_, lambda part: isinstance(part, Eventual) and part.rank == 2)


def property_type(type_: Type, name: str) -> Type | None:
    """The type of a property, or None when there is none of that name."""
    access = traverse(type_, name)
    return None if access.failed else access.type
