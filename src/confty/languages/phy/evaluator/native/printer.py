"""Linear code to LLVM text.

Slots are memory on the stack, which the optimiser turns into registers.  A register of the
linear code is a value, or memory too where blocks are chosen by number: there no block stands
before another for sure.  That form is used when regions nest so deeply that a compiler built
for people's programs would choke on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.languages.phy.evaluator.code import (
    DEEPEST,
    Body,
    Constant,
    Instruction,
    Program,
    Register,
    Slot,
    Value,
    is_heavy,
    signature,
)
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.layout import Layout
from confty.languages.phy.evaluator.native.operations import Operations, Texts, literal
from confty.types import Never

_DEEPEST_REGION: Final = 100
_DEEPEST_LOOP: Final = 40
_UNLIKELY: Final = "!prof !5"


class FunctionPrinter(Operations):
    """One procedure."""

    def __init__(
        self, program: Program, body: Body, layout: Layout, copies: Copies, texts: Texts
    ) -> None:
        super().__init__(program, layout, copies, texts)
        self.body = body
        self.flat = is_flat(body)
        self.names: dict[int, str] = {}
        self.allocated: list[str] = []
        # What the open regions need at their end: labels, and whether an else came.
        self.regions: list[tuple[str, str, str]] = []
        self.numbers: list[str] = []
        self.own_name = ""

    def run(self, level: int = 0, levels: int = 0) -> str:
        """Print the procedure; of several levels, each calls the next where it calls itself."""
        body = self.body
        self.own_name = _level_name(body.number, level + 1 if level < levels else 0)
        word = self.layout.type(body.result)
        parameters = ["i64 %d"]
        for slot in body.slots:
            self._allocate(slot)
        for slot in body.parameters:
            type_ = self.layout.type(slot.type)
            parameters.append(f"{type_} %a{slot.number}")
            self.line(f"store {type_} %a{slot.number}, ptr %x{slot.number}")
        self._enter(body.weight)
        for instruction in body.code:
            _PRINTERS[instruction.op](self, instruction)
        self.leave("unreachable")
        self._dispatch()
        self._ends()
        name = _level_name(body.number, level)
        head = f"define internal fastcc {word} {name}({', '.join(parameters)})"
        attributes = "nounwind noinline optnone" if self.flat else "nounwind"
        if level:
            attributes = "nounwind alwaysinline"
        lines = "\n".join(["entry:", *self.allocated, *self.lines])
        return f"; {_comment(body.name)}\n{head} {attributes} {{\n{lines}\n}}\n"

    def _allocate(self, slot: Slot) -> None:
        word = self.layout.type(slot.type)
        self.allocated.append(f"  %x{slot.number} = alloca {word}")
        if is_heavy(slot.type) and slot.kind in _OWNERS:
            self.allocated.append(f"  store {word} zeroinitializer, ptr %x{slot.number}")

    def _enter(self, weight: int) -> None:
        self.line(f"%depth = add i64 %d, {weight}")
        deep = self.name(f"icmp sgt i64 %depth, {self.program.deepest}")
        self.line(f"br i1 {deep}, label %deep, label %start, {_UNLIKELY}")
        self.lines.append("start:")
        if self.flat:
            self.allocated.append("  %b = alloca ptr")
            self._go("first")
            self._begin("first")

    def _ends(self) -> None:
        self.lines.append("deep:")
        self.line("call void @too_deep(i64 %d)")
        self.line("unreachable")

    # Blocks chosen by number.

    def _go(self, label: str) -> None:
        """End a block by going to another."""
        if self.left:
            return
        if self.flat:
            self.line(f"store ptr blockaddress(@p{self.body.number}, %{label}), ptr %b")
            self.leave("br label %choose")
        else:
            self.leave(f"br label %{label}")

    def _choose(self, condition: str, yes: str, no: str) -> None:
        if not self.flat:
            self.leave(f"br i1 {condition}, label %{yes}, label %{no}")
            return
        function = f"@p{self.body.number}"
        addresses = f"ptr blockaddress({function}, %{yes}), ptr blockaddress({function}, %{no})"
        target = self.name(f"select i1 {condition}, {addresses}")
        self.line(f"store ptr {target}, ptr %b")
        self.leave("br label %choose")

    def _begin(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.left = False
        if self.flat:
            self.numbers.append(label)

    def _dispatch(self) -> None:
        if self.flat:
            self.lines.append("choose:")
            target = self.name("load ptr, ptr %b")
            labels = ", ".join([f"label %{label}" for label in self.numbers])
            self.line(f"indirectbr ptr {target}, [ {labels} ]")

    # Values.

    def value(self, value: Value) -> str:
        """Return the name or the text of a value."""
        if isinstance(value, Constant):
            return literal(value)
        if self.flat:
            return self.name(f"load {self.layout.type(value.type)}, ptr %r{value.number}")
        return self.names[value.number]

    def keep(self, register: Register | None, text: str) -> None:
        """Let a register stand for what ``text`` names."""
        assert register is not None
        if self.flat:
            word = self.layout.type(register.type)
            self.allocated.append(f"  %r{register.number} = alloca {word}")
            self.line(f"store {word} {text}, ptr %r{register.number}")
        else:
            self.names[register.number] = text

    def trap(self, failed: str, site: int, left: str = "0", right: str = "0") -> None:
        """End the run when ``failed`` holds."""
        bad, good = self.label(), self.label()
        self.line(f"br i1 {failed}, label %{bad}, label %{good}, {_UNLIKELY}")
        self.lines.append(f"{bad}:")
        self.line(f"call void @trap(i64 {site}, i64 {left}, i64 {right}, i64 %depth)")
        self.line("unreachable")
        self.lines.append(f"{good}:")

    def reserve(self, word: str) -> str:
        """Reserve memory in the frame."""
        place = self.fresh()
        self.allocated.append(f"  {place} = alloca {word}")
        return place

    # Slots.

    def get(self, one: Instruction) -> None:
        """Read a slot."""
        assert one.slot is not None
        word = self.layout.type(one.slot.type)
        self.keep(one.into, self.name(f"load {word}, ptr %x{one.slot.number}"))

    def set_slot(self, one: Instruction) -> None:
        """Write a slot, after dropping what it owned."""
        assert one.slot is not None
        slot = one.slot
        word = self.layout.type(slot.type)
        value = self.value(one.values[0])
        if is_heavy(slot.type) and slot.kind in _OWNERS:
            old = self.name(f"load {word}, ptr %x{slot.number}")
            self.copies.drop(self, old, slot.type)
        self.line(f"store {word} {value}, ptr %x{slot.number}")

    def load(self, one: Instruction) -> None:
        """Read a place."""
        assert one.place is not None
        found = self.read_place(one.place)
        if one.op == "load":
            found = self.copies.clone(self, found, one.place.type)
        self.keep(one.into, found)

    def store(self, one: Instruction) -> None:
        """Write a place."""
        assert one.place is not None
        self.write_place(one.place, self.value(one.values[0]))

    # Calls and ends.

    def call(self, one: Instruction) -> None:
        """Call a procedure; the site is noted for whoever wants the trail."""
        values = self.values(one)
        types = [self.layout.type(value.type) for value in one.values]
        if one.data is None:
            callee = values.pop(0)
            del types[0]
            result, _ = signature(one.values[0].type)
        else:
            assert isinstance(one.data, int)
            callee = self.own_name if one.data == self.body.number else f"@p{one.data}"
            result = self.program.bodies[one.data].result
        above = self.name("add i64 %depth, 1")
        shadow = f"[{DEEPEST + 2} x i32]"
        place = self.name(f"getelementptr {shadow}, ptr @shadow, i64 0, i64 {above}")
        self.line(f"store i32 {one.site}, ptr {place}")
        pairs = [f"{word} {value}" for word, value in zip(types, values, strict=True)]
        word = self.layout.type(result)
        text = f"call fastcc {word} {callee}({', '.join(['i64 %depth', *pairs])})"
        if isinstance(result, Never):
            self.line(text)
            self.leave("unreachable")
        else:
            self.keep(one.into, self.name(text))

    def write(self, one: Instruction) -> None:
        """Write a text to a stream."""
        stream = 1 if one.op == "write" else 2
        self.line(f"call void @put(i64 {stream}, ptr {self.value(one.values[0])})")
        self.keep(one.into, "0")

    def read_file(self, one: Instruction) -> None:
        """Read a file."""
        self.keep(one.into, self.name(f"call ptr @file(ptr {self.value(one.values[0])})"))

    def give_back(self, one: Instruction) -> None:
        """Leave the procedure; what its slots own goes with it."""
        value = self.value(one.values[0])
        for slot in self.body.slots:
            if is_heavy(slot.type) and slot.kind in _OWNERS:
                word = self.layout.type(slot.type)
                old = self.name(f"load {word}, ptr %x{slot.number}")
                self.copies.drop(self, old, slot.type)
        self.leave(f"ret {self.layout.type(self.body.result)} {value}")

    def unreachable(self, one: Instruction) -> None:
        """End the run here."""
        self.line(f"call void @trap(i64 {one.site}, i64 0, i64 0, i64 %depth)")
        self.leave("unreachable")

    # Regions.

    def branch(self, one: Instruction) -> None:
        """Open a branch."""
        condition = self.value(one.values[0])
        yes, no, after = self.label(), self.label(), self.label()
        if one.op == "unless":
            self._choose(condition, no, yes)
        else:
            self._choose(condition, yes, no)
        self.regions.append(("if", no, after))
        self._begin(yes)

    def otherwise(self, _one: Instruction) -> None:
        """Turn to the other branch."""
        _, no, after = self.regions.pop()
        self._go(after)
        self.regions.append(("else", no, after))
        self._begin(no)

    def loop(self, _one: Instruction) -> None:
        """Open a loop."""
        head, after = self.label(), self.label()
        self._go(head)
        self.regions.append(("loop", head, after))
        self._begin(head)

    def until(self, one: Instruction) -> None:
        """Leave the loop unless a condition holds."""
        body = self.label()
        self._choose(self.value(one.values[0]), body, self.regions[-1][2])
        self._begin(body)

    def end(self, _one: Instruction) -> None:
        """Close a branch or a loop."""
        kind, first, after = self.regions.pop()
        if kind == "loop" and not self.flat:
            self.leave(f"br label %{first}, !llvm.loop {self.texts.loop()}")
        self._go(first if kind == "loop" else after)
        if kind == "if":
            self._begin(first)
            self._go(after)
        self._begin(after)


def is_flat(body: Body) -> bool:
    """Whether a procedure nests so deeply that its blocks are chosen by number."""
    return body.depth > _DEEPEST_REGION or body.loops > _DEEPEST_LOOP


def self_calls(body: Body) -> int:
    """Count the calls by which a procedure calls itself."""
    return sum(one.op == "call" and one.data == body.number for one in body.code)


def _level_name(number: int, level: int) -> str:
    return f"@p{number}.{level}" if level else f"@p{number}"


_OWNERS: Final = {"local", "binder"}

_PRINTERS: Final[dict[str, Callable[[FunctionPrinter, Instruction], None]]] = {
    "get": FunctionPrinter.get,
    "take": FunctionPrinter.get,
    "set": FunctionPrinter.set_slot,
    "load": FunctionPrinter.load,
    "peek": FunctionPrinter.load,
    "store": FunctionPrinter.store,
    "checked": FunctionPrinter.checked,
    "pure": FunctionPrinter.pure,
    "sure": FunctionPrinter.sure,
    "and": FunctionPrinter.logic,
    "or": FunctionPrinter.logic,
    "select": FunctionPrinter.select,
    "tuple": FunctionPrinter.make_tuple,
    "list": FunctionPrinter.make_list,
    "text": FunctionPrinter.text,
    "field": FunctionPrinter.field,
    "at": FunctionPrinter.at,
    "inject": FunctionPrinter.make_union,
    "project": FunctionPrinter.take_member,
    "is": FunctionPrinter.is_member,
    "clone": FunctionPrinter.clone,
    "drop": FunctionPrinter.drop,
    "len": FunctionPrinter.len_of,
    "append": FunctionPrinter.append,
    "concat": FunctionPrinter.concat,
    "call": FunctionPrinter.call,
    "write": FunctionPrinter.write,
    "writeErr": FunctionPrinter.write,
    "readFile": FunctionPrinter.read_file,
    "return": FunctionPrinter.give_back,
    "trap": FunctionPrinter.unreachable,
    "if": FunctionPrinter.branch,
    "unless": FunctionPrinter.branch,
    "else": FunctionPrinter.otherwise,
    "loop": FunctionPrinter.loop,
    "until": FunctionPrinter.until,
    "end": FunctionPrinter.end,
}


def _comment(name: str) -> str:
    return "".join([letter if letter.isprintable() else "?" for letter in name])[:60]
