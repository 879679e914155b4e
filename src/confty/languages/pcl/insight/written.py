"""Values as PCL writes them."""

from __future__ import annotations

import json

from confty.types import Constant


def text_literal(text: str) -> str:
    """A text in quotes, in which nothing is worked out."""
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted.replace("${", "$${").replace("%{", "%%{")


def constant(value: Constant) -> str:
    """A constant as it is written."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return text_literal(value) if isinstance(value, str) else str(value)
