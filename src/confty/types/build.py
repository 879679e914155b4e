"""The only way to make types: normalise, then intern.

Every constructor looks its parts up in a table and returns the node that is already there, so
equal types are one object.  A table holds a type as long as somebody else does, so a process that
checks ever new files does not grow; that is why keys name parts by their serial numbers, for a
part may remember who made it, and so lead back to the very type that it is a key of.  A long
string literal widens to its base, and a type nested deeper than ``MAX_DEPTH`` goes on as Dynamic
(which bounds the recursion of every operation on types).
"""

from __future__ import annotations

from _collections_abc import Mapping
from itertools import count

from confty.types import nodes
from confty.types.interning import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TypeAlias

MAX_DEPTH: Final = 150
LONGEST_LITERAL: Final = 64
_MOST_ORIGINS: Final = 8

PROMISE: Final = 1
OUTPUT: Final = 2

FieldSpec: TypeAlias = nodes.Field | tuple[str, nodes.Type]
ParameterSpec: TypeAlias = nodes.Parameter | nodes.Type

DYNAMIC: Final = nodes.Dynamic(1, nodes.HAS_DYNAMIC)
NEVER: Final = nodes.Never(1, 0)
# These two have no age.
DYNAMIC.serial, NEVER.serial = -1, -2

_serials: Final = count(1)
_atoms: Final[dict[str, nodes.Atom]] = {}
_literals: Final = Table[nodes.Literal]()
_enums: Final = Table[nodes.Enum]()
_lists: Final = Table[nodes.ListOf]()
_sets: Final = Table[nodes.SetOf]()
_maps: Final = Table[nodes.MapOf]()
_tuples: Final = Table[nodes.Tuple]()
_objects: Final = Table[nodes.Object]()
_functions: Final = Table[nodes.Function]()
_eventuals: Final = Table[nodes.Eventual]()
_unions: Final = Table[nodes.Union]()
_written: Final = Table[nodes.Union]()
_variables: Final = Table[nodes.Var]()


def atom(name: str) -> nodes.Atom:
    """Return the atom of that name; languages may invent their own (opaque types, char, …)."""
    found = _atoms.get(name)
    if found is None:
        found = nodes.Atom(name)
        found.serial = next(_serials)
        found = _atoms.setdefault(name, found)
    return found


NULL: Final = atom("null")
BOOL: Final = atom("bool")
INT: Final = atom("int")
FLOAT: Final = atom("float")
NUMBER: Final = atom("number")
STRING: Final = atom("string")
CHAR: Final = atom("char")
ID: Final = atom("id")
ASSET: Final = atom("asset")
ARCHIVE: Final = atom("archive")


def literal(base: nodes.Atom, value: nodes.Constant) -> nodes.Literal | nodes.Atom:
    """Return the type of exactly ``value``; long strings and NaN widen to ``base``."""
    if isinstance(value, str):
        if len(value) > LONGEST_LITERAL:
            return base
    elif isinstance(value, float) and value != value:  # noqa: PLR0124  only NaN differs from itself
        return base
    key = (base, type(value), value)
    entry = _literals.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Literal(base, value)
        found.serial = next(_serials)
        found = _literals.keep(key, found)
    return found


def _bool(value: bool) -> nodes.Literal:
    made = literal(BOOL, value)
    assert isinstance(made, nodes.Literal)
    return made


TRUE: Final = _bool(True)
FALSE: Final = _bool(False)


def enum(token: str, base: nodes.Atom, members: Iterable[nodes.Constant]) -> nodes.Enum:
    """Return the enumeration; two packages may use one token for different values."""
    values = tuple(members)
    # True and 1 are equal in Python, and not one value.
    key = (token, base, values, tuple([value.__class__ for value in values]))
    entry = _enums.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Enum(token, base, values)
        found.serial = next(_serials)
        found = _enums.keep(key, found)
    return found


def list_of(element: nodes.Type, length: int | None = None) -> nodes.ListOf:
    """Return the list (array) of ``element``, of exactly ``length`` elements if given."""
    element = _bounded(element)
    key = (element.serial, length)
    entry = _lists.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.ListOf(element, length)
        found.serial = next(_serials)
        found = _lists.keep(key, found)
    return found


def set_of(element: nodes.Type) -> nodes.SetOf:
    """Return the set of ``element``."""
    element = _bounded(element)
    entry = _sets.entries.get(element.serial)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.SetOf(element)
        found.serial = next(_serials)
        found = _sets.keep(element.serial, found)
    return found


def map_of(key: nodes.Type, value: nodes.Type) -> nodes.MapOf:
    """Return the dictionary from ``key`` to ``value``."""
    key, value = _bounded(key), _bounded(value)
    pair = (key.serial, value.serial)
    entry = _maps.entries.get(pair)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.MapOf(key, value)
        found.serial = next(_serials)
        found = _maps.keep(pair, found)
    return found


def tuple_of(*elements: nodes.Type) -> nodes.Tuple:
    """Return the tuple of these elements, in order; none make ``UNIT``."""
    elements = tuple([_bounded(element) for element in elements])
    key = tuple([element.serial for element in elements])
    entry = _tuples.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Tuple(elements)
        found.serial = next(_serials)
        found = _tuples.keep(key, found)
    return found


UNIT: Final = tuple_of()


def field(
    name: str, type_: nodes.Type, *, optional: bool = False, hidden: bool = False, marks: int = 0
) -> nodes.Field:
    """Describe a field for ``object_of``."""
    return nodes.Field(name, _bounded(type_), optional=optional, hidden=hidden, marks=marks)


def retyped(one: nodes.Field, type_: nodes.Type, *, optional: bool) -> nodes.Field:
    """Return the same field with another type, and with or without the need to be there."""
    return field(one.name, type_, optional=optional, hidden=one.hidden, marks=one.marks)


def object_of(
    fields: Iterable[FieldSpec] | Mapping[str, nodes.Type] = (), rest: nodes.Type | None = None
) -> nodes.Object:
    """Return the object with these fields; closed unless ``rest`` types the unknown ones.

    ``object_of(fields, DYNAMIC)`` is the open object of which no more is known.

    A field is a ``Field`` or a ``(name, type)`` pair (required, visible); a mapping will do as
    well.  The order does not matter.  Of two fields with one name the last stands.
    """
    pairs: Iterable[FieldSpec] = fields.items() if isinstance(fields, Mapping) else fields
    known: dict[str, nodes.Field] = {}
    for spec in pairs:
        made = spec if isinstance(spec, nodes.Field) else field(spec[0], spec[1])
        known[made.name] = made
    ordered = tuple([known[name] for name in sorted(known)])
    if rest is not None:
        # Unknown fields that can have no value are no fields.
        rest = None if isinstance(rest, nodes.Never) else _bounded(rest)
    key: list[object] = [rest and rest.serial]
    for one in ordered:
        key.extend((one.name, one.type.serial, one.optional, one.hidden, one.marks))
    frozen = tuple(key)
    entry = _objects.entries.get(frozen)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Object(ordered, rest)
        found.serial = next(_serials)
        found = _objects.keep(frozen, found)
    return found


def parameter(name: str | None, type_: nodes.Type, *, optional: bool = False) -> nodes.Parameter:
    """Describe a parameter for ``function_of``."""
    return nodes.Parameter(name, _bounded(type_), optional=optional)


def function_of(
    parameters: Iterable[ParameterSpec] | None, result: nodes.Type, rest: nodes.Type | None = None
) -> nodes.Function:
    """Return the function type; ``parameters`` None means that nothing is known about them.

    A parameter is a ``Parameter`` or just its type (nameless, required).
    """
    known: tuple[nodes.Parameter, ...] | None = None
    result = _bounded(result)
    if rest is not None:
        rest = _bounded(rest)
    key: list[object] = [result.serial, rest and rest.serial]
    if parameters is None:
        key.append(None)
    else:
        known = tuple(
            [p if isinstance(p, nodes.Parameter) else parameter(None, p) for p in parameters]
        )
        for one in known:
            key.extend((one.name, one.type.serial, one.optional))
    frozen = tuple(key)
    entry = _functions.entries.get(frozen)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Function(known, result, rest)
        found.serial = next(_serials)
        found = _functions.keep(frozen, found)
    return found


def originated(
    type_: nodes.Object | nodes.Function, origin: object
) -> nodes.Object | nodes.Function:
    """Return the type with a memory of how it was made, which only its language understands.

    Such a type is a new node each time; ``plain`` leads back to the one that is shared.
    """
    made: nodes.Object | nodes.Function
    if isinstance(type_, nodes.Object):
        base = type_.plain or type_
        made = nodes.Object(base.fields, base.rest, origin, base)
    else:
        whole = type_.plain or type_
        made = nodes.Function(whole.parameters, whole.result, whole.rest, origin, whole)
    made.serial = next(_serials)
    return made


def originated_later(
    pending: nodes.Pending,
    depth: int,
    origin: object,
    by_name: dict[str, nodes.Field] | None = None,
    rest: nodes.Type | None = None,
) -> nodes.Object:
    """Return an object with a memory, whose fields are worked out when somebody asks for them.

    ``depth`` is how deep it nests at most.  A row of objects, each with a few more fields than the
    last, takes the square of its length when all of them are written out.  Where the fields are
    known and only types of some are not, ``by_name`` and ``rest`` say them.
    """
    made = nodes.Object.__new__(nodes.Object)
    made.depth, made.origin, made.pending = depth, origin, pending  # type: ignore[misc]  # made here
    if by_name is not None:
        made.by_name, made.rest = by_name, rest  # type: ignore[misc]  # made here
    made.serial = next(_serials)
    return made


def eventual(rank: int, inner: nodes.Type) -> nodes.Eventual:
    """Return ``inner`` arriving later; nesting is kept (see ``shapes.settled`` to remove it)."""
    inner = _bounded(inner)
    key = (rank, inner.serial)
    entry = _eventuals.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Eventual(rank, inner)
        found.serial = next(_serials)
        found = _eventuals.keep(key, found)
    return found


def output_of(inner: nodes.Type) -> nodes.Eventual:
    """Return an output of ``inner``."""
    return eventual(OUTPUT, inner)


def union_of(*members: nodes.Type) -> nodes.Type:
    """Return the union: flat, without duplicates and Never, of one member that member itself.

    Nothing else is simplified, Dynamic is a member like any other: see ``gradual_union`` for
    the language where it swallows the rest, and ``join`` for what a language makes of branches.
    """
    flat: dict[nodes.Type, None] = {}
    for member in members:
        if isinstance(member, nodes.Union) and not member.written:
            flat.update(dict.fromkeys(member.members))
        elif not isinstance(member, nodes.Never):
            flat[_bounded(member)] = None
    if len(flat) > 1 and any(one.flags & nodes.HAS_ORIGIN for one in flat):
        flat = _few_origins(flat)
    if len(flat) < 2:
        for only in flat:
            return only
        return NEVER
    key = frozenset([one.serial for one in flat])
    entry = _unions.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Union(tuple(sorted(flat, key=order)), written=False)
        found.serial = next(_serials)
        found = _unions.keep(key, found)
    return found


def _few_origins(members: dict[nodes.Type, None]) -> dict[nodes.Type, None]:
    """A few members may differ in nothing but how they were made; of many none is remembered."""
    plain = {
        one: (one.plain or one) if isinstance(one, (nodes.Object, nodes.Function)) else one
        for one in members
    }
    if len(members) > _MOST_ORIGINS:
        return dict.fromkeys(plain.values())
    # One that remembers nothing says no less than its twins.
    forgotten = {one for one in members if plain[one] is one}
    return {one: None for one in members if one in forgotten or plain[one] not in forgotten}


def gradual_union(*members: nodes.Type) -> nodes.Type:
    """Return the union, or Dynamic if any member is Dynamic: nothing is known then."""
    if len(members) == 1 and not isinstance(members[0], nodes.Union):
        return _bounded(members[0])
    made = union_of(*members)
    if isinstance(made, nodes.Union) and DYNAMIC in made.members:
        return DYNAMIC
    return made


def optional(type_: nodes.Type) -> nodes.Type:
    """Return ``type_`` or null."""
    return union_of(type_, NULL)


def written_union(*members: nodes.Type) -> nodes.Union:
    """Return a union exactly as written: order, duplicates, nesting and single members stay.

    Two of these with the same member set are different nodes; ``same`` in ``relate`` compares
    them as sets, at any depth.
    """
    members = tuple([_bounded(member) for member in members])
    key = tuple([member.serial for member in members])
    entry = _written.entries.get(key)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Union(members, written=True)
        found.serial = next(_serials)
        found = _written.keep(key, found)
    return found


def var(name: str) -> nodes.Var:
    """Return the type variable of that name, for the signatures of generic functions."""
    entry = _variables.entries.get(name)
    found = None if entry is None else entry()
    if found is None:
        found = nodes.Var(name)
        found.serial = next(_serials)
        found = _variables.keep(name, found)
    return found


def ref(name: str) -> nodes.Ref:
    """Return a *new* named type without a meaning yet; give it one with ``define``."""
    made = nodes.Ref(name)
    made.serial = next(_serials)
    return made


def define(name: nodes.Ref, target: nodes.Type) -> nodes.Ref:
    """Set what ``name`` stands for, once; a choice of itself adds nothing to what it means."""
    assert name.target is None, "a named type is defined once"
    # What is settled cannot lead back here, and a row of names would be walked for each of them.
    found = _choices(target, settled=False)
    if name in found:
        found = _choices(target, settled=True)
        target = union_of(*[one for one in found if one is not name and not _is_defined(one)])
    else:
        name.settled = all(not isinstance(one, nodes.Ref) or _is_defined(one) for one in found)
    name.target = target
    return name


def _choices(target: nodes.Type, *, settled: bool) -> dict[nodes.Type, None]:
    """What a type may be, through names and unions; through those that are settled if asked to."""
    found: dict[nodes.Type, None] = {}
    waiting: list[nodes.Type] = [target]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        if isinstance(one, nodes.Union):
            waiting.extend(one.members)
            continue
        found[one] = None
        if isinstance(one, nodes.Ref) and one.target is not None and (settled or not one.settled):
            waiting.append(one.target)
    return found


def _is_defined(type_: nodes.Type) -> bool:
    return isinstance(type_, nodes.Ref) and type_.target is not None


def unfold(type_: nodes.Type) -> nodes.Type:
    """Return what a named type stands for (through several names), any other type as it is."""
    while isinstance(type_, nodes.Ref):
        assert type_.target is not None, f"the named type {type_.name} has no meaning yet"
        type_ = type_.target
    return type_


_KINDS: Final[dict[type, int]] = {
    kind: rank
    for rank, kind in enumerate(
        (
            nodes.Literal,
            nodes.Atom,
            nodes.Enum,
            nodes.ListOf,
            nodes.SetOf,
            nodes.Tuple,
            nodes.MapOf,
            nodes.Object,
            nodes.Function,
            nodes.Eventual,
        )
    )
}
_FIRST_ATOMS: Final = {"null": "0", "bool": "1", "int": "2", "float": "3", "number": "4"}


def order(type_: nodes.Type) -> tuple[int, str, int]:
    """Sort key of union members: kind, then name, then age.  It only decides how types print."""
    rank = _KINDS.get(type(type_), 20)
    name = ""
    if isinstance(type_, nodes.Atom):
        name = _FIRST_ATOMS.get(type_.name, type_.name)
        rank = -1 if name == "0" else rank
    elif isinstance(type_, nodes.Literal):
        name = f"{_FIRST_ATOMS.get(type_.base.name, type_.base.name)} {type_.value!r}"
    elif isinstance(type_, nodes.Enum):
        name = type_.token
    elif isinstance(type_, nodes.Ref):
        name = type_.name
    elif isinstance(type_, nodes.Object):
        name = " ".join(type_.by_name)
    return rank, name, type_.serial


def _bounded(type_: nodes.Type) -> nodes.Type:
    return type_ if type_.depth < MAX_DEPTH else DYNAMIC
