"""Where a part of an output's value is written: through literals and local names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from confty.kit.hcl import syntax
from confty.languages.pcl.model import LocalNode, OutputNode, Program
from confty.text import Source, Span

_FARTHEST: Final = 50
#: A file, the name that a part has in it (or itself), and the part.
_Part = tuple[Source, syntax.Expression, syntax.Expression]


def part_at(
    program: Program, output: OutputNode, path: Sequence[str | int], *, named: bool
) -> Span | None:
    """Return where a part of an output is named, or written, as far as the text leads there."""
    if output.value is None or (named and not path):
        return output.name_span
    found: _Part = (output.source, output.value, output.value)
    for step in path:
        inner = _inside(program, found[0], found[2], step)
        if inner is None:
            break
        found = inner
    source, key, value = found
    if named and key is output.value:
        return output.name_span
    shown = key if named else value
    return Span(source, shown.start, shown.end)


def _inside(
    program: Program, source: Source, node: syntax.Expression, step: str | int
) -> _Part | None:
    source, node = _meant(program, source, node)
    if isinstance(node, syntax.Tuple) and isinstance(step, int) and step < len(node.elements):
        return source, node.elements[step], node.elements[step]
    if isinstance(node, syntax.Object):
        for item in reversed(node.items):
            if _name(item) == step:
                return source, item.key, item.value
    return None


def _meant(
    program: Program, source: Source, node: syntax.Expression
) -> tuple[Source, syntax.Expression]:
    """What stands behind parentheses and local names."""
    for _ in range(_FARTHEST):
        node = syntax.unwrapped(node)
        if not isinstance(node, syntax.Traversal):
            break
        variable = program.typing.roots.get(node)
        if variable is None or not isinstance(variable.node, LocalNode):
            break
        local, steps = variable.node, node.steps
        source, node = local.source, local.value
        for one in steps:
            key = one.key if isinstance(one.key, str) else int(one.key)
            inner = _inside(program, source, node, key)
            if inner is None:
                return source, node
            source, _, node = inner
    return source, node


def _name(item: syntax.Item) -> str | None:
    if item.bare and isinstance(item.key, syntax.Traversal):
        return item.key.root
    return syntax.literal_text(item.key)
