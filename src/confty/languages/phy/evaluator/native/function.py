"""A procedure of linear code as a function of LLVM text.

Slots are memory on the stack, which the optimiser turns into registers.  Each kind of
instruction has a part that prints it; this one deals with slots, calls and ends itself.
"""

from __future__ import annotations

from typing import Final, assert_never

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.loops import Counting, changed_by, counting_loops
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.memory import is_heavy
from confty.languages.phy.evaluator.native.control import Control
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.frame import NOTHING, NativeFrame
from confty.languages.phy.evaluator.native.guards import LoopGuards, rows_cell
from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.operations import ArithmeticWriter, Making
from confty.languages.phy.evaluator.native.places import PlaceWriter
from confty.languages.phy.evaluator.native.runtime import TAGS, UNLIKELY, part_at
from confty.languages.phy.evaluator.native.trails import Paths
from confty.languages.phy.evaluator.native.writer import FunctionWriter, Globals
from confty.languages.phy.evaluator.places import Slot
from confty.types import Function, Never, Type

_DEEPEST_REGION: Final = 100
_DEEPEST_LOOP: Final = 40
_OWNERS: Final = {"local", "binder"}
#: How procedures take the context: in a register that all of them leave alone.
CONTEXT: Final = "ptr swiftself noalias"


class FunctionPrinter:
    """One procedure."""

    def __init__(
        self,
        program: Lowered,
        body: LoweredProcedure,
        layout: MachineTypes,
        copies: Copies,
        globals_: Globals,
    ) -> None:
        self.program = program
        self.body = body
        self.layout = layout
        self.copies = copies
        self.out = FunctionWriter(program, layout)
        self.frame = NativeFrame(self.out, layout, flat=is_flat(body))
        self.control = Control(self.frame, globals_, body.number)
        self.places = PlaceWriter(self.frame, copies)
        self.arithmetic = ArithmeticWriter(self.frame)
        self.making = Making(self.frame, self.places, copies, globals_)
        self.own_name = ""
        self.level = 0
        # How calls of itself are noted, if not one by one.
        self.paths: Paths | None = None
        # The procedures that are put into those that call them.
        self.leaves: frozenset[int] = frozenset()
        # Slots with rows whose shortest is known at times.
        self.rows: set[int] = set()
        # Whether the stack is looked at where the procedure starts.
        self.checks_stack = True

    def run(self, level: int = 0, levels: int = 0) -> str:
        """Print the procedure; of several levels, each calls the next where it calls itself."""
        body = self.body
        self.level = level
        self.own_name = _level_name(body.number, level + 1 if level < levels else 0)
        word = self.layout.type(body.result)
        parameters = [f"{CONTEXT} %c", "i64 %d"]
        if level and (self.paths is not None or body.number in self.leaves):
            parameters.append("i32 %path")
            self.frame.before_paths = 0 if self.paths is None else self.paths.before
        for slot in body.slots:
            self._allocate(slot)
        for slot in body.parameters:
            type_ = self.layout.type(slot.type)
            parameters.append(f"{type_} %a{slot.number}")
            self.out.line(f"store {type_} %a{slot.number}, ptr %x{slot.number}")
        self._enter(body.weight)
        # One that calls nobody is covered by the room that is left for it below the limit.
        if self.checks_stack and any(isinstance(one, code.Call) for one in body.code):
            self._check_stack()
        self.control.start()
        self._all()
        self.out.leave("unreachable")
        self.control.finish()
        self._too_deep()
        name = _level_name(body.number, level)
        head = f"define internal fastcc {word} {name}({', '.join(parameters)})"
        attributes = "nounwind noinline optnone" if self.frame.flat else "nounwind"
        if level:
            attributes = "nounwind alwaysinline"
        lines = "\n".join(["entry:", *self.frame.allocated, *self.out.lines])
        return f"; {_comment(body.name)}\n{head} {attributes} {{\n{lines}\n}}\n"

    def _all(self) -> None:
        """Print the instructions; a loop that counts, twice."""
        loops = {} if self.frame.flat else counting_loops(self.body)
        for slot in {rows.place.slot for loop in loops.values() for rows in loop.rows}:
            self.rows.add(slot.number)
            self.frame.allocated.append(f"  {rows_cell(slot)} = alloca %R")
            self.frame.allocated.append(f"  store %R zeroinitializer, ptr {rows_cell(slot)}")
        instructions = self.body.code
        index = 0
        while index < len(instructions):
            loop = loops.get(index)
            if loop is None or self.out.left:
                self._instruction(instructions[index])
                self._forget_rows(instructions[index])
                index += 1
                continue
            slow, after = self.out.label(), self.out.label()
            self.frame.proven = LoopGuards(self.frame, loop, slow).write()
            self._loop(loop, after)
            self.frame.proven = NOTHING
            self.out.lines.append(f"{slow}:")
            self._loop(loop, after)
            self.out.lines.append(f"{after}:")
            index = loop.last + 1

    def _loop(self, loop: Counting, after: str) -> None:
        for one in self.body.code[loop.first : loop.last + 1]:
            self._instruction(one)
            self._forget_rows(one)
        self.out.leave(f"br label %{after}")
        self.out.left = False

    def _forget_rows(self, one: code.Instruction) -> None:
        """Forget how long the rows of a slot are that an instruction changed."""
        slot = changed_by(one)
        if slot is not None and slot.number in self.rows and not self.out.left:
            self.out.line(f"store ptr null, ptr {rows_cell(slot)}")

    def _allocate(self, slot: Slot) -> None:
        word = self.layout.type(slot.type)
        self.frame.allocated.append(f"  %x{slot.number} = alloca {word}")
        if _owns(slot):
            self.frame.allocated.append(f"  store {word} zeroinitializer, ptr %x{slot.number}")

    def _enter(self, weight: int) -> None:
        self.out.line(f"%depth = add i64 %d, {weight}")
        deep = self.out.name(f"icmp sgt i64 %depth, {self.program.deepest}")
        self.out.line(f"br i1 {deep}, label %deep, label %start, {UNLIKELY}")
        self.out.lines.append("start:")

    def _check_stack(self) -> None:
        """End the run unless the frame of this call starts where stack is left for it."""
        frame = self.out.name("call ptr @llvm.frameaddress.p0(i32 0)")
        address = self.out.name(f"ptrtoint ptr {frame} to i64")
        place = self.out.name(part_at("limit"))
        limit = self.out.name(f"load i64, ptr {place}{TAGS['context']}")
        full = self.out.name(f"icmp ult i64 {address}, {limit}")
        self.out.line(f"br i1 {full}, label %full, label %fits, {UNLIKELY}")
        self.out.lines.append("full:")
        self.out.line("call void @too_deep(ptr %c, i64 %d, i64 1)")
        self.out.line("unreachable")
        self.out.lines.append("fits:")

    def _too_deep(self) -> None:
        self.out.lines.append("deep:")
        self.frame.note_path()
        self.out.line("call void @too_deep(ptr %c, i64 %d, i64 0)")
        self.out.line("unreachable")

    def _instruction(self, one: code.Instruction) -> None:
        match one:
            case code.Set():
                self._set(one)
            case code.Get() | code.Take():
                self.frame.keep(one.into, self._held(one.slot))
            case code.MakingKind():
                self.making.make(one)
            case code.RegionKind():
                self.control.region(one)
            case code.ComputingKind():
                self.arithmetic.compute(one)
            case code.Call():
                self._call(one)
            case code.Return():
                self._return(one)
            case code.Load():
                found = self.places.read(one.place)
                self.frame.keep(one.into, self.copies.clone(self.out, found, one.place.type))
            case code.Peek():
                self.frame.keep(one.into, self.places.read(one.place))
            case code.StoreAt():
                self.places.write(one.place, self.frame.value(one.value))
            case code.Append():
                self.making.append(one)
            case code.Drop():
                self.copies.drop(self.out, self.frame.value(one.value), one.value.type)
            case code.Write() | code.ReadFile():
                self._effect(one)
            case code.Unreachable():
                self.frame.note_path()
                self.out.line(f"call void @trap(ptr %c, i64 {one.site}, i64 0, i64 0, i64 %depth)")
                self.out.leave("unreachable")
            case _:
                assert_never(one)

    # Slots.

    def _held(self, slot: Slot) -> str:
        return self.out.name(f"load {self.layout.type(slot.type)}, ptr %x{slot.number}")

    def _set(self, one: code.Set) -> None:
        """Write a slot, after dropping what it owned."""
        slot = one.slot
        value = self.frame.value(one.value)
        if _owns(slot):
            self.copies.drop(self.out, self._held(slot), slot.type)
        self.out.line(f"store {self.layout.type(slot.type)} {value}, ptr %x{slot.number}")

    # Calls and ends.

    def _call(self, one: code.Call) -> None:
        """Call a procedure; the site is noted for whoever wants the trail."""
        if isinstance(one.callee, int):
            own = one.callee == self.body.number
            leaf = one.callee in self.leaves
            callee = self.own_name if own else _level_name(one.callee, int(leaf))
            result: Type = self.program.bodies[one.callee].result
        else:
            callee = self.frame.value(one.callee)
            assert isinstance(one.callee.type, Function)
            result = one.callee.type.result
        words = [self.layout.type(value.type) for value in one.arguments]
        values = [self.frame.value(value) for value in one.arguments]
        passed = [f"{CONTEXT} %c", "i64 %depth", *self._noted(one, callee)]
        passed.extend([f"{word} {value}" for word, value in zip(words, values, strict=True)])
        word = self.layout.type(result)
        text = f"call fastcc {word} {callee}({', '.join(passed)})"
        if isinstance(result, Never):
            self.out.line(text)
            self.out.leave("unreachable")
        else:
            assert one.into is not None
            self.frame.keep(one.into, self.out.name(text))

    def _noted(self, one: code.Call, callee: str) -> list[str]:
        """Note where a call is made; or return what a level of this procedure gets for that."""
        number = str(one.site)
        if one.callee in self.leaves:
            return [f"i32 {number}"]
        if self.paths is not None:
            which = self.paths.sites.index(one.site)
            path = str(which + 1)
            if self.level:
                scaled = self.out.name(f"mul i32 %path, {len(self.paths.sites)}")
                path = self.out.name(f"add i32 {scaled}, {which + 1}")
            if callee != f"@p{self.body.number}":
                return [f"i32 {path}"]
            number = self.out.name(f"add i32 {path}, {self.paths.before}")
        self.frame.note_call(number, "%depth")
        return []

    def _effect(self, one: code.Write | code.ReadFile) -> None:
        """Write to a stream, or read a file."""
        value = self.frame.value(one.value)
        match one:
            case code.Write():
                self.out.line(f"call void @put(ptr %c, i64 {one.operator.stream}, %L {value})")
                self.frame.keep(one.into, "0")
            case code.ReadFile():
                self.frame.keep(one.into, self.out.name(f"call %L @file(ptr %c, %L {value})"))
            case _:
                assert_never(one)

    def _return(self, one: code.Return) -> None:
        """Leave the procedure; what its slots own goes with it."""
        value = self.frame.value(one.value)
        for slot in self.body.slots:
            if _owns(slot):
                self.copies.drop(self.out, self._held(slot), slot.type)
        self.out.leave(f"ret {self.layout.type(self.body.result)} {value}")


def _owns(slot: Slot) -> bool:
    """Whether a slot must be dropped before it is written or left."""
    return slot.kind in _OWNERS and is_heavy(slot.type)


def is_flat(body: LoweredProcedure) -> bool:
    """Whether a procedure nests so deeply that its blocks are chosen by number."""
    return body.depth > _DEEPEST_REGION or body.loops > _DEEPEST_LOOP


def _level_name(number: int, level: int) -> str:
    return f"@p{number}.{level}" if level else f"@p{number}"


def _comment(name: str) -> str:
    return "".join([letter if letter.isprintable() else "?" for letter in name])[:60]
