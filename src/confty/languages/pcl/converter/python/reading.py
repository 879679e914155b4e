"""What an expression tells by itself: the names it reads and binds, whether it is constant."""

from __future__ import annotations

from collections.abc import Sequence

from confty.kit.hcl import syntax
from confty.languages.pcl import model
from confty.languages.pcl.converter.nodes import AnyNode, Convert
from confty.languages.pcl.converter.python.names import py_name
from confty.languages.pcl.converter.typed import all_parts


def read_in(nodes: Sequence[AnyNode]) -> set[str]:
    """The names that expressions read."""
    found: set[str] = set()
    waiting: list[AnyNode] = list(nodes)
    while waiting:
        one = waiting.pop()
        if isinstance(one, syntax.Traversal):
            found.add(one.root)
        waiting += all_parts(one)
    return found


def bound_in(node: AnyNode) -> set[str]:
    """The names that loops inside an expression bind."""
    found: set[str] = set()
    waiting: list[AnyNode] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, syntax.For):
            found |= {py_name(each) for each in (one.key_name, one.value_name) if each}
        waiting += all_parts(one)
    return found


def is_constant(node: AnyNode, typing: model.Typing) -> bool:
    """Whether an expression has one value only, by itself or by a name for one."""
    inner = node.inner if isinstance(node, Convert) else node
    if isinstance(inner, syntax.Traversal):
        variable = typing.roots.get(inner)
        owner = variable.node if variable is not None else None
        return isinstance(owner, model.LocalNode) and is_constant(owner.value, typing)
    parts = all_parts(inner)
    leaf = isinstance(inner, syntax.Literal)
    return leaf or (bool(parts) and all(is_constant(part, typing) for part in parts))


def root_of(text: str) -> str:
    """The name that a text for a parameter is made of: ``values[1]``, ``needed(values[1])``."""
    return text.removeprefix("needed(").partition("[")[0].rstrip(")")


def is_text(part: AnyNode) -> bool:
    """Whether an expression is a text that is written out."""
    return isinstance(part, syntax.Literal) and isinstance(part.value, str)
