"""What a run does with values: the one place where a plain and a labelled run differ.

A plain run meets no labels and does not look for any.  A labelled run has ``LabelledOperations``,
which ask for labels first and come here for the rest.  Which of the two a run has is decided
before it starts, and no other run is affected.
"""

from __future__ import annotations

from confty.generics import Protocol
from confty.languages.rcl import codes, sizes
from confty.languages.rcl.evaluator import operators
from confty.languages.rcl.evaluator.fits import Tests
from confty.languages.rcl.library.call_site import CallFailure, PlacedSite
from confty.languages.rcl.renderer import text_of
from confty.languages.rcl.values import Builtin, Method, Value, freeze
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# The answer of an operation that does not apply.
MISSING: Final = object()
Place = tuple[int, int]


class Locating(Protocol):
    """Where operations happen, for the history of labels and for failures."""

    def span(self, start: int, end: int) -> Span:
        """A span of the document."""


class Operations:
    """Operations on values without labels."""

    labelled = False
    # Whether it depends on a secret how the program ends, and where that began.
    depends = False
    turn: Span | None = None

    @property
    def hushed(self) -> bool:
        """Whether a trace would tell about a secret."""
        return False

    def __init__(self, tests: Tests | None = None) -> None:
        self.tests = tests or Tests()

    def binary(
        self, operator: str, left: Value, right: Value, home: Locating, place: Place
    ) -> Value:
        """Apply a binary operator."""
        del home, place
        return operators.BINARY[operator](left, right)

    def unary(self, operator: str, operand: Value, home: Locating, place: Place) -> Value:
        """Apply ``not`` or ``-``."""
        del home, place
        return operators.unary(operator, operand)

    def text(self, value: Value) -> Value:
        """Return what stands in a string for a value, None when nothing can."""
        return text_of(value)

    def joined(self, texts: list[Value], home: Locating, place: Place) -> Value:
        """Put the texts of a format string together."""
        del home, place
        message = sizes.too_long(sum(map(len, texts)))
        if message is not None:
            raise CallFailure("all", codes.TOO_LARGE, message)
        return "".join(texts)

    def decide(self, condition: Value) -> bool:
        """Decide whether an element is there at all."""
        return bool(condition)

    def may_hold(self, condition: Value, home: Locating, place: Place) -> bool:
        """Whether an assertion passes."""
        del home, place
        return bool(condition)

    def branch(
        self, condition: Value, yes: Callable[[], Value], no: Callable[[], Value],
        home: Locating, place: Place,
    ) -> Value:  # fmt: skip
        """Choose between two branches."""
        del home, place
        return yes() if condition else no()

    def bare(self, value: Value) -> Value:
        """Return what a label is on."""
        return value

    def visible(self, value: Value) -> Value:
        """Return a value as it may be shown."""
        return value

    def is_plain(self, value: Value) -> bool:
        """Whether translated code can work with a value."""
        del value
        return True

    def field(self, value: Value, name: str, home: Locating, place: Place) -> Value:
        """Look up a key of a dict; ``MISSING`` when it is not there."""
        del home, place
        return value[name] if value.__class__ is dict and name in value else MISSING

    def index(self, value: Value, key: Value, home: Locating, place: Place) -> Value:
        """Look up an element of a list or a dict."""
        del home, place
        return operators.index(value, key)

    def called(
        self, callee: Value, call: Callable[[Value], Value], home: Locating, place: Place
    ) -> Value:
        """Call what is no function itself; ``MISSING`` when there is none inside either."""
        del callee, call, home, place
        return MISSING

    def library(self, site: PlacedSite, callee: Builtin | Method, values: list[Value]) -> Value:
        """Call a function of the library; a method's receiver is the first value."""
        return callee.body(site, *values)

    def collection(
        self, fill: Callable[[], Value], what: str, home: Locating, place: Place
    ) -> Value:
        """Make a collection of what its elements and loops give."""
        del what, home, place
        return fill()

    def opened(self, many: Value) -> Value:
        """Return a collection whose elements go into another one."""
        return many

    def marker(self, many: Value) -> Callable[[Value], Value] | None:
        """Return what marks each key and value of a dict in a loop, if anything does."""
        del many
        return None

    def key(self, value: Value, home: Locating, place: Place) -> Value:
        """Return what stands for a value as a key of a dict."""
        del home, place
        return freeze(value)

    def element(self, value: Value) -> Value:
        """Return what stands for a value in a set."""
        return freeze(value)
