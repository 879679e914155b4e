"""What a condition proves, as an algebra of facts.

A fact is about one subject.  Learning it turns the subject's type into what it is where the
condition held, or where it did not.  ``And``, ``Or`` and ``Not`` combine facts; a *partial* fact
teaches only when it holds (``x == 3`` proves a number, its failure proves nothing).  A test on
``x.a.b`` is a fact about ``x`` with a path.

A condition about several variables is a ``Proof``: one fact for each variable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, final

from confty.types.build import DYNAMIC, NEVER, gradual_union, list_of, object_of, union_of
from confty.types.narrow import narrow, subtract, with_length
from confty.types.nodes import Type
from confty.types.rules import Rules


@final
class Is:
    """The subject is in ``type``; ``total`` says that all such values pass the test."""

    __slots__ = ("total", "type")

    def __init__(self, type_: Type, *, total: bool = True) -> None:
        self.type: Final = type_
        self.total: Final = total

    def __repr__(self) -> str:
        return f"Is({self.type!r}{'' if self.total else ', partial'})"


@final
class HasField:
    """The subject is an object with something at ``path``, and ``inner`` holds of that."""

    __slots__ = ("inner", "path")

    def __init__(self, path: tuple[str, ...], inner: Fact | None = None) -> None:
        self.path: Final = path
        self.inner: Final = inner

    def __repr__(self) -> str:
        return f"HasField({'.'.join(self.path)}, {self.inner!r})"


@final
class Length:
    """The subject has this length."""

    __slots__ = ("length",)

    def __init__(self, length: int) -> None:
        self.length: Final = length

    def __repr__(self) -> str:
        return f"Length({self.length})"


@final
class Elements:
    """The subject is a list, and ``inner`` holds of every element."""

    __slots__ = ("inner",)

    def __init__(self, inner: Fact) -> None:
        self.inner: Final = inner

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


@final
class Partial:
    """The condition proves ``inner`` and something not understood: failing, it proves nothing."""

    __slots__ = ("inner",)

    def __init__(self, inner: Fact) -> None:
        self.inner: Final = inner

    def __repr__(self) -> str:
        return f"Partial({self.inner!r})"


Fact: TypeAlias = Is | HasField | Length | Elements | And | Or | Not | Partial
Proof: TypeAlias = dict[str, Fact]  # variable -> what is known about it


def learn(fact: Fact, type_: Type, rules: Rules, *, holds: bool = True) -> Type:
    """Return what ``type_`` becomes where ``fact`` holds, or where it does not."""
    if isinstance(fact, Not):
        return learn(fact.inner, type_, rules, holds=not holds)
    if isinstance(fact, (And, Or)):
        return _learn_two(fact, type_, rules, holds=holds)
    if isinstance(fact, HasField):
        return narrow(type_, _shape(fact, rules, holds=holds), rules)
    if holds:
        return _learn_held(fact, type_, rules)
    if isinstance(fact, Is) and fact.total:
        return subtract(type_, fact.type, rules)
    return type_


def _learn_held(fact: Is | Length | Elements | Partial, type_: Type, rules: Rules) -> Type:
    if isinstance(fact, Is):
        return narrow(type_, fact.type, rules)
    if isinstance(fact, Length):
        return with_length(type_, fact.length, rules)
    if isinstance(fact, Elements):
        return narrow(type_, list_of(learn(fact.inner, DYNAMIC, rules)), rules)
    return learn(fact.inner, type_, rules)


def _learn_two(fact: And | Or, type_: Type, rules: Rules, *, holds: bool) -> Type:
    """One after the other where both are known, else either of the two."""
    if isinstance(fact, And) is holds:
        return learn(fact.right, learn(fact.left, type_, rules, holds=holds), rules, holds=holds)
    left = learn(fact.left, type_, rules, holds=holds)
    right = learn(fact.right, type_, rules, holds=holds)
    return gradual_union(left, right) if rules.join.absorb else union_of(left, right)


def _shape(fact: HasField, rules: Rules, *, holds: bool) -> Type:
    """The object a field test speaks of: open at each step of the path.

    Where the test fails the field may be missing at the last step only: whoever asked for
    ``x.a.b`` could read ``x.a``.  A field of type Never is one that cannot be read.
    """
    if holds:
        last = DYNAMIC if fact.inner is None else learn(fact.inner, DYNAMIC, rules)
    elif fact.inner is None:
        last = NEVER
    else:
        last = learn(fact.inner, rules.narrow.everything or DYNAMIC, rules, holds=False)
    for name in reversed(fact.path):
        last = object_of({name: last}, DYNAMIC)
    return last


def conjoin(left: Mapping[str, Fact], right: Mapping[str, Fact]) -> Proof:
    """Return what both conditions together prove: "left and right"."""
    proof = dict(left)
    for name, fact in right.items():
        known = proof.get(name)
        proof[name] = fact if known is None else And(known, fact)
    return proof


def disjoin(left: Mapping[str, Fact], right: Mapping[str, Fact]) -> Proof:
    """Return what either condition proves: only variables that both speak of remain."""
    return {name: Or(fact, right[name]) for name, fact in left.items() if name in right}


def negate(proof: Mapping[str, Fact]) -> Proof:
    """Return what the failure proves, each variable on its own.

    That is exact for a proof of one variable.  Of several, any one may be to blame: see
    ``blameless`` for the careful version.
    """
    return {name: Not(fact) for name, fact in proof.items()}


def blameless(proof: Mapping[str, Fact]) -> Proof:
    """Return the same proof whose failure proves nothing unless it is about one variable."""
    if len(proof) < 2:
        return dict(proof)
    return {name: Partial(fact) for name, fact in proof.items()}
