"""The operators of a labelled run, under the names that generated code uses.

Each takes the labels off its operands, runs the plain operator and labels what that gives.  An
operator that reads the inside of containers gets views; one that only moves parts does not.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator import calls, objects, operators, sums
from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.labels import ends
from confty.languages.jsonnet.evaluator.labels.ends import SCALARS
from confty.languages.jsonnet.evaluator.labels.library import lift
from confty.languages.jsonnet.evaluator.labels.marks import Met, SafeFailure, Speech, said
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.runtime import CPP, RUNTIME
from confty.languages.jsonnet.evaluator.values import ABSENT, Obj, Row, Value
from confty.values.labels import Labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final, NoReturn

_SECRET_NAME: Final = "the name of a field must not be secret: names are written in the open"  # noqa: S105  a message


def _deep(symbol: str, work: Callable[..., Value]) -> Callable[..., Value]:
    """An operator that reads all of its operands."""

    def operate(*operands: Value) -> Value:
        if all(operand.__class__ in SCALARS for operand in operands):
            return work(*operands)
        met = Met(sure=symbol == "%" and ends.is_sure_format(operands[0]))
        tops = [met.top(operand) for operand in operands]
        if met.missing:
            return met.unknown(symbol)
        met.decide(*tops)
        return met.run(symbol, work, *[met.bare(operand) for operand in tops])

    return operate


def _shallow(symbol: str, work: Callable[..., Value]) -> Callable[..., Value]:
    """An operator that looks at its operands and not into them."""

    def operate(*operands: Value) -> Value:
        met = Met(
            sure=ends.is_sure(
                symbol, [at for at, one in enumerate(operands) if one.__class__ is Labelled]
            )
        )
        tops = [met.top(operand) for operand in operands]
        return met.run(symbol, work, *tops)

    return operate


def add(left: Value, right: Value) -> Value:
    """Answer ``left + right``."""
    if left.__class__ in SCALARS and right.__class__ in SCALARS:
        return sums.add(left, right)
    met = Met()
    one, other = met.top(left), met.top(right)
    if met.missing:
        return met.unknown("+")
    if one.__class__ is str or other.__class__ is str:
        met.decide(one, other)
        met.sure = True
        one, other = met.bare(one), met.bare(other)
    elif one.__class__ is not float or other.__class__ is not float:
        # Arrays and objects are put together, whatever is in them; other kinds fail.
        met.sure = True
    return said(met.run("+", sums.add, one, other), sums.add, left, right)


_modulo = _deep("%", operators.modulo)


def modulo(left: Value, right: Value) -> Value:
    """Answer ``left % right``."""
    return said(_modulo(left, right), operators.modulo, left, right)


def plus(below: Value, value: Value) -> Value:
    """Answer a ``+:`` field."""
    return value if below is ABSENT else add(below, value)


def field(target: Value, name: str) -> Value:
    """Read ``target.name``."""
    if target.__class__ is not Labelled:
        return objects.field(target, name)
    met = Met()
    return met.guarded(f".{name}", objects.field, met.top(target), name)


def _indexing(work: Callable[[Value, Value], Value]) -> Callable[[Value, Value], Value]:
    """``target[key]``, by the plain operator."""

    def index(target: Value, key: Value) -> Value:
        if target.__class__ is not Labelled and key.__class__ is not Labelled:
            return work(target, key)
        met = Met()
        at = met.top(key)
        met.decide()
        bare = met.top(target)
        parts = key.__class__ is not Labelled and bare.__class__ is not str
        return met.guarded("[...]", work, bare, at, marking=not parts)

    return index


def super_field(target: Obj, layer: int, name: Value) -> Value:
    """Read ``super.name`` or ``super[name]``."""
    if name.__class__ is not Labelled:
        return objects.super_field(target, layer, name)
    met = Met()
    at = met.top(name)
    met.decide()
    return met.run("super[...]", objects.super_field, target, layer, at)


def in_super(name: Value, target: Obj, layer: int) -> Value:
    """Answer ``name in super``."""
    if name.__class__ is not Labelled:
        return objects.in_super(name, target, layer)
    met = Met()
    return met.run("in super", objects.in_super, met.top(name), target, layer)


def call(
    function: Value, positional: tuple[Value, ...], named: tuple[tuple[str, Value], ...]
) -> Value:
    """Call anything with any arguments."""
    if function.__class__ is not Labelled:
        return calls.call(function, positional, named)
    met = Met()
    return met.guarded("a call", calls.call, met.top(function), positional, named)


def call1(function: Value, first: Value) -> Value:
    """Call with one positional argument."""
    return call(function, (first,), ())


def call2(function: Value, first: Value, second: Value) -> Value:
    """Call with two positional arguments."""
    return call(function, (first, second), ())


def call_eager(
    function: Value, positional: tuple[Value, ...], named: tuple[tuple[str, Value], ...]
) -> Value:
    """Call with ``tailstrict``."""
    if function.__class__ is not Labelled:
        return calls.call_eager(function, positional, named)
    met = Met()
    return met.guarded("a call", calls.call_eager, met.top(function), positional, named)


def stop(message: Value, ours: bool = False) -> NoReturn:
    """Run ``error message``, with words in the place of what must not be shown."""
    said = to_string(Speech(shows=current().shows).bare(message))
    raise SafeFailure(said, go="" if ours else said)


def condition(value: Value) -> bool:
    """Decide an assert; one about a value not known yet is put off."""
    if value.__class__ is Labelled:
        met = Met()
        met.top(value)
        met.decide()
        return value.unknown or operators.condition(value.value)
    return operators.condition(value)


def branch(test: Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
    """Choose; the result of a labelled condition takes its label."""
    if test is True:
        return yes()
    if test is False:
        return no()
    met = Met()
    bare = met.top(test)
    if met.missing:
        return met.unknown("if")
    met.decide()
    side = yes if operators.condition(bare) else no
    return met.marked(side(), "if")


def _logical(symbol: str, work: Callable[..., Value]) -> Callable[..., Value]:
    def connect(left: Value, right: Callable[[], Value]) -> Value:
        if left.__class__ is not Labelled:
            return _second(left, right)
        met = Met()
        bare = met.top(left)
        met.decide()
        return met.unknown(symbol) if met.missing else met.marked(_second(bare, right), symbol)

    def _second(left: Value, right: Callable[[], Value]) -> Value:
        other: list[Value] = []

        def second() -> Value:
            value = right()
            if value.__class__ is not Labelled:
                return value
            other.append(value)
            # A stand-in: the plain operator only looks whether this is a boolean.
            return value.value if not value.unknown else True

        result = work(left, second)
        return other[0] if other else result

    return connect


def iterable(value: Value, met: Met) -> Iterable[Value]:
    """The elements a ``for`` walks over; the array's label is noted for the result."""
    if value.__class__ is Labelled:
        value = met.top(value)
        met.decide()
        if met.missing:
            return ()
    return operators.iterable(value)


def passes(value: Value, met: Met) -> bool:
    """Decide the ``if`` of a comprehension; its label is noted for the result."""
    if value.__class__ is Labelled:
        value = met.top(value)
        met.decide()
        if met.missing:
            return False
    return operators.condition(value)


def gathered(items: list[Value], met: Met) -> Value:
    """The array of a comprehension."""
    return met.unknown("for") if met.missing else met.marked(items, "for")


class ComputedLiteral(objects.ComputedLiteral):
    """An object literal with computed names, none of which may be secret."""

    __slots__ = ()

    def __call__(self, names: tuple[Value, ...], row: Row) -> Value:
        """Make an object of names and values."""
        met = Met()
        opened = tuple([_name(name, met) for name in names])
        if met.missing:
            return met.unknown("a computed name")
        return met.marked(super().__call__(opened, row), "a computed name")


def dynamic_object(entries: Iterable[tuple[Value, int, Value]], met: Met) -> Value:
    """The object of a comprehension, none of whose names may be secret."""
    opened = [(_name(name, met), mark, value) for name, mark, value in entries]
    if met.missing:
        return met.unknown("for")
    return met.marked(objects.dynamic_object(opened), "for")


def _name(name: Value, met: Met) -> Value:
    if name.__class__ is not Labelled:
        return name
    if name.secret:
        raise SafeFailure(_SECRET_NAME)
    return met.top(name)


_DEEP: Final = {
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
    "==": "equals",
    "!=": "differs",
    "&": "bit_and",
    "|": "bit_or",
    "^": "bit_xor",
    "<<": "shift_left",
    ">>": "shift_right",
    "unary -": "minus",
    "unary +": "unary_plus",
    "~": "invert",
    "!": "negate",
}

LABELLED_RUNTIME: Final[dict[str, object]] = {
    **RUNTIME,
    **{name: _deep(symbol, getattr(operators, name)) for symbol, name in _DEEP.items()},
    "ComputedLiteral": ComputedLiteral,
    "Met": Met,
    "add": add,
    "both": _logical("&&", operators.both),
    "branch": branch,
    "call": call,
    "call_eager": call_eager,
    "call1": call1,
    "call2": call2,
    "condition": condition,
    "contains_field": _shallow("in", operators.contains_field),
    "dynamic_object": dynamic_object,
    "either": _logical("||", operators.either),
    "field": field,
    "gathered": gathered,
    "in_super": in_super,
    "index": _indexing(operators.index),
    "iterable": iterable,
    "lift": lift,
    "modulo": modulo,
    "passes": passes,
    "plus": plus,
    "slice_": _shallow("[:]", operators.slice_),
    "stop": stop,
    "super_field": super_field,
}


def labelled_runtime(dialect: str) -> dict[str, object]:
    """The names of generated code in a dialect."""
    if dialect != CPP:
        return LABELLED_RUNTIME
    from confty.languages.jsonnet.evaluator import cpp  # noqa: PLC0415  loaded by the runs that need it

    return {
        **LABELLED_RUNTIME,
        "index": _indexing(cpp.index),
        "shift_left": _deep("<<", cpp.shift_left),
        "slice_": _shallow("[:]", cpp.slice_),
    }
