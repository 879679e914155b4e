"""Comprehensions.

The skeleton is built at once, elements are put off.  A thunk gets its loop variables as an
argument of a function made once, never by closing over the loop.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import frames
from confty.languages.jsonnet.evaluator.compiler.expressions import condition
from confty.languages.jsonnet.evaluator.compiler.kinds import NUMBER
from confty.languages.jsonnet.evaluator.compiler.thunks import elsewhere, later
from confty.languages.jsonnet.evaluator.compiler.unit import (
    FunctionBody,
    Unit,
    child,
    define,
    define_as,
    emit,
    tail,
)
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The name of an array of numbers that was worked out before; no program can write it.
NUMBERS: Final = "·numbers"


# Python's own limit is 20 loops in one function.
_NESTED: Final = 15


class NestedLoops:
    """The clauses of a comprehension met so far, as nested loops and tests.

    The variables are known by their Jsonnet names: Python name and kind.  Functions that the
    clauses need go to ``outer``.
    """

    __slots__ = ("_blocks", "_functions", "names", "outer", "variables")

    def __init__(self, outer: frames.FunctionLines) -> None:
        self.outer = outer
        self.names: list[str] = []
        self.variables: dict[str, frames.Variable] = {}
        # Where many are nested, the inner ones are in functions of their own, which have names.
        self._blocks = [frames.FunctionLines(outer.frame, outer.level)]
        self._functions: list[tuple[str, str]] = []

    def add(self, unit: Unit, line: str) -> None:
        """Go into a loop or a test."""
        if self._blocks[-1].level >= self.outer.level + _NESTED:
            name = unit.place(self.outer, "loops")
            self._blocks[-1].add(f"{name}({self.params})")
            self._functions.append((name, self.params))
            self._blocks.append(child(self.outer))
        self._blocks[-1].add(line)
        self._blocks[-1].level += 1

    def finish(self, unit: Unit, node: s.Node, inmost: str) -> None:
        """Put all of it together; ``inmost`` is done each turn."""
        self._blocks[-1].add(inmost)
        for (name, params), block in zip(self._functions, self._blocks[1:], strict=True):
            define_as(unit, self.outer, FunctionBody(params, block, node, ""), name)
        self.outer.lines.extend(self._blocks[0].lines)

    @property
    def params(self) -> str:
        """The Python names of the loop variables."""
        return ", ".join([self.variables[name].python for name in self.names])

    @property
    def argument(self) -> str:
        """One Python value that holds them all."""
        return self.params if len(self.names) == 1 else f"({self.params})"

    def bind(self, name: str, variable: frames.Variable) -> None:
        """Add a variable; it hides an outer one of its name from here on."""
        if name in self.variables:
            self.names.remove(name)
        self.variables[name] = variable
        self.names.append(name)

    def scope(self, scope: frames.Scope, frame: frames.FunctionFrame) -> frames.Scope:
        """The scope of a function that takes the loop variables."""
        inside = frames.Scope(scope)
        for name in self.names:
            variable = self.variables[name]
            inside.names[name] = frames.Variable(
                variable.python, variable.held, frame, variable.kind
            )
        return inside


def _in_place(
    unit: Unit,
    node: s.Expression,
    loop: NestedLoops,
    scope: frames.Scope,
    block: frames.FunctionLines,
    *,
    test: bool,
) -> frames.Piece | None:
    """Emit an expression into the loop itself, if nothing in it would close over the loop."""
    frame = frames.FunctionFrame()
    inner = frames.FunctionLines(frame, block.level)
    inside = loop.scope(scope, frame)
    give = condition if test else emit
    piece = give(unit, node, inside, inner)
    return None if inner.lines or frame.closures else piece


def _in_function(
    unit: Unit,
    node: s.Expression,
    loop: NestedLoops,
    scope: frames.Scope,
    block: frames.FunctionLines,
    *,
    test: bool,
) -> frames.Piece:
    """Emit an expression in a loop: in place, or as a call of a function of the loop variables."""
    trial = node, "test" if test else "value"
    if trial not in unit.vain:
        piece = _in_place(unit, node, loop, scope, block, test=test)
        if piece is not None:
            return piece
        unit.vain.add(trial)
    inner = child(block)
    inside = loop.scope(scope, inner.frame)
    if test:
        inner.give(condition(unit, node, inside, inner))
    else:
        tail(unit, node, inside, inner)
    name = unit.place(block, "clause")
    define_as(unit, block, FunctionBody(loop.params, inner, node, ""), name)
    return frames.Piece(f"{name}({loop.params})")


def clauses(
    unit: Unit,
    node: s.ArrayComprehension | s.ObjectComprehension,
    scope: frames.Scope,
    outer: frames.FunctionLines,
) -> NestedLoops:
    """Emit the loops and tests of a comprehension."""
    loop = NestedLoops(outer)
    for clause in node.clauses:
        if isinstance(clause, s.For):
            known = _numbers(clause.source, scope) and not unit.file.labelled
            if loop.names:
                source = _in_function(unit, clause.source, loop, scope, outer, test=False)
            else:
                source = emit(unit, clause.source, scope, outer)
            held, kind = (frames.VALUE, NUMBER) if known else (frames.MAYBE, 0)
            variable = frames.Variable(unit.fresh(clause.name.name), held, outer.frame, kind)
            noting = ", met" if unit.file.labelled else ""
            walked = unit.mark(clause, f"iterable({source.text}{noting})")
            loop.add(unit, f"for {variable.python} in {walked}:")
            loop.bind(clause.name.name, variable)
        else:
            plain = not unit.file.labelled
            test = _in_function(unit, clause.test, loop, scope, outer, test=plain)
            loop.add(unit, f"if {test.text}:" if plain else f"if passes({test.text}, met):")
    return loop


def _numbers(source: s.Expression, scope: frames.Scope) -> bool:
    """Whether a loop walks over ``std.range``, whose elements are numbers."""
    if isinstance(source, s.Name):
        return source.name == NUMBERS
    return is_range(source) and scope.find("std") is None


def is_range(source: s.Expression) -> bool:
    """Whether an expression is a call of ``std.range``, if ``std`` is the library."""
    return (
        isinstance(source, s.Call)
        and s.library_name(source.callee) == "range"
        and len(source.arguments) == 2
    )


def start(unit: Unit, block: frames.FunctionLines) -> None:
    """Begin a comprehension: what it gathers, and the labels it meets on the way."""
    block.add("out = []")
    if unit.file.labelled:
        block.add("met = Met()")


def unpack(loop: NestedLoops, block: frames.FunctionLines) -> None:
    """Take the loop variables out of a thunk's argument."""
    if len(loop.names) > 1:
        block.add(f"{loop.params} = packed")


def eager_array(
    unit: Unit, node: s.Expression, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit an array for a function that works out every element in turn."""
    if isinstance(node, s.ArrayComprehension):
        return emit_array_comprehension(unit, node, scope, block, eager=True)
    return emit(unit, node, scope, block)


def emit_array_comprehension(
    unit: Unit,
    node: s.ArrayComprehension,
    scope: frames.Scope,
    block: frames.FunctionLines,
    *,
    eager: bool = False,
) -> frames.Piece:
    """Emit an array comprehension."""
    far = elsewhere(unit, node, scope, block)
    if far is not None:
        return far
    outer = child(block)
    start(unit, outer)
    loop = clauses(unit, node, scope, outer)
    if eager:
        element = _in_function(unit, node.element, loop, scope, outer, test=False).text
    else:
        element = _element(unit, node, loop, scope, outer)
    loop.finish(unit, node, f"out.append({element})")
    outer.add("return gathered(out, met)" if unit.file.labelled else "return out")
    name = unit.place(block, "comprehension")
    define_as(unit, block, FunctionBody("", outer, node, ""), name)
    return frames.Piece(f"{name}()")


def _element(
    unit: Unit,
    node: s.ArrayComprehension,
    loop: NestedLoops,
    scope: frames.Scope,
    outer: frames.FunctionLines,
) -> str:
    """What is put into the array each turn."""
    element = s.stripped(node.element)
    if isinstance(element, s.Name) and element.name in loop.names:
        return loop.variables[element.name].python
    if isinstance(element, s.Scalar):
        return emit(unit, element, scope, outer).text
    trial = element, "element"
    if trial not in unit.vain:
        frame = frames.FunctionFrame()
        ready = frames.FunctionLines(frame, outer.level)
        piece = later(unit, element, loop.scope(scope, frame), ready)
        if piece.held == frames.VALUE and not ready.lines and not frame.closures:
            return piece.text
        unit.vain.add(trial)
    inner = child(outer)
    unpack(loop, inner)
    tail(unit, element, loop.scope(scope, inner.frame), inner)
    params = loop.params if len(loop.names) == 1 else "packed"
    made = define(unit, outer, FunctionBody(params, inner, element, ""), "element")
    if made.simple:
        return f"Thunk({made.text}, {loop.argument})"
    name = unit.place(outer, "element")
    outer.add(f"{name} = {made.text}")
    return f"Thunk({name}, {loop.argument})"
