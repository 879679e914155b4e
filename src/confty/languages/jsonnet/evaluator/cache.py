"""Compiled units on disk, so that a program that did not change is not translated again.

An entry belongs to the content of one file, our version and Python's bytecode.  It is read only
from a folder that is the user's own, and only when its digest is right; anything else is as if
it were not there.  Entries are written beside and renamed, so concurrent runs do not meet.
"""

from __future__ import annotations

import marshal
import os
import sys
from _blake2 import blake2b
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Final

from confty import __version__

# Raised when the generated code changes its conventions.
FORMAT: Final = 3
_HEADER: Final = b"confty jsonnet units\n"
_DIGEST: Final = 32

# ident -> (parent's ident, code, constants)
Entry = dict[str, tuple[str, CodeType, list[object]]]


class Cache:
    """One folder of entries."""

    __slots__ = ("_folder",)

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def path(self, key: str) -> str:
        """Where an entry stands."""
        return f"{self._folder}/{key[:2]}/{key[2:]}"

    def load(self, key: str) -> Entry | None:
        """Read an entry; None when it is not there or cannot be trusted."""
        try:
            descriptor = os.open(self.path(key), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        except OSError:
            return None
        try:
            state = os.fstat(descriptor)
            if not _is_private(state):
                return None
            with open(descriptor, "rb", closefd=False) as stream:
                data = stream.read()
        except OSError:
            return None
        finally:
            os.close(descriptor)
        return _decode(key, data)

    def store(self, key: str, entry: Entry) -> None:
        """Write an entry; a folder that cannot be written is no reason to fail."""
        path = self.path(key)
        beside = f"{path}.{os.getpid()}.new"
        try:
            if not _private_folder(self._folder):
                return
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "wb") as stream:
                stream.write(_encode(key, entry))
            os.replace(beside, path)
        except OSError:
            return


def _is_private(state: os.stat_result) -> bool:
    """Whether only this user can have written it."""
    if not hasattr(os, "getuid"):
        return True
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


def _private_folder(folder: str) -> bool:
    os.makedirs(folder, mode=0o700, exist_ok=True)
    return _is_private(os.stat(folder))


def _encode(key: str, entry: Entry) -> bytes:
    payload = marshal.dumps((key, entry))
    digest: bytes = blake2b(payload, digest_size=_DIGEST).digest()
    return _HEADER + digest + payload


def _decode(key: str, data: bytes) -> Entry | None:
    if not data.startswith(_HEADER):
        return None
    start = len(_HEADER) + _DIGEST
    digest, payload = data[len(_HEADER) : start], data[start:]
    if blake2b(payload, digest_size=_DIGEST).digest() != digest:
        return None
    try:
        found, entry = marshal.loads(payload)  # noqa: S302  digest and owner are checked
    except (ValueError, EOFError, TypeError):
        return None
    if found != key or entry.__class__ is not dict:
        return None
    entries: Entry = entry
    return entries


def key_of(text: bytes, labelled: bool) -> str:
    """The name of a file's entry: its content, our version and build, Python's bytecode."""
    build = f"{__version__} {FORMAT} {_build()} {labelled} {sys.version_info}"
    state = build.encode() + MAGIC_NUMBER
    salt = blake2b(state, digest_size=32).digest()
    name: str = blake2b(text, digest_size=20, key=salt).hexdigest()
    return name


def _build() -> int:
    """When the translator was last changed, so that a new one never runs what an old one made."""
    room = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    newest = 0
    parts = ("lexer", "parser", "library", "evaluator", "evaluator/compiler", "evaluator/library")
    for part in parts:
        with os.scandir(f"{room}/{part}") as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    newest = max(newest, entry.stat().st_mtime_ns)
    return newest


def user_cache() -> Cache | None:
    """The user's cache, or None when there is no place for one."""
    folder = os.environ.get("CONFTY_CACHE_DIR")
    if not folder:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        if not os.path.isabs(base):
            return None
        folder = f"{base}/confty"
    return Cache(f"{folder}/jsonnet")
