"""The code of a procedure as it grows: registers, slots, sites, regions, and who owns what."""

from __future__ import annotations

from confty.languages.phy.checker.checked import Typed, Variable
from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure, Site
from confty.languages.phy.evaluator.memory import is_heavy
from confty.languages.phy.evaluator.places import Constant, Register, Slot, SlotKind, Value
from confty.types import Type


class Emitter:
    """The code of one procedure as it grows."""

    def __init__(self, program: Lowered, body: LoweredProcedure) -> None:
        self.program = program
        self.body = body
        self.slots: dict[Variable, Slot] = {}
        # Owned heavy registers that nobody has taken yet, oldest first.
        self.live: dict[Register, None] = {}
        self.depth = 0
        self.loops = 0

    def emit(self, one: code.Instruction) -> None:
        """Emit an instruction."""
        self.body.code.append(one)

    def give(self, one: code.Giving) -> Register:
        """Emit an instruction; return the register with its value."""
        self.body.code.append(one)
        return one.into

    def get(self, slot: Slot) -> Register:
        """Look at a slot."""
        return self.give(code.Get(self.borrowed(slot.type), slot))

    def clone(self, value: Value) -> Register:
        """Copy a value."""
        return self.give(code.Clone(self.made(value.type), value))

    # Registers, slots and sites.

    def made(self, type_: Type) -> Register:
        """Return a register for a value that is made; a heavy one is owned by the register."""
        return self._register(type_, owned=is_heavy(type_))

    def borrowed(self, type_: Type) -> Register:
        """Return a register for a value that somebody else owns."""
        return self._register(type_, owned=False)

    def _register(self, type_: Type, *, owned: bool) -> Register:
        self.body.registers += 1
        register = Register(self.body.registers, type_, owned)
        if owned:
            self.live[register] = None
        return register

    def join(self, type_: Type) -> Slot:
        """Return a new slot where branches meet."""
        return self._slot("join", "", type_)

    def variable(self, variable: Variable) -> Slot:
        """Return the slot of a variable."""
        slot = self.slots.get(variable)
        if slot is None:
            slot = self._slot(variable.kind, variable.name, variable.type)
            self.slots[variable] = slot
        return slot

    def _slot(self, kind: SlotKind, name: str, type_: Type) -> Slot:
        slot = Slot(len(self.body.slots), kind, name, type_)
        self.body.slots.append(slot)
        return slot

    def site(self, node: Typed, what: str) -> int:
        """Note a place where a run may stop or call."""
        self.program.sites.append(Site(node.start, node.end, self.body.number, what))
        return len(self.program.sites) - 1

    # Regions.

    def open(self, one: code.Branch | code.Loop) -> None:
        """Open a region."""
        self.depth += 1
        self.body.depth = max(self.body.depth, self.depth)
        self.emit(one)

    def close(self) -> None:
        """Close a region."""
        self.depth -= 1
        self.emit(code.End())

    def open_loop(self) -> None:
        """Open a loop."""
        self.loops += 1
        self.body.loops = max(self.body.loops, self.loops)
        self.open(code.Loop())

    def close_loop(self) -> None:
        """Close a loop."""
        self.close()
        self.loops -= 1

    # Ownership.

    def own(self, value: Value) -> Value:
        """Take a value for keeps: an owned register leaves its owner, a borrowed one is copied."""
        if isinstance(value, Constant) or not is_heavy(value.type):
            return value
        if not value.owned:
            value = self.clone(value)
        del self.live[value]
        return value

    def drop(self, value: Value | None) -> None:
        """Be done with a value that nobody takes."""
        if isinstance(value, Register) and value.owned:
            del self.live[value]
            self.emit(code.Drop(value))

    def leave(self, value: Value) -> None:
        """Leave the procedure with a value; what is still owned goes."""
        for register in self.live:
            self.emit(code.Drop(register))
        self.emit(code.Return(value))

    def forget(self, before: int) -> None:
        """Forget registers made in a region that control does not leave at its end."""
        while len(self.live) > before:
            self.live.popitem()
