"""Values as plain Python data."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.bounds import LEVELS, NO_FUNCTION
from confty.languages.jsonnet.evaluator.objects import check_once, field
from confty.languages.jsonnet.evaluator.values import Func, Obj, Thunk, Value, force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_SCALARS: Final = frozenset({type(None), bool, float, str})


def plain_data(
    value: Value,
    depth: int = 0,
    other: Callable[[Value, int], object] | None = None,
    done: dict[int, tuple[Value, object]] | None = None,
) -> object:
    """Turn a value into plain Python data; ``other`` turns what is no value of the language.

    A part is turned once however often it is reached: ``done`` has what it became, and keeps it.
    """
    kind = value.__class__
    if depth > LEVELS:
        raise Stop(TOO_DEEP)
    if kind is float:
        return int(value) if value.is_integer() else value
    if kind is list or kind is Obj:
        done = {} if done is None else done
        known = done.get(id(value))
        if known is not None:
            return known[1]
        made: object
        if kind is list:
            items = [force(item) if item.__class__ is Thunk else item for item in value]
            made = [plain_data(item, depth + 1, other, done) for item in items]
        else:
            check_once(value)
            made = {
                name: plain_data(field(value, name), depth + 1, other, done)
                for name in value.shape.visible
            }
        done[id(value)] = (value, made)
        return made
    if kind is Func:
        raise Stop(NO_FUNCTION)
    if kind in _SCALARS:
        plain: object = value
        return plain
    return stranger(value) if other is None else other(value, depth)
