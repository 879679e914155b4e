"""Generic signatures: find what the variables stand for, then put it in.

``match`` walks a parameter's type next to an argument's and notes what stands where a variable
is; a variable met twice takes the join.  Nothing is refused here: whether the argument fits the
instantiated parameter is asked of the relation afterwards, which gives the better message.
"""

from __future__ import annotations

from collections.abc import Iterable

from confty.types.build import DYNAMIC, unfold
from confty.types.join import join, join_all
from confty.types.nodes import (
    HAS_VAR,
    Dynamic,
    Eventual,
    Function,
    ListOf,
    MapOf,
    Object,
    SetOf,
    Tuple,
    Type,
    Union,
    Var,
)
from confty.types.rules import Rules
from confty.types.walk import substitute, variables


def match(pattern: Type, found: Type, bindings: dict[str, Type], rules: Rules) -> None:
    """Add to ``bindings`` what the variables of ``pattern`` are in ``found``."""
    if not pattern.flags & HAS_VAR:
        return
    if isinstance(pattern, Var):
        known = bindings.get(pattern.name)
        bindings[pattern.name] = found if known is None else join(known, found, rules)
        return
    found = unfold(found)
    if isinstance(found, Dynamic):
        for name in variables(pattern):
            bindings.setdefault(name, DYNAMIC)
    elif isinstance(pattern, Union):
        _match_union(pattern, found, bindings, rules)
    elif isinstance(found, Union):
        for member in found.members:
            match(pattern, member, bindings, rules)
    else:
        _match_parts(pattern, found, bindings, rules)


def _match_union(pattern: Union, found: Type, bindings: dict[str, Type], rules: Rules) -> None:
    """Members the pattern names are taken out first; the rest is for its variables."""
    members = found.members if isinstance(found, Union) else (found,)
    rest = [member for member in members if member not in pattern.members]
    if not rest:
        return
    for member in pattern.members:
        match(member, join_all(rest, rules) if len(rest) > 1 else rest[0], bindings, rules)


def _match_parts(pattern: Type, found: Type, bindings: dict[str, Type], rules: Rules) -> None:
    if isinstance(pattern, (ListOf, SetOf)):
        if isinstance(found, Tuple):
            if found.elements:
                match(pattern.element, join_all(found.elements, rules), bindings, rules)
        elif isinstance(found, (ListOf, SetOf)):
            match(pattern.element, found.element, bindings, rules)
    elif isinstance(pattern, MapOf):
        if isinstance(found, MapOf):
            match(pattern.key, found.key, bindings, rules)
            match(pattern.value, found.value, bindings, rules)
        elif isinstance(found, Object):
            inside = [one.type for one in found.fields]
            if found.rest is not None:
                inside.append(found.rest)
            if inside:
                match(pattern.value, join_all(inside, rules), bindings, rules)
    elif isinstance(pattern, Tuple):
        if isinstance(found, Tuple):
            for one, other in zip(pattern.elements, found.elements, strict=False):
                match(one, other, bindings, rules)
        elif isinstance(found, ListOf):
            for one in pattern.elements:
                match(one, found.element, bindings, rules)
    elif isinstance(pattern, Eventual):
        inner = found.inner if isinstance(found, Eventual) else found
        match(pattern.inner, inner, bindings, rules)
    elif isinstance(pattern, Object) and isinstance(found, Object):
        for wanted in pattern.fields:
            one_field = found.by_name.get(wanted.name)
            if one_field is not None:
                match(wanted.type, one_field.type, bindings, rules)
    elif isinstance(pattern, Function) and isinstance(found, Function):
        pairs = zip(pattern.parameters or (), found.parameters or (), strict=False)
        for wanted_one, found_one in pairs:
            match(wanted_one.type, found_one.type, bindings, rules)
        match(pattern.result, found.result, bindings, rules)


def instantiate(signature: Function, arguments: Iterable[Type], rules: Rules) -> Function:
    """Return ``signature`` for these positional arguments; a variable nothing says is Dynamic."""
    if not signature.flags & HAS_VAR:
        return signature
    bindings: dict[str, Type] = {}
    parameters = signature.parameters or ()
    for place, argument in enumerate(arguments):
        if place < len(parameters):
            match(parameters[place].type, argument, bindings, rules)
        elif signature.rest is not None:
            match(signature.rest, argument, bindings, rules)
    for name in variables(signature):
        bindings.setdefault(name, DYNAMIC)
    made = substitute(signature, bindings)
    assert isinstance(made, Function)
    return made
