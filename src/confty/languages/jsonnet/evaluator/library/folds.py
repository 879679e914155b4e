"""Folds: a result that only grows at one end is put together once, not copied for each element.

A function adds at an end if what it has so far stands at the outside of a sum and nowhere else.
Then what it gives for an empty text or array is what it adds, whatever there is already.  What is
added to an array must be seen to be one: with a text, the sum would be a text of all of it.
"""

from __future__ import annotations

from marshal import loads

from confty.kit.limits import afford
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.values import ELEMENTS, LETTERS, POINTER, Func, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# So many elements are folded before somebody looks how long the result has become.
_MANY: Final = 1024
# A shorter result is copied as fast as anything else is done with it.
_LONG: Final = 512

_END: Final = 1
_FRONT: Final = 2
# Tests or locals, then what it gives.
_AROUND: Final = frozenset({t.ASSERT, t.LOCAL})
_ARRAYS: Final = frozenset({t.ARRAY, t.ARRAY_LOOP})


def fold(
    step: Callable[[Value, Value], Value],
    total: Value,
    items: list[Value],
    function: Value,
    at: int,
) -> Value:
    """Fold by ``step``, which calls ``function`` with the total at a place of its arguments."""
    for first in range(0, len(items), _MANY):
        for item in items[first : first + _MANY]:
            total = step(total, item)
        if first + _MANY < len(items) and (end := _end_of(function, at, total)):
            return _grown(step, total, items[first + _MANY :], end)
    return total


def _grown(
    step: Callable[[Value, Value], Value], total: Value, items: list[Value], end: int
) -> Value:
    """Go on with a fold that only adds at an end."""
    kind = total.__class__
    most, width = (LETTERS, 1) if kind is str else (ELEMENTS, POINTER)
    empty, size = kind(), len(total)
    parts: list[Value] = [total]
    few: list[Value] = []
    for item in items:
        part = step(empty, item)
        size += len(part)
        if size > most:
            # It is refused, at its place.
            return step(_joined([*parts, *few], kind, end), item)
        few.append(part)
        if len(few) == _MANY:
            afford(size * width)
            parts.append(_joined(few, kind, end))
            few = []
    return _joined([*parts, *few], kind, end)


def _joined(parts: list[Value], kind: type, end: int) -> Value:
    ordered = parts if end == _END else parts[::-1]
    if kind is str:
        return "".join(ordered)
    whole: list[Value] = []
    for part in ordered:
        whole += part
    return whole


def _end_of(function: Value, place: int, total: Value) -> int:
    """At which end a function adds to what it is given at a place; 0 where that is not known."""
    if total.__class__ is not str and total.__class__ is not list:
        return 0
    if len(total) < _LONG or function.__class__ is not Func or function.origin is None:
        return 0
    tree = function.origin[0]
    names, defaults, body = tree[1], tree[3], tree[4]
    if body.__class__ is tuple and body[0] == t.PACKED:
        body = loads(body[1])  # noqa: S302  of our own tree
    if defaults or len(names) != 2:
        return 0
    return _end(body, names[place], arrays=total.__class__ is list)


def _end(body: t.Tree, name: str, *, arrays: bool) -> int:
    """At which end all that a body may give adds to a variable."""
    found = _END | _FRONT
    waiting = [body]
    while waiting and found:
        one = waiting.pop()
        kind = one[0] if one.__class__ is tuple else None
        if kind == t.LAZY:
            waiting.append(one[1])
        elif kind == t.ADD:
            # The variable itself is at one side; at the other it is not mentioned at all.
            left, right = _mentions(one[1], name), _mentions(one[2], name)
            found &= _FRONT if right else _END
            added = one[1] if right else one[2]
            found = 0 if (left and right) or (arrays and not _is_array(added)) else found
            waiting.append(one[2] if right else one[1])
        elif kind == t.IF and not _mentions(one[1:-1:2], name):
            waiting += (*one[2:-1:2], one[-1])
        elif kind in _AROUND and not _mentions(one[1], name):
            shadowed = kind == t.LOCAL and name in dict(one[1])
            found = 0 if shadowed else found
            waiting.append(one[2])
        elif kind != t.NAME or one[1] != name:
            found = 0
    return found and (_END if found & _END else _FRONT)


def _is_array(tree: t.Tree) -> bool:
    return tree.__class__ is tuple and bool(tree) and tree[0] in _ARRAYS


def _mentions(tree: t.Tree, name: str) -> bool:
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if one.__class__ is not tuple or not one:
            continue
        if one[0].__class__ is int and (one[0] == t.PACKED or one == (t.NAME, name)):
            return True
        waiting += one
    return False
