"""What rewriting adds to syntax: applies and conversions.

They are nodes like those of the parser, so a rewritten expression is an ordinary tree with two
more kinds in it.  Types stay in the ``Typing`` table, for new nodes as for old ones.
"""

from __future__ import annotations

from typing import Any

from confty.kit.hcl import syntax
from confty.types import Type


class Apply(syntax.Node):
    """``__apply(argument, …, (parameter, …) -> body)``.

    The ``doubtful`` parameters stand for what may not exist: the body asks for them only where
    it does, behind a condition or in an attempt.
    """

    __slots__ = ("arguments", "body", "doubtful", "end", "parameters", "start")

    def __init__(
        self,
        arguments: list[AnyNode],
        parameters: list[str],
        body: AnyNode,
        doubtful: frozenset[str] = frozenset(),
    ) -> None:
        self.doubtful = doubtful
        self.arguments = arguments
        self.parameters = parameters
        self.body = body
        self.start = body.start
        self.end = body.end


class Convert(syntax.Node):
    """``__convert(inner)``: the value as another type."""

    __slots__ = ("end", "inner", "start", "to")

    def __init__(self, inner: AnyNode, to: Type) -> None:
        self.inner = inner
        self.to = to
        self.start = inner.start
        self.end = inner.end


AnyNode = syntax.Expression | Apply | Convert


def with_parts(node: AnyNode, parts: list[AnyNode]) -> AnyNode:
    """A copy of ``node`` with other parts, in the order that ``walk.parts`` gives them."""
    if not parts:
        return node
    made = _copied(node, parts)
    made.start, made.end = node.start, node.end
    return made


def _copied(node: AnyNode, parts: list[AnyNode]) -> AnyNode:
    # Parts of a rewritten tree may be of our own kinds, which the parser's nodes do not name.
    rest: list[Any] = list(parts)
    start, end = node.start, node.end
    if isinstance(node, syntax.Parentheses):
        return syntax.Parentheses(rest[0], start, end)
    if isinstance(node, syntax.Template):
        return syntax.Template(rest, start, end)
    if isinstance(node, syntax.TemplateJoin):
        return syntax.TemplateJoin(rest[0], start, end)
    if isinstance(node, syntax.RelativeTraversal):
        return syntax.RelativeTraversal(rest[0], node.steps, start, end)
    if isinstance(node, syntax.Index):
        return syntax.Index(rest[0], rest[1], start, end)
    if isinstance(node, syntax.Splat):
        return syntax.Splat(rest[0], node.item, rest[1], node.full, start, end)
    if isinstance(node, syntax.Binary):
        return syntax.Binary(node.operator, rest[0], rest[1])
    if isinstance(node, syntax.Unary):
        return syntax.Unary(node.operator, rest[0], start)
    if isinstance(node, syntax.Conditional):
        return syntax.Conditional(rest[0], rest[1], rest[2], start, end, directive=node.directive)
    if isinstance(node, syntax.For):
        return _copied_for(node, rest)
    if isinstance(node, syntax.Call):
        return syntax.Call(node.name, rest, node.expand, start, node.name_end, end)
    if isinstance(node, syntax.Tuple):
        return syntax.Tuple(rest, start, end)
    assert isinstance(node, syntax.Object)
    pairs = zip(node.items, rest[::2], rest[1::2], strict=True)
    return syntax.Object(
        [syntax.Item(key, value, item.bare) for item, key, value in pairs], start, end
    )


def _copied_for(node: syntax.For, rest: list[Any]) -> syntax.For:
    made = syntax.For(node.start)
    made.key_name, made.key_place = node.key_name, node.key_place
    made.value_name, made.value_place = node.value_name, node.value_place
    made.group = node.group
    waiting = iter(rest)
    made.collection = next(waiting)
    if node.key is not None:
        made.key = next(waiting)
    made.value = next(waiting)
    if node.guard is not None:
        made.guard = next(waiting)
    return made
