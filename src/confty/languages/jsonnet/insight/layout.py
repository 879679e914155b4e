"""What follows from the text and the tree alone: colours, folds, selections, links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.kit.sights import ColouredStretch, Link, Region
from confty.kit.stretches import folds, line_end, nested
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.merges import letters_of
from confty.languages.jsonnet.lexer.tokens import BAD, BLOCK, KEYWORDS, NUMBER, OPERATORS, STRING
from confty.languages.jsonnet.parser import syntax

_COLOURS: Final = {
    **dict.fromkeys((*KEYWORDS, "$"), "keyword"),
    **dict.fromkeys(OPERATORS, "operator"),
    STRING: "string",
    BLOCK: "string",
    NUMBER: "number",
}
_FOLDED: Final = (
    syntax.Object,
    syntax.ObjectComprehension,
    syntax.Array,
    syntax.ArrayComprehension,
    syntax.Parens,
    syntax.Call,
    syntax.Function,
    syntax.If,
)
_IMPORTS: Final = frozenset(("import", "importstr", "importbin"))


def tokens_of(ground: Ground) -> list[ColouredStretch]:
    """Return what is coloured and is no name, in order."""
    tokens = ground.tokens
    found: list[ColouredStretch] = []
    for at, kind in enumerate(tokens.kinds):
        if tokens.gaps[at].strip():
            found += [ColouredStretch(start, end, "comment") for start, end in tokens.comments(at)]
        colour = _COLOURS.get(kind)
        if kind == BAD and tokens.texts[at][:1] in {'"', "'", "@"}:
            colour = "string"
        if colour is not None:
            found.append(ColouredStretch(tokens.starts[at], tokens.end(at), colour))
    return found


def regions_of(ground: Ground) -> list[Region]:
    """Return what can be folded: brackets, bodies, text blocks, comments, imports."""
    found = list(_imports(ground))
    for node in syntax.walk(ground.body):
        if isinstance(node, _FOLDED) or (isinstance(node, syntax.String) and "block" in node.form):
            start = node.callee.end if isinstance(node, syntax.Call) else node.start
            found.append(Region(start, node.end))
    return folds(ground.source.text, found, _comments(ground))


def _comments(ground: Ground) -> Iterator[tuple[int, int]]:
    tokens = ground.tokens
    for at, gap in enumerate(tokens.gaps):
        if gap.strip():
            yield from tokens.comments(at)


def _imports(ground: Ground) -> Iterator[Region]:
    """The locals at the top of a file that bind imports are one region."""
    start, end = -1, -1
    for node in chain_of(ground):
        if not all(isinstance(stripped(one.value), syntax.Import) for one in node.binds):
            break
        if start < 0:
            start = node.start
        end = node.binds[-1].end + 1
    if start >= 0:
        yield Region(start, min(end, len(ground.source.text)), "imports")


def chain_of(ground: Ground) -> Iterator[syntax.Local]:
    """Yield the locals that a file starts with."""
    node: syntax.Expression = ground.body
    while isinstance(node, syntax.Local):
        yield node
        node = node.body


def around(ground: Ground, offset: int) -> list[tuple[int, int]]:
    """Return the syntax that ``offset`` is in, innermost first, each inside the next."""
    found: list[tuple[int, int]] = []
    node: syntax.Node | None = ground.body
    while node is not None:
        found.append((node.start, node.end))
        found += _within(ground, node)
        # Of two that touch at the cursor the one it stands before.
        holding = [
            one
            for one in syntax.children(node)
            if one.start <= offset <= one.end and one.start < one.end
        ]
        node = holding[-1] if holding else None
    return nested(ground.source.text, offset, found)


def _within(ground: Ground, node: syntax.Node) -> list[tuple[int, int]]:
    """Return what is between the quotes of a string, or the brackets of an object or array."""
    if isinstance(node, syntax.String):
        letters = letters_of(ground.source, node)
        return [letters] if letters else []
    if isinstance(node, syntax.Object | syntax.Array) and node.end - node.start > 2:
        inner = ground.source.text[node.start + 1 : node.end - 1]
        start = node.start + 1 + len(inner) - len(inner.lstrip())
        end = start + len(inner.strip())
        return [(start, end)] if start < end else []
    return []


def links_of(ground: Ground) -> list[Link]:
    """Return the paths of imports, with the files they lead to."""
    found: list[Link] = []
    for node in syntax.walk(ground.body):
        if not isinstance(node, syntax.Import):
            continue
        target, _ = ground.checked.imports.get((node.word, node.path.value), (None, None))
        letters = letters_of(ground.source, node.path)
        if target is not None and letters is not None:
            found.append(Link(*letters, target))
    return found


def path_at(ground: Ground, offset: int) -> tuple[int, int] | None:
    """Return the letters of an import's path that ``offset`` is in, closed or not."""
    tokens = ground.tokens
    at = tokens.at(offset)
    if tokens.starts[at] >= offset and at > 0:
        at -= 1
    kind, text, start = tokens.kinds[at], tokens.texts[at], tokens.starts[at]
    if at == 0 or tokens.kinds[at - 1] not in _IMPORTS or text[:1] not in {'"', "'", "@"}:
        return None
    first = start + (2 if text[:1] == "@" else 1)
    line = line_end(ground.source.text, first)
    # A string that goes on in the next line was not closed in this one.
    end = tokens.end(at) - 1 if kind == STRING else tokens.end(at)
    if end > line:
        end = line
        rest = ground.source.text[first:end]
        end = first + len(rest.rstrip(" \t\r;,)}]"))
    return (first, max(end, first)) if first <= offset <= max(end, first) else None
