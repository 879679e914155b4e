"""What is kept on disk to be faster the next time: a folder of sealed entries, as bytes.

An entry is read only from a folder that is the user's own, and only when it is sealed with the
user's secret, which stands beside the entries; anything else is as if it were not there.  Entries
are written beside and renamed, so concurrent runs do not meet.  Those that were not used for
longest go when there are too many.  What the bytes mean, and what belongs into a key so that a
stale entry is never found, is the business of whoever keeps them.

An entry may have several keys: to make a file takes as long as to write a hundred kilobytes, and
another name for it a tenth of that.
"""

from __future__ import annotations

import os
import time
from _blake2 import blake2b
from _operator import _compare_digest as same_digest

from confty.kit.reading import scanned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

#: What the entries of one kind may take together, in bytes, unless CONFTY_CACHE_SIZE says another.
SIZE: Final = 256 << 20
_HEADER: Final = b"confty\n"
_DIGEST: Final = 32
_OVERHEAD: Final = len(_HEADER) + _DIGEST
_KEY_FILE: Final = "secret"
_DIGITS: Final = "0123456789abcdef"
_UNFINISHED: Final = ".new"
# An entry's time is that of its last use, give or take so many seconds.
_HOUR: Final = 3600.0
# Beside the entries: what they may take, and how much was written since somebody looked.
_TALLY_FILE: Final = "tally"
_OTHER_FILES: Final = frozenset((_KEY_FILE, _TALLY_FILE))
_LONGEST_TALLY: Final = 64
# All entries are looked at when so large a part of what they may take was written.
_PART: Final = 16


class Store:
    """One folder of entries; a key is a text of hexadecimal digits."""

    __slots__ = ("_begun", "_secret", "_written", "folder", "limit")

    def __init__(self, folder: str, limit: int = SIZE) -> None:
        self.folder = folder
        self.limit = limit
        self._secret: bytes | None = None
        # How many bytes were written and are not in the tally yet.
        self._written = 0
        # Whether the entries are the first here, so that nobody has counted any yet.
        self._begun = False

    def path(self, key: str) -> str:
        """Where an entry stands."""
        return f"{self.folder}/{key}"

    def is_empty(self) -> bool:
        """Whether nothing can be found here: there is no secret that anything is sealed with."""
        return self._known_secret() is None

    def file_of(self, key: str) -> tuple[int, ...] | None:
        """Which file an entry is, the same for all of its keys; None when it is not there."""
        try:
            state = os.stat(self.path(key))
        except (OSError, ValueError):
            return None
        return state.st_dev, state.st_ino, state.st_size

    def load(self, key: str) -> bytes | None:
        """Read an entry; None when it is not there or cannot be trusted."""
        secret = self._known_secret()
        if secret is None:
            return None
        path = self.path(key)
        data = _private_bytes(path, self.limit // 4)
        if data is None:
            return None
        payload = _opened(key, data, secret)
        if payload is not None:
            _touch(path)
        return payload

    def store(self, keys: str | list[str], payload: bytes) -> None:
        """Write an entry; a folder that cannot be written is no reason to fail."""
        keys = [keys] if isinstance(keys, str) else keys
        try:
            secret = self._known_secret() or self._made_secret()
            data = b"" if secret is None else _sealed(keys, payload, secret)
            if data and len(data) <= self.limit // 4:
                _write([self.path(key) for key in keys], data)
                self._written += len(data)
        except (OSError, ValueError):
            # The folder may be gone, and the secret with it.
            self._secret = None

    def digest(self, data: bytes) -> str | None:
        """Return a digest that says nothing to who does not have the user's secret."""
        try:
            secret = self._known_secret() or self._made_secret()
        except (OSError, ValueError):
            return None
        return None if secret is None else _digest(data, secret).hex()

    def evict(self) -> None:
        """Take the entries that were not used for longest, until the rest is within the limit.

        Looking at every entry after each that is written takes the square of their number, so it
        is done when much was written.  Runs that write the tally at once lose a part of it, and
        look later.  The first that writes here leaves no tally: the next one looks.
        """
        if self._begun and self._written < self.limit // _PART:
            self._begun = False
            return
        written, self._written = self._tallied() + self._written, 0
        if written < self.limit // _PART:
            self._tally(written)
            return
        found = sorted(self.entries())
        total = sum([size for _, size, _ in found])
        # With room for what is written before anybody looks again.
        most = self.limit - self.limit // _PART
        for used, size, path in found:
            unfinished = path.endswith(_UNFINISHED)
            if total > most or (unfinished and used < time.time() - _HOUR):
                _remove(path)
                total -= size
        self._tally(0)

    def _tallied(self) -> int:
        """How many bytes were written since all were looked at; too many when nobody knows."""
        try:
            tally = _private_bytes(f"{self.folder}/{_TALLY_FILE}", _LONGEST_TALLY)
            limit, written = map(int, (tally or b"").split())
        except ValueError:
            return self.limit
        return written if limit == self.limit and written >= 0 else self.limit

    def _tally(self, written: int) -> None:
        try:
            _write([f"{self.folder}/{_TALLY_FILE}"], f"{self.limit} {written}".encode())
        except (OSError, ValueError):
            return

    def clear(self) -> None:
        """Take all entries, and the secret that sealed them."""
        for _, _, path in list(self.entries()):
            _remove(path)
        _remove(f"{self.folder}/{_KEY_FILE}")
        _remove(f"{self.folder}/{_TALLY_FILE}")

    def entries(self) -> Iterator[tuple[float, int, str]]:
        """Go through the keys: when each was last used, its share of bytes and where it stands."""
        for entry in scanned(self.folder):
            if not entry.is_dir(follow_symlinks=False):
                yield from _files_of([entry])
            elif not entry.name.strip(_DIGITS):
                # Earlier versions had folders by the first letters of keys.
                yield from _files_of(scanned(entry.path))

    def _known_secret(self) -> bytes | None:
        """The user's secret, if there is one and the folder is nobody else's."""
        if self._secret is None:
            try:
                if not _is_private(os.lstat(self.folder)):
                    return None
            except (OSError, ValueError):
                return None
            secret = _private_bytes(f"{self.folder}/{_KEY_FILE}", _DIGEST, others_read=False)
            if secret is None or len(secret) != _DIGEST:
                return None
            self._secret = secret
        return self._secret

    def _made_secret(self) -> bytes | None:
        """Make a secret and the folder for it; None where that is somebody else's.

        Of several runs that do so at once, all use that of the last.
        """
        if not _private_folder(self.folder):
            return None
        path = f"{self.folder}/{_KEY_FILE}"
        self._begun = True
        _write([path], os.urandom(_DIGEST))
        secret = _private_bytes(path, _DIGEST, others_read=False)
        if secret is None or len(secret) != _DIGEST:
            raise OSError
        return secret


def _files_of(entries: list[os.DirEntry[str]]) -> Iterator[tuple[float, int, str]]:
    for entry in entries:
        if not _may_be_ours(entry.name):
            continue
        try:
            state = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        if entry.is_file(follow_symlinks=False):
            yield state.st_mtime, state.st_size // max(state.st_nlink, 1), entry.path


def _may_be_ours(name: str) -> bool:
    """Whether a file may be an entry: a folder that others use, too, has theirs."""
    key, mark, _ = name.partition(".")
    if mark:
        return name.endswith(_UNFINISHED) and (key in _OTHER_FILES or not key.strip(_DIGITS))
    return not key.strip(_DIGITS)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except (OSError, ValueError):
        return


def _touch(path: str) -> None:
    """Note that an entry was used."""
    try:
        if os.stat(path).st_mtime < time.time() - _HOUR:
            os.utime(path)
    except OSError:
        return


def _write(paths: list[str], data: bytes) -> None:
    """Write a file of the user's own under one or more names, all of it or nothing."""
    beside = f"{paths[0]}.{os.urandom(8).hex()}{_UNFINISHED}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(beside, flags, 0o600)
    try:
        try:
            # No file object: to make one takes as long as to write a small file.
            left = memoryview(data)
            while left:
                left = left[os.write(descriptor, left) :]
        finally:
            os.close(descriptor)
        others = [path for path in paths[1:] if not _is_linked(beside, path)]
        os.replace(beside, paths[0])
    except BaseException:
        _remove(beside)
        raise
    for path in others:
        _write([path], data)


def _is_linked(file: str, path: str) -> bool:
    """Give a file another name, in the place of what has that now; False where files have one."""
    try:
        os.link(file, path)
    except FileExistsError:
        beside = f"{path}.{os.urandom(8).hex()}{_UNFINISHED}"
        os.link(file, beside)
        os.replace(beside, path)
    except (OSError, AttributeError):
        return False
    return True


def _private_bytes(path: str, most: int, *, others_read: bool = True) -> bytes | None:
    """Read a regular file that only this user can have written; None for others or longer ones."""
    descriptor = opened_privately(path, os.O_RDONLY)
    if descriptor is None:
        return None
    try:
        state = os.fstat(descriptor)
        if state.st_size > most:
            return None
        if not others_read and hasattr(os, "getuid") and state.st_mode & 0o077:
            return None
        found = os.read(descriptor, state.st_size)
        # One that is being written is not whole yet, and no entry.
        return found if len(found) == state.st_size else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def opened_privately(path: str, flags: int) -> int | None:
    """Open a regular file that only this user can have written, at once; None for others."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags | careful | getattr(os, "O_BINARY", 0), 0o600)
    except (OSError, ValueError):
        return None
    state = os.fstat(descriptor)
    if state.st_mode & 0o170000 == 0o100000 and _is_private(state):
        return descriptor
    os.close(descriptor)
    return None


def _is_private(state: os.stat_result) -> bool:
    """Whether only this user can have written it."""
    if not hasattr(os, "getuid"):
        return True
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


def _private_folder(folder: str) -> bool:
    # Folders in between have the mode of any folder of the user's: what counts is the last.
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return _is_private(os.lstat(folder))


def _digest(payload: bytes, secret: bytes) -> bytes:
    digest: bytes = blake2b(payload, digest_size=_DIGEST, key=secret).digest()
    return digest


def _sealed(keys: list[str], payload: bytes, secret: bytes) -> bytes:
    content = " ".join(keys).encode() + b"\n" + payload
    return _HEADER + _digest(content, secret) + content


def _opened(key: str, data: bytes, secret: bytes) -> bytes | None:
    """What was sealed under this key, with others perhaps; None for anything else."""
    digest, content = data[len(_HEADER) : _OVERHEAD], data[_OVERHEAD:]
    if not data.startswith(_HEADER) or not same_digest(_digest(content, secret), digest):
        return None
    keys, _, payload = content.partition(b"\n")
    return payload if key.encode() in keys.split() else None


def user_store(kind: str) -> Store | None:
    """The user's store of one kind of entries, or None when there is no place for one.

    A relative folder is none: it would be another one wherever the program is started, and one
    that comes with a project's files could be taken for the user's.
    """
    folder = user_folder()
    return None if folder is None else store_in(folder, kind)


def store_in(folder: str, kind: str) -> Store | None:
    """The store of one kind below a folder; None for a relative one."""
    return Store(f"{folder}/{kind}", _limit()) if os.path.isabs(folder) else None


#: Everything that is kept: the folder's name, and what is in it.
KINDS: Final = {
    "checks": "results of checks",
    "imports": "who imports whom in a project",
    "jsonnet": "compiled Jsonnet",
    "outputs": "results of programs",
    "packages": "schemas of provider plugins",
    "phy": "compiled Phy",
    "runs": "runs that were not finished",
    "schemas": "indexed schemas",
}


def user_folder() -> str | None:
    """The folder of all that is kept for the user."""
    folder = os.environ.get("CONFTY_CACHE_DIR")
    if not folder:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = f"{base}/confty"
    return folder if os.path.isabs(folder) else None


def _limit() -> int:
    """How much it may hold: CONFTY_CACHE_SIZE is a number of megabytes."""
    megabytes = os.environ.get("CONFTY_CACHE_SIZE", "")
    if not (megabytes.isascii() and megabytes.isdigit()) or len(megabytes) > 9:
        return SIZE
    return int(megabytes) << 20
