"""The types of the standard library: what its records say, parsed on first use."""

from __future__ import annotations

from confty import types
from confty.kit.checking import Findings
from confty.kit.once import once
from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.library.record import LibraryFunction
from confty.languages.rcl.library.table import METHODS, STD
from confty.languages.rcl.parser.cursor import Cursor
from confty.languages.rcl.parser.types import parse_type
from confty.light import lru_cache
from confty.text import Source
from confty.types import NUMBER, STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# More than the library has.
_MOST: Final = 2_000


@lru_cache(maxsize=_MOST)
def _parse(text: str) -> types.Type:
    if " | " in text:
        return types.union_of(*map(_parse, text.split(" | ")))
    annotations = Annotations(Source("std", text), Findings())
    annotations.aliases = {name: types.var(name) for name in ("T", "U", "K", "V", "Self")}
    return annotations.type_of(parse_type(Cursor(lex(annotations.source).output)))


@lru_cache(maxsize=_MOST)
def signature(function: LibraryFunction) -> types.Function:
    """Return the type of a function of the library, with its variables."""
    parameters = []
    for one in function.parameters:
        name, _, type_ = one.partition(": ")
        parameters.append(types.parameter(name, _parse(type_)))
    return types.function_of(parameters, _parse(function.result))


@once
def std_type() -> types.Object:
    """Return the type of ``std``."""
    fields: dict[str, types.Type] = {name: signature(one) for name, one in STD.items()}
    return types.object_of({**fields, "empty_set": types.set_of(types.NEVER)})


def as_map(record: types.Object) -> types.MapOf:
    """Return the dict type that a record also has."""
    return types.map_of(STRING, types.values_of(record, types.widen))


_KINDS: Final[dict[type, str]] = {
    types.ListOf: "List", types.SetOf: "Set", types.MapOf: "Dict", types.Object: "Dict",
}  # fmt: skip


def kind_of(type_: types.Type) -> str | None:
    """Name the kind of receiver that has methods."""
    if isinstance(type_, types.Literal):
        type_ = type_.base
    if type_ is STRING:
        return "String"
    return "Number" if type_ is NUMBER else _KINDS.get(type_.__class__)


def method_type(receiver: types.Type, name: str) -> types.Type | None:
    """Return the type of a method of a receiver, its own variables filled in."""
    receiver = types.unfold(receiver)
    kind = kind_of(receiver)
    method = METHODS[kind].get(name) if kind is not None else None
    if method is None:
        return None
    if isinstance(receiver, types.Object):
        receiver = as_map(receiver)
    bindings: dict[str, types.Type] = {"Self": receiver}
    if isinstance(receiver, (types.ListOf, types.SetOf)):
        bindings["T"] = receiver.element
    elif isinstance(receiver, types.MapOf):
        bindings["K"], bindings["V"] = receiver.key, receiver.value
    return types.substitute(signature(method), bindings)
