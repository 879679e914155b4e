"""Changes that are offered at a place, beyond the fixes that findings bring."""

from __future__ import annotations

from collections.abc import Iterator

from confty.kit.sights import Action
from confty.languages.phy.forms import EXPRESSIONS
from confty.languages.phy.insight.ground import Ground, form_of
from confty.languages.phy.parser import Node
from confty.text import Edit
from confty.types import Never, Tuple


def actions(ground: Ground, start: int, end: int) -> list[Action]:
    """Return what may be done with the text between two offsets."""
    found: list[Action] = []
    way = [one for one in ground.way(start) if one.end >= end]
    for at, node in enumerate(way):
        parent = way[at - 1] if at else None
        if node is way[-1]:
            found += _wrapped(ground, node, parent)
        on_name = node.start <= start <= node.start + len(form_of(node)) + 1
        if form_of(node) == "If" and len(node.items) == 2 and on_name:
            found += _with_other(ground, node)
        if form_of(node) == "Exprs" and len(node.items) == 1 and on_name:
            found += _unwrapped(ground, node)
    return found


def _wrapped(ground: Ground, node: Node, parent: Node | None) -> Iterator[Action]:
    """Offer a list of expressions where there is one."""
    if node.form not in EXPRESSIONS or node.form in ("Exprs", "Ident") or parent is None:
        return
    if form_of(parent) not in ("If", "While", "ProcDecl", "Rule", "Return"):
        return
    if ground.type_of(node) is None or node is parent.items[0]:
        return
    text = ground.text[node.start : node.end]
    edit = Edit(ground.span(node.start, node.end), f"(Exprs {text})")
    yield Action("Make it a list of expressions", [edit])


def _unwrapped(ground: Ground, node: Node) -> Iterator[Action]:
    inner = node.items[0]
    if ";" in ground.text[node.start : inner.start] or ";" in ground.text[inner.end : node.end]:
        return
    edit = Edit(ground.span(node.start, node.end), ground.text[inner.start : inner.end])
    yield Action("Take the expression out of its list", [edit])


def _with_other(ground: Ground, node: Node) -> Iterator[Action]:
    type_ = ground.type_of(node.items[1])
    if isinstance(type_, Tuple | Never) and node.form == "If":
        at = node.items[1].end
        yield Action("Add the other branch", [Edit(ground.span(at, at), " (TupleCons)")])
