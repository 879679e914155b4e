"""What PCL's functions take and give.

A signature is computed from the arguments' types, since several functions give what they were
given.  A function that cannot work on its arguments says so by a message instead.
"""

from __future__ import annotations

from confty import types
from confty.languages.pcl.eventuals import eventual_rank, input_type, settled_output
from confty.languages.pcl.library.record import Maker, Signature
from confty.languages.pcl.rules import converts, without_none
from confty.languages.pcl.unify import unified, unified_unsafely

Parameters = list[tuple[str, types.Type]]


def fixed(result: types.Type, *parameters: tuple[str, types.Type]) -> Maker:
    """A signature that does not depend on the arguments."""
    made = Signature(list(parameters), result)
    return lambda _arguments, _lenient: made


def _eventually(result: types.Type, argument: types.Type) -> types.Type:
    """The result, as an output when the argument holds anything eventual."""
    return settled_output(result) if eventual_rank(argument) else result


def _bare(type_: types.Type) -> types.Type:
    """A type without eventuals and without the possibility of being absent."""
    return types.unfold(without_none(types.resolve(type_)))


def _first(arguments: list[types.Type]) -> types.Type:
    return arguments[0] if arguments else types.DYNAMIC


def element(arguments: list[types.Type], lenient: bool) -> Signature:
    """An element of a list or a tuple."""
    source = _first(arguments)
    inner = _bare(source)
    result: types.Type = types.DYNAMIC
    problem = None
    if isinstance(inner, types.ListOf):
        result = inner.element
    elif isinstance(inner, types.Tuple):
        result = unified_unsafely(list(inner.elements))
    elif not lenient and arguments:
        problem = "the first argument to 'element' must be a list or tuple"
    # The parameter has the very type of its argument: eventual collections are taken as they are.
    parameters: Parameters = [("list", source), ("index", types.INT)]
    return Signature(parameters, _eventually(result, source), problem=problem)


def entries(arguments: list[types.Type], _lenient: bool) -> Signature:
    """A list of key and value."""
    source = _first(arguments)
    inner = _bare(source)
    key: types.Type = types.DYNAMIC
    value: types.Type = types.DYNAMIC
    if isinstance(inner, types.ListOf):
        key, value = types.INT, inner.element
    elif isinstance(inner, types.MapOf):
        key, value = types.STRING, inner.value
    elif isinstance(inner, types.Tuple):
        key, value = types.INT, unified_unsafely(list(inner.elements))
    elif isinstance(inner, types.Object):
        key, value = types.STRING, unified([field.type for field in inner.fields])
    problem = None
    if key is types.DYNAMIC and not isinstance(inner, types.Dynamic) and arguments:
        problem = "the first argument to 'entries' must be a list, map, object, or tuple"
    result = types.list_of(types.object_of([("key", key), ("value", value)]))
    return Signature([("collection", source)], _eventually(result, source), problem=problem)


def length(arguments: list[types.Type], _lenient: bool) -> Signature:
    """A whole number, of anything that has a length."""
    source = _first(arguments)
    inner = _bare(source)
    problem = None
    sized = isinstance(
        inner, (types.ListOf, types.MapOf, types.Object, types.Tuple, types.Dynamic)
    )
    if arguments and not sized and not converts(inner, input_type(types.STRING)):
        problem = "the first argument to 'length' must be a list, map, object, tuple, or string"
    return Signature([("value", source)], _eventually(types.INT, source), problem=problem)


def lookup(arguments: list[types.Type], lenient: bool) -> Signature:
    """A value of a map or an object."""
    source = _first(arguments)
    inner = _bare(source)
    value: types.Type = types.DYNAMIC
    problem = None
    if isinstance(inner, types.MapOf):
        value = inner.value
    elif isinstance(inner, types.Object):
        value = unified_unsafely([field.type for field in inner.fields])
    elif arguments and not isinstance(inner, types.Dynamic) and not lenient:
        problem = "the first argument to 'lookup' must be a map"
    parameters: Parameters = [
        ("map", source),
        ("key", types.STRING),
        ("default", types.optional(value)),
    ]
    return Signature(parameters, _eventually(value, source), problem=problem)


def extreme(arguments: list[types.Type], _lenient: bool) -> Signature:
    """A whole number if all arguments are, else a number."""
    whole = all(_bare(argument) is not types.NUMBER for argument in arguments)
    kind: types.Type = types.INT if whole else types.NUMBER
    return Signature([("value", kind)], kind, rest=kind)


def single_or_none(arguments: list[types.Type], _lenient: bool) -> Signature:
    """An element, or none."""
    source = _first(arguments)
    inner = _bare(source)
    parameters: Parameters = [("value", source)]
    if len(arguments) != 1:
        problem = "'singleOrNone' only expects one argument"
        return Signature(parameters, types.DYNAMIC, types.DYNAMIC, problem)
    element: types.Type = types.DYNAMIC
    problem_found: str | None = None
    if isinstance(inner, types.ListOf):
        element = inner.element
    elif isinstance(inner, types.Tuple):
        element = inner.elements[0] if inner.elements else types.NULL
    elif not isinstance(inner, types.Dynamic):
        problem_found = "the first argument to 'singleOrNone' must be a list or tuple"
    result = _eventually(types.optional(element), source)
    return Signature(parameters, result, problem=problem_found)


def to_json(arguments: list[types.Type], _lenient: bool) -> Signature:
    """A text; late when anything inside the argument is."""
    parameters: Parameters = [("value", types.DYNAMIC)]
    if len(arguments) != 1:
        return Signature(
            parameters, types.STRING, types.DYNAMIC, "'toJSON' expects exactly one argument"
        )
    return Signature(parameters, _eventually(types.STRING, arguments[0]))


def secret(arguments: list[types.Type], _lenient: bool) -> Signature:
    """An output of what is given."""
    return Signature([("value", types.DYNAMIC)], settled_output(_first(arguments)))


def try_(arguments: list[types.Type], _lenient: bool) -> Signature:
    """What all arguments unify to; late when one of them is."""
    if not arguments:
        return Signature([], types.DYNAMIC, types.DYNAMIC, "'try' expects at least one argument")
    parameters = [(f"arg{at}", type_) for at, type_ in enumerate(arguments)]
    if any(isinstance(types.unfold(type_), types.Dynamic) for type_ in arguments):
        return Signature(parameters, settled_output(types.DYNAMIC))
    result = unified(arguments)
    if any(eventual_rank(type_) for type_ in arguments):
        result = settled_output(result)
    return Signature(parameters, result)


def can(arguments: list[types.Type], _lenient: bool) -> Signature:
    """A boolean; late when the argument is."""
    if len(arguments) != 1:
        return Signature([], types.BOOL, types.DYNAMIC, "'can' expects exactly one argument")
    argument = types.unfold(arguments[0])
    later = isinstance(argument, (types.Dynamic, types.Eventual))
    result = settled_output(types.BOOL) if later else types.BOOL
    return Signature([("arg", types.DYNAMIC)], result)


def recover(arguments: list[types.Type], _lenient: bool) -> Signature:
    """An output of what both arguments unify to."""
    parameters: Parameters = [("value", types.DYNAMIC), ("recovery", types.DYNAMIC)]
    if len(arguments) != 2:
        problem = "'recover' expects exactly two arguments"
        return Signature(parameters, types.DYNAMIC, types.DYNAMIC, problem)
    problem_found: str | None = None
    if not isinstance(types.unfold(arguments[0]), (types.Eventual, types.Dynamic)):
        problem_found = "the first argument to 'recover' must be an output"
    result = unified([types.resolve(type_) for type_ in arguments])
    return Signature(parameters, settled_output(result), problem=problem_found)


def same(arguments: list[types.Type], _lenient: bool) -> Signature:
    """What is given comes out."""
    return Signature([("value", types.DYNAMIC)], _first(arguments))
