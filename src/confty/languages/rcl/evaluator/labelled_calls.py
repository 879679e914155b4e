"""Calls of the library with labelled values inside.

Most methods of collections only move elements about: the elements keep their own labels, and a
label of the collection itself goes to what the method gives and to whatever a callback is shown
of it.  What a callback says about order, number or equality of elements labels the whole result.
All other functions read their arguments to the bottom, and their result gets every label in there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator import lifting
from confty.languages.rcl.library.call_site import CallFailure, PlacedSite
from confty.languages.rcl.library.record import CallbackAnswer, Labels
from confty.languages.rcl.values import Builtin, Method, Unordered, Value
from confty.text import Span
from confty.values import Labelled, labels_in, summary


class LeakWatch(Protocol):
    """What a run shows to others, which may not depend on a secret."""

    shows: bool

    def hushing(self, found: Value) -> AbstractContextManager[None]:
        """Show no traces inside the block if what decided to run it is secret."""

    def depend(self, found: Value, span: Span) -> None:
        """Note that from here on it depends on a value whether the program fails."""


def call_library(
    site: PlacedSite, callee: Builtin | Method, values: list[Value], watch: LeakWatch
) -> Value:
    """Call a function of the library with values that may have labels."""
    try:
        if callee.function.labels is Labels.MOVES:
            return Gathering(site, callee, watch).call(values)
        if next(labels_in(values), None) is None:
            return callee.body(site, *values)
        if callee.function.labels is Labels.REFUSES:
            message = "a secret or unknown value cannot be the name of a file"
            raise CallFailure(0, codes.CHECK_FAILED, message)
        found = summary(values)
        if not callee.function.sure:
            watch.depend(found, site.span("name"))
        with watch.hushing(found):
            return lifting.run(
                lambda *inner: callee.body(site, *inner), f"'{callee.name}'", *values,
                place=site.span("name"), shows=watch.shows,
            )  # fmt: skip
    except Unordered:
        raise CallFailure("name", codes.CHECK_FAILED, lifting.NOT_A_KEY) from None


class Gathering:
    """The site of a call that moves elements: gathers the labels its result has to get."""

    def __init__(self, site: PlacedSite, callee: Builtin | Method, watch: LeakWatch) -> None:
        self.site = site
        self.watch = watch
        self.callee = callee
        self.function = callee.function
        self.value_depth = site.value_depth
        self.most_rounds = site.most_rounds
        self.label: Labelled | None = None
        self.receiver: Labelled | None = None

    def call(self, values: list[Value]) -> Value:
        """Run the body on what is under the labels; the elements stay as they are."""
        what, place = f"'{self.callee.name}'", self.site.span("name")
        try:
            receiver = self.take(values[0])
            self.receiver = self.label
            arguments = [
                one if index in self.function.kept else self.take_all(one)
                for index, one in enumerate(values[1:])
            ]
            result = self.callee.body(self, receiver, *arguments)
        except lifting.NotKnown as missing:
            return lifting.unknown_from(self.joined(missing.value), what, place)
        except CallFailure:
            if self.label is not None and self.label.secret and not self.watch.shows:
                raise lifting.concealed(what) from None
            raise
        return (
            result if self.label is None else lifting.relabelled(result, self.label, what, place)
        )

    def caller(
        self, callback: Value, count: int, argument: int, role: str
    ) -> Callable[..., Value]:
        """Return a function that calls back: labels go in with the elements and come out."""
        call = self.site.caller(callback, count, argument, role)
        answers = self.function.answers

        def answer(*arguments: Value) -> Value:
            source = self.label if answers is CallbackAnswer.FED_BACK else self.receiver
            if source is not None:
                arguments = tuple([lifting.relabelled(one, source) for one in arguments])
            # The collection decides how often we are here, an answer whether once more.
            with self.watch.hushing(self.label):
                found = call(*arguments)
            if answers is CallbackAnswer.KEPT:
                return found
            if answers is CallbackAnswer.KEYS and next(labels_in(found), None) is not None:
                raise Unordered
            return self.take(found) if answers is CallbackAnswer.DECIDES else self.take_all(found)

        return answer

    def read_file(self, path: str) -> str:
        """Nothing that moves elements reads files."""
        return self.site.read_file(path)

    def joined(self, other: Labelled) -> Labelled:
        """Return what was gathered together with another label."""
        made = other if self.label is None else lifting.relabelled(other, self.label)
        assert isinstance(made, Labelled)
        return made

    def take(self, value: Value) -> Value:
        """Take off the label of a value itself."""
        if not isinstance(value, Labelled):
            return value
        if value.unknown:
            raise lifting.NotKnown(value)
        self.gather(value)
        return value.value

    def take_all(self, value: Value) -> Value:
        """Take off every label at or below a value."""
        if next(labels_in(value), None) is None:
            return value
        found = summary(value)
        if found.unknown:
            raise lifting.NotKnown(found)
        self.gather(found)
        return found.value

    def gather(self, found: Labelled) -> None:
        """Add a label to those of the result."""
        if not self.callee.function.sure:
            self.watch.depend(found, self.site.span("name"))
        if self.label is None:
            self.label = found.around(None)
        elif not lifting.covers(self.label, found):
            self.label = self.joined(found)
