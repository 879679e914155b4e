"""What a library function may ask of the place it is called from.

A function of the library gets a site, its receiver and its arguments, and either gives a value or
raises ``Failure``.  The same bodies serve translated code, where a site only knows how deep the
evaluation is, and the reference evaluator, where it also knows every place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, Protocol

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.stop import Failure
from confty.languages.rcl.values import Value, kind


class Site(Protocol):
    """The place of a call."""

    most_rounds: int  # how often a loop without a known end may go round
    value_depth: int  # how deep a value may nest that grows in a loop; 0 not to look

    def caller(
        self, callback: Value, count: int, argument: int, role: str
    ) -> Callable[..., Value]:
        """Return a plain function that calls back with ``count`` arguments."""

    def read_file(self, path: str) -> str:
        """Return the text of a file."""


def bad(where: str | int, message: str, hint: str = "") -> NoReturn:
    """Refuse an argument, the receiver or the call as a whole."""
    raise Failure(where, codes.BAD_ARGUMENT, message, hint)


def string(value: Value, argument: int, name: str) -> str:
    """Insist on a string."""
    if value.__class__ is not str:
        bad(argument, f"expected a String as {name}, found {kind(value)}")
    return value
