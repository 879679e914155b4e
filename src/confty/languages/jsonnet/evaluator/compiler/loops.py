"""Comprehensions.

The skeleton is built at once, elements are put off.  A thunk gets its loop variables as an
argument of a function made once, never by closing over the loop.
"""

from __future__ import annotations

from typing import Final

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

#: The name of an array of numbers that was worked out before; no program can write it.
NUMBERS: Final = "·numbers"


class LoopVariables:
    """The loop variables met so far, by Jsonnet name: Python name and kind."""

    __slots__ = ("names", "variables")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.variables: dict[str, frames.Variable] = {}

    @property
    def params(self) -> str:
        """The Python names of the loop variables."""
        return ", ".join([self.variables[name].python for name in self.names])

    @property
    def argument(self) -> str:
        """One Python value that holds them all."""
        return self.params if len(self.names) == 1 else f"({self.params})"

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
    loop: LoopVariables,
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
    loop: LoopVariables,
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
    name = unit.fresh("clause")
    define_as(unit, block, FunctionBody(loop.params, inner, node, ""), name)
    return frames.Piece(f"{name}({loop.params})")


def clauses(
    unit: Unit,
    node: s.ArrayComprehension | s.ObjectComprehension,
    scope: frames.Scope,
    outer: frames.FunctionLines,
    block: frames.FunctionLines,
) -> LoopVariables:
    """Emit the loops and tests into ``block``; functions they need go to ``outer``."""
    loop = LoopVariables()
    for clause in node.clauses:
        if isinstance(clause, s.For):
            known = _numbers(clause.source, scope) and not unit.file.labelled
            if loop.names:
                source = _in_function(unit, clause.source, loop, scope, outer, test=False)
            else:
                source = emit(unit, clause.source, scope, outer)
            name = clause.name.name
            if name in loop.names:
                # The inner variable hides the outer one from here on.
                loop.names.remove(name)
            held, kind = (frames.VALUE, NUMBER) if known else (frames.MAYBE, 0)
            loop.variables[name] = frames.Variable(unit.fresh(name), held, block.frame, kind)
            loop.names.append(name)
            noting = ", met" if unit.file.labelled else ""
            walked = unit.mark(clause, f"iterable({source.text}{noting})")
            block.add(f"for {loop.variables[name].python} in {walked}:")
        else:
            plain = not unit.file.labelled
            test = _in_function(unit, clause.test, loop, scope, outer, test=plain)
            block.add(f"if {test.text}:" if plain else f"if passes({test.text}, met):")
        block.level += 1
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


def unpack(loop: LoopVariables, block: frames.FunctionLines) -> None:
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
    body = frames.FunctionLines(outer.frame, outer.level)
    loop = clauses(unit, node, scope, outer, body)
    if eager:
        element = _in_function(unit, node.element, loop, scope, outer, test=False).text
    else:
        element = _element(unit, node, loop, scope, outer)
    body.add(f"out.append({element})")
    outer.lines.extend(body.lines)
    outer.add("return gathered(out, met)" if unit.file.labelled else "return out")
    name = unit.fresh("comprehension")
    define_as(unit, block, FunctionBody("", outer, node, ""), name)
    return frames.Piece(f"{name}()")


def _element(
    unit: Unit,
    node: s.ArrayComprehension,
    loop: LoopVariables,
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
    name = unit.fresh("element")
    outer.add(f"{name} = {made.text}")
    return f"Thunk({name}, {loop.argument})"
