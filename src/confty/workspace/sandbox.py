"""Which files a program may read: those below a few folders, links followed.

RCL stays in its project, as the original stays in its working directory.  A JSON Schema stays in
its own folder and the project.  Jsonnet reads what it likes, as the original, unless it is told
otherwise.  Who runs a command can widen or narrow this; a config file, which comes with the
files, cannot.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from confty.registry import BY_NAME

#: What ``--sandbox`` takes beside the name of a folder.
MODES: Final = ("project", "workdir", "unrestricted")


class Sandbox:
    """A few folders."""

    __slots__ = ("_real", "folders")

    def __init__(self, folders: tuple[str, ...]) -> None:
        self.folders: Final = folders
        self._real: tuple[str, ...] | None = None

    def holds(self, name: str) -> bool:
        """Whether a file lies below one of the folders, wherever links lead."""
        if self._real is None:
            found = [os.path.realpath(folder or ".") for folder in self.folders]
            self._real = tuple(folder.rstrip(os.sep) + os.sep for folder in found)
        try:
            return os.path.realpath(name).startswith(self._real)
        except (OSError, ValueError):
            return False


def sandbox_of(
    lang: str, settings: Mapping[str, object], flags: Mapping[str, object], root: str
) -> Sandbox | None:
    """Return where the imports of a file may lie; None when anywhere."""
    mode = flags.get("sandbox")
    if BY_NAME[lang].module.endswith("data.wiring"):
        schema = settings.get("schema")
        # A class of Python has no folder: its module lies in the project.
        is_file = isinstance(schema, str) and not schema.startswith("python:")
        beside = (os.path.dirname(str(schema)),) if is_file else ()
        return Sandbox((root, *beside))
    narrow = settings.get("sandbox")
    if mode is None and lang == "rcl" and isinstance(narrow, str):
        # A config file comes with the files: it can close folders, and open none.
        return Sandbox((narrow,) if Sandbox((root,)).holds(narrow) else ())
    if mode is None:
        mode = "project" if lang == "rcl" else "unrestricted"
    if mode == "unrestricted":
        return None
    # Where the user said that libraries are; a config file cannot open a folder.
    search = flags.get(BY_NAME[lang].search, ())
    more = tuple(map(str, search)) if isinstance(search, list | tuple) else ()
    if mode == "workdir":
        return Sandbox((".", *more))
    if mode != "project":
        return Sandbox((str(mode), *more))
    return Sandbox((root, *more))
