"""Bytes: UTF-8, base64 and digests."""

from __future__ import annotations

from confty.languages.jsonnet.library.record import StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ENCODING: Final = (
    StdFunction(
        "encodeUTF8",
        "(str: string) => array[number]",
        "The bytes of a string in UTF-8.",
        "encoding:encode_utf8",
        ends="sure",
    ),
    StdFunction(
        "decodeUTF8",
        "(arr: array[number]) => string",
        "The string that an array of bytes encodes in UTF-8.",
        "encoding:decode_utf8",
    ),
    StdFunction(
        "base64",
        "(input: string | array[number]) => string",
        "The base64 text of a string of single-byte characters, or of an array of bytes.",
        "encoding:base64",
        cpp="cpp:base64",
        ends="late string => string",
    ),
    StdFunction(
        "base64DecodeBytes",
        "(str: string) => array[number]",
        "The bytes that a base64 text stands for.",
        "encoding:base64_decode_bytes",
    ),
    StdFunction(
        "base64Decode",
        "(str: string) => string",
        "The string that a base64 text stands for, one character a byte.",
        "encoding:base64_decode",
        cpp="cpp:base64_decode",
        ends="late string => string",
    ),
    StdFunction(
        "md5",
        "(s: string) => string",
        "The MD5 digest of a string, in hexadecimal digits.",
        "encoding:md5",
        cpp_names={"s": "str"},
        ends="sure",
    ),
    StdFunction(
        "sha1",
        "(s: string) => string",
        "The SHA-1 digest of a string, in hexadecimal digits.",
        "encoding:sha1",
        cpp_names={"s": "str"},
        cpp="cpp:sha1",
        ends="sure",
    ),
    StdFunction(
        "sha256",
        "(s: string) => string",
        "The SHA-256 digest of a string, in hexadecimal digits.",
        "encoding:sha256",
        cpp_names={"s": "str"},
        cpp="cpp:sha256",
        ends="sure",
    ),
    StdFunction(
        "sha512",
        "(s: string) => string",
        "The SHA-512 digest of a string, in hexadecimal digits.",
        "encoding:sha512",
        cpp_names={"s": "str"},
        cpp="cpp:sha512",
        ends="sure",
    ),
    StdFunction(
        "sha3",
        "(s: string) => string",
        "The SHA3-512 digest of a string, in hexadecimal digits.",
        "encoding:sha3",
        cpp_names={"s": "str"},
        cpp="cpp:sha3",
        ends="sure",
    ),
)
