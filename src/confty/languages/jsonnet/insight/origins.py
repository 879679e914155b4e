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
_Part = tuple[Checked, syntax.Node, "syntax.Node | _Added"]


class _Added:
    """The value of ``name+: value``, and the part that it is added to, if that is known."""

    __slots__ = ("base", "end", "start", "value")

    def __init__(self, value: syntax.Node, base: _Part | None = None) -> None:
        self.value = value
        self.base = base
        self.start = value.start
        self.end = value.end


def part_at(checked: Checked, path: Path, *, named: bool = True) -> Span:
    """Return where a part of the file's value is named, as far as what is written leads there.

    Its own place, without its name, where ``named`` is not set.
    """
    where: Checked = checked
    node: syntax.Node | _Added = checked.syntax.body
    place = Span(where.source, node.start, node.end)
    for at, step in enumerate(path):
        found = _part(where, node, step, 0)
        if found is None:
            written = node.value if isinstance(node, _Added) else node
            return _elsewhere(where, written, path[at:], named=named) or place
        where, key, node = found
        shown = key if named else node
        place = Span(where.source, shown.start, shown.end)
    return place


def _part(where: Checked, node: syntax.Node | _Added, step: str | int, depth: int) -> _Part | None:
    if depth > DEEPEST:
        return None
    if isinstance(node, _Added):
        return _added_part(where, node, step, depth)
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
                return where, member.key, _Added(member.value) if member.plus else member.value
        return None
    merged = _merged(node)
    if merged is not None and isinstance(step, str):
        left, right = merged
        upper, lower = _part(where, right, step, depth + 1), None
        if upper is None or isinstance(upper[2], _Added):
            lower = _part(where, left, step, depth + 1)
        if upper is None:
            return lower
        added = upper[2]
        return (*upper[:2], _Added(added.value, lower)) if isinstance(added, _Added) else upper
    found = value_of(where, node, depth) if isinstance(node, syntax.Expression) else None
    if found is None or found[1] is node:
        return None
    return _part(found[0], found[1], step, depth + 1)


def _added_part(where: Checked, node: _Added, step: str | int, depth: int) -> _Part | None:
    """A part of a sum: of objects the field above, of arrays the element counted from the left."""
    if node.base is None:
        return _part(where, node.value, step, depth + 1)
    below, _, base = node.base
    if isinstance(step, str):
        upper = _part(where, node.value, step, depth + 1)
        return upper or _part(below, base, step, depth + 1)
    length = _length(below, base)
    if length is None:
        return None
    if step < length:
        return _part(below, base, step, depth + 1)
    return _part(where, node.value, step - length, depth + 1)


def _length(where: Checked, node: syntax.Node | _Added) -> int | None:
    """How many elements an array has, if they are all written out."""
    if isinstance(node, _Added):
        own = _length(where, node.value)
        below = 0 if node.base is None else _length(node.base[0], node.base[2])
        return None if own is None or below is None else below + own
    if isinstance(node, syntax.Expression):
        found = value_of(where, node, 0)
        node = node if found is None else found[1]
    return len(node.elements) if isinstance(node, syntax.Array) else None


def _merged(node: syntax.Node) -> tuple[syntax.Node, syntax.Node] | None:
    """The two sides of a sum, however it is written."""
    if isinstance(node, syntax.Extend):
        return node.target, node.body
    if isinstance(node, syntax.Binary) and node.operator == "+":
        return node.left, node.right
    return None


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
