"""One gradual type system for configuration, and the languages that need it.

The names here are what a Python program uses.  They are loaded on first use, because the
shell command imports this package too and must start at once.
"""

from __future__ import annotations

# Not imported from ``typing``, which takes longer to load than all of this package's start-up.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from confty.api import ConftyError as ConftyError
    from confty.api import check as check
    from confty.api import format as format  # noqa: A004  the verb people look for
    from confty.api import load as load
    from confty.api import load_file as load_file
    from confty.api import loads as loads
    from confty.api import type_of as type_of
    from confty.text import Diagnostic as Diagnostic
    from confty.values import Output as Output

__version__ = "0.1.0"

_HOMES = {
    "ConftyError": "confty.api",
    "check": "confty.api",
    "format": "confty.api",
    "load": "confty.api",
    "load_file": "confty.api",
    "loads": "confty.api",
    "type_of": "confty.api",
    "Diagnostic": "confty.text",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name.startswith("__"):
        raise AttributeError(name)
    home = _HOMES.get(name, "confty.values")
    try:
        return getattr(import_module(home), name)
    except AttributeError:
        raise AttributeError(f"module 'confty' has no attribute {name!r}") from None


def __dir__() -> list[str]:
    from importlib import import_module

    return sorted({*_HOMES, *import_module("confty.values").__all__, "__version__"})
