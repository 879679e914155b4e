"""Going through syntax: the expressions directly inside one, and all of them."""

from __future__ import annotations

from confty.kit.hcl import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def parts(node: syntax.Expression) -> list[syntax.Expression]:
    """The expressions directly inside ``node``, in source order."""
    if isinstance(node, (syntax.Parentheses,)):
        return [node.inner]
    if isinstance(node, syntax.Template):
        return node.parts
    if isinstance(node, syntax.TemplateJoin):
        return [node.tuple]
    if isinstance(node, syntax.RelativeTraversal):
        return [node.source]
    if isinstance(node, syntax.Index):
        return [node.collection, node.key]
    if isinstance(node, syntax.Splat):
        return [node.source, node.each]
    if isinstance(node, syntax.Binary):
        return [node.left, node.right]
    if isinstance(node, syntax.Unary):
        return [node.operand]
    if isinstance(node, syntax.Conditional):
        return [node.test, node.yes, node.no]
    if isinstance(node, syntax.For):
        inside = (node.collection, node.key, node.value, node.guard)
        return [part for part in inside if part is not None]
    if isinstance(node, syntax.Call):
        return node.arguments
    if isinstance(node, syntax.Object):
        return [part for item in node.items for part in (item.key, item.value)]
    if isinstance(node, syntax.Tuple):
        return node.elements
    return []


def every(node: syntax.Expression) -> Iterator[syntax.Expression]:
    """``node`` and everything inside it, parents first; depth is no trouble."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(reversed(parts(one)))


def every_in(body: syntax.Body) -> Iterator[syntax.Expression]:
    """Every expression of a body and of the blocks inside it."""
    for item in body.items:
        if isinstance(item, syntax.Attribute):
            yield from every(item.value)
        else:
            yield from every_in(item.body)
