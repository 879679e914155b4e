"""Calls of built-ins to linear code, each by the record that says how it lowers."""

from __future__ import annotations

from typing import Protocol, assert_never

from confty.languages.phy import library
from confty.languages.phy.checker.checked import BuiltinCall, Typed
from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.analysis import Writes
from confty.languages.phy.evaluator.emitter import Emitter
from confty.languages.phy.evaluator.memory import is_heavy
from confty.languages.phy.evaluator.places import Value
from confty.types import FLOAT


class Operands(Protocol):
    """Who lowers operands; None where control never arrives."""

    def value(self, node: Typed) -> Value | None:
        """Lower an expression to its value."""

    def values(self, nodes: tuple[Typed, ...]) -> list[Value] | None:
        """Lower operands, from the left."""

    def borrow(self, node: Typed) -> Value | None:
        """Lower an operand that is only looked at."""


class BuiltinCalls:
    """The calls of built-ins in one procedure."""

    def __init__(self, operands: Operands, out: Emitter, writes: Writes) -> None:
        self.operands = operands
        self.out = out
        self.writes = writes

    def call(self, node: BuiltinCall) -> Value | None:
        """Lower a call; return its result."""
        match node.builtin.lowering:
            case library.Length() | library.Writing() | library.Reading():
                return self._looking(node, node.builtin.lowering)
            case library.Concatenation():
                return self._concat(node)
            case library.Known():
                raise AssertionError("a constant is not called")
            case library.Negation():
                value = self.operands.value(node.operands[0])
                if value is None:
                    return None
                return self.out.give(code.Negate(self.out.made(node.type), value))
            case library.Arithmetic() | library.Division() | library.Pure():
                return self._operation(node, node.builtin.lowering)
            case _:
                assert_never(node.builtin.lowering)

    def _operation(
        self,
        node: BuiltinCall,
        operator: library.Arithmetic | library.Division | library.Pure,
    ) -> Value | None:
        values = self.operands.values(node.operands)
        if values is None:
            return None
        left, right = values
        if isinstance(operator, library.Division):
            site = self.out.site(node, node.builtin.name)
            into = self.out.made(node.type)
            return self.out.give(code.Divide(into, operator.remainder, left, right, site))
        if isinstance(operator, library.Arithmetic) and left.type is not FLOAT:
            site = self.out.site(node, node.builtin.name)
            into = self.out.made(node.type)
            return self.out.give(code.Calculate(into, operator, left, right, site))
        return self.out.give(code.Compute(self.out.made(node.type), operator, left, right))

    def _looking(
        self,
        node: BuiltinCall,
        operator: library.Length | library.Writing | library.Reading,
    ) -> Value | None:
        """Lower a built-in that only looks at its operand."""
        value = self.operands.borrow(node.operands[0])
        if value is None:
            return None
        into = self.out.made(node.type)
        match operator:
            case library.Length():
                self.out.emit(code.Length(into, value))
            case library.Writing():
                self.out.emit(code.Write(into, operator, value))
            case library.Reading():
                self.out.emit(code.ReadFile(into, operator, value))
            case _:
                assert_never(operator)
        self.out.drop(value)
        return into

    def _concat(self, node: BuiltinCall) -> Value | None:
        """Make a longer copy; of light elements the original need not be copied before."""
        source, last = node.operands
        copies = not is_heavy(last.type) and not self.writes.inside(last)
        base = self.operands.borrow(source) if copies else self.operands.value(source)
        if base is None:
            return None
        element = self.operands.value(last)
        if element is None:
            return None
        if not copies:
            base = self.out.own(base)
        element = self.out.own(element)
        result = self.out.give(code.Concat(self.out.made(node.type), base, element, copies))
        if copies:
            self.out.drop(base)
        return result
