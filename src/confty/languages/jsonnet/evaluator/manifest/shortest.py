"""Numbers by their shortest digits, strings by Go's rules: as in ``std.manifestJson``."""

from __future__ import annotations

from _json import encode_basestring

from confty.languages.jsonnet.evaluator.manifest.json import Spelling
from confty.languages.jsonnet.evaluator.values import Obj, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# Below this, whole numbers are written in full by their own digits.
_EXACT: Final = 1e15


def shortest(number: float) -> str:
    """Write a number with as few digits as tell it from its neighbours, never with an exponent."""
    if number.is_integer() and -_EXACT < number < _EXACT:
        return f"{number:.0f}"
    text = repr(number)
    if "e" not in text:
        return text.removesuffix(".0")
    from decimal import Decimal  # noqa: PLC0415  few numbers are that large or small

    return f"{Decimal(text):f}"


def go_quote(text: str) -> str:
    """Write a string as Go's JSON does, markup left as it is."""
    quoted: str = encode_basestring(text)
    return quoted.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _scalar(value: Value) -> str | None:
    kind = value.__class__
    if kind is str:
        return go_quote(value)
    if kind is float:
        return shortest(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    return None


def _keys(value: Obj) -> Iterable[tuple[str, str]]:
    return [(name, go_quote(name)) for name in value.shape.visible]


SHORTEST: Final = Spelling(_scalar, shortest, _keys)
