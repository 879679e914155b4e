"""Linear code to Python source.

Pure instructions whose register is used once become part of the expression that uses it; the
rest are statements, in order.  Every call and every trap has a line of its own, so that a line
number of the generated code is a place in the text: the trail of calls costs nothing to keep.
"""

from __future__ import annotations

from typing import Final, assert_never

from confty.languages.phy.evaluator import code, places
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.python import fragments
from confty.languages.phy.evaluator.python.checks import Checks
from confty.languages.phy.evaluator.python.clones import Clones
from confty.languages.phy.evaluator.python.lines import Flat, IndentedLines, Line, Lines
from confty.languages.phy.library import Pure
from confty.records import Record
from confty.types import ListOf, Tuple, Type, Union, canonical

_DEEPEST_REGION: Final = 60
_DEEPEST_LOOP: Final = 15
_DEEPEST_TEXT: Final = 20
_LONGEST_PATH: Final = 30


class PythonSource(metaclass=Record):
    """The generated module: its text, and which call each line makes."""

    text: str
    calls: dict[int, int]
    entry: str


def print_python(program: Lowered) -> PythonSource:
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


class _Printer:
    """One procedure."""

    def __init__(self, program: Lowered, body: LoweredProcedure, clones: Clones) -> None:
        deep = body.depth > _DEEPEST_REGION or body.loops > _DEEPEST_LOOP
        self.out: Lines = Flat() if deep else IndentedLines()
        self.program = program
        self.body = body
        self.clones = clones
        self.pending: dict[int, fragments.PendingText] = {}
        self.uses = fragments.count_uses(body.code)
        self.checks = Checks()

    def run(self) -> list[Line]:
        body = self.body
        names = [f"x{slot.number}" for slot in body.parameters]
        taken, comment = ", ".join([*names, "d"]), fragments.comment(body.name)
        head = [Line(0, f"def p{body.number}({taken}):  # {comment}")]
        head.append(Line(1, f"d += {body.weight}"))
        head.append(Line(1, f"if d > {self.program.deepest}: too_deep()"))
        instructions = body.code
        written = {one.place.slot for one in instructions if isinstance(one, code.StoreAt)}
        if self.clones.cells:
            # Only the variables of a session: they come from a run that knew of no cells.
            changed = [slot for slot in body.parameters if slot in written]
            texts = [self.clones.text(slot.type, f"x{slot.number}") for slot in changed]
            pairs = zip(changed, texts, strict=True)
            head.extend([Line(1, f"x{slot.number} = {text}") for slot, text in pairs])
        index = 0
        while index < len(instructions):
            following = instructions[index + 1] if index + 1 < len(instructions) else None
            index += 1 + self.instruction(instructions[index], following)
        return [*head, *self.out.finished()]

    # Lines and pending texts.

    def hold(
        self, register: places.Register, text: str, slots: frozenset[int], depth: int
    ) -> None:
        """Keep a pure text until its one use, or print it now if it has several or is deep."""
        if self.uses.get(register.number, 0) == 1 and depth < _DEEPEST_TEXT:
            self.pending[register.number] = fragments.PendingText(text, slots, depth)
        elif register.number in self.uses:
            self.out.line(f"t{register.number} = {text}")

    def flush(self, slot: places.Slot | None = None) -> None:
        """Print what is pending, or only what reads ``slot``, which is about to change."""
        for number, pending in list(self.pending.items()):
            if slot is None or slot.number in pending.slots:
                self.out.line(f"t{number} = {pending.text}")
                del self.pending[number]

    def operand(self, value: places.Value) -> fragments.PendingText:
        if isinstance(value, places.Constant):
            return fragments.PendingText(fragments.literal(value), fragments.NO_SLOTS, 0)
        found = self.pending.pop(value.number, None)
        return found or fragments.PendingText(f"t{value.number}", fragments.NO_SLOTS, 0)

    def atom(self, value: places.Value) -> fragments.PendingText:
        """Return a text that may be repeated."""
        found = self.operand(value)
        if found.depth == 0:
            return found
        assert isinstance(value, places.Register)
        self.out.line(f"t{value.number} = {found.text}")
        return fragments.PendingText(f"t{value.number}", fragments.NO_SLOTS, 0)

    def operands(self, values: tuple[places.Value, ...]) -> tuple[list[str], frozenset[int], int]:
        found = [self.operand(value) for value in values]
        slots = fragments.NO_SLOTS.union(*[one.slots for one in found])
        return [one.text for one in found], slots, max([one.depth for one in found], default=0)

    def target(
        self, register: places.Register, following: code.Instruction | None
    ) -> tuple[str, int]:
        """Name what a statement assigns: the slot that the next instruction sets, if it does."""
        if (
            isinstance(following, code.Set)
            and following.value is register
            and self.uses.get(register.number) == 1
        ):
            self.flush(following.slot)
            self.checks.changed(following.slot.number, resized=True)
            return f"x{following.slot.number}", 1
        return f"t{register.number}", 0

    # Instructions.

    def instruction(self, one: code.Instruction, following: code.Instruction | None) -> int:
        """Print an instruction; return how many of the following ones that covers."""
        match one:
            case code.Set():
                self.set_slot(one)
            case code.Get() | code.Take():
                self.get(one)
            case code.MakingKind():
                self.making(one)
            case code.RegionKind():
                self.region(one)
            case code.ComputingKind():
                return self.computing(one, following)
            case code.Load() | code.Peek():
                self.load(one)
            case code.Drop():
                pass  # Python looks after its own memory.
            case code.Call():
                return self.call(one, following)
            case code.StoreAt():
                self.store(one)
            case code.Append():
                self.append(one)
            case code.Return() | code.Unreachable() | code.Write() | code.ReadFile():
                self.statement(one)
            case _:
                assert_never(one)
        return 0

    def computing(self, one: code.Computing, following: code.Instruction | None) -> int:
        """Print what computes a number or a bool."""
        match one:
            case code.Compute():
                self.compute(one)
            case code.Calculate():
                if not one.sure:
                    return self.calculate(one, following)
                self.operation(one, one.operator.python)
            case code.Divide():
                return self.divide(one, following)
            case code.Combine():
                self.operation(one, one.word)
            case code.Negate():
                value = self.operand(one.value)
                self.hold(one.into, f"(not {value.text})", value.slots, value.depth + 1)
            case code.Select():
                texts, slots, depth = self.operands((one.condition, one.first, one.second))
                text = f"({texts[1]} if {texts[0]} else {texts[2]})"
                self.hold(one.into, text, slots, depth + 1)
            case _:
                assert_never(one)
        return 0

    def making(self, one: code.Making) -> None:
        """Print what makes a value or takes one apart."""
        match one:
            case code.MakeTuple():
                texts, slots, depth = self.operands(one.parts)
                self.hold(one.into, fragments.tuple_text(texts), slots, depth + 1)
            case code.MakeList():
                texts, slots, depth = self.operands(one.elements)
                texts = [self.clones.entering(one.into.type, text) for text in texts]
                self.hold(one.into, f"[{', '.join(texts)}]", slots, depth + 1)
            case code.MakeText():
                self.hold(one.into, f"list({one.text!r})", fragments.NO_SLOTS, 1)
            case code.Field():
                base = self.operand(one.base)
                text = f"{base.text}[{one.position}]"
                self.hold(one.into, text, base.slots, base.depth + 1)
            case code.At():
                self.at(one)
            case code.Clone():
                value = self.operand(one.value)
                text = self.clones.text(one.into.type, value.text)
                self.hold(one.into, text, value.slots, value.depth + (text != value.text))
            case code.Concat():
                texts, slots, depth = self.operands((one.base, one.element))
                whole, last = self.clones.joined(one, *texts)
                self.hold(one.into, f"({whole} + [{last}])", slots, depth + 1)
            case code.Inject() | code.IsMember() | code.TakeMember() | code.Length():
                value = self.operand(one.value)
                self.hold(one.into, _around(one, value.text), value.slots, value.depth + 1)
            case _:
                assert_never(one)

    def get(self, one: code.Get | code.Take) -> None:
        slots = frozenset((one.slot.number,))
        if one.into.number in self.uses:
            self.pending[one.into.number] = fragments.PendingText(f"x{one.slot.number}", slots, 0)
            if self.uses[one.into.number] > 1:
                self.flush(one.slot)

    def operation(self, one: code.Calculate | code.Compute | code.Combine, word: str) -> None:
        texts, slots, depth = self.operands((one.left, one.right))
        self.hold(one.into, f"({texts[0]} {word} {texts[1]})", slots, depth + 1)

    def compute(self, one: code.Compute) -> None:
        by_zero = one.operator.by_zero if isinstance(one.operator, Pure) else None
        if by_zero is None:
            self.operation(one, one.operator.python)
            return
        left, right = self.atom(one.left), self.atom(one.right)
        a, b = left.text, right.text
        text = f"({a} {one.operator.python} {b} if {b} else {by_zero}({a}, {b}))"
        self.hold(one.into, text, left.slots | right.slots, 2)

    def at(self, one: code.At) -> None:
        base, index = self.atom(one.base), self.atom(one.index)
        text = self.indexed(one.base.type, one.into.type, base.text, index.text, one.site)
        text = self.clones.leaving(one.base.type, text)
        self.hold(one.into, text, base.slots | index.slots, 2)

    def indexed(self, container: Type, result: Type, base: str, index: str, site: int) -> str:
        """Print the check of an index; return the text of the element."""
        parts = container.elements if isinstance(container, Tuple) else ()
        if isinstance(container, ListOf):
            length = f"len({base})" if container.length is None else str(container.length)
        else:
            length = str(len(parts))
        if self.checks.add(index, length):
            self.out.line(f"if not -1 < {index} < {length}: trap({site}, {index}, {length})")
        kinds = {canonical(part) for part in parts}
        if len(kinds) > 1:
            assert isinstance(result, Union)
            tags = fragments.tuple_text([str(self.program.tag(part)) for part in parts])
            return f"({tags}[{index}], {base}[{index}])"
        return f"{base}[{index}]"

    # Places.

    def load(self, one: code.Load | code.Peek) -> None:
        text, slots, moving = self.path(one.place, one.place.steps)
        if isinstance(one.place.steps[-1], places.IndexStep):
            text = self.clones.leaving(one.place.steps[-1].container, text)
        if isinstance(one, code.Load):
            text = self.clones.text(one.into.type, text)
        if moving:
            # The cursor is needed for the next place, so this one is read now.
            self.out.line(f"t{one.into.number} = {text}")
        else:
            self.hold(one.into, text, slots, 3)

    def path(
        self, place: places.Location, steps: tuple[places.PlaceStep, ...]
    ) -> tuple[str, frozenset[int], bool]:
        """Print the checks on the way into a place; return the text of what is there."""
        text = f"x{place.slot.number}"
        slots = frozenset((place.slot.number,))
        moving = False
        for step in steps:
            if isinstance(step, places.FieldStep):
                text = f"{text}[{step.position}]"
                continue
            index = self.atom(step.index)
            slots |= index.slots
            if len(text) > _LONGEST_PATH:
                self.out.line(f"c = {text}")
                text = "c"
                moving = True
            text = self.indexed(step.container, step.type, text, index.text, step.site)
        return text, slots, moving

    def store(self, one: code.StoreAt) -> None:
        value = self.operand(one.value)
        steps = list(one.place.steps)
        inner: list[places.FieldStep] = []
        # A tuple is made anew; the list around it, if there is one, is changed in place.
        while steps and isinstance(steps[-1], places.FieldStep):
            inner.insert(0, steps[-1])
            steps.pop()
        self.flush(one.place.slot)
        text, _, _ = self.path(one.place, tuple(steps))
        if steps and self.clones.has_cells(steps[-1].container):
            if inner:
                # What stands in the list is changed, not made anew.
                text = f"{text}[{inner.pop(0).position}]"
            else:
                entering = self.clones.entering(steps[-1].container, value.text)
                value = fragments.PendingText(entering, value.slots, value.depth)
        self.out.line(f"{text} = {fragments.rebuilt(text, inner, value.text)}")
        self.checks.changed(one.place.slot.number, resized=self.clones.changes(one.place.type))

    def set_slot(self, one: code.Set) -> None:
        value = self.operand(one.value)
        self.flush(one.slot)
        if value.text != f"x{one.slot.number}":
            self.out.line(f"x{one.slot.number} = {value.text}")
            self.checks.changed(one.slot.number, resized=True)

    def append(self, one: code.Append) -> None:
        value = self.operand(one.value)
        self.flush(one.slot)
        last = self.clones.entering(one.slot.type, value.text)
        self.out.line(f"x{one.slot.number}.append({last})")
        self.checks.changed(one.slot.number, resized=True)

    # Statements.

    def calculate(self, one: code.Calculate, following: code.Instruction | None) -> int:
        """Compute with ints, and end the run when the result is none."""
        left, right = self.atom(one.left), self.atom(one.right)
        name, covered = self.target(one.into, following)
        a, b, word, undone = left.text, right.text, one.operator.python, one.operator.undone
        fixed = _fixed(one.right)
        if name == a and name != b and undone:
            self.out.line(f"{name} = {a} {word} {b}")
            before = f"{name} {undone} {b}"
            left_range = fragments.beyond(name, one.operator, fixed)
            self.out.line(f"if {left_range}: trap({one.site}, {before}, {b})")
            return covered
        made = "c" if name in {a, b} else name
        self.out.line(f"{made} = {a} {word} {b}")
        self.out.line(
            f"if {fragments.beyond(made, one.operator, fixed)}: trap({one.site}, {a}, {b})"
        )
        if made != name:
            self.out.line(f"{name} = c")
        return covered

    def divide(self, one: code.Divide, following: code.Instruction | None) -> int:
        """Divide toward zero; the remainder has the sign of the left operand."""
        left, right = self.atom(one.left), self.atom(one.right)
        name, covered = self.target(one.into, following)
        a, b, fixed = left.text, right.text, _fixed(one.right)
        if not fixed:
            self.out.line(f"if {b} == 0: trap({one.site}, {a}, {b})")
        positive = fixed is not None and fixed > 0
        if not one.remainder:
            same = f"{a} >= 0" if positive else f"({a} >= 0) == ({b} > 0)"
            self.out.line(f"c = {a} // {b} if {same} else -(-{a} // {b})")
            if fixed is None or fixed == -1:
                self.out.line(f"if c > {fragments.MAX}: trap({one.site}, {a}, {b})")
            self.out.line(f"{name} = c")
        elif positive:
            self.out.line(f"{name} = {a} % {b} if {a} >= 0 else -(-{a} % {b})")
        else:
            self.out.line(f"c = abs({a}) % abs({b})")
            self.out.line(f"{name} = -c if {a} < 0 else c")
        return covered

    def call(self, one: code.Call, following: code.Instruction | None) -> int:
        target = one.callee
        callee = f"p{target}" if isinstance(target, int) else self.operand(target).text
        texts, _, _ = self.operands(one.arguments)
        call = f"{callee}({', '.join([*texts, 'd'])})"
        if one.into is None or one.into.number not in self.uses:
            self.out.line(call, one.site)
            return 0
        name, covered = self.target(one.into, following)
        self.out.line(f"{name} = {call}", one.site)
        return covered

    def statement(self, one: code.Return | code.Unreachable | code.Write | code.ReadFile) -> None:
        match one:
            case code.Return():
                self.out.line(f"return {self.operand(one.value).text}")
            case code.Unreachable():
                self.out.line(f"trap({one.site})")
            case code.Write():
                self.out.line(f"{one.operator.python}({self.operand(one.value).text})")
                self.hold(one.into, "()", fragments.NO_SLOTS, 0)
            case code.ReadFile():
                text = f"{one.operator.python}({self.operand(one.value).text})"
                self.out.line(f"t{one.into.number} = {text}")
            case _:
                assert_never(one)

    # Regions.

    def region(self, one: code.Region) -> None:
        match one:
            case code.Branch():
                text = self.operand(one.condition).text
                self.flush()
                self.out.branch(text if one.wanted else f"(not {text})")
                self.checks.branch()
            case code.While():
                text = self.operand(one.condition).text
                self.flush()
                self.out.leave_unless(text)
            case code.Loop():
                self.flush()
                self.out.loop()
                self.checks.loop()
            case code.Otherwise():
                # What is pending here was made in the region and is not used any more.
                self.pending.clear()
                self.out.otherwise()
                self.checks.otherwise()
            case code.End():
                self.pending.clear()
                self.out.end()
                self.checks.end()
            case _:
                assert_never(one)


def _around(one: code.Inject | code.IsMember | code.TakeMember | code.Length, text: str) -> str:
    """Return the text of what is asked of, or made of, a value."""
    match one:
        case code.Inject():
            return f"({one.tag}, {text})"
        case code.IsMember():
            return f"({text}[0] == {one.tag})"
        case code.TakeMember():
            return f"{text}[1]"
        case code.Length():
            return f"len({text})"
        case _:
            assert_never(one)


def _fixed(value: places.Value) -> int | None:
    """Return an int that is known before the program runs."""
    if isinstance(value, places.Constant) and isinstance(value.value, int):
        return value.value
    return None
