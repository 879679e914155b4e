"""Spelling types: one printer, each language's words and brackets.

A language hands in a ``Notation``: templates for the kinds, words for the atoms, names for types
that have a name of their own, and, where templates do not reach, a ``special`` function that is
asked first.  Printing never unfolds a named type, so recursive types print.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from confty.types.build import NULL
from confty.types.nodes import (
    Atom,
    Constant,
    Dynamic,
    Enum,
    Eventual,
    Field,
    Function,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    Parameter,
    Ref,
    Resource,
    SetOf,
    Top,
    Tuple,
    Type,
    TypeNode,
    Union,
    Var,
)

Spell: TypeAlias = Callable[[Type], str]
Brackets: TypeAlias = tuple[str, str, str]  # opening, between, closing


def _spell_constant(value: Constant) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return repr(value)


def _spell_name(name: str) -> str:
    return name if name.isidentifier() else _spell_constant(name)


_NO_WORDS: Final[Mapping[str, str]] = {}
_NO_NAMES: Final[Mapping[Type, str]] = {}


class Notation(NamedTuple):
    """How a language spells types; every field has the plain default."""

    dynamic: str = "any"
    never: str = "never"
    top: str = "top"
    atoms: Mapping[str, str] = _NO_WORDS  # atom name -> word; the name itself if absent
    named: Mapping[Type, str] = _NO_NAMES  # exactly this type -> word
    folds: tuple[tuple[Union, str], ...] = ()  # all these members in a union -> one word, first
    constant: Callable[[Constant], str] = _spell_constant
    enum: Callable[[Enum], str] | None = None
    list_: str = "list[{}]"
    sized_list: str = "list[{}, {}]"
    set_: str = "set[{}]"
    map_: str = "map[{}, {}]"  # may leave the key out: "map({1})"
    tuple_: Brackets = ("tuple[", ", ", "]")
    tuple_empty: str = "unit"
    object_: Brackets = ("{ ", ", ", " }")
    object_empty: str = "{}"
    rest: str = "..."  # unknown fields; "{}" in it stands for their type
    field_mark: str = ": "
    field_name: Callable[[str], str] = _spell_name
    union: Brackets = ("", " | ", "")
    union_order: Callable[[Type], Any] | None = None  # sort key; None keeps the members' order
    optional: str | None = None  # "{}?" for a union with null
    function: Brackets = ("(", ", ", ") => ")
    function_in_union: str = "({})"
    unknown_function: str = "function"
    eventuals: tuple[str, str] = ("promise({})", "output({})")
    resource: str = "resource({})"
    # Asked first; None means "spell it the usual way".
    special: Callable[[Type, Spell], str | None] | None = None


PLAIN: Final = Notation()


def show(type_: Type, notation: Notation = PLAIN) -> str:
    """Spell ``type_`` on one line."""
    if notation.special is not None:
        own = notation.special(type_, lambda part: show(part, notation))
        if own is not None:
            return own
    word = notation.named.get(type_)
    return show_node(type_, notation) if word is None else word


def show_node(type_: TypeNode, notation: Notation) -> str:
    """Spell by kind; parts go through ``show`` again."""
    if isinstance(type_, Atom):
        return notation.atoms.get(type_.name, type_.name)
    if isinstance(type_, Union):
        return _show_union(type_, notation)
    if isinstance(type_, Object):
        return _show_object(type_, notation)
    if isinstance(type_, Function):
        return _show_function(type_, notation)
    if isinstance(type_, ListOf):
        if type_.length is None:
            return notation.list_.format(show(type_.element, notation))
        return notation.sized_list.format(show(type_.element, notation), type_.length)
    if isinstance(type_, SetOf):
        return notation.set_.format(show(type_.element, notation))
    if isinstance(type_, MapOf):
        return notation.map_.format(show(type_.key, notation), show(type_.value, notation))
    if isinstance(type_, Tuple):
        if not type_.elements:
            return notation.tuple_empty
        return _bracket(notation.tuple_, [show(part, notation) for part in type_.elements])
    if isinstance(type_, Eventual):
        return notation.eventuals[type_.rank - 1].format(show(type_.inner, notation))
    return _show_leaf(type_, notation)


def _show_leaf(type_: TypeNode, notation: Notation) -> str:
    if isinstance(type_, Literal):
        return notation.constant(type_.value)
    if isinstance(type_, Enum):
        if notation.enum is not None:
            return notation.enum(type_)
        return f"enum({' | '.join([notation.constant(value) for value in type_.members])})"
    if isinstance(type_, (Ref, Var)):
        return type_.name
    if isinstance(type_, Resource):
        return notation.resource.format(type_.token)
    if isinstance(type_, Dynamic):
        return notation.dynamic
    if isinstance(type_, Never):
        return notation.never
    assert isinstance(type_, Top)
    return notation.top


def _bracket(brackets: Brackets, parts: list[str]) -> str:
    return brackets[0] + brackets[1].join(parts) + brackets[2]


def _show_union(type_: Union, notation: Notation) -> str:
    members = list(type_.members)
    words: list[str] = []
    for fold, word in notation.folds:
        if all(member in members for member in fold.members):
            members = [member for member in members if member not in fold.members]
            words.append(word)
    if notation.optional is not None and NULL in members and len(members) + len(words) > 1:
        members.remove(NULL)
        return notation.optional.format(_show_members(members, words, notation))
    return _show_members(members, words, notation)


def _show_members(members: list[Type], words: list[str], notation: Notation) -> str:
    if notation.union_order is not None:
        members = sorted(members, key=notation.union_order)
    for member in members:
        spelled = show(member, notation)
        known = isinstance(member, Function) and member.parameters is not None
        words.append(notation.function_in_union.format(spelled) if known else spelled)
    return words[0] if len(words) == 1 else _bracket(notation.union, words)


def _show_object(type_: Object, notation: Notation) -> str:
    parts = [_show_field(one, notation) for one in type_.fields]
    if type_.rest is not None:
        parts.append(notation.rest.format(show(type_.rest, notation)))
    return _bracket(notation.object_, parts) if parts else notation.object_empty


def _show_field(one: Field, notation: Notation) -> str:
    mark = "?" if one.optional else ""
    name = notation.field_name(one.name)
    return f"{name}{mark}{notation.field_mark}{show(one.type, notation)}"


def _show_function(type_: Function, notation: Notation) -> str:
    if type_.parameters is None:
        return notation.unknown_function
    parts = [_show_parameter(one, notation) for one in type_.parameters]
    if type_.rest is not None:
        parts.append(f"...{show(type_.rest, notation)}")
    return _bracket(notation.function, parts) + show(type_.result, notation)


def _show_parameter(one: Parameter, notation: Notation) -> str:
    spelled = show(one.type, notation)
    if one.name is None:
        return spelled + ("?" if one.optional else "")
    return f"{one.name}{'?' if one.optional else ''}: {spelled}"
