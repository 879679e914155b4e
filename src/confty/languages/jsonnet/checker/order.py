"""Which files a text imports, and the order that puts a file after those it imports."""

from __future__ import annotations

from confty.languages.jsonnet.lexer.tokens import STRING
from confty.languages.jsonnet.parser import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

#: Imports as written, the word and the path, and where each first stands.
Paths: TypeAlias = dict[tuple[str, str], tuple[int, int]]
WORDS = ("import", "importstr", "importbin")


def import_paths(tree: syntax.Syntax) -> Paths:
    """Return the imports of a text: word and path as written, and where they first stand."""
    tokens = tree.tokens
    kinds, texts = tokens.kinds, tokens.texts
    found: Paths = {}
    for word in WORDS:
        at = -1
        for _ in range(kinds.count(word)):
            at = kinds.index(word, at + 1)
            text = texts[at + 1] if kinds[at + 1] == STRING else ""
            if text[:1] not in {"'", '"'} or "\\" in text:
                return _walked(tree)  # in parentheses, escaped, or no path at all
            found.setdefault((word, text[1:-1]), (tokens.starts[at], tokens.end(at + 1)))
    return found


def _walked(tree: syntax.Syntax) -> Paths:
    found: Paths = {}
    for node in syntax.walk(tree.body):
        if isinstance(node, syntax.Import):
            found.setdefault((node.word, node.path.value), (node.start, node.end))
    return found


def in_order(start: str, imports_of: Callable[[str], list[str]]) -> list[list[str]]:
    """Return the files that ``start`` needs, rings of files together, each after its imports.

    Tarjan's walk, without recursion: chains of imports may be long.
    """
    rings: list[list[str]] = []
    numbers: dict[str, int] = {start: 0}
    lowest: dict[str, int] = {start: 0}
    path = [start]
    waiting = {start}
    stack = [(start, iter(imports_of(start)))]
    while stack:
        name, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            stack.pop()
            if stack:
                above = stack[-1][0]
                lowest[above] = min(lowest[above], lowest[name])
            if lowest[name] == numbers[name]:
                at = path.index(name) if path[-1] != name else len(path) - 1
                ring = path[at:]
                del path[at:]
                waiting.difference_update(ring)
                rings.append(sorted(ring))
        elif target not in numbers:
            numbers[target] = lowest[target] = len(numbers)
            path.append(target)
            waiting.add(target)
            stack.append((target, iter(imports_of(target))))
        elif target in waiting:
            lowest[name] = min(lowest[name], numbers[target])
    return rings
