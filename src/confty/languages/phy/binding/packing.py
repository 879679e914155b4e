"""Raw values into memory, as native code finds its arguments."""

from __future__ import annotations

import ctypes
import struct
from typing import Any, Final

from confty import types
from confty.languages.phy.binding.list_memory import ListMemory
from confty.languages.phy.evaluator.memory import is_boxed, leaves, parts_of
from confty.languages.phy.evaluator.native.layout import MachineTypes, aligned

_FORMATS: Final = {"i64": "<q", "double": "<d", "i1": "<?", "i8": "<B"}


class Packer:
    """Writes the arguments of one call; ``keep`` holds the memory that they refer to."""

    __slots__ = ("keep", "layout", "members")

    def __init__(self, layout: MachineTypes, members: dict[int, types.Type]) -> None:
        self.layout = layout
        self.members = members
        self.keep: list[object] = []

    def pack(self, value: Any, type_: types.Type, buffer: bytearray, at: int) -> None:
        """Write a value of a type into a buffer."""
        if isinstance(type_, types.ListOf):
            address, count = self.list_at(value, type_)
            struct.pack_into("<Qq", buffer, at, address, count)
        elif isinstance(type_, types.Union):
            words = self._words(value, type_)
            words.extend([0] * (leaves(type_) - len(words)))
            struct.pack_into(f"<{leaves(type_)}q", buffer, at, *words)
        elif isinstance(type_, types.Atom):
            struct.pack_into(_FORMATS[self.layout.type(type_)], buffer, at, value)
        elif is_boxed(type_):
            struct.pack_into("<Q", buffer, at, self._box(value, type_))
        else:
            offsets, _, _ = self.layout.offsets(type_)
            for part, kind, offset in zip(value, parts_of(type_), offsets, strict=True):
                self.pack(part, kind, buffer, at + offset)

    def held(self, buffer: bytearray) -> int:
        """Keep a buffer for the time of the call; return its address."""
        memory = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        self.keep.append(memory)
        return ctypes.addressof(memory)

    def list_at(self, value: Any, type_: types.ListOf) -> tuple[int, int]:
        """Return where the elements of a list lie, and how many there are."""
        if isinstance(value, ListMemory):
            self.keep.append(value.keep)
            return value.address, value.count
        if not value:
            return 0, 0
        size, alignment = self.layout.measure(type_.element)
        size = aligned(size, alignment)
        buffer = bytearray(size * len(value))
        for index, part in enumerate(value):
            self.pack(part, type_.element, buffer, index * size)
        return self.held(buffer), len(value)

    def _box(self, value: Any, type_: types.Type) -> int:
        offsets, end, most = self.layout.offsets(type_)
        buffer = bytearray(aligned(end, most))
        for part, kind, offset in zip(value, parts_of(type_), offsets, strict=True):
            self.pack(part, kind, buffer, offset)
        return self.held(buffer)

    def _words(self, value: Any, type_: types.Type) -> list[int]:
        """Spread a value over words, one for each scalar."""
        if isinstance(type_, types.Union):
            tag, inner = value
            words = [tag, *self._words(inner, self.members[tag])]
            return [*words, *[0] * (leaves(type_) - len(words))]
        if isinstance(type_, types.ListOf):
            address, count = self.list_at(value, type_)
            return [_signed(address), count]
        if is_boxed(type_):
            return [_signed(self._box(value, type_))]
        if parts_of(type_):
            pairs = zip(value, parts_of(type_), strict=True)
            return [word for part, kind in pairs for word in self._words(part, kind)]
        if isinstance(type_, types.Tuple):
            return [0]
        if type_ is types.FLOAT:
            return list(struct.unpack("<q", struct.pack("<d", value)))
        return [int(value)] if type_ is types.BOOL else [value]


def _signed(address: int) -> int:
    return address - 2**64 if address >= 2**63 else address
