"""What instructions work on: registers, constants, slots, and places inside of slots."""

from __future__ import annotations

from typing import Literal, TypeAlias

from confty.languages.phy.checker.checked import Scalar, VariableKind
from confty.types import Type

SlotKind: TypeAlias = VariableKind | Literal["join"]


class Register:
    """A value that an instruction made; a heavy one may be owned."""

    __slots__ = ("number", "owned", "type")

    def __init__(self, number: int, type_: Type, owned: bool) -> None:
        self.number, self.type, self.owned = number, type_, owned


class Constant:
    """A value known before the program runs: a number, a bool, unit or a procedure's number."""

    __slots__ = ("type", "value")

    def __init__(self, value: Scalar | tuple[()], type_: Type) -> None:
        self.value, self.type = value, type_


class Slot:
    """A variable: a local, a parameter, what a rule binds, or where branches meet."""

    __slots__ = ("kind", "name", "number", "type")

    def __init__(self, number: int, kind: SlotKind, name: str, type_: Type) -> None:
        self.number = number
        self.kind: SlotKind = kind
        self.name, self.type = name, type_


Value: TypeAlias = Register | Constant


class FieldStep:
    """A step into a tuple or a record, to a position."""

    __slots__ = ("container", "position", "type")

    def __init__(self, container: Type, type_: Type, position: int) -> None:
        self.container, self.type, self.position = container, type_, position


class IndexStep:
    """A step to an index, with the site of its check."""

    __slots__ = ("container", "index", "site", "type")

    def __init__(self, container: Type, type_: Type, index: Value, site: int) -> None:
        self.container, self.type, self.index = container, type_, index
        self.site = site


Step: TypeAlias = FieldStep | IndexStep


class Place:
    """A location: a slot and the steps into it, checked when it is read or written."""

    __slots__ = ("slot", "steps", "type")

    def __init__(self, slot: Slot, steps: tuple[Step, ...], type_: Type) -> None:
        self.slot, self.steps, self.type = slot, steps, type_
