"""Literals, and literal trees that become plain data in a table instead of source text."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler.frames import Piece
from confty.languages.jsonnet.evaluator.compiler.kinds import ANY, BOOLEAN, NUMBER, STRING
from confty.languages.jsonnet.evaluator.compiler.unit import Unit
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LONG: Final = 200


def literal(unit: Unit, node: s.Scalar) -> Piece:
    """Emit a literal; long strings go through the table, not through source text."""
    if isinstance(node, s.String):
        value = node.value
        if len(value) > _LONG:
            return Piece(f"constants_{unit.ident}[{unit.constant(value)}]", STRING, simple=True)
        return Piece(ascii(value), STRING, 0, simple=True)
    if isinstance(node, s.Number):
        if node.value == float("inf"):
            return Piece("beyond()")
        return Piece(repr(node.value), NUMBER, 0, simple=True)
    if isinstance(node, s.Boolean):
        return Piece("True" if node.value else "False", BOOLEAN, 0, simple=True)
    return Piece("None", ANY, 0, simple=True)


def is_data(node: s.Expression) -> bool:
    """Whether a node is a tree of literals: arrays, and objects of plain fields."""
    if isinstance(node, s.Number):
        return node.value != float("inf")
    if isinstance(node, s.Scalar):
        return True
    if isinstance(node, s.Array):
        return all(is_data(item) for item in node.elements)
    if isinstance(node, s.Object):
        return all(_is_data_member(member) for member in node.members)
    return (
        isinstance(node, s.Unary) and node.operator == "-" and isinstance(node.operand, s.Number)
    )


def _is_data_member(member: s.Member) -> bool:
    return (
        isinstance(member, s.Field)
        and not member.computed
        and not member.plus
        and member.parameters is None
        and member.visibility == ":"
        and is_data(member.value)
    )


def plain_data(node: s.Expression) -> object:
    """The tree as plain Python data."""
    if isinstance(node, s.Array):
        return [plain_data(item) for item in node.elements]
    if isinstance(node, s.Object):
        fields = [member for member in node.members if isinstance(member, s.Field)]
        return {s.fixed_name(field): plain_data(field.value) for field in fields}
    if isinstance(node, s.Unary):
        assert isinstance(node.operand, s.Number)
        return -node.operand.value
    return node.value if isinstance(node, (s.Boolean, s.Number, s.String)) else None
