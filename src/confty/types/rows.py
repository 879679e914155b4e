"""Types as rows of plain data, and back: how types get from one process to another.

A row names the parts of its type by their numbers, and stands behind them.  Beyond that rows stand
in the order of age: the reader interns what it makes and makes it in the same order, so that what
depends on age (how a union prints) is the same there.
What an object or a function remembers of how it was made is the language's own: who writes hands
it over with the numbers, and who reads puts it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from confty.types import build, nodes
from confty.types.walk import children

#: A number, a letter that says which kind it is, and what that kind is made of.
Row: TypeAlias = tuple[Any, ...]

_SINGLE: Final[dict[str, nodes.Type]] = {"d": build.DYNAMIC, "n": build.NEVER}


def number(one: nodes.Type) -> int:
    """Return the number that stands for a type."""
    return one.serial


def to_rows(wanted: Iterable[nodes.Type]) -> list[Row]:
    """Write types, and all they are made of, as rows."""
    found: dict[nodes.Type, tuple[nodes.Type, ...]] = {}
    waiting = list(wanted)
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = _parts(one)
            waiting += found[one]
            if isinstance(one, nodes.Ref) and one.target is not None:
                waiting.append(one.target)  # it may be older or younger
    made: dict[nodes.Type, Row] = {}
    for oldest in sorted(found, key=number):
        row = [oldest]
        while row:
            one = row[-1]
            missing = () if one in made else [part for part in found[one] if part not in made]
            row += missing
            if not missing:
                row.pop()
                made.setdefault(one, (number(one), *_row(one)))
    return list(made.values())


def _parts(one: nodes.Type) -> tuple[nodes.Type, ...]:
    if isinstance(one, (nodes.Object, nodes.Function)) and one.plain is not None:
        return (one.plain,)
    if isinstance(one, nodes.Ref):
        return ()
    if isinstance(one, (nodes.Literal, nodes.Enum)):
        return (one.base,)
    return children(one)


def _row(one: nodes.Type) -> Row:
    match one:
        case nodes.Dynamic():
            return ("d",)
        case nodes.Never():
            return ("n",)
        case nodes.Atom():
            return "a", one.name
        case nodes.Literal():
            return "l", number(one.base), one.value
        case nodes.Enum():
            return "e", one.token, number(one.base), one.members
        case nodes.ListOf():
            return "L", number(one.element), one.length
        case nodes.SetOf():
            return "S", number(one.element)
        case nodes.MapOf():
            return "M", number(one.key), number(one.value)
        case nodes.Tuple():
            return "T", tuple([number(part) for part in one.elements])
        case nodes.Eventual():
            return "E", one.rank, number(one.inner)
        case nodes.Union():
            return "W" if one.written else "U", tuple([number(part) for part in one.members])
        case nodes.Ref():
            return "r", one.name, None if one.target is None else number(one.target)
        case nodes.Var():
            return "v", one.name
        case nodes.Object() | nodes.Function() if one.plain is not None:
            return "o", number(one.plain)
        case nodes.Object():
            fields = [(f.name, number(f.type), f.optional, f.hidden, f.marks) for f in one.fields]
            return "O", tuple(fields), None if one.rest is None else number(one.rest)
        case nodes.Function():
            return "F", *_signature(one)


def _signature(one: nodes.Function) -> Row:
    given = None
    if one.parameters is not None:
        given = tuple([(p.name, number(p.type), p.optional) for p in one.parameters])
    return given, number(one.result), None if one.rest is None else number(one.rest)


def from_rows(written: Iterable[Row]) -> dict[int, nodes.Type]:
    """Make the types of rows again, by their numbers there."""
    made: dict[int, nodes.Type] = {}
    names: list[tuple[nodes.Ref, int]] = []
    for number, kind, *data in written:
        one = made[number] = _made(kind, data, made)
        if isinstance(one, nodes.Ref) and data[1] is not None:
            names.append((one, data[1]))
    for name, target in names:
        name.target = made[target]
    return made


def _made(kind: str, data: list[Any], known: Mapping[int, nodes.Type]) -> nodes.Type:
    match kind:
        case "d" | "n":
            return _SINGLE[kind]
        case "a":
            return build.atom(data[0])
        case "l":
            return build.literal(_atom(known[data[0]]), data[1])
        case "e":
            return build.enum(data[0], _atom(known[data[1]]), data[2])
        case "L":
            return build.list_of(known[data[0]], data[1])
        case "S":
            return build.set_of(known[data[0]])
        case "M":
            return build.map_of(known[data[0]], known[data[1]])
        case "T":
            return build.tuple_of(*[known[part] for part in data[0]])
        case "E":
            return build.eventual(data[0], known[data[1]])
        case "U":
            return build.union_of(*[known[part] for part in data[0]])
        case "W":
            return build.written_union(*[known[part] for part in data[0]])
        case "r":
            return build.ref(data[0])
        case "v":
            return build.var(data[0])
        case "o":
            plain = known[data[0]]
            assert isinstance(plain, (nodes.Object, nodes.Function))
            return build.originated(plain, None)
        case "O":
            return _object(data, known)
        case "F":
            return _function(data, known)
    raise ValueError(f"there is no kind of type {kind!r}")


def _object(data: list[Any], known: Mapping[int, nodes.Type]) -> nodes.Object:
    fields = [
        build.field(name, known[type_], optional=optional, hidden=hidden, marks=marks)
        for name, type_, optional, hidden, marks in data[0]
    ]
    return build.object_of(fields, None if data[1] is None else known[data[1]])


def _function(data: list[Any], known: Mapping[int, nodes.Type]) -> nodes.Function:
    given, result, rest = data
    parameters = None
    if given is not None:
        parameters = [
            build.parameter(name, known[type_], optional=optional)
            for name, type_, optional in given
        ]
    return build.function_of(parameters, known[result], None if rest is None else known[rest])


def _atom(type_: nodes.Type) -> nodes.Atom:
    assert isinstance(type_, nodes.Atom)
    return type_


def remember(type_: nodes.Type, origin: object) -> None:
    """Put back what a type that was read remembers of how it was made."""
    assert isinstance(type_, (nodes.Object, nodes.Function))
    assert type_.origin is None
    type_.origin = origin  # type: ignore[misc]  # the end of how it is made
