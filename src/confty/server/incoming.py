"""What comes in on standard input, before it is read as JSON.

Python's reader of JSON calls itself for every level, on the stack of the thread that reads, and
while a check has room for a deep program nothing holds it back: a message that nests deeper than
any of the protocol ends the process.  So such a one is taken away here; and so is a length that no
message has.
"""

from __future__ import annotations

import re
from typing import BinaryIO, Final

from confty.text.digits import whole_number

#: The longest message, in bytes.
_LONGEST: Final = 1 << 30
#: How deep one may nest.
_DEEPEST: Final = 500
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKET: Final = re.compile(rb"[][{}]")
_LENGTH: Final = b"content-length:"


class Incoming:
    """A stream of messages without those that nobody can mean."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """Read a line of a header; the end for a length that no message has."""
        line = self._stream.readline()
        if not line.lower().startswith(_LENGTH):
            return line
        length = whole_number(line[len(_LENGTH) :].strip().decode("latin-1"))
        return line if length is not None and length <= _LONGEST else b""

    def read(self, size: int) -> bytes:
        """Read a body; ``null`` instead of one that nests too deep."""
        body = self._stream.read(size)
        return b"null" if _nests_too_deep(body) else body


def _nests_too_deep(body: bytes) -> bool:
    if body.count(b"[") + body.count(b"{") <= _DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub(b"", body)):
        depth += 1 if bracket in b"[{" else -1
        if depth > _DEEPEST:
            return True
    return False
