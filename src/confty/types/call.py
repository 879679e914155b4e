"""Calling: which argument goes to which parameter, and does it fit?

Positional arguments are dealt out in order, the rest by name.  Every problem names its argument,
so that a checker can point at it.  Generic signatures are instantiated first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from confty.types.access import Access, Problem, Wrong, each, refused
from confty.types.build import DYNAMIC, unfold
from confty.types.nodes import HAS_VAR, Function, Parameter, Type
from confty.types.relate import assignable
from confty.types.rules import NO, SAFE, UNSAFE, Rules, Verdict
from confty.types.solve import match
from confty.types.walk import substitute, variables

_NONE: Mapping[str, Type] = {}


def call(
    type_: Type,
    positional: Sequence[Type],
    rules: Rules,
    named: Mapping[str, Type] = _NONE,
) -> Access:
    """Call a value of ``type_``; the answer's type is the result."""
    type_ = unfold(type_)
    shared = each(type_, lambda part: call(part, positional, rules, named), rules)
    if shared is not None:
        return shared
    if not isinstance(type_, Function):
        return refused(Wrong.NOT_CALLABLE, type_)
    if type_.parameters is None:
        return Access(type_.result, UNSAFE)
    dealt, problems = _deal(type_, positional, named)
    if type_.flags & HAS_VAR:
        type_, dealt = _instantiate(type_, dealt, rules)
    worst = NO if problems else SAFE
    for key, wanted, found in dealt:
        verdict = assignable(found, wanted, rules)
        worst = min(worst, verdict)
        if verdict is NO:
            problems.append(Problem(Wrong.BAD_ARGUMENT, found, wanted=wanted, argument=key))
    return Access(type_.result, worst, tuple(problems))


def argument_verdicts(
    type_: Function,
    positional: Sequence[Type],
    rules: Rules,
    named: Mapping[str, Type] = _NONE,
) -> list[tuple[int | str, Type, Verdict]]:
    """Return, for each argument that has a parameter, what it must fit and whether it does."""
    dealt, _ = _deal(type_, positional, named)
    if type_.flags & HAS_VAR:
        type_, dealt = _instantiate(type_, dealt, rules)
    return [(key, wanted, assignable(found, wanted, rules)) for key, wanted, found in dealt]


_Dealt = list[tuple[int | str, Type, Type]]


def _deal(
    type_: Function, positional: Sequence[Type], named: Mapping[str, Type]
) -> tuple[_Dealt, list[Problem]]:
    """Deal arguments to parameters: (argument, wanted type, found type) and what is wrong."""
    parameters: tuple[Parameter, ...] = type_.parameters or ()
    dealt: _Dealt = []
    problems: list[Problem] = []
    for place, found in enumerate(positional):
        if place < len(parameters):
            dealt.append((place, parameters[place].type, found))
        elif type_.rest is not None:
            dealt.append((place, type_.rest, found))
        else:
            problems.append(Problem(Wrong.EXTRA_ARGUMENT, found, argument=place))
    waiting = dict(named)
    for place, parameter in enumerate(parameters):
        name = parameter.name
        if name is not None and name in waiting:
            found = waiting.pop(name)
            if place < len(positional):
                wrong = Wrong.REPEATED_ARGUMENT
                problems.append(Problem(wrong, found, name=name, argument=name))
            else:
                dealt.append((name, parameter.type, found))
        elif place >= len(positional) and not parameter.optional:
            missing = Problem(Wrong.MISSING_ARGUMENT, type_, wanted=parameter.type, name=name)
            problems.append(missing)
    for name, found in waiting.items():
        problems.append(Problem(Wrong.UNKNOWN_ARGUMENT, found, name=name, argument=name))
    return dealt, problems


def _instantiate(type_: Function, dealt: _Dealt, rules: Rules) -> tuple[Function, _Dealt]:
    """Solve the variables of a generic signature by the arguments it got."""
    bindings: dict[str, Type] = {}
    for _, wanted, found in dealt:
        match(wanted, found, bindings, rules)
    for name in variables(type_):
        bindings.setdefault(name, DYNAMIC)
    made = substitute(type_, bindings)
    assert isinstance(made, Function)
    return made, [(key, substitute(wanted, bindings), found) for key, wanted, found in dealt]
