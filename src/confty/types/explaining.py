"""Why not?  The reason for a NO, as a tree that follows the two types inwards.

The relation answers with one number and remembers nothing.  Only when a message is to be written
is the question asked again here, part by part, down to the places that made it fail.  A NO always
has an explanation; anything else has none, though parts of it may: ``misfits`` finds those.
"""

from __future__ import annotations

from confty.generics import final
from confty.light import Enum as PythonEnum
from confty.types import nodes
from confty.types.build import unfold
from confty.types.relate import Relation
from confty.types.rules import NO, SAFE, Extra

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias


class MismatchKind(PythonEnum):
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
PathStep: TypeAlias = tuple[str, str | int | None]


@final
class FailingPart:
    """One failing part of a mismatch, and where it is."""

    __slots__ = ("mismatch", "step")

    def __init__(self, step: PathStep, mismatch: Mismatch) -> None:
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

    __slots__ = ("missing", "parts", "reason", "source", "surplus", "target")

    def __init__(
        self,
        source: nodes.Type,
        target: nodes.Type,
        reason: MismatchKind,
        parts: tuple[FailingPart, ...] = (),
        missing: tuple[str, ...] = (),
        surplus: tuple[str, ...] = (),
    ) -> None:
        self.source: Final = source
        self.target: Final = target
        self.reason: Final = reason
        self.parts: Final = parts
        self.missing: Final = missing  # fields that are wanted and not there
        self.surplus: Final = surplus  # fields that are there and not allowed

    def __repr__(self) -> str:
        return f"Mismatch({self.source!r}, {self.target!r}, {self.reason.name}, {self.parts})"

    @property
    def detailed(self) -> bool:
        """Whether it is known what of it is at fault: a part, a field, the parameters."""
        inside = self.parts or self.missing or self.surplus
        return bool(inside) or self.reason is MismatchKind.ARITY

    def innermost(self) -> tuple[tuple[PathStep, ...], Mismatch]:
        """Return the first reason that has no further reason inside, and the path to it.

        Of a wanted union the nearest member is followed, if a part of it is at fault and not the
        whole: a choice is better told than one of its members.  It is no step of the path.
        Nothing is followed into a parameter, behind which what is wanted and what is found have
        changed sides.
        """
        path: list[PathStep] = []
        one = self
        while one.parts and not (one.missing or one.surplus):
            part = one.parts[0]
            if one.reason is MismatchKind.NO_MEMBER:
                nearest = one.nearest()
                if nearest is None or not nearest.mismatch.detailed:
                    break
                part = nearest
            if part.step[0] not in _NO_PLACES:
                path.append(part.step)
            one = part.mismatch
            if part.step[0] == "parameter":
                break
        return tuple(path), one

    def nearest(self) -> FailingPart | None:
        """Return the member somebody must have meant: the closest one, if there is just one."""
        ranked = sorted(self.parts, key=lambda part: _distance(part.mismatch))
        if len(ranked) > 1:
            first, second = _distance(ranked[0].mismatch), _distance(ranked[1].mismatch)
            if first == second:
                return None
        return ranked[0]


def _distance(one: Mismatch) -> int:
    """Say how far off it is: how many leaves are wrong; a wrong constant is a wrong tag."""
    if one.reason is MismatchKind.VALUE:
        return _TAG
    inside = min if one.reason is MismatchKind.NO_MEMBER else sum
    parts = [_distance(part.mismatch) for part in one.parts]
    return len(one.missing) + len(one.surplus) + (inside(parts) if parts else 1)


# A choice between types, and the wrapping of a value that arrives later, are no places in a value.
_NO_PLACES: Final = ("member", "inner")
_TAG: Final = 100
# Kinds that a literal of the one may have been meant as the other.
_KIN: Final = ((nodes.ListOf, nodes.SetOf, nodes.Tuple), (nodes.MapOf, nodes.Object))

Asked: TypeAlias = tuple[PathStep, nodes.Type, nodes.Type]
# The reason, the parts to look into, and the fields that are missing or too many.
Answer: TypeAlias = tuple[MismatchKind, list[Asked], tuple[str, ...], tuple[str, ...]]

# Nobody reads more, and recursive types can fail in more places than there are atoms.
_LONGEST: Final = 500


def explain(source: nodes.Type, target: nodes.Type, relation: Relation) -> Mismatch | None:
    """Say why ``source`` can never stand for ``target``; None when it can, safely or not."""
    if relation.assignable(source, target) is not NO:
        return None
    return _Explainer(relation).explain(source, target)


def misfits(source: nodes.Type, target: nodes.Type, relation: Relation) -> list[Mismatch]:
    """Return the parts of ``source`` that can never fit, though the whole perhaps may.

    A union of which one member is wrong is UNSAFE; the member has a reason of its own.  Each
    mismatch is of the whole and leads to one such part; parts that are alike are told once.
    """
    found: list[Mismatch] = []
    asked: set[tuple[nodes.Type, nodes.Type]] = set()
    waiting: list[tuple[nodes.Type, nodes.Type, tuple[Asked, ...]]] = [(source, target, ())]
    while waiting:
        one, wanted, way = waiting.pop()
        if (one, wanted) in asked or len(found) >= _LONGEST:
            continue
        asked.add((one, wanted))
        verdict = relation.assignable(one, wanted)
        if verdict is SAFE:
            continue
        split = relation.splits_unions and isinstance(unfold(one), nodes.Union)
        if verdict is NO and not split:
            found.append(_led_to(way, _Explainer(relation).explain(one, wanted)))
            continue
        for step, part, wanted_part in reversed(_apart(unfold(one), unfold(wanted))):
            waiting.append((part, wanted_part, (*way, (step, one, wanted))))
    return found


def _apart(source: nodes.Type, target: nodes.Type) -> list[Asked]:
    """The parts of a source that are held against parts of the target."""
    if isinstance(source, nodes.Union):
        return [(("member", i), member, target) for i, member in enumerate(source.members)]
    if isinstance(source, nodes.Object) and isinstance(target, nodes.Object):
        shared = [one for one in target.fields if one.name in source.by_name]
        return [(("field", one.name), source.by_name[one.name].type, one.type) for one in shared]
    return [] if isinstance(target, nodes.Union) else _parts(source, target) or []


def _led_to(way: tuple[Asked, ...], inner: Mismatch) -> Mismatch:
    for step, source, target in reversed(way):
        inner = Mismatch(source, target, MismatchKind.INSIDE, (FailingPart(step, inner),))
    return inner


class _Explainer:
    """One explanation in the making: the pairs on the way here, and how much may still be said."""

    __slots__ = ("left", "open", "relation")

    def __init__(self, relation: Relation) -> None:
        self.relation: Final = relation
        self.open: Final[set[tuple[nodes.Type, nodes.Type]]] = set()
        self.left = _LONGEST

    def explain(self, source: nodes.Type, target: nodes.Type) -> Mismatch:
        """Explain a pair known to be NO."""
        self.left -= 1
        pair = (source, target)
        if pair in self.open or self.left < 0:
            return Mismatch(source, target, MismatchKind.INSIDE)
        self.open.add(pair)
        reason, asked, missing, surplus = _question(unfold(source), unfold(target), self.relation)
        parts = [
            FailingPart(step, self.explain(one, other))
            for step, one, other in asked
            if self.relation.assignable(one, other) is NO
        ]
        self.open.discard(pair)
        return Mismatch(source, target, reason, tuple(parts), missing, surplus)


def _question(source: nodes.Type, target: nodes.Type, relation: Relation) -> Answer:
    """Return the reason, the parts to look into, and the name it is about."""
    if isinstance(target, nodes.Never):
        return MismatchKind.NO_VALUE, [], (), ()
    if isinstance(source, nodes.Union) and relation.splits_unions:
        members = source.members
        return (
            MismatchKind.MEMBERS,
            [(("member", i), m, target) for i, m in enumerate(members)],
            (),
            (),
        )
    if isinstance(target, nodes.Union):
        return MismatchKind.NO_MEMBER, _attempts(source, target), (), ()
    if isinstance(target, nodes.Eventual):
        return _later(source, target)
    if isinstance(source, nodes.Eventual):
        return MismatchKind.LATER, [], (), ()
    if isinstance(source, (nodes.Literal, nodes.Enum)) and isinstance(
        target, (nodes.Literal, nodes.Enum)
    ):
        return (
            (MismatchKind.VALUE if source.base is target.base else MismatchKind.KIND),
            [],
            (),
            (),
        )
    if isinstance(source, nodes.Object) and isinstance(target, nodes.Object):
        return _objects(source, target, relation)
    if isinstance(source, nodes.Function) and isinstance(target, nodes.Function):
        return _functions(source, target, relation)
    asked = _parts(source, target)
    if asked is None:
        return MismatchKind.LENGTH, [], (), ()
    failing = [one for one in asked if relation.assignable(one[1], one[2]) is NO]
    return (MismatchKind.INSIDE if failing else MismatchKind.KIND), failing, (), ()


def _attempts(source: nodes.Type, target: nodes.Union) -> list[Asked]:
    """The members of the same kind as the source: the ones somebody may have meant.

    An atom has nothing inside that could be explained; there the whole union says more.
    """
    kind = type(source)
    if kind is nodes.Atom:
        return []
    kin = next((each for each in _KIN if issubclass(kind, each)), (kind,))
    return [
        (("member", place), source, member)
        for place, member in enumerate(target.members)
        if isinstance(unfold(member), kin)
    ]


def _later(source: nodes.Type, target: nodes.Eventual) -> Answer:
    if isinstance(source, nodes.Eventual):
        if source.rank > target.rank:
            return MismatchKind.LATER, [], (), ()
        if source.rank <= target.rank:
            return MismatchKind.INSIDE, [(("inner", None), source.inner, target.inner)], (), ()
    return MismatchKind.INSIDE, [(("inner", None), source, target.inner)], (), ()


def _parts(source: nodes.Type, target: nodes.Type) -> list[Asked] | None:
    """The sub-questions of two containers; None when already their lengths disagree."""
    if isinstance(source, nodes.Tuple) and isinstance(target, nodes.Tuple):
        if len(source.elements) != len(target.elements):
            return None
        pairs = enumerate(zip(source.elements, target.elements, strict=True))
        return [(("item", place), one, other) for place, (one, other) in pairs]
    if isinstance(source, nodes.Tuple) and isinstance(target, (nodes.ListOf, nodes.SetOf)):
        if isinstance(target, nodes.ListOf) and target.length not in (None, len(source.elements)):
            return None
        return [(("item", i), one, target.element) for i, one in enumerate(source.elements)]
    if isinstance(source, (nodes.ListOf, nodes.SetOf)) and isinstance(target, nodes.Tuple):
        if isinstance(source, nodes.ListOf) and source.length not in (None, len(target.elements)):
            return None
        return [(("item", i), source.element, one) for i, one in enumerate(target.elements)]
    if isinstance(source, (nodes.ListOf, nodes.SetOf)) and isinstance(
        target, (nodes.ListOf, nodes.SetOf)
    ):
        asked: list[Asked] = [(("element", None), source.element, target.element)]
        if isinstance(source, nodes.ListOf) and isinstance(target, nodes.ListOf):
            clash = source.length != target.length and None not in (source.length, target.length)
            return None if clash else asked
        return asked
    return _mapping_parts(source, target)


def _mapping_parts(source: nodes.Type, target: nodes.Type) -> list[Asked]:
    if isinstance(source, nodes.MapOf) and isinstance(target, nodes.MapOf):
        return [
            (("key", None), source.key, target.key),
            (("value", None), source.value, target.value),
        ]
    if isinstance(source, nodes.Object) and isinstance(target, nodes.MapOf):
        return [(("field", one.name), one.type, target.value) for one in source.fields]
    if isinstance(source, nodes.MapOf) and isinstance(target, nodes.Object):
        return [(("field", one.name), source.value, one.type) for one in target.fields]
    return []


def _objects(source: nodes.Object, target: nodes.Object, relation: Relation) -> Answer:
    """Fields that do not fit come first, then the missing, then those too many."""
    asked: list[Asked] = []
    missing: list[str] = []
    for wanted in target.fields:
        if relation.field_verdict(source, wanted) is not NO:
            continue
        found = source.by_name.get(wanted.name)
        type_ = source.rest if found is None else found.type
        if type_ is not None:
            asked.append((("field", wanted.name), type_, wanted.type))
        else:
            missing.append(wanted.name)
    extra = [one for one in source.fields if one.name not in target.by_name and not one.optional]
    surplus: list[str] = []
    if target.rest is not None:
        asked += [(("field", one.name), one.type, target.rest) for one in extra]
    elif relation.rules.extra is not Extra.IGNORED:
        surplus = [one.name for one in extra]
    failing = [one for one in asked if relation.assignable(one[1], one[2]) is NO]
    without = MismatchKind.MISSING if missing else MismatchKind.EXTRA
    reason = MismatchKind.INSIDE if failing else without
    return reason, failing, tuple(missing), tuple(surplus)


def _functions(source: nodes.Function, target: nodes.Function, relation: Relation) -> Answer:
    """Parameters are asked the other way around, as in the relation."""
    asked: list[Asked] = []
    if source.parameters is not None and target.parameters is not None:
        pairs = list(zip(source.parameters, target.parameters, strict=False))
        for found, wanted in pairs:
            if relation.rules.parameter_names and wanted.utterable and found.name != wanted.name:
                return MismatchKind.NAME, [], (), ()
            if wanted.optional and not found.optional:
                return MismatchKind.OPTIONAL, [], (), ()
        surplus = source.parameters[len(target.parameters) :]
        short = len(source.parameters) < len(target.parameters) and source.rest is None
        fixed = relation.rules.fixed_arity and len(source.parameters) != len(target.parameters)
        if short or fixed or any(not one.optional for one in surplus):
            return MismatchKind.ARITY, [], (), ()
        for place, (found, wanted) in enumerate(pairs):
            asked.append((("parameter", place), wanted.type, found.type))
        if target.rest is not None and source.rest is None:
            return MismatchKind.ARITY, [], (), ()
    asked.append((("result", None), source.result, target.result))
    failing = [one for one in asked if relation.assignable(one[1], one[2]) is NO]
    return (MismatchKind.INSIDE if failing else MismatchKind.KIND), failing, (), ()
