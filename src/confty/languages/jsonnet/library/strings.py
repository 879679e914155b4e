"""Strings, by code point."""

from __future__ import annotations

from typing import Final

from confty.languages.jsonnet.library.record import TOP, StdFunction

STRINGS: Final = (
    StdFunction(
        "codepoint",
        "(str: string) => number",
        "The code point of the only character of a string.",
        "strings:codepoint",
    ),
    StdFunction(
        "char",
        "(n: number) => string",
        "The character with the code point `n`.",
        "strings:char",
    ),
    StdFunction(
        "substr",
        "(str: string, from: number, len: number) => string",
        "`len` characters of a string from the place `from` on, fewer at its end.",
        "strings:substr",
        cpp="cpp:substr",
    ),
    StdFunction(
        "findSubstr",
        "(pat: string, str: string) => array[number]",
        "The places at which `pat` occurs in `str`; occurrences may overlap.",
        "strings:find_substr",
    ),
    StdFunction(
        "startsWith",
        "(a: string, b: string) => boolean",
        "Whether the string `a` begins with `b`.",
        "strings:starts_with",
    ),
    StdFunction(
        "endsWith",
        "(a: string, b: string) => boolean",
        "Whether the string `a` ends with `b`.",
        "strings:ends_with",
    ),
    StdFunction(
        "stripChars",
        "(str: string, chars: string | array[any]) => string",
        "The string without the characters in `chars` at either end.",
        "strings:strip_chars",
    ),
    StdFunction(
        "lstripChars",
        "(str: string, chars: string | array[any]) => string",
        "The string without the characters in `chars` at its start.",
        "strings:lstrip_chars",
    ),
    StdFunction(
        "rstripChars",
        "(str: string, chars: string | array[any]) => string",
        "The string without the characters in `chars` at its end.",
        "strings:rstrip_chars",
    ),
    StdFunction(
        "trim",
        "(str: string) => string",
        "The string without white space at either end.",
        "strings:trim",
        cpp="cpp:trim",
    ),
    StdFunction(
        "split",
        "(str: string, c: string) => array[string]",
        "The parts of a string between the separators `c`.",
        "strings:split",
    ),
    StdFunction(
        "splitLimit",
        "(str: string, c: string, maxsplits: number) => array[string]",
        "The parts of a string between the first `maxsplits` separators `c`; all if it is -1.",
        "strings:split_limit",
        cpp="cpp:split_limit",
    ),
    StdFunction(
        "splitLimitR",
        "(str: string, c: string, maxsplits: number) => array[string]",
        "The parts of a string between the last `maxsplits` separators `c`; all if it is -1.",
        "strings:split_limit_right",
        cpp="cpp:split_limit_right",
    ),
    StdFunction(
        "strReplace",
        "(str: string, from: string, to: string) => string",
        "The string with every `from` in it replaced by `to`.",
        "strings:str_replace",
    ),
    StdFunction(
        "isEmpty",
        "(str: string | array[any]) => boolean",
        "Whether the string has no characters.",
        "strings:is_empty",
        labels=(TOP,),
        cpp="cpp:is_empty",
    ),
    StdFunction(
        "asciiUpper",
        "(str: string) => string",
        "The string with its ASCII letters in upper case.",
        "strings:ascii_upper",
    ),
    StdFunction(
        "asciiLower",
        "(str: string) => string",
        "The string with its ASCII letters in lower case.",
        "strings:ascii_lower",
    ),
    StdFunction(
        "equalsIgnoreCase",
        "(str1: string, str2: string) => boolean",
        "Whether two strings are equal when the case of ASCII letters does not count.",
        "strings:equals_ignore_case",
        cpp="cpp:equals_ignore_case",
    ),
    StdFunction(
        "stringChars",
        "(str: string) => array[string]",
        "The characters of a string, as an array.",
        "strings:string_chars",
        labels=(TOP,),
    ),
    StdFunction(
        "format",
        "(str: string, vals: any) => string",
        "The string with its `%` codes filled in from `vals`, as `str % vals` does.",
        "strings:format_",
        rule="format_",
    ),
    StdFunction(
        "escapeStringJson",
        "(str_: any) => string",
        "The value as a string in double quotes with JSON's escapes.",
        "strings:escape_json",
        also={"str": "str_"},
    ),
    StdFunction(
        "escapeStringPython",
        "(str: any) => string",
        "The value as a string in double quotes with Python's escapes.",
        "strings:escape_python",
    ),
    StdFunction(
        "escapeStringBash",
        "(str_: any) => string",
        "The value as a string in single quotes that a shell takes for one word.",
        "strings:escape_bash",
        also={"str": "str_"},
    ),
    StdFunction(
        "escapeStringDollars",
        "(str_: any) => string",
        "The value as a string in which every `$` is doubled.",
        "strings:escape_dollars",
        also={"str": "str_"},
    ),
    StdFunction(
        "escapeStringXML",
        "(str_: any) => string",
        "The value as a string in which the characters that XML gives a meaning are escaped.",
        "strings:escape_xml",
        also={"str": "str_"},
    ),
    StdFunction(
        "parseInt",
        "(str: string) => number",
        "The whole number that a string of decimal digits, with a sign or not, stands for.",
        "strings:parse_int",
        cpp="cpp:parse_int",
    ),
    StdFunction(
        "parseOctal",
        "(str: string) => number",
        "The number that a string of octal digits stands for.",
        "strings:parse_octal",
    ),
    StdFunction(
        "parseHex",
        "(str: string) => number",
        "The number that a string of hexadecimal digits stands for.",
        "strings:parse_hex",
    ),
    StdFunction(
        "resolvePath",
        "(f: string, r: string) => string",
        "The path `r` as seen from the folder of the file `f`.",
        "strings:resolve_path",
    ),
)
