"""Calls of the library with labelled values inside.

Most methods of collections only move elements about: the elements keep their own labels, and a
label of the collection itself goes to what the method gives and to whatever a callback is shown
of it.  What a callback says about order, number or equality of elements labels the whole result.
All other functions read their arguments to the bottom, and their result gets every label in there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.lifting import (
    concealed,
    covers,
    relabelled,
    run,
    unknown_from,
)
from confty.languages.rcl.evaluator.stop import NOT_A_KEY, Failure, NotKnown
from confty.languages.rcl.values import Builtin, Method, Unordered, Value
from confty.values import Labelled, labels_in, summary

if TYPE_CHECKING:
    from confty.languages.rcl.evaluator.calls import CallSite

# Methods of lists that compare or print elements; those of sets and dicts find none with labels.
_READING: Final = frozenset(("contains", "join", "sort", "sum", "to_set_dedup", "to_set_unique"))
# Arguments that end up in the result as they are.
_MOVED: Final = frozenset((("List.fold", 0), ("Dict.get", 1)))
# What becomes of the answer of a callback: it is moved, only its own label counts, or it would be
# a key; in all other methods, the label of everything in it counts.
_PASSED_ON: Final = frozenset(("map", "fold"))
_TOP: Final = frozenset(("all", "any", "filter", "flat_map"))
_KEYS: Final = frozenset(("group_by", "key_by"))


def call_library(where: CallSite, callee: Builtin | Method, values: tuple[Value, ...]) -> Value:
    """Call a function of the library with values that may have labels."""
    kind, _, name = callee.name.partition(".")
    try:
        if kind in ("Set", "Dict") or (kind == "List" and name not in _READING):
            return Gathering(where, callee.name).call(callee, values)
        if next(labels_in(values), None) is None:
            return callee.body(where, *values)
        if name == "read_file_utf8":
            message = "a secret or unknown value cannot be the name of a file"
            raise Failure(0, codes.CHECK_FAILED, message)
        return run(
            lambda *inner: callee.body(where, *inner), f"'{callee.name}'", *values,
            place=where.span("name"),
        )  # fmt: skip
    except Unordered:
        raise Failure("name", codes.CHECK_FAILED, NOT_A_KEY) from None


class Gathering:
    """The site of a call that moves elements: gathers the labels its result has to get."""

    def __init__(self, site: CallSite, full_name: str) -> None:
        self.site = site
        self.full_name = full_name
        self.name = full_name.partition(".")[2]
        self.value_depth = site.value_depth
        self.most_rounds = site.most_rounds
        self.label: Labelled | None = None
        self.receiver: Labelled | None = None

    def call(self, callee: Builtin | Method, values: tuple[Value, ...]) -> Value:
        """Run the body on what is under the labels; the elements stay as they are."""
        what, place = f"'{self.full_name}'", self.site.span("name")
        try:
            receiver = self.take(values[0])
            self.receiver = self.label
            arguments = [
                one if (self.full_name, index) in _MOVED else self.take_all(one)
                for index, one in enumerate(values[1:])
            ]
            result = callee.body(self, receiver, *arguments)
        except NotKnown as missing:
            return unknown_from(self.joined(missing.value), what, place)
        except Failure:
            if self.label is not None and self.label.secret:
                raise concealed(what) from None
            raise
        return result if self.label is None else relabelled(result, self.label, what, place)

    def caller(
        self, callback: Value, count: int, argument: int, role: str
    ) -> Callable[..., Value]:
        """Return a function that calls back: labels go in with the elements and come out."""
        call = self.site.caller(callback, count, argument, role)
        feeds_back = self.name == "transitive_closure"

        def answer(*arguments: Value) -> Value:
            source = self.label if feeds_back else self.receiver
            if source is not None:
                arguments = tuple([relabelled(one, source) for one in arguments])
            found = call(*arguments)
            if self.name in _PASSED_ON:
                return found
            if self.name in _KEYS and next(labels_in(found), None) is not None:
                raise Unordered
            return self.take(found) if self.name in _TOP else self.take_all(found)

        return answer

    def read_file(self, path: str) -> str:
        """Nothing that moves elements reads files."""
        return self.site.read_file(path)

    def joined(self, other: Labelled) -> Labelled:
        """Return what was gathered together with another label."""
        made = other if self.label is None else relabelled(other, self.label)
        assert isinstance(made, Labelled)
        return made

    def take(self, value: Value) -> Value:
        """Take off the label of a value itself."""
        if not isinstance(value, Labelled):
            return value
        if value.unknown:
            raise NotKnown(value)
        self.gather(value)
        return value.value

    def take_all(self, value: Value) -> Value:
        """Take off every label at or below a value."""
        if next(labels_in(value), None) is None:
            return value
        found = summary(value)
        if found.unknown:
            raise NotKnown(found)
        self.gather(found)
        return found.value

    def gather(self, found: Labelled) -> None:
        """Add a label to those of the result."""
        if self.label is None:
            self.label = Labelled(None, found.secret, found.dependencies, found.origins)
        elif not covers(self.label, found):
            self.label = self.joined(found)
