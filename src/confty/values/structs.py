"""The wire form in bytes: a serialised ``google.protobuf.Struct``, read and written by ourselves.

Properties travel as this message.  Its grammar is seven small rules, and a reader that goes from
bytes straight to labelled values is several times faster than building message objects first; nor
does a program that only reads need protobuf installed.  The ordinary writers put a map entry's key
before its value; anything else is legal too, and takes the slower way through ``_entry``.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final

from confty.records import Record
from confty.values import signatures as sign
from confty.values.failures import ValueProblem, framed
from confty.values.wire import (
    ANYONE,
    Receiver,
    check_key,
    check_text,
    double,
    encode,
    from_sentinel,
    special,
)

if TYPE_CHECKING:
    from google.protobuf.struct_pb2 import Struct

_SENTINEL_LENGTH: Final = 36
_SENTINEL_SIZE: Final = _SENTINEL_LENGTH + 2
_double: Final = struct.Struct("<d")
_unpack: Final = _double.unpack_from
_pack: Final = _double.pack


def to_bytes(properties: dict[str, Any], receiver: Receiver = ANYONE) -> bytes:
    """Encode a map of properties, with all Outputs and labels in it."""
    return framed(_Writer(receiver).struct, properties)


def from_bytes(data: bytes) -> dict[str, object]:
    """Decode a map of properties into labelled trees."""
    return framed(_read, data, _Reader())


def to_struct(properties: dict[str, Any], receiver: Receiver = ANYONE) -> Struct:
    """Encode a map of properties as a protobuf message, for calls that want one."""
    from google.protobuf.struct_pb2 import Struct  # noqa: PLC0415  an extra

    return Struct.FromString(to_bytes(properties, receiver))


def from_struct(message: Struct) -> dict[str, object]:
    """Decode a protobuf message into labelled trees."""
    return from_bytes(message.SerializeToString())


def _read(data: bytes, reader: _Reader) -> dict[str, Any]:
    try:
        return reader.fields(data, 0, len(data))
    except (IndexError, struct.error, UnicodeDecodeError):
        raise ValueProblem("the bytes are not a serialised Struct") from None


class _Reader:
    """Reads messages; lengths are read in place, because a call for each would double the time."""

    __slots__ = ()

    def fields(self, data: bytes, at: int, end: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        value = self.value
        while at < end:
            if data[at] != 0x0A:
                raise ValueProblem("the bytes are not a serialised Struct")
            size = data[at + 1]
            at += 2
            if size > 127:
                size, at = _long(data, at, size)
            stop = at + size
            if stop > end:
                raise ValueProblem("the bytes of a Struct end too early")
            start = at + 2
            size = data[at + 1] if size else 128
            middle = start + size
            # The ordinary form: a key shorter than 128 bytes, then the value.
            if size < 128 and data[at] == 0x0A and middle < stop and data[middle] == 0x12:
                at = middle + 2
                while data[at - 1] > 127:
                    at += 1
                key = data[start:middle].decode()
                size = stop - at
                # Short texts and numbers are most of all leaves, and are read without a call.
                if 0 < size < 130 and data[at] == 0x1A and size != _SENTINEL_SIZE:
                    result[key] = data[at + 2 : stop].decode()
                elif size == 9 and data[at] == 0x11:
                    result[key] = _unpack(data, at + 1)[0]
                else:
                    result[key] = value(data, at, stop)
            else:
                key, item = self._entry(data, at, stop)
                result[key] = item
            at = stop
        return result

    def _entry(self, data: bytes, at: int, end: int) -> tuple[str, object]:
        """Read a map entry whose parts may come in any order, or not at all."""
        key, item = "", None
        while at < end:
            tag = data[at]
            size, at = _long(data, at + 2, data[at + 1])
            if tag == 0x0A:
                key = data[at : at + size].decode()
            elif tag == 0x12:
                item = self.value(data, at, at + size)
            else:
                raise ValueProblem("the bytes are not a serialised Struct")
            at += size
        return key, item

    def value(self, data: bytes, at: int, end: int) -> Any:
        if at >= end:
            return None
        tag = data[at]
        if tag == 0x1A:
            at += 2
            while data[at - 1] > 127:
                at += 1
            text = data[at:end].decode()
            if end - at == _SENTINEL_LENGTH and text in sign.KIND_OF:
                return from_sentinel(text)
            return text
        if tag == 0x11:
            return _unpack(data, at + 1)[0]
        start = at + 2
        if tag == 0x2A:
            while data[start - 1] > 127:
                start += 1
            fields = self.fields(data, start, end)
            return special(fields) if sign.KEY in fields else fields
        if tag == 0x32:
            while data[start - 1] > 127:
                start += 1
            return self.items(data, start, end)
        if tag == 0x20:
            return data[at + 1] != 0
        if tag == 0x08:
            return None
        raise ValueProblem("the bytes are not a serialised Value")

    def items(self, data: bytes, at: int, end: int) -> list[Any]:
        result: list[Any] = []
        add, value, fields = result.append, self.value, self.fields
        while at < end:
            if data[at] != 0x0A:
                raise ValueProblem("the bytes are not a serialised ListValue")
            size = data[at + 1]
            at += 2
            if size > 127:
                size, at = _long(data, at, size)
            if at + size > end:
                raise ValueProblem("the bytes of a ListValue end too early")
            if 0 < size < 130 and data[at] == 0x1A and size != _SENTINEL_SIZE:
                add(data[at + 2 : at + size].decode())
            elif size == 9 and data[at] == 0x11:
                add(_unpack(data, at + 1)[0])
            elif 0 < size < 130 and data[at] == 0x2A:
                inner = fields(data, at + 2, at + size)
                add(special(inner) if sign.KEY in inner else inner)
            else:
                add(value(data, at, at + size))
            at += size
        return result


def _long(data: bytes, at: int, first: int) -> tuple[int, int]:
    """Read the rest of a length of which the first byte was read."""
    size = first & 127
    shift = 7
    while first > 127:
        first = data[at]
        at += 1
        size |= (first & 127) << shift
        shift += 7
    return size, at


_SHORT: Final = [bytes([size]) for size in range(128)]


def _length(size: int) -> bytes:
    if size < 128:
        return _SHORT[size]
    result = bytearray()
    while size > 127:
        result.append(size & 127 | 128)
        size >>= 7
    result.append(size)
    return bytes(result)


class _Writer(metaclass=Record):
    """Writes messages straight from values; what is not plain data is encoded first."""

    # None: the data is in its wire form, and its special values are what they seem.
    receiver: Receiver | None

    def struct(self, fields: dict[str, object]) -> bytes:
        parts: list[bytes] = []
        add, value_of, checked = parts.append, self.value, self.receiver is not None
        for key, item in fields.items():
            if checked and (type(key) is not str or key == sign.KEY or not key.isascii()):
                check_key(key)
            name = key.encode()
            value = value_of(item)
            size, width = len(name), len(value)
            if size + width < 120:
                add(b"\x0a%c\x0a%c%b\x12%c%b" % (size + width + 4, size, name, width, value))
            else:
                entry = b"\x0a%b%b\x12%b%b" % (_length(size), name, _length(width), value)
                add(b"\x0a%b%b" % (_length(len(entry)), entry))
        return b"".join(parts)

    def value(self, item: Any) -> bytes:
        kind = type(item)
        if kind is str:
            if self.receiver is not None and (item in sign.KIND_OF or not item.isascii()):
                check_text(item)
            text: bytes = item.encode()
            size = len(text)
            return b"\x1a%c%b" % (size, text) if size < 128 else b"\x1a" + _length(size) + text
        if kind is float:
            return b"\x11" + _pack(item)
        if kind is int:
            return b"\x11" + _pack(double(item))
        if item is None:
            return b"\x08\x00"
        if kind is bool:
            return b"\x20\x01" if item else b"\x20\x00"
        if kind is dict:
            body = self.struct(item)
            return b"\x2a%b%b" % (_length(len(body)), body)
        if kind is list or kind is tuple:
            return self._list(item)
        assert self.receiver is not None
        return _Writer(None).value(encode(item, self.receiver))

    def _list(self, items: list[object]) -> bytes:
        parts: list[bytes] = []
        add, value_of = parts.append, self.value
        for item in items:
            value = value_of(item)
            size = len(value)
            add(b"\x0a%c%b" % (size, value) if size < 128 else b"\x0a" + _length(size) + value)
        body = b"".join(parts)
        return b"\x32%b%b" % (_length(len(body)), body)
