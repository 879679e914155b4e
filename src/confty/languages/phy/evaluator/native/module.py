"""A whole program as one LLVM module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.ends import IN_PROCESS
from confty.languages.phy.evaluator.native.entries import entry
from confty.languages.phy.evaluator.native.function import FunctionPrinter, is_flat
from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.runtime import MEMORY, METADATA, TYPES
from confty.languages.phy.evaluator.native.trails import Paths, paths_of, self_calls, unfolding
from confty.languages.phy.evaluator.native.writer import FunctionWriter, Globals
from confty.languages.phy.evaluator.places import Constant

# Procedures that are put into others or into themselves: how large, and how much in all.
_SMALL: Final = 60
_MOST_PUT: Final = 6000
# Procedures that call themselves: how often, and how many copies at most.
_MOST_LEVELS: Final = 4
_MOST_COPIES: Final = 16
# From so many instructions and operands on a procedure is not optimised.
_HUGE: Final = 8000


class NativeSource(NamedTuple):
    """The text of a module, how its values lie in memory, and how hard to optimise it."""

    text: str
    layout: MachineTypes
    effort: int


class Platform(NamedTuple):
    """What a module is printed for: how runs end, how they begin, whether stacks are checked."""

    ends: str
    enter: Callable[[LoweredProcedure, MachineTypes, FunctionWriter], str]
    checks_stack: bool = True


#: Inside of Python's process.
PROCESS: Final = Platform(IN_PROCESS, entry)


def print_llvm(
    program: Lowered, entries: Collection[int] = (), around: Platform = PROCESS
) -> NativeSource:
    """Print a program as an LLVM module.

    ``entries`` are the numbers of the procedures that can be called from outside, only the last
    one if there are none.
    """
    layout = MachineTypes()
    copies = Copies(program, layout)
    globals_ = Globals()
    functions: list[str] = []
    paths: list[Paths] = []
    leaves = _leaves(program)
    for body in program.bodies:
        levels = 1 if body.number in leaves else _levels(body)
        own = paths_of(body, levels, len(program.sites) + sum(one.count for one in paths))
        paths.extend([] if own is None else [own])
        for level in range(levels + 1):
            printer = FunctionPrinter(program, body, layout, copies, globals_)
            printer.paths, printer.leaves = own, leaves
            printer.checks_stack = around.checks_stack and level == 0
            functions.append(printer.run(level, levels))
    numbers = entries or (len(program.bodies) - 1,)
    functions.extend(
        [
            around.enter(program.bodies[at], layout, FunctionWriter(program, layout))
            for at in numbers
        ]
    )
    parts = [
        "; Phy program",
        TYPES,
        *layout.definitions,
        *globals_.constants,
        around.ends,
        MEMORY,
        unfolding(program, paths),
        *copies.functions,
        *functions,
        METADATA,
        *globals_.loops,
    ]
    # Optimising takes more than its share of time in procedures that no person would write.
    huge = any(_size(body) > _HUGE or is_flat(body) for body in program.bodies)
    return NativeSource("\n".join(parts), layout, 0 if huge else 2)


def _size(body: LoweredProcedure) -> int:
    """Count what a procedure handles: a wide tuple is not one thing, unless it is constant."""
    size = 0
    for one in body.code:
        values = code.operands(one)
        constant = all(isinstance(value, Constant) for value in values)
        size += 1 if constant else 1 + len(values)
    return size


def _leaves(program: Lowered) -> frozenset[int]:
    """Return the small procedures that call nobody: who calls them gets a copy.

    Where such a call was made is noted only when the copy ends the run.
    """
    called = Counter(
        one.callee
        for body in program.bodies
        for one in body.code
        if isinstance(one, code.Call) and isinstance(one.callee, int)
    )
    found = [
        body.number
        for body in program.bodies
        if len(body.code) <= min(_SMALL, _MOST_PUT // max(called[body.number], 1))
        and not any(isinstance(one, code.Call) for one in body.code)
        and not is_flat(body)
    ]
    return frozenset(number for number in found if called[number])


def _levels(body: LoweredProcedure) -> int:
    """Say how often a small procedure that calls itself is put into itself.

    The optimiser does that for calls of others but not for these.
    """
    calls = len(self_calls(body))
    if not calls or len(body.code) > _SMALL:
        return 0
    levels = 0
    while levels < _MOST_LEVELS and calls ** (levels + 1) <= _MOST_COPIES:
        levels += 1
    return levels
