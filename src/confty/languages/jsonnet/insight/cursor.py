"""Where a cursor stands in a file that may not be whole: the token before it, and its scope."""

from __future__ import annotations

from _bisect import bisect_left
from typing import Final

from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.scopes import Binding
from confty.languages.jsonnet.lexer.tokens import BAD, BLOCK, IDENTIFIER, KEYWORDS, STRING
from confty.languages.jsonnet.parser import syntax

_BRACKETED: Final = (
    syntax.Object,
    syntax.ObjectComprehension,
    syntax.Array,
    syntax.ArrayComprehension,
    syntax.Parens,
    syntax.Call,
    syntax.Index,
)


class CursorPlace:
    """A place of a text: the word that is being written there, and what stands before it."""

    def __init__(self, ground: Ground, offset: int) -> None:
        self.ground: Final = ground
        self.offset: Final = offset
        tokens = ground.tokens
        # The last token that starts before the cursor.
        last = bisect_left(tokens.starts, offset) - 1
        self.token: Final = last
        kind = tokens.kinds[last] if last >= 0 else ""
        end = tokens.end(last) if last >= 0 else 0
        # A word that the cursor is in or directly behind is being written.
        word = last >= 0 and offset <= end and (kind == IDENTIFIER or kind in KEYWORDS)
        self.start: Final = tokens.starts[last] if word else offset
        self.end: Final = end if word else offset
        self.before: Final = last - 1 if word else last
        # A string that the cursor is in, closed or not.
        inside = kind in {STRING, BLOCK} and offset < end
        unclosed = kind == BAD and offset <= end and tokens.texts[last][:1] in {'"', "'", "@"}
        self.string: Final = last if last >= 0 and (inside or unclosed) else None

    def kind(self, back: int = 0) -> str:
        """Return the kind of the token before the word, or of one further back."""
        index = self.before - back
        return self.ground.tokens.kinds[index] if index >= 0 else ""

    @property
    def word(self) -> str:
        """What is written of the word so far."""
        return self.ground.source.text[self.start : self.end]

    def in_comment(self) -> bool:
        """Whether the cursor is in a comment."""
        tokens = self.ground.tokens
        following = self.token + 1
        if following >= len(tokens):
            return False
        text = tokens.source.text
        for start, end in tokens.comments(following):
            open_ended = not text.startswith("/*", start)
            if start < self.offset and (self.offset < end or (open_ended and self.offset == end)):
                return True
        return False

    def path(self) -> list[syntax.Node]:
        """Return the nodes around the token before the word, those left out that are closed."""
        if self.before < 0:
            return [self.ground.body]
        start = self.ground.tokens.starts[self.before]
        path = self.ground.path_at(start)
        return [
            one
            for at, one in enumerate(path)
            if not (at and isinstance(one, _BRACKETED) and self._is_over(one))
        ]

    def owner(self) -> syntax.Node:
        """Return the smallest node that the token before the word is part of."""
        if self.before < 0:
            return self.ground.body
        return self.ground.path_at(self.ground.tokens.starts[self.before])[-1]

    def _is_over(self, node: syntax.Node) -> bool:
        """Whether a bracketed expression was closed before the word."""
        tokens = self.ground.tokens
        last = tokens.at(node.end - 1)
        return node.end <= self.start and tokens.kinds[last] in {")", "]", "}", "tailstrict"}

    def scope(self) -> dict[str, Binding]:
        """Return the names that can be used here, those that hide others in their place."""
        found: dict[str, Binding] = {}
        path = self.path()
        for at, node in enumerate(path):
            inner = path[at + 1] if at + 1 < len(path) else None
            for name in self._introduced(node, inner):
                binding = self.ground.scopes.meaning.get(name)
                if binding is not None:
                    found.pop(name.name, None)
                    found[name.name] = binding
        return found

    def _introduced(self, node: syntax.Node, inner: syntax.Node | None) -> list[syntax.Identifier]:
        at = self.ground.tokens.starts[self.before] if self.before >= 0 else 0
        if isinstance(node, syntax.Local):
            return [one.name for one in node.binds]
        if isinstance(node, syntax.Function):
            return [one.name for one in node.parameters]
        if isinstance(node, syntax.Bind) and at >= node.name.end:
            return [one.name for one in node.parameters or ()]
        if isinstance(node, syntax.Field) and at >= node.key.end:
            return [one.name for one in node.parameters or ()]
        if isinstance(node, syntax.Object):
            outside = isinstance(inner, syntax.Field) and inner.computed and at < inner.key.end
            return [] if outside else _locals(node.members)
        if isinstance(node, syntax.ObjectComprehension):
            return [*_loops(node.clauses, inner), *_locals(node.members)]
        if isinstance(node, syntax.ArrayComprehension):
            return _loops(node.clauses, inner)
        return []


def _locals(members: list[syntax.Member]) -> list[syntax.Identifier]:
    return [one.bind.name for one in members if isinstance(one, syntax.ObjectLocal)]


def _loops(clauses: list[syntax.Clause], inner: syntax.Node | None) -> list[syntax.Identifier]:
    """Return the loop variables that are in scope in a part of a comprehension."""
    found: list[syntax.Identifier] = []
    for one in clauses:
        if one is inner:
            break
        if isinstance(one, syntax.For):
            found.append(one.name)
    return found
