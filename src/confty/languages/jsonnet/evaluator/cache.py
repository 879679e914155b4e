"""Compiled units on disk, so that a program that did not change is not translated again.

An entry belongs to the content of one file, our version and Python's bytecode.  It is read only
from a folder that is the user's own, and only when it is sealed with the user's secret, which
stands beside the entries; anything else is as if it were not there.  Entries are written beside
and renamed, so concurrent runs do not meet.  Those that were not used for longest go when
there are too many.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
from _blake2 import blake2b
from _operator import _compare_digest as same_digest
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Final

from confty import __version__

# Raised when the generated code changes its conventions.
FORMAT: Final = 4
#: What the entries may take together, in bytes, unless CONFTY_CACHE_SIZE says another number.
SIZE: Final = 256 << 20
_HEADER: Final = b"confty jsonnet units\n"
_DIGEST: Final = 32
_KEY_FILE: Final = "secret"
_UNFINISHED: Final = ".new"
# An entry's time is that of its last use, give or take so many seconds.
_HOUR: Final = 3600.0

# ident -> (parent's ident, code, constants)
Entry = dict[str, tuple[str, CodeType, list[object]]]


class Cache:
    """One folder of entries."""

    __slots__ = ("_secret", "folder", "limit")

    def __init__(self, folder: str, limit: int = SIZE) -> None:
        self.folder = folder
        self.limit = limit
        self._secret: bytes | None = None

    def path(self, key: str) -> str:
        """Where an entry stands."""
        return f"{self.folder}/{key[:2]}/{key[2:]}"

    def load(self, key: str) -> Entry | None:
        """Read an entry; None when it is not there or cannot be trusted."""
        secret = self._known_secret()
        if secret is None:
            return None
        path = self.path(key)
        data = _private_bytes(path)
        if data is None:
            return None
        entry = _decode(key, data, secret)
        if entry is not None:
            _touch(path)
        return entry

    def store(self, key: str, entry: Entry) -> None:
        """Write an entry; a folder that cannot be written is no reason to fail.

        What another run has put there meanwhile stays.
        """
        try:
            if not _private_folder(self.folder):
                return
            secret = self._known_secret() or self._made_secret()
            path = self.path(key)
            data = _private_bytes(path)
            others = None if data is None else _decode(key, data, secret)
            text = _encode(key, {**(others or {}), **entry}, secret)
            if len(text) > self.limit // 4:
                return
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            _write(path, text)
        except (OSError, ValueError):
            return

    def evict(self) -> None:
        """Take the entries that were not used for longest, until the rest is within the limit."""
        found = sorted(self.entries())
        total = sum([size for _, size, _ in found])
        for used, size, path in found:
            unfinished = path.endswith(_UNFINISHED)
            if total > self.limit or (unfinished and used < time.time() - _HOUR):
                _remove(path)
                total -= size

    def clear(self) -> None:
        """Take all entries, and the secret that sealed them."""
        for _, _, path in list(self.entries()):
            _remove(path)
        _remove(f"{self.folder}/{_KEY_FILE}")

    def entries(self) -> Iterator[tuple[float, int, str]]:
        """Go through the entries: when each was last used, its size and where it stands."""
        for folder in _scanned(self.folder):
            if len(folder.name) == 2 and folder.is_dir(follow_symlinks=False):
                for entry in _scanned(folder.path):
                    try:
                        state = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue
                    if entry.is_file(follow_symlinks=False):
                        yield state.st_mtime, state.st_size, entry.path

    def _known_secret(self) -> bytes | None:
        """The user's secret, if there is one and the folder is nobody else's."""
        if self._secret is None:
            try:
                if not _is_private(os.lstat(self.folder)):
                    return None
            except (OSError, ValueError):
                return None
            secret = _private_bytes(f"{self.folder}/{_KEY_FILE}", others_read=False)
            if secret is None or len(secret) != _DIGEST:
                return None
            self._secret = secret
        return self._secret

    def _made_secret(self) -> bytes:
        """Make a secret; of several runs that do so at once, all use that of the last."""
        path = f"{self.folder}/{_KEY_FILE}"
        _write(path, os.urandom(_DIGEST))
        secret = _private_bytes(path, others_read=False)
        if secret is None or len(secret) != _DIGEST:
            raise OSError
        return secret


def _scanned(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (OSError, ValueError):
        return []


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


def _write(path: str, data: bytes) -> None:
    """Write a file of the user's own, all of it or nothing."""
    beside = f"{path}.{os.urandom(8).hex()}{_UNFINISHED}"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
        os.replace(beside, path)
    except BaseException:
        _remove(beside)
        raise


def _private_bytes(path: str, *, others_read: bool = True) -> bytes | None:
    """Read a regular file that only this user can have written; None for any other."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, os.O_RDONLY | careful | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None
    try:
        state = os.fstat(descriptor)
        if state.st_mode & 0o170000 != 0o100000 or not _is_private(state):
            return None
        if not others_read and hasattr(os, "getuid") and state.st_mode & 0o077:
            return None
        with open(descriptor, "rb", closefd=False) as stream:
            return stream.read()
    except OSError:
        return None
    finally:
        os.close(descriptor)


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


def _encode(key: str, entry: Entry, secret: bytes) -> bytes:
    payload = marshal.dumps((key, entry))
    return _HEADER + _digest(payload, secret) + payload


def _decode(key: str, data: bytes, secret: bytes) -> Entry | None:
    if not data.startswith(_HEADER):
        return None
    start = len(_HEADER) + _DIGEST
    digest, payload = data[len(_HEADER) : start], data[start:]
    if not same_digest(_digest(payload, secret), digest):
        return None
    try:
        found, entry = marshal.loads(payload)  # noqa: S302  seal and owner are checked
    except (ValueError, EOFError, TypeError):
        return None
    return entry if found == key and _is_whole(entry) else None


def _is_whole(entry: object) -> bool:
    """Whether the units of an entry are units, and each stands in one that is there."""
    if not isinstance(entry, dict) or "main" not in entry:
        return False
    for ident, unit in entry.items():
        if unit.__class__ is not tuple or len(unit) != 3 or unit[1].__class__ is not CodeType:
            return False
        if unit[2].__class__ is not list or (ident != "main" and unit[0] not in entry):
            return False
    return True


def key_of(text: bytes, labelled: bool) -> str:
    """The name of a file's entry: its content, our version and build, Python's bytecode."""
    name: str = blake2b(text, digest_size=20, key=_salt(labelled)).hexdigest()
    return name


@lru_cache(maxsize=2)
def _salt(labelled: bool) -> bytes:
    build = f"{__version__} {FORMAT} {_build()} {labelled} {sys.version_info}"
    salt: bytes = blake2b(build.encode() + MAGIC_NUMBER, digest_size=32).digest()
    return salt


def _build() -> int:
    """When the translator was last changed, so that a new one never runs what an old one made."""
    room = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    newest = 0
    parts = ("lexer", "parser", "library", "evaluator", "evaluator/compiler", "evaluator/library")
    for part in parts:
        for entry in _scanned(f"{room}/{part}"):
            if entry.name.endswith(".py"):
                newest = max(newest, entry.stat().st_mtime_ns)
    return newest


def user_cache() -> Cache | None:
    """The user's cache, or None when there is no place for one.

    A relative folder is none: it would be another one wherever the program is started, and one
    that comes with a project's files could be taken for the user's.
    """
    folder = os.environ.get("CONFTY_CACHE_DIR")
    if not folder:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = f"{base}/confty"
    if not os.path.isabs(folder):
        return None
    return Cache(f"{folder}/jsonnet", _limit())


def _limit() -> int:
    """How much it may hold: CONFTY_CACHE_SIZE is a number of megabytes."""
    megabytes = os.environ.get("CONFTY_CACHE_SIZE", "")
    if not (megabytes.isascii() and megabytes.isdigit()) or len(megabytes) > 9:
        return SIZE
    return int(megabytes) << 20
