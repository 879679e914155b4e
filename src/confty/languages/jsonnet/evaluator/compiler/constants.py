"""Literals, and literal trees that become plain data in a table instead of source text."""

from __future__ import annotations

from typing import Any, Final

from confty.languages.jsonnet.evaluator.compiler.frames import Piece
from confty.languages.jsonnet.evaluator.compiler.kinds import ANY, BOOLEAN, NUMBER, STRING
from confty.languages.jsonnet.evaluator.compiler.unit import Unit
from confty.languages.jsonnet.parser import syntax as s

_SCALARS: Final = frozenset({s.Null, s.Boolean, s.Number, s.String})
_LONG: Final = 200


def literal(unit: Unit, node: Any) -> Piece:
    """Emit a literal; long strings go through the table, not through source text."""
    kind = node.__class__
    if kind is s.String:
        value = node.value
        if len(value) > _LONG:
            return Piece(f"constants_{unit.ident}[{unit.constant(value)}]", STRING, simple=True)
        return Piece(ascii(value), STRING, 0, simple=True)
    if kind is s.Number:
        if node.value == float("inf"):
            return Piece("overflow(1e999)")
        return Piece(repr(node.value), NUMBER, 0, simple=True)
    if kind is s.Boolean:
        return Piece("True" if node.value else "False", BOOLEAN, 0, simple=True)
    return Piece("None", ANY, 0, simple=True)


def is_data(node: Any) -> bool:
    """Whether a node is a tree of literals: arrays, and objects of plain fields."""
    kind = node.__class__
    if kind in _SCALARS:
        return kind is not s.Number or node.value != float("inf")
    if kind is s.Array:
        return all(is_data(item) for item in node.elements)
    if kind is s.Object:
        return all(_is_data_member(member) for member in node.members)
    return kind is s.Unary and node.operator == "-" and node.operand.__class__ is s.Number


def _is_data_member(member: Any) -> bool:
    return (
        member.__class__ is s.Field
        and not member.computed
        and not member.plus
        and member.parameters is None
        and member.visibility == ":"
        and is_data(member.value)
    )


def plain_data(node: Any) -> Any:
    """The tree as plain Python data."""
    kind = node.__class__
    if kind is s.Array:
        return [plain_data(item) for item in node.elements]
    if kind is s.Object:
        return {field_name(member): plain_data(member.value) for member in node.members}
    if kind is s.Unary:
        return -node.operand.value
    return None if kind is s.Null else node.value


def field_name(field: Any) -> str:
    """The name of a field that is not computed."""
    key = field.key
    name: str = key.name if key.__class__ is s.Identifier else key.value
    return name
