"""Writing files whole or not at all."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Where a system keeps names of what a process has open: what they lead to may have no name.
_STREAMS: Final = ("/dev/", "/proc/")


def write_atomically(path: str, text: str | bytes, *, named: bool = True) -> None:
    """Replace the file's content by ``text``, or raise ``OSError`` and leave it alone.

    The text goes to a neighbour first, which then takes the file's name in one step.  A link that
    the user ``named`` stays one; any other, which came with the tree, is itself replaced.
    """
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    folder, base = os.path.split(path)
    is_stream = named and path.startswith(_STREAMS)
    if is_stream or not base or (os.path.exists(path) and not os.path.isfile(path)):
        _write_in_place(path, data)
        return
    target = os.path.realpath(path) if named else os.path.join(os.path.realpath(folder), base)
    # A name that nobody can foresee, and a file that was not there: no link that a hostile tree
    # holds in readiness is followed.  It is short, since the file's own may be as long as any.
    draft = os.path.join(os.path.dirname(target), f".{os.urandom(6).hex()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(draft, flags, 0o666), "wb") as stream:
            stream.write(data)
        if os.path.exists(target) and not os.path.islink(target):
            os.chmod(draft, os.stat(target).st_mode & 0o7777)
        os.replace(draft, target)
    except OSError as error:
        # The draft is nothing that the user has named.
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        if os.path.exists(draft):
            os.unlink(draft)


def _write_in_place(path: str, data: bytes) -> None:
    """Write to a device or a pipe, which no file can replace; of a folder the system complains."""
    with open(path, "wb") as stream:
        stream.write(data)
