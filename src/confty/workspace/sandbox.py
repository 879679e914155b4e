"""Which files a program may read: those below a few folders, links followed.

RCL stays in its project, as the original stays in its working directory.  A JSON Schema stays in
the project, and in its own folder if the user named it.  Jsonnet reads what it likes, as the
original, unless it is told otherwise.  Who runs a command can widen or narrow this; a config file,
which comes with the files, cannot.
"""

from __future__ import annotations

import os

from confty.registry import BY_NAME
from confty.workspace.home import version_controlled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

#: What ``--sandbox`` takes beside the name of a folder.
MODES: Final = ("project", "workdir", "unrestricted")
_NO_SCHEMA: Final = "it leads outside of the project; --schema names a file anywhere"


class Sandbox:
    """A few folders, and what is said of files elsewhere."""

    __slots__ = ("_real", "folders", "outside")

    def __init__(
        self,
        folders: tuple[str, ...],
        outside: str = "it leads outside of the sandbox; --sandbox says where that is",
    ) -> None:
        self.folders: Final = folders
        self.outside: Final = outside
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


def _of_schemas(schema: object, brought: str | None, root: str) -> Sandbox:
    """Return where the schema of a data file may lie; the config of a folder may have named it."""
    # A class of Python has no folder: its module lies in the project.
    if not isinstance(schema, str) or schema.startswith("python:"):
        return Sandbox((root,), _NO_SCHEMA)
    if brought is None:
        return Sandbox((root, os.path.dirname(schema)), _NO_SCHEMA)
    # A config file comes with the files, and with the files of the repository around them.
    around = version_controlled(os.path.abspath(brought))
    return Sandbox((root, around) if around else (root,), _NO_SCHEMA)


def sandbox_of(
    lang: str,
    settings: Mapping[str, object],
    flags: Mapping[str, object],
    root: str,
    brought: str | None = None,
) -> Sandbox | None:
    """Return where the imports of a file may lie; None when anywhere.

    A schema may be ``brought`` by a config file, of the folder that is named.
    """
    if BY_NAME[lang].schemas:
        return _of_schemas(settings.get("schema"), None if "schema" in flags else brought, root)
    mode = flags.get("sandbox")
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
