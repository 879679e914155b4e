"""What an Output refuses, at once and with the words to write instead.

The official SDKs let ``if output``, ``f"{output}"`` and ``output == 1`` pass, silently wrong.
The parameter types say ``Never``, so that a type checker refuses them before the program runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self

if TYPE_CHECKING:
    from typing import Never


class Refusing:
    """The operations of Python that make no sense on a value that may not be there yet."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:  # noqa: PLE0304  it refuses
        _refuse("decide on an Output", "output.apply(lambda value: ... if value else ...)")

    def __str__(self) -> str:  # noqa: PLE0307  it refuses
        _refuse("put an Output into a string", "Output.format('...{}', output) or Output.concat")

    def __format__(self, spec: str) -> str:
        _refuse("put an Output into a string", "Output.format('...{}', output) or Output.concat")

    def __iter__(self) -> NoReturn:
        _refuse("iterate over an Output", "output.apply(lambda items: [... for item in items])")

    def __eq__(self, other: Never, /) -> NoReturn:  # type: ignore[override]  # a mistake for type checkers too
        _refuse("compare an Output", "output.apply(lambda value: value == other)")

    def __ne__(self, other: Never, /) -> NoReturn:  # type: ignore[override]  # a mistake for type checkers too
        _refuse("compare an Output", "output.apply(lambda value: value != other)")

    def __lt__(self, other: Never, /) -> NoReturn:
        _refuse("compare an Output", "output.apply(lambda value: value < other)")

    __le__ = __gt__ = __ge__ = __lt__
    __hash__ = object.__hash__

    def __contains__(self, item: Never, /) -> NoReturn:
        _refuse("look into an Output", "output.apply(lambda items: item in items)")

    def __len__(self) -> NoReturn:  # noqa: PLE0303  it refuses
        _refuse("take the length of an Output", "output.apply(len)")

    def __add__(self, other: Never, /) -> NoReturn:
        _refuse("add to an Output", "Output.concat(a, b) or output.apply(lambda value: value + x)")

    __radd__ = __add__

    def __int__(self) -> NoReturn:
        _refuse("convert an Output", "output.apply(int)")

    __float__ = __index__ = __int__

    def __copy__(self) -> Self:
        # Nobody can change an Output, so that a copy would be no different.
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        _refuse("pickle an Output", "the Output itself, or encode it with confty.values")

    if not TYPE_CHECKING:
        # Hidden from type checkers, to which it would make an Output awaitable.
        def __await__(self) -> NoReturn:
            _refuse("await an Output", "output.apply(...), or `await output.settled()` and reveal")


def _refuse(what: str, instead: str) -> NoReturn:
    raise TypeError(f"cannot {what}: its value may not be there yet; write {instead}")
