"""A whole program as one LLVM module."""

from __future__ import annotations

from confty.languages.phy.evaluator.code import Program
from confty.languages.phy.evaluator.native.copies import Copies
from confty.languages.phy.evaluator.native.layout import Layout
from confty.languages.phy.evaluator.native.printer import FunctionPrinter, Texts
from confty.languages.phy.evaluator.native.runtime import FINISHED, METADATA, PRELUDE
from confty.types import Never


class NativeSource:
    """The text of a module and how its values lie in memory."""

    __slots__ = ("layout", "text")

    def __init__(self, text: str, layout: Layout) -> None:
        self.text = text
        self.layout = layout


def print_llvm(program: Program) -> NativeSource:
    """Print a program as an LLVM module."""
    layout = Layout()
    copies = Copies(program, layout)
    texts = Texts()
    functions = [
        FunctionPrinter(program, body, layout, copies, texts).run() for body in program.bodies
    ]
    parts = [
        "; Phy program",
        *layout.definitions,
        *texts.lines,
        PRELUDE,
        *copies.functions,
        *functions,
        _entry(program, layout),
        METADATA,
    ]
    return NativeSource("\n".join(parts), layout)


def _entry(program: Program, layout: Layout) -> str:
    """Call the last procedure and leave its result where the caller wants it."""
    body = program.bodies[-1]
    word = layout.type(body.result)
    call = f"call fastcc {word} @p{body.number}(i64 0)"
    if isinstance(body.result, Never):
        run = f"  {call}\n  unreachable"
    else:
        run = f"  %v = {call}\n  store {word} %v, ptr %out\n  ret i32 {FINISHED}"
    return f"""\
define i32 @phy_main(ptr %out) {{
  %how = call i32 @_setjmp(ptr @jump) returns_twice
  %again = icmp ne i32 %how, 0
  br i1 %again, label %ended, label %run
run:
{run}
ended:
  ret i32 %how
}}
"""
