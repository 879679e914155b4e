"""YAML as most people write it, read line by line: mappings, lists, and scalars in their lines.

PyYAML takes longer to load than such a text takes to read.  Whatever is not expected here, be it
wrong or only rare, is left to it.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.values import Value, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_KEY: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./")
# What a plain text may not begin with, since it means something else or may be a number.
_SPECIAL: Final = frozenset("-+.?:,[]{}#&*!|>'\"%@`=<~ ")
_NUMERIC: Final = frozenset("0123456789-._:abcdefxoABCDEFXO")
# Words that are no texts, as the rules of YAML 1.1 have it.
_WORDS: Final[dict[str, Value]] = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    "null": None, "Null": None, "NULL": None,
}  # fmt: skip
_RARE: Final = frozenset(
    (
        "y", "Y", "yes", "Yes", "YES", "on", "On", "ON",
        "n", "N", "no", "No", "NO", "off", "Off", "OFF",
    )
)  # fmt: skip
_QUOTES: Final = frozenset("'\"")
# Numbers that begin as a path does.
_POINTED: Final = frozenset((".inf", ".nan"))
# What has a meaning of its own between brackets.
_NESTED: Final = frozenset("?[]{}#")
_LONGEST_NUMBER: Final = 15
_LONGEST_KEY: Final = 100
_DEEPEST: Final = 100


class Unusual(Exception):
    """A text that is left to PyYAML."""


def read_plain(text: str) -> Value:
    """The value of one document; ``Unusual`` if there is anything rare in the text."""
    if not text.replace("\n", "").isprintable():
        raise Unusual
    reader = _Reader(text)
    value = reader.block(0, 0)
    if reader.at < len(reader.lines):
        raise Unusual
    return value


class _Reader:
    """The lines of a text, and which one is next."""

    __slots__ = ("at", "lines")

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0
        if self._indent() != 0:
            raise Unusual

    def _indent(self) -> int:
        """The blanks before the next line with something in it; -1 at the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            bare = line.lstrip(" ")
            if bare and bare[0] != "#":
                return len(line) - len(bare)
            self.at += 1
        return -1

    def block(self, indent: int, depth: int) -> Value:
        """Read a list or a mapping whose lines have so many blanks before them."""
        if depth > _DEEPEST:
            raise Unusual
        if self.lines[self.at].startswith("- ", indent):
            return self._list(indent, depth)
        return self._mapping(indent, depth)

    def _list(self, indent: int, depth: int) -> Value:
        items: list[Value] = []
        while self._indent() == indent and self.lines[self.at].startswith("- ", indent):
            line = self.lines[self.at]
            item = line[indent + 2 :].lstrip(" ")
            if not item or item[0] == "#" or item.startswith("- "):
                raise Unusual
            key, _ = _cut(item)
            if key is None:
                items.append(self._scalar(item, indent))
                continue
            # A mapping that begins behind the mark.
            inner = len(line) - len(item)
            self.lines[self.at] = " " * inner + item
            items.append(self._mapping(inner, depth + 1))
        return items

    def _mapping(self, indent: int, depth: int) -> Value:
        fields: dict[str, Value] = {}
        while self._indent() == indent:
            line = self.lines[self.at]
            key, value = _cut(line[indent:])
            if key is None or key in fields:
                break
            if value:
                fields[key] = self._scalar(value, indent)
            else:
                self.at += 1
                fields[key] = self._below(indent, depth)
        if not fields or self._indent() > indent:
            raise Unusual
        return record(fields)

    def _below(self, indent: int, depth: int) -> Value:
        """Read what stands below a key: a block, or nothing, which is null."""
        inner = self._indent()
        is_list = inner >= 0 and self.lines[self.at].startswith("- ", inner)
        if inner > indent or (inner == indent and is_list):
            return self.block(inner, depth + 1)
        return None

    def _scalar(self, text: str, indent: int) -> Value:
        """Read a value that begins in this line, behind a key or a mark."""
        text = text.rstrip(" ")
        self.at += 1
        if text in {"|", "|-"}:
            return self._literal(indent, text)
        if text[0] in _QUOTES and (len(text) == 1 or text[-1] != text[0]):
            text = self._unclosed(text, indent)
        elif text[0].isalpha():
            text = self._continued(text, indent)
        if self._indent() > indent:
            raise Unusual
        return _value(text)

    def _inner_line(self, indent: int) -> str:
        """The next line without its blanks; empty if it is, or is no part of what began above."""
        line = self.lines[self.at] if self.at < len(self.lines) else ""
        return line.strip(" ") if line.startswith(" " * (indent + 1)) else ""

    def _unclosed(self, text: str, indent: int) -> str:
        """Read a text in quotes to the line in which they are closed."""
        found = [text]
        while len(found) == 1 or found[-1][-1] != text[0]:
            line = self._inner_line(indent)
            if not line:
                raise Unusual
            found.append(line)
            self.at += 1
        return " ".join(found)

    def _continued(self, text: str, indent: int) -> str:
        """Read a text without quotes and the lines in which it goes on."""
        found = [text]
        while (line := self._inner_line(indent)) and line[0] != "#":
            if line[0] in _SPECIAL:
                raise Unusual
            found.append(line)
            self.at += 1
        return " ".join(found)

    def _literal(self, indent: int, mark: str) -> str:
        """Read the lines of a text that is kept as it is."""
        first = self.lines[self.at] if self.at < len(self.lines) else ""
        inner = len(first) - len(first.lstrip(" "))
        if inner <= indent or inner == len(first):
            raise Unusual
        margin = " " * inner
        found: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.startswith(margin):
                if line.lstrip(" "):
                    break
                line = margin
            found.append(line[inner:])
            self.at += 1
        if self.at < len(self.lines) and 0 <= indent < self._indent():
            raise Unusual
        text = "\n".join(found).rstrip("\n")
        if text.endswith(" ") or not text:
            raise Unusual
        return text if mark == "|-" else text + "\n"


def _cut(text: str) -> tuple[str | None, str]:
    """A line's key and what follows it; no key for a line that is a value."""
    key, colon, rest = text.partition(":")
    if not colon or (rest and rest[0] != " "):
        return None, text
    if not _KEY.issuperset(key) or not key[:1].isalpha() or len(key) > _LONGEST_KEY:
        raise Unusual
    if key in _WORDS or key in _RARE:
        raise Unusual
    rest = rest.strip(" ")
    return key, "" if rest[:1] == "#" else rest


def _broken(text: str) -> str:
    """A text with line breaks, the one escape that is usual."""
    head, *rest = text.split("\\")
    if any(part[:1] != "n" for part in rest):
        raise Unusual
    return "\n".join([head, *[part[1:] for part in rest]])


def _quoted(text: str) -> str:
    inner = text[1:-1]
    if len(text) < 2 or text[-1] != text[0]:
        raise Unusual
    if text[0] == '"':
        if '"' in inner:
            raise Unusual
        return _broken(inner) if "\\" in inner else inner
    if "'" in inner.replace("''", ""):
        raise Unusual
    return inner.replace("''", "'")


def _parts(text: str, close: str) -> list[str]:
    """What stands between the commas in brackets that are closed in the same line."""
    inner = text[1:-1].strip(" ")
    parts = [part.strip(" ") for part in inner.split(",")] if inner else []
    if text[-1] != close or not all(parts) or not _NESTED.isdisjoint(inner):
        raise Unusual
    return parts


def _listed(text: str) -> list[Value]:
    """A list of scalars in one line."""
    parts = _parts(text, "]")
    if any(":" in part for part in parts):
        raise Unusual
    return [_value(part) for part in parts]


def _fielded(text: str) -> Value:
    """A mapping of scalars in one line."""
    fields: dict[str, Value] = {}
    for part in _parts(text, "}"):
        key, value = _cut(part)
        if key is None or key in fields or not value or ":" in value:
            raise Unusual
        fields[key] = _value(value)
    return record(fields)


def _value(text: str) -> Value:
    first = text[0]
    if first in _QUOTES:
        return _quoted(text)
    if first == "[":
        return _listed(text)
    if first == "{":
        return _fielded(text)
    if ": " in text or " #" in text or text[-1] == ":":
        raise Unusual
    if first == "." and text[1:2].isalpha() and text.lower() not in _POINTED:
        return text
    if first in _SPECIAL:
        raise Unusual
    if text in _WORDS:
        return _WORDS[text]
    if text in _RARE:
        raise Unusual
    if first.isalpha() or not _NUMERIC.issuperset(text):
        return text
    whole, point, part = text.partition(".")
    digits = whole.isdigit() and (part.isdigit() if point else True)
    if not digits or len(text) > _LONGEST_NUMBER or (whole[0] == "0" and whole != "0"):
        raise Unusual
    return float(text)
