"""Templates from tokens: interpolation, ``%{if}``, ``%{for}``, strip markers and heredoc margins.

Reading goes in two steps.  First the flat row of parts between ``open`` and ``close`` is made
and whitespace is taken away where ``~`` or ``<<-`` says so; then directives fold it into a tree.
"""

from __future__ import annotations

from confty.kit.hcl import syntax
from confty.kit.hcl.cursor import Cursor, ParseStop
from confty.kit.hcl.lexer import forward
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class _Directive(metaclass=Record):
    """``if``, ``else``, ``endif``, ``for`` or ``endfor`` between the parts."""

    word: str
    at: int
    test: syntax.Expression | None
    loop: syntax.For | None


class TemplateReader:
    """Reads one template from its ``open`` token on; what is inside is read by who is given."""

    def __init__(
        self,
        cursor: Cursor,
        expression: Callable[[], syntax.Expression],
        for_head: Callable[[syntax.For], None],
    ) -> None:
        self.cursor = cursor
        self.expression = expression
        self.for_head = for_head
        self.row: list[syntax.Expression | _Directive] = []
        self.at = 0

    def read(self) -> syntax.Expression:
        """Read up to and with ``close``."""
        cursor = self.cursor
        opening = cursor.position
        start = cursor.starts[opening]
        flush = cursor.text.startswith("<<-", start)
        heredoc = cursor.text.startswith("<<", start)
        cursor.position += 1
        self._fill_row()
        if cursor.kinds[cursor.position] != "close":
            raise self._unclosed(opening)
        cursor.position += 1
        end = cursor.ends[cursor.position - 1]
        if flush:
            self._cut_margin()
        parts = self._fold(())
        return _finished(parts, start, end, heredoc=heredoc)

    def _unclosed(self, opening: int) -> ParseStop:
        cursor, unclosed = self.cursor, self.cursor.codes.unclosed
        start = cursor.starts[opening]
        if any(
            one.code is unclosed and one.span is not None and one.span.start == start
            for one in cursor.tokens.diagnostics
        ):
            # Told by the lexer, which came to the end of the text.
            return ParseStop()
        return cursor.fail("this template is never closed", unclosed, opening)

    def _fill_row(self) -> None:
        cursor, row = self.cursor, self.row
        strip_next = False
        before = -1
        while True:
            before = forward(before, cursor.position)
            kind = cursor.kinds[cursor.position]
            if kind == "lit":
                value = cursor.tokens.values[cursor.position]
                start, end = cursor.starts[cursor.position], cursor.ends[cursor.position]
                row.append(syntax.Literal(value.lstrip() if strip_next else value, start, end))
                strip_next = False
                cursor.position += 1
            elif kind in ("${", "${~", "%{", "%{~"):
                if kind.endswith("~"):
                    self._strip_last()
                cursor.position += 1
                row.append(self._directive() if kind[0] == "%" else self.expression())
                closing = cursor.kinds[cursor.position]
                if closing not in ("}", "~}"):
                    found = cursor.word(cursor.position)
                    raise cursor.fail(f"expected '}}' to close a sequence, found {found}")
                strip_next = closing == "~}"
                cursor.position += 1
            else:
                return

    def _strip_last(self) -> None:
        if (
            self.row
            and isinstance(last := self.row[-1], syntax.Literal)
            and isinstance(last.value, str)
        ):
            last.value = last.value.rstrip()

    def _directive(self) -> _Directive:
        cursor = self.cursor
        at = cursor.position
        if cursor.kinds[at] != "id":
            raise cursor.fail(
                f"expected a directive, found {cursor.word(at)}", cursor.codes.template
            )
        word = cursor.text[cursor.starts[at] : cursor.ends[at]]
        if word == "if":
            cursor.position += 1
            return _Directive(word, at, self.expression(), None)
        if word == "for":
            loop = syntax.For(cursor.starts[at])
            self.for_head(loop)
            return _Directive(word, at, None, loop)
        if word in ("else", "endif", "endfor"):
            cursor.position += 1
            return _Directive(word, at, None, None)
        message = f"expected if, else, endif, for or endfor, found {word!r}"
        raise cursor.fail(message, cursor.codes.template)

    def _cut_margin(self) -> None:
        """Take the common indentation away from every line that starts with text."""
        fresh, lines, least = True, [], None
        for part in self.row:
            if fresh:
                if isinstance(part, syntax.Literal) and isinstance(part.value, str):
                    margin = len(part.value) - len(part.value.lstrip())
                    if part.value.strip() or not part.value.endswith("\n"):
                        least = margin if least is None else min(least, margin)
                    lines.append(part)
                else:
                    least = 0
            value = part.value if isinstance(part, syntax.Literal) else None
            fresh = isinstance(value, str) and value.endswith("\n")
        for line in lines:
            value = line.value
            assert isinstance(value, str)
            blank = value.endswith("\n") and not value.strip()
            line.value = value[min(least or 0, len(value) - 1) :] if blank else value[least or 0 :]

    def _fold(self, until: tuple[str, ...]) -> list[syntax.Expression]:
        """Take parts up to a directive of ``until`` (left standing) or the end of the row."""
        parts: list[syntax.Expression] = []
        cursor = self.cursor
        before = -1
        while self.at < len(self.row):
            before = forward(before, self.at)
            part = self.row[self.at]
            if not isinstance(part, _Directive):
                self.at += 1
                _add(parts, part)
            elif part.word in until:
                return parts
            elif part.word == "if":
                parts.append(self._fold_if(part))
            elif part.word == "for":
                parts.append(self._fold_for(part))
            else:
                message = f"{part.word!r} has no directive to belong to"
                raise cursor.fail(message, cursor.codes.template, part.at)
        return parts

    def _fold_if(self, opening: _Directive) -> syntax.Expression:
        start = self.cursor.starts[opening.at]
        self.at += 1
        yes = self._fold(("else", "endif"))
        middle = self._closing(opening)
        no: list[syntax.Expression] = []
        if middle.word == "else":
            no = self._fold(("endif",))
            middle = self._closing(opening)
        end = self.cursor.ends[middle.at]
        assert opening.test is not None
        return syntax.Conditional(
            opening.test,
            _text(yes, start, end),
            _text(no, end, end),
            start,
            end,
            directive=True,
        )

    def _fold_for(self, opening: _Directive) -> syntax.Expression:
        loop = opening.loop
        assert loop is not None
        self.at += 1
        body = self._fold(("endfor",))
        closing = self._closing(opening)
        loop.end = self.cursor.ends[closing.at]
        loop.value = _text(body, loop.start, loop.end)
        return syntax.TemplateJoin(loop, loop.start, loop.end)

    def _closing(self, opening: _Directive) -> _Directive:
        if self.at >= len(self.row):
            message = f"%{{{opening.word}}} is never ended"
            raise self.cursor.fail(message, self.cursor.codes.template, opening.at)
        part = self.row[self.at]
        assert isinstance(part, _Directive)
        self.at += 1
        return part


def _add(parts: list[syntax.Expression], part: syntax.Expression) -> None:
    """Append; neighbouring literal texts become one."""
    if parts and isinstance(part, syntax.Literal) and isinstance(part.value, str):
        last = parts[-1]
        if isinstance(last, syntax.Literal) and isinstance(last.value, str):
            parts[-1] = syntax.Literal(last.value + part.value, last.start, part.end)
            return
    parts.append(part)


def _text(parts: list[syntax.Expression], start: int, end: int) -> syntax.Expression:
    """A branch of a directive: text in any case."""
    if not parts:
        return syntax.Literal("", start, end)
    if (
        len(parts) == 1
        and isinstance(part := parts[0], syntax.Literal)
        and isinstance(part.value, str)
    ):
        return part
    return syntax.Template(parts, parts[0].start, parts[-1].end)


def _finished(
    parts: list[syntax.Expression], start: int, end: int, *, heredoc: bool
) -> syntax.Expression:
    if not parts:
        return syntax.Literal("", start, end)
    if len(parts) == 1:
        part = parts[0]
        if isinstance(part, syntax.Literal) and isinstance(part.value, str):
            return syntax.Literal(part.value, start, end)
        directive = isinstance(part, syntax.TemplateJoin) or (
            isinstance(part, syntax.Conditional) and part.directive
        )
        if not directive and not heredoc:
            return syntax.Parentheses(part, start, end)
    return syntax.Template(parts, start, end)
