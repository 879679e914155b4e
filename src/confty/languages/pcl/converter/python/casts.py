"""How a value of one PCL type becomes one of another in Python, and what needs nothing."""

from __future__ import annotations

from confty import types
from confty.languages.pcl.eventuals import choices_of
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.library.python_code import PythonCode
from confty.languages.pcl.rules import without_none


def cast(code: PythonCode, found: types.Type, to: types.Type) -> PythonCode:
    """A value that is there, converted."""
    wanted = [bare(choice) for choice in members(to)]
    source = bare(found)
    if source in wanted or isinstance(source, types.Dynamic) or any(map(_is_dynamic, wanted)):
        return code
    if source is types.INT and types.NUMBER in wanted:
        return code
    if types.BOOL in wanted and source is types.STRING:
        return PythonCode(f"bool_of({code.text})", py.CALL)
    if types.STRING in wanted or types.ID in wanted:
        if source is types.BOOL:
            test = code.at(py.OR)
            return PythonCode(f'"true" if {test} else "false"', py.CONDITIONAL)
        if source is types.INT:
            return PythonCode(f"str({code.text})", py.CALL)
        if source is types.NUMBER:
            return PythonCode(f"text_of({code.text})", py.CALL)
    if types.INT in wanted and source is types.NUMBER:
        # What a place for whole numbers is given stays what it is: PCL cuts nothing off.
        return PythonCode(f"number_of({code.text})", py.CALL)
    if types.INT in wanted and source in (types.STRING, types.ID):
        return PythonCode(f"int({code.text})", py.CALL)
    if types.NUMBER in wanted and source in (types.STRING, types.ID):
        return PythonCode(f"float({code.text})", py.CALL)
    return code


def opened(type_: types.Type) -> types.Type:
    """A type without the eventuals around it and beside it."""
    while isinstance(type_, types.Eventual):
        type_ = type_.inner
    if isinstance(type_, types.Union):
        plain = [member for member in type_.members if not isinstance(member, types.Eventual)]
        if len(plain) == 1:
            return plain[0]
    return type_


def bare(type_: types.Type) -> types.Type:
    """A type without outputs, names, absence and constants."""
    inner = types.unfold(without_none(types.resolve(type_)))
    return inner.base if isinstance(inner, types.Literal) else inner


def members(type_: types.Type) -> list[types.Type]:
    """What a place takes, outputs looked through."""
    inner = types.unfold(type_)
    if isinstance(inner, types.Union):
        return [choice for member in inner.members for choice in members(member)]
    return [inner.inner if isinstance(inner, types.Eventual) else inner]


def _is_dynamic(type_: types.Type) -> bool:
    return isinstance(type_, types.Dynamic)


def needs_cast(found: types.Type, to: types.Type) -> bool:
    """Whether Python needs a cast: an id is a string to it, a whole number a number."""
    source = bare(found)
    wanted = {bare(choice) for choice in members(to)}
    if source in wanted or any(map(_is_dynamic, [source, *wanted])):
        return False
    if source is types.ID and types.STRING in wanted:
        return False
    return not (source is types.INT and types.NUMBER in wanted)


def may_be_bool_and_number(left: types.Type, right: types.Type) -> bool:
    """Whether a comparison may meet a bool and a number, which are equal to Python alone."""
    (bools, numbers), (other_bools, other_numbers) = map(_bools_and_numbers, (left, right))
    return (bools and other_numbers) or (numbers and other_bools)


def _bools_and_numbers(type_: types.Type) -> tuple[bool, bool]:
    """Whether a value may hold bools, and whether it may hold numbers."""
    found = [one.base if isinstance(one, types.Literal) else one for one in types.parts(type_)]
    anything = any(map(_is_dynamic, found))
    numbers = types.INT in found or types.NUMBER in found
    return anything or types.BOOL in found, anything or numbers


def nominal(type_: types.Type) -> bool:
    """Whether a place takes an object of a schema."""
    return any(isinstance(choice, types.Ref) for choice in _named(type_))


def _named(type_: types.Type) -> list[types.Type]:
    if isinstance(type_, types.Union):
        return [choice for member in type_.members for choice in _named(member)]
    return [type_.inner if isinstance(type_, types.Eventual) else type_]


def misses(found: types.Type, to: types.Type) -> bool:
    """Whether a value may be absent where the place takes no absence."""
    source = opened(types.unfold(found))
    if types.NULL not in _all_members(source):
        return False
    choices = _all_members(types.unfold(to))
    return types.NULL not in choices and not any(map(_is_dynamic, choices))


def _all_members(type_: types.Type) -> list[types.Type]:
    return [types.NULL if _is_null(one) else one for one in choices_of(type_)]


def _is_null(type_: types.Type) -> bool:
    return isinstance(type_, types.Literal) and type_.base is types.NULL


def surplus_or_missing(keys: list[str], to: types.Type) -> bool:
    """Whether an object with these keys is none of the schema's objects that a place takes."""
    objects = _shapes(to)
    return bool(objects) and not any(_has_shape(keys, shape) for shape in objects)


def property_names(to: types.Type) -> set[str]:
    """The properties of the schema's objects that a place takes; other keys stay as they are."""
    return {name for shape in _shapes(to) for name in shape.by_name}


def _shapes(to: types.Type) -> list[types.Object]:
    found = [types.unfold(choice) for choice in _named(to) if isinstance(choice, types.Ref)]
    return [shape for shape in found if isinstance(shape, types.Object)]


def _has_shape(keys: list[str], shape: types.Object) -> bool:
    known = shape.by_name
    required = {one.name for one in shape.fields if types.NULL not in _all_members(one.type)}
    dynamic = {one.name for one in shape.fields if _is_dynamic(types.unfold(one.type))}
    return set(keys) <= set(known) and required - dynamic <= set(keys)
