"""Writing LLVM text: fresh names, blocks, and the operations that several printers need."""

from __future__ import annotations

from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.memory import is_boxed, leaves, parts_of
from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.runtime import ALIGNED, FIRST_LOOP, TAGS
from confty.types import BOOL, FLOAT, INT, ListOf, Type, Union


class Globals:
    """What functions need outside of themselves: constants, and a name for every loop."""

    def __init__(self) -> None:
        self.constants: list[str] = []
        self.loops: list[str] = []

    def add(self, type_: str, value: str) -> str:
        """Add a constant; return its name."""
        name = f"@k{len(self.constants)}"
        self.constants.append(f"{name} = private unnamed_addr constant {type_} {value}")
        return name

    def loop(self) -> str:
        """Name a loop, so that its start is aligned: one across two lines of cache is slow."""
        name = f"!{FIRST_LOOP + len(self.loops)}"
        self.loops.append(f"{name} = distinct !{{{name}, {ALIGNED}}}")
        return name


class FunctionWriter:
    """The body of one function as it grows."""

    def __init__(self, program: Lowered, layout: MachineTypes) -> None:
        self.program = program
        self.layout = layout
        self.lines: list[str] = []
        self.count = 0
        # Whether the current block has been left already.
        self.left = False

    def line(self, text: str) -> None:
        """Write an instruction."""
        self.lines.append(f"  {text}")

    def fresh(self) -> str:
        """Return a new name for a value."""
        self.count += 1
        return f"%v{self.count}"

    def name(self, text: str) -> str:
        """Write an instruction that makes a value; return the value's name."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def label(self) -> str:
        """Return a new name for a block."""
        self.count += 1
        return f"b{self.count}"

    def leave(self, text: str) -> None:
        """Write the last instruction of a block, unless the block was left before."""
        if not self.left:
            self.line(text)
        self.left = True

    # Sizes and parts.

    def size(self, word: str) -> str:
        """Return the size of a machine type."""
        return f"ptrtoint (ptr getelementptr ({word}, ptr null, i32 1) to i64)"

    def part(self, value: str, type_: Type, index: int) -> str:
        """Return a part of a tuple or record."""
        struct = self.layout.struct(type_)
        if is_boxed(type_):
            word = self.layout.type(parts_of(type_)[index])
            place = self.name(f"getelementptr {struct}, ptr {value}, i32 0, i32 {index}")
            return self.load(place, word)
        return self.name(f"extractvalue {struct} {value}, {index}")

    def bundle(self, values: list[str], type_: Type) -> str:
        """Return a tuple or record of these parts."""
        struct = self.layout.struct(type_)
        words = [self.layout.type(part) for part in parts_of(type_)]
        if is_boxed(type_):
            box = self.name(f"call ptr @allocate(ptr %c, i64 {self.size(struct)})")
            for index, (value, word) in enumerate(zip(values, words, strict=True)):
                place = self.name(f"getelementptr {struct}, ptr {box}, i32 0, i32 {index}")
                self.store(value, place, word)
            return box
        made = "undef"
        for index, (value, word) in enumerate(zip(values, words, strict=True)):
            made = self.name(f"insertvalue {struct} {made}, {word} {value}, {index}")
        return made

    def load(self, place: str, word: str) -> str:
        """Read memory that holds a value of a machine type."""
        if word == "%L":
            data = self.name(f"load ptr, ptr {place}{TAGS['ptr']}")
            second = self.name(f"getelementptr %L, ptr {place}, i32 0, i32 1")
            return self.made_list(data, self.name(f"load i64, ptr {second}{TAGS['length']}"))
        return self.name(f"load {word}, ptr {place}{TAGS.get(word, '')}")

    def store(self, value: str, place: str, word: str) -> None:
        """Write a value of a machine type to memory."""
        if word == "%L":
            self.line(f"store ptr {self.elements(value)}, ptr {place}{TAGS['ptr']}")
            second = self.name(f"getelementptr %L, ptr {place}, i32 0, i32 1")
            self.line(f"store i64 {self.length(value)}, ptr {second}{TAGS['length']}")
        else:
            self.line(f"store {word} {value}, ptr {place}{TAGS.get(word, '')}")

    # Lists.

    def made_list(self, data: str, count: str) -> str:
        """Return a list with its elements at an address."""
        first = self.name(f"insertvalue %L undef, ptr {data}, 0")
        return self.name(f"insertvalue %L {first}, i64 {count}, 1")

    def elements(self, list_: str) -> str:
        """Return the address of a list's first element."""
        return self.name(f"extractvalue %L {list_}, 0")

    def length(self, list_: str) -> str:
        """Return how many elements a list has."""
        return self.name(f"extractvalue %L {list_}, 1")

    def load_element(self, place: str, type_: Type) -> str:
        """Read an element of a list."""
        found = self.load(place, self.layout.element(type_))
        return self.name(f"trunc i8 {found} to i1") if type_ is BOOL else found

    def store_element(self, value: str, place: str, type_: Type) -> None:
        """Write an element of a list."""
        if type_ is BOOL:
            value = self.name(f"zext i1 {value} to i8")
        self.store(value, place, self.layout.element(type_))

    # Unions: members spread over words.

    def words(self, value: str, type_: Type) -> list[str]:
        """Spread a value over words, one for each scalar."""
        if isinstance(type_, Union):
            struct = self.layout.struct(type_)
            count = leaves(type_)
            return [self.name(f"extractvalue {struct} {value}, {at}") for at in range(count)]
        if parts_of(type_) and not is_boxed(type_):
            found: list[str] = []
            for index, part in enumerate(parts_of(type_)):
                found.extend(self.words(self.part(value, type_, index), part))
            return found
        if isinstance(type_, ListOf):
            data = self.elements(value)
            return [self.name(f"ptrtoint ptr {data} to i64"), self.length(value)]
        return [self._word(value, type_)]

    def _word(self, value: str, type_: Type) -> str:
        if type_ is INT:
            return value
        if type_ is FLOAT:
            return self.name(f"bitcast double {value} to i64")
        word = self.layout.type(type_)
        if word == "ptr":
            return self.name(f"ptrtoint ptr {value} to i64")
        return self.name(f"zext {word} {value} to i64")

    def unword(self, words: list[str], type_: Type) -> str:
        """Gather a value from words; takes them off the front."""
        if isinstance(type_, Union):
            struct = self.layout.struct(type_)
            made = "undef"
            for at in range(leaves(type_)):
                made = self.name(f"insertvalue {struct} {made}, i64 {words.pop(0)}, {at}")
            return made
        if parts_of(type_) and not is_boxed(type_):
            parts = [self.unword(words, part) for part in parts_of(type_)]
            return self.bundle(parts, type_)
        word = words.pop(0)
        if isinstance(type_, ListOf):
            data = self.name(f"inttoptr i64 {word} to ptr")
            return self.made_list(data, words.pop(0))
        machine = self.layout.type(type_)
        if machine == "i64":
            return word
        if machine == "double":
            return self.name(f"bitcast i64 {word} to double")
        if machine == "ptr":
            return self.name(f"inttoptr i64 {word} to ptr")
        return self.name(f"trunc i64 {word} to {machine}")

    def inject(self, value: str, member: Type, union: Type) -> str:
        """Make a union's value of a member's."""
        struct = self.layout.struct(union)
        tag = self.program.tag(member)
        made = self.name(f"insertvalue {struct} zeroinitializer, i64 {tag}, 0")
        for at, word in enumerate(self.words(value, member), 1):
            made = self.name(f"insertvalue {struct} {made}, i64 {word}, {at}")
        return made

    def project(self, value: str, union: Type, member: Type) -> str:
        """Take a member out of a union's value."""
        struct = self.layout.struct(union)
        count = leaves(member)
        words = [self.name(f"extractvalue {struct} {value}, {at}") for at in range(1, count + 1)]
        return self.unword(words, member)

    def tag(self, value: str, union: Type) -> str:
        """Return the number of the member that a union's value is."""
        return self.name(f"extractvalue {self.layout.struct(union)} {value}, 0")
