"""The lexemes of a data file's text: comments, strings, numbers, marks; of broken files, too.

The readers of the parser stop where a text is wrong, and do not keep what is no value.  Colours
and anchors are wanted of every text, so it is cut up here once more, without asking for meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from re import DOTALL
from re import compile as pattern
from typing import Final, NamedTuple

from confty.kit.stretches import line_end

_JSON: Final = pattern(
    r"(?P<comment>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?)"
    r"|(?P<number>[-+]?(?:0[xX][0-9a-fA-F]++|(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?))"
    r"|(?P<word>[^\W\d][\w$]*+)|(?P<operator>[:,\[\]{}])"
)
_TOML: Final = pattern(
    r"(?P<comment>#[^\n]*+)"
    r'|(?P<string>"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?|\"(?:[^\"\\\n]|\\.)*+\"?|'[^'\n]*+'?)"
    r"|(?P<number>[-+]?(?:\d[\w.:+-]*+(?: \d\d:[\d:.]++\S*+)?|inf\b|nan\b))"
    r"|(?P<word>[A-Za-z0-9_-]++)|(?P<operator>[=,.\[\]{}])",
    DOTALL,
)
_YAML_SCALAR: Final = pattern(
    r"(?P<number>[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
    r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))\Z"
    r"|(?P<keyword>true|True|TRUE|false|False|FALSE|null|Null|NULL|~)\Z"
)
_YAML_QUOTED: Final = {
    '"': pattern(r'"(?:[^"\\]|\\.)*+"', DOTALL),
    "'": pattern(r"'(?:[^']|'')*+'"),
}
_YAML_PLAIN: Final = pattern(r"(?:[^\s#:]|:(?=[^\s])|(?<=\S)#|[ \t]+(?=[^\s#]))++")
_YAML_FLOW: Final = pattern(
    r"(?:[^\s#:,\[\]{}]|:(?=[^\s,\[\]{}])|(?<=\S)#|[ \t]+(?=[^\s#,\[\]{}]))++"
)
_YAML_NAME: Final = pattern(r"[&*][^\s,\[\]{}]+")
_YAML_BLOCK: Final = pattern(r"[|>][-+0-9]*(?=[ \t]*(?:#[^\n]*)?(?:\n|\Z))")
_WORDS: Final = frozenset(("true", "false", "null", "NaN", "Infinity"))


class Lexeme(NamedTuple):
    """A stretch of text: comment, string, number, keyword, operator, decorator, anchor, alias."""

    start: int
    end: int
    kind: str


def lexemes(text: str, kind: str) -> list[Lexeme]:
    """Cut a text up; ``kind`` is its format."""
    cut: Callable[[str], Iterator[Lexeme]] = {"yaml": _yaml, "toml": _toml}.get(kind, _json)
    return list(cut(text))


def _json(text: str) -> Iterator[Lexeme]:
    for found in _JSON.finditer(text):
        kind = found.lastgroup or ""
        if kind == "word":
            kind = "keyword" if found[0] in _WORDS else "string"
        yield Lexeme(found.start(), found.end(), kind)


def _toml(text: str) -> Iterator[Lexeme]:
    begin, in_value, depth = 0, False, 0
    for found in _TOML.finditer(text):
        if "\n" in text[begin : found.start()] and not depth:
            in_value = False
        begin = found.end()
        kind, word = found.lastgroup or "", found[0]
        if kind == "operator":
            in_value = in_value or word == "="
            if in_value:
                depth = max(0, depth + (word in "[{") - (word in "]}"))
        elif kind in ("word", "number") and not in_value:
            kind = "string"
        elif kind == "word":
            kind = "keyword" if word in ("true", "false") else "string"
        yield Lexeme(found.start(), found.end(), kind)


class _Yaml:
    """Goes through a YAML text, line by line where blocks of text are."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.line = 0
        # The column that a block of text has to stand behind.
        self.column = 0

    def run(self) -> Iterator[Lexeme]:
        text, size = self.text, len(self.text)
        while self.at < size:
            mark = text[self.at]
            if mark == "\n":
                self.at += 1
                self.line = self.at
                self.column = self._indent()
            elif mark in " \t\r\ufeff":
                self.at += 1
            elif mark == "#":
                yield self._to(line_end(text, self.at), "comment")
            else:
                yield from self._content(mark)

    def _indent(self) -> int:
        at = self.line
        while self.text[at : at + 1] == " ":
            at += 1
        return at - self.line

    def _to(self, end: int, kind: str) -> Lexeme:
        made = Lexeme(self.at, end, kind)
        self.at = max(end, self.at + 1)
        return made

    def _content(self, mark: str) -> Iterator[Lexeme]:
        text, at = self.text, self.at
        following = text[at + 1 : at + 2]
        spaced = following in ("", " ", "\t", "\n", "\r")
        if (
            at == self.line
            and text[at : at + 3] in ("---", "...")
            and not text[at + 3 : at + 4].strip()
        ):
            yield self._to(at + 3, "operator")
        elif mark in "-?:" and (spaced or (self.depth and mark == ":")):
            if mark == "-":
                self.column = at - self.line
            yield self._to(at + 1, "operator")
        elif mark in "[{" or (self.depth and mark in "]},"):
            self.depth = max(0, self.depth + (mark in "[{") - (mark in "]}"))
            yield self._to(at + 1, "operator")
        elif mark in "&*" and (found := _YAML_NAME.match(text, at)) is not None:
            yield self._to(found.end(), "anchor" if mark == "&" else "alias")
        elif mark == "!":
            yield self._to(self._tag_end(), "decorator")
        elif mark in "|>" and not self.depth and (found := _YAML_BLOCK.match(text, at)):
            yield self._to(found.end(), "operator")
            yield from self._block()
        elif mark in "\"'":
            yield self._quoted(mark)
        elif mark == "%" and at == self.line:
            yield self._to(line_end(text, at), "decorator")
        else:
            yield self._plain()

    def _tag_end(self) -> int:
        at = self.at
        while at < len(self.text) and not self.text[at].isspace() and self.text[at] not in ",]}":
            at += 1
        return at

    def _quoted(self, mark: str) -> Lexeme:
        found = _YAML_QUOTED[mark].match(self.text, self.at)
        if found is None:
            return self._to(line_end(self.text, self.at), "string")
        self._key(found.end())
        return self._to(found.end(), "string")

    def _plain(self) -> Lexeme:
        shape = _YAML_FLOW if self.depth else _YAML_PLAIN
        found = shape.match(self.text, self.at)
        if found is None:
            return self._to(self.at + 1, "operator")
        if self._key(found.end()):
            return self._to(found.end(), "string")
        kind = _YAML_SCALAR.match(found[0])
        return self._to(found.end(), "string" if kind is None else str(kind.lastgroup))

    def _key(self, end: int) -> bool:
        """Whether a word that ends here is a key; what stands under it is further right."""
        is_key = self.text[end : end + 1] == ":" and not self.text[end + 1 : end + 2].strip()
        if is_key and not self.depth:
            self.column = self.at - self.line
        return is_key

    def _block(self) -> Iterator[Lexeme]:
        """The lines of a block of text."""
        text = self.text
        end = line_end(text, self.at)
        rest = text[self.at : end]
        if "#" in rest:
            self.at += rest.index("#")
            yield self._to(end, "comment")
        begin = at = min(end + 1, len(text))
        last = begin
        while at < len(text):
            stop = line_end(text, at)
            line = text[at:stop]
            if line.strip():
                if len(line) - len(line.lstrip(" ")) <= self.column:
                    break
                last = stop
            at = stop + 1
        if last > begin:
            self.at = begin
            yield self._to(last, "string")


def _yaml(text: str) -> Iterator[Lexeme]:
    return _Yaml(text).run()
