"""Values as PCL writes them."""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import Final

from confty.types import Constant

_ESCAPE: Final = re.compile(r"\\.")
# JSON has two escapes that HCL has not.
_ESCAPES: Final = {"\\b": "\\u0008", "\\f": "\\u000c"}


def is_name(text: str) -> bool:
    """Whether a text can stand as a name: a word of Unicode, in which dashes may be."""
    return text[:1] != "-" and text.replace("-", "").isidentifier()


def as_name(text: str) -> str:
    """A text with an underscore for each stretch that no name has; it may begin as none does."""
    parts = ["".join(run) if good else "_" for good, run in groupby(text, key=_may_go_on)]
    return "".join(parts)


def _may_go_on(letter: str) -> bool:
    return letter == "-" or f"x{letter}".isidentifier()


def as_hcl(written: str) -> str:
    """JSON's text as HCL reads it; what begins a template is written twice to mean itself."""
    escaped = _ESCAPE.sub(lambda found: _ESCAPES.get(found[0], found[0]), written)
    return escaped.replace("${", "$${").replace("%{", "%%{")


def text_literal(text: str) -> str:
    """A text in quotes, in which nothing is worked out."""
    return as_hcl(json.dumps(text, ensure_ascii=False))


def word_or_text(value: object) -> str | None:
    """Null, a truth value or a text as it is written; None for anything else."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return text_literal(value) if isinstance(value, str) else None


def constant(value: Constant) -> str:
    """A constant as it is written."""
    return word_or_text(value) or str(value)
