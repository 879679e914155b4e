"""The one slow path: what happens when an operand is no plain value.

Operators, branches and library functions test for the plain classes first.  Whatever is
left arrives here: a labelled value (secret, unknown, dependent) is handed to the installed
lifter; anything else is the program's mistake and the caller's sentence says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import PLAIN, Value

Operation = Callable[..., Value]


class Lifter:
    """How labelled values pass through an operation; installed by whoever makes them."""

    __slots__ = ("apply", "show", "type_of")

    def __init__(
        self,
        apply: Callable[[Operation, tuple[Value, ...]], Value],
        show: Callable[[Value], Value],
        type_of: Callable[[Value], str],
    ) -> None:
        self.apply = apply
        # What a printer may show in the value's place, a plain value.
        self.show = show
        self.type_of = type_of


_installed: list[Lifter] = []
WITHHELD: Final = "an operation failed on a value that must not be shown"


def install(lifter: Lifter | None) -> None:
    """Choose how labelled values are lifted; None takes the lifter away."""
    _installed[:] = [] if lifter is None else [lifter]


def is_plain(value: Value) -> bool:
    """Whether ``value`` carries no label at its top."""
    return value.__class__ in PLAIN


def lifted(operation: Operation, *operands: Value) -> Value:
    """Run ``operation`` below the labels of its operands; NOT_LIFTED when there are none."""
    if _installed and not all(operand.__class__ in PLAIN for operand in operands):
        try:
            return _installed[0].apply(operation, operands)
        except Stop:
            # The sentence may quote what the label hides.
            raise Stop(WITHHELD) from None
    return NOT_LIFTED


def chosen(operation: Operation, test: Value) -> Value:
    """Go on below the label of a condition; what runs there speaks for itself."""
    if _installed and test.__class__ not in PLAIN:
        return _installed[0].apply(operation, (test,))
    return _foreign(test)


class _NotLifted:
    """The answer of ``lifted`` when every operand is plain."""

    __slots__ = ()


NOT_LIFTED = _NotLifted()


def unusual(operation: Operation, message: str, *operands: Value) -> Value:
    """Lift the operation over labelled operands, or stop with ``message``."""
    result = lifted(operation, *operands)
    if result is NOT_LIFTED:
        raise Stop(message)
    return result


def shown(value: Value) -> Value:
    """What a printer may show in the place of a value that is not plain."""
    if _installed:
        return _installed[0].show(value)
    return _foreign(value)


def hidden_type(value: Value) -> str:
    """The type word of what a labelled value holds."""
    if _installed:
        return _installed[0].type_of(value)
    return _foreign(value)


def _foreign(value: Any) -> NoReturn:
    raise Stop(f"a Python {type(value).__name__} is not a Jsonnet value")
