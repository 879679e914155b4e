"""From an expression to the one that makes its value: through names, fields and files."""

from __future__ import annotations

from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.layers import fields_of
from confty.languages.jsonnet.checker.scope import Variable
from confty.languages.jsonnet.checker.written import field_name, stripped, subscript
from confty.languages.jsonnet.parser import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

DEEPEST: Final = 200


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


#: How many literals an object is looked for in; a library's merges have a few dozen.
_LAYERS: Final = 200
#: An object literal, and the file that it stands in.
Literal: TypeAlias = tuple[Checked, syntax.Object]
#: Layers that were looked for before: paths through a library share their beginnings.
Sought: TypeAlias = dict[tuple[Checked, syntax.Expression], list[Literal]]


def layers_at(
    checked: Checked, node: syntax.Expression, sought: Sought, depth: int = 0
) -> list[Literal]:
    """Return the literals that an object is laid together of, through names, files and ``+:``.

    The lowest comes first; empty where a part of it is not written out.
    """
    key = checked, node
    known = sought.get(key)
    if known is None:
        # What leads back to itself has no layers.
        sought[key] = []
        known = sought[key] = _laid(checked, node, sought, depth) if depth < DEEPEST else []
    return known if len(known) <= _LAYERS else []


def _laid(checked: Checked, node: syntax.Expression, sought: Sought, depth: int) -> list[Literal]:
    node = stripped(node)
    if isinstance(node, syntax.Object):
        return [(checked, node)]
    if isinstance(node, syntax.Binary) and node.operator == "+":
        return _both(checked, node.left, node.right, sought, depth)
    if isinstance(node, syntax.Extend):
        return _both(checked, node.target, node.body, sought, depth)
    access = subscript(node)
    if access is not None:
        below = layers_at(checked, access[0], sought, depth + 1)
        return _field_layers(below, access[1], sought, depth)
    if isinstance(node, syntax.Name):
        variable = checked.checker.uses.get(node)
        value = None if variable is None or variable.role == "std" else variable.value
        return [] if value is None else layers_at(checked, value, sought, depth + 1)
    if isinstance(node, syntax.Import):
        _, target = checked.imports.get((node.word, node.path.value), (None, None))
        return [] if target is None else layers_at(target, target.syntax.body, sought, depth + 1)
    if isinstance(node, (syntax.Local, syntax.Assert)):
        return layers_at(checked, node.body, sought, depth + 1)
    if isinstance(node, syntax.If) and node.no is not None:
        for fails, other in ((node.no, node.yes), (node.yes, node.no)):
            if isinstance(stripped(fails), syntax.Error):
                return layers_at(checked, other, sought, depth + 1)
    return []


def _both(
    checked: Checked,
    left: syntax.Expression,
    right: syntax.Expression,
    sought: Sought,
    depth: int,
) -> list[Literal]:
    below = layers_at(checked, left, sought, depth + 1)
    above = layers_at(checked, right, sought, depth + 1)
    return [*below, *above] if below and above else []


def _field_layers(layers: list[Literal], name: str, sought: Sought, depth: int) -> list[Literal]:
    """Return the layers of a field: the last that is written ``:``, and each ``+:`` above it."""
    found: list[Literal] = []
    for where, literal in layers:
        member = fields_of(where.checker, literal).get(name)
        if member is not None:
            mine = layers_at(where, member.value, sought, depth + 1)
            found = [*found, *mine] if member.plus else mine
    return found
