"""The type of ``a + b``, and what the layers of an object do to each other.

A field that reads ``self`` was typed against the fields its own layer has.  It keeps that type as
long as what another layer puts in their place fits them; if not, nothing is known of it any more.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import rules
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import MOST_ELEMENTS, element_of, kind_of, members
from confty.languages.jsonnet.checker.origins import LayeredObject
from confty.languages.jsonnet.checker.stacks import height_of
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_MOST_KEPT: Final = 1_000
#: Of how many layers a sum of sums may be; a library's merges have a few dozen.
_MOST_LAYERS: Final = 1_000
#: By how much sums of arrays, or of what is not known, nest deeper than they do: lists of unions.
_DEEPER: Final = 2
_WITH_UNKNOWN: Final = {
    "number": types.union_of(types.NUMBER, types.STRING),
    "array": types.union_of(rules.ARRAY, types.STRING),
}


def sum_of(left: types.Type, right: types.Type) -> types.Type:
    """Return the type of a sum where nobody is there to complain."""
    results = [add(one, other) for one in members(left) for other in members(right)]
    return types.gradual_union(*[rules.ANY if one is None else one for one in results])


def sum_or_none(left: types.Type, right: types.Type) -> types.Type | None:
    """Return the type of a sum, None where no part of one adds to any of the other."""
    results = [add(one, other) for one in members(left) for other in members(right)]
    if results and all(one is None for one in results):
        return None
    return types.gradual_union(*[rules.ANY if one is None else one for one in results])


def add(left: types.Type, right: types.Type) -> types.Type | None:
    """Return the type of ``left + right`` for two parts, None where they cannot be added."""
    one, other = kind_of(left), kind_of(right)
    if "function" in {one, other}:
        return None  # not even with a string: a function has no text
    if one == "string" or other == "string":
        return types.STRING
    if one == "any" or other == "any":
        return _or_text(other if one == "any" else one)
    if one == other == "number":
        return types.NUMBER
    if isinstance(left, types.Object) and isinstance(right, types.Object):
        return merged(left, right)
    if one == other == "array":
        return _appended(left, right)
    return None


def _or_text(kind: str) -> types.Type:
    """Return what adding something of a kind to an unknown value gives: that kind, or a text."""
    if kind in {"null", "true", "false"}:
        return types.STRING
    return _WITH_UNKNOWN.get(kind, rules.ANY)


def _appended(left: types.Type, right: types.Type) -> types.Type:
    if isinstance(left, types.Tuple) and isinstance(right, types.Tuple):
        elements = (*left.elements, *right.elements)
        if len(elements) <= MOST_ELEMENTS:
            return types.tuple_of(*elements)
    inside = element_of(left), element_of(right)
    return types.list_of(types.gradual_union(*[part for part in inside if part is not None]))


def merged(left: types.Object, right: types.Object) -> types.Object:
    """Return the type of an object with another laid over it, which remembers both."""
    below, above = height_of(left), height_of(right)
    if (left.origin is None and right.origin is None) or _doubles(below, above):
        return _merged(left.plain or left, right.plain or right)
    instance = LayeredObject(None, sum_or_none, (left, right))
    deepest, adds = max(_deepest(left), _deepest(right)), _adds(left) or _adds(right)
    pending = _Sum(left, right, deepest, adds, _Lent())
    # What is added to what stands below may nest deeper than both, however many are added.
    depth = max(left.depth, right.depth, pending.deepest + (_DEEPER if _adds(right) else 0))
    instance.type = types.originated_later(pending, depth, instance)
    return instance.type


def _adds(type_: types.Object) -> bool:
    """Whether a field may be added to one below."""
    if isinstance(type_.pending, _Sum):
        return type_.pending.adds
    return any(one.marks & rules.PLUS for one in type_.by_name.values())


def field_of(type_: types.Object, name: str) -> types.Field | None:
    """Return a field of an object; of a sum that nobody has worked out, that field alone."""
    pending = type_.pending
    return pending.field(name) if isinstance(pending, _Sum) else type_.by_name.get(name)


def is_pending_sum(type_: types.Type) -> bool:
    """Whether a type is a sum that nobody has worked out."""
    return isinstance(type_, types.Object) and isinstance(type_.pending, _Sum)


def _deepest(type_: types.Object) -> int:
    """Return how deep the deepest of an object's layers nests."""
    return type_.pending.deepest if isinstance(type_.pending, _Sum) else type_.depth


def _doubles(below: int, above: int) -> bool:
    """Whether a sum has more layers than a text has: a field that adds ``self`` to itself."""
    return below > 1 and above > 1 and below + above > _MOST_LAYERS


class _Sum(metaclass=Record):
    """An object that is laid over another, worked out when somebody asks for its fields."""

    left: Final[types.Object]
    right: Final[types.Object]
    deepest: Final[int]
    adds: Final[bool]
    lent: Final[_Lent]

    def plain(self) -> types.Object:
        """Lay all that is not worked out yet, on both sides, over the first that is."""
        return _merged(*_layers_of(self.left, self.right))

    def field(self, name: str) -> types.Field | None:
        """Find one field, without the type of all: a row of sums would have so many."""
        below = self._laid()
        found = below.settled(name)
        self.lent.give_back(below)
        return found

    def _laid(self) -> _Below:
        """Take what the layers have made so far from the highest sum that has it."""
        one: _Sum = self
        over: list[types.Object] = []
        while not (kept := one.lent.taken()):
            over.append(one.right)
            left = one.left
            if isinstance(left.pending, _Sum) and not left.pending.lent.is_gone:
                one = left.pending
            else:
                # Sums over one that others are laid over, too, begin with its type.
                kept = [_Below(left.plain or left)]
                break
        for above in reversed(over):
            for layer in _layers_of(above):
                kept[0].lay(layer)
        return kept[0]


class _Lent:
    """What the layers of a sum have made: for one reader at a time, or for a sum above it."""

    __slots__ = ("_kept", "is_gone")

    def __init__(self) -> None:
        self._kept: Final[list[_Below]] = []
        #: Whether somebody has it.
        self.is_gone = False

    def taken(self) -> list[_Below]:
        """Take it, if it is there; no two threads get it."""
        try:
            found = [self._kept.pop()]
        except IndexError:
            return []
        self.is_gone = True
        return found

    def give_back(self, below: _Below) -> None:
        """Have it again, as it was."""
        self._kept.append(below)
        self.is_gone = False


def _layers_of(*sums: types.Object) -> list[types.Object]:
    """Return all that is laid over each other, the lowest first."""
    layers: list[types.Object] = []
    waiting = list(reversed(sums))
    while waiting:
        one = waiting.pop()
        if isinstance(one.pending, _Sum):
            waiting += (one.pending.right, one.pending.left)
        else:
            layers.append(one.plain or one)
    return layers


def remembered(type_: types.Object, instance: LayeredObject) -> types.Object:
    """Return an object type that remembers its layers."""
    made = types.originated(type_, instance)
    assert isinstance(made, types.Object)
    instance.type = made
    return made


@types.remembering(_MOST_KEPT)
def _merged(lowest: types.Object, *layers: types.Object) -> types.Object:
    below = _Below(lowest)
    for one in layers:
        below.lay(one)
    return below.made()


class _Below:
    """What some layers have made, while more are laid over it.

    A field that layers add objects to is one of these itself until somebody asks what it is: else
    a row of ``{ a+: { b+: .. } }`` takes the square of its length.
    """

    __slots__ = ("_inner", "_late", "_loose", "_strange", "fields", "rest")

    def __init__(self, lowest: types.Object, *, inside: bool = False) -> None:
        self.fields: Final = dict(lowest.by_name)
        self.rest = lowest.rest
        # The fields of which something is known that another layer may take away, and those of
        # them that read self; found when they are first needed.
        self._loose: set[str] | None = None
        self._late: set[str] = set()
        self._inner: dict[str, _Below] = {}
        # Of something inside: the fields that would not even fit in their own place.
        self._strange: set[str] | None = None
        if inside:
            self._strange = set()
            self._judge(self.fields)

    def made(self) -> types.Object:
        """Return the type of all of it."""
        for name in list(self._inner):
            self.settled(name)
        return types.object_of(self.fields.values(), self.rest)

    def lay(self, above: types.Object) -> bool:
        """Lay one more over it; whether what this makes fits where it was before."""
        fields, rest = self.fields, self.rest
        alone = not fields and not above.fields
        kept = not self._strange or self._strange <= above.by_name.keys()
        steady = True
        for one in above.fields:
            below = fields.get(one.name)
            fits = None if below is None else self._lay_inside(below, one)
            if fits is None:
                below = self.settled(one.name)
                added = _added(below, one, open_below=rest is not None)
                made = fields[one.name] = _laid_over(below, one, added)
                fits = below is None or _fits(made.type, overridable(below.type))
            # What reads the field through self counts on no more than this.
            steady = steady and fits
        if above.rest is not None or not steady:
            kept = self._shake(above) and kept
        if self._loose is not None:
            self._note([fields[one.name] for one in above.fields])
        self._judge(above.by_name)
        if rest is not None or above.rest is not None:
            # Without any field, both may still say the same of those that are unknown.
            self.rest = rest if alone and rest is above.rest else rules.ANY
        return steady and kept

    def _lay_inside(self, below: types.Field, above: types.Field) -> bool | None:
        """Add an object to one; whether that fits where it was, None where they are none."""
        if not above.marks & rules.PLUS or below.marks & rules.DECLARED:
            return None
        if not isinstance(above.type, types.Object) or not isinstance(below.type, types.Object):
            return None
        inner = self._inner.get(above.name)
        if inner is None:
            inner = self._inner[above.name] = _Below(below.type, inside=True)
        self.fields[above.name] = _laid_over(below, above, below.type)
        return inner.lay(above.type)

    def settled(self, name: str) -> types.Field | None:
        """Return a field with its type as it is now."""
        inner, one = self._inner.pop(name, None), self.fields.get(name)
        if inner is not None and one is not None:
            one = self.fields[name] = types.retyped(one, inner.made(), optional=one.optional)
        return one

    def _judge(self, names: Iterable[str]) -> None:
        """Note which fields fit in their own place, and which do not."""
        if self._strange is None:
            return
        for name in names:
            one, inner = self.fields[name], self._inner.get(name)
            if inner is not None:
                fits = not inner._strange  # noqa: SLF001  another of the same kind
            else:
                fits = _fits(one.type, overridable(one.type))
            if fits and not one.optional:
                self._strange.discard(name)
            else:
                self._strange.add(name)

    def _shake(self, above: types.Object) -> bool:
        """Forget of other fields what a layer may change; whether all of them fit as before."""
        if self._loose is None:
            self._loose = set()
            self._note([one for name, one in self.fields.items() if name not in above.by_name])
        fit = True
        for name in list(self._late if above.rest is None else self._loose):
            if name not in above.by_name:
                one = self.fields[name]
                fit = fit and _fits(rules.ANY, overridable(one.type))
                self._inner.pop(name, None)
                self.fields[name] = types.retyped(one, rules.ANY, optional=one.optional)
                self._judge((name,))
                self._loose.discard(name)
                self._late.discard(name)
        return fit

    def _note(self, fields: list[types.Field]) -> None:
        assert self._loose is not None
        for one in fields:
            # A declared one keeps to its type, whatever replaces it or what it reads.
            known = one.type is not rules.ANY and not one.marks & rules.DECLARED
            late = known and one.marks & rules.LATE
            for names, holds in ((self._loose, known), (self._late, late)):
                if holds:
                    names.add(one.name)
                else:
                    names.discard(one.name)


def _fits(found: types.Type, wanted: types.Type) -> bool:
    return rules.RELATION.assignable(erased(found), erased(wanted)) is types.SAFE


def _added(below: types.Field | None, above: types.Field, *, open_below: bool) -> types.Type:
    """Return the type of a field of the right layer, with what it is added to."""
    if not above.marks & rules.PLUS:
        return above.type
    if below is not None:
        return types.plain(sum_of(below.type, above.type))
    return rules.ANY if open_below else above.type


def _laid_over(below: types.Field | None, above: types.Field, type_: types.Type) -> types.Field:
    """Return what becomes of one field of the right layer."""
    marks = above.marks
    hidden = above.hidden
    if below is not None and not above.hidden and not marks & rules.SHOWN:
        hidden = below.hidden
        marks |= below.marks & rules.SHOWN
    if below is not None and marks & rules.PLUS:
        marks = (marks & ~rules.PLUS) | (below.marks & (rules.PLUS | rules.LATE))
    if below is not None and below.marks & rules.DECLARED:
        type_, marks = below.type, marks | rules.DECLARED
    return types.field(above.name, type_, hidden=hidden, marks=marks)


def overridable(type_: types.Type) -> types.Type:
    """Return what a field of this type may be once another layer has had its say.

    Objects may get more fields and arrays other lengths; null, ``error`` and a truth value are
    what people write to be replaced.  Numbers, strings and functions keep their kind.
    """
    return _replaceable(types.plain(type_))


@types.remembering(_MOST_KEPT)
def _replaceable(type_: types.Type) -> types.Type:
    parts = [_overridable(one) for one in members(type_)]
    return types.gradual_union(*parts) if parts else rules.ANY


def _overridable(type_: types.Type) -> types.Type:
    if isinstance(type_, types.Object):
        fields = [
            types.field(one.name, overridable(one.type), hidden=one.hidden, marks=one.marks)
            for one in type_.fields
        ]
        return types.object_of(fields, rules.ANY)
    if isinstance(type_, types.Tuple):
        if not type_.elements:
            return rules.ARRAY
        return types.list_of(types.gradual_union(*[overridable(one) for one in type_.elements]))
    if isinstance(type_, types.ListOf):
        return types.list_of(overridable(type_.element))
    if isinstance(type_, types.Literal):
        return rules.BOOLEAN if type_.base is types.BOOL else type_.base
    return rules.ANY if type_ is types.NULL else type_
