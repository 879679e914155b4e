"""Whether two values are equal, in time that grows with what they are in memory."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.objects import field
from confty.languages.jsonnet.evaluator.values import PLAIN, Func, Obj, Thunk, Value, force

#: What was compared and found equal, by its numbers; the values are kept as long as those count.
Pairs = dict[tuple[int, int], tuple[Value, Value]]
_SIMPLE = frozenset({float, str})


def equals(left: Value, right: Value) -> Value:
    """Answer ``left == right``; of objects the visible fields count."""
    return _equal(left, right, None)


def _equal(left: Value, right: Value, known: Pairs | None) -> Value:
    one, other = left.__class__, right.__class__
    if one is other:
        if one is str or one is float or one is bool or left is None:
            return left == right
        if one is list:
            return _equal_arrays(left, right, known)
        if one is Obj:
            return _equal_objects(left, right, known)
        if one is Func:
            raise Stop("cannot test equality of functions")
    elif one in PLAIN and other in PLAIN:
        return False
    raise Stop("these values cannot be compared")


def _equal_arrays(left: list[Value], right: list[Value], known: Pairs | None) -> Value:
    if len(left) != len(right):
        return False
    if {*map(type, left), *map(type, right)} <= _SIMPLE:
        return left == right
    # What was found equal is so wherever it stands: values may share their parts many times.
    known = {} if known is None else known
    pair = (id(left), id(right))
    if pair in known:
        return True
    for one, other in zip(left, right, strict=True):
        first = force(one) if one.__class__ is Thunk else one
        second = force(other) if other.__class__ is Thunk else other
        same = _equal(first, second, known)
        if same is not True:
            return same
    known[pair] = (left, right)
    return True


def _equal_objects(left: Obj, right: Obj, known: Pairs | None) -> Value:
    names = left.shape.visible
    if left.shape is not right.shape and names != right.shape.visible:
        return False
    known = {} if known is None else known
    pair = (id(left), id(right))
    if pair in known:
        return True
    for name in names:
        same = _equal(field(left, name), field(right, name), known)
        if same is not True:
            return same
    known[pair] = (left, right)
    return True
