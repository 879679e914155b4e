"""Names of what is kept on disk: whose content it is of, and which confty and Python made it.

Loaded before anything is known to be missing, so that it must not cost anything itself.
"""

from __future__ import annotations

import os
import sys
from _blake2 import blake2b
from _frozen_importlib_external import MAGIC_NUMBER

from confty import __version__
from confty.kit.store import build_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Raised when generated code or results change their conventions.
FORMAT: Final = 6
# Where the sources are that trees, units and results come from, below ``confty``.
_FOLDERS: Final = (
    "languages/jsonnet",
    "languages/jsonnet/lexer",
    "languages/jsonnet/parser",
    "languages/jsonnet/library",
    "languages/jsonnet/evaluator",
    "languages/jsonnet/evaluator/compiler",
    "languages/jsonnet/evaluator/library",
    "languages/jsonnet/evaluator/manifest",
    "languages/jsonnet/evaluator/tree",
)


class Salt:
    """What goes into every name beside a content; worked out once."""

    __slots__ = ("_build", "_made")

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}
        self._build = 0

    def of(self, kind: str) -> bytes:
        """The salt of one kind of entries."""
        found = self._made.get(kind)
        if found is None:
            # Every source is asked for its time, which is most of what a salt costs.
            self._build = self._build or _build()
            build = f"{__version__} {FORMAT} {self._build} {kind} {sys.version_info}"
            found = blake2b(build.encode() + MAGIC_NUMBER, digest_size=32).digest()
            self._made[kind] = found
        return found


SALT: Final = Salt()


def key_of(text: bytes, labelled: bool) -> str:
    """The name of a file's entry: its content, our version and build, Python's bytecode."""
    return named(text, f"units {labelled}")


def named(data: bytes, kind: str) -> str:
    """The name of an entry of one kind."""
    name: str = blake2b(data, digest_size=20, key=SALT.of(kind)).hexdigest()
    return name


def _build() -> int:
    """When our sources were last changed."""
    room = os.path.abspath(__file__)
    for _ in range(4):
        room = os.path.dirname(room)
    return build_of([f"{room}/{part}" for part in _FOLDERS])
