"""The texts that a loop runs over, where they are known: names of fields, or texts written out."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.constants import constant, scalar
from confty.languages.jsonnet.checker.kinds import names_of
from confty.languages.jsonnet.checker.scope import Variable
from confty.languages.jsonnet.checker.written import library_call, stripped
from confty.languages.jsonnet.parser import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LISTING: Final = {"objectFields": False, "objectFieldsAll": True}
_MOST: Final = 100


def names_run_over(check: Checker, source: syntax.Expression) -> tuple[str, ...] | None:
    """Return the texts of an array in order, None where one of them is not known."""
    node = behind_name(check, stripped(source))
    call = library_call(check, node)
    if call is not None and call[0] in _LISTING and len(call[1]) == 1:
        return _fields(check.types.get(call[1][0]), hidden=_LISTING[call[0]])
    if not isinstance(node, (syntax.Array, syntax.Binary)):
        return None
    found = constant(check, node)
    if not isinstance(found, list) or not 0 < len(found) <= _MOST:
        return None
    return tuple(found) if all(isinstance(one, str) for one in found) else None


def behind_name(check: Checker, node: syntax.Expression) -> syntax.Expression:
    """Return the expression that a local stands for, of anything else that itself."""
    for _ in range(5):
        variable = check.uses.get(node) if isinstance(node, syntax.Name) else None
        if variable is None or variable.role != "local" or variable.method:
            return node
        if variable.value is None or variable.annotated is not None:
            return node
        node = stripped(variable.value)
    return node


def _fields(type_: types.Type | None, *, hidden: bool) -> tuple[str, ...] | None:
    """Return the names of an object's fields, where there can be no others."""
    if not isinstance(type_, types.Object) or type_.rest is not None:
        return None
    if any(one.optional for one in type_.fields) or len(type_.fields) > _MOST:
        return None
    return tuple(sorted([one.name for one in type_.fields if hidden or not one.hidden])) or None


def spelled(check: Checker, node: syntax.Expression, variable: Variable, text: str) -> str | None:
    """Return what a text is in the turn in which a loop's variable is ``text``."""
    node = stripped(node)
    if isinstance(node, syntax.Name):
        if check.uses.get(node) is variable:
            return text
    elif isinstance(node, syntax.Binary) and node.operator == "+":
        left = spelled(check, node.left, variable, text)
        right = None if left is None else spelled(check, node.right, variable, text)
        return None if left is None or right is None else left + right
    elif isinstance(node, syntax.Binary) and node.operator == "%":
        return _formatted(check, node, variable, text)
    found = scalar(check, node)
    return found if isinstance(found, str) else None


def _formatted(check: Checker, node: syntax.Binary, variable: Variable, text: str) -> str | None:
    """Return a text with ``%s`` in it, filled."""
    form, right = scalar(check, node.left), stripped(node.right)
    values = right.elements if isinstance(right, syntax.Array) else [right]
    if not isinstance(form, str) or form.count("%") != len(values):
        return None
    if form.count("%s") != len(values):
        return None
    for value in values:
        found = spelled(check, value, variable, text)
        if found is None:
            return None
        form = form.replace("%s", found.replace("%", "\0"), 1)
    return form.replace("\0", "%")


def text_of(check: Checker, node: syntax.Expression) -> str | None:
    """Return the one text that an expression is, as it is written or as its type says."""
    node = stripped(node)
    if isinstance(node, syntax.String):
        return node.value
    variable = check.uses.get(node)
    if variable is not None and variable.text is not None:
        return variable.text
    names = names_of(check.types.get(node))
    return names[0] if names is not None and len(names) == 1 else None
