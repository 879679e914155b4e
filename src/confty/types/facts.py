"""What a condition proves, as an algebra of facts.

A fact is about one subject.  Learning it turns the subject's type into what it is where the
condition held, or where it did not, and loses no value on the way.  ``And``, ``Or`` and ``Not``
combine facts; a fact that is not *total* teaches only when it holds (``x == 3`` proves a number,
its failure proves nothing).

A test that reads ``x.a`` proves on both sides that ``x`` has a field ``a``; only a membership test
(a ``HasField`` without an inner fact) can fail for want of it.  Members of a union whose tested
field cannot be are dropped, so tagged unions are told apart.

A condition about several subjects is a ``Proof``: what it teaches of each where it holds, and
where it fails.
"""

from __future__ import annotations

from _collections_abc import Hashable

from confty.generics import Generic, TypeVar, final
from confty.types import build, nodes
from confty.types.narrowing import narrow, subtract, with_length
from confty.types.relate import Relation
from confty.types.walk import members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias


@final
class Is:
    """The subject is in ``type``; ``total`` says that all such values pass the test."""

    __slots__ = ("total", "type")

    def __init__(self, type_: nodes.Type, *, total: bool = True) -> None:
        self.type: Final = type_
        self.total: Final = total

    def __repr__(self) -> str:
        return f"Is({self.type!r}{'' if self.total else ', partial'})"


@final
class HasField:
    """The subject is an object with the field ``name``, and ``inner`` holds of that field.

    Without ``inner`` it is the membership test itself, which may count visible fields only.
    """

    __slots__ = ("inner", "name", "visible")

    def __init__(self, name: str, inner: Fact | None = None, *, visible: bool = False) -> None:
        self.name: Final = name
        self.inner: Final = inner
        self.visible: Final = visible

    def __repr__(self) -> str:
        return f"HasField({self.name}, {self.inner!r})"


@final
class HasLength:
    """The subject has this length."""

    __slots__ = ("length",)

    def __init__(self, length: int) -> None:
        self.length: Final = length

    def __repr__(self) -> str:
        return f"Length({self.length})"


@final
class Elements:
    """The subject is a list, and ``inner`` holds of every element; ``text``: or a string's."""

    __slots__ = ("inner", "text")

    def __init__(self, inner: Fact, *, text: bool = False) -> None:
        self.inner: Final = inner
        self.text: Final = text

    def __repr__(self) -> str:
        return f"Elements({self.inner!r})"


@final
class And:
    """Both hold."""

    __slots__ = ("left", "right")

    def __init__(self, left: Fact, right: Fact) -> None:
        self.left: Final = left
        self.right: Final = right

    def __repr__(self) -> str:
        return f"And({self.left!r}, {self.right!r})"


@final
class Or:
    """At least one holds."""

    __slots__ = ("left", "right")

    def __init__(self, left: Fact, right: Fact) -> None:
        self.left: Final = left
        self.right: Final = right

    def __repr__(self) -> str:
        return f"Or({self.left!r}, {self.right!r})"


@final
class Not:
    """It does not hold."""

    __slots__ = ("inner",)

    def __init__(self, inner: Fact) -> None:
        self.inner: Final = inner

    def __repr__(self) -> str:
        return f"Not({self.inner!r})"


Fact: TypeAlias = Is | HasField | HasLength | Elements | And | Or | Not

Subject = TypeVar("Subject", bound=Hashable)
Facts: TypeAlias = "Mapping[Subject, Fact]"


@final
class Proof(Generic[Subject]):
    """What a condition teaches of each subject where it holds, and where it fails."""

    __slots__ = ("failed", "held")

    def __init__(
        self, held: Facts[Subject] | None = None, failed: Facts[Subject] | None = None
    ) -> None:
        self.held: Final[Facts[Subject]] = held or {}
        self.failed: Final[Facts[Subject]] = failed or {}

    def negated(self) -> Proof[Subject]:
        """Return the proof of the opposite condition."""
        return Proof(self.failed, self.held)

    def conjoined(self, other: Proof[Subject]) -> Proof[Subject]:
        """Return the proof of "this and, if so, the other"."""
        failed = either(self.failed, both(self.held, other.failed))
        return Proof(both(self.held, other.held), failed)

    def disjoined(self, other: Proof[Subject]) -> Proof[Subject]:
        """Return the proof of "this or, if not, the other"."""
        return self.negated().conjoined(other.negated()).negated()


def both(left: Facts[Subject], right: Facts[Subject]) -> Facts[Subject]:
    """Return what is known where both lists of facts hold."""
    joined = dict(left)
    for subject, fact in right.items():
        known = joined.get(subject)
        joined[subject] = fact if known is None else And(known, fact)
    return joined


def either(left: Facts[Subject], right: Facts[Subject]) -> Facts[Subject]:
    """Return what is known where one of two lists holds: only of subjects that both speak of."""
    return {one: Or(fact, right[one]) for one, fact in left.items() if one in right}


def learn(
    fact: Fact,
    type_: nodes.Type,
    relation: Relation,
    everything: nodes.Type | None = None,
    *,
    holds: bool = True,
) -> nodes.Type:
    """Return what ``type_`` becomes where ``fact`` holds, or where it does not.

    ``everything`` is the union of all kinds of values a language has: what Dynamic is taken for
    when something is taken away from it.  Without it Dynamic stays Dynamic.
    """
    return _Lesson(relation, everything).learn(fact, type_, holds)


class _Lesson:
    """One question; facts share their parts, and so the work is shared."""

    __slots__ = ("everything", "memory", "relation")

    def __init__(self, relation: Relation, everything: nodes.Type | None) -> None:
        self.relation: Final = relation
        self.everything: Final = everything
        self.memory: Final[dict[tuple[int, nodes.Type, bool], nodes.Type]] = {}

    def learn(self, fact: Fact, type_: nodes.Type, holds: bool = True) -> nodes.Type:
        if isinstance(fact, Not):
            return self.learn(fact.inner, type_, not holds)
        if isinstance(fact, (And, Or)):
            key = (id(fact), type_, holds)
            known = self.memory.get(key)
            if known is None:
                known = self.memory[key] = self._two(fact, type_, holds)
            return known
        if isinstance(fact, Is):
            if holds:
                return narrow(type_, fact.type, self.relation)
            return (
                subtract(type_, fact.type, self.relation, self.everything) if fact.total else type_
            )
        if isinstance(fact, HasField):
            return self._field(fact, type_, holds)
        if not holds:
            return type_
        if isinstance(fact, HasLength):
            return with_length(type_, fact.length, self.relation)
        return build.gradual_union(*[self._elements(one, fact) for one in members(type_)])

    def _two(self, fact: And | Or, type_: nodes.Type, holds: bool) -> nodes.Type:
        """One after the other where both are known, else either of the two."""
        left = self.learn(fact.left, type_, holds)
        if isinstance(fact, And) is holds:
            return self.learn(fact.right, left, holds)
        return build.gradual_union(left, self.learn(fact.right, type_, holds))

    def _field(self, fact: HasField, type_: nodes.Type, holds: bool) -> nodes.Type:
        if fact.inner is not None:
            inner = fact.inner if holds else Not(fact.inner)
            parts = [self._with(one, fact.name, inner) for one in members(type_)]
        elif holds:
            parts = [self._with(one, fact.name, None) for one in members(type_)]
        else:
            parts = [_without(one, fact.name, fact.visible) for one in self._split(type_)]
        return build.gradual_union(*parts)

    def _split(self, type_: nodes.Type) -> tuple[nodes.Type, ...]:
        """Return the parts; the unknown is every kind of value, where those are known."""
        parts = members(type_)
        if self.everything is not None and any(_unknown(one) for one in parts):
            return members(self.everything)
        return parts

    def _with(self, type_: nodes.Type, name: str, inner: Fact | None) -> nodes.Type:
        """Keep a part that can have the field, with what is learnt about the field."""
        named, type_ = type_, build.unfold(type_)
        if _unknown(type_):
            inside = build.DYNAMIC if inner is None else self.learn(inner, build.DYNAMIC)
            return build.object_of({name: inside}, build.DYNAMIC)
        if isinstance(type_, nodes.MapOf):
            inside = type_.value if inner is None else self.learn(inner, type_.value)
            return build.NEVER if isinstance(inside, nodes.Never) else type_
        if not isinstance(type_, nodes.Object):
            return build.NEVER
        known = type_.by_name.get(name)
        now = type_.rest if known is None else known.type
        if now is None:
            return build.NEVER
        if isinstance(now, nodes.Never):
            # An earlier test did not find the field; to read it is somebody's mistake.
            return build.NEVER if inner is None else type_
        learnt = now if inner is None else self.learn(inner, now)
        if learnt is now and known is not None and not known.optional:
            return named
        return build.NEVER if isinstance(learnt, nodes.Never) else _with_field(type_, name, learnt)

    def _elements(self, type_: nodes.Type, fact: Elements) -> nodes.Type:
        inner, type_ = fact.inner, build.unfold(type_)
        if isinstance(type_, nodes.ListOf):
            return build.list_of(self.learn(inner, type_.element), type_.length)
        if isinstance(type_, nodes.SetOf):
            return build.set_of(self.learn(inner, type_.element))
        if isinstance(type_, nodes.Tuple):
            parts = [self.learn(inner, one) for one in type_.elements]
            return build.NEVER if build.NEVER in parts else build.tuple_of(*parts)
        as_text: nodes.Type = build.NEVER
        if fact.text and not isinstance(self.learn(inner, build.STRING), nodes.Never):
            as_text = build.STRING
        if type_ is build.STRING:
            return as_text
        if _unknown(type_):
            return build.union_of(build.list_of(self.learn(inner, build.DYNAMIC)), as_text)
        return build.NEVER


def _unknown(type_: nodes.Type) -> bool:
    return isinstance(type_, (nodes.Dynamic, nodes.Var))


def _with_field(type_: nodes.Object, name: str, inside: nodes.Type) -> nodes.Object:
    """Return the object with one field that is there for sure."""
    known = type_.by_name.get(name)
    others = [one for one in type_.fields if one.name != name]
    if known is None:
        return build.object_of([*others, build.field(name, inside)], type_.rest)
    made = build.field(name, inside, hidden=known.hidden, marks=known.marks)
    return build.object_of([*others, made], type_.rest)


def _without(type_: nodes.Type, name: str, visible: bool) -> nodes.Type:
    """Keep a part that can lack the field, or in which it may not be visible."""
    named, type_ = type_, build.unfold(type_)
    if isinstance(type_, nodes.MapOf) or _unknown(type_):
        return type_
    if not isinstance(type_, nodes.Object):
        return build.NEVER
    known = type_.by_name.get(name)
    if visible:
        seen = known is not None and not known.hidden and not known.optional
        return build.NEVER if seen and type_.rest is None else named
    if known is None and type_.rest is None:
        return named
    if known is not None and not known.optional and type_.rest is None:
        return build.NEVER
    others = [one for one in type_.fields if one.name != name]
    if type_.rest is None:
        return build.object_of(others)
    # An optional field that can have no value is one that is not there.
    return build.object_of([*others, build.field(name, build.NEVER, optional=True)], type_.rest)
