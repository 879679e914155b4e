"""Does this run-time value fit?  The check that UNSAFE asks for.

Values belong to the languages, so they are looked at through a ``View`` the language gives.
``fits`` says where and why a value does not fit; ``admits`` only whether it does.  A value nested
deeper than types can be is checked as far as its type goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum as PythonEnum
from typing import Final, Protocol, TypeAlias, final

from confty.types.build import unfold
from confty.types.constants import has_constant
from confty.types.nodes import (
    Atom,
    Constant,
    Dynamic,
    Enum,
    Eventual,
    Function,
    ListOf,
    Literal,
    MapOf,
    Object,
    Resource,
    SetOf,
    Top,
    Tuple,
    Type,
    Union,
)
from confty.types.relate import assignable
from confty.types.rules import SAFE, Rules


class Kind(PythonEnum):
    """What a value is made of, as a view sees it."""

    ATOM = "atom"
    LIST = "list"  # lists and tuples
    SET = "set"
    MAP = "map"  # dictionaries and objects
    FUNCTION = "function"
    EVENTUAL = "eventual"
    RESOURCE = "resource"
    UNKNOWN = "unknown"  # fits everything: it will be known later


class View(Protocol):
    """How a language's values are looked at."""

    def kind(self, value: object) -> Kind:
        """Return what ``value`` is made of."""

    def is_atom(self, value: object, atom: Atom) -> bool:
        """Say whether an atomic value belongs to ``atom``."""

    def constant(self, value: object) -> Constant:
        """Return an atomic value as plain data, to be compared with literals."""

    def items(self, value: object) -> Iterable[object]:
        """Return the elements of a list or a set, in order."""

    def pairs(self, value: object) -> Iterable[tuple[object, object]]:
        """Return keys and values of a map or an object, in order."""

    def function_type(self, value: object) -> Type | None:
        """Return the type of a function; None when it is unknown (it then fits none)."""

    def inner(self, value: object) -> tuple[int, object]:
        """Return the rank of an eventual and the value it holds."""

    def token(self, value: object) -> str:
        """Return the kind of a resource."""


Place: TypeAlias = tuple[str, object]  # ("index", 3), ("key", "a"), ("field", "a"), ("inner", 1)


@final
class Misfit:
    """A value that does not fit, the innermost type it should have had, and where it is."""

    __slots__ = ("path", "type", "value")

    def __init__(self, value: object, type_: Type, path: tuple[Place, ...] = ()) -> None:
        self.value: Final = value
        self.type: Final = type_
        self.path: Final = path  # from the outside in

    def inside(self, place: Place) -> Misfit:
        """Return the same misfit seen from one level further out."""
        return Misfit(self.value, self.type, (place, *self.path))

    def __repr__(self) -> str:
        return f"Misfit({self.value!r}, {self.type!r}, {self.path})"


def admits(type_: Type, value: object, view: View, rules: Rules) -> bool:
    """Say whether ``value`` is in ``type_``."""
    return fits(value, type_, view, rules) is None


def fits(value: object, type_: Type, view: View, rules: Rules) -> Misfit | None:
    """Return why ``value`` is not in ``type_``, or None when it is."""
    type_ = unfold(type_)
    if isinstance(type_, (Dynamic, Top)):
        return None
    kind = view.kind(value)
    if kind is Kind.UNKNOWN:
        return None
    if isinstance(type_, Union):
        return _fits_union(value, type_, view, rules)
    if isinstance(type_, Eventual):
        return _fits_eventual(value, type_, view, rules)
    if kind is Kind.ATOM:
        return None if _atomic(value, type_, view) else Misfit(value, type_)
    if kind is Kind.LIST or kind is Kind.SET:
        return _fits_sequence(value, type_, kind, (view, rules))
    if kind is Kind.MAP:
        return _fits_mapping(value, type_, view, rules)
    if kind is Kind.FUNCTION and isinstance(type_, Function):
        found = view.function_type(value)
        good = found is not None and assignable(found, type_, rules) is SAFE
        return None if good else Misfit(value, type_)
    if kind is Kind.RESOURCE and isinstance(type_, Resource):
        return None if type_.token in ("", view.token(value)) else Misfit(value, type_)
    return Misfit(value, type_)


def _atomic(value: object, type_: Type, view: View) -> bool:
    if isinstance(type_, Atom):
        return view.is_atom(value, type_)
    if isinstance(type_, Literal):
        if not view.is_atom(value, type_.base):
            return False
        found = view.constant(value)
        return found == type_.value and isinstance(found, bool) is isinstance(type_.value, bool)
    if isinstance(type_, Enum):
        return view.is_atom(value, type_.base) and has_constant(type_, view.constant(value))
    return False


def _fits_union(value: object, type_: Union, view: View, rules: Rules) -> Misfit | None:
    """Any member will do.  If the value goes astray deep inside just one, say where."""
    deep: list[Misfit] = []
    for member in type_.members:
        wrong = fits(value, member, view, rules)
        if wrong is None:
            return None
        if wrong.path:
            deep.append(wrong)
    return deep[0] if len(deep) == 1 else Misfit(value, type_)


def _fits_eventual(value: object, type_: Eventual, view: View, rules: Rules) -> Misfit | None:
    if view.kind(value) is not Kind.EVENTUAL:
        return fits(value, type_.inner, view, rules)
    rank, inner = view.inner(value)
    if rank > type_.rank:
        return Misfit(value, type_)
    wrong = fits(inner, type_.inner, view, rules)
    return None if wrong is None else wrong.inside(("inner", rank))


def _fits_sequence(
    value: object, type_: Type, kind: Kind, how: tuple[View, Rules]
) -> Misfit | None:
    view, rules = how
    if isinstance(type_, Tuple):
        return _fits_tuple(value, type_, kind, how)
    if isinstance(type_, ListOf):
        good = kind is Kind.LIST
    elif isinstance(type_, SetOf):
        # Where a set is a list with a promise, its values look like lists.
        good = kind is Kind.SET or ("set", "list") in rules.containers.crossings
    else:
        return Misfit(value, type_)
    if not good:
        return Misfit(value, type_)
    count = 0
    for item in view.items(value):
        wrong = fits(item, type_.element, view, rules)
        if wrong is not None:
            return wrong.inside(("index", count))
        count += 1
    if isinstance(type_, ListOf) and type_.length not in (None, count):
        return Misfit(value, type_)
    return None


def _fits_tuple(value: object, type_: Tuple, kind: Kind, how: tuple[View, Rules]) -> Misfit | None:
    view, rules = how
    items = list(view.items(value))
    if kind is not Kind.LIST or len(items) != len(type_.elements):
        return Misfit(value, type_)
    for place, item in enumerate(items):
        wrong = fits(item, type_.elements[place], view, rules)
        if wrong is not None:
            return wrong.inside(("index", place))
    return None


def _fits_mapping(value: object, type_: Type, view: View, rules: Rules) -> Misfit | None:
    if isinstance(type_, MapOf):
        for key, item in view.pairs(value):
            wrong = fits(key, type_.key, view, rules) or fits(item, type_.value, view, rules)
            if wrong is not None:
                return wrong.inside(("key", key))
        return None
    if not isinstance(type_, Object):
        return Misfit(value, type_)
    seen: set[object] = set()
    for key, item in view.pairs(value):
        name = key if isinstance(key, str) else view.constant(key)
        known = type_.by_name.get(name) if isinstance(name, str) else None
        wanted = type_.rest if known is None else known.type
        if wanted is None:
            return Misfit(value, type_)
        seen.add(name)
        wrong = fits(item, wanted, view, rules)
        if wrong is not None:
            return wrong.inside(("field", name))
    reads = rules.objects.missing
    for one in type_.fields:
        missing = one.name not in seen and not one.optional
        if missing and (reads is None or assignable(reads, one.type, rules) is not SAFE):
            return Misfit(value, type_)
    return None
