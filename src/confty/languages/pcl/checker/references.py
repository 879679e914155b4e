"""Which names of the program a node mentions.

Names that a ``for`` binds inside an expression are not the program's.  The options that hold
property paths speak of the resource's own properties and count for nothing.
"""

from __future__ import annotations

from confty.kit.hcl.syntax import Attribute, Body, Expression, For, Literal, Traversal
from confty.kit.hcl.walk import parts
from confty.languages.pcl.checker.options import PATH_OPTIONS
from confty.languages.pcl.model import HookNode, InstanceNode, LocalNode, ProgramNode


def references(node: ProgramNode) -> list[str]:
    """The root names that a node's expressions mention, each once, in order."""
    found: dict[str, None] = {}
    hidden: frozenset[str] = frozenset()
    if isinstance(node, LocalNode):
        _collect(node.value, hidden, found)
        return list(found)
    if isinstance(node, HookNode):
        hidden = frozenset(("args",))
    if isinstance(node, InstanceNode):
        inner = frozenset(("range",)) if node.option("range") is not None else hidden
        for item in node.body.items:
            if isinstance(item, Attribute):
                _collect(item.value, inner, found)
            else:
                _options(item.body, found)
        return list(found)
    _body(node.body, hidden, found)
    return list(found)


def _body(body: Body, hidden: frozenset[str], found: dict[str, None]) -> None:
    for item in body.items:
        if isinstance(item, Attribute):
            _collect(item.value, hidden, found)
        else:
            _body(item.body, hidden, found)


def _options(body: Body, found: dict[str, None]) -> None:
    for item in body.items:
        if isinstance(item, Attribute) and item.name not in PATH_OPTIONS:
            _collect(item.value, frozenset(), found)


def _collect(node: Expression, hidden: frozenset[str], found: dict[str, None]) -> None:
    waiting = [(node, hidden)]
    while waiting:
        one, inner = waiting.pop()
        if isinstance(one, Literal):
            continue
        if isinstance(one, Traversal):
            if one.root not in inner:
                found[one.root] = None
            continue
        if isinstance(one, For):
            waiting.append((one.collection, inner))
            bound = inner | {one.value_name} | ({one.key_name} if one.key_name else set())
            rest = [part for part in (one.key, one.value, one.guard) if part is not None]
            waiting.extend((part, bound) for part in rest)
            continue
        waiting.extend((part, inner) for part in parts(one))
