"""Spelling types: one printer, each language's words and brackets.

A language hands in a ``Notation``: templates for the kinds, words for the atoms, names for types
that have a name of their own, and, where templates do not reach, a ``special`` function that is
asked first.  Printing never unfolds a named type inside itself, so recursive types print.

Types are graphs whose spelling can be longer than any memory, so every spelling has a limit.  What
would be longer is cut from the inside: the outer levels are shown, ``…`` stands for the rest.
"""

from __future__ import annotations

from confty.generics import TypeVar, final
from confty.records import NamedFields
from confty.types import nodes
from confty.types.build import MAX_DEPTH, NULL, unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Final, TypeAlias

T = TypeVar("T")
Spell: TypeAlias = "Callable[[nodes.Type], str]"
Brackets: TypeAlias = tuple[str, str, str]  # opening, between, closing


# What would steer a terminal, or end a line, as it is written in quotes.
_CONTROLS: Final = {
    **{code: f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)},
    8: "\\b",
    9: "\\t",
    10: "\\n",
    12: "\\f",
    13: "\\r",
}
_IN_QUOTES: Final = {**_CONTROLS, ord("\\"): "\\\\", ord('"'): '\\"'}


def _spell_constant(value: nodes.Constant) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    return repr(value)


def quoted(text: str) -> str:
    """Return a text in quotes, so that nothing in it reaches a terminal as itself."""
    return f'"{text.translate(_IN_QUOTES)}"'


def as_written(name: str) -> str:
    """Return a name for a notation that has no quotes around names, unless it needs some."""
    return name if name.isprintable() else quoted(name)


def _spell_name(name: str) -> str:
    return name if name.isidentifier() else _spell_constant(name)


_NO_WORDS: Final[Mapping[str, str]] = {}
_NO_NAMES: Final[Mapping[nodes.Type, str]] = {}


class Notation(metaclass=NamedFields):
    """How a language spells types; every field has the plain default."""

    dynamic: str = "any"
    never: str = "never"
    atoms: Mapping[str, str] = _NO_WORDS  # atom name -> word; the name itself if absent
    named: Mapping[nodes.Type, str] = _NO_NAMES  # exactly this type -> word
    folds: tuple[
        tuple[nodes.Union, str], ...
    ] = ()  # all these members in a union -> one word, first
    constant: Callable[[nodes.Constant], str] = _spell_constant
    enum: Callable[[nodes.Enum], str] | None = None
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
    union_order: Callable[[nodes.Type], Any] | None = (
        None  # sort key; None keeps the members' order
    )
    optional: str | None = None  # "{}?" for a union with null
    function: Brackets = ("(", ", ", ") => ")
    function_in_union: str = "({})"
    unknown_function: str = "function"
    eventuals: tuple[str, str] = ("promise({})", "output({})")
    # For a named type inside itself, where it is spelled as what it stands for; None: by its name.
    again: str | None = None
    # Asked first; None means "spell it the usual way".
    special: Callable[[nodes.Type, Spell], str | None] | None = None

    def but(self, **other: Any) -> Notation:
        """The same notation with other words for some."""
        own = {field: getattr(self, field) for field in self.__annotations__}
        return Notation(**{**own, **other})


PLAIN: Final = Notation()


LONGEST: Final = 20_000  # characters; a page nobody reads to its end
BRIEF: Final = 120  # what fits into a message
_CUT: Final = "…"
_WIDTHS: Final = (64, 16, 6, 3, 1)


def show(type_: nodes.Type, notation: Notation = PLAIN, most: int = LONGEST) -> str:
    """Spell ``type_`` on one line of about ``most`` characters, ``…`` for what is left out."""
    try:
        return _Speller(notation, most).spell(type_)
    except _TooLong:
        return _outer_levels(type_, notation, most)


def brief(type_: nodes.Type, notation: Notation = PLAIN) -> str:
    """Spell ``type_`` for a message: short enough to be read at a glance."""
    return show(type_, notation, BRIEF)


def _outer_levels(type_: nodes.Type, notation: Notation, most: int) -> str:
    """Spell as many levels as fit; where already the first does not, as many parts of it."""
    for widest in (None, *_WIDTHS):
        best: str | None = None
        for deepest in range(1, MAX_DEPTH):
            speller = _Speller(notation, most, deepest, widest)
            try:
                best = speller.spell(type_)
            except _TooLong:
                break
            if not speller.more_below:
                break
        if best is not None:
            return best
    return _CUT


class _TooLong(Exception):
    """The spelling has outgrown its limit."""


@final
class _Speller:
    """One spelling: how much of it there may be, and how deep and wide it may go."""

    __slots__ = ("deepest", "depth", "left", "more_below", "notation", "unfolding", "widest")

    def __init__(
        self, notation: Notation, most: int, deepest: int | None = None, widest: int | None = None
    ) -> None:
        self.notation = notation
        self.left = most
        self.deepest = deepest
        self.widest = widest
        self.depth = 0
        self.more_below = False
        self.unfolding: list[nodes.Ref] = []

    def spell(self, type_: nodes.Type) -> str:
        """Spell a type or a part of one."""
        if self.deepest is not None and self.depth >= self.deepest and _has_parts(type_):
            self.more_below = True
            return self._spend(_CUT)
        self.depth += 1
        notation = self.notation
        own = None if notation.special is None else notation.special(type_, self.spell)
        if own is None:
            word = notation.named.get(type_)
            own = self._by_kind(type_) if word is None else self._spend(word)
        self.depth -= 1
        return own

    def _spend(self, word: str) -> str:
        self.left -= len(word)
        if self.left < 0:
            raise _TooLong
        return word

    def _by_kind(self, type_: nodes.Type) -> str:
        notation = self.notation
        if isinstance(type_, nodes.Atom):
            return self._spend(notation.atoms.get(type_.name, type_.name))
        if isinstance(type_, nodes.Union):
            return self._union(type_)
        if isinstance(type_, nodes.Object):
            return self._object(type_)
        if isinstance(type_, nodes.Function):
            return self._function(type_)
        if isinstance(type_, nodes.ListOf):
            if type_.length is None:
                return self._fill(notation.list_, type_.element)
            return self._fill(notation.sized_list, type_.element, size=type_.length)
        if isinstance(type_, nodes.SetOf):
            return self._fill(notation.set_, type_.element)
        if isinstance(type_, nodes.MapOf):
            return self._fill(notation.map_, type_.key, type_.value)
        if isinstance(type_, nodes.Tuple):
            if not type_.elements:
                return self._spend(notation.tuple_empty)
            return self._bracket(notation.tuple_, self._each(type_.elements, self.spell))
        if isinstance(type_, nodes.Eventual):
            return self._fill(notation.eventuals[type_.rank - 1], type_.inner)
        if isinstance(type_, nodes.Ref) and notation.again is not None:
            return self._unfolded(type_, notation.again)
        return self._spend(_leaf(type_, notation))

    def _unfolded(self, type_: nodes.Ref, again: str) -> str:
        if type_ in self.unfolding:
            return self._spend(again)
        self.unfolding.append(type_)
        spelled = self.spell(unfold(type_))
        self.unfolding.pop()
        return spelled

    def _each(self, parts: Sequence[T], spell: Callable[[T], str]) -> list[str]:
        """Spell parts, as many as there may be."""
        most = len(parts) if self.widest is None else self.widest
        spelled = [spell(part) for part in parts[:most]]
        return [*spelled, _CUT] if len(parts) > most else spelled

    def _fill(self, template: str, *parts: nodes.Type, size: int | None = None) -> str:
        """Spell parts into a template; what is around them counts as well."""
        sizes = [] if size is None else [size]
        self._spend(template.format(*[""] * len(parts), *sizes))
        return template.format(*[self.spell(part) for part in parts], *sizes)

    def _bracket(self, brackets: Brackets, parts: list[str]) -> str:
        self._spend(brackets[0] + brackets[1] * (len(parts) - 1) + brackets[2])
        return brackets[0] + brackets[1].join(parts) + brackets[2]

    def _union(self, type_: nodes.Union) -> str:
        notation = self.notation
        members = list(type_.members)
        words: list[str] = []
        for fold, word in notation.folds:
            if all(member in members for member in fold.members):
                members = [member for member in members if member not in fold.members]
                words.append(self._spend(word))
        if notation.optional is not None and NULL in members and len(members) + len(words) > 1:
            members.remove(NULL)
            return notation.optional.format(self._members(members, words))
        return self._members(members, words)

    def _members(self, members: list[nodes.Type], words: list[str]) -> str:
        if self.notation.union_order is not None and len(members) > 1:
            members = sorted(members, key=self.notation.union_order)
        words += self._each(members, self._member)
        return words[0] if len(words) == 1 else self._bracket(self.notation.union, words)

    def _member(self, member: nodes.Type) -> str:
        spelled = self.spell(member)
        known = isinstance(member, nodes.Function) and member.parameters is not None
        return self.notation.function_in_union.format(spelled) if known else spelled

    def _object(self, type_: nodes.Object) -> str:
        notation = self.notation
        parts = self._each(type_.fields, self._field)
        if type_.rest is not None:
            parts.append(notation.rest.format(self.spell(type_.rest)))
        if not parts:
            return self._spend(notation.object_empty)
        return self._bracket(notation.object_, parts)

    def _field(self, one: nodes.Field) -> str:
        # Of a field that can have no value it goes without saying that it may be missing.
        mark = "?" if one.optional and not isinstance(one.type, nodes.Never) else ""
        name = self._spend(self.notation.field_name(one.name))
        mark += self._spend(self.notation.field_mark)
        return f"{name}{mark}{self.spell(one.type)}"

    def _function(self, type_: nodes.Function) -> str:
        if type_.parameters is None:
            return self._spend(self.notation.unknown_function)
        parts = self._each(type_.parameters, self._parameter)
        if type_.rest is not None:
            parts.append(f"...{self.spell(type_.rest)}")
        return self._bracket(self.notation.function, parts) + self.spell(type_.result)

    def _parameter(self, one: nodes.Parameter) -> str:
        spelled = self.spell(one.type)
        if one.name is None:
            return spelled + ("?" if one.optional else "")
        return f"{self._spend(one.name)}{'?' if one.optional else ''}: {spelled}"


def _has_parts(type_: nodes.Type) -> bool:
    """Whether there is something inside to leave out; an open object of nothing has nothing."""
    if isinstance(type_, nodes.Object):
        return bool(type_.fields) or type_.rest is not None
    if isinstance(type_, nodes.Function):
        return type_.parameters is not None
    if isinstance(type_, nodes.Tuple):
        return bool(type_.elements)
    return isinstance(
        type_, (nodes.ListOf, nodes.SetOf, nodes.MapOf, nodes.Union, nodes.Eventual, nodes.Ref)
    )


def _leaf(type_: nodes.Type, notation: Notation) -> str:
    if isinstance(type_, nodes.Literal):
        return notation.constant(type_.value)
    if isinstance(type_, nodes.Enum):
        if notation.enum is not None:
            return notation.enum(type_)
        return f"enum({' | '.join([notation.constant(value) for value in type_.members])})"
    if isinstance(type_, (nodes.Ref, nodes.Var)):
        return type_.name
    if isinstance(type_, nodes.Dynamic):
        return notation.dynamic
    assert isinstance(type_, nodes.Never)
    return notation.never
