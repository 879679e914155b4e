"""A plain tree walk over the checked tree: the independent answer to what a program does.

It shares nothing with the back ends but the checked tree.  Every aggregate is an immutable
tuple, a store rebuilds along its path, and a union's value is a pair of its member's type and
the member: slow and obvious.
"""

from __future__ import annotations

import math
import sys

from confty.languages.phy.checker.checked import VALUE, Checked, Procedure, Typed
from confty.languages.phy.evaluator.code import DEEPEST, Body
from confty.languages.phy.rules import canonical
from confty.types import FLOAT, ListOf, Object, Tuple, Type, Union

MAX = 2**63 - 1
MIN = -(2**63)


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

    def __init__(self, checked: Checked, deepest: int = DEEPEST) -> None:
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
        frame = Frame(self, names, depth + Body(0, procedure).weight)
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
        return getattr(self, f"on_{node.op}")(node)

    # Leaves.

    def on_int(self, node):
        return node.data

    on_float = on_bool = on_proc = on_int

    def on_local(self, node):
        return self.names[node.data]

    def on_text(self, node):
        return tuple(node.data)

    # Places: the variable and the positions, evaluated now, followed later.

    def place(self, node):
        if node.op == "local":
            return node.data, []
        if node.op == "exprs":
            for part in node.parts[:-1]:
                self.effect(part)
            return self.place(node.parts[-1])
        variable, path = self.place(node.parts[0])
        if node.op == "field":
            return variable, [*path, (node, node.data)]
        return variable, [*path, (node, self.value(node.parts[1]))]

    def effect(self, node):
        if node.place == VALUE:
            self.value(node)
        else:
            self.place(node)

    def on_read(self, node):
        variable, path = self.place(node.parts[0])
        value = self.names[variable]
        for step, index in path:
            value = element(value, step, index)
        return value

    def on_asgn(self, node):
        variable, path = self.place(node.parts[0])
        value = self.value(node.parts[1])
        self.names[variable] = stored(self.names[variable], path, value)
        return ()

    def on_decl(self, node):
        self.names[node.data] = self.value(node.parts[0])
        return ()

    # Control.

    def on_exprs(self, node):
        for part in node.parts[:-1]:
            self.effect(part)
        return self.value(node.parts[-1])

    def on_if(self, node):
        return self.value(node.parts[1] if self.value(node.parts[0]) else node.parts[2])

    def on_and(self, node):
        return self.value(node.parts[0]) and self.value(node.parts[1])

    def on_or(self, node):
        return self.value(node.parts[0]) or self.value(node.parts[1])

    def on_while(self, node):
        while self.value(node.parts[0]):
            self.effect(node.parts[1])
        return ()

    def on_return(self, node):
        raise Returned(self.value(node.parts[0]))

    def on_unreachable(self, node):
        raise Trapped("unreachable", node)

    def on_match(self, node):
        kind, payload = self.value(node.parts[0])
        for variable, body in zip(node.data, node.parts[1:], strict=True):
            if canonical(variable.type) is kind:
                self.names[variable] = payload
                return self.value(body)
        raise AssertionError("a union holds one of its members")

    # Values.

    def on_inject(self, node):
        return canonical(node.parts[0].type), self.value(node.parts[0])

    def on_as(self, node):
        return self.value(node.parts[0])

    def on_tuple(self, node):
        return tuple([self.value(part) for part in node.parts])

    on_array = on_seq = on_tuple

    def on_record(self, node):
        found = dict(zip(node.data, [self.value(part) for part in node.parts], strict=True))
        return tuple([found[name] for name in sorted(found)])

    def on_field(self, node):
        return self.value(node.parts[0])[node.data]

    def on_at(self, node):
        base = self.value(node.parts[0])
        return element(base, node, self.value(node.parts[1]))

    # Calls.

    def on_call(self, node):
        callee = self.value(node.parts[0])
        arguments = [self.value(part) for part in node.parts[1:]]
        if self.depth + Body(0, callee).weight > self.walker.deepest:
            raise Trapped("call", node)
        try:
            return self.walker.procedure(callee, arguments, self.depth)
        except Trapped as trapped:
            trapped.calls.append((node.start, node.end))
            raise

    def on_builtin(self, node):
        operands = [self.value(part) for part in node.parts]
        name = node.data
        if name in {"write", "writeErr"}:
            self.walker.output.append((1 if name == "write" else 2, bytes(operands[0])))
            return ()
        if name == "len":
            return len(operands[0])
        if name == "concat":
            return (*operands[0], operands[1])
        if name == "not":
            return not operands[0]
        if node.parts[0].type is FLOAT:
            return on_floats(name, *operands)
        return on_others(name, *operands, node)


def element(value, node: Typed, index: int):
    container = node.parts[0].type
    if not 0 <= index < len(value):
        raise Trapped("index", node)
    if node.op == "at" and isinstance(container, Tuple):
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
    operations = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "==": lambda: left == right,
        "<": lambda: left < right,
        "<=": lambda: left <= right,
    }
    return operations[name]()


def on_others(name: str, left: int, right: int, node: Typed):
    if name in {"==", "<", "<="}:
        return {"==": left == right, "<": left < right, "<=": left <= right}[name]
    if name in {"div", "mod"}:
        if right == 0:
            raise Trapped("division", node)
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        result = quotient if name == "div" else left - quotient * right
    else:
        result = {"+": left + right, "-": left - right, "*": left * right}[name]
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
