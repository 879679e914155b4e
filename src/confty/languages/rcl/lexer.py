"""Text to tokens: parallel lists of kinds and offsets, brackets already balanced.

A token is three entries at the same index, not an object: a parser reads kinds far more often
than anything else, and a megabyte of data makes half a million tokens.  The kind of a keyword or
a punctuation mark is its own text.  Blank lines and comments are tokens, because the formatter
keeps them.  Strings with nothing special inside are one ``string`` token; the others are opened,
filled and closed by several, with the tokens of a hole in between.
"""

from __future__ import annotations

from _bisect import bisect_right

from confty.language import Outcome
from confty.languages.rcl import codes
from confty.patterns import VERBOSE, pattern
from confty.text import Code, Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

KEYWORDS: Final = frozenset(
    [
        "and",
        "assert",
        "else",
        "false",
        "for",
        "if",
        "import",
        "in",
        "let",
        "not",
        "null",
        "or",
        "trace",
        "true",
    ]
)
NONCODE: Final = frozenset(("blank", "comment", "shebang"))
CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
OPENERS: Final = {")": "(", "]": "[", "}": "{"}

_TOKEN: Final = pattern(
    r"""(?P<space>[ \t\n\r\f]+)
    |(?P<string>"(?!"")[^"\\\n]*")
    |(?P<quote>f?"(?:"")?)
    |(?P<name>[A-Za-z_][A-Za-z0-9_-]*)
    |(?P<radix>0x[0-9A-Fa-f_]*|0b[01_]*)
    |(?P<number>(?:0|[1-9][0-9_]*)(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9][0-9_]*)?)
    |(?P<comment>//[^\n]*)
    |(?P<shebang>\#![^\n]*)
    |(?P<bracket>[()\[\]{}])
    |(?P<borrowed>&&|\|\||'[^'\n]*')
    |(?P<mark>\.\.\.|<=|>=|==|!=|->|=>|\.\.|[<>=!*+,\-./:;|])
    |(?P<optional>\?(?=[ \t\r\n\f]*:))
    |(?P<control>[\x00-\x1f\x7f]+)
    |(?P<foreign>[^\x00-\x7f]+)
    |(?P<other>.)""",
    VERBOSE,
)
_TEXT: Final = {
    '"': pattern(r'\n?[^"\\\n]*'),
    'f"': pattern(r'\n?[^"\\\n{]*'),
    '"""': pattern(r'\n?(?:[^"\\\n]|"(?!""))*+'),
    'f"""': pattern(r'\n?(?:[^"\\\n{]|"(?!""))*+'),
}
_ESCAPE: Final = pattern(r"\\u\{[0-9A-Fa-f]*\}|\\u[0-9A-Fa-f]{4}|\\[^u\r\n\x80-\U0010ffff]")
_HEX: Final = pattern("[0-9A-Fa-f]*")


# What other languages write, the kind of token that it stands for, and what is written here.
_BORROWED: Final = {
    "&&": ("and", "both together are written 'and'"),
    "||": ("or", "one or the other is written 'or'"),
    "'": ("string", "strings stand in double quotes"),
}


class Tokens:
    """The tokens of one source; ``kinds`` ends with ``end``."""

    __slots__ = ("ends", "kinds", "source", "starts")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, kind: str, start: int, end: int) -> None:
        """Append a token."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)

    def text(self, index: int) -> str:
        """The characters of a token."""
        return self.source.text[self.starts[index] : self.ends[index]]


class _Stop(Exception):
    """Lexing cannot go on; carries the finding."""

    def __init__(self, finding: Diagnostic) -> None:
        self.finding = finding


class _Lexer:
    """One pass over one text.  ``modes`` holds what is open: brackets, holes and strings."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = Tokens(source)
        self.modes: list[tuple[str, int]] = []
        self.findings: list[Diagnostic] = []

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def opens(self, kind: str, at: int) -> None:
        self.modes.append((kind, at))

    def closes(self) -> tuple[str, int]:
        return self.modes.pop()

    def run(self) -> None:
        text, at, size = self.source.text, 0, len(self.source.text)
        while at < size:
            if self.modes and self.modes[-1][0] in _TEXT:
                at = self.string_part(at)
            else:
                at = self.code(text, at, size)
        if self.modes:
            raise _Stop(self.unclosed(size))
        self.tokens.add("end", size, size)

    def code(self, text: str, at: int, size: int) -> int:
        """Lex outside of strings until one opens or the text ends."""
        match_at = _TOKEN.match
        kinds, starts, ends = self.tokens.kinds, self.tokens.starts, self.tokens.ends
        while at < size:
            match = match_at(text, at)
            assert match is not None
            group, end = match.lastgroup, match.end()
            if group == "space":
                if end - at > 1 and text.count("\n", at, end) > 1:
                    self.tokens.add("blank", at, end)
                at = end
                continue
            if group == "name":
                word = match.group()
                kind = word if word in KEYWORDS else "name"
            elif group == "mark":
                kind = match.group()
            elif group in ("string", "comment", "shebang"):
                kind = str(group)
            else:
                kind = self.rare(str(group), at, end)
                if not kind:
                    at = end
                    continue
            kinds.append(kind)
            starts.append(at)
            ends.append(end)
            at = end
            if group == "quote" or kind == "hole-close":
                return at
        return at

    def rare(self, group: str, at: int, end: int) -> str:
        """Return the kind of a token that needs a closer look; nothing when it is skipped."""
        if group == "bracket":
            return self.bracket(self.source.text[at], at)
        if group == "number":
            return self.number(at, end)
        if group == "quote":
            self.opens(self.source.text[at:end], at)
            return "open-quote"
        if group == "optional":
            return "?"
        if group == "radix":
            if not self.source.text[at + 2 : end].strip("_"):
                name = "hexadecimal" if self.source.text[at + 1] == "x" else "binary"
                self.stop(codes.BAD_NUMBER, at, end, f"expected a {name} digit after the prefix")
            return "number"
        if group == "borrowed":
            return self.borrowed(at, end)
        self.findings.append(self.strange(group, at, end))
        return ""

    def borrowed(self, at: int, end: int) -> str:
        """Say how something from another language is written here, and go on as if it were."""
        text = self.source.text[at:end]
        kind, hint = _BORROWED[text if text in _BORROWED else text[0]]
        named = "a single quote" if kind == "string" else f"'{text}'"
        message = f"{named} has no meaning here"
        self.findings.append(codes.BAD_CHARACTER.at(self.span(at, end), message).with_help(hint))
        return kind

    def strange(self, group: str, at: int, end: int) -> Diagnostic:
        """Say what is wrong with characters that no token can start with."""
        if group == "control":
            return codes.BAD_CHARACTER.at(
                self.span(at, end), "a control character has no place here"
            )
        if group == "foreign":
            return codes.BAD_CHARACTER.at(
                self.span(at, end), "outside of strings and comments, only ASCII can be used"
            )
        finding = codes.BAD_CHARACTER.at(
            self.span(at, end), f"the character {self.source.text[at]!r} has no meaning here"
        )
        if self.source.text[at] == "#":
            return finding.with_help("comments start with //")
        return finding

    def stop(self, code: Code, start: int, end: int, message: str, *, hint: str = "") -> None:
        finding = code.at(self.span(start, end), message)
        raise _Stop(finding.with_help(hint) if hint else finding)

    def number(self, at: int, end: int) -> str:
        """Check that a number does not break off after its point or its ``e``."""
        text = self.source.text
        after = text[end : end + 1]
        seen = text[at:end].lower()
        if after == "." and "." not in seen and "e" not in seen:
            self.stop(codes.BAD_NUMBER, end, end + 1, "expected a digit after the decimal point")
        if after in ("e", "E") and "e" not in seen:
            sign = 1 if text[end + 1 : end + 2] in ("+", "-") else 0
            place = end + 1 + sign
            self.stop(codes.BAD_NUMBER, place, place, "expected a digit in the exponent")
        return "number"

    def bracket(self, mark: str, at: int) -> str:
        """Keep brackets balanced."""
        if mark in CLOSERS:
            self.opens(mark, at)
            return mark
        if not self.modes:
            self.stop(codes.UNBALANCED, at, at + 1, f"'{mark}' closes nothing")
        opener, opened = self.modes[-1]
        if opener == "hole" and mark == "}":
            self.closes()
            return "hole-close"
        if OPENERS[mark] != opener:
            wanted = "}" if opener == "hole" else CLOSERS[opener]
            finding = codes.UNBALANCED.at(
                self.span(at, at + 1), f"expected '{wanted}' here, found '{mark}'"
            )
            raise _Stop(finding.note(self.span(opened, opened + 1), "this is what must be closed"))
        self.closes()
        return mark

    def unclosed(self, size: int) -> Diagnostic:
        """Name the innermost thing that is still open at the end."""
        opener, at = self.modes[-1]
        end = self.span(size, size)
        if opener == "hole":
            finding = codes.UNBALANCED.at(end, "expected '}' to close the hole before the end")
            return finding.note(self.span(at, at + 1), "the hole opens here")
        if opener in CLOSERS:
            finding = codes.UNBALANCED.at(end, f"expected '{CLOSERS[opener]}' before the end")
            return finding.note(self.span(at, at + 1), "this is what must be closed")
        quotes = opener.lstrip("f")
        finding = codes.UNBALANCED.at(end, f"expected {quotes} to close the string before the end")
        return finding.note(self.span(at, at + len(opener)), "the string opens here")

    def string_part(self, at: int) -> int:
        """Lex one part of an open string: text, an escape, a hole or the closing quote."""
        text, (opener, _) = self.source.text, self.modes[-1]
        match = _TEXT[opener].match(text, at)
        assert match is not None
        end = match.end()
        if end > at:
            self.tokens.add("text", at, end)
            return end
        if text[at] == "\\":
            end = self.escape(at)
            self.tokens.add("escape", at, end)
            return end
        if text[at] == "{":
            self.opens("hole", at)
            self.tokens.add("hole-open", at, at + 1)
            return at + 1
        end = at + len(opener.lstrip("f"))
        self.closes()
        self.tokens.add("close-quote", at, end)
        return end

    def escape(self, at: int) -> int:
        """Return where the escape at ``at`` ends; whether it means something is told later."""
        text = self.source.text
        match = _ESCAPE.match(text, at)
        if match is not None:
            return match.end()
        after = text[at + 1 : at + 2]
        if after == "u":
            digits = _HEX.match(text, at + 2 + (text[at + 2 : at + 3] == "{"))
            assert digits is not None
            if text[at + 2 : at + 3] == "{":
                place = digits.end()
                self.stop(codes.BAD_ESCAPE, place, place, "expected '}' to close the escape")
            self.stop(
                codes.BAD_ESCAPE,
                at,
                min(digits.end(), at + 6),
                "expected four hexadecimal digits after \\u",
                hint="for fewer or more digits, write \\u{...}",
            )
        if after in ("\r", "\n"):
            self.stop(
                codes.BAD_ESCAPE,
                at,
                at + 2,
                "a backslash cannot continue a line",
                hint="strings may span lines: leave the backslash out, or write \\n",
            )
        if not after:
            self.stop(codes.BAD_ESCAPE, at, at + 1, "the text ends inside an escape")
        self.stop(codes.BAD_ESCAPE, at, at + 2, f"'\\{after}' is not an escape sequence")
        return at


class _Repairing(_Lexer):
    """Reads on behind mistakes: what is left open is closed where its lines suggest.

    Only a text that is not balanced comes here, so that no guess touches a right one.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        # Where what was left open begins, and where it was closed.
        self.doubtful: list[tuple[int, int]] = []
        # How many of each kind are open: whether any is must not be searched for.
        self.counts: dict[str, int] = {}
        # Where each line and its first word start: found once, asked for every string.
        starts = [0, *(match.end() for match in _LINE_BREAK.finditer(source.text))]
        self.lines = [(start, _word_after(source.text, start)) for start in starts]

    def opens(self, kind: str, at: int) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        super().opens(kind, at)

    def closes(self) -> tuple[str, int]:
        self.counts[self.modes[-1][0]] -= 1
        return super().closes()

    def line(self, at: int) -> int:
        """The number of the line that a place is on."""
        return bisect_right(self.lines, (at, len(self.source.text))) - 1

    def line_end(self, at: int) -> int:
        after = self.line(at) + 1
        return self.lines[after][0] if after < len(self.lines) else len(self.source.text)

    def indentation(self, at: int) -> int:
        """How far the line of a place is indented."""
        start, word = self.lines[self.line(at)]
        return word - start

    def run(self) -> None:
        text, at, size = self.source.text, 0, len(self.source.text)
        while at < size:
            if self.modes and self.modes[-1][0] in _TEXT:
                at = self.string_part(at)
            else:
                self.close_by_lines(at)
                at = self.code(text, at, self.line_end(at))
        while self.modes:
            self.close(size)
        self.tokens.add("end", size, size)

    def close_by_lines(self, at: int) -> None:
        """Close brackets that were opened on a line no deeper than the one that starts here."""
        start, first = self.lines[self.line(at)]
        mark = self.source.text[first : first + 1]
        if at > first or not mark.strip() or mark in ")]}/":
            return
        depth = first - start
        while self.modes and self.indentation(self.modes[-1][1]) >= depth:
            self.close(at)

    def close(self, at: int) -> None:
        """Close the innermost thing at a place where nothing is written."""
        opener, opened = self.closes()
        self.doubtful.append((opened, at))
        if opener in CLOSERS:
            self.tokens.add(CLOSERS[opener], at, at)
        else:
            self.tokens.add("hole-close" if opener == "hole" else "close-quote", at, at)

    def bracket(self, mark: str, at: int) -> str:
        if mark in CLOSERS:
            return super().bracket(mark, at)
        wanted = {OPENERS[mark]} | ({"hole"} if mark == "}" else set())
        if not any(self.counts.get(one) for one in wanted):
            self.doubtful.append((at, at + 1))
            return ""
        while self.modes[-1][0] not in wanted:
            self.close(at)
        return super().bracket(mark, at)

    def string_part(self, at: int) -> int:
        """Lex a part of a string; one in plain quotes ends with its line."""
        if self.modes[-1][0] in ('"', 'f"') and self.source.text[at] == "\n":
            self.close(at)
            return at
        return super().string_part(at)

    def stop(self, code: Code, start: int, end: int, message: str, *, hint: str = "") -> None:
        del code, message, hint  # told by the first reading
        self.doubtful.append((start, end))

    def escape(self, at: int) -> int:
        end = super().escape(at)
        return end if end > at else min(at + 2, len(self.source.text))


_LINE_BREAK: Final = pattern(r"\n")
_BLANK: Final = pattern(r"[ \t\r\f]*")


def _word_after(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    assert match is not None
    return match.end()


def repair(source: Source) -> tuple[Tokens, list[tuple[int, int]]]:
    """Return balanced tokens of a text that is not, and the stretches that were guessed."""
    lexer = _Repairing(source)
    lexer.run()
    return lexer.tokens, lexer.doubtful


def lex(source: Source) -> Outcome[Tokens]:
    """Cut a text into tokens; after a finding that cannot be skipped, the tokens so far."""
    lexer = _Lexer(source)
    try:
        lexer.run()
    except _Stop as stop:
        lexer.findings.append(stop.finding)
    tokens = lexer.tokens
    if not tokens.kinds or tokens.kinds[-1] != "end":
        tokens.add("end", len(source.text), len(source.text))
    return Outcome(tokens, tuple(lexer.findings))
