"""Reading files with care: only what lies on a disk, not more than there is room for.

A name in a program may lead to a pipe that nobody writes to, a device without an end, or a file
of the kernel's.  Opening must not wait, so the kind of a file is asked after it is open and before
anything is read.  Whatever is refused raises ``OSError`` with a reason in its ``strerror``.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: How large a file may be, in bytes, unless somebody says.
MOST: Final = 1 << 30
_KINDS: Final = (
    (stat.S_ISFIFO, "it is a pipe"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
    (stat.S_ISSOCK, "it is a socket"),
)
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
# What may be written shorter: a part that is empty or begins with a dot, another system's slash.
_UNTIDY: Final = ("/.", "//", "\\")
#: Names of open streams, as a shell gives them to a command: ``<(program)`` is ``/dev/fd/63``.
_STREAMS: Final = ("/dev/fd/", "/proc/self/fd/")


def read_file(path: str, most: int = MOST) -> bytes:
    """Return the bytes of a regular file."""
    handle = os.open(path, _FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise _no_file(status.st_mode, path)
        if status.st_size > most:
            raise too_large(most, path)
        data = _bytes(handle, status.st_size, most, path)
    finally:
        os.close(handle)
    if data and not status.st_size and not status.st_blocks and _is_kernels(path):
        raise _refused("EINVAL", "it is not a file on a disk", path)
    return data


def _no_file(mode: int, path: str) -> OSError:
    """Say what stands there."""
    if stat.S_ISDIR(mode):
        return _refused("EISDIR", "it is a folder", path)
    words = [words for is_kind, words in _KINDS if is_kind(mode)]
    return _refused("EINVAL", words[0] if words else "it is not a file on a disk", path)


def too_large(most: int, path: str) -> OSError:
    """Say that a file holds more than it may, in bytes."""
    return _refused("EFBIG", f"it is larger than {most >> 20:,} megabytes", path)


def _refused(number: str, words: str, path: str) -> OSError:
    import errno  # noqa: PLC0415  its table is made when it is loaded, and most files can be read

    return OSError(getattr(errno, number), words, path)


def _bytes(handle: int, size: int, most: int, path: str) -> bytes:
    parts: list[bytes] = []
    total = 0
    while part := os.read(handle, asked := max(size - total + 1, 1 << 16)):
        parts.append(part)
        total += len(part)
        if total > most:
            raise too_large(most, path)
        if total == size and len(part) < asked:
            break  # what lies on a disk gives less than is asked for only at its end
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _is_kernels(path: str) -> bool:
    return os.path.realpath(path).startswith(("/proc/", "/sys/"))


def slashed(path: str) -> str:
    """Spell a path with slashes; elsewhere than on Windows a backslash is part of a name."""
    return path.replace("\\", "/") if os.sep == "\\" else path


def tidied(path: str) -> str:
    """Spell a path without detours; ``a/../b`` is ``b``, so that one file has one name."""
    if not path or path[0] == "." or path[-1] == "/" or any(part in path for part in _UNTIDY):
        return slashed(os.path.normpath(path))
    return path


def is_stream(path: str) -> bool:
    """Whether a name is that of a stream which whoever called us has opened."""
    return path == "/dev/stdin" or path.startswith(_STREAMS)


def read_stream(path: str, most: int = MOST) -> bytes:
    """Return what a stream gives until its end."""
    with open(path, "rb", buffering=0) as stream:
        return _bytes(stream.fileno(), 0, most, path)


def stamp(path: str) -> tuple[int, ...] | None:
    """What is another whenever a file has been written to or replaced; None where there is none.

    Its size and the time that it is said to have been written are not enough: copies and archives
    keep times.  Nobody can set the time of its last change.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def scanned(folder: str) -> list[os.DirEntry[str]]:
    """What stands in a folder; nothing where that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (OSError, ValueError):
        return []
