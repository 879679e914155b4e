"""Kinds of values that most documents have none of, and whose modules take long to load.

As long as nobody has loaded its module, no value is of such a kind.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_COMMON: Final[frozenset[type]] = frozenset({str, int, float, bool, type(None), bytes})


def loaded(module: str, *names: str) -> tuple[type, ...]:
    """The classes of these names in a module; none if it was not loaded."""
    found = sys.modules.get(module)
    return () if found is None else tuple([getattr(found, name) for name in names])


def is_of(value: object, module: str, *names: str) -> bool:
    """Whether a value is of one of these classes."""
    return isinstance(value, loaded(module, *names))


def scalar_kinds() -> frozenset[type]:
    """The kinds of values without members."""
    moments = loaded("datetime", "date", "datetime", "time")
    return _COMMON | {*loaded("decimal", "Decimal"), *moments}
