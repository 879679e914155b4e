"""Pieces to text: spaces between tokens, and the indentation of every line.

An ``Indent`` has two columns: ``base``, from which deeper lines are indented, and ``line_up``,
where a line that continues the same construct begins.  What decides between them is whether the
construct's first part stands on the construct's own line: then the rest lines up with it,
otherwise the rest goes one step in.
"""

from __future__ import annotations

from confty.languages.jsonnet.formatter import tree
from confty.languages.jsonnet.formatter.trivia import INLINE, LINE, Gap
from confty.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class FormatOptions(NamedTuple):
    """What a user may choose, with the reference formatter's defaults.

    ``l`` leaves a style as it is, an indent of 0 the indentation.
    """

    indent: int = 2
    max_blank_lines: int = 2
    string_style: str = "s"
    comment_style: str = "s"
    pretty_field_names: bool = True
    pad_arrays: bool = False
    pad_objects: bool = True
    sort_imports: bool = True
    use_implicit_plus: bool = True


class Indent(NamedTuple):
    """Where deeper lines start from, and where continued lines begin."""

    base: int
    line_up: int


def write(file: tree.File, options: FormatOptions) -> str:
    """Print a file."""
    printer = _Printer(options)
    printer.piece(file.body, Indent(0, 0), False)
    printer.fill(file.end, True, False, 0, 0, final=True)
    text = "".join(printer.out)
    return text if text.endswith("\n") else f"{text}\n"


class _Printer:
    """Writes tokens and keeps the column."""

    def __init__(self, options: FormatOptions) -> None:
        self.options = options
        self.out: list[str] = []
        self.column = 0
        self.first_gaps: dict[int, Gap] = {}

    # Columns and gaps ---------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Write text that has no line break."""
        self.out.append(text)
        self.column += len(text)

    def new_line(self, blanks: int, indent: int) -> None:
        self.out.append("\n" + "\n" * blanks + " " * indent)
        self.column = indent

    def fill(
        self, gap: Gap, space: bool, separate: bool, inner: int, last: int, *, final: bool = False
    ) -> None:
        """Write a gap; its lines go to column ``inner``, the last of them to ``last``."""
        if self.options.indent and gap:
            lines = [element for element in gap if element.kind != INLINE]
            for element in lines:
                element.indent = inner
            if lines:
                lines[-1].indent = last
        margin = 0
        for index, element in enumerate(gap):
            trailing = final and index == len(gap) - 1
            if element.kind == INLINE:
                self.write((" " if space else "") + element.comment[0])
                space = True
                continue
            if element.kind == LINE:
                if element.comment:
                    self.write(f"  {element.comment[0]}" if self.out else element.comment[0])
            else:
                self.paragraph(element.comment, margin)
            margin = element.indent
            self.new_line(0 if trailing else element.blanks, 0 if trailing else element.indent)
            space = False
        if separate and space:
            self.write(" ")

    def paragraph(self, lines: list[str], margin: int) -> None:
        """Write a comment over whole lines; its first line is indented already."""
        self.write(lines[0])
        for line in lines[1:]:
            self.out.append("\n" + (" " * margin + line if line else ""))

    def token(
        self, token: tree.Token, space: bool, separate: bool, inner: int, last: int | None = None
    ) -> None:
        """Write a token after its gap."""
        self.fill(token.gap, space, separate, inner, inner if last is None else last)
        self.write(token.text)

    # Indents ------------------------------------------------------------------------------

    def inside(self, gap: Gap, old: Indent, column: int) -> Indent:
        """Line up with a part on this line, or go one step in."""
        if not gap.starts_line:
            return Indent(old.base, column)
        step = old.base + self.options.indent
        return Indent(step, step)

    def inside_strong(self, gap: Gap, old: Indent, column: int) -> Indent:
        """Like ``inside``, and what is deeper counts from the part's column too."""
        if not gap.starts_line:
            return Indent(column, column)
        step = old.base + self.options.indent
        return Indent(step, step)

    def aligned(self, gap: Gap, old: Indent, column: int) -> Indent:
        """Line up with a part on this line, or stay."""
        return old if gap.starts_line else Indent(old.base, column)

    def aligned_strong(self, gap: Gap, old: Indent, column: int) -> Indent:
        """Like ``aligned``, and what is deeper counts from the part's column too."""
        return old if gap.starts_line else Indent(column, column)

    def items_indent(
        self, items: list[tree.Item], closing: Gap, old: Indent, column: int
    ) -> Indent:
        """The indent of a list: strong when a later item starts a line."""
        first = self.first_gap(items[0].piece) if items else closing
        strong = any(self.first_gap(item.piece).breaks for item in items[1:])
        return (self.inside_strong if strong else self.inside)(first, old, column)

    # Pieces -------------------------------------------------------------------------------

    def piece(self, piece: tree.Piece, indent: Indent, space: bool) -> None:
        """Write one piece; ``space`` says whether one stands before it on the same line."""
        _WRITERS[type(piece)](self, piece, indent, space)

    def opening(self, token: tree.Token, indent: Indent, space: bool) -> None:
        """Write the first token of a piece, whose lines before it belong to the place around."""
        self.token(token, space, True, indent.line_up)

    def leaf(self, piece: tree.Leaf, indent: Indent, space: bool) -> None:
        self.opening(piece.token, indent, space)

    def text(self, piece: tree.Text, indent: Indent, space: bool) -> None:
        if not piece.form.endswith("block"):
            self.opening(piece.token, indent, space)
            return
        self.fill(piece.token.gap, space, True, indent.line_up, indent.line_up)
        self.out.append(self.block(piece, indent))
        self.column = indent.base + 3

    def block(self, piece: tree.Text, indent: Indent) -> str:
        """Write a text block with its lines one step inside."""
        if not self.options.indent:
            return piece.token.text
        margin = " " * (indent.base + self.options.indent)
        # Only a text without a final line break needs the dash, however it was written.
        chomped = not piece.value.endswith("\n")
        lines = (piece.value + "\n" if chomped else piece.value).split("\n")[:-1]
        if not any(line.strip() for line in lines):
            # What the first line is indented by is part of such a text's meaning.
            return piece.token.text
        body = "".join(f"{margin}{line}\n" if line else "\n" for line in lines)
        return f"|||{'-' if chomped else ''}\n{body}{' ' * indent.base}|||"

    def listing(self, piece: tree.Listing, indent: Indent, space: bool) -> None:
        self.opening(piece.opener, indent, space)
        pad = self.options.pad_arrays
        inner = self.items_indent(piece.items, piece.closer.gap, indent, self.column + pad)
        for index, item in enumerate(piece.items):
            self.piece(item.piece, inner, bool(index) or pad)
            self.comma(item, inner)
        self.token(piece.closer, bool(piece.items), pad, inner.line_up, indent.base)

    def comma(self, item: tree.Item, indent: Indent) -> None:
        if item.comma is not None:
            self.token(item.comma, False, False, indent.line_up)

    def list_comprehension(
        self, piece: tree.ListComprehension, indent: Indent, space: bool
    ) -> None:
        self.opening(piece.opener, indent, space)
        pad = self.options.pad_arrays
        inner = self.inside(self.first_gap(piece.item.piece), indent, self.column + pad)
        self.piece(piece.item.piece, inner, pad)
        self.comma(piece.item, inner)
        self.clauses(piece.clauses, inner)
        self.token(piece.closer, True, pad, inner.line_up, indent.base)

    def clauses(self, clauses: list[tree.Clause], indent: Indent) -> None:
        for clause in clauses:
            self.token(clause.word, True, True, indent.line_up)
            if clause.name is not None and clause.in_word is not None:
                self.token(clause.name, True, True, indent.line_up)
                self.token(clause.in_word, True, True, indent.line_up)
            inner = self.inside(self.first_gap(clause.value), indent, self.column)
            self.piece(clause.value, inner, True)

    def braces(self, piece: tree.Braces, indent: Indent, space: bool) -> None:
        self.opening(piece.opener, indent, space)
        pad = self.options.pad_objects
        first = self.first_gap(piece.items[0].piece) if piece.items else piece.closer.gap
        inner = self.inside(first, indent, self.column + pad)
        for index, item in enumerate(piece.items):
            self.piece(item.piece, inner, bool(index) or pad)
            self.comma(item, inner)
        self.clauses(piece.clauses, inner)
        filled = bool(piece.items)
        self.token(piece.closer, filled, pad, inner.line_up, indent.base)

    def member(self, piece: tree.Member, indent: Indent, space: bool) -> None:
        key = piece.key
        if isinstance(key, tree.ComputedKey):
            self.token(key.opener, space, True, indent.line_up)
            self.piece(key.inner, indent, False)
            self.token(key.closer, False, False, indent.line_up)
        elif isinstance(key, tree.Text):
            self.text(key, indent, space)
        else:
            self.token(key, space, True, indent.line_up)
        if piece.parameters is not None:
            self.parameters(piece.parameters, indent)
        self.token(piece.operator, False, False, indent.line_up)
        inner = self.inside(self.first_gap(piece.value), indent, self.column)
        self.piece(piece.value, inner, True)

    def member_local(self, piece: tree.MemberLocal, indent: Indent, space: bool) -> None:
        self.opening(piece.word, indent, space)
        self.binding(piece.binding, indent)

    def binding(self, piece: tree.Binding, indent: Indent) -> Indent:
        """Write a binding and return the indent of its value."""
        self.token(piece.name, True, True, indent.line_up)
        if piece.parameters is not None:
            self.parameters(piece.parameters, indent)
        self.token(piece.equals, True, True, indent.line_up)
        inner = self.inside(self.first_gap(piece.value), indent, self.column + 1)
        self.piece(piece.value, inner, True)
        return inner

    def parameters(self, piece: tree.Parameters, indent: Indent) -> None:
        """Write the parameters of a function; the closing one lines up with the opening line."""
        self.token(piece.opener, False, False, indent.line_up)
        first = self.first_gap(piece.items[0].piece) if piece.items else piece.closer.gap
        inner = self.inside(first, indent, self.column)
        for index, item in enumerate(piece.items):
            self.piece(item.piece, inner, bool(index))
            self.comma(item, inner)
        self.token(piece.closer, False, False, inner.line_up, indent.line_up)

    def named(self, piece: tree.Named, indent: Indent, space: bool) -> None:
        self.token(piece.name, space, True, indent.line_up)
        if piece.equals is not None and piece.value is not None:
            self.token(piece.equals, False, False, indent.line_up)
            self.piece(piece.value, indent, False)

    def check(self, piece: tree.Check, indent: Indent, space: bool) -> None:
        """Write an object's assert, whose test the reference does not indent."""
        self.opening(piece.word, indent, space)
        inner = self.inside(self.first_gap(piece.test), indent, self.column + 1)
        self.piece(piece.test, indent, True)
        self.message(piece, inner)

    def message(self, piece: tree.Check, inner: Indent) -> None:
        if piece.colon is not None and piece.message is not None:
            self.token(piece.colon, True, True, inner.line_up)
            self.piece(piece.message, inner, True)

    def checked(self, piece: tree.Asserting, indent: Indent, space: bool) -> None:
        self.opening(piece.check.word, indent, space)
        inner = self.inside(self.first_gap(piece.check.test), indent, self.column + 1)
        self.piece(piece.check.test, inner, True)
        self.message(piece.check, inner)
        self.token(piece.semicolon, False, False, inner.line_up)
        self.piece(piece.body, indent, True)

    def access(self, piece: tree.Dotted, indent: Indent, space: bool) -> None:
        self.piece(piece.target, indent, space)
        self.token(piece.dot, False, False, indent.line_up)
        inner = self.inside(piece.name.gap, indent, self.column)
        self.token(piece.name, False, False, inner.line_up)

    def brackets(self, piece: tree.Brackets, indent: Indent, space: bool) -> None:
        self.piece(piece.target, indent, space)
        self.token(piece.opener, False, False, indent.line_up)
        index = piece.parts[0]
        if len(piece.parts) > 1 or isinstance(index, tree.Token):
            self.slice(piece, indent)
            return
        inner = self.inside(self.first_gap(index), indent, self.column)
        self.piece(index, inner, False)
        self.token(piece.closer, False, False, inner.line_up, indent.base)

    def slice(self, piece: tree.Brackets, indent: Indent) -> None:
        """Write the inside of a slice: parts line up with the first colon."""
        inner = indent
        colons = 0
        for part in piece.parts:
            if isinstance(part, tree.Token):
                if not colons:
                    inner = self.inside(part.gap, indent, self.column)
                colons += 1
                self.token(part, False, False, inner.line_up)
            else:
                if not colons:
                    inner = self.inside(self.first_gap(part), indent, self.column)
                self.piece(part, inner, False)
        # The reference leaves the closing bracket of a slice where it is, and so do we.
        last = next((line.indent for line in reversed(piece.closer.gap)), 0)
        self.token(piece.closer, False, False, inner.line_up, last)

    def application(self, piece: tree.Application, indent: Indent, space: bool) -> None:
        start = self.aligned(self.first_gap(piece.target), indent, self.column + space)
        self.piece(piece.target, start, space)
        arguments = piece.arguments
        self.token(arguments.opener, False, False, start.line_up)
        inner = self.items_indent(arguments.items, arguments.closer.gap, indent, self.column)
        for index, item in enumerate(arguments.items):
            self.piece(item.piece, inner, bool(index))
            self.comma(item, inner)
        self.token(arguments.closer, False, False, inner.line_up, indent.base)
        if piece.tailstrict is not None:
            self.token(piece.tailstrict, True, True, indent.base)

    def extension(self, piece: tree.Extension, indent: Indent, space: bool) -> None:
        inner = self.aligned(self.first_gap(piece.target), indent, self.column + space)
        self.piece(piece.target, inner, space)
        self.piece(piece.body, inner, True)

    def prefix(self, piece: tree.Prefix, indent: Indent, space: bool) -> None:
        self.opening(piece.operator, indent, space)
        inner = self.inside(self.first_gap(piece.operand), indent, self.column)
        operand = piece.operand
        # ``-$`` would be read as one operator.
        apart = isinstance(operand, tree.Leaf) and operand.token.text.startswith("$")
        self.piece(operand, inner, apart)

    def first_gap(self, piece: tree.Piece) -> Gap:
        """The gap before a piece; all that starts with the same token is asked for once."""
        gap = self.first_gaps.get(id(piece))
        if gap is None:
            gap = self.first_gaps[id(piece)] = tree.first_gap(piece)
            inner = tree.first_part(piece)
            while inner is not None:
                self.first_gaps[id(inner)] = gap
                inner = tree.first_part(inner)
        return gap

    def infix(self, piece: tree.Infix, indent: Indent, space: bool) -> None:
        broken = piece.operator.gap.starts_line or self.first_gap(piece.right).starts_line
        align = self.aligned_strong if broken else self.aligned
        inner = align(self.first_gap(piece.left), indent, self.column + space)
        self.piece(piece.left, inner, space)
        self.token(piece.operator, True, True, inner.line_up)
        self.piece(piece.right, inner, True)

    def conditional(self, piece: tree.Conditional, indent: Indent, space: bool) -> None:
        self.opening(piece.word, indent, space)
        self.branch(piece.test, indent)
        self.token(piece.then, True, True, indent.base)
        self.branch(piece.yes, indent)
        if piece.otherwise is not None and piece.no is not None:
            self.token(piece.otherwise, True, True, indent.base)
            self.branch(piece.no, indent)

    def branch(self, piece: tree.Piece, indent: Indent) -> None:
        self.piece(piece, self.inside(self.first_gap(piece), indent, self.column + 1), True)

    def function(self, piece: tree.FunctionLiteral, indent: Indent, space: bool) -> None:
        self.opening(piece.word, indent, space)
        self.parameters(piece.parameters, indent)
        self.branch(piece.body, indent)

    def local(self, piece: tree.Locals, indent: Indent, space: bool) -> None:
        self.opening(piece.word, indent, space)
        inner = self.inside(self.first_gap(piece.items[0].piece), indent, self.column + 1)
        for item in piece.items:
            binding = item.piece
            assert isinstance(binding, tree.Binding)
            value = self.binding(binding, inner)
            self.token(item.comma or piece.semicolon, False, False, value.line_up, indent.base)
        self.piece(piece.body, indent, True)

    def worded(self, piece: tree.Worded, indent: Indent, space: bool) -> None:
        self.opening(piece.word, indent, space)
        self.branch(piece.value, indent)

    def enclosed(self, piece: tree.Enclosed, indent: Indent, space: bool) -> None:
        self.opening(piece.opener, indent, space)
        inner = self.inside_strong(self.first_gap(piece.inner), indent, self.column)
        self.piece(piece.inner, inner, False)
        self.token(piece.closer, False, False, inner.line_up, indent.base)


_WRITERS: dict[type, Callable[[_Printer, Any, Indent, bool], None]] = {
    tree.Leaf: _Printer.leaf,
    tree.Text: _Printer.text,
    tree.Listing: _Printer.listing,
    tree.ListComprehension: _Printer.list_comprehension,
    tree.Named: _Printer.named,
    tree.Member: _Printer.member,
    tree.MemberLocal: _Printer.member_local,
    tree.Check: _Printer.check,
    tree.Braces: _Printer.braces,
    tree.Dotted: _Printer.access,
    tree.Brackets: _Printer.brackets,
    tree.Application: _Printer.application,
    tree.Extension: _Printer.extension,
    tree.Prefix: _Printer.prefix,
    tree.Infix: _Printer.infix,
    tree.Conditional: _Printer.conditional,
    tree.FunctionLiteral: _Printer.function,
    tree.Locals: _Printer.local,
    tree.Asserting: _Printer.checked,
    tree.Worded: _Printer.worded,
    tree.Enclosed: _Printer.enclosed,
}
