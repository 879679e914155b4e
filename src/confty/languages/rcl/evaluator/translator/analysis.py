"""What the translator finds out before it writes anything: what stands where, how large it gets.

A loop over ``std.range(0, 300)`` binds plain integers from 0 to 299; sums and products of such
numbers stay small.  Where that is certain, translated code needs neither a class test nor an
overflow test.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from confty.languages.rcl.numbers import LARGEST, SMALLEST
from confty.languages.rcl.parser import syntax

# The least and the greatest value, when the value is certainly a plain integer.
Interval: TypeAlias = "tuple[int, int] | None"


def combine(operator: str, left: Interval, right: Interval) -> Interval:
    """Return the interval of a result, None when it may leave 64 bits."""
    if left is None or right is None:
        return None
    if operator == "+":
        found = (left[0] + right[0], left[1] + right[1])
    elif operator == "-":
        found = (left[0] - right[1], left[1] - right[0])
    elif operator == "*":
        corners = [one * other for one in left for other in right]
        found = (min(corners), max(corners))
    else:
        return None
    return found if found[0] > SMALLEST and found[1] < LARGEST else None


def children(node: syntax.Node) -> Iterator[syntax.Node]:
    """Yield the expressions and control items directly inside a node."""
    if isinstance(node, (syntax.Parens, syntax.Function)):
        yield node.body
    elif isinstance(node, syntax.Block):
        yield from (one for _, one in node.statements)
        yield node.body
    elif isinstance(node, syntax.Let):
        yield node.value
    elif isinstance(node, syntax.Assert):
        yield from (node.condition, node.message)
    elif isinstance(node, syntax.Trace):
        yield node.message
    elif isinstance(node, syntax.If):
        yield from (node.condition, node.yes, node.no)
    elif isinstance(node, syntax.Unary):
        yield node.operand
    elif isinstance(node, syntax.Binary):
        yield from node.operands
    elif isinstance(node, syntax.Chain):
        yield node.base
        for link in node.links:
            if isinstance(link, syntax.Call):
                yield from link.arguments
            elif isinstance(link, syntax.Index):
                yield link.index
    elif isinstance(node, syntax.FormatString):
        yield from (piece.body for piece in node.pieces if isinstance(piece, syntax.Hole))
    elif isinstance(node, syntax.Collection):
        for element in node.elements:
            yield from element_children(element)
    elif isinstance(node, syntax.For):
        yield node.collection
    elif isinstance(node, syntax.Filter):
        yield node.condition


def element_children(element: syntax.Element) -> Iterator[syntax.Node]:
    """Yield what stands inside an element of a collection."""
    yield from (control for _, control in element.controls)
    result = element.result
    if isinstance(result, syntax.Pair):
        yield result.key
    yield result.value


def inside(node: syntax.Node) -> Iterator[syntax.Node]:
    """Yield a node and everything that stands inside it."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(children(one))


def any_inside(node: syntax.Node, kinds: tuple[type, ...]) -> bool:
    """Whether a node of one of these kinds is ``node`` or stands inside it."""
    return any(isinstance(one, kinds) for one in inside(node))


def has_calls(node: syntax.Node) -> bool:
    """Whether evaluating a node may call something, loop, or import."""
    return any(
        isinstance(one, (syntax.For, syntax.Import))
        or (
            isinstance(one, syntax.Chain)
            and any(isinstance(link, syntax.Call) for link in one.links)
        )
        for one in inside(node)
    )
