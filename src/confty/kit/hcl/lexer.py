"""HCL text to tokens, in one pass of one regular expression.

Tokens are three parallel lists (kind, start, end) rather than objects: a megabyte of HCL has a
quarter of a million tokens, and the parser only ever asks for the kind at an index.  A kind is
the punctuation itself, or a word: ``id num str nl eof bad``.  A string without template
sequences is one ``str`` token; any other is ``open`` … ``close`` around ``lit``, ``${``, ``%{``
and ordinary tokens.

Newlines end attributes, yet mean nothing inside brackets.  The lexer knows the brackets, so it
leaves those newlines out and the parser need not look for them.
"""

from __future__ import annotations

from confty.kit.hcl.codes import SyntaxCodes
from confty.patterns import DOTALL, pattern
from confty.records import Record
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

_TOKEN: Final = pattern(
    r"[ \t]*(?:"
    r"([^\W\d][\w-]*)"  # 1 a word
    r"|(\r?\n)\s*"  # 2 a newline, and blank space after it
    r"|(=>|[=!<>]=|&&|\|\||\.\.\.|::|~\}|[{}\[\](),.=:?+\-*%!>]|<(?!<-?[^\W\d])|/(?![/*]))"  # 3
    r'|("[^"\\$%\r\n]*")'  # 4 a string of plain characters
    r"|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"  # 5 a number
    r"|((?:\#|//)[^\n]*)(?:\n\s*)?"  # 6 a comment to the end of the line
    r"|(\")"  # 7 any other string
    r"|(/\*)"  # 8 a comment in the line
    r"|<<(-?[^\W\d][\w-]*)[ \t]*\r?\n"  # 9 a heredoc
    r"|(.))",  # 10 nothing of ours
    DOTALL,
)
_BRACKETS: Final = frozenset(("{", "}", "[", "]", "(", ")", "~}"))
_FOR: Final = pattern(r"\s*for[ \t]+[\w-]+\s*(?:,\s*[\w-]+\s*)?in\b")
# Template text up to something that matters; a lone $ or % is ordinary.
# What is taken is never given back, so that a long text is read once.
_TEXT: Final = pattern(r"(?:[^\"\\$%\r\n]++|\$(?!\$?\{)|%(?!%?\{))++")
_LINE: Final = pattern(r"(?:[^$%\n]++|\$(?!\$?\{)|%(?!%?\{))*+\n?")
_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\"}
_ADVICE: Final = {
    "&": "use && for a logical and",
    "|": "use || for a logical or",
    "'": 'use double quotes: "…"',
    "`": 'use double quotes: "…"',
    ";": "put each attribute on its own line",
    "^": "HCL has no bitwise operators",
    "~": "HCL has no bitwise operators",
    "@": "names start with a letter or an underscore",
    "$": "template sequences stand inside quotes",
}


class Tokens:
    """The tokens of one text; an index names one in all three lists."""

    __slots__ = ("comments", "diagnostics", "ends", "kinds", "source", "starts", "values")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        # The text of ``lit`` tokens after their escapes were read, by index.
        self.values: dict[int, str] = {}
        self.comments: list[tuple[int, int]] = []
        self.diagnostics: list[Diagnostic] = []

    def __len__(self) -> int:
        return len(self.kinds)


class _Open(metaclass=Record):
    """A template the lexer is inside of; heredocs have a name."""

    start: int
    name: str | None
    depth: int


class Lexer:
    """One pass over one text."""

    def __init__(self, source: Source, codes: SyntaxCodes) -> None:
        self.source = source
        self.codes = codes
        self.text = source.text
        self.tokens = Tokens(source)
        # True where newlines count: in braces, not in parentheses, brackets and sequences.
        self.brackets: list[bool] = []
        self.templates: list[_Open] = []

    def run(self, at: int = 0) -> Tokens:
        """Read everything from ``at`` on."""
        if at == 0 and self.text.startswith("\ufeff"):
            at = 1
        at = self._leading(at)
        while at < len(self.text):
            at = forward(at, self._scan(at))
        for template in self.templates:
            place = self._span(template.start, template.start + 1)
            message = "this string is never closed"
            if template.name is not None:
                message = f"this heredoc is never closed by {template.name} on a line of its own"
            self._say(self.codes.unclosed.at(place, message))
        end = len(self.text)
        # Three of them, so that a parser may look two tokens ahead without asking.
        for _ in range(3):
            self._put("eof", end, end)
        return self.tokens

    def _leading(self, at: int) -> int:
        text = self.text
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        return at

    def _scan(self, at: int) -> int:
        """Read ordinary tokens until a template or something rare; return where to go on."""
        text = self.text
        tokens = self.tokens
        kind, begin, finish = tokens.kinds.append, tokens.starts.append, tokens.ends.append
        brackets = self.brackets
        # The hot loop: one match a token, the commonest kinds first.
        for found in _TOKEN.finditer(text, at):
            group = found.lastindex
            if group == 3:
                mark = found[3]
                start, at = found.span(3)
                if mark in _BRACKETS and self._bracket(mark, at):
                    return self._resume(at)
                kind(mark)
                begin(start)
                finish(at)
            elif group == 1:
                start, at = found.span(1)
                kind("id")
                begin(start)
                finish(at)
                if text[at : at + 1] > "\x7f":
                    return self._long_word(at)
            elif group == 2:
                if not brackets or brackets[-1]:
                    start, at = found.span(2)
                    kind("nl")
                    begin(start)
                    finish(at)
            elif group == 4:
                start, at = found.span(4)
                kind("str")
                begin(start)
                finish(at)
            elif group == 5:
                start, at = found.span(5)
                kind("num")
                begin(start)
                finish(at)
            else:
                return self._rare(found)
        return len(text)

    def _bracket(self, mark: str, at: int) -> bool:
        """Keep the brackets; answer whether this closes a template sequence."""
        brackets = self.brackets
        if mark in "([":
            brackets.append(False)
        elif mark == "{":
            brackets.append(_FOR.match(self.text, at) is None)
        else:
            if (
                mark in ("}", "~}")
                and self.templates
                and len(brackets) == self.templates[-1].depth
            ):
                self._put(mark, at - len(mark), at)
                brackets.pop()
                return True
            if brackets:
                brackets.pop()
        return False

    def _resume(self, at: int) -> int:
        template = self.templates[-1]
        return self._quoted(at) if template.name is None else self._heredoc(at, line_start=False)

    def _long_word(self, at: int) -> int:
        """Go on with a word whose next character is a combining mark or the like."""
        text = self.text
        while at < len(text) and (text[at] == "-" or ("x" + text[at]).isidentifier()):
            at += 1
        self.tokens.ends[-1] = at
        return at

    def _rare(self, found: re.Match[str]) -> int:
        group, at = found.lastindex, found.end()
        if group == 6:
            start, end = found.span(6)
            end -= found[6].endswith("\r")
            self.tokens.comments.append((start, end))
            if not self.brackets or self.brackets[-1]:
                self._put("nl", start, min(found.end(6) + 1, len(self.text)))
            return at
        if group == 7:
            start = at - 1
            self._put("open", start, at)
            self.templates.append(_Open(start, None, 0))
            return self._quoted(at)
        if group == 8:
            return self._block_comment(at - 2, at)
        if group == 9:
            start = found.start(9) - 2
            self._put("open", start, at)
            self.templates.append(_Open(start, found[9], 0))
            return self._heredoc(at, line_start=True)
        start = found.start(10)
        if self.text[start] in " \t":
            # Nothing but blank space up to the end; it gave its last character back.
            return at
        if self.text[start] == "'":
            # Taken for a string, a second one on the line closes it.
            line = self.text.find("\n", at)
            closing = self.text.find("'", at, line if line >= 0 else len(self.text))
            at = at if closing < 0 else closing + 1
        message = f"{self.text[start]!r} cannot stand here"
        finding = self.codes.character.at(self._span(start, at), message)
        advice = _ADVICE.get(self.text[start])
        self._say(finding.with_help(advice) if advice else finding)
        self._put("bad", start, at)
        return at

    def _block_comment(self, start: int, at: int) -> int:
        end = self.text.find("*/", at)
        if end < 0:
            self._say(
                self.codes.unclosed.at(self._span(start, at), "this comment is never closed")
            )
            end = len(self.text)
        else:
            end += 2
        self.tokens.comments.append((start, end))
        return end

    def _quoted(self, at: int) -> int:
        """Read a quoted template's text up to its end or its next sequence."""
        text, start, pieces = self.text, at, []
        before = at - 1
        while at < len(text):
            before = forward(before, at)
            if found := _TEXT.match(text, at):
                pieces.append(found[0])
                at = found.end()
                continue
            mark = text[at]
            if mark == '"':
                self._literal(pieces, start, at)
                self._put("close", at, at + 1)
                self.templates.pop()
                return at + 1
            if mark == "\\":
                at = self._escape(at, pieces)
            elif mark in "\r\n":
                self._literal(pieces, start, at)
                return self._broken_string(at)
            elif text.startswith((mark * 2 + "{"), at):
                pieces.append(mark + "{")
                at += 3
            else:
                self._literal(pieces, start, at)
                return self._sequence(at)
        self._literal(pieces, start, at)
        return at

    def _broken_string(self, at: int) -> int:
        template = self.templates.pop()
        place = self._span(template.start, template.start + 1)
        finding = self.codes.unclosed.at(place, "this string is not closed on its line")
        self._say(
            finding.with_help("close it with a quote; for several lines use a heredoc: <<EOT")
        )
        self._put("close", at, at)
        return at

    def _escape(self, at: int, pieces: list[str]) -> int:
        mark = self.text[at + 1 : at + 2]
        if mark in _ESCAPES:
            pieces.append(_ESCAPES[mark])
            return at + 2
        width = {"u": 4, "U": 8}.get(mark, 0)
        digits = self.text[at + 2 : at + 2 + width]
        if width and len(digits) == width and all(d in "0123456789abcdefABCDEF" for d in digits):
            point = int(digits, 16)
            if point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF:
                pieces.append(chr(point))
                return at + 2 + width
        end = min(at + 2, len(self.text))
        finding = self.codes.escape.at(self._span(at, end), f"{self.text[at:end]!r} is no escape")
        self._say(finding.with_help(r"known are \n \r \t \" \\ \uNNNN \UNNNNNNNN"))
        return end

    def _heredoc(self, at: int, *, line_start: bool) -> int:
        """Read a heredoc's text up to its end or its next sequence, a ``lit`` a line."""
        text, name = self.text, (self.templates[-1].name or "").lstrip("-")
        while at < len(text):
            if line_start:
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                if text[at:end].strip(" \t\r") == name:
                    self._put("close", at, end)
                    self.templates.pop()
                    return end
            start, pieces = at, []
            while True:
                found = _LINE.match(text, at)
                assert found is not None
                pieces.append(found[0])
                at = found.end()
                # A line that begins with a sequence has no text: nothing was read, no line ended.
                line_start = at > start and text[at - 1] == "\n"
                if line_start or not text.startswith(("$${", "%%{"), at):
                    break
                pieces.append(text[at] + "{")
                at += 3
            self._literal(pieces, start, at)
            if not line_start and at < len(text):
                return self._sequence(at)
            forward(start, at)
        return at

    def _sequence(self, at: int) -> int:
        """Open ``${`` or ``%{``."""
        end = at + 2
        stripped = self.text.startswith("~", end)
        self._put(self.text[at] + "{" + ("~" if stripped else ""), at, end + stripped)
        self.brackets.append(False)
        self.templates[-1].depth = len(self.brackets)
        return end + stripped

    def _literal(self, pieces: list[str], start: int, end: int) -> None:
        value = "".join(pieces)
        if end > start:
            self.tokens.values[len(self.tokens.kinds)] = canonical(value)
            self._put("lit", start, end)

    def _put(self, kind: str, start: int, end: int) -> None:
        tokens = self.tokens
        tokens.kinds.append(kind)
        tokens.starts.append(start)
        tokens.ends.append(end)

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def _say(self, finding: Diagnostic) -> None:
        self.tokens.diagnostics.append(finding)


def forward(before: int, after: int) -> int:
    """Where a loop over a text goes on; one that does not move would never end."""
    if after <= before:
        raise AssertionError(f"a loop over a text stays at {before}")
    return after


def canonical(text: str) -> str:
    """Normalise a string as HCL values are (NFC)."""
    if text.isascii():
        return text
    from unicodedata import normalize  # noqa: PLC0415  start-up: most programs are ASCII

    return normalize("NFC", text)


def lex(source: Source, codes: SyntaxCodes, at: int = 0) -> Tokens:
    """Read the tokens of ``source`` from the offset ``at`` on."""
    return Lexer(source, codes).run(at)
