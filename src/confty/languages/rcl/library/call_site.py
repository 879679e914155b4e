"""What a library function may ask of the place it is called from.

A function of the library gets a site, its receiver and its arguments, and either gives a value or
raises ``CallFailure``.  The same bodies serve translated code, where a site only knows how deep
the evaluation is, and the reference evaluator, where it also knows every place.
"""

from __future__ import annotations

from confty.generics import Protocol
from confty.languages.rcl import codes
from confty.languages.rcl.values import Value, kind
from confty.text import Code, Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


class Exhausted(Exception):
    """More steps than any program may take."""


class CallFailure(Exception):
    """A library function cannot do what was asked.

    ``where`` is "name", "receiver", "all" or the index of the argument to blame; ``path`` leads
    from there to the part at fault.
    """

    def __init__(
        self, where: str | int, code: Code, message: str, hint: str = "",
        path: tuple[str | int, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.path = path
        self.where = where
        self.code = code
        self.message = message
        self.hint = hint

    def at(self, span: Span | None) -> Diagnostic:
        """Return the finding at the place that was found for ``where``."""
        finding = self.code.at(span, self.message)
        return finding.with_help(self.hint) if self.hint else finding


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


class PlacedSite(Site, Protocol):
    """A site that knows where it is."""

    def span(self, where: str | int) -> Span:
        """Return the place that a failure blames."""


def bad(where: str | int, message: str, hint: str = "") -> NoReturn:
    """Refuse an argument, the receiver or the call as a whole."""
    raise CallFailure(where, codes.BAD_ARGUMENT, message, hint)


def string(value: Value, argument: int, name: str) -> str:
    """Insist on a string."""
    if value.__class__ is not str:
        bad(argument, f"expected a String as {name}, found {kind(value)}")
    return value
