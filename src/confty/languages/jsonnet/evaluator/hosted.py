"""How a run finds files that others have: a function of the embedding program, or a host."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.files import NO_MATCH, folder_of, refused
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from confty.language import Foreign, Host

    # The directory and the path go in; the name and the content come out.
    Callback = Callable[[str, str], tuple[str, bytes]]

# The words of the reference's Python module.
_NO_BYTES = (
    "import_callback did not return (string, bytes). Since 0.19.0 imports should be returned as "
    "bytes instead of as a string.  You may want to call .encode() on your string."
)


class CallbackImporter(metaclass=Record):
    """Asks a Python function."""

    callback: Callback

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""
        if not path:
            raise refused(path, "the empty string is not a valid filename")
        try:
            found: object = self.callback(folder_of(importer), path)
        except Exception as error:  # noqa: BLE001  whatever the embedding program raises
            raise refused(path, str(error)) from None
        if not isinstance(found, tuple):
            raise refused(path, "import_callback did not return a tuple")
        if len(found) != 2:
            raise refused(path, "import_callback did not return a tuple (size 2)")
        name, content = found
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise refused(path, _NO_BYTES)
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
            raise refused(path, "the empty string is not a valid filename")
        name = self.host.resolve(path, importer)
        if name is None:
            raise refused(path, NO_MATCH)
        try:
            return name, self.host.read(name)
        except Unreadable as reason:
            raise refused(path, str(reason)) from None

    def foreign(self, name: str) -> Foreign | None:
        """A file of another language; JSON is Jsonnet, and is read as that."""
        return None if name.endswith(".json") else self.host.foreign(name)
