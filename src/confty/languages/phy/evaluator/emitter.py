"""Emitting linear code: registers, slots, sites, regions, and who owns what."""

from __future__ import annotations

from confty.languages.phy.checker.checked import Typed, Variable
from confty.languages.phy.evaluator.code import (
    Body,
    Constant,
    Instruction,
    Program,
    Register,
    Site,
    Slot,
    Value,
    is_heavy,
)
from confty.types import Type


class Emitter:
    """The code of one procedure as it grows."""

    def __init__(self, program: Program, body: Body) -> None:
        self.program = program
        self.body = body
        self.slots: dict[Variable, Slot] = {}
        # Owned heavy registers that nobody has taken yet, oldest first.
        self.live: dict[Register, None] = {}
        self.depth = 0
        self.loops = 0

    def emit(self, op: str, into: Register | None = None, *values: Value, **more: object) -> None:
        """Emit an instruction that makes no value."""
        self.body.code.append(Instruction(op, into, values, **more))  # type: ignore[arg-type]

    def make(self, op: str, type_: Type, *values: Value, **more: object) -> Register:
        """Emit an instruction that makes a value; a heavy one is owned by the register."""
        register = self.register(type_, owned=is_heavy(type_))
        self.body.code.append(Instruction(op, register, values, **more))  # type: ignore[arg-type]
        return register

    def view(self, op: str, type_: Type, *values: Value, **more: object) -> Register:
        """Emit an instruction that only looks at a value which somebody else owns."""
        register = self.register(type_, owned=False)
        self.body.code.append(Instruction(op, register, values, **more))  # type: ignore[arg-type]
        return register

    def register(self, type_: Type, *, owned: bool) -> Register:
        """Return a new register."""
        self.body.registers += 1
        register = Register(self.body.registers, type_, owned=owned)
        if owned:
            self.live[register] = None
        return register

    def slot(self, kind: str, name: str, type_: Type) -> Slot:
        """Return a new slot."""
        slot = Slot(len(self.body.slots), kind, name, type_)
        self.body.slots.append(slot)
        return slot

    def variable(self, variable: Variable) -> Slot:
        """Return the slot of a variable."""
        slot = self.slots.get(variable)
        if slot is None:
            slot = self.slots[variable] = self.slot(variable.kind, variable.name, variable.type)
        return slot

    def site(self, node: Typed, what: str) -> int:
        """Note a place where a run may stop or call."""
        site = Site(node.start, node.end, self.body.number, what)
        self.program.sites.append(site)
        return len(self.program.sites) - 1

    def open(self, op: str, *values: Value) -> None:
        """Open a region."""
        self.depth += 1
        self.body.depth = max(self.body.depth, self.depth)
        self.emit(op, None, *values)

    def close(self) -> None:
        """Close a region."""
        self.depth -= 1
        self.emit("end")

    # Ownership.

    def own(self, value: Value) -> Value:
        """Take a value for keeps: an owned register leaves its owner, a borrowed one is copied."""
        if isinstance(value, Constant) or not is_heavy(value.type):
            return value
        if not value.owned:
            value = self.make("clone", value.type, value)
        del self.live[value]
        return value

    def drop(self, value: Value | None) -> None:
        """Be done with a value that nobody takes."""
        if isinstance(value, Register) and value.owned:
            del self.live[value]
            self.emit("drop", None, value)

    def leave(self, value: Value) -> None:
        """Leave the procedure with a value; what is still owned goes."""
        for register in self.live:
            self.emit("drop", None, register)
        self.emit("return", None, value)

    def forget(self, before: int) -> None:
        """Forget registers made in a region that control does not leave at its end."""
        while len(self.live) > before:
            self.live.popitem()
