"""HCL bodies from tokens: attributes and blocks, with recovery at the end of the item.

After a mistake the parser skips to the next line on which the same body can go on.  Where an
opening bracket swallowed the rest of the file, the text is read again from the next line that
looks like an item, a bounded number of times.
"""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.kit.hcl.codes import SyntaxCodes
from confty.kit.hcl.cursor import ParseStop
from confty.kit.hcl.expressions import ExpressionParser
from confty.kit.hcl.lexer import Tokens, canonical, forward, lex
from confty.kit.hcl.syntax import Attribute, Block, Body, Expression, Label, Missing
from confty.kit.rooms import room_for
from confty.patterns import MULTILINE, pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LINE: Final = pattern(r"^[ \t]*+([^ \t\r\n])", MULTILINE)
# Nothing that was taken is given back, or a long word would be tried in every way to cut it.
_ITEM: Final = pattern(
    r"^[ \t]*+[^\W\d][\w-]*+[ \t]*+(?:=(?!=)|(?:\"[^\"\n]*+\"|[\w-]++|[ \t]++)*+\{)",
    MULTILINE,
)
_CLOSED_BY: Final = {
    "{": "}",
    "[": "]",
    "(": ")",
    "${": "}",
    "%{": "}",
    "${~": "}",
    "%{~": "}",
}
_REREADS: Final = 20
_DEEPEST_BLOCK: Final = 200


class Parser(ExpressionParser):
    """Reads a whole file."""

    def __init__(self, tokens: Tokens, codes: SyntaxCodes) -> None:
        super().__init__(tokens, codes)
        self._rereads = 0
        self._blocks = 0
        # Items that were read in a block and stand beside it.
        self._beside: list[Attribute | Block] = []

    def file(self) -> Body:
        """Read every item up to the end."""
        items: list[Attribute | Block] = []
        before = -1
        while True:
            before = forward(before, self.position)
            items += self.items()
            if self.kinds[self.position] == "eof":
                return Body(items, 0, len(self.text))
            # A brace that closes nothing, unless it closes what the text was taken up again in.
            if not self._rereads:
                self.fail(f"expected an attribute or a block, found {self.word(self.position)}")
            self.position += 1
            self._skip_line()

    def items(self) -> list[Attribute | Block]:
        """Read items up to the closing brace or the end of the file."""
        items: list[Attribute | Block] = []
        names: dict[str, Attribute] = {}
        kinds = self.kinds
        before = -1
        while True:
            before = position = forward(before, self.position)
            kind = kinds[position]
            if kind == "nl":
                self.position = position + 1
                continue
            if kind in ("}", "eof"):
                return items
            try:
                item = self._item_of_body()
            except ParseStop:
                self.depth = 0
                self._recover(position)
                continue
            if isinstance(item, Attribute):
                first = names.setdefault(item.name, item)
                if first is not item:
                    self._twice(first, item)
                    continue
            items.append(item)
            if self._beside:
                items += self._beside
                self._beside = []

    def _twice(self, first: Attribute, again: Attribute) -> None:
        here = Span(self.source, again.start, again.name_end)
        finding = self.codes.duplicate.at(here, f"{again.name!r} is set twice")
        there = Span(self.source, first.start, first.name_end)
        self.diagnostics.append(finding.note(there, "it was set here first"))

    def _item_of_body(self) -> Attribute | Block:
        position = self.position
        if self.kinds[position] != "id":
            if self._rereads and self.kinds[position] in ("}", "]", ")"):
                # It closes what was open before the text was taken up again.
                raise ParseStop
            raise self.fail(f"expected an attribute or a block, found {self.word(position)}")
        start, end = self.starts[position], self.ends[position]
        name = self.text[start:end]
        self.position = position + 1
        if self.kinds[position + 1] != "=":
            return self._block(name, start)
        self.position = position + 2
        value: Expression
        first = self.position
        try:
            value = self.expression()
        except ParseStop:
            # The name still counts: others may refer to it.
            self.depth = 0
            at = self.starts[first]
            self._recover(position)
            return Attribute(name, Missing(at, at), start, end)
        item = Attribute(name, value, start, self.ends[self.position - 1])
        self._end_of_item("an attribute")
        return item

    def _end_of_item(self, what: str) -> None:
        kind = self.kinds[self.position]
        if kind == "nl":
            self.position += 1
        elif kind not in ("eof", "}"):
            found = self.word(self.position)
            self.fail(f"expected a new line after {what}, found {found}")
            self._skip_line()

    def _block(self, name: str, start: int) -> Block:
        labels = self._labels()
        opening = self.position
        if self.kinds[opening] != "{":
            found = self.word(opening)
            wanted = "'=' or '{'" if not labels else "'{'"
            raise self.fail(f"expected {wanted} after {name!r}, found {found}")
        self._blocks += 1
        if self._blocks > _DEEPEST_BLOCK:
            raise self.fail(f"blocks nested more than {_DEEPEST_BLOCK} deep", self.codes.nesting)
        self.position += 1
        brace = self.starts[opening]
        if self.kinds[self.position] in ("nl", "eof"):
            items = self.items()
            if self.kinds[self.position] == "eof":
                self.fail("this block is never closed", self.codes.unclosed, opening)
                items = self._put_beside(items, start)
            else:
                self.position += 1
        else:
            items = self._one_line()
        self._blocks -= 1
        end = self.ends[self.position - 1]
        body = Body(items, brace, end)
        self._end_of_item("a block")
        return Block(name, labels, body, brace, start, end)

    def _put_beside(self, items: list[Attribute | Block], start: int) -> list[Attribute | Block]:
        """Of a block that is never closed: what is written as if it were, and stands beside it."""
        margin = self._column(start)
        first = next(
            (at for at, one in enumerate(items) if self._column(one.start) <= margin), None
        )
        if first is None:
            return items
        self._beside = [*items[first:], *self._beside]
        return items[:first]

    def _column(self, at: int) -> int:
        return at - self.text.rfind("\n", 0, at) - 1

    def _labels(self) -> list[Label]:
        labels: list[Label] = []
        while (kind := self.kinds[self.position]) in ("id", "str", "open"):
            start, end = self.starts[self.position], self.ends[self.position]
            if kind == "id":
                labels.append(Label(self.text[start:end], False, start, end))
            elif kind == "str":
                labels.append(Label(canonical(self.text[start + 1 : end - 1]), True, start, end))
            else:
                labels.append(self._escaped_label())
                continue
            self.position += 1
        return labels

    def _escaped_label(self) -> Label:
        """A quoted label with escapes; template sequences may not stand in it."""
        opening = self.position
        self.position += 1
        value = ""
        if self.kinds[self.position] == "lit":
            value = self.tokens.values[self.position]
            self.position += 1
        if self.kinds[self.position] != "close":
            raise self.fail("a label cannot hold a template", self.codes.template)
        self.position += 1
        return Label(value, True, self.starts[opening], self.ends[self.position - 1])

    def _one_line(self) -> list[Attribute | Block]:
        """``{ }`` or ``{ name = value }``."""
        if self.kinds[self.position] == "}":
            self.position += 1
            return []
        position = self.position
        if self.kinds[position] != "id":
            raise self.fail(f"expected an attribute or '}}', found {self.word(position)}")
        if self.kinds[position + 1] != "=":
            self._nested_on_one_line(position)
        name = self.text[self.starts[position] : self.ends[position]]
        self.position = position + 2
        value = self.expression()
        start, end = self.starts[position], self.ends[self.position - 1]
        if self.kinds[self.position] != "}":
            found = self.word(self.position)
            raise self.fail(
                f"expected '}}' after the only attribute of a one-line block, found {found}"
            )
        self.position += 1
        return [Attribute(name, value, start, end)]

    def _nested_on_one_line(self, position: int) -> None:
        span = Span(self.source, self.starts[position], self.ends[position + 1])
        message = "a one-line block holds one attribute and no block"
        finding = self.codes.expected.at(span, message)
        self.diagnostics.append(finding.with_help("put the inner block on lines of its own"))
        raise ParseStop

    # Finding one's feet again.

    def _skip_line(self) -> None:
        """Go past the next newline that is not inside brackets opened from here on."""
        kinds, depth = self.kinds, 0
        while (kind := kinds[self.position]) != "eof":
            if kind in ("{", "[", "(", "${", "%{", "${~", "%{~"):
                depth += 1
            elif kind in ("}", "]", ")", "~}"):
                if kind == "}" and depth == 0:
                    return
                depth -= depth > 0
            elif kind == "nl" and depth == 0:
                self.position += 1
                return
            self.position += 1

    def _recover(self, start: int) -> None:
        """Go to the next item of this body after a mistake in the item at token ``start``."""
        wrong = self.position
        closed = self._balanced_end(start)
        if closed is not None:
            self.position = max(closed, start + 1)
            return
        if self._rereads < _REREADS:
            following = self._following(start, self._line_to_try(start, wrong))
            if following is not None:
                self._rereads += 1
                self._reread(start, following)
                return
        self.position = len(self.kinds) - 1

    def _following(self, start: int, offset: int) -> int | None:
        """Where the text goes on from ``offset``: by how lines are set in, if that tells it."""
        begin = self.text.rfind("\n", 0, self.starts[start]) + 1
        column = self.starts[start] - begin
        if not self.text[begin : self.starts[start]].strip():
            for line in _LINE.finditer(self.text, offset):
                place = line.start(1) - line.start()
                if place < column and line[1] == "}":
                    return line.start(1)
                if place <= column and _ITEM.match(self.text, line.start()):
                    return line.start()
                if place < column:
                    break
        found = _ITEM.search(self.text, offset)
        return None if found is None else found.start()

    def _line_to_try(self, start: int, wrong: int) -> int:
        """Where the next item may be: the wrong token's line if it starts one, else the next."""
        at = self.starts[wrong]
        begin = self.text.rfind("\n", 0, at) + 1
        # An item that a bracket above it swallowed is wrong at its second word.
        is_item = not self.text[begin:at].strip() or _ITEM.match(self.text, begin) is not None
        if begin > self.starts[start] and is_item:
            return begin
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def _balanced_end(self, start: int) -> int | None:
        """The token after the newline that ends the item at ``start``, if its brackets close."""
        kinds, position = self.kinds, start
        wrong = self.position
        open_: list[str] = []
        while (kind := kinds[position]) != "eof":
            if kind in _CLOSED_BY:
                open_.append(_CLOSED_BY[kind])
            elif kind in ("}", "]", ")", "~}"):
                if not open_ and kind == "}":
                    return position
                if open_ and open_.pop() != kind[-1]:
                    return None
            elif kind == "nl" and not open_ and position >= wrong:
                return position + 1
            position += 1
        return None if open_ else position

    def _reread(self, start: int, offset: int) -> None:
        """Replace every token after ``start`` by what the text from ``offset`` on says."""
        again = lex(self.source, self.codes, offset)
        tokens, keep = self.tokens, start + 1
        tokens.kinds[keep:] = again.kinds
        tokens.starts[keep:] = again.starts
        tokens.ends[keep:] = again.ends
        tokens.values.update({at + keep: value for at, value in again.values.items()})
        tokens.diagnostics[:] = [
            finding
            for finding in tokens.diagnostics
            if finding.span is not None and finding.span.start < offset
        ]
        tokens.diagnostics += again.diagnostics
        self.position = keep


def parse_tokens(tokens: Tokens, codes: SyntaxCodes) -> tuple[Body, list[Diagnostic]]:
    """Read a body from tokens; the findings of the lexer come first."""
    parser = Parser(tokens, codes)
    body = parser.file()
    return body, tokens.diagnostics + parser.diagnostics


def parse(source: Source, codes: SyntaxCodes) -> tuple[Body, list[Diagnostic]]:
    """Read a file's text."""
    # Measured: without the pause the collector takes four tenths of the time.
    with uncollected(), room_for():
        return parse_tokens(lex(source, codes), codes)


def parse_expression(source: Source, codes: SyntaxCodes) -> tuple[Expression, list[Diagnostic]]:
    """Read a text that is one expression."""
    tokens = lex(source, codes)
    parser = Parser(tokens, codes)
    node: Expression = Missing(0, len(source.text))
    try:
        with room_for():
            node = parser.expression()
        parser.position += parser.kinds[parser.position] == "nl"
        if parser.kinds[parser.position] != "eof":
            parser.fail(f"expected the end, found {parser.word(parser.position)}")
    except ParseStop:
        pass
    return node, tokens.diagnostics + parser.diagnostics
