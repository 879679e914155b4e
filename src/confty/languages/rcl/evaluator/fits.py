"""Does a value fit a type?  Asked where the checker could not know.

The core makes the tests; here is how RCL's values are looked at, and what is said of one that
does not fit.
"""

from __future__ import annotations

from confty import types
from confty.languages.rcl import values
from confty.languages.rcl.checker.signatures import signature
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.rules import RELATION, briefly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_ATOMS: Final[dict[types.Atom, values.Test]] = {
    types.NUMBER: lambda value: value.__class__ is int or value.__class__ is Exact,
    types.STRING: lambda value: value.__class__ is str,
    types.BOOL: lambda value: value.__class__ is bool,
    types.NULL: lambda value: value is None,
}
_RECEIVERS: Final[dict[str, types.Type]] = {
    "List": types.list_of(types.DYNAMIC), "Set": types.set_of(types.DYNAMIC),
}  # fmt: skip


def function_type(value: values.Value) -> types.Type | None:
    """Return the type of a function, None for any other value."""
    if isinstance(value, values.Lambda):
        return value.type
    if not isinstance(value, (values.Builtin, values.Method)):
        return None
    known: dict[str, types.Type] = dict.fromkeys(("T", "K", "V"), types.DYNAMIC)
    if isinstance(value, values.Method) and value.kind in _RECEIVERS:
        known["Self"] = _RECEIVERS[value.kind]
    found = types.substitute(signature(value.function), known)
    assert isinstance(found, types.Function)
    # What depends on the arguments of a call may be anything.
    parameters = [_settled(one.type) for one in found.parameters or ()]
    return types.function_of(parameters, _settled(found.result))


def _settled(type_: types.Type) -> types.Type:
    return types.DYNAMIC if types.variables(type_) else type_


class Misfit:
    """What is wrong with a value, and the path to it, innermost step first."""

    __slots__ = ("message", "path")

    def __init__(self, found: types.Misfit) -> None:
        wanted = briefly(found.wanted)
        if found.reason is types.MismatchKind.EXTRA:
            self.message = f"{wanted} has no field {shown(found.name)}"
        elif found.reason is types.MismatchKind.MISSING:
            self.message = f"expected {wanted}, but '{found.name}' is missing"
        else:
            self.message = f"expected {wanted}, found {_described(found.value)}"
        self.path = [one if isinstance(one, (str, int)) else shown(one) for one in found.path]
        self.path.reverse()


def _described(value: values.Value) -> str:
    function = function_type(value)
    if function is not None:
        return briefly(function)
    if value.__class__ not in values.KIND_NAMES:
        return "a value that is secret, or made of one that is not known yet"
    return f"{values.kind(value)} {shown(value)}" if value is not None else "null"


class Tests:
    """The tests of types, each made once in a run.

    ``seen`` changes every test, of parts as well: a labelled run looks through labels.
    """

    def __init__(self, seen: Callable[[values.Test], values.Test] = lambda test: test) -> None:
        view = types.View(
            atoms=_ATOMS,
            thaw=values.thaw,
            function_type=function_type,
            seen=seen,
            ordered=values.sorted_keys,
        )
        self._guards = types.Guards(view, RELATION)
        self._arguments: dict[types.Type, types.Type] = {}
        self.of = self._guards.test

    def misfit(self, value: values.Value, type_: types.Type) -> Misfit | None:
        """Say where ``value`` does not fit ``type_``."""
        if self.of(type_)(value):
            return None
        found = self._guards.misfit(value, type_)
        assert found is not None
        return Misfit(found)

    def argument_type(self, type_: types.Type) -> types.Type:
        """Return what an argument is checked against where the checker did not see the call.

        A function that is passed along need not have a precise type of its own: what it gives is
        checked where it is used.  So nothing is asked of functions here.
        """
        found = self._arguments.get(type_)
        if found is None:
            found = type_
            if any(isinstance(part, types.Function) for part in types.parts(type_)):
                whole = isinstance(type_, (types.Function, types.Ref))
                found = types.DYNAMIC if whole else types.rebuild(type_, self.argument_type)
            self._arguments[type_] = found
        return found
