"""Where a file is at home: the root of its project, and the folders its imports may lie in.

One answer for every command, the Python interface and editors, whatever the working directory is.

The root is the folder of the config file; without one, the nearest that ``tkrc.yaml`` or
``jsonnetfile.json`` marks; then the nearest that version control marks.  Packages are laid out as
jsonnet-bundler and Tanka do: ``vendor`` and ``lib`` below the folder that is marked, and the
folder of the environment, which has a ``main.jsonnet``, or is described by a ``spec.json``.
"""

from __future__ import annotations

import os

from confty.kit.reading import slashed
from confty.workspace.files import Files, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Final

#: What marks the root of a Jsonnet project; Tanka looks for the first everywhere above first.
MARKS: Final = ("tkrc.yaml", "jsonnetfile.json")
VERSION_CONTROL: Final = (".git", ".hg", ".jj", ".svn")
#: What an environment of Tanka has in its folder: the program, and maybe a description.
PROGRAM: Final = "main.jsonnet"
DESCRIPTION: Final = "spec.json"


class Home:
    """The surroundings of one file."""

    __slots__ = ("environment", "marked", "packages", "root", "search")

    def __init__(
        self, root: str, packages: str, environment: str, search: list[str], *, marked: bool
    ) -> None:
        # What ``//`` means in RCL, and what a sandbox of the project holds; never empty.
        self.root = root
        # Whether something marks the root, so that it is known where the project ends.
        self.marked = marked
        # The folder that ``tkrc.yaml`` or ``jsonnetfile.json`` marks; empty without one.
        self.packages = packages
        # The folder of the environment that the file belongs to; empty without one.
        self.environment = environment
        # Where packages are looked for, the last one first.
        self.search = tuple(search)


def home_of(name: str, configured: str, files: Files) -> Home:
    """Say where the file ``name`` is at home; ``configured`` is the config file's folder.

    The folders are spelled as the file is: from the root of the disk, or from here.
    """
    # A text that is no file is at home where the work is done.
    folder = os.path.dirname(os.path.abspath("." if name.startswith("<") else name))
    spelled = _spelling(name)
    packages = next(filter(None, (_above(folder, (mark,), files) for mark in MARKS)), "")
    marked = configured or packages or version_controlled(folder)
    root = marked or _unmarked(folder)
    environment = _above(folder, (PROGRAM, DESCRIPTION), files, packages) if packages else ""
    search = list(_vendored(folder))
    if packages:
        base = environment or folder
        search += [f"{packages}/vendor", f"{base}/vendor", f"{packages}/lib", base, folder]
    # Of a folder that is there twice, the place that wins counts.
    search = list(reversed(dict.fromkeys(reversed(search))))
    return Home(
        spelled(root),
        packages and spelled(packages),
        environment and spelled(environment),
        [spelled(path) for path in search],
        marked=bool(marked),
    )


def _spelling(name: str) -> Callable[[str], str]:
    """How the folders around a file are called: as absolutely as the file itself."""
    if os.path.isabs(name):
        return lambda folder: folder
    return lambda folder: slashed(os.path.relpath(folder))


def _upwards(folder: str, last: str = "") -> Iterator[str]:
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if folder in {parent, last}:
            return
        folder = parent


def _above(folder: str, marks: tuple[str, ...], files: Files, last: str = "") -> str:
    """The nearest folder, this one or above up to ``last``, with one of the marks in it."""
    held = _held(files)
    for place in _upwards(folder, last):
        for mark in marks:
            whole = os.path.join(place, mark)
            if files.is_file(whole):
                return place
            # Files in memory are known by the names they were given, which may begin here.
            if mark in held and files.is_file(slashed(os.path.relpath(whole))):
                return place
    return ""


def _held(files: Files) -> frozenset[str]:
    """The last parts of the names of files in memory; of most of them no mark is one."""
    held: list[str] = []
    inner: Files | None = files
    while isinstance(inner, Memory):
        held += [name.rpartition("/")[2] for name in inner.contents]
        inner = inner.beyond
    return frozenset(held)


def version_controlled(folder: str) -> str:
    """The root of version control around a folder; empty without one."""
    for place in _upwards(folder):
        # A folder, or in a work tree a file.
        if any(os.path.exists(os.path.join(place, mark)) for mark in VERSION_CONTROL):
            return place
    return ""


def _unmarked(folder: str) -> str:
    """The root of a file that no project claims: here, or where it lies when that is elsewhere."""
    here = os.path.abspath(".")
    return here if os.path.join(folder, "").startswith(os.path.join(here, "")) else folder


def _vendored(folder: str) -> Iterator[str]:
    """Where the packages of whoever keeps a copy of this file lie, the outermost first."""
    for place in reversed(list(_upwards(folder))):
        if os.path.basename(place) == "vendor":
            yield place
            yield os.path.join(os.path.dirname(place), "lib")
