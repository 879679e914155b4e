"""The disk as ``confty rcl`` sees it: one working directory and a sandbox around it."""

from __future__ import annotations

import os
import sys

from confty.kit.reading import is_stream, read_file, read_stream
from confty.language import Unreadable, Way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from confty.kit.installation import Installation
    from confty.text import Diagnostic, Source

_NAMELESS = ("stdin", "query")


class Failed(Exception):
    """The command failed; the findings say why, none when all was said on standard output."""

    def __init__(self, *findings: Diagnostic) -> None:
        super().__init__()
        self.findings = findings


class Folder:
    """A host whose files lie in a working directory; outside only when nothing is restricted."""

    #: Every name begins at the working directory.
    root = ""
    #: Files may change at any time.
    view: object | None = None

    def __init__(self, directory: str, sandbox: str) -> None:
        self.directory = os.path.realpath(directory)
        self.restricted = sandbox == "workdir"

    @property
    def settings(self) -> Mapping[str, object]:
        """Nothing is configured for the original's command line."""
        return {}

    def name(self, path: str) -> str:
        """Spell a canonical path as messages do: relative when it lies inside."""
        if path == self.directory or path.startswith(self.directory.rstrip("/") + "/"):
            return os.path.relpath(path, self.directory)
        return path

    def path(self, name: str) -> str:
        """Return where a name leads."""
        return os.path.join(self.directory, name)

    def needs(self, importer: str, name: str) -> None:
        """Nobody asks who imports whom."""

    def resolve(self, path: str, importer: str | None) -> str | None:
        """Follow an import; links are followed before the sandbox is asked."""
        from confty.languages.rcl.unit import Outside

        beside = "" if importer is None or importer in _NAMELESS else os.path.dirname(importer)
        whole = os.path.realpath(os.path.join(self.directory, beside, path))
        if not os.path.exists(whole):
            return None
        name = self.name(whole)
        if self.restricted and os.path.isabs(name):
            above = os.path.relpath(os.path.commonpath([whole, self.directory]), self.directory)
            raise Outside(
                f"'{path}' leads outside of the working directory",
                f"work in a folder that contains it (-C {above}), "
                "or pass --sandbox=unrestricted to programs you trust",
            )
        return name

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        try:
            path = self.path(name)
            return read_stream(path) if is_stream(path) else read_file(path)
        except OSError as error:
            raise Unreadable(error.strerror or "it cannot be opened") from None

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder."""
        try:
            return sorted(os.listdir(self.path(name)))
        except OSError as error:
            raise Unreadable(error.strerror or "it cannot be opened") from None

    def variable(self, name: str) -> str | None:
        """Return an environment variable."""
        return os.environ.get(name)

    @property
    def memory(self) -> None:
        """Files may change."""

    @property
    def installation(self) -> Installation:
        """RCL asks for nothing that is installed."""
        from confty.kit.installation import Installation

        return Installation()

    def trace(self, line: str) -> None:
        """Show a trace at once."""
        sys.stdout.flush()
        sys.stderr.write(line + "\n")

    def foreign(self, name: str, way: Way = tuple) -> None:
        """The original knows no other languages: every import is RCL."""

    def write(self, name: str, text: str | bytes, *, make_folders: bool = False) -> None:
        """Write a file of the working directory."""
        from confty.kit.saving import write_atomically
        from confty.languages.rcl import codes

        path = self.path(name)
        inside = os.path.realpath(path)
        if make_folders and self.restricted and os.path.isabs(self.name(inside)):
            message = f"'{name}' leads outside of the working directory"
            raise Failed(codes.SANDBOX.at(None, message))
        try:
            if make_folders:
                os.makedirs(os.path.dirname(path), exist_ok=True)
            if make_folders and os.path.exists(path) and not os.path.isfile(path):
                raise Failed(
                    codes.COMMAND.at(None, f"cannot write '{name}': it is no regular file")
                )
            write_atomically(path, text)
        except OSError as error:
            raise Failed(
                codes.COMMAND.at(None, f"cannot write '{name}': {error.strerror}")
            ) from None

    def current(self, name: str) -> str | None:
        """Return the text of a file, None when there is none."""
        try:
            return self.read(name).decode(errors="replace")
        except Unreadable:
            return None

    def dependencies(self, target: str, read: Iterable[str]) -> bytes:
        """Return the line of a depfile."""
        from confty.cli.make_rule import depfile_rule

        names = [self.name(self.path(name)) for name in read]
        return depfile_rule(target, names, self.directory)


def read_document(folder: Folder, name: str | None) -> tuple[Source, Diagnostic | None]:
    """Read the document that the command line names, standard input for None."""
    from confty.kit.encoding import decode
    from confty.languages.rcl import codes
    from confty.text import Source

    if name is None:
        if sys.stdin.isatty():
            sys.stderr.write("Reading from standard input; end with Ctrl-D.\n")
        data, label = sys.stdin.buffer.read(), "stdin"
    else:
        label = folder.name(os.path.realpath(folder.path(name)))
        try:
            data = folder.read(name)
        except Unreadable as problem:
            message = f"cannot read '{name}': {problem}"
            return Source(label, ""), codes.IMPORT_FAILED.at(None, message)
    source, wrong = decode(label, data)
    return source, wrong[0] if wrong else None


def build_folder(source: Source, target: str) -> str:
    """Return the path of a target, which starts at the build file."""
    beside = "" if source.name in _NAMELESS else os.path.dirname(source.name)
    return os.path.join(beside, target)
