"""How values lie in memory and in registers of the machine.

Scalars are themselves.  A tuple or record is a struct of its parts; a wide one is a pointer to
such a struct.  A sequence or an array is the address of its elements and how many there are: what
Python lays out in the same way need not be copied to be one.  A union is the member's number and
as many words as its widest member needs: every scalar inside a member takes one word, so that
members are put in and taken out without memory.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from confty import types as core
from confty.languages.phy.evaluator.memory import is_boxed, leaves, parts_of

_SCALARS: Final = {core.INT: "i64", core.FLOAT: "double", core.BOOL: "i1", core.CHAR: "i8"}
# Machine type: size and alignment.
_SIZES: Final = {
    "i64": (8, 8),
    "double": (8, 8),
    "ptr": (8, 8),
    "%L": (16, 8),
    "i1": (1, 1),
    "i8": (1, 1),
}
_Number: TypeAlias = ctypes.c_int64 | ctypes.c_double | ctypes.c_bool | ctypes.c_uint8
#: Machine type of a scalar: Python's type for it.
CTYPES: Final[dict[str, type[_Number]]] = {
    "i64": ctypes.c_int64, "double": ctypes.c_double, "i1": ctypes.c_bool, "i8": ctypes.c_uint8,
}  # fmt: skip


class MachineTypes:
    """The machine types of one program; structs get a name each."""

    def __init__(self) -> None:
        self.names: dict[core.Type, str] = {}
        self.definitions: list[str] = []
        self.measured: dict[core.Type, tuple[int, int]] = {}
        self.placed: dict[core.Type, tuple[list[int], int, int]] = {}

    def type(self, type_: core.Type) -> str:
        """Return the machine type of values of ``type_``."""
        if isinstance(type_, core.Atom):
            return _SCALARS[type_]
        if isinstance(type_, core.ListOf):
            return "%L"
        if isinstance(type_, core.Function) or is_boxed(type_):
            return "ptr"
        if isinstance(type_, core.Never):
            return "void"
        if isinstance(type_, core.Tuple) and not type_.elements:
            return "i8"
        return self.struct(type_)

    def element(self, type_: core.Type) -> str:
        """Return the machine type of an element in a list: a bool there is a whole byte."""
        return "i8" if type_ is core.BOOL else self.type(type_)

    def struct(self, type_: core.Type) -> str:
        """Return the struct that holds the parts of a tuple, a record or a union."""
        kind = core.canonical(type_)
        name = self.names.get(kind)
        if name is None:
            parts = self.parts(kind)
            name = self.names[kind] = f"%T{len(self.names)}"
            self.definitions.append(f"{name} = type {{ {', '.join(parts)} }}")
        return name

    def parts(self, type_: core.Type) -> list[str]:
        """Return the machine types of a struct's parts."""
        if isinstance(type_, core.Union):
            return ["i64"] * leaves(type_)
        return [self.type(part) for part in parts_of(type_)]

    # Sizes, for reading results.

    def measure(self, type_: core.Type) -> tuple[int, int]:
        """Return the size and the alignment of a value where it stands."""
        word = self.type(type_)
        if word in _SIZES:
            return _SIZES[word]
        return self._measure_struct(type_)

    def _measure_struct(self, type_: core.Type) -> tuple[int, int]:
        found = self.measured.get(type_)
        if found is None:
            if isinstance(type_, core.Union):
                found = (8 * leaves(type_), 8)
            else:
                offsets, end, most = self.offsets(type_)
                del offsets
                found = (aligned(end, most), most)
            self.measured[type_] = found
        return found

    def offsets(self, type_: core.Type) -> tuple[list[int], int, int]:
        """Return where the parts of a struct start, where it ends, and its alignment."""
        known = self.placed.get(type_)
        if known is not None:
            return known
        at, most = 0, 1
        offsets: list[int] = []
        for part in parts_of(type_):
            size, alignment = self.measure(part)
            at = aligned(at, alignment)
            offsets.append(at)
            at += size
            most = max(most, alignment)
        self.placed[type_] = offsets, at, most
        return offsets, at, most


def aligned(offset: int, alignment: int) -> int:
    """Return the next offset that is a multiple of the alignment."""
    return (offset + alignment - 1) // alignment * alignment


def arguments_at(layout: MachineTypes, types: Iterable[core.Type]) -> tuple[list[int], int]:
    """Return where arguments lie one after the other, and how much room they take."""
    offsets: list[int] = []
    at = 0
    for type_ in types:
        size, alignment = layout.measure(type_)
        at = aligned(at, alignment)
        offsets.append(at)
        at += size
    return offsets, at


class MemoryReader:
    """Reads values out of memory after a run."""

    def __init__(self, layout: MachineTypes, members: Mapping[int, core.Type]) -> None:
        self.layout = layout
        self.members = members

    def value(self, address: int, type_: core.Type) -> object:
        """Return the value of ``type_`` that lies at ``address``."""
        if isinstance(type_, core.Union):
            return self._union(address, type_)
        if isinstance(type_, core.ListOf):
            return self._list(_word(address), _word(address + 8), type_)
        if isinstance(type_, core.Function):
            return None
        if isinstance(type_, core.Tuple) and not type_.elements:
            return ()
        if isinstance(type_, core.Atom):
            return CTYPES[self.layout.type(type_)].from_address(address).value
        return self._parts(_word(address) if is_boxed(type_) else address, type_)

    def _parts(self, address: int, type_: core.Type) -> object:
        offsets, _, _ = self.layout.offsets(type_)
        pairs = zip(offsets, parts_of(type_), strict=True)
        return tuple([self.value(address + offset, part) for offset, part in pairs])

    def _list(self, address: int, count: int, type_: core.ListOf) -> object:
        element = type_.element
        if isinstance(element, core.Atom):
            whole = CTYPES[self.layout.type(element)] * count
            return list(whole.from_address(address)) if count else []
        size, alignment = self.layout.measure(element)
        size = aligned(size, alignment)
        return [self.value(address + size * at, element) for at in range(count)]

    def _union(self, address: int, type_: core.Union) -> object:
        words = struct.unpack(f"<{leaves(type_)}q", ctypes.string_at(address, 8 * leaves(type_)))
        member = self.members[words[0]]
        return words[0], self._from_words(list(words[1:]), member)

    def _from_words(self, words: list[int], type_: core.Type) -> object:
        """Read a value whose scalars were spread over words; takes them off the front."""
        if isinstance(type_, core.Union):
            taken = words[: leaves(type_)]
            del words[: leaves(type_)]
            member = self.members[taken[0]]
            return taken[0], self._from_words(taken[1:], member)
        if isinstance(type_, core.ListOf):
            address = words.pop(0) & (2**64 - 1)
            return self._list(address, words.pop(0), type_)
        if is_boxed(type_):
            return self._parts(words.pop(0) & (2**64 - 1), type_)
        if parts_of(type_):
            return tuple([self._from_words(words, part) for part in parts_of(type_)])
        word = words.pop(0)
        if isinstance(type_, core.Tuple):
            return ()
        if type_ is core.BOOL:
            return bool(word)
        if type_ is core.FLOAT:
            found: object = struct.unpack("<d", struct.pack("<q", word))[0]
            return found
        return None if isinstance(type_, core.Function) else word


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value
