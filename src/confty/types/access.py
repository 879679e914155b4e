"""Taking things apart: a field, an element, what a loop runs over.

Every question returns an ``Access``: the type that comes out, how sure it is (SAFE; UNSAFE: the
value must be looked at; NO: it cannot work), and the problems found, as data.  The language
decides which of them are errors, and finds the words.  Unions are asked member by member;
names are looked behind.
"""

from __future__ import annotations

from confty.generics import final
from confty.light import Enum as PythonEnum
from confty.types import build, nodes
from confty.types.questions import remembering
from confty.types.relate import Relation
from confty.types.rules import NO, SAFE, UNSAFE, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

#: So many answers about what objects hold are remembered.
_MOST_KEPT: Final = 1024


class AccessProblem(PythonEnum):
    """What can be wrong with an access."""

    NO_FIELDS = "a value of this type has no fields and no elements"
    NO_SUCH_FIELD = "there is no such field"
    BAD_INDEX = "an index of this type does not fit"
    OUT_OF_RANGE = "there is no element at this index"


@final
class Problem:
    """One thing that is wrong, and with what."""

    __slots__ = ("found", "name", "wanted", "wrong")

    def __init__(
        self,
        wrong: AccessProblem,
        found: nodes.Type,
        *,
        wanted: nodes.Type | None = None,
        name: str | None = None,
    ) -> None:
        self.wrong: Final = wrong
        self.found: Final = found  # the type that is not good enough
        self.wanted: Final = wanted  # the type that would be, where there is one
        self.name: Final = name  # the field it is about

    def __repr__(self) -> str:
        return f"Problem({self.wrong.name}, {self.found!r})"


@final
class Access:
    """What comes out, how sure it is, and what is wrong."""

    __slots__ = ("problems", "type", "verdict")

    def __init__(
        self, type_: nodes.Type, verdict: Verdict = SAFE, problems: tuple[Problem, ...] = ()
    ) -> None:
        self.type: Final = type_
        self.verdict: Final = verdict
        self.problems: Final = problems

    def __repr__(self) -> str:
        return f"Access({self.type!r}, {self.verdict.name}, {self.problems})"


def refused(
    wrong: AccessProblem,
    found: nodes.Type,
    wanted: nodes.Type | None = None,
    name: str | None = None,
) -> Access:
    """Return the access that cannot work; its type is Dynamic, so that nothing else complains."""
    return Access(build.DYNAMIC, NO, (Problem(wrong, found, wanted=wanted, name=name),))


def _shared(type_: nodes.Type, read: Callable[[nodes.Type], Access]) -> Access | None:
    """Answer for the types that every access treats alike; None leaves it to the caller."""
    if isinstance(type_, (nodes.Dynamic, nodes.Var)):
        return Access(build.DYNAMIC, UNSAFE)
    if isinstance(type_, nodes.Never):
        return Access(build.NEVER)
    if isinstance(type_, nodes.Union):
        return _united([read(member) for member in type_.members])
    if isinstance(type_, (nodes.Literal, nodes.Enum)):
        return read(type_.base)
    return None


def _united(answers: Sequence[Access]) -> Access:
    """All members may turn up; what works for some only is UNSAFE, and says why."""
    good = [answer for answer in answers if answer.verdict is not NO]
    problems = tuple([problem for answer in answers for problem in answer.problems])
    if not good:
        return Access(build.DYNAMIC, NO, problems)
    verdict = min([answer.verdict for answer in good])
    if len(good) < len(answers):
        verdict = UNSAFE
    return Access(build.gradual_union(*[answer.type for answer in good]), verdict, problems)


def read_field(type_: nodes.Type, name: str) -> Access:
    """Read the field ``name``."""
    type_ = build.unfold(type_)
    shared = _shared(type_, lambda part: read_field(part, name))
    if shared is not None:
        return shared
    if isinstance(type_, nodes.Object):
        known = type_.by_name.get(name)
        if known is not None:
            return Access(known.type, UNSAFE if known.optional else SAFE)
        if type_.rest is None:
            return refused(AccessProblem.NO_SUCH_FIELD, type_, name=name)
        return Access(type_.rest, UNSAFE)
    if isinstance(type_, nodes.MapOf):
        return Access(type_.value, UNSAFE)
    return refused(AccessProblem.NO_FIELDS, type_, name=name)


def read_index(
    type_: nodes.Type,
    index: nodes.Type,
    relation: Relation,
    join: Callable[..., nodes.Type] = build.gradual_union,
) -> Access:
    """Read the element at ``index``; a Literal index is looked up exactly.

    An index of the wrong type is a problem, and the element comes out all the same.  ``join`` is
    how the language brings together what the fields of an object hold.
    """
    type_ = build.unfold(type_)
    shared = _shared(type_, lambda part: read_index(part, index, relation, join))
    if shared is not None:
        return shared
    if isinstance(type_, nodes.Object):
        return _index_object(type_, index, relation, join)
    if isinstance(type_, nodes.MapOf):
        bad = _bad_index(index, type_.key, relation)
        return Access(type_.value, min(UNSAFE, SAFE if bad is None else NO), (bad,) if bad else ())
    if isinstance(type_, (nodes.ListOf, nodes.SetOf, nodes.Tuple)) or type_ is build.STRING:
        return _index_sequence(type_, index, relation)
    return refused(AccessProblem.NO_FIELDS, type_)


def _bad_index(index: nodes.Type, wanted: nodes.Type, relation: Relation) -> Problem | None:
    if relation.assignable(index, wanted) is not NO:
        return None
    return Problem(AccessProblem.BAD_INDEX, index, wanted=wanted)


def _index_object(
    type_: nodes.Object, index: nodes.Type, relation: Relation, join: Callable[..., nodes.Type]
) -> Access:
    if isinstance(index, nodes.Literal) and isinstance(index.value, str):
        return read_field(type_, index.value)
    bad = _bad_index(index, build.STRING, relation)
    inside = build.DYNAMIC if type_.rest is not None else values_of(type_, join)
    return Access(inside, UNSAFE if bad is None else NO, () if bad is None else (bad,))


def values_of(
    type_: nodes.Object, join: Callable[..., nodes.Type] = build.gradual_union
) -> nodes.Type:
    """Return what the fields of an object hold, joined as the language does."""
    # One that remembers how it was made may still be worked out while it is asked.
    return (_known_values if type_.origin is None else _values)(type_, join)


def _values(type_: nodes.Object, join: Callable[..., nodes.Type]) -> nodes.Type:
    parts = [one.type for one in type_.fields]
    if type_.rest is not None:
        parts.append(type_.rest)
    return join(*parts)


#: Each use of an object asks, and an object may have thousands of fields.
_known_values: Final = remembering(_MOST_KEPT)(_values)


def _index_sequence(type_: nodes.Type, index: nodes.Type, relation: Relation) -> Access:
    """An element by number; a number that is known is held against a known length."""
    length: int | None = None
    if isinstance(type_, nodes.Tuple):
        element, length = build.gradual_union(*type_.elements), len(type_.elements)
    elif isinstance(type_, nodes.ListOf):
        element, length = type_.element, type_.length
    else:
        element = type_.element if isinstance(type_, nodes.SetOf) else build.STRING
    # An exact relation takes no literal for a number.
    kind = index.base if isinstance(index, nodes.Literal) else index
    whole = max(relation.assignable(kind, build.NUMBER), relation.assignable(kind, build.INT))
    if whole is NO:
        return Access(element, NO, (Problem(AccessProblem.BAD_INDEX, index, wanted=build.NUMBER),))
    place = index.value if isinstance(index, nodes.Literal) else None
    if place is None:
        return Access(element, UNSAFE)
    if not _inside(place, length):
        return refused(AccessProblem.OUT_OF_RANGE, type_)
    if isinstance(type_, nodes.Tuple):
        assert isinstance(place, (int, float))
        return Access(type_.elements[int(place)])
    return Access(element, UNSAFE if length is None else SAFE)


def _inside(place: nodes.Constant, length: int | None) -> bool:
    if not isinstance(place, (int, float)) or isinstance(place, bool):
        return False
    whole = isinstance(place, int) or place.is_integer()
    return whole and place >= 0 and (length is None or place < length)
