"""``importData``: the types of files of other languages, and where they declare what is read.

What crosses is a type of the core; here it becomes the one that PCL would give to the same data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from confty.kit.hcl.syntax import (
    Call,
    Expression,
    Index,
    RelativeTraversal,
    Traversal,
    literal_text,
    unwrapped,
)
from confty.language import Foreign
from confty.languages.pcl import codes
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.model import LocalNode
from confty.text import Severity, Span
from confty.types import (
    BOOL,
    DYNAMIC,
    FLOAT,
    INT,
    NULL,
    NUMBER,
    STRING,
    Atom,
    Dynamic,
    Enum,
    ListOf,
    Literal,
    MapOf,
    Object,
    Ref,
    SetOf,
    Tuple,
    Type,
    Union,
    list_of,
    map_of,
    object_of,
    optional,
    tuple_of,
    unfold,
    union_of,
)

if TYPE_CHECKING:
    from confty.languages.pcl.checker.calls import Calls

_ATOMS: Final = {NULL: NULL, BOOL: BOOL, INT: INT, FLOAT: NUMBER, NUMBER: NUMBER, STRING: STRING}
# Reading these is all there is to evaluating them, so that a check may do it.
_DATA: Final = ("json", "yaml", "toml")
_FARTHEST: Final = 50


def as_pcl(type_: Type, inside: tuple[Ref, ...] = ()) -> Type:
    """The type that PCL gives to data of another language's type."""
    if isinstance(type_, Ref):
        # A type that holds itself is followed once; deeper down anything may be.
        return DYNAMIC if type_ in inside else as_pcl(unfold(type_), (*inside, type_))
    if isinstance(type_, (Literal, Enum)):
        type_ = type_.base
    if isinstance(type_, Atom):
        return _ATOMS.get(type_, DYNAMIC)
    if isinstance(type_, (ListOf, SetOf)):
        return list_of(as_pcl(type_.element, inside))
    if isinstance(type_, Tuple):
        return tuple_of(*[as_pcl(element, inside) for element in type_.elements])
    if isinstance(type_, MapOf):
        return map_of(STRING, as_pcl(type_.value, inside))
    if isinstance(type_, Object):
        return _object(type_, inside)
    if isinstance(type_, Union):
        members = [as_pcl(member, inside) for member in type_.members]
        return DYNAMIC if DYNAMIC in members else union_of(*members)
    return DYNAMIC


def _object(type_: Object, inside: tuple[Ref, ...]) -> Type:
    """Objects of PCL are closed: one that may hold more is a map, or anything."""
    shown = [one for one in type_.fields if not one.hidden]
    if type_.rest is not None:
        return DYNAMIC if shown else map_of(STRING, as_pcl(type_.rest, inside))
    fields: list[tuple[str, Type]] = []
    for one in shown:
        made = as_pcl(one.type, inside)
        fields.append((one.name, optional(made) if one.optional else made))
    return object_of(fields)


def import_data(check: Calls, node: Call) -> Type:
    """The type of ``importData(path)``; a path that is computed is read at run time only."""
    context = check.context
    types = [check.check(argument) for argument in node.arguments]
    if len(types) != 1 or node.expand:
        context.error(codes.ARGUMENTS, node, "'importData' expects exactly one argument")
        return DYNAMIC
    argument = node.arguments[0]
    path = literal_text(argument)
    if not check.fit(argument, types[0], STRING) or path is None or context.host is None:
        return DYNAMIC
    name = context.host.resolve(path, context.source.name)
    foreign = None if name is None else context.host.foreign(name)
    if foreign is None:
        context.error(codes.FILE, argument, no_data(path, name))
        return DYNAMIC
    context.typing.foreign[node] = foreign
    found = foreign.type()
    if isinstance(found, Dynamic) and foreign.language in _DATA:
        _say_if_broken(context, argument, path, foreign)
    return as_pcl(found)


def no_data(path: str, name: str | None) -> str:
    """Why a path names no file that ``importData`` reads."""
    if name is None:
        return f"there is no file '{path}'"
    if name.endswith(".pp"):
        return f"'{path}' is a PCL program; use it as a component"
    return f"the language of '{path}' is not known"


def _say_if_broken(context: Context, argument: Expression, path: str, foreign: Foreign) -> None:
    for found in foreign.value().diagnostics:
        if found.severity is Severity.ERROR:
            message = f"the file '{path}' has an error"
            finding = codes.FILE.at(context.span(argument), message)
            context.say(finding.note(found.span, found.message))
            return


def declared_at(context: Context, node: Expression, steps: int | None = None) -> Span | None:
    """Where another language declares what an expression reads, up to ``steps`` of its own."""
    path: list[str | int] = []
    for _ in range(_FARTHEST):
        node = unwrapped(node)
        if isinstance(node, Call):
            foreign = context.typing.foreign.get(node)
            return None if foreign is None else foreign.declared_at(tuple(reversed(path)))
        if isinstance(node, Index):
            key = literal_text(node.key)
            if key is None:
                return None
            path.append(key)
            node = node.collection
        elif isinstance(node, (Traversal, RelativeTraversal)):
            keys = [step.key for step in reversed(node.steps[:steps])]
            path += [key if isinstance(key, str) else int(key) for key in keys]
            if isinstance(node, RelativeTraversal):
                node = node.source
            else:
                variable = context.typing.roots.get(node)
                if variable is None or not isinstance(variable.node, LocalNode):
                    return None
                node = variable.node.value
        else:
            return None
        steps = None
    return None
