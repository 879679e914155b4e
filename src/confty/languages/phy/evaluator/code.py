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

from confty.languages.phy.evaluator.places import IndexStep, Location, Register, Slot, Value
from confty.languages.phy.library import Arithmetic, Pure, Reading, Writing
from confty.records import Record

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


class Get(metaclass=Record):
    """Look at a slot."""

    into: Register
    slot: Slot


class Take(metaclass=Record):
    """Take what a branch left in the slot where it meets another."""

    into: Register
    slot: Slot


class Set(metaclass=Record):
    """Write a slot."""

    slot: Slot
    value: Value


class Append(metaclass=Record):
    """Put an element at the end of the sequence in a slot."""

    slot: Slot
    value: Value


class Load(metaclass=Record):
    """Copy what is at a place."""

    into: Register
    place: Location


class Peek(metaclass=Record):
    """Look at what is at a place."""

    into: Register
    place: Location


class StoreAt(metaclass=Record):
    """Write a place."""

    place: Location
    value: Value


# Instructions: computing.


class Calculate(ComputingKind, metaclass=Record):
    """Compute with ints; the run ends if the result is none, unless it is sure to be one."""

    into: Register
    operator: Arithmetic
    left: Value
    right: Value
    site: int
    sure: bool = False


class Divide(ComputingKind, metaclass=Record):
    """Divide ints toward zero; the run ends if there is no result."""

    into: Register
    remainder: bool
    left: Value
    right: Value
    site: int


class Compute(ComputingKind, metaclass=Record):
    """Compute with floats, or compare: what cannot fail."""

    into: Register
    operator: Arithmetic | Pure
    left: Value
    right: Value


class Negate(ComputingKind, metaclass=Record):
    """Turn a bool into the other."""

    into: Register
    value: Value


class Combine(ComputingKind, metaclass=Record):
    """Combine two bools, both of which are computed."""

    into: Register
    word: Literal["and", "or"]
    left: Value
    right: Value


class Select(ComputingKind, metaclass=Record):
    """Choose between two values, both of which are computed."""

    into: Register
    condition: Value
    first: Value
    second: Value


# Instructions: making values and taking them apart.


class MakeTuple(MakingKind, metaclass=Record):
    """Make a tuple or a record, of all its parts in order."""

    into: Register
    parts: tuple[Value, ...]


class MakeList(MakingKind, metaclass=Record):
    """Make a sequence or an array."""

    into: Register
    elements: tuple[Value, ...]


class MakeText(MakingKind, metaclass=Record):
    """Make a sequence of chars."""

    into: Register
    text: bytes


class Field(MakingKind, metaclass=Record):
    """Look at a part of a tuple or a record."""

    into: Register
    base: Value
    position: int


class At(MakingKind, metaclass=Record):
    """Look at an element by its index."""

    into: Register
    base: Value
    index: Value
    site: int


class Inject(MakingKind, metaclass=Record):
    """Make a union's value of a member's."""

    into: Register
    value: Value
    tag: int


class IsMember(MakingKind, metaclass=Record):
    """Ask whether a union holds a member."""

    into: Register
    value: Value
    tag: int


class TakeMember(MakingKind, metaclass=Record):
    """Take the member that a union holds."""

    into: Register
    value: Value


class Clone(MakingKind, metaclass=Record):
    """Copy a value."""

    into: Register
    value: Value


class Drop(metaclass=Record):
    """Be done with a value."""

    value: Value


class Length(MakingKind, metaclass=Record):
    """Ask for the length of a sequence."""

    into: Register
    value: Value


class Concat(MakingKind, metaclass=Record):
    """Make a longer sequence; of light elements the original is not taken but copied."""

    into: Register
    base: Value
    element: Value
    copies: bool


# Instructions: calls and ends.


class Call(metaclass=Record):
    """Call a procedure, by its number or as a value; a void one gives nothing."""

    into: Register | None
    callee: int | Value
    arguments: tuple[Value, ...]
    site: int


class Write(metaclass=Record):
    """Write a text to a stream; gives unit."""

    into: Register
    operator: Writing
    value: Value


class ReadFile(metaclass=Record):
    """Read a file."""

    into: Register
    operator: Reading
    value: Value


class Return(metaclass=Record):
    """Leave the procedure."""

    value: Value


class Unreachable(metaclass=Record):
    """End the run."""

    site: int


# Instructions: regions.


class Branch(RegionKind, metaclass=Record):
    """Open a region that runs if a condition holds, or if it does not."""

    condition: Value
    wanted: bool


class Otherwise(RegionKind):
    """Turn to the region that runs in the other case."""

    __slots__ = ()


class Loop(RegionKind):
    """Open a region that runs again and again."""

    __slots__ = ()


class While(RegionKind, metaclass=Record):
    """Leave the loop unless a condition holds."""

    condition: Value


class End(RegionKind):
    """Close a region."""

    __slots__ = ()


Storing: TypeAlias = Get | Take | Set | Append | Load | Peek | StoreAt
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


def indices(place: Location) -> tuple[Value, ...]:
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
    Set | Append | StoreAt | Negate | Inject | IsMember | TakeMember | Clone | Length | Drop
    | Write | ReadFile | Return
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
