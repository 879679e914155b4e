"""A rule of Make: which files a file was made of."""

from __future__ import annotations

import os

from confty.kit.reading import is_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def depfile_rule(target: str, names: Iterable[str], folder: str = "") -> bytes:
    """Say what a file was made of, as Make and Ninja read it; names begin at ``folder``.

    What is no file on a disk (code of a command line, what a pipe gave) is left out: Make would
    look for somebody who makes it.
    """
    there = [name for name in dict.fromkeys(names) if _is_file(os.path.join(folder, name))]
    return b" ".join([_in_make(target) + b":", *map(_in_make, there)]) + b"\n"


def _is_file(path: str) -> bool:
    return os.path.isfile(path) and not is_stream(path)


def _in_make(name: str) -> bytes:
    marked = name.replace("\\", "\\\\").replace(" ", "\\ ").replace("$", "$$").replace("#", "\\#")
    return os.fsencode(marked)
