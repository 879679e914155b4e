"""Linear code: what both back ends are printed from.

The checked tree of a procedure becomes one flat list of instructions.  Regions (branches,
loops) are marked by instructions that open and close them, never nested in one another, so that
no depth of the program is a depth of the data.  The order of the instructions is the order of
evaluation, reads of locations included; neither back end decides anything about it.

A *register* is written once and a *slot* many times.  A value is *heavy* when it owns memory:
it holds a sequence or an array, or is wide.  A heavy register either owns its value, then
exactly one instruction takes it, or borrows it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from confty.languages.phy.checker.checked import Procedure
from confty.languages.phy.rules import canonical
from confty.types import Function, ListOf, Object, Tuple, Type, Union

# A tuple or record with more scalars than this lives in memory of its own.
WIDEST: Final = 32
# Calls may nest this deep; a procedure counts for more the larger it is.
DEEPEST: Final = 100_000
_FORMS_PER_UNIT: Final = 40


class Register:
    """A value that an instruction made."""

    __slots__ = ("number", "owned", "type")

    def __init__(self, number: int, type_: Type, *, owned: bool) -> None:
        self.number = number
        self.type = type_
        self.owned = owned


class Constant:
    """A value known before the program runs: a number, a bool, unit or a procedure."""

    __slots__ = ("type", "value")

    def __init__(self, value: object, type_: Type) -> None:
        self.value = value
        self.type = type_


class Slot:
    """A variable: a local, a parameter, what a rule binds, or where branches meet."""

    __slots__ = ("kind", "name", "number", "type")

    def __init__(self, number: int, kind: str, name: str, type_: Type) -> None:
        self.number = number
        self.kind = kind
        self.name = name
        self.type = type_


Value: TypeAlias = Register | Constant


class Step:
    """One step into a place: a field's position, or an index with the site of its check."""

    __slots__ = ("container", "index", "position", "site", "type")

    def __init__(
        self, container: Type, type_: Type, position: int | None, index: Value | None, site: int
    ) -> None:
        self.container = container
        self.type = type_
        self.position = position
        self.index = index
        self.site = site


class Place:
    """A location: a slot and the steps into it, checked when it is read or written."""

    __slots__ = ("slot", "steps", "type")

    def __init__(self, slot: Slot, steps: tuple[Step, ...], type_: Type) -> None:
        self.slot = slot
        self.steps = steps
        self.type = type_


class Instruction:
    """One step of a procedure; which fields mean something depends on ``op``."""

    __slots__ = ("data", "into", "op", "place", "site", "slot", "values")

    def __init__(
        self,
        op: str,
        into: Register | None = None,
        values: tuple[Value, ...] = (),
        data: object = None,
        slot: Slot | None = None,
        place: Place | None = None,
        site: int = -1,
    ) -> None:
        self.op = op
        self.into = into
        self.values = values
        self.data = data
        self.slot = slot
        self.place = place
        self.site = site


class Site:
    """A place in the text where a run may stop or call: what and in which procedure."""

    __slots__ = ("end", "procedure", "start", "what")

    def __init__(self, start: int, end: int, procedure: int, what: str) -> None:
        self.start = start
        self.end = end
        self.procedure = procedure
        self.what = what


class Body:
    """A procedure, lowered."""

    __slots__ = (
        "code",
        "depth",
        "loops",
        "name",
        "number",
        "parameters",
        "registers",
        "result",
        "slots",
        "weight",
    )

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
        self.weight = min(1 + procedure.size // _FORMS_PER_UNIT, DEEPEST // 2)


class Program:
    """All procedures that the entry may reach; the entry is the last one."""

    __slots__ = ("bodies", "deepest", "sites", "tags")

    def __init__(self, deepest: int = DEEPEST) -> None:
        # How deep calls may nest.
        self.deepest = deepest
        self.bodies: list[Body] = []
        self.sites: list[Site] = []
        # Members of unions, numbered for the whole program: order in a union does not matter.
        self.tags: dict[Type, int] = {}

    def allow_entry(self) -> None:
        """Let the entry run however little depth is allowed: nobody called it."""
        self.deepest = max(self.deepest, self.bodies[-1].weight)

    def tag(self, member: Type) -> int:
        """Return the number of a union member."""
        kind = canonical(member)
        return self.tags.setdefault(kind, len(self.tags))


_heavy: Final[dict[Type, bool]] = {}
_leaves: Final[dict[Type, int]] = {}


def is_heavy(type_: Type) -> bool:
    """Whether values of the type own memory and must be copied and dropped with care."""
    found = _heavy.get(type_)
    if found is None:
        found = isinstance(type_, ListOf) or any(map(is_heavy, parts_of(type_)))
        found = _heavy[type_] = found or is_boxed(type_)
    return found


def is_boxed(type_: Type) -> bool:
    """Whether a tuple or record is too wide to be handled as a bunch of scalars."""
    return isinstance(type_, (Tuple, Object)) and _count(type_) > WIDEST


def leaves(type_: Type) -> int:
    """Return how many machine words a value takes where it stands."""
    return 1 if is_boxed(type_) else _count(type_)


def _count(type_: Type) -> int:
    found = _leaves.get(type_)
    if found is None:
        if isinstance(type_, (Tuple, Object)):
            found = sum(map(leaves, parts_of(type_))) or 1
        elif isinstance(type_, Union):
            found = 1 + max(map(leaves, type_.members))
        else:
            found = 1
        _leaves[type_] = found
    return found


def parts_of(type_: Type) -> tuple[Type, ...]:
    """Return the types of a value's parts; a procedure value has none."""
    if isinstance(type_, Tuple):
        return type_.elements
    if isinstance(type_, Object):
        return tuple([field.type for field in type_.fields])
    if isinstance(type_, Union):
        return type_.members
    return ()


def signature(type_: Type) -> tuple[Type, tuple[Type, ...]]:
    """Return the result and the parameters of a procedure type."""
    assert isinstance(type_, Function)
    return type_.result, tuple([one.type for one in type_.parameters or ()])
