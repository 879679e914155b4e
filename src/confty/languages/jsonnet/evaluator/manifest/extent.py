"""A value to its last field: working it out, and how many values it would be written out."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.objects import check, fetch
from confty.languages.jsonnet.evaluator.values import ABSENT, Func, Obj, Thunk, Value, force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

NO_FUNCTION: Final = "couldn't manifest function in JSON output."
#: Characters of indentation at which a value is taken to be endless.
DEEPEST: Final = 10_000
#: Levels at which a value is taken to be endless; as many as JSON has before it is too deep.
LEVELS: Final = DEEPEST // 3
#: More values than this in one text is a bomb, not a configuration.
_LARGEST: Final = 100_000_000
_SCALARS: Final = frozenset({type(None), bool, float, str})


def work_out(value: Value) -> None:
    """Work a value out to its last field, so that nothing is left that can fail."""
    _work_out(value, 0, {})


def refuse_endless(value: Value) -> None:
    """Refuse a value that is small in memory, and whose text nobody could keep.

    It is worked out on the way, in the order in which it is written.
    """
    if _work_out(value, 0, {}) > _LARGEST:
        raise Stop(f"written out, this is more than {_LARGEST:,} values")


def _work_out(value: Value, depth: int, done: dict[int, tuple[Value, int]]) -> int:
    """Work a part out, once however often it is reached; return how many values it is written out.

    ``done`` keeps what has a number.
    """
    kind = value.__class__
    if depth > LEVELS:
        raise Stop(TOO_DEEP)
    if kind is Obj or kind is list:
        known = done.get(id(value))
        if known is not None:
            return known[1]
        if kind is Obj:
            extent = _work_fields_out(value, depth, done)
        else:
            extent = 1 + len(value)
            for element in value:
                item = force(element) if element.__class__ is Thunk else element
                if item.__class__ not in _SCALARS:
                    extent += _work_out(item, depth + 1, done)
        done[id(value)] = (value, extent)
        return extent
    if kind is Func:
        raise Stop(NO_FUNCTION)
    if kind not in _SCALARS:
        stranger(value)
    return 1


def _work_fields_out(value: Obj, depth: int, done: dict[int, tuple[Value, int]]) -> int:
    check_once(value)
    cache = value.cache
    names = value.shape.visible
    extent = 1 + len(names)
    for name in names:
        item = cache.get(name, ABSENT)
        if item is ABSENT:
            item = fetch(value, name)
        if item.__class__ not in _SCALARS:
            extent += _work_out(item, depth + 1, done)
    return extent


def check_once(value: Obj) -> None:
    """Run an object's asserts if they did not run yet."""
    if value.shape.asserted and not value.state:
        check(value)
