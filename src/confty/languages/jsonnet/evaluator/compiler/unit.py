"""One translation unit: a stretch of the program that becomes one piece of Python source.

The file's body is a unit; in big files function bodies and fields are units of their own,
translated when they first run.  A unit's text depends on the syntax alone, so it can be made again
with marks in it: that is how a failing Python instruction leads back to the user's expression, at
no cost to programs that do not fail.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler.frames import (
    FunctionFrame,
    FunctionLines,
    Piece,
    Scope,
    is_entry,
)
from confty.languages.jsonnet.evaluator.compiler.names import FreeNames
from confty.languages.jsonnet.evaluator.compiler.resolve import Resolved
from confty.languages.jsonnet.evaluator.trace import CLOSE, HELPER, MIDDLE, OPEN
from confty.languages.jsonnet.library import StdFunction
from confty.languages.jsonnet.parser import syntax as s
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    Emit = Callable[["Unit", Any, Scope, FunctionLines], Piece]
    Tail = Callable[["Unit", Any, Scope, FunctionLines], None]

# Python's own limits are 200 brackets and 100 indentations; stay well below.
DEEPEST: Final = 50
INDENTED: Final = 60
# For each function inside another, Python's compiler copies the names of all that are around it.
_MOST_NAMES: Final = 100


class Emitters(metaclass=Record):
    """Which function emits which expression, for its value and where that is returned."""

    expressions: dict[type, Emit]
    tails: dict[type, Tail]


class SharedInFile:
    """What the units of one file share."""

    __slots__ = ("big", "labelled", "line_of", "names", "pending", "resolved", "tables")

    def __init__(
        self,
        tables: Emitters,
        resolved: Resolved,
        line_of: Callable[[int], int],
        *,
        big: bool,
        labelled: bool,
    ) -> None:
        self.tables = tables
        self.names = FreeNames(resolved.free)
        self.resolved = resolved
        self.line_of = line_of
        # Whether bodies are translated when they first run.
        self.big = big
        # Whether branches must expect labelled conditions.
        self.labelled = labelled
        # Units that were met and not yet translated: how to make each.
        self.pending: dict[str, Callable[[bool], Unit]] = {}


class Unit:
    """One unit under construction."""

    __slots__ = (
        "_count",
        "bodies",
        "constants",
        "depth",
        "doubled",
        "file",
        "head",
        "ident",
        "marking",
        "parent",
        "tables",
        "text",
        "vain",
    )

    def __init__(
        self, file: SharedInFile, ident: str, *, marking: bool, parent: Unit | None = None
    ) -> None:
        self.file = file
        self.tables = file.tables
        self.ident: str = ident
        # The unit it was met in, which has to be walked through to find it again.
        self.parent = parent.ident if parent is not None else ""
        # How many units it stands in; its names differ from all that it may capture.
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.marking = marking
        self.head: list[str] = []
        self.constants: list[object] = []
        self.bodies: dict[str, str] = {}
        self.text = ""
        # What was tried in vain, and of how many functions that are written twice this is inside:
        # where each of a nest is written twice, the innermost is written without end.
        self.vain: set[tuple[s.Node, str]] = set()
        self.doubled = 0
        self._count = 0

    def fresh(self, hint: str) -> str:
        """A Python name that nothing else in the unit has."""
        self._count += 1
        clean = hint if hint.isascii() else "v"
        return f"{clean}_{self._count}d{self.depth}" if self.depth else f"{clean}_{self._count}"

    def place(self, block: FunctionLines, hint: str) -> str:
        """What holds something in a Python function: a variable, or one entry of a table."""
        frame = block.frame
        frame.named += 1
        if frame.named <= _MOST_NAMES:
            return self.fresh(hint)
        frame.table = frame.table or self.fresh("table")
        return f"{frame.table}[{frame.named}]"

    def hoist(self, text: str, hint: str) -> str:
        """Bind a constant at the head of the unit; names there carry the unit's own."""
        self._count += 1
        name = f"{hint}{self._count}_{self.ident}"
        self.head.append(f"{name} = {text}")
        return name

    def library(self, record: StdFunction) -> str:
        """The Python name of a library function's body."""
        known = self.bodies.get(record.name)
        if known is None:
            known = self.bodies[record.name] = f"lib_{record.name}"
            places = ", ".join([repr(place) for place in (record.body, record.cpp) if place])
            self.head.append(f"{known} = body_at({places})")
        return known

    def constant(self, value: object) -> int:
        """Put plain data into the table that is stored with the unit."""
        self.constants.append(value)
        return len(self.constants) - 1

    def mark(self, node: s.Node, text: str, what: str = "") -> str:
        """Note which expression a text stands for, while places are looked for.

        ``what`` says what runs there, for the body of a function, a thunk or a field.
        """
        if not self.marking:
            return text
        return f"{OPEN}{node.start},{node.end},{what}{MIDDLE}{text}{CLOSE}"

    def mark_lines(self, node: s.Node, lines: list[str], what: str) -> None:
        """The same for a body of several lines."""
        if self.marking:
            line = lines[0]
            text = line.lstrip(" ")
            blanks = line[: len(line) - len(text)]
            lines[0] = f"{blanks}{OPEN}{node.start},{node.end},{what}{MIDDLE}{text}"
            lines[-1] += CLOSE

    def finish(self, params: list[str], body: FunctionLines) -> None:
        """Put the text together: the head, then a function of what the unit captures."""
        lines = [*self.head, f"def unit_{self.ident}({', '.join(params)}):", *_whole(body, 1)]
        self.text = "\n".join(lines) + "\n"


def emit(unit: Unit, node: s.Expression, scope: Scope, block: FunctionLines) -> Piece:
    """Emit an expression for its value."""
    piece = unit.tables.expressions[node.__class__](unit, node, scope, block)
    if piece.depth > DEEPEST:
        piece = spill(unit, node, piece, block)
    if unit.marking:
        text = unit.mark(node, piece.text)
        return Piece(text, piece.kind, piece.depth, simple=piece.simple)
    return piece


def spill(unit: Unit, node: s.Node, piece: Piece, block: FunctionLines) -> Piece:
    """Move a deeply nested expression into a function of its own, called in its place."""
    inner = child(block)
    inner.add(f"return {piece.text}")
    name = unit.place(block, "deep")
    define_as(unit, block, FunctionBody("", inner, node, HELPER), name)
    return Piece(f"{name}()", piece.kind, 1)


def tail(unit: Unit, node: s.Expression, scope: Scope, block: FunctionLines) -> None:
    """Emit statements that return the value of an expression."""
    work = unit.tables.tails.get(node.__class__)
    if work is None:
        block.give(emit(unit, node, scope, block))
    else:
        work(unit, node, scope, block)


def child(block: FunctionLines) -> FunctionLines:
    """A block for the body of a function defined in ``block``."""
    return FunctionLines(FunctionFrame(), block.level + 1)


class FunctionBody:
    """A finished function body: the expression it belongs to, and what to call it in a trace."""

    __slots__ = ("block", "node", "params", "what")

    def __init__(self, params: str, block: FunctionLines, node: s.Node, what: str) -> None:
        self.params = params
        self.block = block
        self.node = node
        self.what = what or HELPER


def define(unit: Unit, block: FunctionLines, body: FunctionBody, hint: str) -> Piece:
    """Make a Python function of a finished body: a lambda if it only returns, else a ``def``."""
    block.frame.closures = True
    inner = body.block
    if inner.only is not None and inner.depth < DEEPEST:
        text = unit.mark(body.node, inner.only, body.what)
        return Piece(f"(lambda {body.params}: {text})", depth=inner.depth + 1)
    name = unit.place(block, hint)
    define_as(unit, block, body, name)
    return Piece(name, simple=True)


def define_as(unit: Unit, block: FunctionLines, body: FunctionBody, name: str) -> None:
    """Make a Python function of a given name."""
    block.frame.closures = True
    unit.mark_lines(body.node, body.block.lines, body.what)
    known = "entry" if is_entry(name) else name
    block.add(f"def {known}({body.params}):")
    block.lines.extend(_whole(body.block, block.level + 1))
    if known != name:
        block.add(f"{name} = {known}")


def _whole(body: FunctionLines, level: int) -> list[str]:
    """The lines of a function, with the table that they may need."""
    table = body.frame.table
    return [" " * level + f"{table} = {{}}", *body.lines] if table else body.lines
