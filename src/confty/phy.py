"""Phy for Python programs: ``compile`` gives a module whose procedures are functions.

    from confty import phy

    module = phy.compile("norm.phy")
    module.norm(3.0, 4.0)

Numbers, bools, tuples, records (as dataclasses), unions, sequences and arrays go in and out; a
procedure that ends without a value raises a ``Trap`` with its place and the calls that led there.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from confty.api import ConftyError
from confty.api.examined import examine
from confty.languages.phy.binding.errors import (
    CallDepth,
    DivisionByZero,
    OutOfBounds,
    OutOfMemory,
    Overflow,
    Timeout,
    Trap,
    Unreachable,
)
from confty.languages.phy.binding.giving import SEQUENCES
from confty.languages.phy.binding.module import BindingOptions, Module
from confty.languages.phy.checker import check
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.effects import Effects, StandardConsole
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL
from confty.languages.phy.parser import CURRENT, SEED
from confty.text import Source
from confty.workspace import Config, Disk, Memory, Project

_DIALECTS = (CURRENT, SEED)


def compile(  # noqa: A001  the verb people look for
    path: str | os.PathLike[str] | None = None,
    *,
    text: str | None = None,
    dialect: str = CURRENT,
    jit: bool | None = None,
    timeout: float | None = None,
    max_stack: int | None = None,
    sequences: str = "list",
) -> Module:
    """Compile a file, or a text, to a module whose procedures are functions.

    ``jit`` chooses native code (True) or generated Python (False); by itself it is native code
    where the extra ``confty[jit]`` is installed.  ``timeout`` is the seconds that a call may take,
    ``max_stack`` how deep calls may nest.  Lists of numbers are given as ``sequences`` says:
    "list", "array" or "numpy".

    Raises ``ConftyError`` with the findings about a program that has mistakes.
    """
    if (path is None) == (text is None):
        raise TypeError("compile() takes either a path or a text")
    if dialect not in _DIALECTS:
        raise ValueError(f"dialect is one of {', '.join(_DIALECTS)}, not {dialect!r}")
    if sequences not in SEQUENCES:
        raise ValueError(f"sequences is one of {', '.join(SEQUENCES)}, not {sequences!r}")
    present = {"jit": jit, "timeout": timeout, "max_stack": max_stack}
    examine({name: value for name, value in present.items() if value is not None}, "phy")
    if jit and native.missing():
        raise RuntimeError(f"{native.missing()}: install confty[jit]")
    source, effects = _opened(path, text)
    checked = check(source, dialect)
    if checked.failed:
        raise ConftyError(checked.diagnostics)
    options = BindingOptions(
        native=jit if jit is not None else not native.missing(),
        seconds=timeout,
        deepest=min(max_stack or DEEPEST_CALL, DEEPEST_CALL),
        sequences=sequences,
    )
    return Module(checked.output, effects, options)


def _opened(
    path: str | os.PathLike[str] | None, text: str | None
) -> tuple[Source, Callable[[], Effects]]:
    """Read the program; return it with what its runs do outside of themselves."""
    name = "input.phy" if path is None else os.fspath(path)
    files = Disk() if text is None else Memory({name: text}, Disk())
    project = Project(Config({}), files, {}, "phy")
    opened = project.open(name)
    if opened.output is None or opened.failed:
        raise ConftyError(opened.diagnostics)
    return opened.output, lambda: Effects(project.host(name, "phy"), StandardConsole())


__all__ = [
    "CallDepth", "DivisionByZero", "Module", "OutOfBounds", "OutOfMemory", "Overflow", "Timeout",
    "Trap", "Unreachable", "compile",
]  # fmt: skip
