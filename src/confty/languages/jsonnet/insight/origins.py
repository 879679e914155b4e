"""Where a part of a file's value is written: through names, sums, fields and files."""

from __future__ import annotations

from collections.abc import Sequence

from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.following import DEEPEST, value_of
from confty.languages.jsonnet.checker.written import field_name, subscript
from confty.languages.jsonnet.parser import syntax
from confty.text import Span

Path = Sequence[str | int]
#: The file in which a part is written, its name there (or itself), and the part.
_Part = tuple[Checked, syntax.Node, syntax.Node]


def part_at(checked: Checked, path: Path, *, named: bool = True) -> Span:
    """Return where a part of the file's value is named, as far as what is written leads there.

    Its own place, without its name, where ``named`` is not set.
    """
    where: Checked = checked
    node: syntax.Node = checked.syntax.body
    place = Span(where.source, node.start, node.end)
    for at, step in enumerate(path):
        found = _part(where, node, step, 0)
        if found is None:
            return _elsewhere(where, node, path[at:], named=named) or place
        where, key, node = found
        shown = key if named else node
        place = Span(where.source, shown.start, shown.end)
    return place


def _part(where: Checked, node: syntax.Node, step: str | int, depth: int) -> _Part | None:
    if depth > DEEPEST:
        return None
    if isinstance(node, syntax.Local | syntax.Assert):
        return _part(where, node.body, step, depth + 1)
    if isinstance(node, syntax.Parens):
        return _part(where, node.inner, step, depth + 1)
    if isinstance(node, syntax.Array):
        element = (
            node.elements[step] if isinstance(step, int) and step < len(node.elements) else None
        )
        return None if element is None else (where, element, element)
    if isinstance(node, syntax.Object):
        for member in node.members:
            if isinstance(member, syntax.Field) and field_name(member) == step:
                return where, member.key, member.value
        return None
    if isinstance(node, syntax.Binary) and node.operator == "+" and isinstance(step, str):
        right = _part(where, node.right, step, depth + 1)
        return right or _part(where, node.left, step, depth + 1)
    found = value_of(where, node, depth) if isinstance(node, syntax.Expression) else None
    if found is None or found[1] is node:
        return None
    return _part(found[0], found[1], step, depth + 1)


def _elsewhere(where: Checked, node: syntax.Node, path: Path, *, named: bool) -> Span | None:
    """Return where a file of another language has a part, if that is where a node leads."""
    whole = tuple(path)
    for _ in range(DEEPEST):
        access = subscript(node) if isinstance(node, syntax.Expression) else None
        variable = where.checker.uses.get(node) if isinstance(node, syntax.Name) else None
        if isinstance(node, syntax.Import):
            imports = where.checker.imports
            place = imports.declared_at if named else imports.written_at
            return place(node, whole, where.checker)
        if access is not None:
            node, whole = access[0], (access[1], *whole)
        elif isinstance(node, syntax.Parens):
            node = node.inner
        elif variable is not None and variable.value is not None:
            node = variable.value
        else:
            return None
    return None
