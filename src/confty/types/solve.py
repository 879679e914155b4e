"""Generic signatures: find what the variables stand for.

``match`` walks a parameter's type next to an argument's and notes what stands where a variable
is; a variable met twice takes the join.  Nothing is refused here: whether the argument fits the
instantiated parameter is asked of the relation afterwards, which gives the better message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from confty.types.build import DYNAMIC, unfold
from confty.types.nodes import (
    HAS_VAR,
    Dynamic,
    Eventual,
    Function,
    ListOf,
    MapOf,
    Object,
    Parameter,
    SetOf,
    Tuple,
    Type,
    Union,
    Var,
)
from confty.types.walk import variables

# How a language joins types, of any number: ``gradual_union``, ``widen``.
Join: TypeAlias = Callable[..., Type]


def solve(
    signature: Function, given: Iterable[tuple[Parameter, Type]], join: Join
) -> dict[str, Type]:
    """Find what the variables of a generic signature stand for in a call.

    ``given`` are the dealt arguments with their types; a variable that nothing says is left out.
    """
    bindings: dict[str, Type] = {}
    if signature.flags & HAS_VAR:
        for parameter, found in given:
            match(parameter.type, found, bindings, join)
    return bindings


def match(pattern: Type, found: Type, bindings: dict[str, Type], join: Join) -> None:
    """Add to ``bindings`` what the variables of ``pattern`` are in ``found``."""
    if not pattern.flags & HAS_VAR:
        return
    if isinstance(pattern, Var):
        known = bindings.get(pattern.name)
        bindings[pattern.name] = found if known is None else join(known, found)
        return
    found = unfold(found)
    if isinstance(found, Dynamic):
        for name in variables(pattern):
            bindings.setdefault(name, DYNAMIC)
    elif isinstance(pattern, Union):
        _match_union(pattern, found, bindings, join)
    elif isinstance(found, Union):
        for member in found.members:
            match(pattern, member, bindings, join)
    else:
        _match_parts(pattern, found, bindings, join)


def _match_union(pattern: Union, found: Type, bindings: dict[str, Type], join: Join) -> None:
    """Members the pattern names are taken out first; the rest is for its variables."""
    members = found.members if isinstance(found, Union) else (found,)
    rest = [member for member in members if member not in pattern.members]
    if not rest:
        return
    for member in pattern.members:
        match(member, join(*rest) if len(rest) > 1 else rest[0], bindings, join)


def _match_parts(pattern: Type, found: Type, bindings: dict[str, Type], join: Join) -> None:
    if isinstance(pattern, (ListOf, SetOf)):
        if isinstance(found, Tuple):
            if found.elements:
                match(pattern.element, join(*found.elements), bindings, join)
        elif isinstance(found, (ListOf, SetOf)):
            match(pattern.element, found.element, bindings, join)
    elif isinstance(pattern, MapOf):
        if isinstance(found, MapOf):
            match(pattern.key, found.key, bindings, join)
            match(pattern.value, found.value, bindings, join)
        elif isinstance(found, Object):
            inside = [one.type for one in found.fields]
            if found.rest is not None:
                inside.append(found.rest)
            if inside:
                match(pattern.value, join(*inside), bindings, join)
    elif isinstance(pattern, Tuple):
        if isinstance(found, Tuple):
            for one, other in zip(pattern.elements, found.elements, strict=False):
                match(one, other, bindings, join)
        elif isinstance(found, ListOf):
            for one in pattern.elements:
                match(one, found.element, bindings, join)
    elif isinstance(pattern, Eventual):
        inner = found.inner if isinstance(found, Eventual) else found
        match(pattern.inner, inner, bindings, join)
    elif isinstance(pattern, Object) and isinstance(found, Object):
        for wanted in pattern.fields:
            one_field = found.by_name.get(wanted.name)
            if one_field is not None:
                match(wanted.type, one_field.type, bindings, join)
    elif isinstance(pattern, Function) and isinstance(found, Function):
        pairs = zip(pattern.parameters or (), found.parameters or (), strict=False)
        for wanted_one, found_one in pairs:
            match(wanted_one.type, found_one.type, bindings, join)
        match(pattern.result, found.result, bindings, join)
