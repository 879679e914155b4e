"""JSON5: JSON as people write it in programs, with a place for every value.

Keys may be names, strings may stand in single quotes and go over lines, numbers may be
hexadecimal and begin with a sign or a point, and there are comments and commas at the end.  The
reader stops at the first mistake of syntax; keys that are there twice are all told.
"""

from __future__ import annotations

import re
from math import inf, nan
from re import compile as pattern
from typing import Final

from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.data import codes
from confty.languages.data.limits import DEEPEST, integer_of
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json_dialects import FIVE
from confty.languages.data.parser.places import Places
from confty.text import Code, Diagnostic, Source, Span

_SPACE: Final = pattern(
    r"(?:[\s\ufeff\u2028\u2029]++|//[^\n\r\u2028\u2029]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
)
_NUMBER: Final = pattern(
    r"[+-]?(?:0[xX][0-9a-fA-F]++|Infinity|NaN"
    r"|(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)(?![\w$.])"
)
_NUMBER_LIKE: Final = pattern(r"[+-]?[\w.$]*+")
_NAME: Final = pattern(
    r"(?:[^\W\d]|\$|\\u[0-9a-fA-F]{4})(?:\w|\$|[\u200c\u200d]|\\u[0-9a-fA-F]{4})*+"
)
_STRING: Final = {
    quote: pattern(rf"{quote}((?:[^{quote}\\\r\n]|\\(?:\r\n|[\s\S]))*+){quote}") for quote in "\"'"
}
_ESCAPE: Final = pattern(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|[\s\S])")
_HALVES: Final = pattern(r"[\ud800-\udbff][\udc00-\udfff]")
_SHORT: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
_WORDS: Final[dict[str, object]] = {"null": None, "true": True, "false": False}


class _Wrong(Exception):
    """The text is not JSON5 from here on."""

    def __init__(self, code: Code, start: int, end: int, message: str, help_: str = "") -> None:
        super().__init__(message)
        self.code, self.start, self.end, self.message, self.help = code, start, end, message, help_


def parse_five(source: Source) -> Outcome[Document]:
    """Read a JSON5 text."""
    reader = _Reader(source)
    with room_for():
        value = reader.run()
    document = Document(source, FIVE, value, lambda: reader.places)
    return Outcome(document, tuple(reader.findings))


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.places = Places()
        self.findings: list[Diagnostic] = []

    def run(self) -> object:
        """Read the one value of a text."""
        try:
            return self._only_value()
        except _Wrong as wrong:
            span = Span(self.source, wrong.start, min(wrong.end, len(self.text)))
            found = wrong.code.at(span, wrong.message)
            self.findings.append(found.with_help(wrong.help) if wrong.help else found)
            return None

    def _only_value(self) -> object:
        self._space()
        if self.at >= len(self.text):
            raise _Wrong(codes.JSON_EMPTY, 0, 0, "expected a value, found an empty file")
        value = self._value(-1, 0, -1, -1, 0)
        self._space()
        if self.at < len(self.text):
            raise _Wrong(codes.JSON_EXTRA, self.at, self.at + 1, "expected the end of the file")
        return value

    def _space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        if self.text.startswith("/*", self.at):
            message = "this comment never ends"
            raise _Wrong(codes.JSON_UNCLOSED_COMMENT, self.at, self.at + 2, message)

    def _value(self, parent: int, name: str | int, key: int, key_end: int, depth: int) -> object:
        text, start = self.text, self.at
        first = text[start : start + 1]
        index = self.places.add(parent, name, start, key, key_end)
        value: object
        if first in {"{", "["}:
            if depth >= DEEPEST:
                message = f"nested deeper than {DEEPEST} levels"
                raise _Wrong(codes.JSON_DEEP, start, start + 1, message)
            self.at += 1
            inner = self._object if first == "{" else self._array
            value = inner(index, start, depth + 1)
        elif first in {'"', "'"}:
            value = self._string()
        elif first.isdigit() or first in set("+-.IN"):
            value = self._number()
        else:
            value = self._word()
        self.places.close(index, self.at)
        return value

    def _object(self, index: int, opener: int, depth: int) -> dict[str, object]:
        made: dict[str, object] = {}
        keys: dict[str, tuple[int, int]] = {}
        while not self._closed("}", opener):
            start = self.at
            key = self._key()
            end = self.at
            first = keys.setdefault(key, (start, end))
            if first != (start, end):
                span = Span(self.source, start, end)
                found = codes.JSON_DUPLICATE.at(
                    span, f"the key {self.text[start:end]} is here twice"
                )
                self.findings.append(found.note(Span(self.source, *first), "the first is here"))
            self._space()
            if not self.text.startswith(":", self.at):
                message = "expected a colon after this key"
                raise _Wrong(codes.JSON_COLON, start, end, message)
            self.at += 1
            self._space()
            made[key] = self._value(index, key, start, end, depth)
            self._comma("}", opener)
        return made

    def _array(self, index: int, opener: int, depth: int) -> list[object]:
        made: list[object] = []
        while not self._closed("]", opener):
            made.append(self._value(index, len(made), -1, -1, depth))
            self._comma("]", opener)
        return made

    def _closed(self, closer: str, opener: int) -> bool:
        """Whether a bracket is closed here; what follows is a member otherwise."""
        self._space()
        if self.text.startswith(closer, self.at):
            self.at += 1
            return True
        if self.at >= len(self.text):
            message = f"this {self.text[opener]} is never closed"
            raise _Wrong(codes.JSON_UNCLOSED, opener, opener + 1, message)
        return False

    def _comma(self, closer: str, opener: int) -> None:
        self._space()
        if self.text.startswith(",", self.at):
            self.at += 1
        elif not self.text.startswith(closer, self.at) and self.at < len(self.text):
            shown = self.text[self.at]
            message = f"expected , or {closer}, found {shown}"
            raise _Wrong(codes.JSON_COMMA, self.at, self.at + 1, message)
        del opener

    def _key(self) -> str:
        if self.text[self.at] in "\"'":
            return self._string()
        found = _NAME.match(self.text, self.at)
        if found is None:
            message = "expected a key: a name or a string"
            raise _Wrong(codes.JSON_KEY, self.at, self.at + 1, message)
        self.at = found.end()
        return _meant_by(found[0])

    def _string(self) -> str:
        start = self.at
        found = _STRING[self.text[start]].match(self.text, start)
        if found is None:
            end = (self.text + "\n").index("\n", start)
            message = "this string is not closed"
            help_ = "a string goes on in the next line behind a backslash"
            raise _Wrong(
                codes.JSON_UNCLOSED_STRING,
                start,
                end if end >= 0 else len(self.text),
                message,
                help_,
            )
        for escape in _ESCAPE.finditer(found[1]):
            if escape[1] in set("123456789ux"):
                at = start + 1 + escape.start()
                message = f"there is no escape {escape[0]} in a string"
                raise _Wrong(codes.JSON_ESCAPE, at, at + 2, message)
        self.at = found.end()
        return _meant_by(found[1]) if "\\" in found[1] else found[1]

    def _number(self) -> float:
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            like = _NUMBER_LIKE.match(self.text, self.at)
            end = self.at + 1 if like is None else max(like.end(), self.at + 1)
            message = f"{self.text[self.at : end]} is no number"
            raise _Wrong(codes.JSON_NUMBER, self.at, end, message)
        self.at = found.end()
        return _number(found[0], found.span())

    def _word(self) -> object:
        found = _NAME.match(self.text, self.at)
        if found is None:
            shown = self.text[self.at : self.at + 1]
            message = f"expected a value, found {shown}" if shown else "expected a value"
            raise _Wrong(codes.JSON_VALUE, self.at, self.at + 1, message)
        if found[0] not in _WORDS:
            message = f"expected a value, found the word {found[0]}"
            raise _Wrong(codes.JSON_WORD, *found.span(), message, "put a string in quotes")
        self.at = found.end()
        return _WORDS[found[0]]


def _meant_by(text: str) -> str:
    """A text with what its escapes stand for; two halves of a character are one."""
    made = _ESCAPE.sub(_meant, text)
    whole = _HALVES.sub(
        lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), made
    )
    return str(whole)


def _meant(found: re.Match[str]) -> str:
    """What an escape stands for; a line break behind a backslash is nothing."""
    what = found[1]
    if what[0] in "ux" and len(what) > 1:
        return chr(int(what[1:], 16))
    if what in {"\n", "\r", "\r\n", "\u2028", "\u2029"}:
        return ""
    return _SHORT.get(what, what)


def _number(text: str, span: tuple[int, int]) -> float:
    sign = -1 if text.startswith("-") else 1
    bare = text.lstrip("+-")
    if bare == "Infinity":
        return sign * inf
    if bare == "NaN":
        return nan
    try:
        if bare[:2] in {"0x", "0X"}:
            return sign * integer_of(bare, 16)
        made = float(text) if set(bare) & set(".eE") else integer_of(text)
    except ValueError:
        message = "this number is longer than 4300 digits"
        raise _Wrong(codes.JSON_RANGE, *span, message) from None
    if made in {inf, -inf}:
        raise _Wrong(codes.JSON_RANGE, *span, "this number is too large for a double")
    return made
