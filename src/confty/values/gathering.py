"""``Output.all``: several values put into one, and the types of what comes out.

Type checkers cannot tell ``T`` from ``Output[T]`` in one signature (mypy infers ``Never``), so for
few values each mixture of late and plain ones has a signature of its own, late ones first.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

if TYPE_CHECKING:
    from confty.values.outputs import Output

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")
F = TypeVar("F")

Later: TypeAlias = "Output[T] | Awaitable[T]"


class Gather:
    """What ``Output.all`` is: a function, as an object that has room for its signatures."""

    __slots__ = ("_convert",)

    def __init__(self, convert: Callable[[object], Output[Any]]) -> None:
        self._convert = convert

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
            return self._convert(fields)
        if len(items) == 1 and isinstance(items[0], Mapping):
            return self._convert(dict(items[0]))
        return self._convert(items)
