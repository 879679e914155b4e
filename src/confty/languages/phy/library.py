"""The built-in names: one record each, from which checker, back ends and editors are made.

A record says what a name takes and gives, what it does, and how it becomes code in both back
ends.  A new operator of a known shape is a record here and nothing else.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from confty import types
from confty.languages.phy.spelling import spell
from confty.records import Record
from confty.types import Type

# What a built-in takes and gives.


class Uniform(metaclass=Record):
    """So many operands, all of the same type, one of these; that is the result unless given."""

    count: int
    types: tuple[Type, ...]
    result: Type | None = None

    def spelled(self) -> tuple[str, ...]:
        """Spell a signature for each type of the operands."""
        return tuple(
            [
                f"({', '.join([spell(one)] * self.count)}) -> {spell(self.result or one)}"
                for one in self.types
            ]
        )


class OnSequence(metaclass=Record):
    """A sequence and so many of its elements; the result is such a sequence unless given."""

    elements: int
    result: Type | None = None

    @property
    def count(self) -> int:
        """How many operands that are."""
        return 1 + self.elements

    def spelled(self) -> tuple[str, ...]:
        """Spell the signature, with ``t`` for the type of the elements."""
        operands = ", ".join(["seq(t)", *["t"] * self.elements])
        return (f"({operands}) -> {spell(self.result) if self.result else 'seq(t)'}",)


class Named(metaclass=Record):
    """A value of a type, with a name."""

    type: Type

    def spelled(self) -> tuple[str, ...]:
        """Spell the type."""
        return (spell(self.type),)


# How a built-in becomes code.  LLVM's words stand before the operands.


class Known(metaclass=Record):
    """A constant."""

    value: bool


class Arithmetic(metaclass=Record):
    """On ints an operation that may leave their range, on floats one that cannot fail."""

    python: str
    # Python's operator that takes it back, where there is one.
    undone: str | None
    # LLVM's operation on ints that cannot overflow, and its intrinsic for those that may.
    sure: str
    checked: str
    floats: str


class Division(metaclass=Record):
    """Division of ints toward zero: the quotient, or the remainder."""

    remainder: bool


class Pure(metaclass=Record):
    """An operation that cannot fail."""

    python: str
    floats: str
    ints: str = ""
    # What generated Python calls instead when the right operand is zero.
    by_zero: str | None = None


class Negation:
    """The opposite of a bool."""

    __slots__ = ()


class Length:
    """The length of a sequence."""

    __slots__ = ()


class Concatenation:
    """A sequence with one more element."""

    __slots__ = ()


class Writing(metaclass=Record):
    """Writing to a stream; ``python`` is the function that generated Python calls."""

    python: str
    stream: int


class Reading(metaclass=Record):
    """Reading a file."""

    python: str


Signature: TypeAlias = Uniform | OnSequence | Named
Lowering: TypeAlias = (
    Known | Arithmetic | Division | Pure | Negation | Length | Concatenation | Writing | Reading
)


class Builtin(metaclass=Record):
    """A name that is there from the start."""

    name: str
    signature: Signature
    documentation: str
    lowering: Lowering
    in_seed: bool = True
    # The original does not have it.
    ours: bool = False


_NUMBERS: Final = (types.INT, types.FLOAT)
_TEXT: Final = types.list_of(types.CHAR)

_BUILTINS: Final = (
    Builtin(
        "+", Uniform(2, _NUMBERS),
        "Adds; an int that does not fit 64 bits ends the run.",
        Arithmetic("+", "-", sure="add nsw i64", checked="sadd", floats="fadd double"),
    ),
    Builtin(
        "-", Uniform(2, _NUMBERS),
        "Subtracts the second; an int that does not fit 64 bits ends the run.",
        Arithmetic("-", "+", sure="sub nsw i64", checked="ssub", floats="fsub double"),
    ),
    Builtin(
        "*", Uniform(2, _NUMBERS),
        "Multiplies; an int that does not fit 64 bits ends the run.",
        Arithmetic("*", None, sure="mul nsw i64", checked="smul", floats="fmul double"),
        in_seed=False,
    ),
    Builtin(
        "/", Uniform(2, (types.FLOAT,)),
        "Divides floats; by zero it gives an infinity or not-a-number.",
        Pure("/", floats="fdiv double", by_zero="divide"),
        in_seed=False,
    ),
    Builtin(
        "div", Uniform(2, (types.INT,)),
        "Divides ints toward zero; by zero, or with a quotient beyond 64 bits, the run ends.",
        Division(remainder=False),
        in_seed=False,
    ),
    Builtin(
        "mod", Uniform(2, (types.INT,)),
        "Gives what div leaves, with the sign of the first; by zero the run ends.",
        Division(remainder=True),
        in_seed=False,
    ),
    Builtin(
        "==", Uniform(2, (types.BOOL, *_NUMBERS), types.BOOL),
        "Tells whether two are equal; not-a-number equals nothing.",
        Pure("==", floats="fcmp oeq double", ints="icmp eq"),
    ),
    Builtin(
        "<", Uniform(2, _NUMBERS, types.BOOL),
        "Tells whether the first is smaller; with not-a-number it is not.",
        Pure("<", floats="fcmp olt double", ints="icmp slt"),
    ),
    Builtin(
        "<=", Uniform(2, _NUMBERS, types.BOOL),
        "Tells whether the first is not larger; with not-a-number it does not hold.",
        Pure("<=", floats="fcmp ole double", ints="icmp sle"),
    ),
    Builtin("not", Uniform(1, (types.BOOL,)), "Gives the other bool.", Negation()),
    Builtin("true", Named(types.BOOL), "Holds always.", Known(value=True)),
    Builtin("false", Named(types.BOOL), "Holds never.", Known(value=False)),
    Builtin(
        "len", OnSequence(0, types.INT),
        "Counts the elements of a sequence.",
        Length(),
        in_seed=False,
    ),
    Builtin(
        "concat", OnSequence(1),
        "Gives a longer sequence, with the element at its end; the first stays as it is.",
        Concatenation(),
        in_seed=False,
    ),
    Builtin(
        "write", Uniform(1, (_TEXT,), types.UNIT),
        "Writes a text to the output.",
        Writing("write", stream=1),
        in_seed=False,
    ),
    Builtin(
        "writeErr", Uniform(1, (_TEXT,), types.UNIT),
        "Writes a text to the stream for errors.",
        Writing("write_error", stream=2),
        in_seed=False,
    ),
    Builtin(
        "readFile", Uniform(1, (_TEXT,)),
        "Reads a file by its name; one that cannot be read is empty.",
        Reading("read_file"),
        in_seed=False,
    ),
)  # fmt: skip

BUILTINS: Final = {one.name: one for one in _BUILTINS}
