"""The ways into native code: one that every procedure has, and a short one for numbers and lists.

``phy_apply_N`` takes its arguments from memory and leaves the result there, and tells how the run
ended.  ``phy_call_N`` takes scalars and lists and gives a scalar as a C function does; how it
ended is in the context.  Both note where to jump when the run ends early.
"""

from __future__ import annotations

from confty.languages.phy.evaluator.lowered import LoweredProcedure
from confty.languages.phy.evaluator.native.ends import FINISHED
from confty.languages.phy.evaluator.native.function import CONTEXT
from confty.languages.phy.evaluator.native.layout import MachineTypes, arguments_at
from confty.languages.phy.evaluator.native.runtime import part_at
from confty.languages.phy.evaluator.native.writer import FunctionWriter
from confty.types import Atom, ListOf, Never


def entry(body: LoweredProcedure, layout: MachineTypes, writer: FunctionWriter) -> str:
    """Print the ways into a procedure."""
    text = _applied(body, layout, writer)
    return f"{text}\n{_called(body, layout)}" if is_direct(body) else text


def is_direct(body: LoweredProcedure) -> bool:
    """Whether a procedure takes nothing but scalars and lists, and gives a scalar."""
    return isinstance(body.result, Atom) and all(
        isinstance(slot.type, Atom | ListOf) for slot in body.parameters
    )


def _applied(body: LoweredProcedure, layout: MachineTypes, writer: FunctionWriter) -> str:
    offsets, _ = arguments_at(layout, [slot.type for slot in body.parameters])
    arguments = [f"{CONTEXT} %c", "i64 0"]
    for slot, offset in zip(body.parameters, offsets, strict=True):
        place = writer.name(f"getelementptr i8, ptr %in, i64 {offset}")
        word = layout.type(slot.type)
        arguments.append(f"{word} {writer.load(place, word)}")
    word = layout.type(body.result)
    call = f"call fastcc {word} @p{body.number}({', '.join(arguments)})"
    if isinstance(body.result, Never):
        writer.line(call)
        writer.line("unreachable")
    else:
        value = writer.name(call)
        writer.line("store volatile i64 0, ptr %active")
        writer.store(value, "%out", word)
        writer.line(f"ret i32 {FINISHED}")
    run = "\n".join(writer.lines)
    return f"""\
define i32 @phy_apply_{body.number}(ptr %c, ptr %in, ptr %out) {{
  %jump = {part_at("jump")}
  %active = {part_at("active")}
  %how = call i32 @_setjmp(ptr %jump) returns_twice
  %again = icmp ne i32 %how, 0
  br i1 %again, label %ended, label %run
run:
  %thread = {part_at("thread")}
  %self = call i64 @pthread_self()
  store volatile i64 %self, ptr %thread
  %room.at = {part_at("room")}
  %room = load i64, ptr %room.at
  %given = icmp ne i64 %room, 0
  br i1 %given, label %bounded, label %start
bounded:
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %top = ptrtoint ptr %frame to i64
  %limit = sub i64 %top, %room
  %limit.at = {part_at("limit")}
  store i64 %limit, ptr %limit.at
  br label %start
start:
  store volatile i64 1, ptr %active
{run}
ended:
  ret i32 %how
}}
"""


def _called(body: LoweredProcedure, layout: MachineTypes) -> str:
    word = layout.type(body.result)
    parameters, passed, lines = ["ptr %c"], [f"{CONTEXT} %c", "i64 0"], []
    for slot in body.parameters:
        kind, name = layout.type(slot.type), f"%a{slot.number}"
        if isinstance(slot.type, ListOf):
            parameters.extend([f"ptr {name}.data", f"i64 {name}.count"])
            lines.append(f"  {name}.first = insertvalue %L undef, ptr {name}.data, 0")
            lines.append(f"  {name} = insertvalue %L {name}.first, i64 {name}.count, 1")
        else:
            parameters.append(f"{kind}{_extended(kind)} {name}")
        passed.append(f"{kind} {name}")
    nothing = {"double": "0.0", "i1": "false"}.get(word, "0")
    lists = "\n".join(lines)
    return f"""\
define{_extended(word)} {word} @phy_call_{body.number}({", ".join(parameters)}) {{
  ; Nobody may have asked how the call before ended.
  %how.at = {part_at("how")}
  store i64 0, ptr %how.at
  %jump = {part_at("jump")}
  %how = call i32 @_setjmp(ptr %jump) returns_twice
  %again = icmp ne i32 %how, 0
  br i1 %again, label %ended, label %run
run:
{lists}
  %value = call fastcc {word} @p{body.number}({", ".join(passed)})
  ret {word} %value
ended:
  %wide = zext i32 %how to i64
  store i64 %wide, ptr %how.at
  ret {word} {nothing}
}}
"""


def _extended(word: str) -> str:
    """Say how C passes what is smaller than a word."""
    return " zeroext" if word in {"i1", "i8"} else ""
