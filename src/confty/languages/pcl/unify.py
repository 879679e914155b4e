"""Unification: the type two values are brought to, and how strong the bond is.

Where a language converts values, joining is asymmetric: the side the other converts to more
surely wins.  ``unify`` returns the type and the verdict of the conversion it implies;
``unify_all`` folds a sequence twice, once allowing only SAFE steps (else a union is kept) and
once allowing any step that exists.
"""

from __future__ import annotations

from _thread import _local as local

from confty import types
from confty.languages.pcl.rules import CONVERSION, Conversion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final


def unify(left: types.Type, right: types.Type) -> tuple[types.Type, types.Verdict]:
    """Return the type for both, and how safely they convert to it."""
    if isinstance(left, types.Dynamic):
        left, right = right, left
    if left is right:
        return left, types.SAFE
    if isinstance(right, types.Dynamic):
        return left, types.UNSAFE
    if _question.known is not None:
        return _question.answer(left, right)
    _question.known = {}
    try:
        return _question.answer(left, right)
    finally:
        _question.known = None


class _Question(local):
    """What was found on the way to one answer: types share parts, and each pair is asked once."""

    def __init__(self) -> None:
        self.known: (
            dict[tuple[types.Type, types.Type], tuple[types.Type, types.Verdict]] | None
        ) = None

    def answer(self, left: types.Type, right: types.Type) -> tuple[types.Type, types.Verdict]:
        assert self.known is not None
        found = self.known.get((left, right))
        if found is not None:
            return found
        answer, certain = _BONDS.unassuming(lambda: _brought_together(left, right))
        if certain:
            self.known[left, right] = answer
        return answer


_question: Final = _Question()


def _brought_together(left: types.Type, right: types.Type) -> tuple[types.Type, types.Verdict]:
    if isinstance(left, types.Ref) is not isinstance(right, types.Ref):
        # One side is finite, so unfolding the other ends.
        return unify(types.unfold(left), types.unfold(right))
    to_left = _BONDS.assignable(right, left)
    to_right = _BONDS.assignable(left, right)
    if to_left is not to_right:
        return (left, to_left) if to_left > to_right else (right, to_right)
    if to_left is types.NO:
        return types.union_of(left, right), types.SAFE
    if isinstance(left, types.Union) and isinstance(right, types.Union):
        # Either could be taken apart; the same one whichever side it came from.
        left, right = sorted((left, right), key=types.order)
    if isinstance(right, types.Union):
        return _members(right, left)
    if isinstance(left, types.Union):
        return _members(left, right)
    return _by_kind(left, right, to_left)


def unify_all(parts: Iterable[types.Type]) -> tuple[types.Type, types.Type]:
    """Return the type reached by SAFE steps only, and the one reached by any step."""
    safe: types.Type | None = None
    unsafe: types.Type | None = None
    for one in parts:
        if safe is None or unsafe is None:
            safe = unsafe = one
            continue
        bound, kind = unify(safe, one)
        safe = bound if kind is types.SAFE else types.union_of(safe, one)
        bound, kind = unify(unsafe, one)
        unsafe = types.union_of(unsafe, one) if kind is types.NO else bound
    if safe is None or unsafe is None:
        return types.NULL, types.NULL
    return safe, unsafe


def unified(parts: list[types.Type]) -> types.Type:
    """The type of "one of these" that only safe steps reach."""
    return unify_all(parts)[0]


def unified_unsafely(parts: list[types.Type]) -> types.Type:
    """The type of "one of these" that any existing conversion may reach."""
    return unify_all(parts)[1]


class _Bond(Conversion):
    """Conversion, with tuples and objects of any shape compared by what unifying them gives."""

    __slots__ = ()

    def tuples(self, source: types.Tuple, target: types.Tuple) -> types.Verdict:
        """Say how strongly two tuples unify."""
        return _tuples(target, source)[1]

    def objects(self, source: types.Object, target: types.Object) -> types.Verdict:
        """Say how strongly two objects unify."""
        return _objects(target, source)[1]


_BONDS: Final = _Bond(CONVERSION.rules)
# Which of two primitives that become each other equally well is kept, best first.
_PREFERRED: Final = (types.STRING, types.NUMBER, types.INT, types.BOOL, types.ID)


def _members(union: types.Union, other: types.Type) -> tuple[types.Type, types.Verdict]:
    """Unify ``other`` with each member; the weakest bond counts."""
    worst = types.SAFE
    parts: list[types.Type] = []
    for member in union.members:
        part, kind = unify(member, other)
        worst = min(worst, kind)
        parts.append(part)
    return types.union_of(*parts), worst


def _by_kind(
    left: types.Type, right: types.Type, kind: types.Verdict
) -> tuple[types.Type, types.Verdict]:
    """Two types that convert into each other equally well."""
    if isinstance(left, types.Atom):
        for one in _PREFERRED:
            if one is left or one is right:
                return one, kind
    if isinstance(left, (types.ListOf, types.SetOf, types.Tuple)) and isinstance(
        right, (types.ListOf, types.SetOf, types.Tuple)
    ):
        return _sequences(left, right)
    if isinstance(left, (types.MapOf, types.Object)) and isinstance(
        right, (types.MapOf, types.Object)
    ):
        return _mappings(left, right)
    if isinstance(left, types.Eventual) and isinstance(right, types.Eventual):
        # Of different rank the later one has won already: the other way is refused.
        inner, kind = unify(left.inner, right.inner)
        return types.eventual(max(left.rank, right.rank), inner), kind
    # Either would do; the same one whichever side it came from.
    return min(left, right, key=types.order), kind


def _sequences(
    left: types.ListOf | types.SetOf | types.Tuple, right: types.ListOf | types.SetOf | types.Tuple
) -> tuple[types.Type, types.Verdict]:
    """A list wins over a set and a tuple, a set over a tuple (at most UNSAFE)."""
    if isinstance(left, types.Tuple) and isinstance(right, types.Tuple):
        return _tuples(left, right)
    element, worst = _fold([*_elements(left), *_elements(right)])
    if isinstance(left, types.ListOf) or isinstance(right, types.ListOf):
        return types.list_of(element), worst
    if isinstance(left, types.Tuple) or isinstance(right, types.Tuple):
        return types.set_of(element), min(worst, types.UNSAFE)
    return types.set_of(element), worst


def _elements(type_: types.ListOf | types.SetOf | types.Tuple) -> tuple[types.Type, ...]:
    return type_.elements if isinstance(type_, types.Tuple) else (type_.element,)


def _tuples(left: types.Tuple, right: types.Tuple) -> tuple[types.Type, types.Verdict]:
    """Pairwise; surplus elements of the longer one become optional."""
    longer, shorter = left.elements, right.elements
    if len(longer) < len(shorter):
        longer, shorter = shorter, longer
    worst = types.SAFE
    parts: list[types.Type] = []
    for place, part in enumerate(longer):
        if place >= len(shorter):
            parts.append(types.optional(part))
            continue
        both, kind = unify(left.elements[place], right.elements[place])
        worst = min(worst, kind)
        parts.append(both)
    return types.tuple_of(*parts), worst


def _mappings(
    left: types.MapOf | types.Object, right: types.MapOf | types.Object
) -> tuple[types.Type, types.Verdict]:
    if isinstance(left, types.Object) and isinstance(right, types.Object):
        return _objects(left, right)
    keys: list[types.Type] = []
    values: list[types.Type] = []
    for side in (left, right):
        if isinstance(side, types.MapOf):
            keys.append(side.key)
            values.append(side.value)
        else:
            keys.append(types.STRING)
            values.extend([one.type for one in side.fields])
            if side.rest is not None:
                values.append(side.rest)
    key, of_keys = _fold(keys)
    value, of_values = _fold(values)
    return types.map_of(key, value), min(of_keys, of_values)


def _fold(parts: list[types.Type]) -> tuple[types.Type, types.Verdict]:
    """Unify one after the other; the weakest bond counts."""
    worst = types.SAFE
    whole = parts[0]
    for part in parts[1:]:
        whole, kind = unify(whole, part)
        worst = min(worst, kind)
    return whole, worst


def _objects(left: types.Object, right: types.Object) -> tuple[types.Type, types.Verdict]:
    """All fields of both; those only one side has become optional."""
    fields: list[types.Field] = []
    worst = types.SAFE
    for one in left.fields:
        twin = right.by_name.get(one.name)
        if twin is None:
            fields.append(types.retyped(one, types.optional(one.type), optional=one.optional))
            continue
        both, kind = unify(one.type, twin.type)
        worst = min(worst, kind)
        fields.append(types.field(one.name, both, optional=one.optional or twin.optional))
    own = [one for one in right.fields if one.name not in left.by_name]
    fields += [types.retyped(one, types.optional(one.type), optional=one.optional) for one in own]
    rest = left.rest if right.rest is None else right.rest
    if left.rest is not None and right.rest is not None:
        rest, kind = unify(left.rest, right.rest)
        worst = min(worst, kind)
    return types.object_of(fields, rest), worst


def collection(type_: types.Type) -> tuple[types.Type, types.Type] | None:
    """Return the key and value types a loop over ``type_`` sees, None when it cannot be.

    Eventuals and one optional layer around the collection are looked through; ``wrap`` puts the
    eventuals around the loop's result again.
    """
    type_ = types.unfold(type_)
    if isinstance(type_, types.Eventual):
        return collection(type_.inner)
    if isinstance(type_, types.Union) and types.NULL in type_.members and len(type_.members) == 2:
        left, right = type_.members
        return collection(right if left is types.NULL else left)
    if isinstance(type_, types.Dynamic):
        return types.DYNAMIC, types.DYNAMIC
    if isinstance(type_, types.ListOf):
        return types.INT, type_.element
    if isinstance(type_, types.MapOf):
        return type_.key, type_.value
    if isinstance(type_, types.Tuple):
        return types.INT, _safely(type_.elements)
    if isinstance(type_, types.Object):
        return types.STRING, _safely([one.type for one in type_.fields])
    return None


def _safely(parts: Iterable[types.Type]) -> types.Type:
    return unify_all(parts)[0]
