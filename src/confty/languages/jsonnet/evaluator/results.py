"""What whole programs gave, on disk: a program of which nothing has changed is not run again.

Only for programs that are given nothing from outside, so that the texts they read are all that
their result depends on.  A result is good as long as each of those texts is the same and each
file that was looked for and not found is still not there; that is asked of the files, whose
contents count and not their times.  The sources of ours that had a part in it must be the same,
too (``kit/sources.py``).  Whatever is wrong with an entry, it is as if it were not there.

Loaded before anything is known to be missing, so that it must not cost anything itself.
"""

from __future__ import annotations

import marshal
import os
from _blake2 import blake2b

from confty.kit.reading import read_file
from confty.kit.sources import OWN_SOURCES
from confty.kit.store import user_store
from confty.languages.jsonnet.evaluator.keys import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final

    from confty.kit.store import Store

    # A text, or texts by the names of files.
    Result = str | dict[str, str]

# The longest result that is kept, in characters.
_MOST: Final = 8 << 20


class Results:
    """The results of one user."""

    __slots__ = ("_store",)

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    def find(self, key: str) -> tuple[Result, list[str]] | None:
        """A result that still holds, and the files it was made of beside the program itself."""
        payload = self._store.load(key)
        if payload is None:
            return None
        try:
            sources, digests, missed, result = marshal.loads(payload)  # noqa: S302  our own
            if not OWN_SOURCES.are_current(sources):
                return None
            if any(_digest_of(name) != digest for name, digest in digests.items()):
                return None
            if any(map(_is_there, missed)):
                return None
        except (ValueError, EOFError, TypeError, AttributeError):
            return None
        return result, list(digests)

    def keep(
        self, key: str, read: Mapping[str, bytes], missed: Iterable[str], result: Result
    ) -> None:
        """Keep a result, unless it is too long or made of what others must not read."""
        size = len(result) if isinstance(result, str) else sum(map(len, result.values()))
        if size > _MOST or not all(map(is_open, read)):
            return
        digests = {name: _digest(data) for name, data in read.items()}
        entry = OWN_SOURCES.noted("confty"), digests, list(missed), result
        self._store.store(key, marshal.dumps(entry))
        self._store.evict()


def key_of_result(name: str, data: bytes, parts: tuple[object, ...]) -> str:
    """The name of a program's result: the program, where it is run, and what it is run with."""
    around = repr((os.getcwd(), name, parts)).encode("utf-8", "surrogatepass")
    return named(blake2b(data, digest_size=32).digest() + around, "results")


def user_results() -> Results | None:
    """The user's results, or None when there is no place for them."""
    store = user_store("outputs")
    return None if store is None else Results(store)


def _digest(data: bytes) -> bytes:
    digest: bytes = blake2b(data, digest_size=20).digest()
    return digest


def _digest_of(name: str) -> bytes | None:
    try:
        return _digest(read_file(name))
    except (OSError, ValueError):
        return None


def _is_there(name: str) -> bool:
    """Whether an import would lead to the file now, if only to find that it cannot be read."""
    try:
        os.stat(name)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        return True
    return True


def is_open(name: str) -> bool:
    """Whether a file is one that others may read: what is kept from them is not copied."""
    try:
        return not hasattr(os, "getuid") or bool(os.stat(name).st_mode & 0o044)
    except (OSError, ValueError):
        return False
