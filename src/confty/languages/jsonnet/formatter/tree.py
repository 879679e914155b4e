"""The tree a formatter works on: the syntax again, but with every token and the gap before it.

Passes change it in place, which is why it is a tree of its own: the syntax is never touched.
``Token`` is a leaf with its gap.  Every other piece holds its tokens and sub-pieces under names
that say what they are; a separator list pairs each item with the comma after it.  The slots of a
piece stand in the order of the text, which walks follow.
"""
# ruff: noqa: RUF023

from __future__ import annotations

from typing import TypeAlias

from confty.languages.jsonnet.formatter.trivia import Gap


class Token:
    """A token and what stands before it."""

    __slots__ = ("gap", "text")

    def __init__(self, gap: Gap, text: str) -> None:
        self.gap = gap
        self.text = text


class Leaf:
    """A literal, a name, ``self``, ``$``."""

    __slots__ = ("token",)

    def __init__(self, token: Token) -> None:
        self.token = token


class Text:
    """A string; ``form`` as in the syntax, the token's text is how it is written."""

    __slots__ = ("token", "form", "value")

    def __init__(self, token: Token, form: str, value: str) -> None:
        self.token = token
        self.form = form
        self.value = value


class Item:
    """Something in a list, and the comma after it if there is one."""

    __slots__ = ("piece", "comma")

    def __init__(self, piece: Piece, comma: Token | None = None) -> None:
        self.piece = piece
        self.comma = comma


class Listing:
    """``[ items ]``."""

    __slots__ = ("opener", "items", "closer")

    def __init__(self, opener: Token, items: list[Item], closer: Token) -> None:
        self.opener = opener
        self.items = items
        self.closer = closer


class Clause:
    """``for name in value`` or ``if value``."""

    __slots__ = ("word", "name", "in_word", "value")

    def __init__(
        self, word: Token, name: Token | None, in_word: Token | None, value: Piece
    ) -> None:
        self.word = word
        self.name = name
        self.in_word = in_word
        self.value = value


class ListComprehension:
    """``[item clauses]``."""

    __slots__ = ("opener", "item", "clauses", "closer")

    def __init__(self, opener: Token, item: Item, clauses: list[Clause], closer: Token) -> None:
        self.opener = opener
        self.item = item
        self.clauses = clauses
        self.closer = closer


class Parameters:
    """``(items)`` of a function, a method or a call."""

    __slots__ = ("opener", "items", "closer")

    def __init__(self, opener: Token, items: list[Item], closer: Token) -> None:
        self.opener = opener
        self.items = items
        self.closer = closer


class Named:
    """``name = value`` in parameters and arguments; a parameter may have no value."""

    __slots__ = ("name", "equals", "value")

    def __init__(self, name: Token, equals: Token | None, value: Piece | None) -> None:
        self.name = name
        self.equals = equals
        self.value = value


class Binding:
    """``name = value`` or ``name(parameters) = value``."""

    __slots__ = ("name", "parameters", "equals", "value")

    def __init__(
        self, name: Token, parameters: Parameters | None, equals: Token, value: Piece
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.equals = equals
        self.value = value


class Member:
    """``key: value``; ``operator`` is ``:``, ``+::`` and so on."""

    __slots__ = ("key", "parameters", "operator", "value")

    def __init__(
        self,
        key: Token | Text | Computed,
        parameters: Parameters | None,
        operator: Token,
        value: Piece,
    ) -> None:
        self.key = key
        self.parameters = parameters
        self.operator = operator
        self.value = value


class Computed:
    """``[key]`` of a field."""

    __slots__ = ("opener", "inner", "closer")

    def __init__(self, opener: Token, inner: Piece, closer: Token) -> None:
        self.opener = opener
        self.inner = inner
        self.closer = closer


class MemberLocal:
    """``local binding`` in an object."""

    __slots__ = ("word", "binding")

    def __init__(self, word: Token, binding: Binding) -> None:
        self.word = word
        self.binding = binding


class Check:
    """``assert test : message``, in an object or before an expression."""

    __slots__ = ("word", "test", "colon", "message")

    def __init__(
        self, word: Token, test: Piece, colon: Token | None, message: Piece | None
    ) -> None:
        self.word = word
        self.test = test
        self.colon = colon
        self.message = message


class Braces:
    """``{ items clauses }``; an object comprehension has clauses."""

    __slots__ = ("opener", "items", "closer", "clauses")

    def __init__(
        self, opener: Token, items: list[Item], closer: Token, clauses: list[Clause] | None = None
    ) -> None:
        self.opener = opener
        self.items = items
        self.closer = closer
        self.clauses: list[Clause] = [] if clauses is None else clauses


class Access:
    """``target.name``; the target may be ``super``."""

    __slots__ = ("target", "dot", "name")

    def __init__(self, target: Piece, dot: Token, name: Token) -> None:
        self.target = target
        self.dot = dot
        self.name = name


class Brackets:
    """``target[parts]``: an index, or a slice with up to two colons."""

    __slots__ = ("target", "opener", "parts", "closer")

    def __init__(
        self, target: Piece, opener: Token, parts: list[Piece | Token], closer: Token
    ) -> None:
        self.target = target
        self.opener = opener
        self.parts = parts
        self.closer = closer


class Application:
    """``target(arguments) tailstrict``."""

    __slots__ = ("target", "arguments", "tailstrict")

    def __init__(self, target: Piece, arguments: Parameters, tailstrict: Token | None) -> None:
        self.target = target
        self.arguments = arguments
        self.tailstrict = tailstrict


class Extension:
    """``target { … }``."""

    __slots__ = ("target", "body")

    def __init__(self, target: Piece, body: Braces) -> None:
        self.target = target
        self.body = body


class Prefix:
    """An operator before its operand."""

    __slots__ = ("operator", "operand")

    def __init__(self, operator: Token, operand: Piece) -> None:
        self.operator = operator
        self.operand = operand


class Infix:
    """An operator between operands; ``k in super`` too."""

    __slots__ = ("left", "operator", "right")

    def __init__(self, left: Piece, operator: Token, right: Piece) -> None:
        self.left = left
        self.operator = operator
        self.right = right


class Conditional:
    """``if test then yes else no``."""

    __slots__ = ("word", "test", "then", "yes", "otherwise", "no")

    def __init__(
        self,
        word: Token,
        test: Piece,
        then: Token,
        yes: Piece,
        otherwise: Token | None,
        no: Piece | None,
    ) -> None:
        self.word = word
        self.test = test
        self.then = then
        self.yes = yes
        self.otherwise = otherwise
        self.no = no


class Lambda:
    """``function(parameters) body``."""

    __slots__ = ("word", "parameters", "body")

    def __init__(self, word: Token, parameters: Parameters, body: Piece) -> None:
        self.word = word
        self.parameters = parameters
        self.body = body


class Locals:
    """``local bindings; body``; each item is a ``Binding``, the last without a comma."""

    __slots__ = ("word", "items", "semicolon", "body")

    def __init__(self, word: Token, items: list[Item], semicolon: Token, body: Piece) -> None:
        self.word = word
        self.items = items
        self.semicolon = semicolon
        self.body = body


class Asserting:
    """``assert test : message; body``."""

    __slots__ = ("check", "semicolon", "body")

    def __init__(self, check: Check, semicolon: Token, body: Piece) -> None:
        self.check = check
        self.semicolon = semicolon
        self.body = body


class Worded:
    """``error value`` and the three imports."""

    __slots__ = ("word", "value")

    def __init__(self, word: Token, value: Piece) -> None:
        self.word = word
        self.value = value


class Enclosed:
    """``(inner)``."""

    __slots__ = ("opener", "inner", "closer")

    def __init__(self, opener: Token, inner: Piece, closer: Token) -> None:
        self.opener = opener
        self.inner = inner
        self.closer = closer


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


class File:
    """A whole file; ``end`` is the gap before its end."""

    __slots__ = ("body", "end")

    def __init__(self, body: Piece, end: Gap) -> None:
        self.body = body
        self.end = end


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
            case Leaf(token=token) | Text(token=token):
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
