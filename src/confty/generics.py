"""Words of ``typing`` that classes are made with, for modules that a command loads at its start.

A type checker reads ``typing`` here.  At run time they say nothing, so that it need not be loaded:
it takes as long as all modules that a small command needs.
"""

from __future__ import annotations

__all__ = ["Generic", "ParamSpec", "Protocol", "TypeVar", "assert_never", "cast", "final"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, ParamSpec, Protocol, TypeVar, assert_never, cast, final
else:

    class Generic:
        """What a class with parameters is below; with arguments it is the class itself."""

        __slots__ = ()

        def __class_getitem__(cls, arguments: object) -> type:
            """Leave the class as it is."""
            return cls

    class Protocol(Generic):
        """What a class is below that others only look like."""

        __slots__ = ()

    def TypeVar(name: str, **_of_checkers: object) -> str:  # noqa: N802  as ``typing`` spells it
        """Stand for a parameter."""
        return name

    ParamSpec = TypeVar

    def final(made: object) -> object:
        """Leave it as it is."""
        return made

    def cast(_of_checkers: object, value: object) -> object:
        """Leave it as it is."""
        return value

    def assert_never(value: object) -> None:
        """Refuse what no type allows."""
        raise AssertionError(f"expected nothing to be left, found a {type(value).__name__}")
