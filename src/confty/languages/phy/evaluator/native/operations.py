"""Instructions that make values: arithmetic, tuples, unions and lists."""

from __future__ import annotations

from typing import Final, assert_never

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.memory import is_boxed, parts_of
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.frame import NativeFrame, stored_literal
from confty.languages.phy.evaluator.native.places import PlaceWriter
from confty.languages.phy.evaluator.native.writer import Globals
from confty.languages.phy.evaluator.places import Constant, Value
from confty.languages.phy.library import Pure
from confty.types import FLOAT, ListOf, Tuple

_LOWEST: Final = -(2**63)


class ArithmeticWriter:
    """The instructions of one function that compute numbers and bools."""

    def __init__(self, frame: NativeFrame) -> None:
        self.frame = frame
        self.out = frame.out

    def compute(self, one: code.Computing) -> None:
        """Print an instruction."""
        match one:
            case code.Calculate():
                made = self._calculate(one)
            case code.Divide():
                made = self._divide(one)
            case code.Compute():
                made = self._compute(one)
            case code.Negate():
                made = self.out.name(f"xor i1 {self.frame.value(one.value)}, true")
            case code.Combine():
                left, right = self._pair(one)
                made = self.out.name(f"{one.word} i1 {left}, {right}")
            case code.Select():
                values = (one.condition, one.first, one.second)
                condition, first, second = [self.frame.value(value) for value in values]
                word = self.frame.layout.type(one.first.type)
                made = self.out.name(f"select i1 {condition}, {word} {first}, {word} {second}")
            case _:
                assert_never(one)
        self.frame.keep(one.into, made)

    def _pair(
        self, one: code.Calculate | code.Divide | code.Compute | code.Combine
    ) -> tuple[str, str]:
        return self.frame.value(one.left), self.frame.value(one.right)

    def _calculate(self, one: code.Calculate) -> str:
        """Compute with ints, and end the run when the result is none."""
        left, right = self._pair(one)
        if one.sure or id(one) in self.frame.proven.sums:
            return self.out.name(f"{one.operator.sure} {left}, {right}")
        name = f"@llvm.{one.operator.checked}.with.overflow.i64"
        pair = self.out.name(f"call {{ i64, i1 }} {name}(i64 {left}, i64 {right})")
        over = self.out.name(f"extractvalue {{ i64, i1 }} {pair}, 1")
        self.frame.trap(over, one.site, left, right)
        return self.out.name(f"extractvalue {{ i64, i1 }} {pair}, 0")

    def _divide(self, one: code.Divide) -> str:
        """Divide toward zero; the machine does that, but must not be asked for some."""
        left, right = self._pair(one)
        self.frame.trap(self.out.name(f"icmp eq i64 {right}, 0"), one.site, left, right)
        negated = self.out.name(f"icmp eq i64 {right}, -1")
        if one.remainder:
            # Dividing the lowest int by -1 would trap in the machine; the remainder is 0 anyway.
            divisor = self.out.name(f"select i1 {negated}, i64 1, i64 {right}")
            return self.out.name(f"srem i64 {left}, {divisor}")
        lowest = self.out.name(f"icmp eq i64 {left}, {_LOWEST}")
        both = self.out.name(f"and i1 {negated}, {lowest}")
        self.frame.trap(both, one.site, left, right)
        return self.out.name(f"sdiv i64 {left}, {right}")

    def _compute(self, one: code.Compute) -> str:
        """Compute with floats, or compare."""
        left, right = self._pair(one)
        if one.left.type is FLOAT:
            return self.out.name(f"{one.operator.floats} {left}, {right}")
        assert isinstance(one.operator, Pure)
        word = self.frame.layout.type(one.left.type)
        return self.out.name(f"{one.operator.ints} {word} {left}, {right}")


class Making:
    """The instructions of one function that make values, and take them apart."""

    def __init__(
        self, frame: NativeFrame, places: PlaceWriter, copies: Copies, globals_: Globals
    ) -> None:
        self.frame = frame
        self.out = frame.out
        self.layout = frame.layout
        self.places = places
        self.copies = copies
        self.globals = globals_

    def make(self, one: code.Making) -> None:
        """Print an instruction."""
        self.frame.keep(one.into, self._made(one))

    def _made(self, one: code.Making) -> str:
        match one:
            case code.MakeTuple():
                return self._tuple(one)
            case code.MakeList():
                return self._list(one)
            case code.MakeText():
                return self._text(one.text)
            case code.Field():
                return self.out.part(self.frame.value(one.base), one.base.type, one.position)
            case code.At():
                return self._at(one)
            case code.Concat():
                how = "list_longer" if one.copies else "list_grow"
                assert isinstance(one.into.type, ListOf)
                return self._longer(how, self.frame.value(one.base), one.into.type, one.element)
            case code.Inject():
                value = self.frame.value(one.value)
                return self.out.inject(value, one.value.type, one.into.type)
            case code.TakeMember():
                value = self.frame.value(one.value)
                return self.out.project(value, one.value.type, one.into.type)
            case code.IsMember():
                tag = self.out.tag(self.frame.value(one.value), one.value.type)
                return self.out.name(f"icmp eq i64 {tag}, {one.tag}")
            case code.Clone():
                return self.copies.clone(self.out, self.frame.value(one.value), one.into.type)
            case code.Length():
                return self.out.length(self.frame.value(one.value))
            case _:
                assert_never(one)

    def _tuple(self, one: code.MakeTuple) -> str:
        """Make a tuple or a record; a wide one of constants is copied as a whole."""
        type_ = one.into.type
        values = [self.frame.value(value) for value in one.parts]
        if not is_boxed(type_) or not all(isinstance(value, Constant) for value in one.parts):
            return self.out.bundle(values, type_)
        struct = self.layout.struct(type_)
        words = [self.layout.type(part) for part in parts_of(type_)]
        parts = [f"{word} {value}" for word, value in zip(words, values, strict=True)]
        source = self.globals.add(struct, f"{{ {', '.join(parts)} }}")
        box = self.out.name(f"call ptr @allocate(ptr %c, i64 {self.out.size(struct)})")
        self._fill(box, source, self.out.size(struct))
        return box

    def _list(self, one: code.MakeList) -> str:
        """Make a sequence or an array."""
        assert isinstance(one.into.type, ListOf)
        element = one.into.type.element
        word = self.layout.element(element)
        count = len(one.elements)
        first = self._room(count, self.out.size(word))
        made = self.out.made_list(first, str(count))
        constants = [value for value in one.elements if isinstance(value, Constant)]
        if len(constants) == count and count > 1:
            parts = ", ".join([f"{word} {stored_literal(value)}" for value in constants])
            source = self.globals.add(f"[{count} x {word}]", f"[{parts}]")
            self._fill(first, source, self.out.size(f"[{count} x {word}]"))
            return made
        for index, value in enumerate(one.elements):
            place = self.out.name(f"getelementptr {word}, ptr {first}, i64 {index}")
            self.out.store_element(self.frame.value(value), place, element)
        return made

    def _room(self, count: int, size: str) -> str:
        """Get memory for so many elements."""
        return self.out.name(f"call ptr @list_new(ptr %c, i64 {count}, i64 {size})")

    def _fill(self, first: str, source: str, size: str) -> None:
        arguments = f"ptr {first}, ptr {source}, i64 {size}, i1 false"
        self.out.line(f"call void @llvm.memcpy.p0.p0.i64({arguments})")

    def _text(self, text: bytes) -> str:
        """Make a sequence of chars."""
        count = len(text)
        first = self._room(count, "1")
        if count:
            letters = "".join([f"\\{byte:02X}" for byte in text])
            source = self.globals.add(f"[{count} x i8]", f'c"{letters}"')
            self._fill(first, source, str(count))
        return self.out.made_list(first, str(count))

    def _at(self, one: code.At) -> str:
        """Take an element by its index."""
        base, index = self.frame.value(one.base), self.frame.value(one.index)
        container = one.base.type
        if isinstance(container, ListOf):
            fixed = container.length
            length = self.out.length(base) if fixed is None else str(fixed)
            self.frame.check_index(index, length, one.site)
            word = self.layout.element(container.element)
            first = self.out.elements(base)
            place = self.out.name(f"getelementptr {word}, ptr {first}, i64 {index}")
            return self.out.load_element(place, container.element)
        assert isinstance(container, Tuple)
        self.frame.check_index(index, str(len(container.elements)), one.site)
        return self.places.member_at(base, container, one.into.type, index)

    # Growing lists.

    def append(self, one: code.Append) -> None:
        """Put an element at the end of a slot."""
        assert isinstance(one.slot.type, ListOf)
        place = f"%x{one.slot.number}"
        list_ = self.out.load(place, "%L")
        made = self._longer("list_grow", list_, one.slot.type, one.value)
        self.out.store(made, place, "%L")

    def _longer(self, how: str, list_: str, type_: ListOf, last: Value) -> str:
        word = self.layout.element(type_.element)
        value = self.frame.value(last)
        data, count = self.out.elements(list_), self.out.length(list_)
        arguments = f"ptr %c, ptr {data}, i64 {count}, i64 {self.out.size(word)}"
        first = self.out.name(f"call ptr @{how}({arguments})")
        place = self.out.name(f"getelementptr {word}, ptr {first}, i64 {count}")
        self.out.store_element(value, place, type_.element)
        return self.out.made_list(first, self.out.name(f"add nuw nsw i64 {count}, 1"))
