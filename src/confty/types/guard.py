"""Guards: does this value fit that type?  What an UNSAFE answer asks for at run time.

A type is turned once into a function that says yes or no; a language gives a ``View`` of its
values, and the functions are as plain as hand-written ones.  ``misfit`` walks the same way again,
slowly, to say where and why the answer was no.
"""

from __future__ import annotations

from confty.generics import final
from confty.records import NamedFields
from confty.types import nodes
from confty.types.build import unfold
from confty.types.constants import equal_constants, has_constant
from confty.types.explaining import MismatchKind
from confty.types.relate import Relation
from confty.types.rules import SAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Final, TypeAlias

# Values of a language are looked at through its view only; their Python types are its own affair.
Test: TypeAlias = "Callable[[Any], bool]"


def _as_it_is(value: object) -> Any:
    return value


def _no_function(_: object) -> None:
    return None


@final
class View(metaclass=NamedFields):
    """How a language's values are looked at: a test for each atom, a class for each container."""

    atoms: Final[Mapping[nodes.Atom, Test]]
    lists: Final[type[Any]] = list
    sets: Final[type[Any]] = set
    maps: Final[type[Any]] = dict
    # An element of a set or a key of a map, as a value.
    thaw: Final[Callable[[object], object]] = _as_it_is
    # An atomic value, to be compared with literals.
    constant: Final[Callable[[object], nodes.Constant]] = _as_it_is
    # None for what is no function.
    function_type: Final[Callable[[object], nodes.Type | None]] = _no_function
    # Wraps every test: the place where a label is looked behind.
    seen: Final[Callable[[Test], Test]] = _as_it_is
    # The elements of a set and the keys of a map, in the order in which misfits are told.
    ordered: Final[Callable[[Any], Iterable[Any]]] = iter


@final
class Misfit:
    """A value that does not fit: what was wanted of it, why it fails, and the path to it."""

    __slots__ = ("name", "path", "reason", "value", "wanted")

    def __init__(
        self,
        value: object,
        wanted: nodes.Type,
        reason: MismatchKind = MismatchKind.KIND,
        name: object = None,
        path: tuple[object, ...] = (),
    ) -> None:
        self.value: Final = value
        self.wanted: Final = wanted  # as it was written: a named type by its name
        self.reason: Final = reason
        self.name: Final = name  # the key that is missing or too many
        self.path: Final = path  # indices and keys, from the outside in

    def inside(self, step: object) -> Misfit:
        """Return the same misfit seen from one level further out."""
        return Misfit(self.value, self.wanted, self.reason, self.name, (step, *self.path))

    def __repr__(self) -> str:
        return f"Misfit({self.value!r}, {self.wanted!r}, {self.reason.name}, {self.path})"


@final
class Guards:
    """The tests of one language's types, each made once."""

    __slots__ = ("_tests", "relation", "view")

    def __init__(self, view: View, relation: Relation) -> None:
        self.view: Final = view
        self.relation: Final = relation
        self._tests: Final[dict[nodes.Type, Test]] = {}

    def test(self, type_: nodes.Type) -> Test:
        """Return the function that says whether a value is in ``type_``."""
        found = self._tests.get(type_)
        if found is None:
            # A recursive type asks for itself while it is made: answer through the table.
            self._tests[type_] = lambda value: self._tests[type_](value)  # noqa: PLW0108  looked up when called: it is made later
            found = self._tests[type_] = self.view.seen(self._make(unfold(type_)))
        return found

    def _make(self, type_: nodes.Type) -> Test:
        if isinstance(type_, nodes.Dynamic):
            return lambda value: True  # noqa: ARG005  every value fits
        if isinstance(type_, nodes.Atom):
            return self.view.atoms.get(type_, _never)
        if isinstance(type_, (nodes.Literal, nodes.Enum)):
            return self._constant(type_)
        if isinstance(type_, nodes.Union):
            members = [self.test(one) for one in type_.members]
            return lambda value: any(test(value) for test in members)
        if isinstance(type_, nodes.Object):
            return self._object(type_)
        if isinstance(type_, nodes.Function):
            return self._function(type_)
        return self._container(type_)

    def _constant(self, type_: nodes.Literal | nodes.Enum) -> Test:
        base, constant = self.view.atoms.get(type_.base, _never), self.view.constant
        if isinstance(type_, nodes.Enum):
            return lambda value: base(value) and has_constant(type_, constant(value))
        return lambda value: base(value) and equal_constants(constant(value), type_.value)

    def _function(self, type_: nodes.Function) -> Test:
        relation, function_type = self.relation, self.view.function_type

        def test(value: object) -> bool:
            found = function_type(value)
            return found is not None and relation.assignable(found, type_) is SAFE

        return test

    def _container(self, type_: nodes.Type) -> Test:
        view, thaw = self.view, self.view.thaw
        lists, sets, maps = view.lists, view.sets, view.maps
        if isinstance(type_, nodes.MapOf):
            key, one = self.test(type_.key), self.test(type_.value)
            return lambda value: (
                value.__class__ is maps
                and all(map(key, map(thaw, value)))
                and all(map(one, value.values()))
            )
        if isinstance(type_, nodes.Tuple):
            each, count = [self.test(one) for one in type_.elements], len(type_.elements)
            return lambda value: (
                value.__class__ is lists
                and len(value) == count
                and all(test(one) for test, one in zip(each, value, strict=True))
            )
        if isinstance(type_, nodes.ListOf):
            length = type_.length
            if isinstance(type_.element, nodes.Dynamic) and length is None:
                return lambda value: value.__class__ is lists
            test = self.test(type_.element)
            if length is None:
                return lambda value: value.__class__ is lists and all(map(test, value))
            return lambda value: (
                value.__class__ is lists and len(value) == length and all(map(test, value))
            )
        if isinstance(type_, nodes.SetOf):
            inner = self.test(type_.element)
            return lambda value: value.__class__ is sets and all(map(inner, map(thaw, value)))
        return _never

    def _object(self, type_: nodes.Object) -> Test:
        fields = [(one.name, self.test(one.type), one.optional) for one in type_.fields]
        names, maps = frozenset(type_.by_name), self.view.maps
        rest = None if type_.rest is None else self.test(type_.rest)

        def test(value: Any) -> bool:
            if value.__class__ is not maps:
                return False
            for name, inner, optional in fields:
                if name in value:
                    if not inner(value[name]):
                        return False
                elif not optional:
                    return False
            if rest is None:
                return names.issuperset(value)
            return all(rest(value[name]) for name in value if name not in names)

        return test

    def misfit(self, value: object, type_: nodes.Type) -> Misfit | None:
        """Say where ``value`` does not fit ``type_``; None when it does."""
        if self.test(type_)(value):
            return None
        inside: Misfit | None = None
        wanted = unfold(type_)
        if isinstance(wanted, (nodes.ListOf, nodes.SetOf)):
            inside = self._element(value, wanted)
        elif isinstance(wanted, (nodes.MapOf, nodes.Object)) and value.__class__ is self.view.maps:
            inside = self._entry(value, wanted, type_)
        return inside or Misfit(value, type_)

    def _element(self, value: Any, wanted: nodes.ListOf | nodes.SetOf) -> Misfit | None:
        view = self.view
        items: Iterable[object] = ()
        if isinstance(wanted, nodes.ListOf) and value.__class__ is view.lists:
            items = value
        elif isinstance(wanted, nodes.SetOf) and value.__class__ is view.sets:
            items = map(view.thaw, view.ordered(value))
        for place, one in enumerate(items):
            wrong = self.misfit(one, wanted.element)
            if wrong is not None:
                return wrong.inside(place)
        return None

    def _entry(
        self, value: Any, wanted: nodes.MapOf | nodes.Object, named: nodes.Type
    ) -> Misfit | None:
        for frozen in self.view.ordered(value):
            key, one = self.view.thaw(frozen), value[frozen]
            if isinstance(wanted, nodes.MapOf):
                wrong = self.misfit(key, wanted.key) or self.misfit(one, wanted.value)
            elif frozen in wanted.by_name:
                wrong = self.misfit(one, wanted.by_name[frozen].type)
            elif wanted.rest is None:
                return Misfit(value, named, MismatchKind.EXTRA, key)
            else:
                wrong = self.misfit(one, wanted.rest)
            if wrong is not None:
                return wrong.inside(key)
        for field in wanted.fields if isinstance(wanted, nodes.Object) else ():
            if not field.optional and field.name not in value:
                return Misfit(value, named, MismatchKind.MISSING, field.name)
        return None


def _never(_: object) -> bool:
    return False
