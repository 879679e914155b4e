"""Variables in types: one for each parameter that no assert speaks of, and those of signatures.

Read as ``any`` wherever a type is judged, they stand for what the caller put in where a function
hands a parameter through.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from confty import types
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.rules import ANY

Bindings = dict[str, types.Type]
# Types are interned, so what is remembered about them is small.
_MOST_KEPT: Final = 100_000


def erased(type_: types.Type) -> types.Type:
    """Return the type with every variable read as ``any``."""
    return _erased(type_) if type_.flags & types.HAS_VAR else type_


@lru_cache(_MOST_KEPT)
def _erased(type_: types.Type) -> types.Type:
    return _replaced(type_, {}, keep=False)


def replaced(type_: types.Type, bindings: Mapping[str, types.Type]) -> types.Type:
    """Put types in the place of variables; unions absorb ``any`` again."""
    return _replaced(type_, bindings, keep=True) if type_.flags & types.HAS_VAR else type_


def _replaced(type_: types.Type, bindings: Mapping[str, types.Type], *, keep: bool) -> types.Type:
    if not type_.flags & types.HAS_VAR:
        return type_
    if isinstance(type_, types.Var):
        return bindings.get(type_.name, type_ if keep else ANY)
    if isinstance(type_, types.Union):
        if any(isinstance(one, types.Var) and ":" in one.name for one in type_.members):
            # "What you gave, or a number": a choice that the caller can do little with.  (The
            # variables of parameters have a place in their name, those of signatures do not.)
            return ANY
        return types.gradual_union(*[_replaced(one, bindings, keep=keep) for one in type_.members])
    return types.rebuild(type_, lambda part: _replaced(part, bindings, keep=keep))


def bind(bindings: Bindings, wanted: types.Type, found: types.Type) -> None:
    """Note what the variables of a parameter's type stand for, given an argument's type."""
    if isinstance(wanted, types.Var):
        known = bindings.get(wanted.name)
        bindings[wanted.name] = found if known is None else types.gradual_union(known, found)
    elif wanted.flags & types.HAS_VAR:
        types.match(wanted, erased(found), bindings, types.gradual_union)


def called(function: types.Type, given: tuple[types.Type, ...]) -> types.Type:
    """Return the result of a function for some arguments; complaints are made elsewhere."""
    results: list[types.Type] = []
    for part in members(function):
        if not isinstance(part, types.Function):
            results.append(ANY)
        elif not part.result.flags & types.HAS_VAR or part.parameters is None:
            results.append(part.result)
        else:
            bindings: Bindings = {}
            for wanted, found in zip(part.parameters, given, strict=False):
                bind(bindings, wanted.type, found)
            results.append(erased(replaced(part.result, bindings)))
    return types.gradual_union(*results)
