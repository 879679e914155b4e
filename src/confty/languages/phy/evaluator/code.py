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

from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from confty.languages.phy.builtins import Arithmetic, Pure, Reading, Writing
from confty.languages.phy.checker.checked import VariableKind
from confty.types import Type

# Values and places.

SlotKind: TypeAlias = VariableKind | Literal["join"]


@dataclass(slots=True, eq=False)
class Register:
    """A value that an instruction made; a heavy one may be owned."""

    number: int
    type: Type
    owned: bool


@dataclass(slots=True, eq=False)
class Constant:
    """A value known before the program runs: a number, a bool, unit or a procedure's number."""

    value: int | float | tuple[()]
    type: Type


@dataclass(slots=True, eq=False)
class Slot:
    """A variable: a local, a parameter, what a rule binds, or where branches meet."""

    number: int
    kind: SlotKind
    name: str
    type: Type


Value: TypeAlias = Register | Constant


@dataclass(slots=True, eq=False)
class FieldStep:
    """A step into a tuple or a record, to a position."""

    container: Type
    type: Type
    position: int


@dataclass(slots=True, eq=False)
class IndexStep:
    """A step to an index, with the site of its check."""

    container: Type
    type: Type
    index: Value
    site: int


Step: TypeAlias = FieldStep | IndexStep


@dataclass(slots=True, eq=False)
class Place:
    """A location: a slot and the steps into it, checked when it is read or written."""

    slot: Slot
    steps: tuple[Step, ...]
    type: Type


# Instructions: slots and places.


@dataclass(slots=True, eq=False)
class Get:
    """Look at a slot."""

    into: Register
    slot: Slot


@dataclass(slots=True, eq=False)
class Take:
    """Take what a branch left in the slot where it meets another."""

    into: Register
    slot: Slot


@dataclass(slots=True, eq=False)
class Set:
    """Write a slot."""

    slot: Slot
    value: Value


@dataclass(slots=True, eq=False)
class Append:
    """Put an element at the end of the sequence in a slot."""

    slot: Slot
    value: Value


@dataclass(slots=True, eq=False)
class Load:
    """Copy what is at a place."""

    into: Register
    place: Place


@dataclass(slots=True, eq=False)
class Peek:
    """Look at what is at a place."""

    into: Register
    place: Place


@dataclass(slots=True, eq=False)
class Store:
    """Write a place."""

    place: Place
    value: Value


# Instructions: computing.


@dataclass(slots=True, eq=False)
class Calculate:
    """Compute with ints; the run ends if the result is none, unless it is sure to be one."""

    into: Register
    operator: Arithmetic
    left: Value
    right: Value
    site: int
    sure: bool = False


@dataclass(slots=True, eq=False)
class Divide:
    """Divide ints toward zero; the run ends if there is no result."""

    into: Register
    remainder: bool
    left: Value
    right: Value
    site: int


@dataclass(slots=True, eq=False)
class Compute:
    """Compute with floats, or compare: what cannot fail."""

    into: Register
    operator: Arithmetic | Pure
    left: Value
    right: Value


@dataclass(slots=True, eq=False)
class Negate:
    """Turn a bool into the other."""

    into: Register
    value: Value


@dataclass(slots=True, eq=False)
class Combine:
    """Combine two bools, both of which are computed."""

    into: Register
    word: Literal["and", "or"]
    left: Value
    right: Value


@dataclass(slots=True, eq=False)
class Select:
    """Choose between two values, both of which are computed."""

    into: Register
    condition: Value
    first: Value
    second: Value


# Instructions: making values and taking them apart.


@dataclass(slots=True, eq=False)
class MakeTuple:
    """Make a tuple or a record, of all its parts in order."""

    into: Register
    parts: tuple[Value, ...]


@dataclass(slots=True, eq=False)
class MakeList:
    """Make a sequence or an array."""

    into: Register
    elements: tuple[Value, ...]


@dataclass(slots=True, eq=False)
class MakeText:
    """Make a sequence of chars."""

    into: Register
    text: bytes


@dataclass(slots=True, eq=False)
class Field:
    """Look at a part of a tuple or a record."""

    into: Register
    base: Value
    position: int


@dataclass(slots=True, eq=False)
class At:
    """Look at an element by its index."""

    into: Register
    base: Value
    index: Value
    site: int


@dataclass(slots=True, eq=False)
class Inject:
    """Make a union's value of a member's."""

    into: Register
    value: Value
    tag: int


@dataclass(slots=True, eq=False)
class IsMember:
    """Ask whether a union holds a member."""

    into: Register
    value: Value
    tag: int


@dataclass(slots=True, eq=False)
class Project:
    """Take the member that a union holds."""

    into: Register
    value: Value


@dataclass(slots=True, eq=False)
class Clone:
    """Copy a value."""

    into: Register
    value: Value


@dataclass(slots=True, eq=False)
class Drop:
    """Be done with a value."""

    value: Value


@dataclass(slots=True, eq=False)
class Length:
    """Ask for the length of a sequence."""

    into: Register
    value: Value


@dataclass(slots=True, eq=False)
class Concat:
    """Make a longer sequence; of light elements the original is not taken but copied."""

    into: Register
    base: Value
    element: Value
    copies: bool


# Instructions: calls and ends.


@dataclass(slots=True, eq=False)
class Call:
    """Call a procedure, by its number or as a value; a void one gives nothing."""

    into: Register | None
    callee: int | Value
    arguments: tuple[Value, ...]
    site: int


@dataclass(slots=True, eq=False)
class Write:
    """Write a text to a stream; gives unit."""

    into: Register
    operator: Writing
    value: Value


@dataclass(slots=True, eq=False)
class ReadFile:
    """Read a file."""

    into: Register
    operator: Reading
    value: Value


@dataclass(slots=True, eq=False)
class Return:
    """Leave the procedure."""

    value: Value


@dataclass(slots=True, eq=False)
class Unreachable:
    """End the run."""

    site: int


# Instructions: regions.


@dataclass(slots=True, eq=False)
class Branch:
    """Open a region that runs if a condition holds, or if it does not."""

    condition: Value
    wanted: bool


@dataclass(slots=True, eq=False)
class Otherwise:
    """Turn to the region that runs in the other case."""


@dataclass(slots=True, eq=False)
class Loop:
    """Open a region that runs again and again."""


@dataclass(slots=True, eq=False)
class While:
    """Leave the loop unless a condition holds."""

    condition: Value


@dataclass(slots=True, eq=False)
class End:
    """Close a region."""


Storing: TypeAlias = Get | Take | Set | Append | Load | Peek | Store
Computing: TypeAlias = Calculate | Divide | Compute | Negate | Combine | Select
Making: TypeAlias = (
    MakeTuple | MakeList | MakeText | Field | At | Inject | IsMember | Project | Clone | Length
    | Concat
)  # fmt: skip
Leaving: TypeAlias = Call | Write | ReadFile | Return | Unreachable
Region: TypeAlias = Branch | Otherwise | Loop | While | End
Instruction: TypeAlias = Storing | Computing | Making | Drop | Leaving | Region

#: Instructions that always give a value.
Giving: TypeAlias = (
    Get | Take | Load | Peek | Calculate | Divide | Compute | Negate | Combine | Select | MakeTuple
    | MakeList | MakeText | Field | At | Inject | IsMember | Project | Clone | Length | Concat
    | Write | ReadFile
)  # fmt: skip


def operands(one: Instruction) -> tuple[Value, ...]:
    """Return the values that an instruction works on, those inside of places left out."""
    match one:
        case Get() | Take() | Load() | Peek() | MakeText() | Unreachable():
            return ()
        case Set() | Store() | Append() | Return() | Drop() | Clone() | Length() | Negate():
            return (one.value,)
        case Calculate() | Compute() | Divide() | Combine():
            return (one.left, one.right)
        case Otherwise() | Loop() | End():
            return ()
        case Branch() | While():
            return (one.condition,)
        case Call():
            return one.arguments if isinstance(one.callee, int) else (one.callee, *one.arguments)
        case Inject() | IsMember() | Project() | Write() | ReadFile():
            return (one.value,)
        case Field():
            return (one.base,)
        case At():
            return (one.base, one.index)
        case Select():
            return (one.condition, one.first, one.second)
        case MakeTuple():
            return one.parts
        case MakeList():
            return one.elements
        case Concat():
            return (one.base, one.element)
        case _:
            assert_never(one)


def indices(one: Instruction) -> tuple[Value, ...]:
    """Return the indices on the way into the place that an instruction reads or writes."""
    if isinstance(one, (Load, Peek, Store)):
        return tuple([step.index for step in one.place.steps if isinstance(step, IndexStep)])
    return ()
