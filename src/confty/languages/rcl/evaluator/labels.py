"""Labelled values in RCL: secrets, unknowns and dependencies go where their values go.

Loaded when a labelled value can enter a program, as an input or through a file of another
language.  What decides how many elements a collection gets labels the collection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from confty.languages.rcl import codes, sizes
from confty.languages.rcl.evaluator import lifting, operators
from confty.languages.rcl.evaluator.fits import Tests
from confty.languages.rcl.evaluator.labelled_calls import call_library
from confty.languages.rcl.evaluator.operations import MISSING, Locating, Operations, Place
from confty.languages.rcl.evaluator.run import Stop
from confty.languages.rcl.library.call_site import CallFailure, PlacedSite
from confty.languages.rcl.renderer import text_of
from confty.languages.rcl.values import (
    Builtin,
    Lambda,
    Method,
    Test,
    Unordered,
    Value,
    elements,
    freeze,
)
from confty.text import Span
from confty.values import Labelled, Step, branch, is_plain, redact, summary

# Operators that fail because of the kinds of their operands, and not because of what they are.
_SURE: Final = frozenset(("==", "!=", "<", "<=", ">", ">=", "and", "or"))
# Operators that read no more of their operands than they give back.
_SHALLOW: Final = frozenset(("|", "+", "-", "*", "/"))


def _seen_through(test: Test) -> Test:
    """Let a label not stand in the way; what is not known yet may be anything."""

    def run(value: Value) -> bool:
        if not isinstance(value, Labelled):
            return test(value)
        return value.unknown or test(value.value)

    return run


class LabelledOperations(Operations):
    """Operations on values with and without labels, in one run.

    ``inputs`` is the record of inputs, whose fields remember where they were used.
    """

    labelled = True

    def __init__(self, inputs: Value = None, *, shows: bool = False) -> None:
        super().__init__(Tests(_seen_through))
        self.inputs = inputs
        # Whether all may be told.
        self.shows = shows
        # Labels of what decided how many elements the innermost collection gets.
        self.noted: list[Labelled] = []
        # How many secret decisions what runs now depends on, those in ``noted`` aside.
        self.hushes = 0
        # The innermost collection.
        self.around: Span | None = None

    @property
    def hushed(self) -> bool:
        """Whether what runs now runs only because of a secret; a trace would tell."""
        if self.shows:
            return False
        return self.hushes > 0 or any(one.secret for one in self.noted)

    def depend(self, found: Value, span: Span | None) -> None:
        """Note that from here on it depends on a value whether the program fails.

        All before the first such place is the same whatever a secret is; what comes after is
        told when the program has not failed.
        """
        if not self.depends and not self.shows and isinstance(found, Labelled) and found.secret:
            self.depends, self.turn = True, span

    @contextmanager
    def hushing(self, found: Value) -> Iterator[None]:
        """Show no traces inside the block if what decided to run it is secret."""
        secret = isinstance(found, Labelled) and found.secret
        self.hushes += secret
        try:
            yield
        finally:
            self.hushes -= secret

    def binary(
        self, operator: str, left: Value, right: Value, home: Locating, place: Place
    ) -> Value:
        """Apply a binary operator."""
        operation = operators.BINARY[operator]
        if not isinstance(left, Labelled) and not isinstance(right, Labelled):
            try:
                return operation(left, right)
            except Unordered:
                pass  # A label deep inside: the comparison is as secret as what it read.
        # Elements of sets are compared, whatever joins them.
        deep = operator not in _SHALLOW or lifting.bare(left).__class__ is set
        span = home.span(*place)
        if operator not in _SURE and lifting.bare(left).__class__ is not str:
            self.depend(summary([left, right]), span)
        return lifting.run(
            operation, f"'{operator}'", left, right, deep=deep, place=span, shows=self.shows
        )

    def unary(self, operator: str, operand: Value, home: Locating, place: Place) -> Value:
        """Apply ``not`` or ``-``."""
        if not isinstance(operand, Labelled):
            return operators.unary(operator, operand)
        return lifting.run(
            lambda one: operators.unary(operator, one), f"'{operator}'", operand,
            deep=operator == "not", place=home.span(*place), shows=self.shows,
        )  # fmt: skip

    def text(self, value: Value) -> Value:
        """Return what stands in a string for a value; a label stays until all are joined."""
        return value if isinstance(value, Labelled) else text_of(value)

    def joined(self, texts: list[Value], home: Locating, place: Place) -> Value:
        """Put the texts of a format string together."""
        if not any(isinstance(one, Labelled) for one in texts):
            return super().joined(texts, home, place)
        return self._attempt(_text, "a format string", tuple(texts), home, place, deep=True)

    def decide(self, condition: Value) -> bool:
        """Decide whether an element is there; the collection tells about it."""
        if isinstance(condition, Labelled):
            self._note(condition)
        return bool(lifting.bare(condition))

    def may_hold(self, condition: Value, home: Locating, place: Place) -> bool:
        """Whether an assertion passes; one that is not known yet may."""
        self.depend(condition, home.span(*place))
        return lifting.is_unknown(condition) or bool(lifting.bare(condition))

    def branch(
        self, condition: Value, yes: Callable[[], Value], no: Callable[[], Value],
        home: Locating, place: Place,
    ) -> Value:  # fmt: skip
        """Choose between two branches; what comes of it tells about the condition."""
        self.depend(condition, home.span(*place))
        with self.hushing(condition):
            return branch(condition, yes, no, "a condition", home.span(*place))

    def bare(self, value: Value) -> Value:
        """Return what a label is on."""
        return lifting.bare(value)

    def visible(self, value: Value) -> Value:
        """Return the value with secrets and unknowns replaced by words."""
        return redact(value)

    def is_plain(self, value: Value) -> bool:
        """Whether translated code can work with a value: labels want places, and care."""
        return is_plain(value)

    def field(self, value: Value, name: str, home: Locating, place: Place) -> Value:
        """Look up a key of a dict; ``MISSING`` when it is not there."""
        if not isinstance(value, Labelled):
            found = super().field(value, name, home, place)
            return self._used(value, name, found, home, place)
        inner = value.value
        self.depend(value, home.span(*place))
        if not value.unknown and (inner.__class__ is not dict or name not in inner):
            return MISSING
        return self._attempt(
            lambda one: one[name], f"the field '{name}'", (value,), home, place, deep=False
        )

    def index(self, value: Value, key: Value, home: Locating, place: Place) -> Value:
        """Look up an element of a list or a dict."""
        if isinstance(value, Labelled) or isinstance(key, Labelled):
            operands = (value, key)
            self.depend(summary(operands), home.span(*place))
            return self._attempt(operators.index, "an index", operands, home, place, deep=False)
        found = operators.index(value, key)
        return self._used(value, key, found, home, place)

    def _used(
        self, holder: Value, key: Value, found: Value, home: Locating, place: Place
    ) -> Value:
        """Return a part of a collection; an input remembers where it was used."""
        if holder is not self.inputs or not isinstance(found, Labelled):
            return found
        introduces = frozenset({"unknown"} if found.unknown else {"secret"})
        step = Step(f"the input ext.{key}", home.span(*place), (), introduces)
        return Labelled(found.value, found.secret, found.dependencies, (step,))

    def called(
        self, callee: Value, call: Callable[[Value], Value], home: Locating, place: Place
    ) -> Value:
        """Call a function that a labelled decision chose; what it gives tells about that."""
        if not isinstance(callee, Labelled):
            return MISSING
        if callee.unknown:
            return lifting.unknown_from(callee, "a call", home.span(*place))
        if not isinstance(callee.value, (Lambda, Builtin, Method)):
            return MISSING
        self.depend(callee, home.span(*place))
        with self.hushing(callee):
            result = call(callee.value)
        return lifting.relabelled(result, callee, "a call", home.span(*place))

    def library(self, site: PlacedSite, callee: Builtin | Method, values: list[Value]) -> Value:
        """Call a function of the library as its record says that it treats labels."""
        return call_library(site, callee, values, self)

    def collection(
        self, fill: Callable[[], Value], what: str, home: Locating, place: Place
    ) -> Value:
        """Make a collection, and label it with what decided about its elements."""
        outer, self.noted = self.noted, []
        self.around = home.span(*place)
        secret = any(one.secret for one in outer)
        self.hushes += secret
        try:
            try:
                made = fill()
            except Unordered:
                raise Stop(codes.CHECK_FAILED.at(home.span(*place), lifting.NOT_A_KEY)) from None
            except lifting.NotKnown as missing:
                made = missing.value
            for one in self.noted:
                made = lifting.relabelled(made, one, what, home.span(*place))
            return made
        finally:
            self.noted = outer
            self.hushes -= secret

    def _note(self, found: Labelled) -> None:
        self.depend(found, self.around)
        if found.unknown:
            raise lifting.NotKnown(found)
        if not any(lifting.covers(one, found) for one in self.noted):
            self.noted.append(found)

    def opened(self, many: Value) -> Value:
        """Note the label of a collection; the elements of a list or set get it as well."""
        if not isinstance(many, Labelled):
            return many
        self._note(many)
        inner = many.value
        if isinstance(inner, (list, set)):
            return [lifting.relabelled(one, many) for one in elements(inner)]
        return inner

    def marker(self, many: Value) -> Callable[[Value], Value] | None:
        """Return what gives a part of a collection the label of the collection."""
        if not isinstance(many, Labelled):
            return None
        return lambda part: lifting.relabelled(part, many)

    def key(self, value: Value, home: Locating, place: Place) -> Value:
        """Return what stands for a value as a key of a dict."""
        try:
            return freeze(value)
        except Unordered:
            raise Stop(codes.CHECK_FAILED.at(home.span(*place), lifting.NOT_A_KEY)) from None

    def element(self, value: Value) -> Value:
        """Return what stands for a value in a set."""
        try:
            return freeze(value)
        except Unordered:
            # Which elements are equal tells about each of them, so the whole set is labelled.
            found = summary(value)
            self._note(found)
            return freeze(found.value)

    def _attempt(
        self, operation: Callable[..., Value], what: str, operands: tuple[Value, ...],
        home: Locating, place: Place, *, deep: bool,
    ) -> Value:  # fmt: skip
        """Run a lifted operation; blame the whole expression when it fails."""
        span = home.span(*place)
        try:
            return lifting.run(operation, what, *operands, deep=deep, place=span, shows=self.shows)
        except CallFailure as failure:
            raise Stop(failure.at(span)) from None


def _text(*texts: Value) -> str:
    found = [text_of(one) for one in texts]
    if None in found:
        raise CallFailure("name", codes.NOT_TEXT, "a value cannot be put into a string")
    made = list(map(str, found))
    message = sizes.too_long(sum(map(len, made)))
    if message is not None:
        raise CallFailure("all", codes.TOO_LARGE, message)
    return "".join(made)
