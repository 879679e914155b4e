"""Variables in the signatures of library functions, read as ``any`` wherever a type is judged."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.rules import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

Bindings = dict[str, types.Type]
# Types are interned, so what is remembered about them is small.
_MOST_KEPT: Final = 1_000


def erased(type_: types.Type) -> types.Type:
    """Return the type with every variable read as ``any``."""
    return _erased(type_) if type_.flags & types.HAS_VAR else type_


@types.remembering(_MOST_KEPT)
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
