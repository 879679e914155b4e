"""The tree a formatter works on: the syntax again, but with every token and the gap before it.

Passes change it in place, which is why it is a tree of its own: the syntax is never touched.
``Token`` is a leaf with its gap.  Every other piece holds its tokens and sub-pieces under names
that say what they are; a separator list pairs each item with the comma after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from confty.languages.jsonnet.formatter.trivia import Gap


@dataclass(slots=True)
class Token:
    """A token and what stands before it."""

    gap: Gap
    text: str


@dataclass(slots=True)
class Leaf:
    """A literal, a name, ``self``, ``$``."""

    token: Token


@dataclass(slots=True)
class Text:
    """A string; ``form`` as in the syntax, the token's text is how it is written."""

    token: Token
    form: str
    value: str


@dataclass(slots=True)
class Item:
    """Something in a list, and the comma after it if there is one."""

    piece: Piece
    comma: Token | None = None


@dataclass(slots=True)
class Listing:
    """``[ items ]``."""

    opener: Token
    items: list[Item]
    closer: Token


@dataclass(slots=True)
class Clause:
    """``for name in value`` or ``if value``."""

    word: Token
    name: Token | None
    in_word: Token | None
    value: Piece


@dataclass(slots=True)
class ListComprehension:
    """``[item clauses]``."""

    opener: Token
    item: Item
    clauses: list[Clause]
    closer: Token


@dataclass(slots=True)
class Parameters:
    """``(items)`` of a function, a method or a call."""

    opener: Token
    items: list[Item]
    closer: Token


@dataclass(slots=True)
class Named:
    """``name = value`` in parameters and arguments; a parameter may have no value."""

    name: Token
    equals: Token | None
    value: Piece | None


@dataclass(slots=True)
class Binding:
    """``name = value`` or ``name(parameters) = value``."""

    name: Token
    parameters: Parameters | None
    equals: Token
    value: Piece


@dataclass(slots=True)
class Member:
    """``key: value``; ``operator`` is ``:``, ``+::`` and so on."""

    key: Token | Text | Computed
    parameters: Parameters | None
    operator: Token
    value: Piece


@dataclass(slots=True)
class Computed:
    """``[key]`` of a field."""

    opener: Token
    inner: Piece
    closer: Token


@dataclass(slots=True)
class MemberLocal:
    """``local binding`` in an object."""

    word: Token
    binding: Binding


@dataclass(slots=True)
class Check:
    """``assert test : message``, in an object or before an expression."""

    word: Token
    test: Piece
    colon: Token | None
    message: Piece | None


@dataclass(slots=True)
class Braces:
    """``{ items clauses }``; an object comprehension has clauses."""

    opener: Token
    items: list[Item]
    closer: Token
    clauses: list[Clause] = field(default_factory=list)


@dataclass(slots=True)
class Access:
    """``target.name``; the target may be ``super``."""

    target: Piece
    dot: Token
    name: Token


@dataclass(slots=True)
class Brackets:
    """``target[parts]``: an index, or a slice with up to two colons."""

    target: Piece
    opener: Token
    parts: list[Piece | Token]
    closer: Token


@dataclass(slots=True)
class Application:
    """``target(arguments) tailstrict``."""

    target: Piece
    arguments: Parameters
    tailstrict: Token | None


@dataclass(slots=True)
class Extension:
    """``target { … }``."""

    target: Piece
    body: Braces


@dataclass(slots=True)
class Prefix:
    """An operator before its operand."""

    operator: Token
    operand: Piece


@dataclass(slots=True)
class Infix:
    """An operator between operands; ``k in super`` too."""

    left: Piece
    operator: Token
    right: Piece


@dataclass(slots=True)
class Conditional:
    """``if test then yes else no``."""

    word: Token
    test: Piece
    then: Token
    yes: Piece
    otherwise: Token | None
    no: Piece | None


@dataclass(slots=True)
class Lambda:
    """``function(parameters) body``."""

    word: Token
    parameters: Parameters
    body: Piece


@dataclass(slots=True)
class Locals:
    """``local bindings; body``; each item is a ``Binding``, the last without a comma."""

    word: Token
    items: list[Item]
    semicolon: Token
    body: Piece


@dataclass(slots=True)
class Asserting:
    """``assert test : message; body``."""

    check: Check
    semicolon: Token
    body: Piece


@dataclass(slots=True)
class Worded:
    """``error value`` and the three imports."""

    word: Token
    value: Piece


@dataclass(slots=True)
class Enclosed:
    """``(inner)``."""

    opener: Token
    inner: Piece
    closer: Token


Piece: TypeAlias = (
    Leaf
    | Text
    | Listing
    | ListComprehension
    | Named
    | Binding
    | Member
    | MemberLocal
    | Check
    | Braces
    | Access
    | Brackets
    | Application
    | Extension
    | Prefix
    | Infix
    | Conditional
    | Lambda
    | Locals
    | Asserting
    | Worded
    | Enclosed
)


# All that a tree is made of.
Part: TypeAlias = Piece | Token | Item | Clause | Computed | Parameters


@dataclass(slots=True)
class File:
    """A whole file; ``end`` is the gap before its end."""

    body: Piece
    end: Gap


def first_part(piece: Piece) -> Piece | None:
    """Return the piece that a piece begins with; None for one that begins with a token."""
    if isinstance(piece, Infix):
        return piece.left
    if isinstance(piece, Access | Brackets | Application | Extension):
        return piece.target
    return None


def first_gap(piece: Piece) -> Gap:
    """Return the gap before the first token of a piece."""
    while True:
        match piece:
            case Leaf(token) | Text(token):
                return token.gap
            case Infix(left=left):
                piece = left
            case Access(target=target) | Brackets(target=target) | Application(target=target):
                piece = target
            case Extension(target=target):
                piece = target
            case Asserting(check=check):
                return check.word.gap
            case Named(name=name) | Binding(name=name):
                return name.gap
            case Member(key=key):
                return key.gap if isinstance(key, Token) else key_gap(key)
            case Prefix(operator=token):
                return token.gap
            case Listing(opener=token) | ListComprehension(opener=token) | Braces(opener=token):
                return token.gap
            case Enclosed(opener=token):
                return token.gap
            case _:
                return piece.word.gap


def key_gap(key: Text | Computed) -> Gap:
    """Return the gap before a field's key."""
    return key.token.gap if isinstance(key, Text) else key.opener.gap
