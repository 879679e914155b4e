"""Does a value fit a type?  Asked where the checker could not know.

A type is turned once into a function that says yes or no, for translated code; ``misfit`` walks
the same way again, slowly, to say where and why the answer was no.

The core's ``fits`` says yes and no to the same values.  It walks over type and value at once,
which is slow in loops, and it reports the part of a union that was meant and no names of types,
where our messages speak of the type as it was written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty import types
from confty.languages.rcl.checker.signatures import signature
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.rules import RULES, spelled
from confty.languages.rcl.values import (
    KIND_NAMES,
    Builtin,
    Lambda,
    Method,
    Test,
    Value,
    elements,
    kind,
    pairs,
    thaw,
)

ANY_LIST: Final = types.list_of(types.DYNAMIC)


class Misfit:
    """Where a value does not fit: the path to it, innermost first, and what was wanted there."""

    __slots__ = ("message", "path", "wanted")

    def __init__(self, wanted: types.Type, message: str, path: tuple[str | int, ...] = ()) -> None:
        self.wanted = wanted
        self.message = message
        self.path = path

    def inside(self, step: str | int) -> Misfit:
        """The same, seen from one level further out."""
        return Misfit(self.wanted, self.message, (*self.path, step))


class Tests:
    """The tests of types, each made once in a run.

    ``wrap`` changes every test, of parts as well: a labelled run looks through labels.
    """

    def __init__(self, wrap: Callable[[Test], Test] | None = None) -> None:
        self._wrap = wrap
        self._made: dict[types.Type, Test] = {}
        self._arguments: dict[types.Type, types.Type] = {}

    def of(self, type_: types.Type) -> Test:
        """Return the test of a type."""
        found = self._made.get(type_)
        if found is None:
            # A recursive type asks for itself while it is made: answer through the table.
            self._made[type_] = lambda value: self._made[type_](value)  # noqa: PLW0108
            found = self._make(types.unfold(type_))
            self._made[type_] = found = found if self._wrap is None else self._wrap(found)
        return found

    def _make(self, type_: types.Type) -> Test:
        if type_ is types.DYNAMIC:
            return lambda value: True  # noqa: ARG005
        if type_ is types.NUMBER:
            return lambda value: value.__class__ is int or value.__class__ is Exact
        if type_ is types.STRING:
            return lambda value: value.__class__ is str
        if type_ is types.BOOL:
            return lambda value: value.__class__ is bool
        if type_ is types.NULL:
            return lambda value: value is None
        if isinstance(type_, (types.ListOf, types.SetOf, types.MapOf)):
            return self._container(type_)
        if isinstance(type_, types.Union):
            members = [self.of(one) for one in type_.members]
            return lambda value: any(test(value) for test in members)
        if isinstance(type_, types.Object):
            return self._record(type_)
        if isinstance(type_, types.Function):
            return lambda value: types.assignable(function_type(value), type_, RULES) is types.SAFE
        return lambda value: False  # noqa: ARG005

    def _container(self, type_: types.ListOf | types.SetOf | types.MapOf) -> Test:
        if isinstance(type_, types.MapOf):
            key, one = self.of(type_.key), self.of(type_.value)
            return lambda value: (
                value.__class__ is dict
                and all(map(key, map(thaw, value)))
                and all(map(one, value.values()))
            )
        test = self.of(type_.element)
        if isinstance(type_, types.ListOf):
            if type_.element is types.DYNAMIC:
                return lambda value: value.__class__ is list
            return lambda value: value.__class__ is list and all(map(test, value))
        return lambda value: value.__class__ is set and all(map(test, map(thaw, value)))

    def _record(self, type_: types.Object) -> Test:
        fields = [(one.name, self.of(one.type), one.optional) for one in type_.fields]
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

    def argument_type(self, type_: types.Type) -> types.Type:
        """Return what an argument is checked against where the checker did not see the call.

        A function that is passed along need not have a precise type of its own: what it gives is
        checked where it is used.  So nothing is asked of functions here.
        """
        found = self._arguments.get(type_)
        if found is None:
            found = type_
            if types.mentions(type_, lambda part: isinstance(part, types.Function)):
                whole = isinstance(type_, (types.Function, types.Ref))
                found = types.DYNAMIC if whole else types.rebuild(type_, self.argument_type)
            self._arguments[type_] = found
        return found

    def misfit(self, value: Value, type_: types.Type) -> Misfit | None:
        """Say where ``value`` does not fit ``type_``."""
        if self.of(type_)(value):
            return None
        unfolded = types.unfold(type_)
        inner: Misfit | None = None
        if (
            isinstance(unfolded, (types.ListOf, types.SetOf))
            and kind(value) == spelled(unfolded).partition("[")[0]
        ):
            for place, one in enumerate(elements(value)):
                inner = self.misfit(one, unfolded.element)
                if inner is not None:
                    return inner.inside(place)
        elif value.__class__ is dict and isinstance(unfolded, (types.MapOf, types.Object)):
            inner = self._misfit_pair(value, unfolded, type_)
        return inner or Misfit(type_, f"expected {spelled(type_)}, found {_described(value)}")

    def _misfit_pair(
        self, value: Value, wanted: types.MapOf | types.Object, named: types.Type
    ) -> Misfit | None:
        for key, one in pairs(value):
            step = key if key.__class__ is str else shown(key)
            if isinstance(wanted, types.MapOf):
                inner = self.misfit(key, wanted.key) or self.misfit(one, wanted.value)
            elif key.__class__ is str and key in wanted.by_name:
                inner = self.misfit(one, wanted.by_name[key].type)
            elif wanted.rest is None:
                return Misfit(named, f"{spelled(named)} has no field {shown(key)}")
            else:
                inner = None
            if inner is not None:
                return inner.inside(step)
        if isinstance(wanted, types.Object):
            for field in wanted.fields:
                if not field.optional and field.name not in value:
                    message = f"expected {spelled(named)}, but '{field.name}' is missing"
                    return Misfit(named, message)
        return None


def function_type(value: Value) -> types.Type:
    """Return the type of a function; anything else is of no function type."""
    if isinstance(value, Lambda):
        return value.type
    if not isinstance(value, (Builtin, Method)):
        return types.NULL
    own = (
        types.set_of(types.DYNAMIC)
        if isinstance(value, Method) and value.kind == "Set"
        else ANY_LIST
    )
    known: dict[str, types.Type] = {
        "T": types.DYNAMIC,
        "K": types.DYNAMIC,
        "V": types.DYNAMIC,
        "Self": own,
    }
    found = types.substitute(signature(value.function), known)
    assert isinstance(found, types.Function)
    # What depends on the arguments of a call may be anything.
    parameters = [
        types.DYNAMIC if types.variables(one.type) else one.type for one in found.parameters or ()
    ]
    return types.function_of(
        parameters, types.DYNAMIC if types.variables(found.result) else found.result
    )


def _described(value: Value) -> str:
    if isinstance(value, (Lambda, Builtin, Method)):
        return spelled(function_type(value))
    if value.__class__ not in KIND_NAMES:
        return "a value that is secret, or made of one that is not known yet"
    return f"{kind(value)} {shown(value)}" if value is not None else "null"
