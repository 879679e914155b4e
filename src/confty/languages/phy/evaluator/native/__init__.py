"""The native back end: the same linear code as LLVM, if there is a compiler for it."""

from __future__ import annotations

import signal
from importlib.util import find_spec


class Unavailable(Exception):
    """Native code cannot be run here; the message says why."""


class TooLarge(Exception):
    """The program is too large for native code; the message says in which way."""


def missing() -> str | None:
    """Say what is missing for native code, if anything."""
    # A run is ended by a signal to its thread.
    if not hasattr(signal, "pthread_kill") or not hasattr(signal, "SIGURG"):
        return "native code is not made on this system"
    return None if find_spec("llvmlite") else "native code needs the package llvmlite"
