"""What the text of a computed field's name says about the names it can be."""

from __future__ import annotations

from confty.languages.jsonnet.parser import syntax
from confty.patterns import DOTALL, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_CODE: Final = pattern(r"%(?:\([^)]*\))?[#0\- +]*(?:\*|\d*)(?:\.(?:\*|\d*))?[hlL]?(.)", DOTALL)


def can_name(key: syntax.Expression, name: str) -> bool:
    """Whether the text of a computed name allows this one."""
    key = syntax.stripped(key)
    if isinstance(key, syntax.String):
        return key.value == name
    if isinstance(key, syntax.Null):
        return False
    if isinstance(key, syntax.If):
        return can_name(key.yes, name) or (key.no is not None and can_name(key.no, name))
    if isinstance(key, syntax.Binary) and key.operator in {"+", "%"}:
        first, last = _ends(key)
        return name.startswith(first) and name.endswith(last)
    return True


def conditional_fields(
    node: syntax.Object | syntax.ObjectComprehension,
) -> dict[str, syntax.Field] | None:
    """Return the fields ``[if c then 'name']`` by name, None where others have no known name."""
    found: dict[str, syntax.Field] = {}
    for one in node.members if isinstance(node, syntax.Object) else ():
        if not isinstance(one, syntax.Field) or isinstance(one.key, syntax.Identifier):
            continue
        key = syntax.stripped(one.key)
        if isinstance(key, syntax.String):
            continue
        name = syntax.stripped(key.yes) if isinstance(key, syntax.If) else None
        no = key.no if isinstance(key, syntax.If) else None
        if no is not None and not isinstance(syntax.stripped(no), syntax.Null):
            return None
        if not isinstance(name, syntax.String) or one.plus or name.value in found:
            return None
        found[name.value] = one
    return found


def _ends(key: syntax.Expression) -> tuple[str, str]:
    """Return what a computed text is sure to begin and to end with."""
    key = syntax.stripped(key)
    if isinstance(key, syntax.String):
        return key.value, key.value
    if isinstance(key, syntax.Binary) and key.operator == "+":
        return _ends(key.left)[0], _ends(key.right)[1]
    if isinstance(key, syntax.Binary) and key.operator == "%":
        text = syntax.stripped(key.left)
        if isinstance(text, syntax.String):
            parts = _CODE.split(text.value)
            if len(parts) > 1 and "%" not in parts[1::2]:
                return parts[0], parts[-1]
    return "", ""
