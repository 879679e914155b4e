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

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, get_args

from confty.languages.phy.evaluator.places import IndexStep, Place, Register, Slot, Value
from confty.languages.phy.library import Arithmetic, Pure, Reading, Writing

# Instructions: what many of them are, so that a back end finds its way with a few questions.


class ComputingKind:
    """Computes a number or a bool."""

    __slots__ = ()


class MakingKind:
    """Makes a value, or takes one apart."""

    __slots__ = ()


class RegionKind:
    """Opens, turns or closes a region."""

    __slots__ = ()


# Instructions: slots and places.


class Get:
    """Look at a slot."""

    __slots__ = ("into", "slot")

    def __init__(self, into: Register, slot: Slot) -> None:
        self.into, self.slot = into, slot


class Take:
    """Take what a branch left in the slot where it meets another."""

    __slots__ = ("into", "slot")

    def __init__(self, into: Register, slot: Slot) -> None:
        self.into, self.slot = into, slot


class Set:
    """Write a slot."""

    __slots__ = ("slot", "value")

    def __init__(self, slot: Slot, value: Value) -> None:
        self.slot, self.value = slot, value


class Append:
    """Put an element at the end of the sequence in a slot."""

    __slots__ = ("slot", "value")

    def __init__(self, slot: Slot, value: Value) -> None:
        self.slot, self.value = slot, value


class Load:
    """Copy what is at a place."""

    __slots__ = ("into", "place")

    def __init__(self, into: Register, place: Place) -> None:
        self.into, self.place = into, place


class Peek:
    """Look at what is at a place."""

    __slots__ = ("into", "place")

    def __init__(self, into: Register, place: Place) -> None:
        self.into, self.place = into, place


class Store:
    """Write a place."""

    __slots__ = ("place", "value")

    def __init__(self, place: Place, value: Value) -> None:
        self.place, self.value = place, value


# Instructions: computing.


class Calculate(ComputingKind):
    """Compute with ints; the run ends if the result is none, unless it is sure to be one."""

    __slots__ = ("into", "left", "operator", "right", "site", "sure")

    def __init__(
        self,
        into: Register,
        operator: Arithmetic,
        left: Value,
        right: Value,
        site: int,
        sure: bool = False,
    ) -> None:
        self.into, self.operator, self.left = into, operator, left
        self.right, self.site, self.sure = right, site, sure


class Divide(ComputingKind):
    """Divide ints toward zero; the run ends if there is no result."""

    __slots__ = ("into", "left", "remainder", "right", "site")

    def __init__(
        self, into: Register, remainder: bool, left: Value, right: Value, site: int
    ) -> None:
        self.into, self.remainder, self.left = into, remainder, left
        self.right, self.site = right, site


class Compute(ComputingKind):
    """Compute with floats, or compare: what cannot fail."""

    __slots__ = ("into", "left", "operator", "right")

    def __init__(
        self, into: Register, operator: Arithmetic | Pure, left: Value, right: Value
    ) -> None:
        self.into, self.operator, self.left = into, operator, left
        self.right = right


class Negate(ComputingKind):
    """Turn a bool into the other."""

    __slots__ = ("into", "value")

    def __init__(self, into: Register, value: Value) -> None:
        self.into, self.value = into, value


class Combine(ComputingKind):
    """Combine two bools, both of which are computed."""

    __slots__ = ("into", "left", "right", "word")

    def __init__(
        self, into: Register, word: Literal["and", "or"], left: Value, right: Value
    ) -> None:
        self.into = into
        self.word: Literal["and", "or"] = word
        self.left, self.right = left, right


class Select(ComputingKind):
    """Choose between two values, both of which are computed."""

    __slots__ = ("condition", "first", "into", "second")

    def __init__(self, into: Register, condition: Value, first: Value, second: Value) -> None:
        self.into, self.condition, self.first = into, condition, first
        self.second = second


# Instructions: making values and taking them apart.


class MakeTuple(MakingKind):
    """Make a tuple or a record, of all its parts in order."""

    __slots__ = ("into", "parts")

    def __init__(self, into: Register, parts: tuple[Value, ...]) -> None:
        self.into, self.parts = into, parts


class MakeList(MakingKind):
    """Make a sequence or an array."""

    __slots__ = ("elements", "into")

    def __init__(self, into: Register, elements: tuple[Value, ...]) -> None:
        self.into, self.elements = into, elements


class MakeText(MakingKind):
    """Make a sequence of chars."""

    __slots__ = ("into", "text")

    def __init__(self, into: Register, text: bytes) -> None:
        self.into, self.text = into, text


class Field(MakingKind):
    """Look at a part of a tuple or a record."""

    __slots__ = ("base", "into", "position")

    def __init__(self, into: Register, base: Value, position: int) -> None:
        self.into, self.base, self.position = into, base, position


class At(MakingKind):
    """Look at an element by its index."""

    __slots__ = ("base", "index", "into", "site")

    def __init__(self, into: Register, base: Value, index: Value, site: int) -> None:
        self.into, self.base, self.index = into, base, index
        self.site = site


class Inject(MakingKind):
    """Make a union's value of a member's."""

    __slots__ = ("into", "tag", "value")

    def __init__(self, into: Register, value: Value, tag: int) -> None:
        self.into, self.value, self.tag = into, value, tag


class IsMember(MakingKind):
    """Ask whether a union holds a member."""

    __slots__ = ("into", "tag", "value")

    def __init__(self, into: Register, value: Value, tag: int) -> None:
        self.into, self.value, self.tag = into, value, tag


class TakeMember(MakingKind):
    """Take the member that a union holds."""

    __slots__ = ("into", "value")

    def __init__(self, into: Register, value: Value) -> None:
        self.into, self.value = into, value


class Clone(MakingKind):
    """Copy a value."""

    __slots__ = ("into", "value")

    def __init__(self, into: Register, value: Value) -> None:
        self.into, self.value = into, value


class Drop:
    """Be done with a value."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


class Length(MakingKind):
    """Ask for the length of a sequence."""

    __slots__ = ("into", "value")

    def __init__(self, into: Register, value: Value) -> None:
        self.into, self.value = into, value


class Concat(MakingKind):
    """Make a longer sequence; of light elements the original is not taken but copied."""

    __slots__ = ("base", "copies", "element", "into")

    def __init__(self, into: Register, base: Value, element: Value, copies: bool) -> None:
        self.into, self.base, self.element = into, base, element
        self.copies = copies


# Instructions: calls and ends.


class Call:
    """Call a procedure, by its number or as a value; a void one gives nothing."""

    __slots__ = ("arguments", "callee", "into", "site")

    def __init__(
        self, into: Register | None, callee: int | Value, arguments: tuple[Value, ...], site: int
    ) -> None:
        self.into, self.callee, self.arguments = into, callee, arguments
        self.site = site


class Write:
    """Write a text to a stream; gives unit."""

    __slots__ = ("into", "operator", "value")

    def __init__(self, into: Register, operator: Writing, value: Value) -> None:
        self.into, self.operator, self.value = into, operator, value


class ReadFile:
    """Read a file."""

    __slots__ = ("into", "operator", "value")

    def __init__(self, into: Register, operator: Reading, value: Value) -> None:
        self.into, self.operator, self.value = into, operator, value


class Return:
    """Leave the procedure."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


class Unreachable:
    """End the run."""

    __slots__ = ("site",)

    def __init__(self, site: int) -> None:
        self.site = site


# Instructions: regions.


class Branch(RegionKind):
    """Open a region that runs if a condition holds, or if it does not."""

    __slots__ = ("condition", "wanted")

    def __init__(self, condition: Value, wanted: bool) -> None:
        self.condition, self.wanted = condition, wanted


class Otherwise(RegionKind):
    """Turn to the region that runs in the other case."""

    __slots__ = ()


class Loop(RegionKind):
    """Open a region that runs again and again."""

    __slots__ = ()


class While(RegionKind):
    """Leave the loop unless a condition holds."""

    __slots__ = ("condition",)

    def __init__(self, condition: Value) -> None:
        self.condition = condition


class End(RegionKind):
    """Close a region."""

    __slots__ = ()


Storing: TypeAlias = Get | Take | Set | Append | Load | Peek | Store
Computing: TypeAlias = Calculate | Divide | Compute | Negate | Combine | Select
Making: TypeAlias = (
    MakeTuple | MakeList | MakeText | Field | At | Inject | IsMember | TakeMember | Clone | Length
    | Concat
)  # fmt: skip
Leaving: TypeAlias = Call | Write | ReadFile | Return | Unreachable
Region: TypeAlias = Branch | Otherwise | Loop | While | End
Instruction: TypeAlias = Storing | Computing | Making | Drop | Leaving | Region

#: Instructions that always give a value.
Giving: TypeAlias = (
    Get | Take | Load | Peek | Calculate | Divide | Compute | Negate | Combine | Select | MakeTuple
    | MakeList | MakeText | Field | At | Inject | IsMember | TakeMember | Clone | Length | Concat
    | Write | ReadFile
)  # fmt: skip


def operands(one: Instruction) -> tuple[Value, ...]:
    """Return the values that an instruction works on, those inside of places left out."""
    return OPERANDS[type(one)](one)


def indices(place: Place) -> tuple[Value, ...]:
    """Return the indices on the way into a place."""
    return tuple([step.index for step in place.steps if isinstance(step, IndexStep)])


def _one(one: _WithValue) -> tuple[Value, ...]:
    return (one.value,)


def _pair(one: Calculate | Divide | Compute | Combine) -> tuple[Value, ...]:
    return one.left, one.right


def _none(_one: Instruction) -> tuple[Value, ...]:
    return ()


def _called(one: Call) -> tuple[Value, ...]:
    return one.arguments if isinstance(one.callee, int) else (one.callee, *one.arguments)


_WithValue: TypeAlias = (
    Set | Append | Store | Negate | Inject | IsMember | TakeMember | Clone | Length | Drop | Write
    | ReadFile | Return
)  # fmt: skip

#: Instruction: where its values are.  A table, because every instruction is asked.
OPERANDS: Final[dict[type[Instruction], Callable[..., tuple[Value, ...]]]] = {
    **dict.fromkeys(get_args(_WithValue), _one),
    **dict.fromkeys((Calculate, Divide, Compute, Combine), _pair),
    **dict.fromkeys((Get, Take, Load, Peek, MakeText, Unreachable), _none),
    **dict.fromkeys((Otherwise, Loop, End), _none),
    Branch: lambda one: (one.condition,),
    While: lambda one: (one.condition,),
    Select: lambda one: (one.condition, one.first, one.second),
    MakeTuple: lambda one: one.parts,
    MakeList: lambda one: one.elements,
    Field: lambda one: (one.base,),
    At: lambda one: (one.base, one.index),
    Concat: lambda one: (one.base, one.element),
    Call: _called,
}
