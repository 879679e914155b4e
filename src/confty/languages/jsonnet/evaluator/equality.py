"""Whether two values are equal, in time that grows with what they are in memory."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.objects import field
from confty.languages.jsonnet.evaluator.values import PLAIN, Func, Obj, Thunk, Value, force

#: What was compared and found equal, by its numbers; the values are kept as long as those count.
Pairs = dict[tuple[int, int], tuple[Value, Value]]
#: Levels at which one begins to remember pairs; above, few values stand in many places.
SHALLOW = 8
_SIMPLE = frozenset({float, str})


def equals(left: Value, right: Value) -> Value:
    """Answer ``left == right``; of objects the visible fields count."""
    return _equal(left, right, 0, None)


def _equal(left: Value, right: Value, depth: int, known: Pairs | None) -> Value:
    one, other = left.__class__, right.__class__
    if one is other:
        if one is str or one is float or one is bool or left is None:
            return left == right
        if one is list or one is Obj:
            return _equal_parts(left, right, depth, known)
        if one is Func:
            raise Stop("cannot test equality of functions")
    elif one in PLAIN and other in PLAIN:
        return False
    raise Stop("these values cannot be compared")


def _equal_parts(left: Value, right: Value, depth: int, known: Pairs | None) -> Value:
    compared = _equal_arrays if left.__class__ is list else _equal_objects
    if depth < SHALLOW:
        return compared(left, right, depth + 1, known)
    # What was found equal is so wherever it stands: values may share their parts many times.
    known = {} if known is None else known
    pair = (id(left), id(right))
    if pair in known:
        return True
    same = compared(left, right, depth + 1, known)
    if same is True:
        known[pair] = (left, right)
    return same


def _equal_arrays(left: list[Value], right: list[Value], depth: int, known: Pairs | None) -> Value:
    if len(left) != len(right):
        return False
    if {*map(type, left), *map(type, right)} <= _SIMPLE:
        return left == right
    for one, other in zip(left, right, strict=True):
        first = force(one) if one.__class__ is Thunk else one
        second = force(other) if other.__class__ is Thunk else other
        same = _equal(first, second, depth, known)
        if same is not True:
            return same
    return True


def _equal_objects(left: Obj, right: Obj, depth: int, known: Pairs | None) -> Value:
    names = left.shape.visible
    if left.shape is not right.shape and names != right.shape.visible:
        return False
    for name in names:
        same = _equal(field(left, name), field(right, name), depth, known)
        if same is not True:
            return same
    return True
