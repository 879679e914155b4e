"""The careful reading of JSON: places, findings, and recovery from each.

A loop with its own stack, so that a hundred thousand brackets are a finding and not a crash.
Each mistake is told once: the reader goes on with what was probably meant.
"""

from __future__ import annotations

from _json import scanstring
from math import inf, isinf

from confty.languages.data import codes
from confty.languages.data.lexer.json import END, NUMBER, STRING, WORD, Lexer
from confty.languages.data.limits import DEEPEST, MOST_FINDINGS
from confty.languages.data.parser.json_read_ahead import ReadAhead
from confty.languages.data.parser.places import Places
from confty.text import Diagnostic, Edit, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# What other languages have in the place of a colon.
_COLONS: Final = ("=", "=>")
# What may stand directly behind a key without quotes.
_BEHIND_KEYS: Final = ":=,{}[]\"'"
_CLOSERS: Final = {"{": "}", "[": "]"}
_WORDS: Final = {"true": True, "false": False}


class CarefulReading:
    """What a careful reading gives."""

    __slots__ = ("findings", "places", "value")

    def __init__(self, parser: _Parser, value: object) -> None:
        self.value = value
        self.places = parser.places
        findings = parser.lexer.findings[: parser.lexer.warnings + MOST_FINDINGS]
        self.findings = _without_guesses(findings)


def _without_guesses(findings: list[Diagnostic]) -> list[Diagnostic]:
    """Offer nothing from a line with a quote too few on: what is in a string there is a guess."""
    unclosed = codes.JSON_UNCLOSED_STRING
    odd = [one.span.first[0] for one in findings if one.span and one.code is unclosed]
    if not odd:
        return findings
    first = min(odd)
    return [
        one.with_fix() if one.fix and one.span and one.span.first[0] >= first else one
        for one in findings
    ]


class _Open:
    """A bracket that is not closed yet, and what is in it so far."""

    __slots__ = ("closer", "count", "end", "index", "keys", "list_", "object_", "start")

    def __init__(self, opener: str, start: int, index: int) -> None:
        self.closer = _CLOSERS[opener]
        self.start = start
        self.index = index
        self.count = 0
        self.end = start + 1  # where the last member ended
        self.list_: list[object] = []
        self.object_: dict[str, object] = {}
        # The keys seen, with the place of the first.  One read without care has the start of the
        # members it was read with, and no end.
        self.keys: dict[str, tuple[int, int]] = {}

    def put(self, name: str | int, value: object) -> None:
        if isinstance(name, str):
            self.object_[name] = value
        else:
            self.list_.append(value)


class _Enough(Exception):
    """Nothing after this place can be read with any sense."""


def read_carefully(source: Source, ahead: ReadAhead | None = None) -> CarefulReading:
    """Read a JSON text with the place of every value, but of those that ``ahead`` reads."""
    parser = _Parser(source, ahead)
    return CarefulReading(parser, parser.run())


class _Parser:
    def __init__(self, source: Source, ahead: ReadAhead | None) -> None:
        self.source = source
        self.lexer = Lexer(source)
        self.ahead = ahead
        self.places = Places()
        self.stack: list[_Open] = []
        self.told_end = 0  # what is told already goes on up to here
        self.silent = 0  # how often nothing was said because of that
        self.waiting = False  # the last token is still to be used
        self.result: object = None

    def run(self) -> object:
        try:
            if self._take() == END:
                if not self.lexer.findings:
                    message = "expected a value, found an empty file"
                    self.lexer.report(codes.JSON_EMPTY, 0, 0, message)
                return None
            self._value(0, -1, -1)
            while self.stack:
                self._member(self.stack[-1])
            self._after()
        except _Enough:
            self._abandon()
        return self.result

    def _after(self) -> None:
        lexer = self.lexer
        said = len(lexer.findings)
        if self._take() == END:
            return
        del lexer.findings[said:]
        if any(
            one.code in {codes.JSON_UNCLOSED, codes.JSON_WRONG_BRACKET} for one in lexer.findings
        ):
            # Brackets that do not match move the end of the value.
            return
        line_end = self.source.text.find("\n", lexer.start)
        end = lexer.end if line_end < 0 else max(lexer.end, line_end)
        lexer.report(codes.JSON_EXTRA, lexer.start, end, "expected the end of the file")
        lexer.help("a JSON file holds one value; put several in an array")

    def _abandon(self) -> None:
        """Keep what was read inside brackets that are still open."""
        while self.stack:
            self._shut(self.stack[-1], self.lexer.start)

    def _take(self) -> str:
        if self.waiting:
            self.waiting = False
            return self.lexer.kind
        return self.lexer.take()

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _member(self, frame: _Open) -> None:
        """Read one member of the innermost bracket, with the comma before it, or its end."""
        lexer = self.lexer
        if len(lexer.findings) - lexer.warnings >= MOST_FINDINGS:
            raise _Enough
        if self.ahead is not None and frame.count and not self.waiting:
            while self._take_ahead(frame, self.ahead):
                pass
        kind = self._take()
        if frame.count and kind == ",":
            comma = lexer.start
            kind = self._take()
            if kind in {"}", "]"}:
                if kind == frame.closer:
                    self._trailing(comma)
                self._close(frame, kind)
                return
        elif kind == ":" and self._forgotten(frame):
            return
        elif frame.count and kind not in {"}", "]", END, ":"}:
            self._missing_comma(frame)
        if kind in {"}", "]"}:
            self._close(frame, kind)
            return
        if kind == END:
            self._unclosed(frame)
            raise _Enough
        frame.count += 1
        if frame.closer == "}":
            self._entry(frame, kind)
        else:
            self._element(frame, kind)
        frame.end = lexer.end

    def _take_ahead(self, frame: _Open, ahead: ReadAhead) -> bool:
        """Read some members without care, if they are right."""
        lexer, depth = self.lexer, len(self.stack)
        start = lexer.end
        if frame.closer == "]":
            items = ahead.items(start, depth)
            if items is None:
                return False
            frame.list_ += items[0]
            end = items[1]
        else:
            entries = ahead.entries(start, depth)
            if entries is None:
                return False
            pairs, end = entries
            keys = [key for key, _ in pairs]
            if len(set(keys)) != len(keys) or not frame.keys.keys().isdisjoint(keys):
                ahead.refuse(end)
                return False
            frame.keys.update(dict.fromkeys(keys, (start, -1)))
            frame.object_.update(pairs)
        lexer.start = lexer.end = frame.end = end
        return True

    def _forgotten(self, frame: _Open) -> bool:
        """Whether a colon shows that an array in an object was not closed; go on behind it."""
        if frame.closer != "]" or not frame.list_ or len(self.stack) < 2:
            return False
        key, outer = frame.list_[-1], self.stack[-2]
        if not isinstance(key, str) or outer.closer != "}":
            return False
        index = len(self.places) - 1
        start, end = self.places.starts[index], self.places.ends[index]
        self._unclosed(frame)
        frame.list_.pop()
        self._shut(frame, start)
        self.waiting = True
        self._colon(key, start, end)
        self._note_key(outer, key, start, end)
        outer.end = self.lexer.end
        return True

    def _is_told(self) -> bool:
        """Whether the last finding is about what stands directly before the token, or about it."""
        last = self.lexer.findings[-1].span if self.lexer.findings else None
        if last is None or last.start == last.end:
            return False
        between = self.source.text[max(last.start, self.told_end) : self.lexer.start]
        if between.strip(self.source.text[last.start] + " \t\r\n"):
            return False
        self.told_end = self.lexer.end
        self.silent += 1
        if self.silent > 10 * MOST_FINDINGS:
            raise _Enough
        return True

    def _trailing(self, comma: int) -> None:
        if self._is_told():
            # Of several commas in a row the second is told already.
            return
        span = self._span(comma, comma + 1)
        self.lexer.report(codes.JSON_TRAILING, comma, comma + 1, "no comma after the last member")
        self.lexer.help("remove the comma", Edit(span, ""))

    def _missing_comma(self, frame: _Open) -> None:
        at = frame.end
        last = self.lexer.findings[-1].span if self.lexer.findings else None
        if last is not None and last.end >= at:
            # Something between the two members is told already; the comma went with it.
            return
        self.lexer.report(codes.JSON_COMMA, at, at, "expected a comma between two members")
        self.lexer.help("put a comma here", Edit(self._span(at, at), ","))

    def _element(self, frame: _Open, kind: str) -> None:
        if kind in {",", ":"}:
            self._no_value(kind)
            self.waiting = kind == ","
            frame.put(0, None)
            return
        self._value(len(frame.list_), -1, -1)

    def _entry(self, frame: _Open, kind: str) -> None:
        lexer = self.lexer
        start, end = lexer.start, lexer.end
        if kind == STRING:
            key = self._string()
        elif kind in {WORD, NUMBER}:
            key = lexer.text[start:end]
            self._unquoted_key(key, start, end)
        elif kind in {"{", "["}:
            lexer.report(codes.JSON_KEY, start, end, f"expected a key in quotes, found {kind}")
            raise _Enough
        else:
            lexer.report(codes.JSON_KEY, start, end, f"expected a key in quotes, found {kind}")
            self.waiting = True
            if kind == ",":
                return
            key = ""
        self._colon(key, start, end)
        self._note_key(frame, key, start, end)

    def _unquoted_key(self, key: str, start: int, end: int) -> None:
        lexer = self.lexer
        # The lexer may have complained of the word; as a key its only fault is the quotes.
        while lexer.findings and lexer.findings[-1].code in {codes.JSON_WORD, codes.JSON_NUMBER}:
            last = lexer.findings[-1].span
            if last is None or last.start != start:
                break
            lexer.findings.pop()
        lexer.report(codes.JSON_KEY, start, end, "expected a key in double quotes")
        if self._is_whole(start, end):
            lexer.help("put the key in quotes", Edit(self._span(start, end), f'"{key}"'))

    def _is_whole(self, start: int, end: int) -> bool:
        """Whether a key is all of a name: other languages have more characters in theirs."""
        text = self.lexer.text
        after = text[end : end + 1]
        goes_on = text[start] != '"' and not after.isspace() and after not in _BEHIND_KEYS
        return text[start - 1 : start] != "$" and not goes_on

    def _colon(self, key: str, start: int, end: int) -> None:
        """Read the colon and the value behind it."""
        lexer = self.lexer
        kind = self._take()
        if kind == ":":
            kind = self._take()
        elif kind != END:
            self._no_colon(start, end)
        if kind in {",", ":", "}", "]", END}:
            if not lexer.findings or lexer.findings[-1].code is not codes.JSON_COLON:
                self._no_value(kind)
            self.waiting = kind != ":"
            self.stack[-1].put(key, None)
            return
        self._value(key, start, end)

    def _no_colon(self, start: int, end: int) -> None:
        """Say that there is no colon behind a key, and where one may be put."""
        lexer = self.lexer
        last = lexer.findings[-1] if lexer.findings else None
        between = lexer.text[end : lexer.start]
        at = self._span(end, end)
        is_open = last is not None and last.code is codes.JSON_UNCLOSED_STRING
        if between.strip() in _COLONS:
            # As other languages write it: the colon goes in its place.
            place = end + between.index("=")
            at = self._span(place, place + len(between.strip()))
            del lexer.findings[-len(between.strip()) :]
        lexer.report(codes.JSON_COLON, at.start, at.end, "expected a colon after the key")
        if is_open and last is not None and last.span is not None and last.span.start == start:
            return
        if self._is_whole(start, end):
            lexer.help("put a colon here", Edit(at, ":"))

    def _no_value(self, kind: str) -> None:
        # A file that ends too early is told at the bracket that it leaves open.
        lexer = self.lexer
        if kind != END and not self._is_told():
            message = f"expected a value, found {kind}"
            lexer.report(codes.JSON_VALUE, lexer.start, lexer.end, message)

    def _note_key(self, frame: _Open, key: str, start: int, end: int) -> None:
        first = frame.keys.setdefault(key, (start, end))
        if first != (start, end):
            if first[1] < 0:
                first = frame.keys[key] = _find_key(self.source, first[0], key)
            number = self.lexer.report(
                codes.JSON_DUPLICATE, start, end, f"the key {_shown(key)} is here twice"
            )
            note = self.lexer.findings[number].note(self._span(*first), "the first is here")
            self.lexer.findings[number] = note

    def _close(self, frame: _Open, kind: str) -> None:
        lexer = self.lexer
        if kind != frame.closer:
            opener = self._span(frame.start, frame.start + 1)
            if any(outer.closer == kind for outer in self.stack[:-1]):
                # It closes a bracket further out, so this one is not closed.
                self._unclosed(frame)
                self.waiting = True
                self._shut(frame, lexer.start)
                return
            number = lexer.report(
                codes.JSON_WRONG_BRACKET,
                lexer.start,
                lexer.end,
                f"expected {frame.closer}, found {kind}",
            )
            note = lexer.findings[number].note(opener, "to close this")
            lexer.findings[number] = note
        self._shut(frame, lexer.end)

    def _unclosed(self, frame: _Open) -> None:
        lexer = self.lexer
        last = lexer.findings[-1] if lexer.findings else None
        if last is not None and last.code is codes.JSON_UNCLOSED_STRING:
            end = lexer.start if last.span is None else last.span.end
            if lexer.kind == END and not self.source.text[end : lexer.start].strip():
                # The string that is not closed may have swallowed the bracket.
                return
        opener = self.source.text[frame.start]
        number = lexer.report(
            codes.JSON_UNCLOSED, frame.start, frame.start + 1, f"this {opener} is never closed"
        )
        found = (
            "the file ends here" if lexer.kind == END else f"expected {frame.closer} before this"
        )
        place = self._span(lexer.start, lexer.end)
        lexer.findings[number] = lexer.findings[number].note(place, found)

    def _shut(self, frame: _Open, end: int) -> None:
        self.places.close(frame.index, end)
        self.stack.pop()
        if self.stack:
            self.stack[-1].end = end

    def _value(self, name: str | int, key_start: int, key_end: int) -> None:
        lexer = self.lexer
        kind, start = lexer.kind, lexer.start
        parent = self.stack[-1].index if self.stack else -1
        index = self.places.add(parent, name, start, key_start, key_end)
        if kind in _CLOSERS:
            if len(self.stack) >= DEEPEST:
                lexer.report(
                    codes.JSON_DEEP, start, start + 1, f"nested deeper than {DEEPEST} levels"
                )
                raise _Enough
            read = self.ahead.value(start, len(self.stack)) if self.ahead and self.stack else None
            if read is not None:
                self._put(name, read[0])
                lexer.end = read[1]
                self.places.close(index, lexer.end)
                return
            frame = _Open(kind, start, index)
            self._put(name, frame.object_ if kind == "{" else frame.list_)
            self.stack.append(frame)
            return
        self._put(name, self._scalar(kind))
        self.places.close(index, lexer.end)

    def _put(self, name: str | int, value: object) -> None:
        if self.stack:
            self.stack[-1].put(name, value)
        else:
            self.result = value

    def _scalar(self, kind: str) -> object:
        lexer = self.lexer
        text = lexer.text[lexer.start : lexer.end]
        if kind == STRING:
            return self._string()
        if kind == NUMBER:
            return self._number(text)
        if kind == WORD:
            return _WORDS.get(text)
        lexer.report(codes.JSON_VALUE, lexer.start, lexer.end, f"expected a value, found {kind}")
        return None

    def _string(self) -> str:
        lexer = self.lexer
        start, end = lexer.start, lexer.end
        if lexer.text.find("\\u", start, end) >= 0:
            lexer.lone_surrogates()
        if lexer.text[start] == '"':
            try:
                made, stop = scanstring(lexer.text, start + 1, False)
            except ValueError:
                made, stop = "", -1
            if stop == end:
                return made
        return lexer.text[start + 1 : end].rstrip(lexer.text[start])

    def _number(self, text: str) -> object:
        try:
            made = float(text) if any(mark in text for mark in ".eE") else int(text)
        except ValueError:
            made = None
        lexer = self.lexer
        last = lexer.findings[-1].span if lexer.findings else None
        said = last is not None and last.start == lexer.start
        if made is not None and not isinf(made if isinstance(made, float) else 0):
            return made
        if said:
            return inf
        reason = "too large for a double" if made is not None else "longer than 4300 digits"
        lexer.report(codes.JSON_RANGE, lexer.start, lexer.end, f"this number is {reason}")
        lexer.help("write it as a string")
        return inf  # whatever it is, it is a number


def _find_key(source: Source, start: int, key: str) -> tuple[int, int]:
    """Where a key stands among members that are right and start with a comma at ``start``."""
    lexer = Lexer(source)
    lexer.end = start
    depth, before = 0, ""
    while (kind := lexer.take()) != END:
        if kind == STRING and depth == 0 and before == ",":
            name, _ = scanstring(lexer.text, lexer.start + 1, False)
            if name == key:
                break
        depth += (kind in _CLOSERS) - (kind in {"}", "]"})
        before = kind
    return lexer.start, lexer.end


def _shown(key: str) -> str:
    return repr(key if len(key) < 60 else key[:57] + "...").replace("'", '"')
