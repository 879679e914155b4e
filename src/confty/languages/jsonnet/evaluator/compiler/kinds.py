"""Light inference of numbers: which parameters are used as such, and what results from them."""

from __future__ import annotations

from confty.generics import Protocol
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# What is known of a value.
ANY: Final = 0
NUMBER: Final = 1
STRING: Final = 2
BOOLEAN: Final = 3

_NUMERIC: Final = frozenset("-*/") | {"<<", ">>", "&", "|", "^"}
_ORDER: Final = frozenset({"<", "<=", ">", ">=", "==", "!=", "+", "%"})
_COMPARISONS: Final = frozenset({"<", "<=", ">", ">=", "==", "!="})
_KINDS: Final[dict[type, int]] = {s.Number: NUMBER, s.String: STRING, s.Boolean: BOOLEAN}


class OwnFunction(Protocol):
    """The function whose body is looked at: what a call of itself is held against."""

    name: str | None
    parameters: list[s.Parameter]
    numeric: frozenset[str]


def number_like(body: s.Expression) -> set[str]:
    """The variables that stand beside an arithmetic operator, or beside a number."""
    found: set[str] = set()
    for node in s.walk(body):
        if not isinstance(node, s.Binary):
            continue
        left, right = s.stripped(node.left), s.stripped(node.right)
        for one, other in ((left, right), (right, left)):
            if isinstance(one, s.Name) and (
                node.operator in _NUMERIC
                or (node.operator in _ORDER and isinstance(other, s.Number))
            ):
                found.add(one.name)
    return found


def kind_of(node: s.Expression, kinds: dict[str, int], myself: OwnFunction) -> int:
    """What an expression gives, when variables are of the given kinds."""
    node = s.stripped(node)
    if isinstance(node, s.Name):
        return kinds.get(node.name, ANY)
    if isinstance(node, s.Binary):
        return _binary(node, kinds, myself)
    if isinstance(node, s.Unary) and node.operator in {"-", "+", "~"}:
        return NUMBER if kind_of(node.operand, kinds, myself) == NUMBER else ANY
    if isinstance(node, s.If):
        yes = kind_of(node.yes, kinds, myself)
        no = ANY if node.no is None else kind_of(node.no, kinds, myself)
        return yes if yes == no else ANY
    if isinstance(node, s.Local):
        inside = dict(kinds)
        for bind in node.binds:
            inside[bind.name.name] = ANY
        for bind in node.binds:
            if bind.parameters is None:
                inside[bind.name.name] = kind_of(bind.value, inside, myself)
        return kind_of(node.body, inside, myself)
    if isinstance(node, s.Call):
        return _call(node, kinds, myself)
    return _KINDS.get(node.__class__, ANY)


def _binary(node: s.Binary, kinds: dict[str, int], myself: OwnFunction) -> int:
    left = kind_of(node.left, kinds, myself)
    if left != NUMBER or left != kind_of(node.right, kinds, myself):
        return ANY
    return BOOLEAN if node.operator in _COMPARISONS else NUMBER


def _call(node: s.Call, kinds: dict[str, int], myself: OwnFunction) -> int:
    """A call of the function itself with numbers gives what the function is assumed to give."""
    callee = node.callee
    if not isinstance(callee, s.Name) or callee.name != myself.name or callee.name in kinds:
        return ANY
    if len(node.arguments) != len(myself.parameters):
        return ANY
    for argument, parameter in zip(node.arguments, myself.parameters, strict=True):
        if argument.name is not None:
            return ANY
        if (
            parameter.name.name in myself.numeric
            and kind_of(argument.value, kinds, myself) != NUMBER
        ):
            return ANY
    return NUMBER
