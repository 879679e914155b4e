"""What instructions work on: registers, constants, slots, and places inside of slots."""

from __future__ import annotations

from typing import Literal, TypeAlias

from confty.languages.phy.checker.checked import Scalar, VariableKind
from confty.records import Record
from confty.types import Type

SlotKind: TypeAlias = VariableKind | Literal["join"]


class Register(metaclass=Record):
    """A value that an instruction made; a heavy one may be owned."""

    number: int
    type: Type
    owned: bool


class Constant(metaclass=Record):
    """A value known before the program runs: a number, a bool, unit or a procedure's number."""

    value: Scalar | tuple[()]
    type: Type


class Slot(metaclass=Record):
    """A variable: a local, a parameter, what a rule binds, or where branches meet."""

    number: int
    kind: SlotKind
    name: str
    type: Type


Value: TypeAlias = Register | Constant


class FieldStep(metaclass=Record):
    """A step into a tuple or a record, to a position."""

    container: Type
    type: Type
    position: int


class IndexStep(metaclass=Record):
    """A step to an index, with the site of its check."""

    container: Type
    type: Type
    index: Value
    site: int


PlaceStep: TypeAlias = FieldStep | IndexStep


class Location(metaclass=Record):
    """A location: a slot and the steps into it, checked when it is read or written."""

    slot: Slot
    steps: tuple[PlaceStep, ...]
    type: Type
