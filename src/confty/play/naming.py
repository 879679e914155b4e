"""Names that files of a page may have: relative, below the page's folder, of plain characters."""

from __future__ import annotations

import re
from typing import Final

_PART: Final = re.compile(r"[\w@+-][\w .@+-]{0,99}")
_MOST_PARTS: Final = 8


def is_fine(name: str) -> bool:
    """Whether a page may have a file of this name; a link can say anything."""
    parts = name.split("/")
    return len(parts) <= _MOST_PARTS and all(
        _PART.fullmatch(part) is not None and not part.endswith((".", " ")) for part in parts
    )
