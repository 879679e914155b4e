"""Files on disk or in memory, behind the few questions that the rest asks; writing and waiting.

Names are paths as the user wrote them, with forward slashes; messages repeat them, so nothing
here makes them absolute.
"""

from __future__ import annotations

import errno
import os
import time
from _blake2 import blake2b
from stat import S_ISDIR

from confty.generics import Protocol
from confty.kit.encoding import decode
from confty.kit.reading import MOST, is_stream, read_file, read_stream, stamp
from confty.kit.saving import write_atomically
from confty.language import Unreadable
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final

#: How often ``wait_for_change`` looks, in seconds.
INTERVAL: Final = 0.5
# How far the clock of a file system may be behind, in nanoseconds.
_TICK: Final = 10_000_000
# How many bytes of files are held for work on many of them.
_MOST_SEEN: Final = 256 << 20


class Files(Protocol):
    """Where file contents come from."""

    @property
    def moment(self) -> object | None:
        """What stands for the moment that all answers are of; None where files may change."""

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
    #: The file system changes when it likes.
    moment: object | None = None

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
            return not S_ISDIR(os.stat(name).st_mode)
        except (OSError, ValueError):
            return False

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted."""
        try:
            return sorted(os.listdir(name or "."))
        except (OSError, ValueError) as error:
            raise Unreadable(reason(error)) from None


class Moment(Disk):
    """The file system as it was at first sight: each file is looked at once.

    For work on many files that need each other, so that they cannot change under way.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.moment = object()
        #: What languages remember, by keys of their own: it is gone with the moment.
        self.memory: dict[object, object] = {}
        #: What is installed (``kit/installation.py``), by what was asked.
        self.installed: dict[tuple[str, str], object] = {}
        self._texts: dict[str, bytes | Unreadable] = {}
        self._size = 0
        self._digests: dict[str, bytes] = {}
        self._sources: dict[str, Source] = {}
        self._there: dict[str, bool] = {}
        self._inside: dict[str, list[str] | Unreadable] = {}

    def read(self, name: str) -> bytes:
        """Return a file's bytes as they were when somebody first asked."""
        found = self._texts.get(name)
        if found is None:
            try:
                found = super().read(name)
                self._size += len(found)
            except Unreadable as unreadable:
                found = unreadable
            # What is too much to hold is read again.
            if isinstance(found, Unreadable) or self._size <= _MOST_SEEN:
                self._texts[name] = found
        if isinstance(found, Unreadable):
            raise found
        return found

    def digest(self, name: str) -> bytes:
        """Return a digest of a file's bytes, or raise ``Unreadable``."""
        found = self._digests.get(name)
        if found is None:
            found = self._digests[name] = blake2b(self.read(name), digest_size=16).digest()
        return found

    def source(self, name: str) -> Source:
        """Return a file as text, or raise ``Unreadable``; one object for one file."""
        found = self._sources.get(name)
        if found is None:
            found = self._sources[name] = decode(name, self.read(name))[0]
        return found

    def named(self, name: str) -> bytes:
        """Return what somebody named; a stream gives its content once."""
        return super().named(name) if is_stream(name) else self.read(name)

    def is_file(self, name: str) -> bool:
        """Whether ``name`` was a file when somebody first asked."""
        found = self._there.get(name)
        if found is None:
            found = self._there[name] = super().is_file(name)
        return found

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder as they were when somebody first asked."""
        found = self._inside.get(name)
        if found is None:
            try:
                found = super().entries(name)
            except Unreadable as unreadable:
                found = unreadable
            self._inside[name] = found
        if isinstance(found, Unreadable):
            raise found
        return found


class ShowsFiles(Protocol):
    """Who works on files, and can be shown others."""

    files: Files

    def look_anew(self, files: Files) -> None:
        """Look at files as others show them."""


class OneMoment:
    """A while in which each file on the disk is looked at once."""

    def __init__(self, work: ShowsFiles) -> None:
        self._work: Final = work
        self._before: Final = work.files

    def __enter__(self) -> None:
        """Begin; files that are not those of the disk do not change by themselves."""
        if type(self._before) is Disk:
            self._work.look_anew(Moment(self._before.most))

    def __exit__(self, *_how: object) -> None:
        """Look at the disk again."""
        self._work.look_anew(self._before)


class Memory:
    """A few files held in memory, with another place to look for the rest."""

    #: Contents may be put in at any time.
    moment: object | None = None

    def __init__(self, contents: Mapping[str, str | bytes], beyond: Files | None = None) -> None:
        self._contents = dict(contents)
        # The names inside each folder, once somebody asks for one.
        self._inside: dict[str, set[str]] | None = None
        self.beyond = beyond

    @property
    def contents(self) -> Mapping[str, str | bytes]:
        """What is here, by name."""
        return self._contents

    def put(self, name: str, content: str | bytes) -> None:
        """Hold one more file, or another content of one."""
        self._contents[name] = content
        self._inside = None

    def _folders(self) -> dict[str, set[str]]:
        if self._inside is None:
            self._inside = {}
            for name in self._contents:
                _note_folders(name, self._inside)
        return self._inside

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``."""
        found = self._contents.get(name)
        if found is not None:
            # Half a pair of surrogates is let through here and refused where text is decoded.
            return found.encode("utf-8", "surrogatepass") if isinstance(found, str) else found
        if self.beyond is not None:
            return self.beyond.read(name)
        raise Unreadable("there is no such file")

    def is_file(self, name: str) -> bool:
        """Whether the file is here or beyond."""
        return name in self._contents or (self.beyond is not None and self.beyond.is_file(name))

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, sorted, here and beyond."""
        folder = "" if name in {"", "."} else name.rstrip("/") or "/"
        inside = set(self._folders().get(folder, ()))
        if self.beyond is not None:
            try:
                inside.update(self.beyond.entries(name))
            except Unreadable:
                if not inside:
                    raise
        elif not inside:
            raise Unreadable("there is no such folder")
        return sorted(inside)


def _note_folders(name: str, inside: dict[str, set[str]]) -> None:
    """Put a name into its folder, that into its own, and so on up to one that is known."""
    while name:
        above, slash, own = name.rpartition("/")
        found = inside.setdefault(above or slash, set())
        if own in found:
            return
        found.add(own)
        name = above


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
    if isinstance(error, UnicodeError):
        return "its name holds half a surrogate pair"
    if isinstance(error, ValueError):
        return "its name holds a NUL byte"
    if isinstance(error, MemoryError):
        return "there is not enough memory for it"
    return (getattr(error, "strerror", None) or str(error)).lower()


def write_into(folder: str, files: Mapping[str, str]) -> None:
    """Write files into a folder, by their paths in it."""
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomically(path, text)


def write_if_changed(path: str, text: str) -> bool:
    """Write a file that a config names, unless it holds the text already; say whether."""
    data = text.encode("utf-8", "surrogatepass")
    refuse_devices(path)
    try:
        if os.path.getsize(path) == len(data) and read_file(path) == data:
            return False
    except OSError:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    write_atomically(path, data, named=False)
    return True


def refuse_devices(path: str) -> None:
    """Raise ``OSError`` for a pipe, a device or a folder: nobody but the user may write there."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is there, and is no regular file", path)


def wait_for_change(
    names: Callable[[], list[str]], before: dict[str, tuple[int, ...] | None]
) -> None:
    """Return when a file was added, removed or written, by looking at them twice a second.

    Looking costs a call of ``stat`` a file, which is nothing beside a check, works on every file
    system, and needs no package.  Where many files make it cost more, it is done less often.
    """
    while True:
        begun = time.monotonic()
        if state_of(names()) != before:
            return
        time.sleep(max(INTERVAL, 5 * (time.monotonic() - begun)))


def state_of(names: list[str]) -> dict[str, tuple[int, ...] | None]:
    """Return the stamp of each file; one that is not there counts, too."""
    return {name: stamp(name) for name in names}


def changed_since(time_ns: int, names: list[str]) -> bool:
    """Whether one of some files was written or replaced after a time, or just before it."""
    return any(found is not None and found[1] > time_ns - _TICK for found in map(stamp, names))
