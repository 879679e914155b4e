"""How large a text or a list may become: what doubles a few times fills any memory.

Sizes are asked before anything is made.
"""

from __future__ import annotations

from confty.kit.limits import afford

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Characters of a text.
MOST_TEXT: Final = 1 << 28
#: Elements of a list.
MOST_ELEMENTS: Final = 1 << 23
#: Parts of a value that is sorted or a key, each as often as it stands there.
MOST_PARTS: Final = 1 << 22
TOO_MANY_PARTS: Final = (
    f"expected a value of at most {MOST_PARTS:,} parts to sort or to use as a key, found more"
)
# The bytes that an element takes in its list.
_POINTER: Final = 8
#: Elements that one run may unpack, all lists together, for each step it may take.
UNPACKED_A_STEP: Final = 50


def too_long(size: int) -> str | None:
    """Say that a text would be too long, if it would."""
    if size <= MOST_TEXT:
        afford(size)
        return None
    return f"expected a text of at most {MOST_TEXT:,} characters, found {size:,}"


def too_many(count: int) -> str | None:
    """Say that a list would be too long, if it would."""
    if count <= MOST_ELEMENTS:
        afford(count * _POINTER)
        return None
    return f"expected a list of at most {MOST_ELEMENTS:,} elements, found {count:,}"
