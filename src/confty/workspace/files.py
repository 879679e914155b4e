"""Files on disk or in memory, behind the few questions that the rest asks; writing and waiting.

Names are paths as the user wrote them, with forward slashes; messages repeat them, so nothing
here makes them absolute.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from confty.kit.reading import MOST, is_stream, read_file, read_stream
from confty.language import Unreadable

#: How often ``wait_for_change`` looks, in seconds.
INTERVAL: Final = 0.5


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

    #: How large a file may be, in bytes.
    most: int = MOST

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``; only what lies on a disk is read."""
        try:
            return read_file(name, self.most)
        except (OSError, ValueError, MemoryError) as error:
            raise Unreadable(reason(error)) from None

    def named(self, name: str) -> bytes:
        """Return what somebody named on a command line, where a shell may have put a stream."""
        try:
            return read_stream(name, self.most) if is_stream(name) else read_file(name, self.most)
        except (OSError, ValueError, MemoryError) as error:
            raise Unreadable(reason(error)) from None

    def is_file(self, name: str) -> bool:
        """Whether ``name`` is there and no folder; reading says whether it can be read."""
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
    if isinstance(error, MemoryError):
        return "there is not enough memory for it"
    return (getattr(error, "strerror", None) or str(error)).lower()


def write_atomically(path: str, text: str) -> None:
    """Replace the file's content by ``text``, or raise ``OSError`` and leave it alone.

    The text goes to a neighbour first, which then takes the file's name in one step.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        _write_in_place(target, text)
        return
    draft = f"{target}.{os.getpid()}.part"
    try:
        with open(draft, "w", encoding="utf-8", errors="surrogatepass", newline="") as stream:
            stream.write(text)
        if os.path.exists(target):
            os.chmod(draft, os.stat(target).st_mode & 0o7777)
        os.replace(draft, target)
    except BaseException:
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _write_in_place(path: str, text: str) -> None:
    """Write to a device or a pipe, which cannot be replaced by another file."""
    with open(path, "w", encoding="utf-8", errors="surrogatepass", newline="") as stream:
        stream.write(text)


def wait_for_change(names: Callable[[], list[str]]) -> None:
    """Return when a file was added, removed or written, by looking at them twice a second.

    Looking costs a call of ``stat`` a file, which is nothing beside a check, works on every file
    system, and needs no package.
    """
    before = _state(names())
    while _state(names()) == before:
        time.sleep(INTERVAL)


def _state(names: list[str]) -> dict[str, tuple[int, int]]:
    state = {}
    for name in names:
        try:
            status = os.stat(name)
            state[name] = (status.st_mtime_ns, status.st_size)
        except OSError:
            state[name] = (0, 0)
    return state
