"""How a run finds files: on disk as the reference does, through a host, or by a callback."""

from __future__ import annotations

import os

from confty.kit.reading import read_file
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import quote
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from confty.language import Foreign, Host

    # The directory and the path go in; the name and the content come out.
    Callback = Callable[[str, str], tuple[str, bytes]]


def _refused(path: str, why: str) -> Stop:
    return Stop(f"couldn't open import {quote(path)}: {why}")


_NO_MATCH = "no match locally or in the Jsonnet library paths."
# The words of the reference's Python module.
_NO_BYTES = (
    "import_callback did not return (string, bytes). Since 0.19.0 imports should be returned as "
    "bytes instead of as a string.  You may want to call .encode() on your string."
)


def _folder(importer: str) -> str:
    return importer[: importer.rfind("/") + 1]


class DiskImporter:
    """Looks beside the importing file, then in the library paths, the last given first."""

    __slots__ = ("missed", "paths", "read", "steady")

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = tuple([path if path.endswith("/") else path + "/" for path in paths if path])
        # Every file that was read, for dependency files, and those that were not there.
        self.read: dict[str, bytes] = {}
        self.missed: dict[str, None] = {}
        # Whether each file was the same whenever it was looked at.
        self.steady = True

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""
        if not path:
            raise _refused(path, "the empty string is not a valid filename")
        if path.endswith("/"):
            raise _refused(path, "attempted to import a directory")
        for folder in ("",) if os.path.isabs(path) else (_folder(importer), *reversed(self.paths)):
            name = folder + path
            try:
                data = read_file(name)
            except (FileNotFoundError, NotADirectoryError, ValueError):
                self.missed[name] = None
                continue
            except IsADirectoryError:
                raise _refused(path, f"{name} is a directory") from None
            except OSError as error:
                raise _refused(path, (error.strerror or "unreadable").lower()) from None
            if self.read.setdefault(name, data) != data or name in self.missed:
                self.steady = False
            return name, data
        raise _refused(path, _NO_MATCH)

    def foreign(self, name: str) -> Foreign | None:
        """Every file is Jsonnet here, as it is for the original program."""
        del name
        return None


class CallbackImporter(metaclass=Record):
    """Asks a Python function."""

    callback: Callback

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""
        if not path:
            raise _refused(path, "the empty string is not a valid filename")
        try:
            found: object = self.callback(_folder(importer), path)
        except Exception as error:  # noqa: BLE001  whatever the embedding program raises
            raise _refused(path, str(error)) from None
        if not isinstance(found, tuple):
            raise _refused(path, "import_callback did not return a tuple")
        if len(found) != 2:
            raise _refused(path, "import_callback did not return a tuple (size 2)")
        name, content = found
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise _refused(path, _NO_BYTES)
        return name, content

    def foreign(self, name: str) -> Foreign | None:
        """Every file is Jsonnet here, as it is for the original module."""
        del name
        return None


class HostImporter(metaclass=Record):
    """Asks the host of a language."""

    host: Host

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""
        from confty.language import Unreadable  # noqa: PLC0415  loaded by the runs that need it

        if not path:
            raise _refused(path, "the empty string is not a valid filename")
        name = self.host.resolve(path, importer)
        if name is None:
            raise _refused(path, _NO_MATCH)
        try:
            return name, self.host.read(name)
        except Unreadable as reason:
            raise _refused(path, str(reason)) from None

    def foreign(self, name: str) -> Foreign | None:
        """A file of another language; JSON is Jsonnet, and is read as that."""
        return None if name.endswith(".json") else self.host.foreign(name)
