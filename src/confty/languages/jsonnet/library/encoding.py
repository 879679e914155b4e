"""Bytes: UTF-8, base64 and digests."""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.library.record import StdFunction

ENCODING: Final = (
    StdFunction(
        "encodeUTF8",
        "(str: string) => array[number]",
        "The bytes of a string in UTF-8.",
        "encoding:encode_utf8",
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
    ),
    StdFunction(
        "md5",
        "(s: string) => string",
        "The MD5 digest of a string, in hexadecimal digits.",
        "encoding:md5",
        also={"str": "s"},
    ),
    StdFunction(
        "sha1",
        "(str: string) => string",
        "The SHA-1 digest of a string, in hexadecimal digits.",
        "encoding:sha1",
        also={"s": "str"},
    ),
    StdFunction(
        "sha256",
        "(str: string) => string",
        "The SHA-256 digest of a string, in hexadecimal digits.",
        "encoding:sha256",
        also={"s": "str"},
    ),
    StdFunction(
        "sha512",
        "(str: string) => string",
        "The SHA-512 digest of a string, in hexadecimal digits.",
        "encoding:sha512",
        also={"s": "str"},
    ),
    StdFunction(
        "sha3",
        "(str: string) => string",
        "The SHA3-512 digest of a string, in hexadecimal digits.",
        "encoding:sha3",
        also={"s": "str"},
    ),
)
