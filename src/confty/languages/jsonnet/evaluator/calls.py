"""Calling functions of which nothing is known at translation time."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import ABSENT, EAGER, Func, Value, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_FEW: Final = 12
#: What is done more often than this is translated before it begins.
MANY: Final = 1000


def call1(function: Value, first: Value) -> Value:
    """Call with one positional argument."""
    if function.__class__ is Func and function.arity == 1:
        return function.code(first)
    return call(function, (first,), ())


def call2(function: Value, first: Value, second: Value) -> Value:
    """Call with two positional arguments."""
    if function.__class__ is Func and function.arity == 2:
        return function.code(first, second)
    return call(function, (first, second), ())


def call(
    function: Value, positional: tuple[Value, ...], named: tuple[tuple[str, Value], ...]
) -> Value:
    """Call with any arguments."""
    if function.__class__ is not Func:
        message = f"only functions can be called, got {type_name(function)}"
        raise Stop(message)
    if not named and len(positional) == function.arity:
        return function.code(*positional)
    return function.code(*bind(function, positional, named))


def bind(
    function: Func, positional: tuple[Value, ...], named: tuple[tuple[str, Value], ...]
) -> list[Value]:
    """Put arguments in the order of the parameters."""
    params = function.params
    if len(positional) > len(params):
        go = f"function expected {len(params)} positional argument(s), but got {len(positional)}"
        raise Stop(f"too many args, function has {len(params)} parameter(s)", go=go)
    given = list(positional) + [ABSENT] * (len(params) - len(positional))
    # A table is slower than looking through the few names that a call has nearly always.
    places = {name: at for at, name in enumerate(params)} if len(named) > _FEW else None
    for name, value in named:
        if name not in (places or params):
            raise Stop(f"function has no parameter {name}")
        at = places[name] if places else params.index(name)
        if given[at] is not ABSENT:
            raise Stop(f"binding parameter a second time: {name}")
        given[at] = value
    for name, value in zip(params, given, strict=True):
        if value is ABSENT and name not in function.optional:
            raise Stop(f"function parameter {name} not bound in call.")
    return given


def caller(function: Value, count: int, times: int) -> Callable[..., Value]:
    """A Python function that calls ``function`` with ``count`` positional arguments.

    ``times`` is how often it will be called: what a tree has become by its last call is better
    known before the first, since whoever holds it does not see it change.
    """
    if function.__class__ is not Func or function.arity != count:
        return lambda *arguments: call(function, arguments, ())
    if times > MANY and function.origin is not None:
        tree, home = function.origin
        translated: Callable[..., Value] | None = home.context.function(tree, home)
        return translated or function.code
    return function.code


def call_eager(
    function: Value, positional: tuple[Value, ...], named: tuple[tuple[str, Value], ...]
) -> Value:
    """Call with ``tailstrict``: arguments are values already, defaults are worked out at once."""
    if function.__class__ is not Func or (not named and len(positional) == function.arity):
        return call(function, positional, named)
    given = bind(function, positional, named)
    return function.code(*[EAGER if item is ABSENT else item for item in given])
