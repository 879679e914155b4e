"""Values that can be seen without running: literals, and what is plainly made of them.

Types do not carry values here, yet ``assert x == y`` with both sides written out, or a list index
beyond a literal's end, can be told before running.  ``UNKNOWN`` is the answer in every doubt.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.kinds import names_of
from confty.languages.jsonnet.checker.origins import Narrowed, instance_of
from confty.languages.jsonnet.checker.written import field_name, library_call, stripped
from confty.languages.jsonnet.parser import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

UNKNOWN: Final = object()
_DEEPEST: Final = 30
# Parts that are looked at for one question.  What shares its parts is larger than what is written.
_MOST: Final = 2_000
# Whatever is made by another is not looked at: templates are filled in by the thousand.
_OPERATORS: Final = frozenset({"&&", "||", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*"})
_WRITTEN: Final = (syntax.String, syntax.Number, syntax.Boolean, syntax.Null)


class _Look:
    """One question: who asks, how many parts may still be looked at, and whether inside of any."""

    __slots__ = ("check", "left", "shallow")

    def __init__(self, check: Checker, *, shallow: bool = False) -> None:
        self.check = check
        self.left = _MOST
        self.shallow = shallow


def constant(check: Checker, node: syntax.Expression) -> object:
    """Return the value of an expression as Python data, or ``UNKNOWN``."""
    return _value(_Look(check), node, 0)


def scalar(check: Checker, node: syntax.Expression) -> object:
    """Return the value of an expression that is no container, or ``UNKNOWN``.

    Nearly all that is added or filled into a template are objects, of which nobody asks more.
    """
    return _value(_Look(check, shallow=True), node, 0)


def _value(look: _Look, node: syntax.Expression, depth: int) -> object:
    look.left -= 1
    check = look.check
    node = stripped(node)
    if depth > _DEEPEST or look.left < 0:
        return UNKNOWN
    if isinstance(node, syntax.Number):
        return float(node.value)
    if isinstance(node, (syntax.String, syntax.Boolean)):
        return node.value
    if isinstance(node, syntax.Null):
        return None
    if isinstance(node, syntax.Name):
        variable = check.uses.get(node)
        names = None if variable is None else names_of(variable.type)
        if names is not None and len(names) == 1:
            return names[0]
        if variable is None or variable.role != "local" or variable.value is None:
            return UNKNOWN
        return UNKNOWN if variable.method else _value(look, variable.value, depth + 1)
    if isinstance(node, syntax.Unary):
        return _unary(node.operator, _value(look, node.operand, depth + 1))
    if isinstance(node, syntax.Binary):
        return _binary(look, node, depth + 1)
    if look.shallow and isinstance(node, (syntax.Array, syntax.Object)):
        return UNKNOWN
    if isinstance(node, syntax.Array):
        parts = [_value(look, one, depth + 1) for one in node.elements[:200]]
        return UNKNOWN if UNKNOWN in parts or len(node.elements) > 200 else parts
    if isinstance(node, syntax.Object):
        return _object(look, node, depth + 1)
    if isinstance(node, syntax.Dot) and check.close:
        return _field(look, node, depth + 1)
    call = library_call(check, node)
    if call is not None and call[0] == "assertEqual" and len(call[1]) == 2:
        return True if _equal(look, call[1][0], call[1][1], depth + 1) is True else UNKNOWN
    if call is not None and call[0] == "length" and len(call[1]) == 1 and check.close:
        return _length(check.types.get(call[1][0]))
    return UNKNOWN


def _length(type_: types.Type | None) -> object:
    """Return how many elements an array has, where its type says so."""
    return float(len(type_.elements)) if isinstance(type_, types.Tuple) else UNKNOWN


def _field(look: _Look, node: syntax.Dot, depth: int) -> object:
    """Read a field of an object whose layers are known, where its value is written out."""
    target = look.check.types.get(node.target)
    origin = None if target is None else instance_of(target)
    if isinstance(origin, Narrowed):
        origin = origin.first()
    value = None if origin is None else origin.written(node.field.name)
    return _value(look, value, depth) if isinstance(value, _WRITTEN) else UNKNOWN


def _object(look: _Look, node: syntax.Object, depth: int) -> object:
    found: dict[str, object] = {}
    for member in node.members:
        if (
            not isinstance(member, syntax.Field)
            or member.computed
            or member.parameters is not None
        ):
            return UNKNOWN
        if member.visibility == "::":
            continue
        name = field_name(member)
        value = _value(look, member.value, depth)
        if value is UNKNOWN or name is None:
            return UNKNOWN
        found[name] = value
    return found


def _unary(operator: str, value: object) -> object:
    if operator == "!" and isinstance(value, bool):
        return not value
    if isinstance(value, float) and operator in {"-", "+"}:
        return -value if operator == "-" else value
    return UNKNOWN


def _binary(look: _Look, node: syntax.Binary, depth: int) -> object:
    if node.operator not in _OPERATORS:
        return UNKNOWN
    left = _value(look, node.left, depth)
    if node.operator in {"&&", "||"}:
        if left is (node.operator == "||"):
            return left
        return _value(look, node.right, depth) if isinstance(left, bool) else UNKNOWN
    right = UNKNOWN if left is UNKNOWN else _value(look, node.right, depth)
    if right is UNKNOWN:
        return UNKNOWN
    if node.operator in {"==", "!="}:
        return _same(left, right) is (node.operator == "==")
    return _arithmetic(node.operator, left, right)


def _arithmetic(operator: str, left: object, right: object) -> object:
    if isinstance(left, str) and isinstance(right, str) and operator == "+":
        return left + right if len(left) + len(right) < 10_000 else UNKNOWN
    if not isinstance(left, float) or not isinstance(right, float):
        return UNKNOWN
    if operator in {"<", "<=", ">", ">="}:
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[
            operator
        ]
    whole = left.is_integer() and right.is_integer() and max(abs(left), abs(right)) < 2**26
    if operator in {"+", "-", "*"} and whole:
        return {"+": left + right, "-": left - right, "*": left * right}[operator]
    return UNKNOWN


def _same(left: object, right: object) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        pairs = zip(left, right, strict=False)
        return len(left) == len(right) and all(_same(one, other) for one, other in pairs)
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same(left[k], right[k]) for k in left)
    return type(left) is type(right) and left == right


def equal(check: Checker, left: syntax.Expression, right: syntax.Expression) -> object:
    """Say whether two expressions have one value: True, False or ``UNKNOWN``."""
    return _equal(_Look(check), left, right, 0)


def _equal(look: _Look, left: syntax.Expression, right: syntax.Expression, depth: int) -> object:
    one, other = _value(look, left, depth), _value(look, right, depth)
    if one is UNKNOWN or other is UNKNOWN:
        return UNKNOWN
    return _same(one, other)
