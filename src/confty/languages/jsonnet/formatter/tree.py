"""The tree a formatter works on: the syntax again, but with every token and the gap before it.

Passes change it in place, which is why it is a tree of its own: the syntax is never touched.
``Token`` is a leaf with its gap.  Every other piece holds its tokens and sub-pieces under names
that say what they are; a separator list pairs each item with the comma after it.  The slots of a
piece stand in the order of the text, which walks follow.
"""

from __future__ import annotations

from confty.languages.jsonnet.formatter.trivia import Gap
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias


class Token(metaclass=Record):
    """A token and what stands before it."""

    gap: Gap
    text: str


class Leaf(metaclass=Record):
    """A literal, a name, ``self``, ``$``."""

    token: Token


class Text(metaclass=Record):
    """A string; ``form`` as in the syntax, the token's text is how it is written."""

    token: Token
    form: str
    value: str


class Item(metaclass=Record):
    """Something in a list, and the comma after it if there is one."""

    piece: Piece
    comma: Token | None = None


class Listing(metaclass=Record):
    """``[ items ]``."""

    opener: Token
    items: list[Item]
    closer: Token


class Clause(metaclass=Record):
    """``for name in value`` or ``if value``."""

    word: Token
    name: Token | None
    in_word: Token | None
    value: Piece


class ListComprehension(metaclass=Record):
    """``[item clauses]``."""

    opener: Token
    item: Item
    clauses: list[Clause]
    closer: Token


class Parameters(metaclass=Record):
    """``(items)`` of a function, a method or a call."""

    opener: Token
    items: list[Item]
    closer: Token


class Named(metaclass=Record):
    """``name = value`` in parameters and arguments; a parameter may have no value."""

    name: Token
    equals: Token | None
    value: Piece | None


class Binding(metaclass=Record):
    """``name = value`` or ``name(parameters) = value``."""

    name: Token
    parameters: Parameters | None
    equals: Token
    value: Piece


class Member(metaclass=Record):
    """``key: value``; ``operator`` is ``:``, ``+::`` and so on."""

    key: Token | Text | ComputedKey
    parameters: Parameters | None
    operator: Token
    value: Piece


class ComputedKey(metaclass=Record):
    """``[key]`` of a field."""

    opener: Token
    inner: Piece
    closer: Token


class MemberLocal(metaclass=Record):
    """``local binding`` in an object."""

    word: Token
    binding: Binding


class Check(metaclass=Record):
    """``assert test : message``, in an object or before an expression."""

    word: Token
    test: Piece
    colon: Token | None
    message: Piece | None


class Braces(metaclass=Record):
    """``{ items clauses }``; an object comprehension has clauses."""

    opener: Token
    items: list[Item]
    closer: Token
    clauses: list[Clause]


class Dotted(metaclass=Record):
    """``target.name``; the target may be ``super``."""

    target: Piece
    dot: Token
    name: Token


class Brackets(metaclass=Record):
    """``target[parts]``: an index, or a slice with up to two colons."""

    target: Piece
    opener: Token
    parts: list[Piece | Token]
    closer: Token


class Application(metaclass=Record):
    """``target(arguments) tailstrict``."""

    target: Piece
    arguments: Parameters
    tailstrict: Token | None


class Extension(metaclass=Record):
    """``target { … }``."""

    target: Piece
    body: Braces


class Prefix(metaclass=Record):
    """An operator before its operand."""

    operator: Token
    operand: Piece


class Infix(metaclass=Record):
    """An operator between operands; ``k in super`` too."""

    left: Piece
    operator: Token
    right: Piece


class Conditional(metaclass=Record):
    """``if test then yes else no``."""

    word: Token
    test: Piece
    then: Token
    yes: Piece
    otherwise: Token | None
    no: Piece | None


class FunctionLiteral(metaclass=Record):
    """``function(parameters) body``."""

    word: Token
    parameters: Parameters
    body: Piece


class Locals(metaclass=Record):
    """``local bindings; body``; each item is a ``Binding``, the last without a comma."""

    word: Token
    items: list[Item]
    semicolon: Token
    body: Piece


class Asserting(metaclass=Record):
    """``assert test : message; body``."""

    check: Check
    semicolon: Token
    body: Piece


class Worded(metaclass=Record):
    """``error value`` and the three imports."""

    word: Token
    value: Piece


class Enclosed(metaclass=Record):
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
    | Dotted
    | Brackets
    | Application
    | Extension
    | Prefix
    | Infix
    | Conditional
    | FunctionLiteral
    | Locals
    | Asserting
    | Worded
    | Enclosed
)


# All that a tree is made of.
Part: TypeAlias = Piece | Token | Item | Clause | ComputedKey | Parameters


class File(metaclass=Record):
    """A whole file; ``end`` is the gap before its end."""

    body: Piece
    end: Gap


def first_part(piece: Piece) -> Piece | None:
    """Return the piece that a piece begins with; None for one that begins with a token."""
    if isinstance(piece, Infix):
        return piece.left
    if isinstance(piece, Dotted | Brackets | Application | Extension):
        return piece.target
    return None


def first_gap(piece: Piece) -> Gap:
    """Return the gap before the first token of a piece."""
    while True:
        match piece:
            case Leaf(token=token) | Text(token=token):
                return token.gap
            case Infix(left=left):
                piece = left
            case Dotted(target=target) | Brackets(target=target) | Application(target=target):
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


def key_gap(key: Text | ComputedKey) -> Gap:
    """Return the gap before a field's key."""
    return key.token.gap if isinstance(key, Text) else key.opener.gap
