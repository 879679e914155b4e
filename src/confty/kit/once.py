"""What is found out once in a process.  ``functools.cache`` takes a millisecond to load."""

from __future__ import annotations

from confty.generics import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  it is written as a decorator
    """Ask a function of nothing when somebody first wants to know, and give that from then on."""

    __slots__ = ("_answer", "_ask")

    def __init__(self, ask: Callable[[], T]) -> None:
        self._ask: Final = ask
        self._answer: list[T] = []

    def __call__(self) -> T:
        """The answer."""
        if not self._answer:
            self._answer.append(self._ask())
        return self._answer[0]
