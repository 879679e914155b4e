"""Instructions that make values: arithmetic, tuples, unions and lists."""

from __future__ import annotations

import struct
from typing import Final

from confty.languages.phy.evaluator.code import (
    Constant,
    Instruction,
    Program,
    Register,
    Value,
    is_boxed,
    parts_of,
)
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.layout import Layout
from confty.languages.phy.evaluator.native.places import Places
from confty.languages.phy.evaluator.native.runtime import FIRST_LOOP
from confty.types import BOOL, FLOAT, Function, ListOf, Tuple

_FLOATS: Final = {
    "+": "fadd double", "-": "fsub double", "*": "fmul double", "/": "fdiv double",
    "==": "fcmp oeq double", "<": "fcmp olt double", "<=": "fcmp ole double",
}  # fmt: skip
_WHOLES: Final = {"==": "icmp eq", "<": "icmp slt", "<=": "icmp sle"}
_CHECKED: Final = {"+": "sadd", "-": "ssub", "*": "smul"}
_SURE: Final = {"+": "add", "-": "sub"}
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


class Operations(Places):
    """A writer that prints what makes values; ``FunctionPrinter`` adds control."""

    def __init__(self, program: Program, layout: Layout, copies: Copies, texts: Texts) -> None:
        super().__init__(program, layout, copies)
        self.texts = texts

    def values(self, one: Instruction) -> list[str]:
        """Return the names or texts of an instruction's operands."""
        return [self.value(value) for value in one.values]

    def keep(self, register: Register | None, text: str) -> None:
        """Let a register stand for what ``text`` names."""
        raise NotImplementedError

    # Arithmetic.

    def checked(self, one: Instruction) -> None:
        """Compute with ints, and end the run when the result is none."""
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

    def sure(self, one: Instruction) -> None:
        """Compute with ints where the result is known to be one."""
        left, right = self.values(one)
        self.keep(one.into, self.name(f"{_SURE[str(one.data)]} nsw i64 {left}, {right}"))

    def pure(self, one: Instruction) -> None:
        """Compute with floats, or compare."""
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
        """Combine two bools."""
        left, right = self.values(one)
        self.keep(one.into, self.name(f"{one.op} i1 {left}, {right}"))

    def select(self, one: Instruction) -> None:
        """Choose between two values."""
        condition, first, second = self.values(one)
        word = self.layout.type(one.values[1].type)
        made = self.name(f"select i1 {condition}, {word} {first}, {word} {second}")
        self.keep(one.into, made)

    # Making and taking apart.

    def make_tuple(self, one: Instruction) -> None:
        """Make a tuple or a record; a wide one of constants is copied as a whole."""
        assert one.into is not None
        type_ = one.into.type
        if is_boxed(type_) and all(isinstance(value, Constant) for value in one.values):
            struct_ = self.layout.struct(type_)
            words = [self.layout.type(part) for part in parts_of(type_)]
            values = zip(words, self.values(one), strict=True)
            parts = ", ".join([f"{word} {value}" for word, value in values])
            source = self.texts.add(struct_, f"{{ {parts} }}")
            box = self.name(f"call ptr @allocate(i64 {self.size(struct_)})")
            self._fill(box, source, self.size(struct_))
            self.keep(one.into, box)
            return
        self.keep(one.into, self.bundle(self.values(one), type_))

    def field(self, one: Instruction) -> None:
        """Take a part of a tuple or a record."""
        assert isinstance(one.data, int)
        self.keep(one.into, self.part(self.value(one.values[0]), one.values[0].type, one.data))

    def make_list(self, one: Instruction) -> None:
        """Make a sequence or an array."""
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
        """Make a sequence of chars."""
        assert isinstance(one.data, bytes)
        count = len(one.data)
        made = self.name(f"call ptr @list_new(i64 {count}, i64 1)")
        if count:
            letters = "".join([f"\\{byte:02X}" for byte in one.data])
            source = self.texts.add(f"[{count} x i8]", f'c"{letters}"')
            self._fill(self.elements(made), source, str(count))
        self.keep(one.into, made)

    def at(self, one: Instruction) -> None:
        """Take an element by its index."""
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
        """Make a union's value of a member's."""
        assert one.into is not None
        value = self.value(one.values[0])
        self.keep(one.into, self.inject(value, one.values[0].type, one.into.type))

    def take_member(self, one: Instruction) -> None:
        """Take the member out of a union."""
        assert one.into is not None
        value = self.value(one.values[0])
        self.keep(one.into, self.project(value, one.values[0].type, one.into.type))

    def is_member(self, one: Instruction) -> None:
        """Ask which member a union is."""
        tag = self.tag(self.value(one.values[0]), one.values[0].type)
        self.keep(one.into, self.name(f"icmp eq i64 {tag}, {one.data}"))

    def clone(self, one: Instruction) -> None:
        """Copy a value."""
        assert one.into is not None
        self.keep(one.into, self.copies.clone(self, self.value(one.values[0]), one.into.type))

    def drop(self, one: Instruction) -> None:
        """Be done with a value."""
        self.copies.drop(self, self.value(one.values[0]), one.values[0].type)

    def len_of(self, one: Instruction) -> None:
        """Ask for the length of a sequence."""
        self.keep(one.into, self.length(self.value(one.values[0])))

    # Growing lists.

    def append(self, one: Instruction) -> None:
        """Put an element at the end of a slot."""
        assert one.slot is not None
        assert isinstance(one.slot.type, ListOf)
        list_ = self.name(f"load ptr, ptr %x{one.slot.number}")
        made = self._longer("list_grow", list_, one.slot.type, one.values[0])
        self.line(f"store ptr {made}, ptr %x{one.slot.number}")

    def concat(self, one: Instruction) -> None:
        """Make a longer sequence."""
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


def literal(constant: Constant) -> str:
    """Write a constant."""
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
    return literal(value)
