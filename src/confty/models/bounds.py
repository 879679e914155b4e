"""What ``Annotated`` says of a value beside its type: how large, how long, of which form.

The remarks of annotated_types, msgspec's ``Meta`` and pydantic's ``Field`` use the same names, by
which they are read: none of the packages has to be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sized
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from confty.models.scalars import brief
from confty.render.scalars import digits

Schema = dict[str, Any]


def _is_multiple(value: Any, step: Any) -> bool:
    """Counted in decimals, however many: 0.3 is three times 0.1."""
    if not (isinstance(value, int) or isfinite(value)):
        return False
    return _exactly(value) % _exactly(step) == 0


def _exactly(number: Any) -> Fraction:
    return Fraction(Decimal(repr(number)) if isinstance(number, float) else number)


#: A bound of numbers: its name in a schema, in words, and whether a number keeps within it.
_LIMITS: Final[dict[str, tuple[str, str, Callable[[Any, Any], bool]]]] = {
    "gt": ("exclusiveMinimum", "more than", lambda value, bound: value > bound),
    "ge": ("minimum", "at least", lambda value, bound: value >= bound),
    "lt": ("exclusiveMaximum", "less than", lambda value, bound: value < bound),
    "le": ("maximum", "at most", lambda value, bound: value <= bound),
    "multiple_of": ("multipleOf", "a multiple of", _is_multiple),
}
_LENGTHS: Final[dict[str, tuple[str, Callable[[int, int], bool]]]] = {
    "min_length": ("at least", lambda length, bound: length >= bound),
    "max_length": ("at most", lambda length, bound: length <= bound),
}
#: What a schema calls a length, by the type of what has it.
_COUNTED: Final = {"string": "Length", "array": "Items", "object": "Properties"}
_OTHERS: Final = ("pattern", "description", "title")


def bounds_of(remarks: Iterable[object]) -> dict[str, object]:
    """What remarks ask of a value, by the names that they share."""
    found: dict[str, object] = {}
    for remark in remarks:
        for name in (*_LIMITS, *_LENGTHS, *_OTHERS):
            value = getattr(remark, name, None)
            if value is not None and not callable(value):
                found[name] = value
        # pydantic's ``Field`` keeps its bounds as remarks of their own.
        inner = getattr(remark, "metadata", ())
        if isinstance(inner, (list, tuple)):
            found |= bounds_of(inner)
    return found


def beyond(value: Any, bounds: dict[str, Any]) -> str | None:
    """The first bound that a value does not keep, in words; None when it keeps all."""
    for name, (_, words, keeps) in _LIMITS.items():
        if name in bounds and _is_false(keeps, value, bounds[name]):
            return f"expected {words} {_brief(bounds[name])}, found {_brief(value)}"
    for name, (words, keeps) in _LENGTHS.items():
        if name in bounds and isinstance(value, Sized) and not keeps(len(value), bounds[name]):
            parts = "characters" if isinstance(value, str) else "items"
            return f"expected {words} {bounds[name]} {parts}, found {len(value)}"
    pattern = bounds.get("pattern")
    if pattern is not None and isinstance(value, str) and not re.search(pattern, value):
        return f"expected a string that matches {_spelled(pattern)}, found {value!r}"
    return None


def bounded(made: Schema, bounds: dict[str, object]) -> Schema:
    """A schema with bounds on it."""
    if "anyOf" in made:
        # Bounds are about the values that have them: a number may be null, too.
        return {**made, "anyOf": [bounded(one, bounds) for one in made["anyOf"]]}
    kind = made.get("type")
    if kind == "null":
        return made
    added: Schema = {}
    for name, value in bounds.items():
        if name in _LIMITS and isinstance(value, (int, float)):
            added[_LIMITS[name][0]] = value
        elif name in _LENGTHS and kind in _COUNTED:
            added[name[:3] + _COUNTED[kind]] = value
        elif name in _OTHERS and isinstance(value, (str, re.Pattern)):
            added[name] = _spelled(value)
    # Beside a reference nothing counted in the older drafts.
    return {"allOf": [made], **added} if added and "$ref" in made else {**made, **added}


def _is_false(keeps: Callable[[object, object], bool], value: object, bound: object) -> bool:
    """Whether a bound is not kept; one that says nothing of such a value is."""
    try:
        return not keeps(value, bound)
    except TypeError:
        return False


def _brief(value: object) -> str:
    return brief(digits(value) if type(value) is int else str(value))


def _spelled(pattern: str | re.Pattern[str]) -> str:
    return pattern if isinstance(pattern, str) else pattern.pattern
