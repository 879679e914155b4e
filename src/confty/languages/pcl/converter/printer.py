"""Expressions as text, rewritten ones included; for sharing, for messages and for tests."""

from __future__ import annotations

from decimal import Decimal

from confty.kit.hcl import syntax
from confty.kit.hcl.convert import number_text
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.written import text_literal, word_or_text


def printed(node: AnyNode) -> str:
    """One expression on one line."""
    if isinstance(node, syntax.Literal):
        return _literal(node.value)
    if isinstance(node, syntax.Template):
        return '"' + "".join(map(_template_part, node.parts)) + '"'
    if isinstance(node, syntax.TemplateJoin):
        return f'"{_template_part(node)}"'
    if isinstance(node, syntax.Traversal):
        return node.root + _steps(node.steps)
    if isinstance(node, syntax.RelativeTraversal):
        return printed(node.source) + _steps(node.steps)
    if isinstance(node, syntax.SplatItem):
        return ""
    if isinstance(node, syntax.Splat):
        mark = "[*]" if node.full else ".*"
        return printed(node.source) + mark + printed(node.each)
    if isinstance(node, syntax.Index):
        return f"{printed(node.collection)}[{printed(node.key)}]"
    if isinstance(node, syntax.Binary):
        return f"{printed(node.left)} {node.operator} {printed(node.right)}"
    if isinstance(node, syntax.Unary):
        return node.operator + printed(node.operand)
    if isinstance(node, syntax.Conditional):
        return f"{printed(node.test)} ? {printed(node.yes)} : {printed(node.no)}"
    if isinstance(node, syntax.Parentheses):
        inner = printed(node.inner)
        return (
            inner if isinstance(node.inner, (syntax.Traversal, Apply, Convert)) else f"({inner})"
        )
    if isinstance(node, syntax.Tuple):
        return "[" + ", ".join(map(printed, node.elements)) + "]"
    if isinstance(node, syntax.Object):
        return _object(node)
    if isinstance(node, syntax.For):
        return _for(node)
    if isinstance(node, syntax.Missing):
        return "?"
    return _called(node)


def _called(node: syntax.Call | Apply | Convert) -> str:
    if isinstance(node, syntax.Call):
        dots = "..." if node.expand else ""
        return f"{node.name}({', '.join(map(printed, node.arguments))}{dots})"
    if isinstance(node, Convert):
        return f"__convert({printed(node.inner)})"
    arguments = ", ".join(map(printed, node.arguments))
    return f"__apply({arguments}, ({', '.join(node.parameters)}) -> {printed(node.body)})"


def _object(node: syntax.Object) -> str:
    if not node.items:
        return "{}"
    return "{ " + ", ".join(f"{_key(item)} = {printed(item.value)}" for item in node.items) + " }"


def _key(item: syntax.Item) -> str:
    if item.bare and isinstance(item.key, syntax.Literal):
        return str(item.key.value)
    return printed(item.key)


def _for(node: syntax.For) -> str:
    names = f"{node.key_name}, {node.value_name}" if node.key_name else node.value_name
    made = printed(node.value)
    if node.key is not None:
        made = f"{printed(node.key)} => {made}{'...' if node.group else ''}"
    guard = f" if {printed(node.guard)}" if node.guard is not None else ""
    inner = f"for {names} in {printed(node.collection)}: {made}{guard}"
    return f"[{inner}]" if node.key is None else f"{{{inner}}}"


def _literal(value: object) -> str:
    written = word_or_text(value)
    if written is not None:
        return written
    assert isinstance(value, (int, Decimal))
    return number_text(value)


def _template_part(part: AnyNode) -> str:
    if isinstance(part, syntax.Literal) and isinstance(part.value, str):
        return text_literal(part.value)[1:-1]
    return "${" + printed(part) + "}"


def _steps(steps: list[syntax.TraversalStep]) -> str:
    return "".join(
        f".{step.key}" if step.style != "index" else f"[{_literal(step.key)}]" for step in steps
    )
