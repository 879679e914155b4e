"""Taking things apart: a field, an element, a call's result, what a loop runs over.

Every question returns an ``Access``: the type that comes out, how sure it is (SAFE, UNSAFE: the
value must be looked at, NO: it cannot work), and the problems found, as data.  The language
decides which of them are errors, and finds the words.  Unions are asked member by member;
an eventual is looked into and its answer wrapped again.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum as PythonEnum
from typing import Final, TypeAlias, final

from confty.types.build import (
    DYNAMIC,
    INT,
    NEVER,
    NUMBER,
    STRING,
    UNIT,
    gradual_union,
    literal,
    tuple_of,
    unfold,
    union_of,
)
from confty.types.join import join_all
from confty.types.nodes import (
    Constant,
    Dynamic,
    Enum,
    Eventual,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    SetOf,
    Top,
    Tuple,
    Type,
    Union,
)
from confty.types.relate import assignable
from confty.types.rules import NO, SAFE, UNSAFE, Rules, Verdict
from confty.types.shapes import settled


class Wrong(PythonEnum):
    """What can be wrong with an access."""

    NO_FIELDS = "a value of this type has no fields"
    NO_SUCH_FIELD = "there is no such field"
    MAYBE_NO_FIELD = "the field may be missing"
    OTHER_CASE = "a field of that name exists in another case"
    NO_ELEMENTS = "a value of this type has no elements"
    BAD_INDEX = "an index of this type does not fit"
    OUT_OF_RANGE = "there is no element at this index"
    NOT_ITERABLE = "a value of this type cannot be iterated over"
    NOT_CALLABLE = "a value of this type cannot be called"
    MISSING_ARGUMENT = "an argument is missing"
    EXTRA_ARGUMENT = "there are too many arguments"
    UNKNOWN_ARGUMENT = "there is no parameter of that name"
    REPEATED_ARGUMENT = "the parameter already has an argument"
    BAD_ARGUMENT = "the argument does not fit the parameter"


@final
class Problem:
    """One thing that is wrong, and with what."""

    __slots__ = ("argument", "found", "name", "wanted", "wrong")

    def __init__(
        self,
        wrong: Wrong,
        found: Type,
        *,
        wanted: Type | None = None,
        name: str | None = None,
        argument: int | str | None = None,
    ) -> None:
        self.wrong: Final = wrong
        self.found: Final = found  # the type that is not good enough
        self.wanted: Final = wanted  # the type that would be, where there is one
        self.name: Final = name  # the field, parameter or name in other case it is about
        self.argument: Final = argument  # position (from 0) or name of the argument

    def __repr__(self) -> str:
        return f"Problem({self.wrong.name}, {self.found!r})"


@final
class Access:
    """What comes out, how sure it is, and what is wrong."""

    __slots__ = ("problems", "type", "verdict")

    def __init__(
        self, type_: Type, verdict: Verdict = SAFE, problems: tuple[Problem, ...] = ()
    ) -> None:
        self.type: Final = type_
        self.verdict: Final = verdict
        self.problems: Final = problems

    def __repr__(self) -> str:
        return f"Access({self.type!r}, {self.verdict.name}, {self.problems})"


Reader: TypeAlias = Callable[[Type], Access]


def refused(
    wrong: Wrong, found: Type, wanted: Type | None = None, name: str | None = None
) -> Access:
    """Return the access that cannot work; its type is Dynamic, so that nothing else complains."""
    return Access(DYNAMIC, NO, (Problem(wrong, found, wanted=wanted, name=name),))


def each(type_: Type, read: Reader, rules: Rules) -> Access | None:
    """Answer for the types that every access treats alike; None leaves it to the caller."""
    if isinstance(type_, (Dynamic, Top)):
        return Access(DYNAMIC, UNSAFE)
    if isinstance(type_, Never):
        return Access(NEVER)
    if isinstance(type_, Eventual):
        inner = read(type_.inner)
        return Access(settled(type_.rank, inner.type), inner.verdict, inner.problems)
    if isinstance(type_, Union):
        return _united([read(member) for member in type_.members], rules)
    if isinstance(type_, (Literal, Enum)):
        return read(type_.base)
    return None


def _united(answers: list[Access], rules: Rules) -> Access:
    """All members may turn up; what works for some only is the language's question."""
    good = [answer for answer in answers if answer.verdict is not NO]
    problems = tuple([problem for answer in answers for problem in answer.problems])
    if not good:
        return Access(DYNAMIC, NO, problems)
    types = [answer.type for answer in good]
    type_ = gradual_union(*types) if rules.join.absorb else union_of(*types)
    verdict = min([answer.verdict for answer in good])
    if len(good) < len(answers):
        verdict = min(verdict, rules.unions.mixed)
    return Access(type_, verdict, problems)


def read_field(type_: Type, name: str, rules: Rules) -> Access:
    """Read the field ``name``."""
    type_ = unfold(type_)
    shared = each(type_, lambda part: read_field(part, name, rules), rules)
    if shared is not None:
        return shared
    if isinstance(type_, Object):
        known = type_.by_name.get(name)
        if known is not None:
            if not known.optional:
                return Access(known.type)
            return Access(known.type, UNSAFE, (Problem(Wrong.MAYBE_NO_FIELD, type_, name=name),))
        if type_.rest is None:
            return refused(Wrong.NO_SUCH_FIELD, type_, name=name)
        return Access(type_.rest, UNSAFE)
    if isinstance(type_, MapOf):
        if assignable(literal(STRING, name), type_.key, rules) is NO:
            return refused(Wrong.BAD_INDEX, STRING, type_.key, name)
        return Access(type_.value, UNSAFE)
    return refused(Wrong.NO_FIELDS, type_, name=name)


def read_index(type_: Type, index: Type, rules: Rules) -> Access:
    """Read the element at ``index``; a Literal index is looked up exactly."""
    type_ = unfold(type_)
    shared = each(type_, lambda part: read_index(part, index, rules), rules)
    if shared is not None:
        return shared
    if isinstance(type_, Object):
        return _index_object(type_, index, rules)
    if isinstance(type_, MapOf):
        if assignable(index, type_.key, rules) is NO:
            return refused(Wrong.BAD_INDEX, index, type_.key)
        return Access(type_.value, UNSAFE)
    if isinstance(type_, (ListOf, Tuple)) or type_ is STRING:
        if _whole(index, rules) is NO:
            return refused(Wrong.BAD_INDEX, index, NUMBER)
        return _index_sequence(type_, index)
    return refused(Wrong.NO_ELEMENTS, type_)


def _whole(index: Type, rules: Rules) -> Verdict:
    """Whether ``index`` can count: a whole number, or a number in a language with one kind."""
    return max(assignable(index, NUMBER, rules), assignable(index, INT, rules))


def _index_object(type_: Object, index: Type, rules: Rules) -> Access:
    if isinstance(index, Literal) and isinstance(index.value, str):
        return read_field(type_, index.value, rules)
    if assignable(index, STRING, rules) is NO:
        return refused(Wrong.BAD_INDEX, index, STRING)
    parts = [one.type for one in type_.fields]
    if type_.rest is not None:
        parts.append(type_.rest)
    return Access(join_all(parts, rules) if parts else DYNAMIC, UNSAFE)


def _index_sequence(type_: Type, index: Type) -> Access:
    """An element by number; a number that is known is held against a known length."""
    place = index.value if isinstance(index, Literal) else None
    if not isinstance(type_, Tuple):
        element = type_.element if isinstance(type_, ListOf) else STRING
        length = type_.length if isinstance(type_, ListOf) else None
        if length is None or place is None:
            return Access(element, UNSAFE)
        if not _inside(place, length):
            return refused(Wrong.OUT_OF_RANGE, type_)
        return Access(element)
    if place is None:
        return Access(union_of(*type_.elements) if type_.elements else DYNAMIC, UNSAFE)
    if not _inside(place, len(type_.elements)):
        return refused(Wrong.OUT_OF_RANGE, type_)
    assert isinstance(place, (int, float))
    return Access(type_.elements[int(place)])


def _inside(place: Constant, length: int) -> bool:
    if not isinstance(place, (int, float)) or isinstance(place, bool):
        return False
    return place == int(place) and 0 <= place < length


def iterate(type_: Type, rules: Rules) -> Access:
    """Run over a collection; the answer's type is the tuple of key (or index) and value."""
    type_ = unfold(type_)
    if isinstance(type_, (Dynamic, Top)):
        return Access(tuple_of(DYNAMIC, DYNAMIC), UNSAFE)
    if isinstance(type_, Union):
        answers = [iterate(member, rules) for member in type_.members]
        sides = [answer.type for answer in answers if answer.verdict is not NO]
        united = _united(answers, rules)
        pairs = [side for side in sides if isinstance(side, Tuple) and side is not UNIT]
        if not pairs:
            return united
        keys = join_all([pair.elements[0] for pair in pairs], rules)
        values = join_all([pair.elements[1] for pair in pairs], rules)
        return Access(tuple_of(keys, values), united.verdict, united.problems)
    if isinstance(type_, Eventual):
        return iterate(type_.inner, rules)
    return _iterate(type_, rules)


def _iterate(type_: Type, rules: Rules) -> Access:
    if isinstance(type_, (ListOf, SetOf)):
        return Access(tuple_of(INT, type_.element))
    if isinstance(type_, Tuple):
        return Access(tuple_of(INT, join_all(type_.elements, rules)))
    if isinstance(type_, MapOf):
        return Access(tuple_of(type_.key, type_.value))
    if isinstance(type_, Object):
        parts = [one.type for one in type_.fields]
        if type_.rest is not None:
            parts.append(type_.rest)
        return Access(tuple_of(STRING, join_all(parts, rules)))
    if isinstance(type_, Never):
        return Access(tuple_of(NEVER, NEVER))
    return refused(Wrong.NOT_ITERABLE, type_)
