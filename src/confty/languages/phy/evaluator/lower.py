"""The checked tree to linear code: order of evaluation, reads and ownership made explicit.

``value`` lowers an expression to a value, ``place`` one to a location.  Both return None where
control never arrives; nothing is emitted from there to the end of the region.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.languages.phy import library
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Checked, Procedure, Typed
from confty.languages.phy.evaluator import code, places
from confty.languages.phy.evaluator.analysis import Writes, is_scalar, is_simple, reached
from confty.languages.phy.evaluator.bounds import mark_sure
from confty.languages.phy.evaluator.builtin_calls import BuiltinCalls
from confty.languages.phy.evaluator.emitter import Emitter
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, Lowered, LoweredProcedure
from confty.languages.phy.evaluator.memory import is_heavy
from confty.languages.phy.parser import DEEPEST
from confty.types import BOOL, UNIT, Never, Type

# The frames of Python that lowering may take: the most for one level of nesting, and some more.
_FRAMES: Final = DEEPEST * 8 + 10_000
_NOTHING: Final = places.Constant((), UNIT)
_Rarer: TypeAlias = (
    tree.Logic | tree.While | tree.Match | tree.Return | tree.Text | tree.ProcedureName
    | tree.Unreachable | tree.Broken
)  # fmt: skip


def lower(
    checked: Checked, deepest_call: int = DEEPEST_CALL, entry: Procedure | None = None
) -> Lowered:
    """Lower every procedure that an entry may reach, the entry last."""
    entry = entry or checked.entry
    assert entry is not None
    needed = reached(entry)
    kept = [one for one in checked.procedures if one in needed and one is not entry]
    program = _lowered([*kept, entry], deepest_call)
    program.allow(program.bodies[-1])
    return program


def lower_all(checked: Checked, deepest_call: int = DEEPEST_CALL) -> Lowered:
    """Lower all procedures of a file, in their order."""
    program = _lowered(checked.procedures, deepest_call)
    for body in program.bodies:
        program.allow(body)
    return program


def _lowered(kept: list[Procedure], deepest_call: int) -> Lowered:
    program = Lowered(deepest_call)
    numbers = {procedure: number for number, procedure in enumerate(kept)}
    with uncollected(), room_for(_FRAMES):
        for procedure in kept:
            program.bodies.append(_Lowering(program, procedure, numbers).run())
            mark_sure(program.bodies[-1])
    return program


class _Lowering:
    """One procedure."""

    def __init__(
        self, program: Lowered, procedure: Procedure, numbers: dict[Procedure, int]
    ) -> None:
        self.program = program
        self.procedure = procedure
        self.numbers = numbers
        self.body = LoweredProcedure(numbers[procedure], procedure)
        self.out = Emitter(program, self.body)
        self.writes = Writes()
        self.builtins = BuiltinCalls(self, self.out, self.writes)
        for parameter in procedure.parameters:
            self.body.parameters.append(self.out.variable(parameter))

    def run(self) -> LoweredProcedure:
        assert self.procedure.body is not None
        self.finish(self.procedure.body)
        return self.body

    def finish(self, node: Typed) -> None:
        """Lower an expression whose value is the result; each branch returns its own."""
        if isinstance(node, tree.Exprs):
            if self._effects(node):
                self.finish(node.expressions[-1])
        elif isinstance(node, tree.If) and not is_simple(node.body, node.other):
            self._finish_branches(node)
        else:
            value = self.value(node)
            if value is not None:
                self.out.leave(self.out.own(value))

    def _finish_branches(self, node: tree.If) -> None:
        condition = self.value(node.condition)
        if condition is None:
            return
        self.out.open(code.Branch(condition, wanted=True))
        before = len(self.out.live)
        self.finish(node.body)
        self.out.forget(before)
        self.out.emit(code.Otherwise())
        self.finish(node.other)
        self.out.forget(before)
        self.out.close()

    # Expressions.

    def value(self, node: Typed) -> places.Value | None:
        """Lower an expression to its value."""
        match node:
            case tree.Number():
                return places.Constant(node.value, node.type)
            case tree.Read():
                return self.read(node)
            case tree.BuiltinCall():
                return self.builtins.call(node)
            case tree.MakeTuple() | tree.MakeRecord():
                return self.make_tuple(node)
            case tree.MakeList():
                return self.make_list(node)
            case tree.Inject():
                return self.inject(node)
            case tree.Exprs():
                return self.value(node.expressions[-1]) if self._effects(node) else None
            case tree.If():
                return self.branch(node)
            case tree.Declare():
                return self.declare(node)
            case tree.Assign():
                return self.store(node)
            case tree.At():
                return self.at(node)
            case tree.Field():
                return self.field(node)
            case tree.VariableName():
                return self.out.get(self.out.variable(node.variable))
            case tree.Call():
                return self.call(node)
            case tree.As():
                return self.value(node.value)
            case _:
                return self._rarer(node)

    def _rarer(self, node: _Rarer) -> places.Value | None:
        match node:
            case tree.Logic():
                return self.logic(node)
            case tree.While():
                return self.loop(node)
            case tree.Match():
                return self.match(node)
            case tree.Return():
                self.finish(node.value)
                return None
            case tree.Text():
                return self.out.give(code.MakeText(self.out.made(node.type), node.text))
            case tree.ProcedureName():
                return places.Constant(self.numbers[node.procedure], node.type)
            case tree.Unreachable():
                self.out.emit(code.Unreachable(self.out.site(node, "unreachable")))
                return None
            case tree.Broken():
                raise AssertionError("a program with mistakes is not run")
            case _:
                assert_never(node)

    def effect(self, node: Typed) -> bool:
        """Lower an expression nobody wants the value of; tell whether control goes on."""
        if node.place != tree.VALUE:
            return self.place(node) is not None
        value = self.value(node)
        self.out.drop(value)
        return value is not None

    def _effects(self, node: tree.Exprs) -> bool:
        """Lower all but the last of a list; tell whether control goes on."""
        # Not with ``all``: a level of nesting must not take a level of the machine's stack.
        for part in node.expressions[:-1]:  # noqa: SIM110  each part is lowered
            if not self.effect(part):
                return False
        return True

    def values(self, nodes: tuple[Typed, ...]) -> list[places.Value] | None:
        """Lower operands, from the left."""
        values: list[places.Value] = []
        for node in nodes:
            value = self.value(node)
            if value is None:
                return None
            values.append(value)
        return values

    def read(self, node: tree.Read) -> places.Value | None:
        place = self.place(node.location)
        if place is None:
            return None
        if place.steps:
            return self.out.give(code.Load(self.out.made(place.type), place))
        found = self.out.get(place.slot)
        return self.out.clone(found) if is_heavy(place.type) else found

    def borrow(self, node: Typed) -> places.Value | None:
        """Lower an operand that is only looked at: a location need not be copied for it."""
        if not isinstance(node, tree.Read) or not is_heavy(node.type):
            return self.value(node)
        place = self.place(node.location)
        if place is None:
            return None
        if place.steps:
            return self.out.give(code.Peek(self.out.borrowed(place.type), place))
        return self.out.get(place.slot)

    # Control flow.

    def branch(self, node: tree.If) -> places.Value | None:
        condition = self.value(node.condition)
        if condition is None:
            return None
        if is_scalar(node.type) and is_simple(node.body, node.other):
            first, second = self.value(node.body), self.value(node.other)
            assert first is not None
            assert second is not None
            return self.out.give(code.Select(self.out.made(node.type), condition, first, second))
        join = self._join(node.type)
        self.out.open(code.Branch(condition, wanted=True))
        first_arrives = self._arm(node.body, join)
        second_arrives = True
        if not isinstance(node.other, tree.MakeTuple) or node.other.members:
            self.out.emit(code.Otherwise())
            second_arrives = self._arm(node.other, join)
        self.out.close()
        return self._joined(join, first_arrives or second_arrives)

    def _join(self, type_: Type) -> places.Slot | None:
        """Make the slot where branches leave their value; unit and void need none."""
        return None if type_ is UNIT or isinstance(type_, Never) else self.out.join(type_)

    def _arm(self, node: Typed, join: places.Slot | None) -> bool:
        """Lower one branch; tell whether control leaves it at its end."""
        before = len(self.out.live)
        if join is None:
            arrives = self.effect(node)
        else:
            value = self.value(node)
            arrives = value is not None
            if value is not None:
                self.out.emit(code.Set(join, self.out.own(value)))
        self.out.forget(before)
        return arrives

    def _joined(self, join: places.Slot | None, arrives: bool) -> places.Value | None:
        if not arrives:
            return None
        if join is None:
            return _NOTHING
        return self.out.give(code.Take(self.out.made(join.type), join))

    def logic(self, node: tree.Logic) -> places.Value | None:
        first = self.value(node.left)
        if first is None:
            return None
        if is_simple(node.right):
            second = self.value(node.right)
            assert second is not None
            return self.out.give(code.Combine(self.out.made(BOOL), node.word, first, second))
        join = self.out.join(BOOL)
        self.out.emit(code.Set(join, first))
        self.out.open(code.Branch(self.out.get(join), wanted=node.word == "and"))
        self._arm(node.right, join)
        self.out.close()
        return self.out.get(join)

    def loop(self, node: tree.While) -> places.Value | None:
        self.out.open_loop()
        before = len(self.out.live)
        condition: places.Value | None = _NOTHING
        if not node.endless:
            condition = self.value(node.condition)
            if condition is not None:
                self.out.emit(code.While(condition))
        if condition is not None:
            self.effect(node.body)
        self.out.forget(before)
        self.out.close_loop()
        return None if node.endless or condition is None else _NOTHING

    def match(self, node: tree.Match) -> places.Value | None:
        writes = any(self.writes.inside(rule.body) for rule in node.rules)
        value = self.value(node.union) if writes else self.borrow(node.union)
        if value is None:
            return None
        join = self._join(node.type)
        arrives = False
        owned = isinstance(value, places.Register) and value.owned
        if isinstance(value, places.Register) and owned:
            del self.out.live[value]
        last = len(node.rules) - 1
        for index, rule in enumerate(node.rules):
            kind = rule.variable.type
            tag = self.program.tag(kind)
            if index < last:
                asked = self.out.give(code.IsMember(self.out.borrowed(BOOL), value, tag))
                self.out.open(code.Branch(asked, wanted=True))
            into = self.out.made(kind) if owned else self.out.borrowed(kind)
            payload = self.out.own(self.out.give(code.TakeMember(into, value)))
            self.out.emit(code.Set(self.out.variable(rule.variable), payload))
            arrives = self._arm(rule.body, join) or arrives
            if index < last:
                self.out.emit(code.Otherwise())
        for _ in range(last):
            self.out.close()
        return self._joined(join, arrives)

    # Places.

    def place(self, node: Typed) -> places.Location | None:
        match node:
            case tree.VariableName():
                return places.Location(self.out.variable(node.variable), (), node.type)
            case tree.Exprs():
                return self.place(node.expressions[-1]) if self._effects(node) else None
            case tree.Field():
                base = self.place(node.base)
                if base is None:
                    return None
                step: places.PlaceStep = places.FieldStep(base.type, node.type, node.position)
            case tree.At():
                base = self.place(node.base)
                index = self.value(node.index) if base is not None else None
                if base is None or index is None:
                    return None
                site = self.out.site(node, "index")
                step = places.IndexStep(base.type, node.type, index, site)
            case _:
                raise AssertionError("only these name locations")
        return places.Location(base.slot, (*base.steps, step), node.type)

    def store(self, node: tree.Assign) -> places.Value | None:
        appended = self._appended(node)
        if appended is not None:
            slot, element = appended
            last = self.value(element)
            if last is None:
                return None
            self.out.emit(code.Append(slot, self.out.own(last)))
            return _NOTHING
        place = self.place(node.target)
        if place is None:
            return None
        value = self.value(node.value)
        if value is None:
            return None
        value = self.out.own(value)
        self.out.emit(code.StoreAt(place, value) if place.steps else code.Set(place.slot, value))
        return _NOTHING

    def _appended(self, node: tree.Assign) -> tuple[places.Slot, Typed] | None:
        """See through ``s = concat(s, e)``, with nothing in ``e`` that changes ``s``."""
        match node:
            case tree.Assign(
                target=tree.VariableName(variable=variable),
                value=tree.BuiltinCall(
                    builtin=library.Builtin(lowering=library.Concatenation()),
                    operands=(tree.Read(location=tree.VariableName(variable=source)), element),
                ),
            ) if source is variable and not self.writes.inside(element):
                return self.out.variable(variable), element
            case _:
                return None

    def declare(self, node: tree.Declare) -> places.Value | None:
        value = self.value(node.value)
        if value is None:
            return None
        value = self.out.own(value)
        self.out.emit(code.Set(self.out.variable(node.variable), value))
        return _NOTHING

    # Making and taking apart.

    def inject(self, node: tree.Inject) -> places.Value | None:
        value = self.value(node.value)
        if value is None:
            return None
        value = self.out.own(value)
        tag = self.program.tag(node.value.type)
        return self.out.give(code.Inject(self.out.made(node.type), value, tag))

    def make_tuple(self, node: tree.MakeTuple | tree.MakeRecord) -> places.Value | None:
        if not node.members:
            return _NOTHING
        values = self.values(node.members)
        if values is None:
            return None
        if isinstance(node, tree.MakeRecord):
            order = sorted(range(len(values)), key=node.names.__getitem__)
            values = [values[index] for index in order]
        parts = tuple([self.out.own(value) for value in values])
        return self.out.give(code.MakeTuple(self.out.made(node.type), parts))

    def make_list(self, node: tree.MakeList) -> places.Value | None:
        values = self.values(node.elements)
        if values is None:
            return None
        elements = tuple([self.out.own(value) for value in values])
        return self.out.give(code.MakeList(self.out.made(node.type), elements))

    def field(self, node: tree.Field) -> places.Value | None:
        base = self.value(node.base)
        if base is None:
            return None
        into = self.out.borrowed(node.type)
        return self._part(base, self.out.give(code.Field(into, base, node.position)))

    def at(self, node: tree.At) -> places.Value | None:
        base = self.value(node.base)
        if base is None:
            return None
        index = self.value(node.index)
        if index is None:
            return None
        site = self.out.site(node, "index")
        into = self.out.borrowed(node.type)
        return self._part(base, self.out.give(code.At(into, base, index, site)))

    def _part(self, base: places.Value, part: places.Register) -> places.Value:
        """A part of something that is about to go must be copied first."""
        if not (isinstance(base, places.Register) and base.owned):
            return part
        kept = self.out.clone(part) if is_heavy(part.type) else part
        self.out.drop(base)
        return kept

    # Calls.

    def call(self, node: tree.Call) -> places.Value | None:
        callee: int | places.Value | None
        if isinstance(node.callee, tree.ProcedureName):
            callee = self.numbers[node.callee.procedure]
        else:
            callee = self.value(node.callee)
        if callee is None:
            return None
        arguments = self._arguments(node.arguments)
        if arguments is None:
            return None
        site = self.out.site(node, "call")
        if isinstance(node.type, Never):
            self.out.emit(code.Call(None, callee, arguments, site))
            return None
        result = self.out.made(node.type)
        self.out.emit(code.Call(result, callee, arguments, site))
        for value in arguments if isinstance(callee, int) else (callee, *arguments):
            self.out.drop(value)
        return result

    def _arguments(self, nodes: tuple[Typed, ...]) -> tuple[places.Value, ...] | None:
        """Lower arguments; one is borrowed if no later one writes."""
        stores = False
        borrowable: list[bool] = []
        for node in reversed(nodes):
            borrowable.append(not stores)
            stores = stores or self.writes.inside(node)
        values: list[places.Value] = []
        for node in nodes:
            value = self.borrow(node) if borrowable.pop() else self.value(node)
            if value is None:
                return None
            values.append(value)
        return tuple(values)
