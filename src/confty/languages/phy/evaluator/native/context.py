"""The context of a run of native code, as Python sees it."""

from __future__ import annotations

import ctypes
from typing import Final

from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, Lowered
from confty.languages.phy.evaluator.native.runtime import CONTEXT, NOBODY, PARTS
from confty.languages.phy.evaluator.traps import FULL, Trap

_ALIGNED: Final = 16


class NativeContext:
    """Memory that machine code keeps its state in."""

    __slots__ = ("_buffer", "address", "how")

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(CONTEXT + _ALIGNED)
        start = ctypes.addressof(self._buffer)
        self.address: Final = (start + _ALIGNED - 1) // _ALIGNED * _ALIGNED
        self.how: Final = self.number("how")

    def number(self, name: str) -> ctypes.c_int64:
        """Return a number of the context, to be read and written."""
        return ctypes.c_int64.from_address(self.address + PARTS[name].offset)

    def set_pointer(self, name: str, address: int | None) -> None:
        """Write an address."""
        place = self.address + PARTS[name].offset
        ctypes.c_void_p.from_address(place).value = address

    def trap(self, program: Lowered) -> Trap:
        """Read the trap's place and its calls off the shadow stack."""
        site, left, right, depth = (self.number(name).value for name in _NOTES)
        if depth == NOBODY:
            return Trap(site, FULL)
        bodies, sites = program.bodies, program.sites
        start = self.address + PARTS["shadow"].offset
        shadow = (ctypes.c_int32 * (DEEPEST_CALL + 2)).from_address(start)
        details: tuple[int, ...] = (left, right)
        if sites[site].what in {"unreachable", "call"}:
            details = (FULL,) if left else ()
        trap = Trap(site, *details)
        running = sites[site].procedure
        depth -= bodies[running].weight
        while depth > 0:
            call = shadow[depth + 1]
            trap.calls.append(call)
            running = sites[call].procedure
            depth -= bodies[running].weight
        return trap


_NOTES: Final = ("trap_site", "trap_left", "trap_right", "trap_depth")
