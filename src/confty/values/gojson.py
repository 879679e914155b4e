"""JSON text as Go writes it, which is what state files hold inside their secrets.

Compact, keys in the order of their bytes, numbers in Go's shortest form, and the characters that
would matter inside HTML escaped.  The text is encrypted and compared, so it has to be the same.
"""

from __future__ import annotations

from typing import Final

from confty.values.failures import ValueProblem, framed

_ESCAPES: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}
_TABLE: Final = str.maketrans({**{chr(code): f"\\u{code:04x}" for code in range(32)}, **_ESCAPES})


def dumps(value: object) -> str:
    """Write plain data as JSON text."""
    return framed(_text, value)


def _text(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value.translate(_TABLE)}"'
    if isinstance(value, int | float):
        return number(value)
    if isinstance(value, list):
        return "[" + ",".join([_text(item) for item in value]) + "]"
    if isinstance(value, dict):
        fields = [f"{_text(key)}:{_text(value[key])}" for key in sorted(value, key=str.encode)]
        return "{" + ",".join(fields) + "}"
    raise ValueProblem(f"a value of type {type(value).__name__} has no JSON form")


def number(value: float) -> str:
    """Write a double in the fewest digits, with an exponent only where Go uses one."""
    from decimal import Decimal  # noqa: PLC0415  loaded where it is needed

    exact = Decimal(repr(float(value)))
    if not exact.is_finite():
        raise ValueProblem("JSON has no infinities and no NaN")
    minus, digits, power = exact.as_tuple()
    assert isinstance(power, int)
    shown = "".join(map(str, digits)).rstrip("0")
    before = "-" if minus else ""
    if not shown:
        return before + "0"
    point = len(digits) + power
    if -6 < point <= 21:
        return before + _positional(shown, point)
    exponent = point - 1
    mantissa = shown[0] + ("." + shown[1:] if len(shown) > 1 else "")
    return f"{before}{mantissa}e{'-' if exponent < 0 else '+'}{abs(exponent)}"


def _positional(digits: str, point: int) -> str:
    if point <= 0:
        return "0." + "0" * -point + digits
    if point >= len(digits):
        return digits.ljust(point, "0")
    return digits[:point] + "." + digits[point:]
