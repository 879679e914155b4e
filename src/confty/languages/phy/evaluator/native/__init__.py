"""The native back end: the same linear code as LLVM, if there is a compiler for it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from confty.languages.phy.evaluator.code import Program
from confty.languages.phy.evaluator.world import World


class Unavailable(Exception):
    """Native code cannot be run here; the message says why."""


def missing() -> str | None:
    """Say what is missing for native code, if anything."""
    import sys

    if sys.platform == "win32":
        return "native code is not made on this system"
    return None if find_spec("llvmlite") else "native code needs the package llvmlite"


def run_native(
    program: Program, world: World, seconds: float | None, say: Callable[[str], None]
) -> object:
    """Compile and run a program."""
    from confty.languages.phy.evaluator.native import engine

    return engine.run_native(program, world, seconds, say)
