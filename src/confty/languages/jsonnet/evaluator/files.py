"""How a run finds files on disk: as the reference does."""

from __future__ import annotations

import os

from confty.kit.reading import read_file, tidied
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from confty.language import Foreign


def refused(path: str, why: str, go: str = "") -> Stop:
    """What is said of an import that leads nowhere; ``go`` is what Go's own words are."""
    return Stop(f"couldn't open import {quote(path)}: {why}", go=go)


NO_MATCH = "no match locally or in the Jsonnet library paths."


def folder_of(importer: str) -> str:
    """The folder of a file that imports, with its slash."""
    return importer[: importer.rfind("/") + 1]


class DiskImporter:
    """Looks beside the importing file, then in the library paths, the last given first.

    Go's names a file that it finds there without detours, so that it is one file however it is
    imported; for C++'s each spelling is a file of its own.
    """

    __slots__ = ("_dialect", "missed", "paths", "read", "steady")

    def __init__(self, paths: Sequence[str], dialect: str = "go") -> None:
        self._dialect = dialect
        self.paths = tuple([path if path.endswith("/") else path + "/" for path in paths if path])
        # Every file that was read, for dependency files, and those that were not there.
        self.read: dict[str, bytes] = {}
        self.missed: dict[str, None] = {}
        # Whether each file was the same whenever it was looked at.
        self.steady = True

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""
        go = self._dialect == "go"
        if not path and not go:
            raise refused(path, "the empty string is not a valid filename")
        if path.endswith("/") and not go:
            raise refused(path, "attempted to import a directory")
        absolute = os.path.isabs(path)
        for folder in ("",) if absolute else (folder_of(importer), *reversed(self.paths)):
            name = folder + path
            if go and name and not absolute:
                name = tidied(name)
            try:
                data = read_file(name)
            except (FileNotFoundError, ValueError):
                self.missed[name] = None
                continue
            except IsADirectoryError:
                there = f"{name} is a directory"
                raise refused(path, there, f"read {name}: is a directory") from None
            except OSError as error:
                # Where a file is in the way Go's looks no further, and C++'s does.
                if isinstance(error, NotADirectoryError) and not go:
                    self.missed[name] = None
                    continue
                why = (error.strerror or "unreadable").lower()
                raise refused(path, why, f"open {name}: {why}") from None
            if self.read.setdefault(name, data) != data or name in self.missed:
                self.steady = False
            return name, data
        raise refused(path, NO_MATCH)

    def foreign(self, name: str) -> Foreign | None:
        """Every file is Jsonnet here, as it is for the original program."""
        del name
        return None
