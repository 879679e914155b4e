"""Compiled units on disk, so that a program that did not change is not translated again.

An entry belongs to the content of one file, our version and Python's bytecode.
"""

from __future__ import annotations

import marshal
import os
import sys
from _blake2 import blake2b
from functools import lru_cache
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Final

from confty import __version__
from confty.kit.store import SIZE, Store, build_of, user_store

# Raised when the generated code changes its conventions.
FORMAT: Final = 4

# ident -> (parent's ident, code, constants)
Entry = dict[str, tuple[str, CodeType, list[object]]]


class Cache:
    """Compiled units in a folder."""

    __slots__ = ("disk",)

    def __init__(self, folder: str, limit: int = SIZE) -> None:
        self.disk: Final = Store(folder, limit)

    def load(self, key: str) -> Entry | None:
        """Read an entry; None when it is not there or cannot be trusted."""
        payload = self.disk.load(key)
        return None if payload is None else _decode(payload)

    def store(self, key: str, entry: Entry) -> None:
        """Write an entry; what another run has put there meanwhile stays."""
        others = self.load(key) or {}
        self.disk.store(key, marshal.dumps({**others, **entry}))


def _decode(payload: bytes) -> Entry | None:
    try:
        entry = marshal.loads(payload)  # noqa: S302  seal and owner were checked
    except (ValueError, EOFError, TypeError):
        return None
    return entry if _is_whole(entry) else None


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
    """When the translator was last changed."""
    room = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parts = ("lexer", "parser", "library", "evaluator", "evaluator/compiler", "evaluator/library")
    return build_of([f"{room}/{part}" for part in parts])


def user_cache() -> Cache | None:
    """The user's cache, or None when there is no place for one."""
    store = user_store("jsonnet")
    return None if store is None else Cache(store.folder, store.limit)
