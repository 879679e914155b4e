"""The operators, for operands of which nothing is known.

Each tests for the classes it works on, quickest first; everything else is a mistake and gets its
sentence.  The generated code calls these only where it could not prove what it holds.  Sums, which
nearly every program has, are in a file of their own.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.failure import Stop, as_long, out_of_bounds, overflow
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.objects import fetch
from confty.languages.jsonnet.evaluator.sums import mismatch
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    ELEMENTS,
    PLAIN,
    Obj,
    Thunk,
    Value,
    force,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from confty.languages.jsonnet.evaluator.equality import Pairs

_SAFE = 2.0**53 - 1
_LARGEST = 2.0**63


def subtract(left: Value, right: Value) -> Value:
    """Answer ``left - right``."""
    if left.__class__ is float and right.__class__ is float:
        result = left - right
        return result if result - result == 0.0 else overflow(result)
    raise Stop(mismatch("-", left, right))


def multiply(left: Value, right: Value) -> Value:
    """Answer ``left * right``."""
    if left.__class__ is float and right.__class__ is float:
        result = left * right
        return result if result - result == 0.0 else overflow(result)
    raise Stop(mismatch("*", left, right))


def divide(left: Value, right: Value) -> Value:
    """Answer ``left / right``."""
    if left.__class__ is float and right.__class__ is float:
        if right == 0.0:
            raise Stop("division by zero.")
        result = left / right
        return result if result - result == 0.0 else overflow(result)
    raise Stop(mismatch("/", left, right))


def _remainder(left: float, right: float) -> float:
    """The remainder with the sign of what is divided; Python's has that of the divisor."""
    rest = abs(left) % abs(right)
    return left if left == 0.0 else rest if left > 0.0 else -rest


def modulo(left: Value, right: Value) -> Value:
    """Answer ``left % right``: the remainder of numbers, or formatting."""
    if left.__class__ is float and right.__class__ is float:
        if right == 0.0:
            raise Stop("division by zero.")
        return left % right if left > 0.0 < right else _remainder(left, right)
    if left.__class__ is str and right.__class__ in PLAIN:
        # Most programs start without templates.
        from confty.languages.jsonnet.evaluator.format import format_text  # noqa: PLC0415  loaded by the runs that need it

        return format_text(left, right)
    kinds = f"{type_name(left)} and {type_name(right)}"
    raise Stop(f"Operator % cannot be used on types {kinds}.")


def _order(left: Value, right: Value, symbol: str, known: Pairs | None = None) -> int:
    """Compare for ``symbol``: negative, zero or positive."""
    one, other = left.__class__, right.__class__
    if one is other:
        if one is float or one is str:
            return int(left > right) - int(left < right)
        if one is list:
            return _order_arrays(left, right, symbol, known)
    raise Stop(mismatch(symbol, left, right))


_FLOATS = frozenset({float})
_STRINGS = frozenset({str})


def _order_arrays(left: list[Value], right: list[Value], symbol: str, known: Pairs | None) -> int:
    kinds = {*map(type, left), *map(type, right)}
    if kinds <= _FLOATS or kinds <= _STRINGS:
        return (left > right) - (left < right)
    known = {} if known is None else known
    pair = (id(left), id(right))
    if pair in known:
        return 0
    for one, other in zip(left, right, strict=False):
        first = force(one) if one.__class__ is Thunk else one
        second = force(other) if other.__class__ is Thunk else other
        if (
            first.__class__ is not second.__class__
            and {first.__class__, second.__class__} <= PLAIN
        ):
            kinds_text = f"{type_name(first)} and {type_name(second)}"
            raise Stop(f"Comparison requires matching types. Got {kinds_text}")
        order = _order(first, second, symbol, known)
        if order:
            return order
    order = (len(left) > len(right)) - (len(left) < len(right))
    if not order:
        known[pair] = (left, right)
    return order


def _comparison(symbol: str, test: Callable[[int], bool]) -> Callable[[Value, Value], Value]:
    def compare(left: Value, right: Value) -> Value:
        return test(_order(left, right, symbol))

    return compare


_less = _comparison("<", lambda order: order < 0)
_at_most = _comparison("<=", lambda order: order <= 0)
_more = _comparison(">", lambda order: order > 0)
_at_least = _comparison(">=", lambda order: order >= 0)


def less(left: Value, right: Value) -> Value:
    """Answer ``left < right``."""
    if left.__class__ is float and right.__class__ is float:
        return left < right
    return _less(left, right)


def at_most(left: Value, right: Value) -> Value:
    """Answer ``left <= right``."""
    if left.__class__ is float and right.__class__ is float:
        return left <= right
    return _at_most(left, right)


def more(left: Value, right: Value) -> Value:
    """Answer ``left > right``."""
    if left.__class__ is float and right.__class__ is float:
        return left > right
    return _more(left, right)


def at_least(left: Value, right: Value) -> Value:
    """Answer ``left >= right``."""
    if left.__class__ is float and right.__class__ is float:
        return left >= right
    return _at_least(left, right)


def compare(left: Value, right: Value) -> int:
    """Order two values for sorting: negative, zero or positive."""
    return _order(left, right, "<")


def differs(left: Value, right: Value) -> Value:
    """Answer ``left != right``."""
    same = equals(left, right)
    return not same if same.__class__ is bool else negate(same)


def negate(value: Value) -> Value:
    """Answer ``!value``."""
    if value.__class__ is bool:
        return not value
    raise Stop(_unary("!", value))


def _unary(symbol: str, value: Value) -> str:
    kind = type_name(value)
    if kind in {"number", "boolean"}:
        return f"unary operator {symbol} does not operate on {kind}s."
    return f"unary operator {symbol} does not operate on type {kind}"


def minus(value: Value) -> Value:
    """Answer ``-value``."""
    if value.__class__ is float:
        return -value
    raise Stop(_unary("-", value))


def unary_plus(value: Value) -> Value:
    """Answer ``+value``."""
    if value.__class__ is float:
        return value
    raise Stop(_unary("+", value))


def invert(value: Value) -> Value:
    """Answer ``~value``."""
    if value.__class__ is float:
        # What 64 bits do not hold is their smallest number, as on most processors.
        return float(~int(value) if -_LARGEST <= value < _LARGEST else ~-int(_LARGEST))
    raise Stop(_unary("~", value))


def condition(value: Value) -> bool:
    """Answer the test of a branch that is not plainly true or false."""
    if value.__class__ is bool:
        return bool(value)
    raise Stop(f"condition must be boolean, got {type_name(value)}.")


def _logical(symbol: str, stop: bool) -> Callable[[Value, Callable[[], Value]], Value]:
    def connect(left: Value, right: Callable[[], Value]) -> Value:
        if left is stop:
            return stop
        if left.__class__ is not bool:
            raise Stop(mismatch(symbol, left, right()))
        value = right()
        if value.__class__ is bool:
            return value
        raise Stop(mismatch(symbol, left, value))

    return connect


both = _logical("&&", stop=False)
either = _logical("||", stop=True)


def logical(symbol: str, left: Value, right: Value) -> Value:
    """Answer ``&&`` or ``||`` when one of its sides is no boolean."""
    raise Stop(mismatch(symbol, left, right))


def _whole(number: float) -> int:
    if not -_SAFE <= number <= _SAFE:
        message = "numeric value outside safe integer range for bitwise operation."
        raise Stop(message, go=_outside(number))
    return int(number)


def _outside(number: float) -> str:
    """Go's words for a number that bits cannot be taken of, none for another."""
    if -_SAFE <= number <= _SAFE:
        return ""
    from confty.languages.jsonnet.evaluator.go_words import outside  # noqa: PLC0415  loaded by the runs that need it

    return outside(number)


def _bitwise(symbol: str, work: Callable[[int, int], int]) -> Callable[[Value, Value], Value]:
    def operate(left: Value, right: Value) -> Value:
        if left.__class__ is float and right.__class__ is float:
            return float(work(_whole(left), _whole(right)))
        raise Stop(mismatch(symbol, left, right))

    return operate


def shifting(symbol: str, work: Callable[[int, int], int]) -> Callable[[Value, Value], Value]:
    """A shift by less than 64 places; ``work`` says what becomes of the bits at the edge."""

    def operate(left: Value, right: Value) -> Value:
        if left.__class__ is not float or right.__class__ is not float:
            raise Stop(mismatch(symbol, left, right))
        if right < 0:
            raise Stop("shift by negative exponent.", go=_outside(left))
        return float(work(_whole(left), _whole(right) % 64))

    return operate


def _wrapped(number: int, count: int) -> int:
    """Shift in 64 bits; those beyond are lost."""
    return ((number << count) + (1 << 63)) % (1 << 64) - (1 << 63)


bit_and = _bitwise("&", lambda left, right: left & right)
bit_or = _bitwise("|", lambda left, right: left | right)
bit_xor = _bitwise("^", lambda left, right: left ^ right)
shift_left = shifting("<<", _wrapped)
shift_right = shifting(">>", lambda number, count: number >> count)


def index(target: Value, key: Value) -> Value:
    """Answer ``target[key]``."""
    kind = target.__class__
    if kind is list:
        if key.__class__ is float:
            at = int(key)
            if 0 <= at < len(target):
                item = target[at]
                return force(item) if item.__class__ is Thunk else item
    elif kind is Obj:
        if key.__class__ is str:
            value = target.cache.get(key, ABSENT)
            return fetch(target, key) if value is ABSENT else value
    elif kind is str and key.__class__ is float and -1.0 < key < len(target):
        return target[int(key)]
    return _odd_index(target, key)


def _odd_index(target: Value, key: Value) -> Value:
    kind, word = target.__class__, type_name(key)
    if kind is Obj:
        raise Stop(f"object index must be string, got {word}.")
    if kind is list:
        if word == "string":
            raise Stop(f'attempted index an array with string "{key}".')
        if word != "number":
            raise Stop(f"array index must be number, got {word}.")
        out_of_bounds(f"array bounds error: {key:g}", key, len(target))
    if kind is str:
        if word != "number":
            raise Stop(f"string index must be a number, got {word}.")
        out_of_bounds(f"string bounds error: {as_long(key)}", key, len(target))
    raise Stop(f"can only index objects, strings, and arrays, got {type_name(target)}.")


def slice_(target: Value, first: Value, last: Value, step: Value, exact: bool = False) -> Value:
    """Answer ``target[first:last:step]``; null parts have their defaults.

    Steps between whole numbers count as far as they go, unless places have to be ``exact``.
    """
    stride = 1 if step is None else _slice_number(step, ">=")
    if stride == 0:
        raise Stop(f"got {to_string(step)} but step must be greater than 0")
    kind = target.__class__
    if kind is not list and kind is not str:
        raise Stop(f"std.slice accepts a string or an array, but got: {type_name(target)}")
    size = len(target)
    start = _slice_bound(first, size, 0)
    stop = _slice_bound(last, size, size)
    if stride < 0:
        parts = ":".join([to_string(float(part)) for part in (start, stop, stride)])
        raise Stop(f"got [{parts}] but negative steps are not supported")
    if float(start).is_integer() and float(stride).is_integer():
        return target[int(start) : -int(-stop // 1) : int(stride)]
    return _uneven(target, start, min(stop, size), stride, exact and kind is list)


def _uneven(target: Value, start: float, stop: float, step: float, exact: bool) -> Value:
    if (stop - start) / step > ELEMENTS:
        raise Stop(f"expected a slice of at most {ELEMENTS} elements, found a step of {step:g}")
    found = []
    at = start
    while at < stop:
        if exact and not at.is_integer():
            raise Stop(f"array index was not integer: {at:g}")
        found.append(target[int(at)])
        at += step
    return "".join(found) if target.__class__ is str else found


def _slice_bound(part: Value, size: int, default: int) -> float:
    if part is None:
        return default
    number = _slice_number(part, "<")
    return max(0.0, size + number) if number < 0 else number


def _slice_number(part: Value, compared: str) -> float:
    if part.__class__ is not float:
        kinds = f"{type_name(part)} and number"
        raise Stop(f"binary operator {compared} requires matching types, got {kinds}.")
    number: float = part
    return number


def contains_field(name: Value, target: Value) -> Value:
    """Answer ``name in target``."""
    if name.__class__ is str and target.__class__ is Obj:
        return target.shape.slot_of(name) is not None
    if name.__class__ is not str:
        side, wanted, found = "left", "a string, ", name
    else:
        side, wanted, found = "right", "an object,", target
    place = f"the {side} hand side of the 'in' operator should be {wanted}"
    other = (found, "string") if target.__class__ is Obj else (target, "object")
    go = f"Unexpected type {type_name(other[0])}, expected {other[1]}"
    raise Stop(f"{place} got {type_name(found)}", go=go)


def iterable(value: Value) -> list[Value]:
    """The elements a ``for`` walks over."""
    if value.__class__ is list:
        elements: list[Value] = value
        return elements
    go = f"Unexpected type {type_name(value)}, expected array"
    raise Stop("In comprehension, can only iterate over array.", go=go)
