"""From an expression to the one that makes its value: through names, fields and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.scope import Variable
from confty.languages.jsonnet.checker.written import field_name, stripped, subscript
from confty.languages.jsonnet.parser import syntax

DEEPEST: Final = 200
#: Leads from an expression to the one that makes its value, and the file that it stands in.
Follow: TypeAlias = Callable[[Checked, syntax.Expression, int], tuple[Checked, syntax.Node] | None]


def value_of(
    checked: Checked, node: syntax.Expression, depth: int
) -> tuple[Checked, syntax.Node] | None:
    """Return the expression that makes a value, and the file that it stands in."""
    depth += 1
    if depth > DEEPEST and not isinstance(node, syntax.Name):
        return None
    if isinstance(node, syntax.Parens):
        return value_of(checked, node.inner, depth)
    if isinstance(node, syntax.Name):
        return _named(checked, checked.checker.uses.get(node), depth)
    if isinstance(node, syntax.Import):
        _, target = checked.imports.get((node.word, node.path.value), (None, None))
        return None if target is None else value_of(target, target.syntax.body, depth)
    if isinstance(node, (syntax.Local, syntax.Assert)):
        return value_of(checked, node.body, depth)
    if isinstance(node, syntax.If) and node.no is not None:
        if isinstance(stripped(node.no), syntax.Error):
            return value_of(checked, node.yes, depth)
        if isinstance(stripped(node.yes), syntax.Error):
            return value_of(checked, node.no, depth)
    access = subscript(node)
    if access is not None:
        return _field_of(checked, *access, depth)
    return checked, node


def _named(
    checked: Checked, variable: Variable | None, depth: int
) -> tuple[Checked, syntax.Node] | None:
    if variable is None or variable.role == "std":
        return None
    if variable.value is None:
        return checked, variable.name
    if depth > DEEPEST:
        return checked, variable.name
    found = value_of(checked, variable.value, depth)
    return found or (checked, variable.value)


def _field_of(
    checked: Checked, target: syntax.Expression, name: str, depth: int
) -> tuple[Checked, syntax.Node] | None:
    found = value_of(checked, target, depth)
    if found is None or not isinstance(found[1], syntax.Object):
        return None
    where, literal = found[0], found[1]
    for member in literal.members:
        if isinstance(member, syntax.Field) and field_name(member) == name:
            return value_of(where, member.value, depth) or (where, member.value)
    return None


def literals(node: syntax.Node | None) -> list[syntax.Object]:
    """Return the literals that an object is the sum of, as far as they are written out."""
    found: list[syntax.Object] = []
    waiting: list[syntax.Node | None] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, syntax.Expression):
            one = stripped(one)
        if isinstance(one, syntax.Object):
            found.append(one)
        elif isinstance(one, syntax.Binary) and one.operator == "+":
            waiting += [one.right, one.left]
        elif isinstance(one, syntax.Local | syntax.Assert):
            waiting.append(one.body)
    return found
