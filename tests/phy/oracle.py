"""A plain tree walk over the checked tree: the independent answer to what a program does.

It shares nothing with the back ends but the checked tree.  Every aggregate is an immutable
tuple, a store rebuilds along its path, and a union's value is a pair of its member's type and
the member: slow and obvious.
"""

from __future__ import annotations

import math
import operator
import sys

from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import VALUE, Checked, Procedure, Typed
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, LoweredProcedure
from confty.types import FLOAT, ListOf, Object, Tuple, Type, Union, canonical

MAX = 2**63 - 1
MIN = -(2**63)
# What Python's signs mean, by which the records of operators name them.
SIGNS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Trapped(Exception):
    """The run ended: what, where, and from which calls (innermost first)."""

    def __init__(self, what: str, node: Typed) -> None:
        super().__init__(what)
        self.what = what
        self.place = (node.start, node.end)
        self.calls: list[tuple[int, int]] = []


class Returned(Exception):
    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


class Walker:
    """One run of a checked program."""

    def __init__(self, checked: Checked, deepest: int = DEEPEST_CALL) -> None:
        self.checked = checked
        self.deepest = deepest
        self.output: list[tuple[int, bytes]] = []

    def run(self) -> object:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(1_000_000)
        try:
            entry = self.checked.entry
            return self.procedure(entry, [], 0)
        finally:
            sys.setrecursionlimit(before)

    def procedure(self, procedure: Procedure, arguments: list, depth: int) -> object:
        names = dict(zip(procedure.parameters, arguments, strict=True))
        frame = Frame(self, names, depth + LoweredProcedure(0, procedure).weight)
        try:
            return frame.value(procedure.body)
        except Returned as returned:
            return returned.value


class Frame:
    def __init__(self, walker: Walker, names: dict, depth: int) -> None:
        self.walker = walker
        self.names = names
        self.depth = depth

    def value(self, node: Typed) -> object:
        return getattr(self, f"on_{type(node).__name__}")(node)

    # Leaves.

    def on_Number(self, node):
        return node.value

    def on_ProcedureName(self, node):
        return node.procedure

    def on_VariableName(self, node):
        return self.names[node.variable]

    def on_Text(self, node):
        return tuple(node.text)

    # Places: the variable and the positions, evaluated now, followed later.

    def place(self, node):
        if isinstance(node, tree.VariableName):
            return node.variable, []
        if isinstance(node, tree.Exprs):
            for part in node.expressions[:-1]:
                self.effect(part)
            return self.place(node.expressions[-1])
        variable, path = self.place(node.base)
        if isinstance(node, tree.Field):
            return variable, [*path, (node, node.position)]
        return variable, [*path, (node, self.value(node.index))]

    def effect(self, node):
        if node.place == VALUE:
            self.value(node)
        else:
            self.place(node)

    def on_Read(self, node):
        variable, path = self.place(node.location)
        value = self.names[variable]
        for step, index in path:
            value = element(value, step, index)
        return value

    def on_Assign(self, node):
        variable, path = self.place(node.target)
        value = self.value(node.value)
        self.names[variable] = stored(self.names[variable], path, value)
        return ()

    def on_Declare(self, node):
        self.names[node.variable] = self.value(node.value)
        return ()

    # Control.

    def on_Exprs(self, node):
        for part in node.expressions[:-1]:
            self.effect(part)
        return self.value(node.expressions[-1])

    def on_If(self, node):
        return self.value(node.body if self.value(node.condition) else node.other)

    def on_Logic(self, node):
        if node.word == "and":
            return self.value(node.left) and self.value(node.right)
        return self.value(node.left) or self.value(node.right)

    def on_While(self, node):
        while self.value(node.condition):
            self.effect(node.body)
        return ()

    def on_Return(self, node):
        raise Returned(self.value(node.value))

    def on_Unreachable(self, node):
        raise Trapped("unreachable", node)

    def on_Match(self, node):
        kind, payload = self.value(node.union)
        for rule in node.rules:
            if canonical(rule.variable.type) is kind:
                self.names[rule.variable] = payload
                return self.value(rule.body)
        raise AssertionError("a union holds one of its members")

    # Values.

    def on_Inject(self, node):
        return canonical(node.value.type), self.value(node.value)

    def on_As(self, node):
        return self.value(node.value)

    def on_MakeTuple(self, node):
        return tuple([self.value(part) for part in node.members])

    def on_MakeList(self, node):
        return tuple([self.value(part) for part in node.elements])

    def on_MakeRecord(self, node):
        found = dict(zip(node.names, [self.value(part) for part in node.members], strict=True))
        return tuple([found[name] for name in sorted(found)])

    def on_Field(self, node):
        return self.value(node.base)[node.position]

    def on_At(self, node):
        base = self.value(node.base)
        return element(base, node, self.value(node.index))

    # Calls.

    def on_Call(self, node):
        callee = self.value(node.callee)
        arguments = [self.value(part) for part in node.arguments]
        if self.depth + LoweredProcedure(0, callee).weight > self.walker.deepest:
            raise Trapped("call", node)
        try:
            return self.walker.procedure(callee, arguments, self.depth)
        except Trapped as trapped:
            trapped.calls.append((node.start, node.end))
            raise

    def on_BuiltinCall(self, node):
        operands = [self.value(part) for part in node.operands]
        name = node.builtin.name
        if name in {"write", "writeErr"}:
            self.walker.output.append((1 if name == "write" else 2, bytes(operands[0])))
            return ()
        if name == "readFile":
            return ()  # There are no files here, and one that is missing is empty.
        if name == "len":
            return len(operands[0])
        if name == "concat":
            return (*operands[0], operands[1])
        if name == "not":
            return not operands[0]
        sign = getattr(node.builtin.lowering, "python", name)
        if node.operands[0].type is FLOAT:
            return on_floats(sign, *operands)
        return on_others(sign, *operands, node)


def element(value, node: Typed, index: int):
    container = node.base.type
    if not 0 <= index < len(value):
        raise Trapped("index", node)
    if isinstance(node, tree.At) and isinstance(container, Tuple):
        kinds = {canonical(part) for part in container.elements}
        if len(kinds) > 1:
            return canonical(container.elements[index]), value[index]
    return value[index]


def stored(whole, path, value):
    if not path:
        return value
    step, index = path[0]
    inner = stored(element(whole, step, index), path[1:], value)
    return (*whole[:index], inner, *whole[index + 1 :])


def on_floats(name: str, left: float, right: float):
    if name == "/":
        if right == 0:
            if left == 0 or math.isnan(left):
                return math.nan
            return math.copysign(math.inf, left) * math.copysign(1, right)
        return left / right
    return SIGNS[name](left, right)


def on_others(name: str, left: int, right: int, node: Typed):
    if name in {"div", "mod"}:
        if right == 0:
            raise Trapped("division", node)
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        result = quotient if name == "div" else left - quotient * right
    else:
        result = SIGNS[name](left, right)
    if not MIN <= result <= MAX:
        raise Trapped("overflow", node)
    return result


def comparable(value, type_: Type, members: dict[int, Type]):
    """Turn a back end's value into what the walk gives: lists are tuples, tags are types."""
    if isinstance(type_, Union):
        kind = canonical(members[value[0]])
        return kind, comparable(value[1], kind, members)
    if isinstance(type_, ListOf):
        return tuple([comparable(part, type_.element, members) for part in value])
    if isinstance(type_, Object):
        kinds = [field.type for field in type_.fields]
        pairs = zip(value, kinds, strict=True)
        return tuple([comparable(part, kind, members) for part, kind in pairs])
    if isinstance(type_, Tuple):
        pairs = zip(value, type_.elements, strict=True)
        return tuple([comparable(part, kind, members) for part, kind in pairs])
    if isinstance(value, float):
        return repr(value)
    return value


def shown(value, type_: Type):
    """The walk's value in the same form: floats by their text, procedures as nothing."""
    if isinstance(type_, Union):
        return value[0], shown(value[1], value[0])
    if isinstance(type_, ListOf):
        return tuple([shown(part, type_.element) for part in value])
    if isinstance(type_, (Tuple, Object)):
        kinds = type_.elements if isinstance(type_, Tuple) else [f.type for f in type_.fields]
        return tuple([shown(part, kind) for part, kind in zip(value, kinds, strict=True)])
    if isinstance(value, float):
        return repr(value)
    return value
