"""Questions about syntax that the translator asks before it writes anything."""

from __future__ import annotations

from collections.abc import Iterator

from confty.languages.rcl.parser.syntax import (
    Assert,
    Binary,
    Block,
    Call,
    Chain,
    Collection,
    Element,
    Filter,
    For,
    FormatString,
    Function,
    Hole,
    If,
    Import,
    Index,
    Let,
    Node,
    Pair,
    Parens,
    Trace,
    Unary,
)


def children(node: Node) -> Iterator[Node]:
    """Yield the expressions and control items directly inside a node."""
    if isinstance(node, (Parens, Function)):
        yield node.body
    elif isinstance(node, Block):
        yield from (one for _, one in node.statements)
        yield node.body
    elif isinstance(node, Let):
        yield node.value
    elif isinstance(node, Assert):
        yield from (node.condition, node.message)
    elif isinstance(node, Trace):
        yield node.message
    elif isinstance(node, If):
        yield from (node.condition, node.yes, node.no)
    elif isinstance(node, Unary):
        yield node.operand
    elif isinstance(node, Binary):
        yield from node.operands
    elif isinstance(node, Chain):
        yield node.base
        for link in node.links:
            if isinstance(link, Call):
                yield from link.arguments
            elif isinstance(link, Index):
                yield link.index
    elif isinstance(node, FormatString):
        yield from (piece.body for piece in node.pieces if isinstance(piece, Hole))
    elif isinstance(node, Collection):
        for element in node.elements:
            yield from element_children(element)
    elif isinstance(node, For):
        yield node.collection
    elif isinstance(node, Filter):
        yield node.condition


def element_children(element: Element) -> Iterator[Node]:
    """Yield what stands inside an element of a collection."""
    yield from (control for _, control in element.controls)
    result = element.result
    if isinstance(result, Pair):
        yield result.key
    yield result.value


def any_inside(node: Node, kinds: tuple[type, ...]) -> bool:
    """Whether a node of one of these kinds is ``node`` or stands inside it."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, kinds):
            return True
        waiting.extend(children(one))
    return False


def has_calls(node: Node) -> bool:
    """Whether evaluating a node may call something, loop, or import."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (For, Import)):
            return True
        if isinstance(one, Chain) and any(isinstance(link, Call) for link in one.links):
            return True
        waiting.extend(children(one))
    return False
