"""Files on disk or in memory, behind the few questions that the rest asks.

Names are paths as the user wrote them, with forward slashes; messages repeat them, so nothing
here makes them absolute.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Protocol

from confty.language import Unreadable


class Files(Protocol):
    """Where file contents come from."""

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``."""

    def is_file(self, name: str) -> bool:
        """Whether ``name`` is a file that can be opened."""

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted, or raise ``Unreadable``."""


class Disk:
    """The file system."""

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``."""
        try:
            with open(name, "rb") as stream:
                return stream.read()
        except (OSError, ValueError) as error:
            raise Unreadable(reason(error)) from None

    def is_file(self, name: str) -> bool:
        """Whether ``name`` is a file, or a pipe that can be read like one."""
        try:
            return os.path.exists(name) and not os.path.isdir(name)
        except ValueError:
            return False

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted."""
        try:
            return sorted(os.listdir(name or "."))
        except (OSError, ValueError) as error:
            raise Unreadable(reason(error)) from None


class Memory:
    """A few files held in memory, with another place to look for the rest."""

    def __init__(self, contents: Mapping[str, str | bytes], beyond: Files | None = None) -> None:
        self.contents = dict(contents)
        self.beyond = beyond

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``."""
        found = self.contents.get(name)
        if found is not None:
            # Half a pair of surrogates is let through here and refused where text is decoded.
            return found.encode("utf-8", "surrogatepass") if isinstance(found, str) else found
        if self.beyond is not None:
            return self.beyond.read(name)
        raise Unreadable("there is no such file")

    def is_file(self, name: str) -> bool:
        """Whether the file is here or beyond."""
        return name in self.contents or (self.beyond is not None and self.beyond.is_file(name))

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted, here and beyond."""
        prefix = "" if name in {"", "."} else name.rstrip("/") + "/"
        inside = {
            path[len(prefix) :].split("/")[0] for path in self.contents if path.startswith(prefix)
        }
        if self.beyond is not None:
            try:
                inside.update(self.beyond.entries(name))
            except Unreadable:
                if not inside:
                    raise
        elif not inside:
            raise Unreadable("there is no such folder")
        return sorted(inside)


def reason(error: Exception) -> str:
    """Say why a file cannot be read, in a few words and without its name."""
    words: dict[type[Exception], str] = {
        FileNotFoundError: "there is no such file",
        IsADirectoryError: "it is a folder",
        NotADirectoryError: "a part of its path is not a folder",
        PermissionError: "permission is denied",
    }
    known = words.get(type(error))
    if known:
        return known
    if isinstance(error, ValueError):
        return "its name holds a NUL byte"
    return (getattr(error, "strerror", None) or str(error)).lower()
