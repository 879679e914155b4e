"""The reduction of the specification: the leftmost expression whose operands are values is next.

Every kind of expression is a generator that asks for the values of its operands and gives its own;
a stack of them is the context around the expression that is reduced.  So a program of any depth
is run without depth of ours, and it can be looked at between any two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from time import monotonic
from typing import Any, ClassVar, TypeAlias

from confty.kit.footprint import resident
from confty.kit.limits import Limits, OutOfMemory, OutOfTime
from confty.languages.phy import library
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import VALUE, Checked, Procedure, Typed, Variable
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, LoweredProcedure
from confty.languages.phy.evaluator.traps import INNER, OUTER, past_limit, worded
from confty.languages.phy.stepping.operations import Stuck, computed, element, stored
from confty.records import Record
from confty.text import Diagnostic, Frame, Span
from confty.types import Type, canonical

Work: TypeAlias = Generator[Any, Any, Any]
# Steps between two looks at the clock and at the memory.
_TURN = 1000


class ReducedStep(metaclass=Record):
    """One reduction: an expression, and the value that takes its place."""

    node: Typed
    value: object
    depth: int


class Entered(metaclass=Record):
    """A call that begins: the body of a procedure takes its place."""

    node: Typed
    procedure: Procedure
    depth: int


class ArrivedLines:
    """The line that each running procedure is at: coming back from a call is no arrival."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: list[int] = []

    def arrive(self, line: int, event: ReducedStep | Entered, running: int) -> bool:
        """Note the line of an event while so many procedures run; tell whether it is a new one."""
        depth = running - isinstance(event, Entered)
        del self.known[depth:]
        self.known.extend([0] * (depth - len(self.known)))
        before, self.known[depth - 1] = self.known[depth - 1], line
        return line != before


class _Leave(metaclass=Record):
    """The value that a procedure is left with."""

    value: object


class _Call(metaclass=Record):
    """A call whose operands are values."""

    node: Typed
    callee: Procedure
    arguments: list[object]
    depth: int


class Activation:
    """A procedure that runs: its variables, from where it was called, and how deep that is."""

    __slots__ = ("call", "depth", "height", "names", "procedure")

    def __init__(self, procedure: Procedure, call: Typed | None, depth: int, height: int) -> None:
        self.procedure, self.call = procedure, call
        self.depth, self.height = depth, height
        self.names: dict[Variable, object] = {}


class Reduction:
    """One run of a checked program, a step at a time.

    The limit on time is for what it runs from one stop to the next: nobody is hurried who looks.
    """

    def __init__(
        self,
        checked: Checked,
        effects: Effects,
        deepest: int = DEEPEST_CALL,
        limits: Limits | None = None,
    ) -> None:
        assert checked.entry is not None
        assert checked.entry.body is not None
        self.checked = checked
        self.effects = effects
        self.tags: dict[Type, int] = {}
        weight = LoweredProcedure(0, checked.entry).weight
        self.deepest = max(deepest, weight)
        self.calls = [Activation(checked.entry, None, weight, 0)]
        self.result: object = None
        self.failure: Diagnostic | None = None
        self.node: Typed = checked.entry.body
        self.limits = limits or Limits()
        self.memory_before = resident()
        self.stopped_last = monotonic()

    def go_on(self) -> None:
        """Begin to run after a stop."""
        self.stopped_last = monotonic()

    def _within_limits(self) -> None:
        """Raise what says that the run has gone too far."""
        seconds, memory = self.limits.seconds, self.limits.memory
        if seconds is not None and monotonic() - self.stopped_last > seconds:
            raise OutOfTime(seconds)
        if memory is not None and resident() - self.memory_before > memory:
            raise OutOfMemory(memory)

    @property
    def members(self) -> dict[int, Type]:
        """The members of unions by their numbers."""
        return {tag: member for member, tag in self.tags.items()}

    def tag(self, member: Type) -> int:
        """Return the number of a union member."""
        return self.tags.setdefault(canonical(member), len(self.tags))

    def steps(self) -> Iterator[ReducedStep | Entered | None]:
        """Run; between any two reductions the caller may look around.

        None is a loop that begins another turn: there may be no reductions in it.
        """
        assert self.checked.entry is not None
        assert self.checked.entry.body is not None
        stack: list[Work] = [self._value(self.checked.entry.body)]
        given: object = None
        turns = 0
        try:
            while stack:
                try:
                    asked = stack[-1].send(given)
                except StopIteration as done:
                    stack.pop()
                    given = done.value
                    continue
                given = None
                if asked is None or isinstance(asked, ReducedStep | Entered):
                    self.node = self.node if asked is None else asked.node
                    turns += 1
                    if turns % _TURN == 0:
                        self._within_limits()
                    yield asked
                elif isinstance(asked, _Leave):
                    del stack[self.calls[-1].height :]
                    given = asked.value
                elif isinstance(asked, _Call):
                    stack.append(self._called(asked, len(stack)))
                else:
                    stack.append(asked)
        except Stuck as stuck:
            self.failure = self._told(stuck)
            return
        except (OutOfTime, OutOfMemory, MemoryError) as error:
            stack.clear()
            self.failure = past_limit(error, self._span(self.node))
            return
        self.result = given

    def _told(self, stuck: Stuck) -> Diagnostic:
        finding = worded(stuck.what, self._span(stuck.node), stuck.details, self.deepest)
        frames: list[Frame] = []
        calls = [one for one in reversed(self.calls) if one.call is not None]
        for index, one in enumerate(calls):
            assert one.call is not None
            if index < INNER or index >= len(calls) - OUTER:
                frames.append(Frame(self._span(one.call), one.procedure.name or "(program)"))
            elif index == INNER:
                frames.append(Frame(None, f"{len(calls) - INNER - OUTER:,} more calls"))
        return finding.with_trail(tuple(frames))

    def _span(self, node: Typed) -> Span:
        return Span(self.checked.source, node.start, node.end)

    # Expressions.

    def _value(self, node: Typed) -> Work:
        return self._BY_KIND[type(node)](self, node)

    def _step(self, node: Typed, value: object) -> ReducedStep:
        return ReducedStep(node, value, len(self.calls))

    def _effect(self, node: Typed) -> Work:
        return self._value(node) if node.place == VALUE else self._place(node)

    def _on_number(self, node: tree.Number) -> Work:
        yield from ()
        return node.value

    def _on_text(self, node: tree.Text) -> Work:
        yield from ()
        return list(node.text)

    def _on_procedure_name(self, node: tree.ProcedureName) -> Work:
        yield from ()
        return node.procedure

    def _on_variable_name(self, node: tree.VariableName) -> Work:
        value = self.calls[-1].names[node.variable]
        yield self._step(node, value)
        return value

    def _place(self, node: Typed) -> Work:
        """Find a location: its variable and the way into it, followed later."""
        if isinstance(node, tree.VariableName):
            return node.variable, ()
        if isinstance(node, tree.Exprs):
            for part in node.expressions[:-1]:
                yield self._effect(part)
            return (yield self._place(node.expressions[-1]))
        assert isinstance(node, tree.Field | tree.At)
        variable, path = yield self._place(node.base)
        if isinstance(node, tree.Field):
            return variable, (*path, (node, node.position))
        index = yield self._value(node.index)
        return variable, (*path, (node, index))

    def _on_read(self, node: tree.Read) -> Work:
        variable, path = yield self._place(node.location)
        value = self.calls[-1].names[variable]
        for step, index in path:
            value = element(value, step, index, self.tag)
        yield self._step(node, value)
        return value

    def _on_assign(self, node: tree.Assign) -> Work:
        variable, path = yield self._place(node.target)
        value = yield self._value(node.value)
        names = self.calls[-1].names
        names[variable] = stored(names[variable], path, value, self.tag)
        yield self._step(node, ())
        return ()

    def _on_declare(self, node: tree.Declare) -> Work:
        value = yield self._value(node.value)
        self.calls[-1].names[node.variable] = value
        yield self._step(node, ())
        return ()

    # Control flow.

    def _on_exprs(self, node: tree.Exprs) -> Work:
        for part in node.expressions[:-1]:
            yield self._effect(part)
        return (yield self._value(node.expressions[-1]))

    def _on_if(self, node: tree.If) -> Work:
        holds = yield self._value(node.condition)
        return (yield self._value(node.body if holds else node.other))

    def _on_logic(self, node: tree.Logic) -> Work:
        left = yield self._value(node.left)
        if left is not (node.word == "and"):
            return left
        return (yield self._value(node.right))

    def _on_while(self, node: tree.While) -> Work:
        while node.endless or (yield self._value(node.condition)):
            yield self._effect(node.body)
            yield None
        return ()

    def _on_return(self, node: tree.Return) -> Work:
        value = yield self._value(node.value)
        yield self._step(node, value)
        yield _Leave(value)
        raise AssertionError("control does not come back")

    def _on_unreachable(self, node: tree.Unreachable) -> Work:
        yield from ()
        raise Stuck("unreachable", node)

    def _on_match(self, node: tree.Match) -> Work:
        tag, inner = yield self._value(node.union)
        for rule in node.rules:
            if self.tag(rule.variable.type) == tag:
                self.calls[-1].names[rule.variable] = inner
                return (yield self._value(rule.body))
        raise AssertionError("a union holds one of its members")

    # Making values and taking them apart.

    def _all(self, nodes: tuple[Typed, ...]) -> Work:
        values: list[object] = []
        for node in nodes:
            value = yield self._value(node)
            values.append(value)
        return values

    def _on_inject(self, node: tree.Inject) -> Work:
        return self.tag(node.value.type), (yield self._value(node.value))

    def _on_as(self, node: tree.As) -> Work:
        return (yield self._value(node.value))

    def _on_make_tuple(self, node: tree.MakeTuple) -> Work:
        return tuple((yield self._all(node.members)))

    def _on_make_list(self, node: tree.MakeList) -> Work:
        return (yield self._all(node.elements))

    def _on_make_record(self, node: tree.MakeRecord) -> Work:
        found = dict(zip(node.names, (yield self._all(node.members)), strict=True))
        return tuple([found[name] for name in sorted(found)])

    def _on_field(self, node: tree.Field) -> Work:
        base = yield self._value(node.base)
        yield self._step(node, base[node.position])
        return base[node.position]

    def _on_at(self, node: tree.At) -> Work:
        base = yield self._value(node.base)
        index = yield self._value(node.index)
        value = element(base, node, index, self.tag)
        yield self._step(node, value)
        return value

    # Calls.

    def _on_call(self, node: tree.Call) -> Work:
        callee = yield self._value(node.callee)
        arguments = yield self._all(node.arguments)
        depth = self.calls[-1].depth + LoweredProcedure(0, callee).weight
        if depth > self.deepest:
            raise Stuck("call", node)
        value = yield _Call(node, callee, arguments, depth)
        yield self._step(node, value)
        return value

    def _called(self, call: _Call, height: int) -> Work:
        """Put the body of a procedure where its call stood."""
        node, callee = call.node, call.callee
        assert callee.body is not None
        # The height of the stack with this on it: leaving takes off what is above.
        activation = Activation(callee, node, call.depth, height + 1)
        activation.names.update(zip(callee.parameters, call.arguments, strict=True))
        self.calls.append(activation)
        yield Entered(node, callee, len(self.calls))
        value = yield self._value(callee.body)
        self.calls.pop()
        return value

    def _on_builtin_call(self, node: tree.BuiltinCall) -> Work:
        operands = yield self._all(node.operands)
        lowering = node.builtin.lowering
        value: object
        if isinstance(lowering, library.Writing):
            self.effects.write(lowering.stream, bytes(operands[0]))
            value = ()
        elif isinstance(lowering, library.Reading):
            value = list(self.effects.read(bytes(operands[0])))
        else:
            value = computed(node, operands)
        yield self._step(node, value)
        return value

    # Which of them reduces which kind of expression.
    _BY_KIND: ClassVar[dict[type, Callable[[Any, Any], Work]]] = {
        tree.Number: _on_number,
        tree.Text: _on_text,
        tree.ProcedureName: _on_procedure_name,
        tree.VariableName: _on_variable_name,
        tree.Read: _on_read,
        tree.Assign: _on_assign,
        tree.Declare: _on_declare,
        tree.Exprs: _on_exprs,
        tree.If: _on_if,
        tree.Logic: _on_logic,
        tree.While: _on_while,
        tree.Return: _on_return,
        tree.Unreachable: _on_unreachable,
        tree.Match: _on_match,
        tree.Inject: _on_inject,
        tree.As: _on_as,
        tree.MakeTuple: _on_make_tuple,
        tree.MakeList: _on_make_list,
        tree.MakeRecord: _on_make_record,
        tree.Field: _on_field,
        tree.At: _on_at,
        tree.Call: _on_call,
        tree.BuiltinCall: _on_builtin_call,
    }
