"""Variables in types: one for each parameter that no assert speaks of, and those of signatures.

Read as ``any`` wherever a type is judged, they stand for what the caller put in where a function
hands a parameter through.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from confty import types
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.rules import ANY

Bindings = dict[str, types.Type]
# Types are interned, so what is remembered about them is small.
_MOST_KEPT: Final = 1_000


def erased(type_: types.Type) -> types.Type:
    """Return the type with every variable read as ``any``."""
    return _erased(type_) if type_.flags & types.HAS_VAR else type_


@lru_cache(_MOST_KEPT)
def _erased(type_: types.Type) -> types.Type:
    return types.substitute(type_, {}, types.gradual_union, left_over=ANY)


def replaced(type_: types.Type, bindings: Bindings) -> types.Type:
    """Put types in the place of variables; unions absorb ``any`` again."""
    return types.substitute(type_, bindings, types.gradual_union)


def solved(
    function: types.Function, given: Iterable[tuple[types.Parameter, types.Type]]
) -> Bindings:
    """Find what the variables of a function stand for, given the types of some arguments."""
    pairs = [
        # A parameter that is a variable is handed through as it is.
        (one, found if isinstance(one.type, types.Var) else erased(found))
        for one, found in given
    ]
    return types.solve(function, pairs, types.gradual_union)


def called(function: types.Type, given: tuple[types.Type, ...]) -> types.Type:
    """Return the result of a function for some arguments; complaints are made elsewhere."""
    results: list[types.Type] = []
    for part in members(function):
        if not isinstance(part, types.Function):
            results.append(ANY)
        elif not part.result.flags & types.HAS_VAR or part.parameters is None:
            results.append(part.result)
        else:
            bindings = solved(part, zip(part.parameters, given, strict=False))
            results.append(erased(replaced(part.result, bindings)))
    return types.gradual_union(*results)


def without_choices(result: types.Type) -> types.Type:
    """Return a function's result with ``any`` for "what you gave, or a number".

    That is a choice a caller can do little with; a parameter is handed through only where it
    stands alone.
    """
    return types.substitute(result, {}, _chosen) if result.flags & types.HAS_VAR else result


def _chosen(*parts: types.Type) -> types.Type:
    # The variables of parameters have a place in their name, those of signatures do not.
    if any(isinstance(one, types.Var) and ":" in one.name for one in parts):
        return ANY
    return types.gradual_union(*parts)
