"""Plain data as a PCL file: every key of the top is a local."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Final

from confty.languages.pcl.formatter import reformat
from confty.text import Source

_NAME: Final = re.compile(r"[A-Za-z_][\w-]*")
_KEYWORDS: Final = ("true", "false", "null", "for")


class NoPcl(ValueError):
    """Data that PCL has no words for; the message says which."""


def as_pcl(data: object) -> str:
    """The text of a file whose locals are the keys of ``data``; raises ``NoPcl``."""
    if not isinstance(data, dict):
        raise NoPcl("expected an object at the top, whose keys become names")
    lines: list[str] = []
    for key, value in data.items():
        if not isinstance(key, str) or _NAME.fullmatch(key) is None or key in _KEYWORDS:
            raise NoPcl(f"{key!r} cannot be a name in PCL")
        lines.append(f"{key} = {_value(value, 0)}\n")
    return reformat(Source("main.pp", "".join(lines)))


def _value(value: object, depth: int) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (int, float, Decimal)):
        if isinstance(value, (float, Decimal)) and not Decimal(value).is_finite():
            raise NoPcl("a number that is not finite")
        return str(value)
    margin = "  " * (depth + 1)
    if isinstance(value, (list, tuple)):
        parts = [f"{margin}{_value(each, depth + 1)},\n" for each in value]
        return "[\n" + "".join(parts) + "  " * depth + "]" if parts else "[]"
    if isinstance(value, dict):
        entries = [
            f"{margin}{_key(key)} = {_value(each, depth + 1)}\n" for key, each in value.items()
        ]
        return "{\n" + "".join(entries) + "  " * depth + "}" if entries else "{}"
    if hasattr(value, "isoformat"):
        return _text(str(value.isoformat()))
    raise NoPcl(f"a value of type {type(value).__name__}")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise NoPcl(f"{key!r} is no text, and so no key in PCL")
    plain = _NAME.fullmatch(key) is not None and key not in _KEYWORDS
    return key if plain else _text(key)


def _text(text: str) -> str:
    """A text in quotes; what begins a template is written twice to mean itself."""
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted.replace("${", "$${").replace("%{", "%%{")
