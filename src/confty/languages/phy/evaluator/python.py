"""Linear code to Python source.

Pure instructions whose register is used once become part of the expression that uses it; the
rest are statements, in order.  Every call and every trap has a line of its own, so that a line
number of the generated code is a place in the text: the trail of calls costs nothing to keep.

Python cannot nest blocks deeply.  A procedure that does is printed as numbered blocks and a
loop that chooses among them.
"""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator.blocks import Line, blocks_to_lines
from confty.languages.phy.evaluator.clones import Clones
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
)
from confty.languages.phy.evaluator.regions import Regions
from confty.languages.phy.evaluator.texts import (
    INVERSE,
    MAX,
    NO_SLOTS,
    Pending,
    beyond,
    comment,
    count_uses,
    literal,
    rebuilt,
    tuple_text,
)
from confty.languages.phy.rules import canonical
from confty.types import ListOf, Tuple, Type, Union

_DEEPEST_REGION: Final = 60
_DEEPEST_LOOP: Final = 15
_DEEPEST_TEXT: Final = 20
_LONGEST_PATH: Final = 30


class PythonSource:
    """The generated module: its text, and which call each line makes."""

    __slots__ = ("calls", "entry", "text")

    def __init__(self, text: str, calls: dict[int, int], entry: str) -> None:
        self.text = text
        self.calls = calls
        self.entry = entry


def print_python(program: Program) -> PythonSource:
    """Print a program as a Python module."""
    clones = Clones(program)
    lines: list[Line] = []
    for body in program.bodies:
        lines.extend(_Printer(program, body, clones).run())
        lines.append(Line(0, ""))
    lines = [*clones.lines(), *lines]
    calls = {number: line.call for number, line in enumerate(lines, 1) if line.call >= 0}
    text = "\n".join(["    " * line.indent + line.text for line in lines])
    return PythonSource(text, calls, f"p{len(program.bodies) - 1}")


class _Printer(Regions):
    """One procedure."""

    def __init__(self, program: Program, body: Body, clones: Clones) -> None:
        super().__init__(flat=body.depth > _DEEPEST_REGION or body.loops > _DEEPEST_LOOP)
        self.program = program
        self.body = body
        self.clones = clones
        self.pending: dict[int, Pending] = {}
        self.uses = count_uses(body.code)

    def run(self) -> list[Line]:
        body = self.body
        names = [f"x{slot.number}" for slot in body.parameters]
        head = [
            Line(0, f"def p{body.number}({', '.join([*names, 'd'])}):  # {comment(body.name)}")
        ]
        head.append(Line(1, f"d += {body.weight}"))
        head.append(Line(1, f"if d > {self.program.deepest}: too_deep()"))
        code = body.code
        index = 0
        while index < len(code):
            instruction = code[index]
            following = code[index + 1] if index + 1 < len(code) else None
            index += 1 + self.instruction(instruction, following)
        if self.flat:
            return [*head, *blocks_to_lines(self.blocks)]
        return [*head, *self.lines]

    # Lines and pending texts.

    def hold(self, register: Register, text: str, slots: frozenset[int], depth: int) -> None:
        """Keep a pure text until its one use, or print it now if it has several or is deep."""
        if self.uses.get(register.number, 0) == 1 and depth < _DEEPEST_TEXT:
            self.pending[register.number] = Pending(text, slots, depth)
        elif register.number in self.uses:
            self.line(f"t{register.number} = {text}")

    def flush(self, slot: Slot | None = None) -> None:
        """Print what is pending, or only what reads ``slot``, which is about to change."""
        for number, pending in list(self.pending.items()):
            if slot is None or slot.number in pending.slots:
                self.line(f"t{number} = {pending.text}")
                del self.pending[number]

    def operand(self, value: Value) -> Pending:
        if isinstance(value, Constant):
            return Pending(literal(value), NO_SLOTS, 0)
        found = self.pending.pop(value.number, None)
        return found or Pending(f"t{value.number}", NO_SLOTS, 0)

    def atom(self, value: Value) -> Pending:
        """Return a text that may be repeated."""
        found = self.operand(value)
        if found.depth == 0:
            return found
        assert isinstance(value, Register)
        self.line(f"t{value.number} = {found.text}")
        return Pending(f"t{value.number}", NO_SLOTS, 0)

    def operands(self, values: tuple[Value, ...]) -> tuple[list[str], frozenset[int], int]:
        found = [self.operand(value) for value in values]
        slots = NO_SLOTS.union(*[one.slots for one in found])
        return [one.text for one in found], slots, max([one.depth for one in found], default=0)

    def target(self, instruction: Instruction, following: Instruction | None) -> tuple[str, int]:
        """Name what a statement assigns: the slot that the next instruction sets, if it does."""
        register = instruction.into
        assert register is not None
        if (
            following is not None
            and following.op == "set"
            and following.values[0] is register
            and self.uses.get(register.number) == 1
        ):
            assert following.slot is not None
            self.flush(following.slot)
            return f"x{following.slot.number}", 1
        return f"t{register.number}", 0

    # Instructions.

    def instruction(self, one: Instruction, following: Instruction | None) -> int:
        """Print an instruction; return how many of the following ones that covers."""
        op = one.op
        if op in {"if", "unless", "else", "end", "loop", "until"}:
            self.region(one)
            return 0
        if op == "checked":
            return self.checked(one, following)
        if op == "call":
            return self.call(one, following)
        if op in _STATEMENTS:
            _STATEMENTS[op](self, one)
            return 0
        _EXPRESSIONS[op](self, one)
        return 0

    def get(self, one: Instruction) -> None:
        assert one.into is not None
        assert one.slot is not None
        slots = frozenset((one.slot.number,))
        if one.into.number in self.uses:
            self.pending[one.into.number] = Pending(f"x{one.slot.number}", slots, 0)
            if self.uses[one.into.number] > 1:
                self.flush(one.slot)

    def pure(self, one: Instruction) -> None:
        assert one.into is not None
        if one.data == "/":
            left, right = self.atom(one.values[0]), self.atom(one.values[1])
            a, b = left.text, right.text
            text = f"({a} / {b} if {b} else divide({a}, {b}))"
            self.hold(one.into, text, left.slots | right.slots, 2)
            return
        texts, slots, depth = self.operands(one.values)
        text = f"(not {texts[0]})" if one.data == "not" else f"({texts[0]} {one.data} {texts[1]})"
        self.hold(one.into, text, slots, depth + 1)

    def logic(self, one: Instruction) -> None:
        assert one.into is not None
        texts, slots, depth = self.operands(one.values)
        self.hold(one.into, f"({texts[0]} {one.op} {texts[1]})", slots, depth + 1)

    def select(self, one: Instruction) -> None:
        assert one.into is not None
        texts, slots, depth = self.operands(one.values)
        self.hold(one.into, f"({texts[1]} if {texts[0]} else {texts[2]})", slots, depth + 1)

    def make_tuple(self, one: Instruction) -> None:
        assert one.into is not None
        texts, slots, depth = self.operands(one.values)
        self.hold(one.into, tuple_text(texts), slots, depth + 1)

    def make_list(self, one: Instruction) -> None:
        assert one.into is not None
        texts, slots, depth = self.operands(one.values)
        self.hold(one.into, f"[{', '.join(texts)}]", slots, depth + 1)

    def text(self, one: Instruction) -> None:
        assert one.into is not None
        self.hold(one.into, f"list({one.data!r})", NO_SLOTS, 1)

    def field(self, one: Instruction) -> None:
        assert one.into is not None
        base = self.operand(one.values[0])
        self.hold(one.into, f"{base.text}[{one.data}]", base.slots, base.depth + 1)

    def project(self, one: Instruction) -> None:
        assert one.into is not None
        base = self.operand(one.values[0])
        self.hold(one.into, f"{base.text}[1]", base.slots, base.depth + 1)

    def is_member(self, one: Instruction) -> None:
        assert one.into is not None
        base = self.operand(one.values[0])
        self.hold(one.into, f"({base.text}[0] == {one.data})", base.slots, base.depth + 1)

    def inject(self, one: Instruction) -> None:
        assert one.into is not None
        value = self.operand(one.values[0])
        self.hold(one.into, f"({one.data}, {value.text})", value.slots, value.depth + 1)

    def clone(self, one: Instruction) -> None:
        assert one.into is not None
        value = self.operand(one.values[0])
        text = self.clones.text(one.into.type, value.text)
        self.hold(one.into, text, value.slots, value.depth + (text != value.text))

    def length(self, one: Instruction) -> None:
        assert one.into is not None
        value = self.operand(one.values[0])
        self.hold(one.into, f"len({value.text})", value.slots, value.depth + 1)

    def concat(self, one: Instruction) -> None:
        assert one.into is not None
        texts, slots, depth = self.operands(one.values)
        self.hold(one.into, f"({texts[0]} + [{texts[1]}])", slots, depth + 1)

    def at(self, one: Instruction) -> None:
        assert one.into is not None
        base, index = self.atom(one.values[0]), self.atom(one.values[1])
        type_ = one.values[0].type
        text = self.indexed(type_, one.into.type, base.text, index.text, one.site)
        self.hold(one.into, text, base.slots | index.slots, 2)

    def indexed(self, container: Type, result: Type, base: str, index: str, site: int) -> str:
        """Print the check of an index; return the text of the element."""
        parts = container.elements if isinstance(container, Tuple) else ()
        if isinstance(container, ListOf):
            length = f"len({base})" if container.length is None else str(container.length)
        else:
            length = str(len(parts))
        self.line(f"if not -1 < {index} < {length}: trap({site}, {index}, {length})")
        kinds = {canonical(part) for part in parts}
        if len(kinds) > 1:
            assert isinstance(result, Union)
            tags = tuple_text([str(self.program.tag(part)) for part in parts])
            return f"({tags}[{index}], {base}[{index}])"
        return f"{base}[{index}]"

    # Places.

    def load(self, one: Instruction) -> None:
        assert one.into is not None
        assert one.place is not None
        text, slots, moving = self.path(one.place, one.place.steps)
        if one.op == "load":
            text = self.clones.text(one.into.type, text)
        if moving:
            # The cursor is needed for the next place, so this one is read now.
            self.line(f"t{one.into.number} = {text}")
        else:
            self.hold(one.into, text, slots, 3)

    def path(self, place: Place, steps: tuple[Step, ...]) -> tuple[str, frozenset[int], bool]:
        """Print the checks on the way into a place; return the text of what is there."""
        text = f"x{place.slot.number}"
        slots = frozenset((place.slot.number,))
        moving = False
        for step in steps:
            if step.position is not None:
                text = f"{text}[{step.position}]"
                continue
            assert step.index is not None
            index = self.atom(step.index)
            slots |= index.slots
            if len(text) > _LONGEST_PATH:
                self.line(f"c = {text}")
                text = "c"
                moving = True
            text = self.indexed(step.container, step.type, text, index.text, step.site)
        return text, slots, moving

    def store(self, one: Instruction) -> None:
        place = one.place
        assert place is not None
        value = self.operand(one.values[0])
        last = max([index for index, step in enumerate(place.steps) if step.index], default=-1)
        self.flush(place.slot)
        text, _, _ = self.path(place, place.steps[: last + 1])
        positions = [step.position for step in place.steps[last + 1 :]]
        types = [step.container for step in place.steps[last + 1 :]]
        built = rebuilt(text, positions, types, value.text)
        self.line(f"{text} = {built}")

    def set_slot(self, one: Instruction) -> None:
        assert one.slot is not None
        value = self.operand(one.values[0])
        self.flush(one.slot)
        if value.text != f"x{one.slot.number}":
            self.line(f"x{one.slot.number} = {value.text}")

    def append(self, one: Instruction) -> None:
        assert one.slot is not None
        value = self.operand(one.values[0])
        self.flush(one.slot)
        self.line(f"x{one.slot.number}.append({value.text})")

    # Statements.

    def checked(self, one: Instruction, following: Instruction | None) -> int:
        left, right = self.atom(one.values[0]), self.atom(one.values[1])
        name, covered = self.target(one, following)
        a, b, op = left.text, right.text, str(one.data)
        fixed = one.values[1].value if isinstance(one.values[1], Constant) else None
        if op in {"div", "mod"}:
            self.divide(one, name, (a, b), fixed)
            return covered
        if name == a and name != b and op in INVERSE:
            self.line(f"{name} = {a} {op} {b}")
            before = f"{name} {INVERSE[op]} {b}"
            self.line(f"if {beyond(name, op, fixed)}: trap({one.site}, {before}, {b})")
            return covered
        made = "c" if name in {a, b} else name
        self.line(f"{made} = {a} {op} {b}")
        self.line(f"if {beyond(made, op, fixed)}: trap({one.site}, {a}, {b})")
        if made != name:
            self.line(f"{name} = c")
        return covered

    def divide(self, one: Instruction, name: str, texts: tuple[str, str], fixed: object) -> None:
        """Divide toward zero; the remainder has the sign of the left operand."""
        a, b = texts
        if not fixed:
            self.line(f"if {b} == 0: trap({one.site}, {a}, {b})")
        positive = isinstance(fixed, int) and fixed > 0
        if one.data == "div":
            same = f"{a} >= 0" if positive else f"({a} >= 0) == ({b} > 0)"
            self.line(f"c = {a} // {b} if {same} else -(-{a} // {b})")
            if fixed is None or fixed == -1:
                self.line(f"if c > {MAX}: trap({one.site}, {a}, {b})")
            self.line(f"{name} = c")
        elif positive:
            self.line(f"{name} = {a} % {b} if {a} >= 0 else -(-{a} % {b})")
        else:
            self.line(f"c = abs({a}) % abs({b})")
            self.line(f"{name} = -c if {a} < 0 else c")

    def call(self, one: Instruction, following: Instruction | None) -> int:
        texts, _, _ = self.operands(one.values)
        callee = texts.pop(0) if one.data is None else f"p{one.data}"
        call = f"{callee}({', '.join([*texts, 'd'])})"
        if one.into is None or one.into.number not in self.uses:
            self.line(call, one.site)
            return 0
        name, covered = self.target(one, following)
        self.line(f"{name} = {call}", one.site)
        return covered

    def give_back(self, one: Instruction) -> None:
        self.line(f"return {self.operand(one.values[0]).text}")

    def trap(self, one: Instruction) -> None:
        self.line(f"trap({one.site})")

    def drop(self, one: Instruction) -> None:
        """Python looks after its own memory."""

    def world(self, one: Instruction) -> None:
        assert one.into is not None
        text = f"{_WORLD[one.op]}({self.operand(one.values[0]).text})"
        self.line(f"t{one.into.number} = {text}" if one.op == "readFile" else text)
        if one.op != "readFile":
            self.hold(one.into, "()", NO_SLOTS, 0)

    # Regions.

    def region(self, one: Instruction) -> None:
        condition = self.operand(one.values[0]).text if one.values else ""
        if one.op == "unless":
            condition = f"(not {condition})"
        if one.op in {"else", "end"}:
            # What is pending here was made in the region and is not used any more.
            self.pending.clear()
        else:
            self.flush()
        if self.flat:
            self.flat_region(one.op, condition)
        else:
            self.nested_region(one.op, condition)


_WORLD: Final = {"write": "write", "writeErr": "write_error", "readFile": "read_file"}
_STATEMENTS: Final = {
    "set": _Printer.set_slot,
    "store": _Printer.store,
    "append": _Printer.append,
    "return": _Printer.give_back,
    "trap": _Printer.trap,
    "drop": _Printer.drop,
    "write": _Printer.world,
    "writeErr": _Printer.world,
    "readFile": _Printer.world,
}
_EXPRESSIONS: Final = {
    "get": _Printer.get,
    "take": _Printer.get,
    "pure": _Printer.pure,
    "sure": _Printer.pure,
    "and": _Printer.logic,
    "or": _Printer.logic,
    "select": _Printer.select,
    "tuple": _Printer.make_tuple,
    "list": _Printer.make_list,
    "text": _Printer.text,
    "field": _Printer.field,
    "project": _Printer.project,
    "is": _Printer.is_member,
    "inject": _Printer.inject,
    "clone": _Printer.clone,
    "len": _Printer.length,
    "concat": _Printer.concat,
    "at": _Printer.at,
    "load": _Printer.load,
    "peek": _Printer.load,
}
