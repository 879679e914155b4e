"""A program in linear code: its procedures, and what is numbered for all of them."""

from __future__ import annotations

from typing import Final

from confty.languages.phy.checker.checked import Procedure
from confty.languages.phy.evaluator.code import Instruction
from confty.languages.phy.evaluator.places import Slot
from confty.records import Record
from confty.types import Type, canonical

# Calls may nest this deep; a procedure counts for more the larger it is.
DEEPEST_CALL: Final = 100_000
_FORMS_PER_UNIT: Final = 40


class Site(metaclass=Record):
    """A place in the text where a run may stop or call: what and in which procedure."""

    start: int
    end: int
    procedure: int
    what: str


class LoweredProcedure:
    """A procedure, lowered."""

    __slots__ = (
        "code", "depth", "loops", "name", "number", "parameters", "registers", "result", "slots",
        "weight",
    )  # fmt: skip

    def __init__(self, number: int, procedure: Procedure) -> None:
        self.number = number
        self.name = procedure.name or "(program)"
        self.result = procedure.result
        self.code: list[Instruction] = []
        self.slots: list[Slot] = []
        self.parameters: list[Slot] = []
        self.registers = 0
        # How deep regions and loops nest: what a back end can print as such is limited.
        self.depth = 0
        self.loops = 0
        self.weight = min(1 + procedure.size // _FORMS_PER_UNIT, DEEPEST_CALL // 2)


class Lowered:
    """All procedures that the entry may reach; the entry is the last one."""

    __slots__ = ("bodies", "deepest", "sites", "tags")

    def __init__(self, deepest: int = DEEPEST_CALL) -> None:
        # How deep calls may nest.
        self.deepest = deepest
        self.bodies: list[LoweredProcedure] = []
        self.sites: list[Site] = []
        # Members of unions, numbered for the whole program: order in a union does not matter.
        self.tags: dict[Type, int] = {}

    def allow(self, entry: LoweredProcedure) -> None:
        """Let an entry run however little depth is allowed: nobody called it."""
        self.deepest = max(self.deepest, entry.weight)

    def tag(self, member: Type) -> int:
        """Return the number of a union member."""
        kind = canonical(member)
        return self.tags.setdefault(kind, len(self.tags))
