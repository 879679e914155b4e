"""TOML 1.0 with the place of every value.

The standard library reads TOML without places and stops at the first mistake, so this is a reader
of our own.  A mistake costs its entry: the reader goes on with the next line.
"""

from __future__ import annotations

from math import inf

from confty.language import Outcome
from confty.languages.data import codes
from confty.languages.data.lexer.toml import (
    BARE,
    COMMENT,
    END,
    NEWLINE,
    PLAIN,
    STRING,
    TEXT,
    Lexer,
    Token,
)
from confty.languages.data.limits import DEEPEST, LARGEST_TOML, MOST_FINDINGS
from confty.languages.data.parser import toml_scalars, toml_tables
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Places
from confty.languages.data.parser.toml_tables import Clash, KeyPart, TomlTable
from confty.text import Code, Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_SCALARS: Final = frozenset({BARE, STRING, TEXT, PLAIN})
_VALUES: Final = _SCALARS | {"[", "{"}


class _Skip(Exception):
    """Go on with the next line."""


class _Open:
    """An array or an inline table that is being read."""

    __slots__ = ("closer", "items", "opener", "said", "table", "token")

    def __init__(self, token: Token, index: int, depth: int) -> None:
        self.token = token
        self.opener = token.kind
        self.closer = "]" if token.kind == "[" else "}"
        self.items: list[object] = []
        self.table = TomlTable(index, toml_tables.HEADER, 0, depth)
        # Of an array: an element waits for its comma.  Of a table: a line break was told.
        self.said = False

    @property
    def value(self) -> object:
        return self.items if self.opener == "[" else self.table.values


def parse_toml(source: Source) -> Outcome[Document]:
    """Read a TOML text; each wrong entry is told at its place and left out."""
    if len(source.text) > LARGEST_TOML:
        message = f"TOML is read up to {LARGEST_TOML // 1_000_000} MB"
        large = codes.TOML_LARGE.at(Span(source, 0, 0), message)
        large = large.with_help("keep large data as JSON")
        return Outcome(Document(source, "toml", {}, Places), (large,))
    lexer = Lexer(source)
    lexer.run()
    parser = _Parser(source, lexer)
    parser.run()
    found = sorted(lexer.findings, key=_start)[: parser.warnings + MOST_FINDINGS]
    document = Document(source, "toml", parser.root.values, lambda: parser.places)
    return Outcome(document, tuple(found))


def _start(finding: Diagnostic) -> int:
    return finding.span.start if finding.span else 0


class _Parser:
    def __init__(self, source: Source, lexer: Lexer) -> None:
        self.source = source
        self.tokens = lexer.tokens
        self.findings = lexer.findings
        self.told = {_start(finding) for finding in lexer.findings}
        self.at = 0
        self.places = Places()
        self.places.add(-1, 0, 0, -1, -1)
        self.places.close(0, len(source.text))
        self.root = TomlTable(0, toml_tables.HEADER, 0, 0)
        self.current = self.root
        self.section = 0
        self.warnings = 0
        self.stack: list[_Open] = []

    @property
    def token(self) -> Token:
        while self.tokens[self.at].kind == COMMENT:
            self.at += 1
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.token
        if token.kind != END:
            self.at += 1
        return token

    def report(
        self, code: Code, start: int, end: int, message: str, help_: str | None = None
    ) -> None:
        finding = code.at(Span(self.source, start, end), message)
        self.findings.append(finding.with_help(help_) if help_ else finding)

    def text(self, token: Token) -> str:
        return self.source.text[token.start : token.end]

    def run(self) -> None:
        while self.token.kind != END and len(self.findings) - self.warnings < MOST_FINDINGS:
            try:
                self._line()
            except _Skip:
                self.stack.clear()
                while self.token.kind not in {NEWLINE, END}:
                    self.take()
            except Clash as clash:
                self._clash(clash)
                self.stack.clear()
                while self.token.kind not in {NEWLINE, END}:
                    self.take()

    def _line(self) -> None:
        kind = self.token.kind
        if kind == NEWLINE:
            self.take()
            return
        if kind in {"[", "[["}:
            self._header(self.take())
        else:
            self._entry(self.current, self.section)
            self._values()
        end = self.tokens[self.at - 1].end
        token = self.token
        if token.kind not in {NEWLINE, END}:
            if any(end <= told <= token.start for told in self.told):
                # What stands between is told already.
                raise _Skip
            self.report(
                codes.TOML_EXTRA,
                token.start,
                token.end,
                "expected the end of the line",
                "one entry a line",
            )
            raise _Skip

    def _clash(self, clash: Clash) -> None:
        span = Span(self.source, clash.key.start, clash.key.end)
        finding = clash.code.at(span, clash.message)
        if clash.first is not None:
            first = Span(self.source, clash.first.start, clash.first.end)
            finding = finding.note(first, "the first is here")
        self.findings.append(finding)

    def _header(self, opener: Token) -> None:
        keys = self._keys()
        closer = self.take()
        wanted = "]" if opener.kind == "[" else "]]"
        if closer.kind == "]]" and opener.kind == "[":
            message = "expected the end of the line"
            help_ = "remove it, or write [[ for an element of an array of tables"
            self.report(codes.TOML_EXTRA, closer.start + 1, closer.end, message, help_)
        elif closer.kind != wanted:
            message = f"this {opener.kind} is never closed"
            help_ = f"close the header with {wanted}"
            self.report(codes.TOML_UNCLOSED, opener.start, opener.end, message, help_)
            if closer.kind in {NEWLINE, END}:
                self.at -= closer.kind == NEWLINE
            raise _Skip
        self.section += 1
        self._limit(len(keys) + 1, opener)
        # Entries behind a header that is wrong belong to nobody.
        self.current = TomlTable(self.places.add(-1, "", opener.start, -1, -1), 0, 0, 0)
        table = self.root
        for key in keys[:-1]:
            table = toml_tables.step(table, key, self.places)
        enter = toml_tables.define if opener.kind == "[" else toml_tables.append
        self.current = enter(table, keys[-1], self.places)
        index = self.current.index
        self.places.starts[index] = opener.start
        self.places.close(index, closer.end)
        if opener.kind == "[":
            self.places.key_starts[index] = keys[-1].start
            self.places.key_ends[index] = keys[-1].end

    def _keys(self) -> list[KeyPart]:
        """A key, or several with dots between them."""
        keys = []
        while True:
            token = self.take()
            keys.append(KeyPart(self._key(token), token.start, token.end))
            if self.token.kind != ".":
                return keys
            self.take()

    def _key(self, token: Token) -> str:
        if token.kind in {BARE, PLAIN}:
            return self.text(token)
        if token.kind == STRING:
            return self._string(token)
        if token.kind in {NEWLINE, END}:
            self.at -= token.kind == NEWLINE
        shown = "the end of the line" if token.kind in {NEWLINE, END} else self.text(token)
        if not self._told_before(token):
            self.report(codes.TOML_KEY, token.start, token.end, f"expected a key, found {shown}")
        raise _Skip

    def _told_before(self, token: Token) -> bool:
        """Whether the lexer has complained of something right before a token."""
        at = self.tokens.index(token, max(0, self.at - 2))
        end = self.tokens[at - 1].end if at else 0
        return any(end <= told <= token.start for told in self.told)

    def _entry(self, table: TomlTable, section: int) -> None:
        """Read ``key = value``; a bracket goes on the stack for ``_values``."""
        keys = self._keys()
        equals = self.token
        if equals.kind != "=":
            at = keys[-1].end
            # What the lexer could not read is told already.
            if not any(at <= told <= equals.start for told in self.told):
                self.report(
                    codes.TOML_EQUALS, at, at, "expected = after the key", "write key = value"
                )
            raise _Skip
        self.take()
        self._limit(table.depth + len(keys) + len(self.stack), equals)
        for key in keys[:-1]:
            table = toml_tables.dotted(table, key, section, self.places)
        key = keys[-1]
        if key.name in table.values:
            message = f"the key {key.name} is here twice"
            raise Clash(codes.TOML_DUPLICATE, message, key, table.keys.get(key.name))
        token = self.token
        if token.kind not in _VALUES:
            self._no_value(token, equals)
        table.keys[key.name] = key
        index = self.places.add(table.index, key.name, token.start, key.start, key.end)
        table.values[key.name] = self._value(index)

    def _no_value(self, token: Token, after: Token) -> None:
        if token.kind in {NEWLINE, END}:
            start, end, found = after.start, after.end, "the end of the line"
        else:
            start, end, found = token.start, token.end, self.text(token)
        if not any(after.end <= told <= token.start for told in self.told):
            self.report(codes.TOML_MISSING, start, end, f"expected a value, found {found}")
        raise _Skip

    def _limit(self, depth: int, token: Token) -> None:
        if depth > DEEPEST:
            message = f"nested deeper than {DEEPEST} levels"
            self.report(codes.TOML_DEEP, token.start, token.end, message)
            self.at = len(self.tokens) - 1
            raise _Skip

    def _value(self, index: int) -> object:
        token = self.take()
        self.places.close(index, token.end)
        if token.kind in {"[", "{"}:
            self._limit(len(self.stack) + self.current.depth + 1, token)
            opened = _Open(token, index, len(self.stack))
            self.stack.append(opened)
            return opened.value
        try:
            return self._scalar(token)
        except toml_scalars.Wrong as wrong:
            self._wrong(wrong, token)
            # Whatever it is, it is a number.
            return inf if wrong.code is codes.TOML_NUMBER else None

    def _scalar(self, token: Token) -> object:
        text = self.text(token)
        if token.kind == STRING:
            return toml_scalars.string(text)
        if token.kind == TEXT:
            return toml_scalars.lines(text)
        made = toml_scalars.plain(text)
        wide = isinstance(made, int) and not -(2**63) <= made < 2**63
        if wide and self.warnings < MOST_FINDINGS:
            self.warnings += 1
            message = "this integer needs more than 64 bits, which not every reader takes"
            self.report(codes.TOML_RANGE, token.start, token.end, message, "write it as a string")
        return made

    def _string(self, token: Token) -> str:
        try:
            return toml_scalars.string(self.text(token))
        except toml_scalars.Wrong as wrong:
            self._wrong(wrong, token)
            return self.text(token)

    def _wrong(self, wrong: toml_scalars.Wrong, token: Token) -> None:
        if token.start in self.told:
            return
        end = token.end if wrong.end is None else token.start + wrong.end
        self.report(wrong.code, token.start + wrong.start, end, wrong.message, wrong.help)

    def _values(self) -> None:
        """Read what is inside brackets until all are closed."""
        while self.stack:
            opened = self.stack[-1]
            if opened.opener == "[":
                self._element(opened)
            else:
                self._member(opened)

    def _breaks(self) -> Token | None:
        """Pass over line breaks; return the first."""
        first = None
        while self.token.kind == NEWLINE:
            first = first or self.token
            if self._starts_entry():
                break
            self.take()
        return first

    def _starts_entry(self) -> bool:
        """Whether the lexer took this line break for the end of the entry."""
        ahead = self.at + 1
        while self.tokens[ahead].kind in {NEWLINE, COMMENT}:
            ahead += 1
        if self.tokens[ahead].kind not in {BARE, STRING}:
            return False
        after = self.tokens[ahead + 1].kind
        return after in {"=", "."} and self.stack[-1].opener == "["

    def _close(self, opened: _Open) -> None:
        token = self.take()
        self.places.close(opened.table.index, token.end)
        self.stack.pop()

    def _unclosed(self, opened: _Open) -> None:
        token = self.token
        start = opened.token.start
        self.report(codes.TOML_UNCLOSED, start, start + 1, f"this {opened.opener} is never closed")
        here = Span(self.source, token.start, token.start)
        self.findings[-1] = self.findings[-1].note(here, f"expected {opened.closer} before this")
        raise _Skip

    def _element(self, opened: _Open) -> None:
        """One element of an array, with the comma behind it, or the end."""
        self._breaks()
        token = self.token
        if token.kind == "]":
            self._close(opened)
            return
        if opened.said:
            if token.kind == ",":
                self.take()
                opened.said = False
                return
            if token.kind in _VALUES:
                self._no_comma()
        if token.kind in {NEWLINE, END, "=", "}", "]]", "."}:
            self._unclosed(opened)
        if token.kind == ",":
            self.report(codes.TOML_MISSING, token.start, token.end, "expected a value, found ,")
            raise _Skip
        opened.said = True
        index = self.places.add(opened.table.index, len(opened.items), token.start, -1, -1)
        opened.items.append(None)
        opened.items[-1] = self._value(index)

    def _no_comma(self) -> None:
        before = self.at - 1
        while self.tokens[before].kind in {NEWLINE, COMMENT}:
            before -= 1
        end = self.tokens[before].end
        message = "expected a comma between two members"
        self.report(codes.TOML_COMMA, end, end, message, "put a comma here")

    def _member(self, opened: _Open) -> None:
        """One entry of an inline table, with the comma before it, or the end."""
        self._broken(opened)
        started = bool(opened.table.values)
        token = self.token
        if token.kind == "}":
            self._close(opened)
            return
        if token.kind in {NEWLINE, END, "]", "]]"}:
            self._unclosed(opened)
        if started:
            if token.kind == ",":
                self.take()
                self._broken(opened)
                if self.token.kind == "}":
                    message = "no comma after the last entry of an inline table"
                    self.report(codes.TOML_TRAILING, token.start, token.end, message, "remove it")
                    self._close(opened)
                    return
            elif token.kind in {BARE, STRING}:
                self._no_comma()
        self._entry(opened.table, -1)

    def _broken(self, opened: _Open) -> None:
        """Complain of a line break in an inline table, once."""
        token = self.token
        if token.kind != NEWLINE:
            return
        ahead = self.at
        while self.tokens[ahead].kind in {NEWLINE, COMMENT}:
            ahead += 1
        before = self.tokens[self.at - 1].kind
        if before not in {"{", ",", COMMENT} and self.tokens[ahead].kind not in {"}", ","}:
            self._unclosed(opened)
        if not opened.said:
            opened.said = True
            start = opened.token.start
            message = "an inline table stays on one line"
            help_ = "write it as a [table], or on one line"
            self.report(codes.TOML_BREAK, start, start + 1, message, help_)
        while self.token.kind == NEWLINE:
            self.take()
