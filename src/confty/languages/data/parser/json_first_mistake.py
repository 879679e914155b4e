"""One finding about a very large JSON text: what stopped the quick reading, and where."""

from __future__ import annotations

from json import JSONDecodeError
from re import compile as pattern
from typing import Final

from confty.languages.data import codes
from confty.languages.data.lexer.json import END, Lexer
from confty.text import Diagnostic, Source, Span

_BRACKETS: Final = pattern(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]')

#: How the standard library's complaints begin, and what they are called here.
_COMPLAINTS: Final = (
    ("Unterminated string", codes.JSON_UNCLOSED_STRING, "this string is not closed"),
    ("Invalid control", codes.JSON_CONTROL, "a control character must be escaped"),
    ("Invalid \\", codes.JSON_ESCAPE, "there is no such escape"),
    ("Extra data", codes.JSON_EXTRA, "expected the end of the file"),
    ("Expecting ','", codes.JSON_COMMA, "expected a comma between two members"),
    ("Expecting ':'", codes.JSON_COLON, "expected a colon after the key"),
    ("Expecting property", codes.JSON_KEY, "expected a key in double quotes"),
    ("Expecting value", codes.JSON_VALUE, "expected a value"),
)


def first_mistake(source: Source, error: JSONDecodeError) -> Diagnostic:
    """Say what is wrong at the place where reading stopped."""
    lexer = Lexer(source)
    lexer.end = error.pos
    if not error.msg.startswith(("Extra", "Invalid")):
        kind = lexer.take()
        if lexer.findings:
            return lexer.findings[0]
        if kind == END:
            return _unclosed(source)
    for start, code, message in _COMPLAINTS:
        if error.msg.startswith(start):
            return code.at(Span(source, error.pos, error.pos + 1), message)
    return codes.JSON_VALUE.at(Span(source, error.pos, error.pos + 1), "this is not JSON")


def _unclosed(source: Source) -> Diagnostic:
    """Point at the innermost bracket that is never closed."""
    opened: list[int] = []
    for found in _BRACKETS.finditer(source.text):
        if found[0] in {"[", "{"}:
            opened.append(found.start())
        elif found[0] in {"]", "}"} and opened:
            opened.pop()
    end = len(source.text)
    if not opened:
        return codes.JSON_EMPTY.at(Span(source, end, end), "expected a value")
    at = opened[-1]
    message = f"this {source.text[at]} is never closed"
    return codes.JSON_UNCLOSED.at(Span(source, at, at + 1), message).note(
        Span(source, end, end), "the file ends here"
    )
