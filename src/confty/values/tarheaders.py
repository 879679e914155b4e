"""Headers of the canonical TAR, to the byte: USTAR where a name fits, a PAX record where not.

Python's ``tarfile`` writes other bytes (device fields, padding at the end), hence these few lines.
"""

from __future__ import annotations

import posixpath

from confty.values.failures import ValueProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

BLOCK: Final = 512
_NAME: Final = 100
_PREFIX: Final = 155
_LARGEST: Final = 0o77777777777
_ZEROS: Final = b"0000000\0"


def header(name: str, size: int) -> bytes:
    """The blocks that go before a member's contents."""
    encoded = name.encode()
    directory = name.endswith("/")
    if directory and size:
        raise ValueProblem(f"the member {name!r} is a folder and has contents")
    kind = b"5" if directory else b"0"
    prefix = b""
    short = encoded
    plain = encoded.isascii() and b"\0" not in encoded
    if plain and len(encoded) > _NAME:
        split = _split(encoded)
        plain = split is not None
        if split is not None:
            prefix, short = split
    if plain and size <= _LARGEST:
        return _block(short, b"0000600\0", size, kind, _ZEROS * 2, prefix)
    records = b"" if plain else _record(b"path", encoded)
    if size > _LARGEST:
        records += _record(b"size", str(size).encode())
    ascii_name = bytes(byte for byte in encoded if 0 < byte < 128)
    main = _block(
        short if plain else _cut(ascii_name),
        b"0000600\0",
        size if size <= _LARGEST else 0,
        kind,
        _ZEROS * 2,
        prefix if plain else b"",
    )
    return _extension(name, records) + main


def _split(name: bytes) -> tuple[bytes, bytes] | None:
    """Cut a long name at a slash so that both halves fit into their fields, if there is a way."""
    length = len(name)
    if length > _PREFIX + 1:
        length = _PREFIX + 1
    elif name.endswith(b"/"):
        length -= 1
    at = name.rfind(b"/", 0, length)
    rest = name[at + 1 :]
    if at <= 0 or not rest or len(rest) > _NAME or at > _PREFIX:
        return None
    return name[:at], rest


def _record(key: bytes, value: bytes) -> bytes:
    """One PAX record: it begins with its own length, which counts itself."""
    body = b" " + key + b"=" + value + b"\n"
    length = len(body)
    while len(str(length)) + len(body) != length:
        length = len(str(length)) + len(body)
    return str(length).encode() + body


def _extension(name: str, records: bytes) -> bytes:
    folder, base = posixpath.split(name)
    if name.endswith("/"):
        folder, base = name, ""
    joined = posixpath.normpath(posixpath.join(folder, "PaxHeaders.0", base))
    ascii_name = bytes(byte for byte in joined.encode() if 0 < byte < 128)[:_NAME].rstrip(b"/")
    block = _block(ascii_name, _ZEROS, len(records), b"x", bytes(16), b"")
    return block + records + bytes(-len(records) % BLOCK)


def _cut(name: bytes) -> bytes:
    """Fit a name into its field; where the cut lands on a slash, that becomes the end."""
    if len(name) <= _NAME or name[_NAME - 1 : _NAME] != b"/":
        return name[:_NAME]
    field = bytearray(name[:_NAME])
    field[len(bytes(field).rstrip(b"/"))] = 0
    return bytes(field)


def _block(
    name: bytes, mode: bytes, size: int, kind: bytes, devices: bytes, prefix: bytes
) -> bytes:
    before = name.ljust(_NAME, b"\0") + mode + _ZEROS * 2 + b"%011o\0" % size + b"0" * 11 + b"\0"
    after = kind + bytes(100) + b"ustar\x0000" + bytes(64) + devices + prefix.ljust(155, b"\0")
    after += bytes(BLOCK - len(before) - 8 - len(after))
    checksum = sum(before) + sum(after) + 8 * ord(" ")
    return before + b"%06o\0 " % checksum + after
