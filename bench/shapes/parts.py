"""What the inputs of all languages are made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Files: TypeAlias = dict[str, str]
#: How the files of a size are made, for each kind of input.
Kinds: TypeAlias = dict[str, Callable[[int], Files]]


def joined(n: int, item: Callable[[int], str], between: str = "\n") -> str:
    """Write ``n`` items out."""
    return between.join(item(number) for number in range(n))
