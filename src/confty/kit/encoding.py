"""Bytes into a source: the one place where a file's encoding is judged."""

from __future__ import annotations

from confty.text import Code, Diagnostic, Severity, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

INVALID_UTF_8: Final = Code(
    "file/invalid-utf-8", Severity.ERROR, "A file holds bytes that are not UTF-8 text."
)


def decode(
    name: str, data: bytes, *, marked: bool = True
) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Read ``data`` as UTF-8; wrong bytes become U+FFFD and one finding at the first of them.

    A byte order mark at the start is not part of the text, unless a program asks for all of it.
    """
    if marked:
        data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return Source(name, data.decode()), ()
    except UnicodeDecodeError as error:
        source = Source(name, data.decode(errors="replace"))
        at = len(data[: error.start].decode())
        span = Span(source, at, at + 1)
        byte = data[error.start]
        found = INVALID_UTF_8.at(span, f"expected UTF-8 text, found the byte 0x{byte:02x}")
        return source, (found.with_help("save the file as UTF-8"),)
