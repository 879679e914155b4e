"""Work on thousands of files at once: here, in several processes, or on a Dask cluster.

``evaluate``, ``check`` and ``unformatted`` are for Python programs; they are loaded on first use,
because the shell command imports this package too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from confty.fleet.calls import Result, check, evaluate, unformatted
    from confty.fleet.delivery import Unfinished

__all__ = ["Result", "Unfinished", "check", "evaluate", "unformatted"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415  start-up

    module = "confty.fleet.delivery" if name == "Unfinished" else "confty.fleet.calls"
    return getattr(import_module(module), name)
