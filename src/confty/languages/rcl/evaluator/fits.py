"""Does a value fit a type?  Asked where the checker could not know.

A type is turned once into a function that says yes or no, for translated code; ``misfit`` walks
the same way again, slowly, to say where and why the answer was no.

The core's ``fits`` says yes and no to the same values.  It walks over type and value at once,
which is slow in loops, and it reports the part of a union that was meant and no names of types,
where our messages speak of the type as it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from confty.languages.rcl.checker.signatures import method_type, std_type
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.rules import RELATION, spelled
from confty.languages.rcl.values import (
    LIFTED,
    Builtin,
    Lambda,
    Method,
    Value,
    elements,
    kind,
    pairs,
    thaw,
)
from confty.types import (
    BOOL,
    DYNAMIC,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    Function,
    ListOf,
    MapOf,
    Object,
    Ref,
    SetOf,
    Type,
    Union,
    function_of,
    list_of,
    map_of,
    mentions,
    rebuild,
    set_of,
    unfold,
    variables,
)

Test = Callable[[Value], bool]

_tests: Final[dict[Type, Test]] = {}


def test_for(type_: Type) -> Test:
    """Return the test of a type, made once."""
    found = _tests.get(type_)
    if found is None:
        # A recursive type asks for itself while it is made: answer through the table.
        _tests[type_] = lambda value: test_for(type_)(value)  # noqa: PLW0108
        found = _tests[type_] = _seen_through(_make(unfold(type_)))
    return found


def _seen_through(test: Test) -> Test:
    """Let a label not stand in the way; what is not known yet may be anything."""

    def run(value: Value) -> bool:
        if test(value):
            return True
        if value.__class__ not in LIFTED:
            return False
        from confty.languages.rcl.evaluator.lifting import bare, is_unknown

        return is_unknown(value) or test(bare(value))

    return run


def _make(type_: Type) -> Test:
    if type_ is DYNAMIC:
        return lambda value: True  # noqa: ARG005
    if type_ is NUMBER:
        return lambda value: value.__class__ is int or value.__class__ is Exact
    if type_ is STRING:
        return lambda value: value.__class__ is str
    if type_ is BOOL:
        return lambda value: value.__class__ is bool
    if type_ is NULL:
        return lambda value: value is None
    if isinstance(type_, (ListOf, SetOf, MapOf)):
        return _container(type_)
    if isinstance(type_, Union):
        members = [test_for(one) for one in type_.members]
        return lambda value: any(test(value) for test in members)
    if isinstance(type_, Object):
        return _record(type_)
    if isinstance(type_, Function):
        return lambda value: RELATION.assignable(function_type(value), type_) is SAFE
    return lambda value: False  # noqa: ARG005


def _container(type_: ListOf | SetOf | MapOf) -> Test:
    if isinstance(type_, MapOf):
        key, one = test_for(type_.key), test_for(type_.value)
        return lambda value: (
            value.__class__ is dict
            and all(map(key, map(thaw, value)))
            and all(map(one, value.values()))
        )
    test = test_for(type_.element)
    if isinstance(type_, ListOf):
        if type_.element is DYNAMIC:
            return lambda value: value.__class__ is list
        return lambda value: value.__class__ is list and all(map(test, value))
    return lambda value: value.__class__ is set and all(map(test, map(thaw, value)))


def _record(type_: Object) -> Test:
    fields = [(one.name, test_for(one.type), one.optional) for one in type_.fields]
    names = frozenset(type_.by_name)

    def test(value: Value) -> bool:
        if value.__class__ is not dict:
            return False
        for name, inner, optional in fields:
            if name in value:
                if not inner(value[name]):
                    return False
            elif not optional:
                return False
        return type_.rest is not None or names.issuperset(value)

    return test


def function_type(value: Value) -> Type:
    """Return the type of a function; anything else is of no function type."""
    if isinstance(value, Lambda):
        return value.type
    if isinstance(value, Builtin):
        return _plain_signature(std_type().by_name[value.name.removeprefix("std.")].type)
    if isinstance(value, Method):
        receiver, name = value.name.split(".")
        dummy: dict[str, Type] = {
            "List": list_of(DYNAMIC), "Set": set_of(DYNAMIC), "Dict": map_of(DYNAMIC, DYNAMIC),
            "String": STRING, "Number": NUMBER,
        }  # fmt: skip
        found = method_type(dummy[receiver], name)
        assert found is not None
        return _plain_signature(found)
    return NULL


def _plain_signature(type_: Type) -> Type:
    """A library function, its type variables unknown."""
    assert isinstance(type_, Function)
    parameters = [DYNAMIC if variables(one.type) else one.type for one in type_.parameters or ()]
    return function_of(parameters, DYNAMIC if variables(type_.result) else type_.result)


@cache
def argument_type(type_: Type) -> Type:
    """Return what an argument is checked against where the checker did not see the call.

    A function that is passed along need not have a precise type of its own: what it gives is
    checked where it is used.  So nothing is asked of functions here.
    """
    if not mentions(type_, lambda part: isinstance(part, Function)):
        return type_
    if isinstance(type_, (Function, Ref)):
        return DYNAMIC
    return rebuild(type_, argument_type)


class Misfit:
    """Where a value does not fit: the path to it, innermost first, and what was wanted there."""

    __slots__ = ("message", "path", "wanted")

    def __init__(self, wanted: Type, message: str, path: tuple[str | int, ...] = ()) -> None:
        self.wanted = wanted
        self.message = message
        self.path = path

    def inside(self, step: str | int) -> Misfit:
        """The same, seen from one level further out."""
        return Misfit(self.wanted, self.message, (*self.path, step))


def misfit(value: Value, type_: Type) -> Misfit | None:
    """Say where ``value`` does not fit ``type_``."""
    if test_for(type_)(value):
        return None
    unfolded = unfold(type_)
    inner: Misfit | None = None
    if (
        isinstance(unfolded, (ListOf, SetOf))
        and kind(value) == spelled(unfolded).partition("[")[0]
    ):
        for place, one in enumerate(elements(value)):
            inner = misfit(one, unfolded.element)
            if inner is not None:
                return inner.inside(place)
    elif value.__class__ is dict and isinstance(unfolded, (MapOf, Object)):
        inner = _misfit_pair(value, unfolded, type_)
    return inner or Misfit(type_, f"expected {spelled(type_)}, found {_described(value)}")


def _misfit_pair(value: Value, wanted: MapOf | Object, named: Type) -> Misfit | None:
    for key, one in pairs(value):
        step = key if key.__class__ is str else shown(key)
        if isinstance(wanted, MapOf):
            inner = misfit(key, wanted.key) or misfit(one, wanted.value)
        elif key.__class__ is str and key in wanted.by_name:
            inner = misfit(one, wanted.by_name[key].type)
        elif wanted.rest is None:
            return Misfit(named, f"{spelled(named)} has no field {shown(key)}")
        else:
            inner = None
        if inner is not None:
            return inner.inside(step)
    if isinstance(wanted, Object):
        for field in wanted.fields:
            if not field.optional and field.name not in value:
                return Misfit(named, f"expected {spelled(named)}, but '{field.name}' is missing")
    return None


def _described(value: Value) -> str:
    if isinstance(value, (Lambda, Builtin, Method)):
        return spelled(function_type(value))
    if value.__class__ in LIFTED:
        return "a value that is secret, or made of one that is not known yet"
    return f"{kind(value)} {shown(value)}" if value is not None else "null"
