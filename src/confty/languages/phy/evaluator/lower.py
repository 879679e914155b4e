"""The checked tree to linear code: order of evaluation, reads and ownership made explicit.

``value`` lowers an expression to a value, ``place`` one to a location.  Both return None where
control never arrives; nothing is emitted from there to the end of the region.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.languages.phy.checker.checked import VALUE, Checked, Procedure, Typed, Variable
from confty.languages.phy.depth import room_for, undisturbed
from confty.languages.phy.evaluator.bounds import mark_sure
from confty.languages.phy.evaluator.code import DEEPEST as DEEPEST_CALL
from confty.languages.phy.evaluator.code import (
    Body,
    Constant,
    Instruction,
    Place,
    Program,
    Register,
    Slot,
    Step,
    Value,
    is_heavy,
)
from confty.languages.phy.evaluator.emitter import Emitter
from confty.languages.phy.evaluator.simple import Writes, is_scalar, is_simple, reached
from confty.languages.phy.parser import DEEPEST
from confty.types import BOOL, FLOAT, UNIT, Never, Type, Union

# The most frames of Python that lowering one level of nesting takes.
_FRAMES: Final = 4
_NOTHING: Final = Constant((), UNIT)
_CHECKED: Final = {"+", "-", "*", "div", "mod"}


def lower(checked: Checked, deepest_call: int = DEEPEST_CALL) -> Program:
    """Lower every procedure that the entry may reach, the entry last."""
    program = Program(deepest_call)
    assert checked.entry is not None
    needed = reached(checked.entry)
    kept = [procedure for procedure in checked.procedures if procedure in needed]
    numbers = {procedure: number for number, procedure in enumerate(kept)}
    with undisturbed(), room_for(DEEPEST * _FRAMES):
        for procedure in kept:
            program.bodies.append(_Lowering(program, procedure, numbers).run())
            mark_sure(program.bodies[-1])
    program.allow_entry()
    return program


class _Lowering(Emitter):
    """One procedure."""

    def __init__(
        self, program: Program, procedure: Procedure, numbers: dict[Procedure, int]
    ) -> None:
        super().__init__(program, Body(numbers[procedure], procedure))
        self.procedure = procedure
        self.numbers = numbers
        self.writes = Writes()
        for parameter in procedure.parameters:
            self.body.parameters.append(self.variable(parameter))

    def run(self) -> Body:
        assert self.procedure.body is not None
        self.finish(self.procedure.body)
        return self.body

    def finish(self, node: Typed) -> None:
        """Lower an expression whose value is the result; each branch returns its own."""
        if node.op == "exprs":
            for part in node.parts[:-1]:
                if not self.effect(part):
                    return
            self.finish(node.parts[-1])
        elif node.op == "if" and not is_simple(*node.parts[1:]):
            self._finish_branches(node)
        else:
            value = self.value(node)
            if value is not None:
                self.leave(self.own(value))

    def _finish_branches(self, node: Typed) -> None:
        condition = self.value(node.parts[0])
        if condition is None:
            return
        self.open("if", condition)
        before = len(self.live)
        self.finish(node.parts[1])
        self.forget(before)
        self.emit("else")
        self.finish(node.parts[2])
        self.forget(before)
        self.close()

    # Expressions.

    def value(self, node: Typed) -> Value | None:
        return _VALUES[node.op](self, node)

    def effect(self, node: Typed) -> bool:
        """Lower an expression nobody wants the value of; tell whether control goes on."""
        if node.place != VALUE:
            return self.place(node) is not None
        value = self.value(node)
        self.drop(value)
        return value is not None

    def constant(self, node: Typed) -> Value:
        if isinstance(node.data, Procedure):
            return Constant(self.numbers[node.data], node.type)
        return Constant(node.data, node.type)

    def binder(self, node: Typed) -> Value:
        assert isinstance(node.data, Variable)
        return self.view("get", node.type, slot=self.variable(node.data))

    def read(self, node: Typed) -> Value | None:
        place = self.place(node.parts[0])
        if place is None:
            return None
        return self.load(place)

    def load(self, place: Place) -> Register:
        if place.steps:
            return self.make("load", place.type, place=place)
        if is_heavy(place.type):
            return self.make("clone", place.type, self.view("get", place.type, slot=place.slot))
        return self.view("get", place.type, slot=place.slot)

    def borrow(self, node: Typed) -> Value | None:
        """Lower an operand that is only looked at: a location need not be copied for it."""
        if node.op != "read" or not is_heavy(node.type):
            return self.value(node)
        place = self.place(node.parts[0])
        if place is None:
            return None
        if place.steps:
            return self.view("peek", place.type, place=place)
        return self.view("get", place.type, slot=place.slot)

    def inject(self, node: Typed) -> Value | None:
        value = self.value(node.parts[0])
        if value is None:
            return None
        assert isinstance(node.type, Union)
        kind = node.parts[0].type
        return self.make("inject", node.type, self.own(value), data=self.program.tag(kind))

    def same(self, node: Typed) -> Value | None:
        return self.value(node.parts[0])

    def exprs(self, node: Typed) -> Value | None:
        for part in node.parts[:-1]:
            if not self.effect(part):
                return None
        return self.value(node.parts[-1])

    def unreachable(self, node: Typed) -> None:
        self.emit("trap", site=self.site(node, "unreachable"))

    def give_back(self, node: Typed) -> None:
        self.finish(node.parts[0])

    # Control flow.

    def branch(self, node: Typed) -> Value | None:
        condition = self.value(node.parts[0])
        if condition is None:
            return None
        if is_scalar(node.type) and is_simple(node.parts[1], node.parts[2]):
            first, second = self.value(node.parts[1]), self.value(node.parts[2])
            assert first is not None
            assert second is not None
            return self.make("select", node.type, condition, first, second)
        join = self._join(node.type)
        self.open("if", condition)
        first_arrives = self._arm(node.parts[1], join)
        other = node.parts[2]
        second_arrives = True
        if other.op != "tuple" or other.parts:
            self.emit("else")
            second_arrives = self._arm(other, join)
        self.close()
        return self._joined(join, first_arrives or second_arrives)

    def _join(self, type_: Type) -> Slot | None:
        """Make the slot where branches leave their value; unit and void need none."""
        if type_ is UNIT or isinstance(type_, Never):
            return None
        return self.slot("join", "", type_)

    def _arm(self, node: Typed, join: Slot | None) -> bool:
        """Lower one branch; tell whether control leaves it at its end."""
        before = len(self.live)
        if join is None:
            arrives = self.effect(node)
        else:
            value = self.value(node)
            arrives = value is not None
            if value is not None:
                self.emit("set", None, self.own(value), slot=join)
        self.forget(before)
        return arrives

    def _joined(self, join: Slot | None, arrives: bool) -> Value | None:
        if not arrives:
            return None
        if join is None:
            return _NOTHING
        return self.make("take", join.type, slot=join)

    def logic(self, node: Typed) -> Value | None:
        first = self.value(node.parts[0])
        if first is None:
            return None
        if is_simple(node.parts[1]):
            second = self.value(node.parts[1])
            assert second is not None
            return self.make(node.op, BOOL, first, second)
        join = self.slot("join", "", BOOL)
        self.emit("set", None, first, slot=join)
        self.open("if" if node.op == "and" else "unless", self.view("get", BOOL, slot=join))
        self._arm(node.parts[1], join)
        self.close()
        return self.view("get", BOOL, slot=join)

    def loop(self, node: Typed) -> Value | None:
        self.loops += 1
        self.body.loops = max(self.body.loops, self.loops)
        self.open("loop")
        before = len(self.live)
        condition: Value | None = _NOTHING
        if not node.data:
            condition = self.value(node.parts[0])
            if condition is not None:
                self.emit("until", None, condition)
        if condition is not None:
            self.effect(node.parts[1])
        self.forget(before)
        self.close()
        self.loops -= 1
        return None if node.data or condition is None else _NOTHING

    def match(self, node: Typed) -> Value | None:
        operand = node.parts[0]
        writes = any(self.writes.inside(body) for body in node.parts[1:])
        value = self.value(operand) if writes else self.borrow(operand)
        if value is None:
            return None
        variables = node.data
        assert isinstance(variables, tuple)
        join = self._join(node.type)
        arrives = False
        owned = isinstance(value, Register) and value.owned
        if owned:
            assert isinstance(value, Register)
            del self.live[value]
        last = len(variables) - 1
        for index, variable in enumerate(variables):
            tag = self.program.tag(variable.type)
            if index < last:
                self.open("if", self.view("is", BOOL, value, data=tag))
            payload: Value = self.register(variable.type, owned=owned and is_heavy(variable.type))
            assert isinstance(payload, Register)
            self.body.code.append(Instruction("project", payload, (value,), tag))
            self.emit("set", None, self.own(payload), slot=self.variable(variable))
            arrives = self._arm(node.parts[index + 1], join) or arrives
            if index < last:
                self.emit("else")
        for _ in range(last):
            self.close()
        return self._joined(join, arrives)

    # Places.

    def place(self, node: Typed) -> Place | None:
        if node.op == "local":
            assert isinstance(node.data, Variable)
            return Place(self.variable(node.data), (), node.type)
        if node.op == "exprs":
            for part in node.parts[:-1]:
                if not self.effect(part):
                    return None
            return self.place(node.parts[-1])
        base = self.place(node.parts[0])
        if base is None:
            return None
        if node.op == "field":
            assert isinstance(node.data, int)
            step = Step(base.type, node.type, node.data, None, -1)
        else:
            index = self.value(node.parts[1])
            if index is None:
                return None
            site = self.site(node, "index")
            step = Step(base.type, node.type, None, index, site)
        return Place(base.slot, (*base.steps, step), node.type)

    def store(self, node: Typed) -> Value | None:
        target, value = node.parts
        if self._appends(target, value):
            return self._append(target, value)
        place = self.place(target)
        if place is None:
            return None
        found = self.value(value)
        if found is None:
            return None
        found = self.own(found)
        if place.steps:
            self.emit("store", None, found, place=place)
        else:
            self.emit("set", None, found, slot=place.slot)
        return _NOTHING

    def _appends(self, target: Typed, value: Typed) -> bool:
        """Whether ``s = concat(s, e)``, with nothing in ``e`` that changes ``s``."""
        if target.op != "local" or value.op != "builtin" or value.data != "concat":
            return False
        source, element = value.parts
        return (
            source.op == "read"
            and source.parts[0].op == "local"
            and source.parts[0].data is target.data
            and not self.writes.inside(element)
        )

    def _append(self, target: Typed, value: Typed) -> Value | None:
        element = self.value(value.parts[1])
        if element is None:
            return None
        assert isinstance(target.data, Variable)
        slot = self.variable(target.data)
        self.emit("append", None, self.own(element), slot=slot)
        return _NOTHING

    def declare(self, node: Typed) -> Value | None:
        value = self.value(node.parts[0])
        if value is None:
            return None
        assert isinstance(node.data, Variable)
        self.emit("set", None, self.own(value), slot=self.variable(node.data))
        return _NOTHING

    # Making and taking apart.

    def construct(self, node: Typed) -> Value | None:
        if node.op == "tuple" and not node.parts:
            return _NOTHING
        values = self._operands(node.parts)
        if values is None:
            return None
        if node.op == "record":
            assert isinstance(node.data, tuple)
            order = sorted(range(len(values)), key=node.data.__getitem__)
            values = [values[index] for index in order]
        taken = [self.own(value) for value in values]
        if node.op in {"tuple", "record"}:
            return self.make("tuple", node.type, *taken)
        return self.make("list", node.type, *taken)

    def _operands(self, nodes: tuple[Typed, ...]) -> list[Value] | None:
        values: list[Value] = []
        for node in nodes:
            value = self.value(node)
            if value is None:
                return None
            values.append(value)
        return values

    def text(self, node: Typed) -> Value:
        return self.make("text", node.type, data=node.data)

    def field(self, node: Typed) -> Value | None:
        base = self.value(node.parts[0])
        if base is None:
            return None
        return self._part(base, self.view("field", node.type, base, data=node.data))

    def at(self, node: Typed) -> Value | None:
        base = self.value(node.parts[0])
        if base is None:
            return None
        index = self.value(node.parts[1])
        if index is None:
            return None
        site = self.site(node, "index")
        return self._part(base, self.view("at", node.type, base, index, site=site))

    def _part(self, base: Value, part: Register) -> Value:
        """A part of something that is about to go must be copied first."""
        if not (isinstance(base, Register) and base.owned):
            return part
        kept = self.make("clone", part.type, part) if is_heavy(part.type) else part
        self.drop(base)
        return kept

    # Calls.

    def call(self, node: Typed) -> Value | None:
        head = node.parts[0]
        values: list[Value] = []
        if head.op != "proc":
            callee = self.value(head)
            if callee is None:
                return None
            values.append(callee)
        stores = False
        borrowable: list[bool] = []
        for argument in reversed(node.parts[1:]):
            borrowable.append(not stores)
            stores = stores or self.writes.inside(argument)
        for argument in node.parts[1:]:
            value = self.borrow(argument) if borrowable.pop() else self.value(argument)
            if value is None:
                return None
            values.append(value)
        target = self.numbers[head.data] if isinstance(head.data, Procedure) else None
        site = self.site(node, "call")
        if isinstance(node.type, Never):
            self.emit("call", None, *values, data=target, site=site)
            return None
        result = self.make("call", node.type, *values, data=target, site=site)
        for value in values:
            self.drop(value)
        return result

    def builtin(self, node: Typed) -> Value | None:
        name = node.data
        assert isinstance(name, str)
        if name in {"len", "write", "writeErr", "readFile"}:
            value = self.borrow(node.parts[0])
            if value is None:
                return None
            result = self.make(name, node.type, value)
            self.drop(value)
            return result
        if name == "concat":
            return self._concat(node)
        values = self._operands(node.parts)
        if values is None:
            return None
        first = values[0]
        if name in _CHECKED and first.type is not FLOAT:
            return self.make("checked", node.type, *values, data=name, site=self.site(node, name))
        return self.make("pure", node.type, *values, data=name)

    def _concat(self, node: Typed) -> Value | None:
        """Make a longer copy; of plain elements the original need not be copied before."""
        source, element = node.parts
        plain = not is_heavy(element.type) and not self.writes.inside(element)
        first = self.borrow(source) if plain else self.value(source)
        if first is None:
            return None
        second = self.value(element)
        if second is None:
            return None
        if not plain:
            first = self.own(first)
        second = self.own(second)
        result = self.make("concat", node.type, first, second, data=plain)
        if plain:
            self.drop(first)
        return result


_VALUES: Final[dict[str, Callable[[_Lowering, Typed], Value | None]]] = {
    "int": _Lowering.constant,
    "float": _Lowering.constant,
    "bool": _Lowering.constant,
    "proc": _Lowering.constant,
    "local": _Lowering.binder,
    "read": _Lowering.read,
    "inject": _Lowering.inject,
    "as": _Lowering.same,
    "exprs": _Lowering.exprs,
    "unreachable": _Lowering.unreachable,
    "return": _Lowering.give_back,
    "if": _Lowering.branch,
    "and": _Lowering.logic,
    "or": _Lowering.logic,
    "while": _Lowering.loop,
    "match": _Lowering.match,
    "asgn": _Lowering.store,
    "decl": _Lowering.declare,
    "tuple": _Lowering.construct,
    "record": _Lowering.construct,
    "array": _Lowering.construct,
    "seq": _Lowering.construct,
    "text": _Lowering.text,
    "field": _Lowering.field,
    "at": _Lowering.at,
    "call": _Lowering.call,
    "builtin": _Lowering.builtin,
}
