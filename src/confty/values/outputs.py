"""Output: a value that is there later, with what it depends on, whether it is known and secret.

An Output is a thin facade over a labelled tree (see ``labels``): metadata is kept on the node it
is true of, so one secret field does not blacken its neighbours.  ``apply`` reads the whole value
and therefore joins every label in it; lifted access reads one element and joins those on the way.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast, overload

from confty.records import Record
from confty.values import computing, lifting
from confty.values.cells import Cell, Fault, Holder, followed, settled_cell
from confty.values.computing import PLAIN
from confty.values.convert import adopt, convert, converted, settle_part, tree_of, waited
from confty.values.labels import (
    UNKNOWN,
    Labelled,
    Step,
    declassified,
    relabelled,
    secret,
    shown,
    summary,
    unknown,
)
from confty.values.promises import Promise
from confty.values.refusals import Refusing
from confty.values.wholes import joined_of, settle_relabelled

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
U = TypeVar("U")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")

Later: TypeAlias = "Output[T] | Awaitable[T]"


class Place(metaclass=Record):
    """A line of a Python program, for the story of a label."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def _place() -> Place:
    frame = sys._getframe(2)  # noqa: SLF001  the caller of the caller is who wrote the program
    return Place(frame.f_code.co_filename, frame.f_lineno)


class UnknownValue(RuntimeError):
    """Somebody asked for a value that is not known yet."""


def _converted(value: object, before: Labelled = PLAIN) -> Output[Any]:
    return Output(converted(value, before))


class _Gather:
    """What ``Output.all`` is: a function, as an object that has room for its signatures.

    Type checkers cannot tell ``T`` from ``Output[T]`` in one signature (mypy infers ``Never``), so
    for few values each mixture of late and plain ones has its own, late ones first.
    """

    __slots__ = ()

    @overload
    def __call__(self) -> Output[tuple[()]]: ...
    @overload
    def __call__(  # type: ignore[overload-overlap]  # a mapping alone is the object form
        self, fields: Mapping[str, Later[A]], /
    ) -> Output[dict[str, A]]: ...
    @overload
    def __call__(  # type: ignore[overload-overlap]  # as above
        self, fields: Mapping[str, A], /
    ) -> Output[dict[str, A]]: ...
    @overload
    def __call__(self, a: Later[A], /) -> Output[tuple[A]]: ...
    @overload
    def __call__(self, a: A, /) -> Output[tuple[A]]: ...
    @overload
    def __call__(self, a: Later[A], b: Later[B], /) -> Output[tuple[A, B]]: ...
    @overload
    def __call__(self, a: Later[A], b: B, /) -> Output[tuple[A, B]]: ...
    @overload
    def __call__(self, a: A, b: Later[B], /) -> Output[tuple[A, B]]: ...
    @overload
    def __call__(self, a: A, b: B, /) -> Output[tuple[A, B]]: ...
    @overload
    def __call__(self, a: Later[A], b: Later[B], c: Later[C], /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: Later[A], b: Later[B], c: C, /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: Later[A], b: B, c: Later[C], /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: Later[A], b: B, c: C, /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: A, b: Later[B], c: Later[C], /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: A, b: Later[B], c: C, /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: A, b: B, c: Later[C], /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(self, a: A, b: B, c: C, /) -> Output[tuple[A, B, C]]: ...
    @overload
    def __call__(
        self, a: Later[A], b: Later[B], c: Later[C], d: Later[D], /
    ) -> Output[tuple[A, B, C, D]]: ...
    @overload
    def __call__(
        self, a: Later[A], b: Later[B], c: Later[C], d: Later[D], e: Later[E], /
    ) -> Output[tuple[A, B, C, D, E]]: ...
    @overload
    def __call__(
        self, a: Later[A], b: Later[B], c: Later[C], d: Later[D], e: Later[E], f: Later[F], /
    ) -> Output[tuple[A, B, C, D, E, F]]: ...
    @overload
    def __call__(self, *items: Later[A]) -> Output[tuple[A, ...]]: ...
    @overload
    def __call__(self, *items: Any) -> Output[tuple[Any, ...]]: ...
    @overload
    def __call__(self, **fields: Later[A]) -> Output[dict[str, A]]: ...
    @overload
    def __call__(self, **fields: A) -> Output[dict[str, A]]: ...
    def __call__(self, *items: Any, **fields: Any) -> Output[Any]:
        """Put several values into one: a tuple of positional ones, a dict of named ones.

        A single mapping is the object form, and gives a dict of its fields.
        """
        if items and fields:
            raise ValueError("Output.all takes positional or named values, not both")
        if fields:
            return _converted(fields)
        if len(items) == 1 and isinstance(items[0], Mapping):
            return _converted(dict(items[0]))
        return _converted(items)


class Output(Refusing, Holder, Generic[T_co]):
    """A value with labels, perhaps still on its way.  It is used through ``apply`` and its kin."""

    __slots__ = ("declared_",)

    def __init__(self, cell: Cell, declared: object = None) -> None:
        """For this package; everybody else makes one with ``Output.of`` and its kin."""
        super().__init__(cell)
        self.declared_ = declared

    all = _Gather()

    # -- making one ------------------------------------------------------------------------

    @overload
    @staticmethod
    def of(value: Output[U]) -> Output[U]: ...
    @overload
    @staticmethod
    def of(value: Mapping[str, Output[U]]) -> Output[dict[str, U]]: ...
    @overload
    @staticmethod
    def of(value: list[Output[U]]) -> Output[list[U]]: ...
    @overload
    @staticmethod
    def of(value: Awaitable[U]) -> Output[U]: ...
    @overload
    @staticmethod
    def of(value: U) -> Output[U]: ...
    @staticmethod
    def of(value: object) -> Output[Any]:
        """Make an Output of anything, unwrapping Outputs and awaitables inside dicts and lists."""
        return _converted(value)

    @staticmethod
    def unknown(
        declared: type[U] | None = None,
        *,
        because: str = "unknown",
        depends_on: Sequence[str] = (),
    ) -> Output[U]:
        """Make an Output that is not known; ``declared`` lets lifted access be checked anyway."""
        return Output(settled_cell(unknown(because, _place(), dependencies=depends_on)), declared)

    @overload
    @staticmethod
    def secret(value: Later[U]) -> Output[U]: ...
    @overload
    @staticmethod
    def secret(value: U) -> Output[U]: ...
    @staticmethod
    def secret(value: object) -> Output[Any]:
        """Mark a value as secret, known or not; whatever is computed from it is secret too."""
        place = _place()
        cell, source = Cell(), _converted(value).cell_

        def settle() -> None:
            if source.fault is None:
                settle_relabelled(cell, source, secret(source.tree, "Output.secret", place))
            else:
                step = Step("Output.secret", place, (), frozenset({"secret"}))
                before = Labelled(None, True, origins=(step,))
                cell.settle(None, source.fault.joined(before, hidden=True))

        source.when_settled(settle)
        return Output(cell)

    @overload
    @staticmethod
    def from_resource(value: Later[U], urn: str, what: str = "property") -> Output[U]: ...
    @overload
    @staticmethod
    def from_resource(value: U, urn: str, what: str = "property") -> Output[U]: ...
    @staticmethod
    def from_resource(value: object, urn: str, what: str = "property") -> Output[Any]:
        """Make an Output that depends on the resource ``urn``."""
        step = Step(f"{what} of {urn}", _place(), (), frozenset({urn}))
        return _converted(value, Labelled(None, dependencies=frozenset({urn}), origins=(step,)))

    @staticmethod
    def failed(error: Exception) -> Output[Any]:
        """Make an Output that failed."""
        cell = Cell()
        cell.settle(None, Fault(error, PLAIN))
        return Output(cell)

    @staticmethod
    def deferred() -> tuple[Output[U], Callable[[Input[U]], None]]:
        """Make an Output now and its value later: the function resolves it, once."""
        cell = Cell()
        taken: list[bool] = []

        def resolve(value: Input[U]) -> None:
            if taken:
                raise RuntimeError("this deferred Output is resolved already")
            taken.append(True)
            convert(cell, value, PLAIN)

        return Output(cell), resolve

    @staticmethod
    def concat(*parts: Input[str]) -> Output[str]:
        """Join strings, whatever is still on its way among them."""
        return Output.all(*parts)._computed(computing.joined_text, "concat", _place())  # noqa: SLF001  its own class

    @staticmethod
    def format(
        template: Input[str], *items: Input[object], **fields: Input[object]
    ) -> Output[str]:
        """Do as ``str.format`` does, over values that may be Outputs."""
        given = _converted((template, items, fields))
        return given._computed(  # noqa: SLF001  its own class
            lambda all_: all_[0].format(*all_[1], **all_[2]), "format", _place()
        )

    @staticmethod
    def json_dumps(value: object, **options: Any) -> Output[str]:
        """Write a value, and the Outputs in it, as JSON text; the options are ``json.dumps``'s."""
        return Output(computing.dumped(value, options, _place()))

    @staticmethod
    def json_loads(text: Input[str], **options: Any) -> Output[Any]:
        """Read JSON text; the options are ``json.loads``'s."""
        reader = _converted(text)._computed  # noqa: SLF001  its own class
        return reader(lambda given: json.loads(given, **options), "json_loads", _place())

    # -- working with it -------------------------------------------------------------------

    @overload
    def apply(self, function: Callable[[T_co], Output[U]]) -> Output[U]: ...
    @overload
    def apply(self, function: Callable[[T_co], Awaitable[Output[U]]]) -> Output[U]: ...
    @overload
    def apply(self, function: Callable[[T_co], Awaitable[U]]) -> Output[U]: ...
    @overload
    def apply(self, function: Callable[[T_co], U]) -> Output[U]: ...
    def apply(self, function: Callable[[T_co], Any]) -> Output[Any]:
        """Compute with the value once it is there; not at all while it is unknown."""
        return self._computed(function, "apply", _place())

    def unwrap(self: Output[Output[U]]) -> Output[U]:
        """Take off one of two layers; the labels of both are joined."""
        place = _place()

        def open_inner(tree: object, out: Cell) -> None:
            if isinstance(tree, Labelled):
                bare = UNKNOWN if tree.unknown else tree.value
                adopt(out, bare, followed(tree, "unwrap", place))
            else:
                adopt(out, tree, PLAIN)

        return self._derive(open_inner)

    @overload
    def recover(self, function: Callable[[Exception], Later[U]]) -> Output[T_co | U]: ...
    @overload
    def recover(self, function: Callable[[Exception], U]) -> Output[T_co | U]: ...
    def recover(self, function: Callable[[Exception], Any]) -> Output[Any]:
        """Put a value in the place of a failure; it keeps the labels of what failed."""
        place = _place()
        cell, source = Cell(), self.cell_

        def settle() -> None:
            fault = source.fault
            if fault is None:
                settle_relabelled(cell, source, source.tree)
                return
            fault.seen = True
            given = Labelled(fault.error, fault.label.secret)
            before = followed(fault.label, "recover", place)
            computing.call(cell, function, given, before)

        source.when_settled(settle)
        return Output(cell)

    def unsecret(self, *, reason: str) -> Output[T_co]:
        """Declassify the value and everything in it; the reason stays in its story."""
        if not reason.strip():
            raise ValueError("unsecret needs a reason, for whoever reads the story of this value")
        place = _place()
        return self._derive(lambda tree, out: out.settle(declassified(tree, reason, place)))

    def flattened(self) -> Output[T_co]:
        """Spread the labels of all parts over the whole, as the official SDKs do."""

        def spread(tree: object, out: Cell) -> None:
            everything = summary(tree)
            out.settle(relabelled(tree, everything))

        return self._derive(spread)

    def lift(self, select: Callable[[T_co], U]) -> Output[U]:
        """Pick a part, typed: ``server.lift(lambda s: s.address.city)``.

        Only the labels of that part count.  The function must do nothing but pick: attributes
        and indexes, any number of them.
        """
        place = _place()
        picked = lifting.picked(select)
        result: Output[Any] = self
        for kind, key in picked:
            result = result._lifted(kind, key, place)
        return result

    # -- asking about it -------------------------------------------------------------------

    def is_secret(self) -> bool:
        """Whether any part of the value is secret."""
        return self._summary().secret

    def is_known(self) -> bool:
        """Whether all of the value is known."""
        return not self._summary().unknown

    def dependencies(self) -> frozenset[str]:
        """The resources that any part of the value came from."""
        return self._summary().dependencies

    def reveal(self) -> T_co:
        """Return the bare value.  The labels stay behind: this is for the end of a program."""
        self.labelled()
        found = joined_of(self.cell_)
        if found.unknown:
            raise UnknownValue("the value is not known yet; `why(output)` says because of what")
        return cast("T_co", found.value)

    def labelled(self) -> object:
        """Return the value as a labelled tree, for encoders and evaluators; fail if it failed."""
        return tree_of(self.cell_)

    async def settled(self) -> Output[T_co]:
        """Wait on a running event loop until the value or the failure is there."""
        if not self.cell_.settled:
            import asyncio  # noqa: PLC0415  loaded where it is needed

            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.cell_.when_settled(lambda: None if waiting.done() else waiting.set_result(None))
            await waiting
        return self

    # -- what it refuses, and what it lends ------------------------------------------------

    @overload
    def __getitem__(self: Output[tuple[A, *tuple[Any, ...]]], key: Literal[0]) -> Output[A]: ...
    @overload
    def __getitem__(
        self: Output[tuple[Any, B, *tuple[Any, ...]]], key: Literal[1]
    ) -> Output[B]: ...
    @overload
    def __getitem__(
        self: Output[tuple[Any, Any, C, *tuple[Any, ...]]], key: Literal[2]
    ) -> Output[C]: ...
    @overload
    def __getitem__(self: Output[Sequence[U]], key: int) -> Output[U]: ...
    @overload
    def __getitem__(self: Output[Mapping[A, U]], key: A) -> Output[U]: ...
    def __getitem__(self, key: object) -> Output[Any]:
        """Pick an element: its label is its own joined with those of what it is in."""
        return self._lifted("item", key, _place())

    if not TYPE_CHECKING:
        # Hidden from type checkers, which could not tell a field from a typo: `lift` is typed.
        def __getattr__(self, name: str) -> Output[Any]:
            if name.startswith("_"):
                raise AttributeError(f"an Output has no attribute {name!r}")
            return self._lifted("attribute", name, _place())

    def __repr__(self) -> str:
        if not self.cell_.settled:
            return "Output(...)"
        if self.cell_.fault is not None:
            return f"Output({self.cell_.fault!r})"
        text = shown(self.cell_.tree)
        return f"Output({text if len(text) < 200 else text[:200] + '...'})"

    # -- inside ----------------------------------------------------------------------------

    def _summary(self) -> Labelled:
        cell = waited(self.cell_)
        if cell.fault is not None:
            cell.fault.seen = True
            return cell.fault.label
        return joined_of(cell)

    def _derive(
        self, body: Callable[[object, Cell], None], declared: object = None
    ) -> Output[Any]:
        cell, source = Cell(), self.cell_

        def settle() -> None:
            if source.fault is not None:
                cell.settle(None, source.fault)
            else:
                body(source.tree, cell)

        source.when_settled(settle)
        return Output(cell, declared)

    def _computed(self, function: Callable[[Any], object], what: str, place: Place) -> Output[Any]:
        source = self.cell_
        return self._derive(lambda _, out: computing.run(out, function, source, what, place))

    def _lifted(self, kind: str, key: object, place: Place) -> Output[Any]:
        declared = lifting.declared_part(self.declared_, kind, key)
        source = self.cell_

        def pick(tree: object, out: Cell) -> None:
            try:
                part, before = lifting.part(tree, kind, key, place)
            except Exception as error:  # noqa: BLE001  a property may raise anything
                failure = error
            else:
                settle_part(out, part, before, source)
                return
            joined = joined_of(source)
            if joined.secret:
                failure = lifting.hidden(failure)
            out.settle(None, Fault(failure, followed(joined, "lifted access", place)))

        result = self._derive(pick, declared)
        fault = result.cell_.fault
        if fault is not None and fault is not self.cell_.fault:
            fault.seen = True
            raise fault.error
        return result


Input: TypeAlias = T | Output[T] | Awaitable[T]


__all__ = ["Input", "Output", "Place", "Promise", "UnknownValue"]
