"""Bytes: UTF-8, base64 and digests."""

from __future__ import annotations

import sys
from binascii import a2b_base64, b2a_base64

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.wants import array, string, values
from confty.languages.jsonnet.evaluator.values import Value, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, NoReturn

_BYTES: Final = [float(byte) for byte in range(256)]
NOT_BYTES: Final = "Can only base64 encode strings / arrays of single bytes."


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def encode_utf8(text: Value) -> list[Value]:
    return [_BYTES[byte] for byte in _utf8(string("encodeUTF8", text))]


def decode_utf8(items: Value) -> str:
    numbers = values(array("decodeUTF8", items))
    for at, item in enumerate(numbers):
        if item.__class__ is not float:
            go = f"Unexpected type {type_name(item)}, expected number"
            raise Stop(f"Element {at} of the provided array was not a number", go=go)
        if not (item.is_integer() and 0 <= item <= 255):
            wanted = "was not an integer in range [0,255]"
            found = repr(item).removesuffix(".0")
            go = f"Bytes must be integers in range [0, 255], got {found}"
            if not item.is_integer():
                go = f"Expected an integer, but got {found}"
            raise Stop(f"Element {at} of the provided array {wanted}", go=go)
    return bytes([int(item) for item in numbers]).decode("utf-8", "replace")


def base64(value: Value) -> str:
    if value.__class__ is str:
        if not value.isascii() and max(value) > "\u00ff":
            _refused([float(ord(letter)) for letter in value])
        data = _utf8(value)
    elif value.__class__ is list:
        numbers = values(value)
        if any(item.__class__ is float and not item.is_integer() for item in numbers):
            _refused(numbers)
        data = to_bytes(numbers)
    else:
        kind = type_name(value)
        go = f"base64 can only base64 encode strings / arrays of single bytes, got {kind}"
        raise Stop(f"length operates on strings, objects, and arrays, got {kind}", go=go)
    return as_base64(data)


def as_base64(data: bytes) -> str:
    """Write bytes as base64."""
    return b2a_base64(data, newline=False).decode("ascii")


def to_bytes(numbers: list[Value]) -> bytes:
    """Take numbers for bytes; fractions are cut off."""
    try:
        return bytes(map(int, numbers)) if {*map(type, numbers)} <= {float} else _refused(numbers)
    except ValueError:
        return _refused(numbers)


def _refused(numbers: list[Value]) -> NoReturn:
    """Stop at the first number that is no byte."""
    for item in numbers:
        if item.__class__ is not float or not item.is_integer():
            kind = type_name(item)
            go = f"base64 encountered a non-integer value in the array, got {kind}"
            raise Stop(NOT_BYTES, go=go)
        if not 0 <= item <= 255:
            wanted = "invalid codepoint value in the array (must be 0 <= X <= 255)"
            raise Stop(NOT_BYTES, go=f"base64 encountered {wanted}, got {int(item)}")
    raise Stop(NOT_BYTES)


def decoded(text: Value) -> bytes:
    """The bytes of a base64 text."""
    if text.__class__ is not str:
        kind = type_name(text)
        go = f"base64DecodeBytes requires a string, got {kind}"
        raise Stop(f"length operates on strings, objects, and arrays, got {kind}", go=go)
    if len(text) % 4 != 0:
        raise Stop(f'Not a base64 encoded string "{text}"')
    try:
        return a2b_base64(text, strict_mode=bool(text))
    except ValueError:
        raise Stop(f'Not a base64 encoded string "{text}"') from None


def base64_decode_bytes(text: Value) -> list[Value]:
    return [_BYTES[byte] for byte in decoded(text)]


def base64_decode(text: Value) -> str:
    return decoded(text).decode("utf-8", "replace")


def _digest(name: str, algorithm: str, text: Value) -> str:
    data = _utf8(string(name, text))
    digest: str = _work(algorithm)(data, usedforsecurity=False).hexdigest()
    return digest


def _work(algorithm: str) -> Callable[..., Any]:
    """What makes digests: Python's own, since ``hashlib`` takes milliseconds to load."""
    for module in _OWN[algorithm]:
        try:
            __import__(module)
        except ImportError:
            continue
        own: Callable[..., object] = getattr(sys.modules[module], algorithm)
        return own
    import hashlib  # noqa: PLC0415  for a Python that was built without them

    found: Callable[..., object] = getattr(hashlib, algorithm)
    return found


# The modules that have an algorithm, in one version of Python or another.
_OWN: Final = {
    "md5": ("_md5",),
    "sha1": ("_sha1",),
    "sha256": ("_sha2", "_sha256"),
    "sha512": ("_sha2", "_sha512"),
    "sha3_512": ("_sha3",),
}


def md5(text: Value) -> str:
    return _digest("md5", "md5", text)


def sha1(text: Value) -> str:
    return _digest("sha1", "sha1", text)


def sha256(text: Value) -> str:
    return _digest("sha256", "sha256", text)


def sha512(text: Value) -> str:
    return _digest("sha512", "sha512", text)


def sha3(text: Value) -> str:
    return _digest("sha3", "sha3_512", text)
