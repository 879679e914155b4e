"""Going through syntax: the expressions directly inside one, and all of them."""

from __future__ import annotations

from collections.abc import Iterator

from confty.kit.hcl.syntax import (
    Attribute,
    Binary,
    Body,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Object,
    Parentheses,
    RelativeTraversal,
    Splat,
    Template,
    TemplateJoin,
    Tuple,
    Unary,
)


def parts(node: Expression) -> list[Expression]:
    """The expressions directly inside ``node``, in source order."""
    if isinstance(node, (Parentheses,)):
        return [node.inner]
    if isinstance(node, Template):
        return node.parts
    if isinstance(node, TemplateJoin):
        return [node.tuple]
    if isinstance(node, RelativeTraversal):
        return [node.source]
    if isinstance(node, Index):
        return [node.collection, node.key]
    if isinstance(node, Splat):
        return [node.source, node.each]
    if isinstance(node, Binary):
        return [node.left, node.right]
    if isinstance(node, Unary):
        return [node.operand]
    if isinstance(node, Conditional):
        return [node.test, node.yes, node.no]
    if isinstance(node, For):
        inside = (node.collection, node.key, node.value, node.guard)
        return [part for part in inside if part is not None]
    if isinstance(node, Call):
        return node.arguments
    if isinstance(node, Object):
        return [part for item in node.items for part in (item.key, item.value)]
    if isinstance(node, Tuple):
        return node.elements
    return []


def every(node: Expression) -> Iterator[Expression]:
    """``node`` and everything inside it, parents first; depth is no trouble."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts(one)))


def every_in(body: Body) -> Iterator[Expression]:
    """Every expression of a body and of the blocks inside it."""
    for item in body.items:
        if isinstance(item, Attribute):
            yield from every(item.value)
        else:
            yield from every_in(item.body)
