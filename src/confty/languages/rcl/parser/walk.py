"""The syntax tree for those who look for a place in it: parts, and the way to an offset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from confty.languages.rcl.parser import syntax, typesyntax
from confty.languages.rcl.parser.typesyntax import TypeList

#: What a way consists of: nodes, and the elements of collections, which are none.
TreePart: TypeAlias = syntax.Node | syntax.Element

_NO_PARTS = frozenset(
    ("start", "end", "text", "quote", "places", "pieces", "noncode", "before",
     "before_body", "before_close", "before_result", "operators", "operator", "mark", "at", "dots",
     "trailing_comma", "bracket", "optional", "open", "keyword")
)  # fmt: skip


def _parts_of(kind: type) -> tuple[str, ...]:
    slots = [name for one in kind.__mro__ for name in getattr(one, "__slots__", ())]
    return tuple([name for name in slots if name not in _NO_PARTS])


# What holds the parts of each kind of node.
_PARTS: Final[dict[type, tuple[str, ...]]] = {
    kind: _parts_of(kind)
    for kind in (*vars(syntax).values(), *vars(typesyntax).values())
    if isinstance(kind, type)
}


def parts(step: TreePart) -> Iterator[TreePart]:
    """Return what a node is made of; a string's own value is no part."""
    for name in _PARTS[step.__class__]:
        value = getattr(step, name, None)
        if value.__class__ is tuple:
            yield from _each(value)
        elif isinstance(value, syntax.Node):
            yield value
        elif isinstance(value, TypeList):
            yield from value.types


def _each(values: tuple[object, ...]) -> Iterator[TreePart]:
    for one in values:
        if isinstance(one, syntax.Node | syntax.Element):
            yield one
        elif isinstance(one, tuple):
            # Statements and controls stand beside their comments.
            yield from _each(one)


def walk(root: TreePart) -> Iterator[TreePart]:
    """Return everything in a tree, the outer before the inner."""
    waiting: list[TreePart] = [root]
    while waiting:
        step = waiting.pop()
        yield step
        waiting.extend(parts(step))


def extent(step: TreePart) -> tuple[int, int]:
    """Return the stretch that a node takes, with what it has before its own place."""
    if isinstance(step, syntax.Element):
        first = extent(step.controls[0][1])[0] if step.controls else step.result.start
        return first, step.result.end
    if isinstance(step, syntax.Block) and step.statements:
        return min(step.statements[0][1].start, step.start), step.end
    if isinstance(step, syntax.For):
        return step.keyword, extent(step.collection)[1]
    return step.start, step.end


def way_to(root: TreePart, offset: int) -> list[TreePart]:
    """Return what is around an offset, outermost first; what ends there belongs to it too."""
    way: list[TreePart] = [root]
    while True:
        ending: TreePart | None = None
        inside: TreePart | None = None
        for one in parts(way[-1]):
            start, end = extent(one)
            if start <= offset < end:
                inside = one
            elif end == offset and start <= offset:
                ending = one
        following = ending if inside is None or _is_word(ending, inside) else inside
        if following is None:
            return way
        way.append(following)


def _is_word(ending: TreePart | None, inside: TreePart) -> bool:
    """Whether a cursor between two parts is at the end of a word, and not in one."""
    return isinstance(ending, syntax.Name) and not isinstance(inside, syntax.Name)
