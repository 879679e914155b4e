"""Calls: which argument goes to which parameter.

Positional arguments are dealt out in order, the rest by name.  Dealing needs no types, so a
checker can deal first and infer each argument with its parameter in view.  Every problem names its
argument or parameter, so that a checker can point at it and find its own words.
"""

from __future__ import annotations

from confty.generics import final
from confty.light import Enum as PythonEnum
from confty.types.build import parameter
from confty.types.nodes import Function, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final

_NO_NAMES: Final[Mapping[str, str]] = {}


class Misdealt(PythonEnum):
    """What can be wrong with the arguments of a call, before their types are looked at."""

    MISSING = "a parameter has no argument"
    SURPLUS = "there are too many arguments"
    UNKNOWN = "there is no parameter of that name"
    REPEATED = "the parameter already has an argument"


@final
class Complaint:
    """One thing that is wrong: with an argument (its place in the call), or with a parameter."""

    __slots__ = ("argument", "parameter", "wrong")

    def __init__(self, wrong: Misdealt, argument: int | None, parameter: Parameter | None) -> None:
        self.wrong: Final = wrong
        self.argument: Final = argument
        self.parameter: Final = parameter

    def __repr__(self) -> str:
        return f"Complaint({self.wrong.name}, {self.argument}, {self.parameter})"


@final
class Deal:
    """Which parameter each argument goes to, and what is wrong."""

    __slots__ = ("complaints", "pairs")

    def __init__(self, pairs: list[tuple[int, Parameter]], complaints: list[Complaint]) -> None:
        self.pairs: Final = pairs
        self.complaints: Final = complaints


def deal(
    function: Function, names: Sequence[str | None], other_names: Mapping[str, str] = _NO_NAMES
) -> Deal:
    """Deal arguments to parameters; ``names`` has the name each argument is given by, or None.

    ``other_names`` are names that mean a parameter of another name.  Of a function whose
    parameters are not known only a name that is given twice is wrong.
    """
    parameters = function.parameters
    if parameters is not None and len(names) == len(parameters) and not any(names):
        return Deal(list(enumerate(parameters)), [])
    pairs: list[tuple[int, Parameter]] = []
    complaints: list[Complaint] = []
    by_name: dict[str, int] = {}
    for at, name in enumerate(names):
        if name is not None:
            meant = other_names.get(name, name)
            if meant in by_name:
                complaints.append(Complaint(Misdealt.REPEATED, at, None))
            else:
                by_name[meant] = at
    if parameters is None:
        return Deal([], complaints)
    place = 0
    for at, name in enumerate(names):
        if name is not None:
            continue
        if place < len(parameters):
            pairs.append((at, parameters[place]))
        elif function.rest is not None:
            pairs.append((at, parameter(None, function.rest)))
        else:
            complaints.append(Complaint(Misdealt.SURPLUS, at, None))
        place += 1
    missing: list[Complaint] = []
    for each, one in enumerate(parameters):
        named = None if one.name is None else by_name.pop(one.name, None)
        if named is not None and each < place:
            complaints.append(Complaint(Misdealt.REPEATED, named, one))
        elif named is not None:
            pairs.append((named, one))
        elif each >= place and not one.optional:
            missing.append(Complaint(Misdealt.MISSING, None, one))
    complaints += [Complaint(Misdealt.UNKNOWN, at, None) for at in by_name.values()]
    return Deal(pairs, complaints + missing)
