"""A place in the tokens, and what every part of the grammar asks of it.

Comments and blank lines are tokens.  Where the tree can keep them, the grammar collects them;
everywhere else blank lines are stepped over and a comment is refused, so that no comment can be
lost by the formatter.
"""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.lexer import CLOSERS, NONCODE, OPENERS, Tokens
from confty.languages.rcl.parser.syntax import Name, Noncode, Statement
from confty.text import Code, Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

DEPTH_LIMIT = 100
# What cannot be part of the statement before it.
_BEHIND_STATEMENTS = frozenset(("let", "assert", "trace", "{", ")", "]", "}", "hole-close", "end"))


class ParseStop(Exception):
    """Parsing cannot go on here; carries the finding."""

    def __init__(self, finding: Diagnostic) -> None:
        self.finding = finding


class Cursor:
    """Walks over the tokens of one source and keeps what it finds wrong."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.source = tokens.source
        self.kinds = tokens.kinds
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.at = 0
        self.depth = 0
        self.findings: list[Diagnostic] = []
        # The statements of the document itself, kept for when its expression cannot be read.
        self.outer: list[tuple[Noncode, Statement]] = []
        # Bad escapes and numbers: told only when the grammar has nothing to complain about.
        self.late: list[Diagnostic] = []
        # The places of which something was said, or where reading went on after a mistake.
        self.quiet: set[int] = set()
        # What was stepped over.
        self.lost: list[tuple[int, int]] = []

    def complain(self, finding: Diagnostic) -> None:
        """Keep what is wrong, and go on: of one place, only the first mistake is told."""
        assert finding.span is not None
        if finding.span.start not in self.quiet:
            self.quiet.add(finding.span.start)
            self.findings.append(finding)

    def miss(self, message: str, *, hint: str = "") -> None:
        """Say what should have stood before the current token, and go on."""
        finding = codes.SYNTAX.at(self.here(), message)
        self.complain(finding.with_help(hint) if hint else finding)

    def on_new_line(self) -> bool:
        """Whether the next code stands on a line below the last."""
        at = self.at
        while self.kinds[at] in NONCODE:
            at += 1
        return "\n" in self.source.text[self.last_end() : self.starts[at]]

    def span(self, start: int, end: int) -> Span:
        """A span of this source."""
        return Span(self.source, start, end)

    def here(self) -> Span:
        """The span of the current token."""
        return self.span(self.starts[self.at], self.ends[self.at])

    def last_end(self) -> int:
        """Where the last code token ended."""
        at = self.at - 1
        while at >= 0 and self.kinds[at] in NONCODE:
            at -= 1
        return self.ends[at] if at >= 0 else 0

    def stop(
        self, message: str, *, code: Code = codes.SYNTAX, hint: str = "",
        note: tuple[int, int, str] | None = None,
    ) -> NoReturn:  # fmt: skip
        """Refuse the current token."""
        finding = code.at(self.here(), message)
        if note is not None:
            finding = finding.note(self.span(note[0], note[1]), note[2])
        raise ParseStop(finding.with_help(hint) if hint else finding)

    def found(self) -> str:
        """Name the current token as messages do."""
        kind = self.kinds[self.at]
        if kind == "end":
            return "the end"
        if kind in ("string", "open-quote"):
            return "a string"
        text = self.tokens.text(self.at)
        return f"'{text}'" if len(text) < 20 else f"'{text[:16]}...'"

    def enter(self) -> None:
        """Go one level deeper, or refuse to."""
        self.depth += 1
        if self.depth >= DEPTH_LIMIT:
            self.stop(
                f"the nesting is deeper than {DEPTH_LIMIT} levels", code=codes.NESTING,
                hint="give an inner part a name with let",
            )  # fmt: skip

    def noncode(self) -> Noncode:
        """Take the comments and blank lines at the cursor."""
        kinds, at = self.kinds, self.at
        if kinds[at] not in NONCODE:
            return ()
        found = []
        while kinds[at] in NONCODE:
            found.append("" if kinds[at] == "blank" else self.tokens.text(at).rstrip())
            at += 1
        self.at = at
        return tuple(found)

    def skip(self) -> str:
        """Step over blank lines, refuse comments, and return the kind of what follows."""
        kinds = self.kinds
        while (kind := kinds[self.at]) in NONCODE:
            if kind == "comment":
                self.stop(
                    "a comment cannot stand here", code=codes.MISPLACED_COMMENT,
                    hint="put it before a statement, an element or an argument",
                )  # fmt: skip
            if kind == "shebang":
                self.stop(
                    "a '#!' line cannot stand here", code=codes.MISPLACED_COMMENT,
                    hint="it belongs at the start of the file; other comments start with //",
                )  # fmt: skip
            self.at += 1
        return kind

    def peek(self) -> str:
        """Return the kind of what follows blank lines, without stepping over them."""
        kinds, at = self.kinds, self.at
        while kinds[at] == "blank":
            at += 1
        return kinds[at]

    def peek_code(self) -> str:
        """Return the kind of what follows blank lines and comments, without taking them."""
        kinds, at = self.kinds, self.at
        while kinds[at] in NONCODE:
            at += 1
        return kinds[at]

    def name(self, what: str) -> Name:
        """Take an identifier."""
        if self.skip() != "name":
            self.stop(f"expected {what}, found {self.found()}")
        at = self.at
        self.at += 1
        return Name(self.starts[at], self.ends[at], self.tokens.text(at))

    def open(self) -> int:
        """Take an opening bracket and return its place."""
        start = self.starts[self.at]
        self.at += 1
        self.enter()
        return start

    def close(self, opened: int, bracket: str, *, comma: bool) -> int:
        """Take the bracket that closes the one at ``opened`` and return where it ends."""
        closer = CLOSERS[bracket]
        if self.skip() != closer:
            self.refuse_unclosed(opened, bracket, comma=comma)
        end = self.ends[self.at]
        self.at += 1
        self.depth -= 1
        return end

    def refuse_unclosed(self, opened: int, bracket: str, *, comma: bool) -> NoReturn:
        """Refuse the current token, which does not close the bracket at ``opened``."""
        closer = CLOSERS[bracket]
        wanted = f"',' or '{closer}'" if comma else f"'{closer}'"
        self.stop(
            f"expected {wanted}, found {self.found()}", hint=self._close_hint(),
            note=(opened, opened + 1, "this is what must be closed"),
        )  # fmt: skip

    def step_to_close(self, start: int) -> bool:
        """After a mistake, step to the bracket that closes what is around the token ``start``."""
        at, found = self._behind(start, "")
        if found:
            self.at = at
            self._lose(start)
            self.lost.append((self.starts[start - 1], self.ends[at]))  # brackets and all
        return found

    def _close_hint(self) -> str:
        kind = self.kinds[self.at]
        if kind == "->":
            return "a function is written with =>"
        if kind == "else":
            return (
                "inside a collection, 'if' filters and has no 'else'; "
                "put parentheses around a conditional expression"
            )
        if kind == "=":
            return "only a plain name can stand before '='; write ':' after any other key"
        return ""

    def semicolon(self, start: int, what: str) -> int:
        """Take the semicolon of the statement that starts at a token; return where it ends."""
        if (kind := self.skip()) != ";":
            message = f"expected ';' after {what}, found {self.found()}"
            note = (self.starts[start], self.ends[start], "the statement starts here")
            if kind == "end" and any(begin >= note[0] for begin, _ in self.lost):
                # The semicolon may be the one behind which reading went on.
                self.quiet.add(self.starts[self.at])
            if kind not in (*_BEHIND_STATEMENTS, ","):
                hint = "a function is written with =>" if kind == "->" else ""
                self.stop(message, note=note, hint=hint)
            finding = codes.SYNTAX.at(self.here(), message)
            self.complain(finding.note(self.span(note[0], note[1]), note[2]))
            if kind == ",":
                # Meant to be the semicolon, as behind the message of a trace.
                self.at += 1
            return self.last_end()
        self.at += 1
        return self.ends[self.at - 1]

    def skip_element(self, start: int) -> bool:
        """After a mistake, step to the ``,`` or the bracket behind the element at ``start``."""
        at, found = self._behind(start, ",")
        self.at = at
        if found:
            self._lose(start)
        return found

    def _lose(self, start: int) -> None:
        """Note that all from a token to this one was stepped over; here nothing more is said."""
        self.lost.append((self.starts[start], self.starts[self.at]))
        self.quiet.add(self.starts[self.at])

    def skip_statement(self, start: int) -> bool:
        """After a mistake, step behind the ``;`` of the statement at ``start``, if it has one."""
        at, found = self._behind(start, ";")
        if not found or self.kinds[at] != ";":
            return False
        self.at = at
        self._lose(start)
        self.at += 1
        return True

    def _behind(self, start: int, mark: str) -> tuple[int, bool]:
        """Find a mark behind the mistake, or the bracket that closes what is around ``start``."""
        level = 0
        for at in range(start, len(self.kinds)):
            kind = self.kinds[at]
            if kind in CLOSERS or kind == "hole-open":
                level += 1
            elif kind in OPENERS or kind == "hole-close":
                level -= 1
            if level < 0 or (kind == mark and level == 0 and at >= self.at):
                return at, True
        return self.at, False
