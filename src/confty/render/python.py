"""Python source: the literal that gives the value back, one member a line."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from math import isfinite
from typing import Final

from confty.render import codes, scalars
from confty.render.codes import Unwritable
from confty.render.survey import SCALARS, survey

_DEEPEST: Final = 200


def write(value: object) -> str:
    """Write ``value`` as an expression."""
    if survey(value).depth > _DEEPEST:
        raise Unwritable(codes.TOO_DEEP, f"Python is written to a depth of {_DEEPEST} levels")
    return "".join(_parts(value, ""))


def _parts(value: object, indent: str) -> Iterator[str]:
    inner = indent + "    "
    if isinstance(value, dict) and value:
        yield "{\n"
        for key, item in value.items():
            yield f"{inner}{_scalar(key)}: "
            yield from _inside(key, item, inner)
            yield ",\n"
        yield indent + "}"
    elif isinstance(value, (list, tuple)) and value:
        yield "[\n"
        for index, item in enumerate(value):
            yield inner
            yield from _inside(index, item, inner)
            yield ",\n"
        yield indent + "]"
    else:
        yield _scalar(value)


def _inside(step: object, value: object, indent: str) -> Iterator[str]:
    try:
        yield from _parts(value, indent)
    except Unwritable as problem:
        raise problem.inside(step) from None


def _scalar(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, str):
        return repr(str(value))
    if isinstance(value, int):
        return scalars.digits(value)
    if isinstance(value, float) and not isfinite(value):
        return f'float("{scalars.special(value)}")'
    if isinstance(value, Decimal):
        return f'Decimal("{value}")'
    if isinstance(value, (dict, list, tuple)) and not value:
        return "{}" if isinstance(value, dict) else "[]"
    if type(value) in SCALARS:
        return repr(value)
    raise scalars.no_form(value, "Python")
