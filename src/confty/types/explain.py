"""Why not?  The reason for a NO, as a tree that follows the two types inwards.

The relation answers with one number and remembers nothing.  Only when a message is to be written
is the question asked again here, part by part, down to the places that made it fail.  A NO always
has an explanation; anything else has none.
"""

from __future__ import annotations

from enum import Enum as PythonEnum
from typing import Final, TypeAlias, final

from confty.types.build import unfold
from confty.types.nodes import (
    Enum,
    Eventual,
    Function,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    SetOf,
    Tuple,
    Type,
    Union,
)
from confty.types.relate import assignable, field_verdict
from confty.types.rules import NO, Rules


class Reason(PythonEnum):
    """What went wrong at one place."""

    KIND = "the types are of different kinds"
    INSIDE = "a part does not fit"
    NO_VALUE = "there is no value of the wanted type"
    NO_MEMBER = "no member of the wanted union fits"
    MEMBERS = "a member of the found union does not fit"
    VALUE = "the value is not the wanted one"
    LENGTH = "the lengths differ"
    MISSING = "a field is missing"
    EXTRA = "a field is not allowed"
    ARITY = "the number of parameters differs"
    NAME = "the parameter names differ"
    OPTIONAL = "the parameter must be optional"
    LATER = "the value arrives too late"


# Where a part stands: ("field", name), ("element", None), ("item", 0), ("key", None),
# ("value", None), ("parameter", 0), ("result", None), ("member", 0), ("inner", None).
Step: TypeAlias = tuple[str, str | int | None]


@final
class Part:
    """One failing part of a mismatch, and where it is."""

    __slots__ = ("mismatch", "step")

    def __init__(self, step: Step, mismatch: Mismatch) -> None:
        self.step: Final = step
        self.mismatch: Final = mismatch

    def __repr__(self) -> str:
        return f"Part({self.step}, {self.mismatch!r})"


@final
class Mismatch:
    """``source`` does not fit ``target``, and why.

    In a function's parameters the question turns around: what is wanted of a parameter is found
    on the other side.  ``source`` and ``target`` are always in the order of the question asked.
    """

    __slots__ = ("name", "parts", "reason", "source", "target")

    def __init__(
        self,
        source: Type,
        target: Type,
        reason: Reason,
        parts: tuple[Part, ...] = (),
        name: str | None = None,
    ) -> None:
        self.source: Final = source
        self.target: Final = target
        self.reason: Final = reason
        self.parts: Final = parts
        self.name: Final = name  # the field or parameter that is missing or too many

    def __repr__(self) -> str:
        return f"Mismatch({self.source!r}, {self.target!r}, {self.reason.name}, {self.parts})"

    def leaves(self) -> list[tuple[tuple[Step, ...], Mismatch]]:
        """Return the innermost reasons with the path to each, in order."""
        found: list[tuple[tuple[Step, ...], Mismatch]] = []
        waiting: list[tuple[tuple[Step, ...], Mismatch]] = [((), self)]
        while waiting:
            path, one = waiting.pop()
            if one.parts and one.reason is not Reason.NO_MEMBER:
                steps = [((*path, part.step), part.mismatch) for part in reversed(one.parts)]
                waiting.extend(steps)
            else:
                found.append((path, one))
        return found


Asked: TypeAlias = tuple[Step, Type, Type]

# Nobody reads more, and recursive types can fail in more places than there are atoms.
_LONGEST: Final = 500


def explain(source: Type, target: Type, rules: Rules) -> Mismatch | None:
    """Say why ``source`` can never stand for ``target``; None when it can, safely or not."""
    if assignable(source, target, rules) is not NO:
        return None
    return _Explainer(rules).explain(source, target)


class _Explainer:
    """One explanation in the making: the pairs on the way here, and how much may still be said."""

    __slots__ = ("left", "open", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.open: Final[set[tuple[Type, Type]]] = set()
        self.left = _LONGEST

    def explain(self, source: Type, target: Type) -> Mismatch:
        """Explain a pair known to be NO."""
        self.left -= 1
        pair = (source, target)
        if pair in self.open or self.left < 0:
            return Mismatch(source, target, Reason.INSIDE)
        self.open.add(pair)
        reason, asked, name = _question(unfold(source), unfold(target), self.rules)
        parts = [
            Part(step, self.explain(one, other))
            for step, one, other in asked
            if assignable(one, other, self.rules) is NO
        ]
        self.open.discard(pair)
        return Mismatch(source, target, reason, tuple(parts), name)


def _question(source: Type, target: Type, rules: Rules) -> tuple[Reason, list[Asked], str | None]:
    """Return the reason, the parts to look into, and the name it is about."""
    if isinstance(target, Never):
        return Reason.NO_VALUE, [], None
    if isinstance(source, Union) and not rules.unions.whole and not rules.containers.exact:
        members = source.members
        return Reason.MEMBERS, [(("member", i), m, target) for i, m in enumerate(members)], None
    if isinstance(target, Union):
        return Reason.NO_MEMBER, _attempts(source, target), None
    if isinstance(target, Eventual):
        return _later(source, target, rules)
    if isinstance(source, Eventual):
        return Reason.LATER, [], None
    if isinstance(source, (Literal, Enum)) and isinstance(target, (Literal, Enum)):
        return (Reason.VALUE if source.base is target.base else Reason.KIND), [], None
    if isinstance(source, Object) and isinstance(target, Object):
        return _objects(source, target, rules)
    if isinstance(source, Function) and isinstance(target, Function):
        return _functions(source, target, rules)
    asked = _parts(source, target)
    if asked is None:
        return Reason.LENGTH, [], None
    failing = [one for one in asked if assignable(one[1], one[2], rules) is NO]
    return (Reason.INSIDE if failing else Reason.KIND), failing, None


def _attempts(source: Type, target: Union) -> list[Asked]:
    """The members of the same kind as the source: the ones somebody may have meant."""
    kind = type(source)
    return [
        (("member", place), source, member)
        for place, member in enumerate(target.members)
        if isinstance(unfold(member), kind)
    ]


def _later(source: Type, target: Eventual, rules: Rules) -> tuple[Reason, list[Asked], str | None]:
    if isinstance(source, Eventual):
        if source.rank > target.rank and not rules.containers.higher_rank:
            return Reason.LATER, [], None
        if source.rank <= target.rank:
            return Reason.INSIDE, [(("inner", None), source.inner, target.inner)], None
    return Reason.INSIDE, [(("inner", None), source, target.inner)], None


def _parts(source: Type, target: Type) -> list[Asked] | None:
    """The sub-questions of two containers; None when already their lengths disagree."""
    if isinstance(source, Tuple) and isinstance(target, Tuple):
        if len(source.elements) != len(target.elements):
            return None
        pairs = enumerate(zip(source.elements, target.elements, strict=True))
        return [(("item", place), one, other) for place, (one, other) in pairs]
    if isinstance(source, Tuple) and isinstance(target, (ListOf, SetOf)):
        if isinstance(target, ListOf) and target.length not in (None, len(source.elements)):
            return None
        return [(("item", i), one, target.element) for i, one in enumerate(source.elements)]
    if isinstance(source, (ListOf, SetOf)) and isinstance(target, Tuple):
        if isinstance(source, ListOf) and source.length not in (None, len(target.elements)):
            return None
        return [(("item", i), source.element, one) for i, one in enumerate(target.elements)]
    if isinstance(source, (ListOf, SetOf)) and isinstance(target, (ListOf, SetOf)):
        asked: list[Asked] = [(("element", None), source.element, target.element)]
        if isinstance(source, ListOf) and isinstance(target, ListOf):
            clash = source.length != target.length and None not in (source.length, target.length)
            return None if clash else asked
        return asked
    return _mapping_parts(source, target)


def _mapping_parts(source: Type, target: Type) -> list[Asked]:
    if isinstance(source, MapOf) and isinstance(target, MapOf):
        return [
            (("key", None), source.key, target.key),
            (("value", None), source.value, target.value),
        ]
    if isinstance(source, Object) and isinstance(target, MapOf):
        return [(("field", one.name), one.type, target.value) for one in source.fields]
    if isinstance(source, MapOf) and isinstance(target, Object):
        return [(("field", one.name), source.value, one.type) for one in target.fields]
    return []


def _objects(
    source: Object, target: Object, rules: Rules
) -> tuple[Reason, list[Asked], str | None]:
    """Fields that do not fit come first, then the missing, then those too many."""
    asked: list[Asked] = []
    missing: str | None = None
    for wanted in target.fields:
        if field_verdict(source, wanted, rules) is not NO:
            continue
        found = source.by_name.get(wanted.name)
        type_ = source.rest if found is None else found.type
        if type_ is not None:
            asked.append((("field", wanted.name), type_, wanted.type))
        else:
            missing = missing or wanted.name
    extra = [one for one in source.fields if one.name not in target.by_name and not one.optional]
    if target.rest is not None:
        asked += [(("field", one.name), one.type, target.rest) for one in extra]
    failing = [one for one in asked if assignable(one[1], one[2], rules) is NO]
    if failing:
        return Reason.INSIDE, failing, None
    if missing is not None:
        return Reason.MISSING, [], missing
    return Reason.EXTRA, [], extra[0].name if extra else None


def _functions(
    source: Function, target: Function, rules: Rules
) -> tuple[Reason, list[Asked], str | None]:
    """Parameters are asked the other way around, as in the relation."""
    asked: list[Asked] = []
    if source.parameters is not None and target.parameters is not None:
        pairs = list(zip(source.parameters, target.parameters, strict=False))
        for found, wanted in pairs:
            if rules.functions.names and wanted.utterable and found.name != wanted.name:
                return Reason.NAME, [], wanted.name
            if wanted.optional and not found.optional:
                return Reason.OPTIONAL, [], found.name
        surplus = source.parameters[len(target.parameters) :]
        short = len(source.parameters) < len(target.parameters) and source.rest is None
        fixed = rules.functions.arity and len(source.parameters) != len(target.parameters)
        if short or fixed or any(not one.optional for one in surplus):
            return Reason.ARITY, [], None
        for place, (found, wanted) in enumerate(pairs):
            asked.append((("parameter", place), wanted.type, found.type))
        if target.rest is not None and source.rest is None:
            return Reason.ARITY, [], None
    asked.append((("result", None), source.result, target.result))
    failing = [one for one in asked if assignable(one[1], one[2], rules) is NO]
    return (Reason.INSIDE if failing else Reason.KIND), failing, None
