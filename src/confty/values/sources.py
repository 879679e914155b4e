"""Where the bytes of assets come from: local files, ``file:`` and ``http(s):`` URIs, and more.

Other schemes (``s3:``, ``gs:``, ``memory:``) go through fsspec when it is installed.  Reading goes
through one buffer, whatever the size, and only regular files are opened.
"""

from __future__ import annotations

import os
import stat
from io import BytesIO

from confty.generics import Protocol, TypeVar, cast
from confty.values.failures import ValueProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, BinaryIO, Final

_BUFFER: Final = 1 << 18
_SECONDS: Final = 60


class Sink(Protocol):
    """What takes in bytes: a hash, a file."""

    def update(self, data: Any, /) -> None:
        """Take in some bytes."""


S = TypeVar("S", bound=Sink)


def read_into(contents: IO[bytes], sink: S, limit: int | None = None) -> S:
    """Feed a stream to a hash through one buffer; more than ``limit`` bytes is an error."""
    buffer = bytearray(_BUFFER)
    view = memoryview(buffer)
    update = sink.update
    readinto = getattr(contents, "readinto", None)
    total = 0
    while True:
        if readinto is not None:
            count = readinto(buffer)
            piece: Any = view[:count]
        else:
            piece = contents.read(_BUFFER)
            count = len(piece)
        if not count:
            return sink
        total += count
        if limit is not None and total > limit:
            raise ValueProblem(f"the stream is longer than the {limit} bytes it promised")
        update(piece)


def local_path(path: str, base: str | None) -> str:
    """Resolve a relative path against ``base``, else against the working directory."""
    if "\0" in path:
        raise ValueProblem("a path cannot hold a NUL character")
    return os.path.join(base, path) if base is not None else path


def opened(path: str | None, uri: str | None, base: str | None, what: str) -> BinaryIO:
    """Open the file that a path or a URI names."""
    if path is not None:
        return open_file(local_path(path, base), what)
    assert uri is not None
    scheme, _, rest = uri.partition("://")
    if scheme == "file":
        return open_file(_file_path(rest, uri, what), what)
    if scheme in {"http", "https"}:
        return _open_web(uri)
    return _open_elsewhere(uri, scheme)


def _opened_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def open_file(path: str, what: str) -> BinaryIO:
    """Open a regular file, and only that: a folder or a device gets a word of advice."""
    try:
        # Without waiting for somebody to write into a pipe.
        handle = open(path, "rb", opener=_opened_at_once)  # noqa: SIM115  the caller closes it
    except IsADirectoryError:
        raise ValueProblem(f"{path} is a folder; use an archive for it") from None
    except OSError as error:
        raise ValueProblem(f"cannot read the {what} {path}: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle.fileno()).st_mode):
        handle.close()
        raise ValueProblem(f"{path} is not a regular file")
    return handle


def _file_path(rest: str, uri: str, what: str) -> str:
    from urllib.parse import unquote  # noqa: PLC0415  loaded where it is needed

    host, slash, path = rest.partition("/")
    if not slash or (host and not (host == "localhost" and what == "asset")):
        raise ValueProblem(f"a file URI of an {what} names no host; found {uri!r}")
    return unquote("/" + path)


def _open_web(uri: str) -> BinaryIO:
    from urllib.error import HTTPError, URLError  # noqa: PLC0415  loaded where it is needed
    from urllib.request import urlopen  # noqa: PLC0415  loaded where it is needed

    try:
        return cast("BinaryIO", urlopen(uri, timeout=_SECONDS))  # noqa: S310  http(s) only
    except (URLError, OSError, ValueError) as error:
        if isinstance(error, HTTPError):
            error.close()  # it is the answer, too
        raise ValueProblem(f"cannot read {uri}: {error}") from None


def _open_elsewhere(uri: str, scheme: str) -> BinaryIO:
    try:
        import fsspec  # noqa: PLC0415  an extra
    except ImportError:
        raise ValueProblem(
            f"URIs of scheme {scheme!r} need the package fsspec: pip install confty[remote]"
        ) from None
    try:
        return cast("BinaryIO", fsspec.open(uri, "rb").open())
    except (OSError, ValueError, ImportError) as error:
        raise ValueProblem(f"cannot read {uri}: {error}") from None


def sized(contents: BinaryIO) -> tuple[BinaryIO, int]:
    """Return the stream with its length; one that does not know goes through a temporary file."""
    if isinstance(contents, BytesIO):
        return contents, contents.getbuffer().nbytes
    try:
        status = os.fstat(contents.fileno())
        if stat.S_ISREG(status.st_mode):
            return contents, status.st_size
    except (OSError, AttributeError):
        pass
    return spooled(contents)


def spooled(contents: BinaryIO) -> tuple[BinaryIO, int]:
    """Copy a stream to a temporary file, in memory while small; return that and its length."""
    from shutil import copyfileobj  # noqa: PLC0415  loaded where it is needed
    from tempfile import SpooledTemporaryFile  # noqa: PLC0415  loaded where it is needed

    copy = SpooledTemporaryFile(max_size=1 << 20)  # noqa: SIM115  the caller closes it
    with contents:
        copyfileobj(contents, copy, _BUFFER)
    size = copy.tell()
    copy.seek(0)
    return cast("BinaryIO", copy), size
