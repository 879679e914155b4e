"""What the text of a computed field's name says about the names it can be."""

from __future__ import annotations

import re
from typing import Final

from confty.languages.jsonnet.parser import syntax

_CODE: Final = re.compile(
    r"%(?:\([^)]*\))?[#0\- +]*(?:\*|\d*)(?:\.(?:\*|\d*))?[hlL]?(.)", re.DOTALL
)


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
