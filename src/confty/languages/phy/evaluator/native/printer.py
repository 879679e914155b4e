"""Linear code to LLVM text.

Slots are memory on the stack, which the optimiser turns into registers.  A register of the
linear code is a value, or memory too where blocks are chosen by number: there no block stands
before another for sure.  That form is used when regions nest so deeply that a compiler built
for people's programs would choke on it.
"""

from __future__ import annotations

import struct
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
from confty.languages.phy.evaluator.native.places import Places
from confty.languages.phy.evaluator.native.runtime import FIRST_LOOP
from confty.languages.phy.rules import BOOL, FLOAT
from confty.types import Function, ListOf, Never, Tuple

_DEEPEST_REGION: Final = 100
_DEEPEST_LOOP: Final = 40
_UNLIKELY: Final = "!prof !5"
_FLOATS: Final = {
    "+": "fadd double", "-": "fsub double", "*": "fmul double", "/": "fdiv double",
    "==": "fcmp oeq double", "<": "fcmp olt double", "<=": "fcmp ole double",
}  # fmt: skip
_WHOLES: Final = {"==": "icmp eq", "<": "icmp slt", "<=": "icmp sle"}
_CHECKED: Final = {"+": "sadd", "-": "ssub", "*": "smul"}
_LOWEST: Final = -(2**63)


class Texts:
    """What procedures need outside of themselves: constants, and a name for every loop."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.loops: list[str] = []

    def add(self, type_: str, value: str) -> str:
        """Add a constant; return its name."""
        name = f"@k{len(self.lines)}"
        self.lines.append(f"{name} = private unnamed_addr constant {type_} {value}")
        return name

    def loop(self) -> str:
        """Name a loop, so that its start is aligned: one across two lines of cache is slow."""
        name = f"!{FIRST_LOOP + len(self.loops)}"
        self.loops.append(f"{name} = distinct !{{{name}, !6}}")
        return name


class FunctionPrinter(Places):
    """One procedure."""

    def __init__(
        self, program: Program, body: Body, layout: Layout, copies: Copies, texts: Texts
    ) -> None:
        super().__init__(program, layout, copies)
        self.body = body
        self.texts = texts
        self.flat = body.depth > _DEEPEST_REGION or body.loops > _DEEPEST_LOOP
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
        deep = self.name(f"icmp sgt i64 %depth, {DEEPEST}")
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
            return _literal(value)
        if self.flat:
            return self.name(f"load {self.layout.type(value.type)}, ptr %r{value.number}")
        return self.names[value.number]

    def values(self, one: Instruction) -> list[str]:
        return [self.value(value) for value in one.values]

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
        assert one.slot is not None
        word = self.layout.type(one.slot.type)
        self.keep(one.into, self.name(f"load {word}, ptr %x{one.slot.number}"))

    def set_slot(self, one: Instruction) -> None:
        assert one.slot is not None
        slot = one.slot
        word = self.layout.type(slot.type)
        value = self.value(one.values[0])
        if is_heavy(slot.type) and slot.kind in _OWNERS:
            old = self.name(f"load {word}, ptr %x{slot.number}")
            self.copies.drop(self, old, slot.type)
        self.line(f"store {word} {value}, ptr %x{slot.number}")

    def load(self, one: Instruction) -> None:
        assert one.place is not None
        found = self.read_place(one.place)
        if one.op == "load":
            found = self.copies.clone(self, found, one.place.type)
        self.keep(one.into, found)

    def store(self, one: Instruction) -> None:
        assert one.place is not None
        self.write_place(one.place, self.value(one.values[0]))

    # Arithmetic.

    def checked(self, one: Instruction) -> None:
        left, right = self.values(one)
        op = str(one.data)
        if op in _CHECKED:
            name = f"@llvm.{_CHECKED[op]}.with.overflow.i64"
            pair = self.name(f"call {{ i64, i1 }} {name}(i64 {left}, i64 {right})")
            over = self.name(f"extractvalue {{ i64, i1 }} {pair}, 1")
            self.trap(over, one.site, left, right)
            self.keep(one.into, self.name(f"extractvalue {{ i64, i1 }} {pair}, 0"))
            return
        self.trap(self.name(f"icmp eq i64 {right}, 0"), one.site, left, right)
        negated = self.name(f"icmp eq i64 {right}, -1")
        if op == "div":
            lowest = self.name(f"icmp eq i64 {left}, {_LOWEST}")
            self.trap(self.name(f"and i1 {negated}, {lowest}"), one.site, left, right)
            self.keep(one.into, self.name(f"sdiv i64 {left}, {right}"))
        else:
            # Dividing the lowest int by -1 would trap in the machine; the remainder is 0 anyway.
            divisor = self.name(f"select i1 {negated}, i64 1, i64 {right}")
            self.keep(one.into, self.name(f"srem i64 {left}, {divisor}"))

    def pure(self, one: Instruction) -> None:
        values = self.values(one)
        type_ = one.values[0].type
        if one.data == "not":
            made = self.name(f"xor i1 {values[0]}, true")
        elif type_ is FLOAT:
            made = self.name(f"{_FLOATS[str(one.data)]} {values[0]}, {values[1]}")
        else:
            word = self.layout.type(type_)
            made = self.name(f"{_WHOLES[str(one.data)]} {word} {values[0]}, {values[1]}")
        self.keep(one.into, made)

    def logic(self, one: Instruction) -> None:
        left, right = self.values(one)
        self.keep(one.into, self.name(f"{one.op} i1 {left}, {right}"))

    def select(self, one: Instruction) -> None:
        condition, first, second = self.values(one)
        word = self.layout.type(one.values[1].type)
        made = self.name(f"select i1 {condition}, {word} {first}, {word} {second}")
        self.keep(one.into, made)

    # Making and taking apart.

    def make_tuple(self, one: Instruction) -> None:
        assert one.into is not None
        self.keep(one.into, self.bundle(self.values(one), one.into.type))

    def field(self, one: Instruction) -> None:
        assert isinstance(one.data, int)
        self.keep(one.into, self.part(self.value(one.values[0]), one.values[0].type, one.data))

    def make_list(self, one: Instruction) -> None:
        assert one.into is not None
        assert isinstance(one.into.type, ListOf)
        element = one.into.type.element
        word = self.layout.element(element)
        count = len(one.values)
        size = self.size(word)
        made = self.name(f"call ptr @list_new(i64 {count}, i64 {size})")
        first = self.elements(made)
        if all(isinstance(value, Constant) for value in one.values) and count > 1:
            parts = ", ".join([f"{word} {_stored(value)}" for value in one.values])
            source = self.texts.add(f"[{count} x {word}]", f"[{parts}]")
            self._fill(first, source, self.size(f"[{count} x {word}]"))
        else:
            for index, value in enumerate(one.values):
                place = self.name(f"getelementptr {word}, ptr {first}, i64 {index}")
                self.store_element(self.value(value), place, element)
        self.keep(one.into, made)

    def _fill(self, first: str, source: str, size: str) -> None:
        arguments = f"ptr {first}, ptr {source}, i64 {size}, i1 false"
        self.line(f"call void @llvm.memcpy.p0.p0.i64({arguments})")

    def text(self, one: Instruction) -> None:
        assert isinstance(one.data, bytes)
        count = len(one.data)
        made = self.name(f"call ptr @list_new(i64 {count}, i64 1)")
        if count:
            letters = "".join([f"\\{byte:02X}" for byte in one.data])
            source = self.texts.add(f"[{count} x i8]", f'c"{letters}"')
            self._fill(self.elements(made), source, str(count))
        self.keep(one.into, made)

    def at(self, one: Instruction) -> None:
        base, index = self.values(one)
        assert one.into is not None
        container = one.values[0].type
        if isinstance(container, ListOf):
            length = self.length(base) if container.length is None else str(container.length)
            self.check_index(index, length, one.site)
            word = self.layout.element(container.element)
            first = self.elements(base)
            place = self.name(f"getelementptr {word}, ptr {first}, i64 {index}")
            self.keep(one.into, self.load_element(place, container.element))
            return
        assert isinstance(container, Tuple)
        self.check_index(index, str(len(container.elements)), one.site)
        self.keep(one.into, self.member_at(base, container, one.into.type, index))

    def make_union(self, one: Instruction) -> None:
        assert one.into is not None
        value = self.value(one.values[0])
        self.keep(one.into, self.inject(value, one.values[0].type, one.into.type))

    def take_member(self, one: Instruction) -> None:
        assert one.into is not None
        value = self.value(one.values[0])
        self.keep(one.into, self.project(value, one.values[0].type, one.into.type))

    def is_member(self, one: Instruction) -> None:
        tag = self.tag(self.value(one.values[0]), one.values[0].type)
        self.keep(one.into, self.name(f"icmp eq i64 {tag}, {one.data}"))

    def clone(self, one: Instruction) -> None:
        assert one.into is not None
        self.keep(one.into, self.copies.clone(self, self.value(one.values[0]), one.into.type))

    def drop(self, one: Instruction) -> None:
        self.copies.drop(self, self.value(one.values[0]), one.values[0].type)

    def len_of(self, one: Instruction) -> None:
        self.keep(one.into, self.length(self.value(one.values[0])))

    # Growing lists.

    def append(self, one: Instruction) -> None:
        assert one.slot is not None
        assert isinstance(one.slot.type, ListOf)
        list_ = self.name(f"load ptr, ptr %x{one.slot.number}")
        made = self._longer("list_grow", list_, one.slot.type, one.values[0])
        self.line(f"store ptr {made}, ptr %x{one.slot.number}")

    def concat(self, one: Instruction) -> None:
        assert one.into is not None
        assert isinstance(one.into.type, ListOf)
        how = "list_longer" if one.data else "list_grow"
        list_ = self.value(one.values[0])
        self.keep(one.into, self._longer(how, list_, one.into.type, one.values[1]))

    def _longer(self, how: str, list_: str, type_: ListOf, last: Value) -> str:
        word = self.layout.element(type_.element)
        value = self.value(last)
        made = self.name(f"call ptr @{how}(ptr {list_}, i64 {self.size(word)})")
        count = self.length(made)
        index = self.name(f"sub i64 {count}, 1")
        place = self.name(f"getelementptr {word}, ptr {self.elements(made)}, i64 {index}")
        self.store_element(value, place, type_.element)
        return made

    # Calls and ends.

    def call(self, one: Instruction) -> None:
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
        stream = 1 if one.op == "write" else 2
        self.line(f"call void @put(i64 {stream}, ptr {self.value(one.values[0])})")
        self.keep(one.into, "0")

    def read_file(self, one: Instruction) -> None:
        self.keep(one.into, self.name(f"call ptr @file(ptr {self.value(one.values[0])})"))

    def give_back(self, one: Instruction) -> None:
        value = self.value(one.values[0])
        for slot in self.body.slots:
            if is_heavy(slot.type) and slot.kind in _OWNERS:
                word = self.layout.type(slot.type)
                old = self.name(f"load {word}, ptr %x{slot.number}")
                self.copies.drop(self, old, slot.type)
        self.leave(f"ret {self.layout.type(self.body.result)} {value}")

    def unreachable(self, one: Instruction) -> None:
        self.line(f"call void @trap(i64 {one.site}, i64 0, i64 0, i64 %depth)")
        self.leave("unreachable")

    # Regions.

    def branch(self, one: Instruction) -> None:
        condition = self.value(one.values[0])
        yes, no, after = self.label(), self.label(), self.label()
        if one.op == "unless":
            self._choose(condition, no, yes)
        else:
            self._choose(condition, yes, no)
        self.regions.append(("if", no, after))
        self._begin(yes)

    def otherwise(self, _one: Instruction) -> None:
        _, no, after = self.regions.pop()
        self._go(after)
        self.regions.append(("else", no, after))
        self._begin(no)

    def loop(self, _one: Instruction) -> None:
        head, after = self.label(), self.label()
        self._go(head)
        self.regions.append(("loop", head, after))
        self._begin(head)

    def until(self, one: Instruction) -> None:
        body = self.label()
        self._choose(self.value(one.values[0]), body, self.regions[-1][2])
        self._begin(body)

    def end(self, _one: Instruction) -> None:
        kind, first, after = self.regions.pop()
        if kind == "loop" and not self.flat:
            self.leave(f"br label %{first}, !llvm.loop {self.texts.loop()}")
        self._go(first if kind == "loop" else after)
        if kind == "if":
            self._begin(first)
            self._go(after)
        self._begin(after)


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


def _literal(constant: Constant) -> str:
    value = constant.value
    if isinstance(constant.type, Function):
        return f"@p{value}"
    if constant.type is BOOL:
        return "true" if value else "false"
    if isinstance(value, float):
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    return "0" if value == () else str(value)


def _stored(value: Value) -> str:
    """Write a constant as it stands in a list."""
    assert isinstance(value, Constant)
    if value.type is BOOL:
        return "1" if value.value else "0"
    return _literal(value)


def _comment(name: str) -> str:
    return "".join([letter if letter.isprintable() else "?" for letter in name])[:60]
