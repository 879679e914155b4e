"""A whole program as one LLVM module."""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import Body, Lowered
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.function import FunctionPrinter, is_flat, self_calls
from confty.languages.phy.evaluator.native.layout import Layout
from confty.languages.phy.evaluator.native.runtime import FINISHED, METADATA, PRELUDE
from confty.languages.phy.evaluator.native.writer import Globals
from confty.languages.phy.evaluator.places import Constant
from confty.types import Never

# Procedures that call themselves: how large, how often, and how many copies at most.
_SMALL: Final = 60
_MOST_LEVELS: Final = 3
_MOST_COPIES: Final = 4
# From so many instructions and operands on a procedure is not optimised.
_HUGE: Final = 8000


class NativeSource:
    """The text of a module, how its values lie in memory, and how hard to optimise it."""

    __slots__ = ("effort", "layout", "text")

    def __init__(self, text: str, layout: Layout, effort: int) -> None:
        self.text = text
        self.layout = layout
        self.effort = effort


def print_llvm(program: Lowered) -> NativeSource:
    """Print a program as an LLVM module."""
    layout = Layout()
    copies = Copies(program, layout)
    globals_ = Globals()
    functions: list[str] = []
    for body in program.bodies:
        levels = _levels(body)
        for level in range(levels + 1):
            printer = FunctionPrinter(program, body, layout, copies, globals_)
            functions.append(printer.run(level, levels))
    parts = [
        "; Phy program",
        *layout.definitions,
        *globals_.constants,
        PRELUDE,
        *copies.functions,
        *functions,
        _entry(program, layout),
        METADATA,
        *globals_.loops,
    ]
    # Optimising takes more than its share of time in procedures that no person would write.
    huge = any(_size(body) > _HUGE or is_flat(body) for body in program.bodies)
    return NativeSource("\n".join(parts), layout, 0 if huge else 2)


def _size(body: Body) -> int:
    """Count what a procedure handles: a wide tuple is not one thing, unless it is constant."""
    size = 0
    for one in body.code:
        values = code.operands(one)
        constant = all(isinstance(value, Constant) for value in values)
        size += 1 if constant else 1 + len(values)
    return size


def _levels(body: Body) -> int:
    """Say how often a small procedure that calls itself is put into itself.

    The optimiser does that for calls of others but not for these.
    """
    calls = self_calls(body)
    if not calls or len(body.code) > _SMALL:
        return 0
    levels = 0
    while levels < _MOST_LEVELS and calls ** (levels + 1) <= _MOST_COPIES:
        levels += 1
    return levels


def _entry(program: Lowered, layout: Layout) -> str:
    """Call the last procedure and leave its result where the caller wants it."""
    body = program.bodies[-1]
    word = layout.type(body.result)
    call = f"call fastcc {word} @p{body.number}(i64 0)"
    if isinstance(body.result, Never):
        run = f"  {call}\n  unreachable"
    else:
        run = (
            f"  %v = {call}\n  store volatile i64 0, ptr @active\n"
            f"  store {word} %v, ptr %out\n  ret i32 {FINISHED}"
        )
    return f"""\
define i32 @phy_main(ptr %out) {{
  %how = call i32 @_setjmp(ptr @jump) returns_twice
  %again = icmp ne i32 %how, 0
  br i1 %again, label %ended, label %run
run:
  %self = call i64 @pthread_self()
  store volatile i64 %self, ptr @thread
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %top = ptrtoint ptr %frame to i64
  %room = load i64, ptr @room
  %limit = sub i64 %top, %room
  store i64 %limit, ptr @limit
  store volatile i64 1, ptr @active
{run}
ended:
  store volatile i64 0, ptr @active
  ret i32 %how
}}
"""
