"""Names of what is kept on disk: whose content it is of, and which confty and Python made it.

Loaded before anything is known to be missing, so that it must not cost anything itself.
"""

from __future__ import annotations

import sys
from _blake2 import blake2b
from _frozen_importlib_external import MAGIC_NUMBER

from confty import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Raised when generated code or results change their conventions.
FORMAT: Final = 7


def key_of(text: bytes, labelled: bool) -> str:
    """The name of a file's entry: its content, our version, Python's bytecode."""
    return named(text, f"units {labelled}")


def named(data: bytes, kind: str) -> str:
    """The name of an entry of one kind."""
    made = f"{__version__} {FORMAT} {kind} {sys.version_info}".encode() + MAGIC_NUMBER
    salt = blake2b(made, digest_size=32).digest()
    name: str = blake2b(data, digest_size=20, key=salt).hexdigest()
    return name
