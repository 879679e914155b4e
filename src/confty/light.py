"""Words of Python's library that are light, in modules that are heavy.

``enum``, ``functools`` and ``collections`` take milliseconds to load, as long as all modules that
a small command needs; most of what is used of them is in the interpreter.  A type checker reads
the modules themselves.
"""

from __future__ import annotations

__all__ = ["Enum", "IntEnum", "deque", "lru_cache", "partial"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable, Iterator
    from enum import Enum, IntEnum
    from functools import lru_cache, partial
    from typing import Any
else:
    from _collections import deque
    from _functools import _lru_cache_wrapper, partial

    def lru_cache(maxsize: int | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Remember the answers of a function, so many of those that were asked for last."""

        def remembering(function: Callable[..., Any]) -> Callable[..., Any]:
            made = _lru_cache_wrapper(function, maxsize, False, _counts)
            for name in ("__module__", "__name__", "__qualname__", "__doc__"):
                setattr(made, name, getattr(function, name))
            made.__wrapped__ = function
            return made

        return remembering

    def _counts(hits: int, misses: int, maxsize: int | None, size: int) -> tuple[object, ...]:
        """What a function with a memory says of it, in the order of ``functools``."""
        return hits, misses, maxsize, size

    class _Choices(type):
        """Makes an object of each value that a class names; no two names have one value."""

        def __new__(cls, name: str, bases: tuple[type, ...], content: dict[str, Any]) -> type:
            values = {one: value for one, value in content.items() if _is_value(one, value)}
            rest = {one: value for one, value in content.items() if one not in values}
            made = super().__new__(cls, name, bases, rest)
            made.__members__ = {one: made._made(one, value) for one, value in values.items()}
            made._by_value = {one.value: one for one in made.__members__.values()}
            for one, member in made.__members__.items():
                setattr(made, one, member)
            return made

        def __call__(cls, value: object) -> Any:
            """The one with this value."""
            try:
                return cls._by_value[value]
            except (KeyError, TypeError):
                raise ValueError(f"{value!r} is not a valid {cls.__qualname__}") from None

        def __iter__(cls) -> Iterator[Any]:
            """All of them, as they are written."""
            return iter(cls.__members__.values())

        def __len__(cls) -> int:
            """How many there are."""
            return len(cls.__members__)

    def _is_value(name: str, value: object) -> bool:
        return not name.startswith("_") and not hasattr(value, "__get__")

    class Enum(metaclass=_Choices):
        """What a class of a few objects with names is below."""

        @classmethod
        def _made(cls, name: str, value: object) -> Enum:
            made = object.__new__(cls)
            made.name, made.value = name, value
            return made

        def __reduce__(self) -> tuple[object, ...]:
            """The same one in another process, and in a copy."""
            return type(self), (self.value,)

        def __repr__(self) -> str:
            """For us."""
            return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

        def __str__(self) -> str:
            """The name, with that of the class."""
            return f"{type(self).__name__}.{self.name}"

    class IntEnum(int, metaclass=_Choices):
        """The same, of objects that are numbers."""

        @classmethod
        def _made(cls, name: str, value: int) -> IntEnum:
            made = int.__new__(cls, value)
            made.name, made.value = name, value
            return made

        __reduce__ = Enum.__reduce__
        __repr__ = Enum.__repr__
        __str__ = int.__repr__
