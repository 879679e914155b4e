"""What a config says of findings, and that it says something we do not understand."""

from __future__ import annotations

from confty.text import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LEVELS: Final = {
    "error": Severity.ERROR,
    "warn": Severity.WARNING,
    "warning": Severity.WARNING,
    "hint": Severity.HINT,
    "ignore": None,
}


class BadConfig(Exception):
    """A config file that cannot be used; the message names the file and says what is wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        # The file and its text, where they are known.
        self.path: str | None = None
        self.text = ""
