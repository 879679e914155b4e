"""Narrowing: what is left of a type when a test held, and when it did not.

``narrow`` keeps at least every value that passes, ``subtract`` at least every value that fails;
together they lose nothing.  Neither converts: a value is in a type or it is not, so the
conversions of a language play no part here.  ``with_length`` is the third test languages have.
"""

from __future__ import annotations

from confty.types import build, nodes
from confty.types.constants import equal_constants, has_constant
from confty.types.relate import WITHIN, Relation
from confty.types.rules import SAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LETTERS: Final = "abcde"
_KEPT: Final = (nodes.Function, nodes.Eventual)


def narrow(type_: nodes.Type, test: nodes.Type, relation: Relation) -> nodes.Type:
    """Return the type of the values of ``type_`` that are also in ``test``."""
    return _Narrowing(relation).of(type_, test)


class _Narrowing:
    """One question, with the pairs it has met; one met again inside itself is kept as it is."""

    __slots__ = ("known", "relation")

    def __init__(self, relation: Relation) -> None:
        self.relation: Final = relation
        self.known: Final[dict[tuple[nodes.Type, nodes.Type], nodes.Type]] = {}

    def of(self, type_: nodes.Type, test: nodes.Type) -> nodes.Type:
        if (
            type_ is test
            or isinstance(type_, nodes.Never)
            or isinstance(test, (nodes.Dynamic, nodes.Var))
        ):
            return type_
        if isinstance(type_, (nodes.Dynamic, nodes.Var)) or isinstance(test, nodes.Never):
            return test
        pair = (type_, test)
        found = self.known.get(pair)
        if found is None:
            self.known[pair] = type_
            found = self.known[pair] = self._named(type_, test)
        return found

    def _named(self, type_: nodes.Type, test: nodes.Type) -> nodes.Type:
        """Look behind names, unless the name says it as well."""
        if isinstance(type_, nodes.Ref):
            if self.relation.contains(type_, test):
                return type_
            return self.of(build.unfold(type_), test)
        return self._by_kind(type_, build.unfold(test))

    def _by_kind(self, type_: nodes.Type, test: nodes.Type) -> nodes.Type:
        if isinstance(type_, nodes.Union):
            return build.gradual_union(*[self.of(member, test) for member in type_.members])
        if self.relation.contains(type_, test):
            return type_
        if isinstance(test, nodes.Union):
            return build.gradual_union(*[self.of(type_, member) for member in test.members])
        if isinstance(type_, _KEPT) or isinstance(test, _KEPT):
            # No test looks into these: whatever passes it is one of them.
            return type_ if type(type_) is type(test) else build.NEVER
        if isinstance(type_, (nodes.Atom, nodes.Literal, nodes.Enum)):
            return _narrow_constants(type_, test)
        if isinstance(type_, nodes.Object) or isinstance(test, nodes.Object):
            return self._objects(type_, test)
        if isinstance(type_, nodes.MapOf) and isinstance(test, nodes.MapOf):
            return build.map_of(self.of(type_.key, test.key), self.of(type_.value, test.value))
        return self._sequences(type_, test)

    def _sequences(self, type_: nodes.Type, test: nodes.Type) -> nodes.Type:
        if isinstance(type_, nodes.Tuple):
            return self._tuple(type_, test)
        if isinstance(test, nodes.Tuple):
            return self._tuple(test, type_)
        if isinstance(type_, nodes.SetOf) and isinstance(test, nodes.SetOf):
            return build.set_of(self.of(type_.element, test.element))
        if not isinstance(type_, (nodes.ListOf, nodes.SetOf)) or not isinstance(
            test, (nodes.ListOf, nodes.SetOf)
        ):
            return build.NEVER
        length = None
        if isinstance(type_, nodes.ListOf) and isinstance(test, nodes.ListOf):
            if type_.length != test.length and None not in (type_.length, test.length):
                return build.NEVER
            length = test.length if type_.length is None else type_.length
        elif not _sets_are_lists(self.relation):
            return build.NEVER
        element = self.of(type_.element, test.element)
        if length and isinstance(element, nodes.Never):
            return build.NEVER
        return build.list_of(element, length)

    def _tuple(self, type_: nodes.Tuple, test: nodes.Type) -> nodes.Type:
        """A tuple with a tuple of the same length, or with a list (set) that can be as long."""
        if isinstance(test, nodes.Tuple):
            if len(type_.elements) != len(test.elements):
                return build.NEVER
            pairs = zip(type_.elements, test.elements, strict=True)
            return build.tuple_of(*[self.of(one, other) for one, other in pairs])
        if isinstance(test, nodes.SetOf):
            if not _sets_are_lists(self.relation):
                return build.NEVER
        elif not isinstance(test, nodes.ListOf) or test.length not in (None, len(type_.elements)):
            return build.NEVER
        parts = [self.of(part, test.element) for part in type_.elements]
        return build.NEVER if build.NEVER in parts else build.tuple_of(*parts)

    def _objects(self, type_: nodes.Type, test: nodes.Type) -> nodes.Type:
        """Objects field by field; a map has every field, with its value type."""
        left, right = _as_object(type_), _as_object(test)
        if left is None or right is None:
            return build.NEVER
        fields: list[nodes.Field] = []
        for one in left.fields:
            twin = _known(right, one.name)
            if twin is not None:
                optional = one.optional and twin.optional
                fields.append(build.retyped(one, self.of(one.type, twin.type), optional=optional))
            elif not one.optional:
                return build.NEVER
        for one in right.fields:
            if one.name in left.by_name:
                continue
            twin = _known(left, one.name)
            if twin is not None:
                inside = self.of(twin.type, one.type)
                fields.append(build.retyped(one, inside, optional=one.optional))
            elif not one.optional:
                return build.NEVER
        if left.rest is None or right.rest is None:
            return build.object_of(fields)
        return build.object_of(fields, self.of(left.rest, right.rest))


def _narrow_constants(
    type_: nodes.Atom | nodes.Literal | nodes.Enum, test: nodes.Type
) -> nodes.Type:
    """Keep the more precise of two that share values."""
    if isinstance(type_, nodes.Literal):
        return _narrow_literal(type_, test)
    if isinstance(test, nodes.Literal):
        return _narrow_literal(test, type_)
    if isinstance(type_, nodes.Enum):
        if isinstance(test, nodes.Enum):
            shared = [value for value in type_.members if has_constant(test, value)]
            return build.union_of(*[build.literal(type_.base, value) for value in shared])
        return type_ if _atoms_meet(type_.base, test) else build.NEVER
    if isinstance(test, nodes.Enum):
        return test if _atoms_meet(test.base, type_) else build.NEVER
    if isinstance(test, nodes.Atom):
        if (type_, test) in WITHIN:
            return type_
        if (test, type_) in WITHIN:
            return test
    return build.NEVER


def _narrow_literal(one: nodes.Literal, type_: nodes.Type) -> nodes.Type:
    """One value, if it may be in ``type_``; a number keeps the more precise of two bases."""
    base: nodes.Atom | None = None
    if isinstance(type_, nodes.Atom):
        base = type_
    elif isinstance(type_, nodes.Enum):
        base = type_.base if has_constant(type_, one.value) else None
    elif isinstance(type_, nodes.Literal):
        base = type_.base if equal_constants(type_.value, one.value) else None
    if base is None or not _atoms_meet(one.base, base):
        return build.NEVER
    if (base, one.base) not in WITHIN:
        return one
    assert isinstance(one.value, (int, float))
    if base is build.FLOAT:
        return build.literal(build.FLOAT, float(one.value))
    return build.literal(build.INT, int(one.value)) if one.value == int(one.value) else build.NEVER


def _atoms_meet(base: nodes.Atom, other: nodes.Type) -> bool:
    """Whether a value may be in both atoms."""
    if not isinstance(other, nodes.Atom):
        return False
    return base is other or (base, other) in WITHIN or (other, base) in WITHIN


def _sets_are_lists(relation: Relation) -> bool:
    """Whether a set is a list with a promise, rather than a kind of its own."""
    return relation.rules.crossings.get(("set", "list")) is SAFE


def _as_object(type_: nodes.Type) -> nodes.Object | None:
    """A map as an object: a known key is an optional field, any text means any field."""
    if not isinstance(type_, nodes.MapOf):
        return type_ if isinstance(type_, nodes.Object) else None
    key = build.unfold(type_.key)
    fields: list[nodes.Field] = []
    rest: nodes.Type | None = None
    for one in key.members if isinstance(key, nodes.Union) else (key,):
        if isinstance(one, nodes.Literal) and isinstance(one.value, str):
            fields.append(build.field(one.value, type_.value, optional=True))
        elif not isinstance(one, nodes.Atom) or one.name in ("string", "id"):
            rest = type_.value
    return build.object_of(fields, rest)


def _known(type_: nodes.Object, name: str) -> nodes.Field | None:
    """What ``type_`` says about a field: its own entry, or that of any unknown field."""
    found = type_.by_name.get(name)
    if found is None and type_.rest is not None:
        return build.field(name, type_.rest, optional=True)
    return found


def subtract(
    type_: nodes.Type, test: nodes.Type, relation: Relation, everything: nodes.Type | None = None
) -> nodes.Type:
    """Return the type of the values of ``type_`` that are not in ``test``.

    ``everything`` is what Dynamic is taken for; without it Dynamic stays as it is.
    """
    if type_ is test or isinstance(type_, nodes.Never) or isinstance(test, nodes.Dynamic):
        return build.NEVER
    if isinstance(test, nodes.Never):
        return type_
    if isinstance(type_, (nodes.Dynamic, nodes.Var)):
        return type_ if everything is None else subtract(everything, test, relation)
    if isinstance(type_, nodes.Ref):
        left = subtract(build.unfold(type_), test, relation, everything)
        return type_ if left is build.unfold(type_) else left
    if isinstance(type_, nodes.Union):
        parts = [subtract(member, test, relation, everything) for member in type_.members]
        return build.gradual_union(*parts)
    test = build.unfold(test)
    if isinstance(test, nodes.Union):
        for member in test.members:
            type_ = subtract(type_, member, relation, everything)
        return type_
    if isinstance(test, nodes.Literal):
        if isinstance(type_, nodes.Atom) and type_ is test.base and type_.name == "bool":
            return build.FALSE if test.value is True else build.TRUE
        if isinstance(type_, nodes.Enum) and type_.base is test.base:
            kept = [value for value in type_.members if not equal_constants(value, test.value)]
            if len(kept) == len(type_.members):
                return type_
            return build.union_of(*[build.literal(type_.base, value) for value in kept])
    return build.NEVER if relation.contains(type_, test) else type_


def with_length(type_: nodes.Type, length: int, relation: Relation) -> nodes.Type:
    """Return the type of the values of ``type_`` whose length is ``length``.

    Strings, lists, tuples, sets, maps and objects have one; a function's is the number of its
    required parameters; other values have none, so nothing of them is left.
    """
    type_ = build.unfold(type_)
    if isinstance(type_, nodes.Union):
        return build.gradual_union(
            *[with_length(member, length, relation) for member in type_.members]
        )
    if isinstance(type_, (nodes.ListOf, nodes.SetOf, nodes.Tuple)):
        return _sequence_of_length(type_, length, relation)
    if isinstance(type_, nodes.Object):
        return _object_of_length(type_, length)
    if isinstance(type_, nodes.Function):
        return _function_of_length(type_, length)
    if isinstance(type_, nodes.Literal):
        text = type_.value
        return type_ if isinstance(text, str) and len(text) == length else build.NEVER
    if isinstance(type_, nodes.Atom):
        return type_ if type_.name in ("string", "id") else build.NEVER
    if isinstance(type_, nodes.Enum):
        kept = [value for value in type_.members if isinstance(value, str)]
        return build.union_of(
            *[build.literal(type_.base, value) for value in kept if len(value) == length]
        )
    return type_


def _sequence_of_length(
    type_: nodes.ListOf | nodes.SetOf | nodes.Tuple, length: int, relation: Relation
) -> nodes.Type:
    if isinstance(type_, nodes.Tuple):
        return type_ if len(type_.elements) == length else build.NEVER
    if isinstance(type_, nodes.ListOf) and type_.length is not None:
        return type_ if type_.length == length else build.NEVER
    if isinstance(type_, nodes.SetOf) and not _sets_are_lists(relation):
        return type_
    if length > 64:
        return type_  # a tuple of that many equal elements would say no more
    return build.tuple_of(*[type_.element] * length)


def _object_of_length(type_: nodes.Object, length: int) -> nodes.Type:
    if any(one.hidden for one in type_.fields):
        return type_  # a layer on top may show what is hidden here
    required = [one for one in type_.fields if not one.optional]
    if len(required) > length:
        return build.NEVER
    if len(required) == length:
        return build.object_of(required)
    if type_.rest is not None or len(type_.fields) > length:
        return type_
    if len(type_.fields) < length:
        return build.NEVER
    return build.object_of([build.retyped(one, one.type, optional=False) for one in type_.fields])


def _function_of_length(type_: nodes.Function, length: int) -> nodes.Type:
    if type_.parameters is None:
        if length > len(_LETTERS):
            return type_
        names = [f"${letter}" for letter in _LETTERS[:length]]
        return build.function_of(
            [build.parameter(name, build.DYNAMIC) for name in names], type_.result
        )
    required = [one for one in type_.parameters if not one.optional]
    # One implementation counts all parameters, another the required ones.
    return type_ if len(required) <= length <= len(type_.parameters) else build.NEVER
