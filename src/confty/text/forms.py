"""The forms in which findings are shown; ``report`` makes them, commands and configs name them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

FORMATS: Final = ("full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit")
#: The forms that are one document for all findings and so are printed even when there are none.
DOCUMENTS: Final = ("json", "sarif", "gitlab", "junit")
