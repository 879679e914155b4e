"""Steps into types: a property, an index, what a loop or a splat runs over.

Not the core's ``read_field`` alone: here keys convert, none gives none, a property is found in
another spelling of its name, and members of a union that cannot be traversed are left out.  What
is wrong is data, with ``found`` the type that refuses the step; ``checker/words.py`` finds words.
"""

from __future__ import annotations

from decimal import Decimal

from confty import types
from confty.languages.pcl import unify
from confty.languages.pcl.eventuals import input_type, settled, wrap
from confty.languages.pcl.rules import assigns, converts, without_none
from confty.light import lru_cache
from confty.patterns import pattern
from confty.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A constant name or index, or only the type of a computed one.
Key = str | int | Decimal | types.Type
_NUMERAL: Final = pattern(r"[-+]?\d++(?:\.\d++)?(?:[eE][-+]?\d++)?")


def key_type(key: Key) -> types.Type:
    """The type of a key."""
    if isinstance(key, str):
        return types.STRING
    if isinstance(key, (int, Decimal)):
        return types.NUMBER
    return key


def traverse(type_: types.Type, key: Key, *, lenient: bool = False) -> types.Access:
    """Take one step into a type: NO is an error, a problem with UNSAFE is worth a warning.

    ``lenient`` makes an unknown property a warning.
    """
    type_ = types.unfold(type_)
    if isinstance(type_, (types.Dynamic, types.Enum)):
        return types.Access(type_)
    if type_ is types.NULL:
        return types.Access(
            types.NULL, types.UNSAFE, (types.Problem(types.AccessProblem.NO_FIELDS, types.NULL),)
        )
    if isinstance(type_, types.Literal):
        return traverse(type_.base, key)
    if isinstance(type_, types.Eventual):
        inner = traverse(type_.inner, key, lenient=lenient)
        return types.Access(settled(type_.rank, inner.type), inner.verdict, inner.problems)
    if isinstance(type_, types.ListOf):
        if not converts(key_type(key), input_type(types.NUMBER)):
            return types.refused(types.AccessProblem.BAD_INDEX, type_, types.NUMBER)
        if isinstance(key, str) and _NUMERAL.fullmatch(key) is None:
            # A conversion of texts to numbers there is, but not of this one.
            wrong = types.Problem(types.AccessProblem.BAD_INDEX, type_, wanted=types.NUMBER)
            return types.Access(type_.element, types.UNSAFE, (wrong,))
        return types.Access(type_.element)
    if isinstance(type_, types.MapOf):
        if not converts(key_type(key), input_type(types.STRING)):
            return types.refused(types.AccessProblem.BAD_INDEX, type_, types.STRING)
        return types.Access(type_.value)
    if isinstance(type_, types.Tuple):
        return _tuple(type_, key)
    if isinstance(type_, types.Object):
        return _object(type_, key, lenient=lenient)
    if isinstance(type_, types.Union):
        return _union(type_, key, lenient=lenient)
    return types.refused(types.AccessProblem.NO_FIELDS, type_)


def _tuple(type_: types.Tuple, key: Key) -> types.Access:
    # A whole number in a variable is a number as well.
    if not any(assigns(key_type(key), input_type(kind)) for kind in (types.NUMBER, types.INT)):
        return types.refused(types.AccessProblem.BAD_INDEX, type_, types.INT)
    if not isinstance(key, (str, int, Decimal)):
        return types.Access(types.union_of(*type_.elements) if type_.elements else types.NULL)
    if isinstance(key, int) and 0 <= key < len(type_.elements):
        return types.Access(type_.elements[key])
    return types.refused(types.AccessProblem.OUT_OF_RANGE, type_)


def _object(type_: types.Object, key: Key, *, lenient: bool) -> types.Access:
    if not converts(key_type(key), input_type(types.STRING)):
        return types.refused(types.AccessProblem.BAD_INDEX, type_, types.STRING)
    if not isinstance(key, (str, int, Decimal)):
        fields = [field.type for field in type_.fields]
        return types.Access(types.union_of(*fields) if fields else types.NULL)
    name = str(key)
    exact = types.read_field(type_, name)
    if exact.verdict is not types.NO:
        return exact
    other = in_other_case(type_, name)
    if other is None and not lenient:
        return exact
    type_after = types.DYNAMIC if other is None else other.type
    return types.Access(type_after, types.UNSAFE, exact.problems)


def in_other_case(type_: types.Object, name: str) -> types.Field | None:
    """The property that differs from ``name`` in upper and lower case only."""
    return _folded(type_).get(name.casefold())


@lru_cache(8)
def _folded(type_: types.Object) -> dict[str, types.Field]:
    """The properties by their names in lower case; of several, the first."""
    return {field.name.casefold(): field for field in reversed(type_.fields)}


def _union(type_: types.Union, key: Key, *, lenient: bool) -> types.Access:
    """Members that cannot be traversed are left out; what is absent stays absent."""
    found: list[types.Type] = []
    problems: list[types.Problem] = []
    doubts: list[tuple[types.Problem, ...]] = []
    only_none = True
    for member in type_.members:
        if member is types.NULL:
            found.append(types.NULL)
            continue
        step = traverse(member, key, lenient=lenient)
        if step.verdict is types.NO:
            problems += step.problems
            continue
        only_none = False
        found.append(step.type)
        doubts.append(step.problems)
    if not only_none:
        if all(doubts):
            return types.Access(types.union_of(*found), types.UNSAFE, doubts[0])
        return types.Access(types.union_of(*found))
    first = problems[0] if problems else types.Problem(types.AccessProblem.NO_FIELDS, type_)
    return types.Access(types.DYNAMIC, types.NO, (first,))


class LoopTypes(NamedTuple):
    """What a ``for`` over a type binds; not ``known`` where the type is no collection."""

    key: types.Type = types.DYNAMIC
    value: types.Type = types.DYNAMIC
    known: bool = True


def collection(type_: types.Type) -> LoopTypes:
    """The key and element types of a collection."""
    found = unify.collection(type_)
    return LoopTypes(known=False) if found is None else LoopTypes(*found)


def splat_item(type_: types.Type) -> tuple[types.Type, types.Type]:
    """The element type of a splat's source, and the source as the list it is taken for."""
    inner = types.unfold(type_)
    while isinstance(inner, types.Eventual):
        inner = types.unfold(inner.inner)
    there = types.unfold(without_none(inner))
    if there is not inner and isinstance(there, (types.ListOf, types.SetOf, types.Tuple)):
        # What is absent is an empty list to a splat.
        return splat_item(there)[0], wrap(type_, there)
    if isinstance(inner, (types.ListOf, types.SetOf)):
        return inner.element, type_
    if isinstance(inner, types.Tuple):
        return unify.unified(list(inner.elements)), type_
    if isinstance(inner, types.Dynamic):
        return types.DYNAMIC, type_
    return inner, wrap(type_, types.list_of(inner))
