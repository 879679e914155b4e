"""Where names stand, without their quotes."""

from __future__ import annotations

from confty.kit.hcl.syntax import Expression, Label, Literal, Parentheses, TraversalStep
from confty.languages.pcl.model import ProgramNode
from confty.text import Source, Span


def label_place(label: Label) -> tuple[int, int]:
    """The letters of a label."""
    return (label.start + 1, label.end - 1) if label.quoted else (label.start, label.end)


def name_place(node: ProgramNode) -> tuple[int, int]:
    """The letters of the name that a declaration introduces."""
    span = node.name_span
    return (span.start + 1, span.end - 1) if span.text[:1] == '"' else (span.start, span.end)


def name_span(node: ProgramNode) -> Span:
    """The same as a span."""
    return Span(node.source, *name_place(node))


def key_place(source: Source, key: Expression) -> tuple[int, int] | None:
    """The letters of a key that is written out; None for one that is computed or escaped."""
    while isinstance(key, Parentheses):
        key = key.inner
    if not isinstance(key, Literal) or not isinstance(key.value, str):
        return None
    start, end = key.start, key.end
    if source.text[start : start + 1] == '"':
        start, end = start + 1, end - 1
    return (start, end) if source.text[start:end] == key.value else None


def step_place(source: Source, step: TraversalStep) -> tuple[int, int] | None:
    """The letters of the name that a step takes; None for a number or a computed one."""
    if not isinstance(step.key, str):
        return None
    text, start, end = source.text, step.start + 1, step.end
    if step.style == "index":
        opening, closing = text.find('"', start, end), text.rfind('"', start, end)
        return (opening + 1, closing) if 0 <= opening < closing else None
    while start < end and text[start] in " \t\r\n":
        start += 1
    return start, end
