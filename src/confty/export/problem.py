"""What cannot be exported."""

from __future__ import annotations


class NotData(Exception):
    """A type that no data has; the message names it and ``path`` says where it is."""

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.path = path
