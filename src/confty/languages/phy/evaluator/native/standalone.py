"""Native code that runs without us: in an executable, linked to C, or as WebAssembly.

Where a run ends, and what it does outside of itself, are functions that the surroundings give:
``phy_trap``, ``phy_exhausted``, ``phy_put`` and ``phy_read_file``.  Procedures are functions under
their own names.  Scalars and lists are passed as C passes them, everything else by its address.
"""

from __future__ import annotations

import re
from typing import Final

from confty.languages.phy.evaluator.lowered import LoweredProcedure
from confty.languages.phy.evaluator.native.function import CONTEXT
from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.runtime import part_at
from confty.languages.phy.evaluator.native.writer import FunctionWriter
from confty.types import Atom, ListOf, Never, Type

_ENDS: Final = f"""
declare void @phy_trap(i64, i64, i64, i64, ptr) noreturn TRAP
declare void @phy_exhausted() noreturn EXHAUSTED
declare void @phy_put(i64, ptr, i64) PUT
declare i64 @phy_read_file(ptr, i64, ptr) READ

define internal void @trap(ptr %c, i64 %site, i64 %left, i64 %right, i64 %depth)
  noinline cold noreturn {{
  %shadow = {part_at("shadow")}
  %real = call i64 @unfold(ptr %c, i64 %site, i64 %depth)
  call void @phy_trap(i64 %real, i64 %left, i64 %right, i64 %depth, ptr %shadow)
  unreachable
}}

define internal void @exhausted(ptr %c) noinline cold noreturn {{
  call void @phy_exhausted()
  unreachable
}}

define internal void @enter(ptr %c) alwaysinline {{
  ret void
}}

define internal void @leave(ptr %c) alwaysinline {{
  ret void
}}

define internal i64 @read_file(ptr %c, ptr %letters, i64 %length, ptr %to) {{
  %count = call i64 @phy_read_file(ptr %letters, i64 %length, ptr %to)
  ret i64 %count
}}

define internal void @put(ptr %c, i64 %stream, %L %text) {{
  %letters = extractvalue %L %text, 0
  %length = extractvalue %L %text, 1
  call void @phy_put(i64 %stream, ptr %letters, i64 %length)
  ret void
}}
"""

#: What ends a run that is linked to C; a thread has a context of its own.
LINKED: Final = (
    _ENDS.replace(" TRAP", "").replace(" EXHAUSTED", "").replace(" PUT", "").replace(" READ", "")
    + f"""
@phy_context = thread_local global %C zeroinitializer, align 16
; How much stack may be used below the first call; whoever starts a thread may say more.
@phy_room = global i64 4194304

define internal void @bound(ptr %c) {{
  %limit.at = {part_at("limit")}
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  %top = ptrtoint ptr %frame to i64
  %room = load i64, ptr @phy_room
  %limit = sub i64 %top, %room
  store i64 %limit, ptr %limit.at
  ret void
}}
"""
)


def _imported(name: str) -> str:
    return f'"wasm-import-module"="phy" "wasm-import-name"="{name}"'


# Memory in pages of 64 KiB; blocks that were given back are used again if they are large enough.
_HEAP: Final = """
@__heap_base = external global i8
@heap = internal global i64 0
@free_blocks = internal global ptr null

declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.wasm.memory.size.i32(i32)

define internal ptr @malloc(i64 %size) {
  %rounded = add i64 %size, 31
  %kept = and i64 %rounded, -16
  br label %look
look:
  %link = phi ptr [ @free_blocks, %0 ], [ %next.at, %on ]
  %block = load ptr, ptr %link
  %none = icmp eq ptr %block, null
  br i1 %none, label %fresh, label %fits
fits:
  %room = load i64, ptr %block
  %enough = icmp uge i64 %room, %kept
  %twice = shl i64 %kept, 1
  %tight = icmp ule i64 %room, %twice
  %good = and i1 %enough, %tight
  %next.at = getelementptr i8, ptr %block, i64 8
  br i1 %good, label %take, label %on
on:
  br label %look
take:
  %next = load ptr, ptr %next.at
  store ptr %next, ptr %link
  %taken = getelementptr i8, ptr %block, i64 16
  ret ptr %taken
fresh:
  %known = load i64, ptr @heap
  %first = icmp eq i64 %known, 0
  %base = ptrtoint ptr @__heap_base to i64
  %start = select i1 %first, i64 %base, i64 %known
  %up = add i64 %start, 15
  %at = and i64 %up, -16
  %end = add i64 %at, %kept
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %wide = zext i32 %pages to i64
  %have = shl i64 %wide, 16
  %short = icmp ugt i64 %end, %have
  br i1 %short, label %grow, label %use
grow:
  %missing = sub i64 %end, %have
  %more = add i64 %missing, 1048575
  %count = lshr i64 %more, 16
  %small = icmp ult i64 %count, 65536
  %asked = trunc i64 %count to i32
  %some = select i1 %small, i32 %asked, i32 65536
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %some)
  %failed = icmp eq i32 %before, -1
  br i1 %failed, label %nothing, label %use
use:
  store i64 %end, ptr @heap
  %made = inttoptr i64 %at to ptr
  store i64 %kept, ptr %made
  %data = getelementptr i8, ptr %made, i64 16
  ret ptr %data
nothing:
  ret ptr null
}

define internal void @free(ptr %data) {
  %block = getelementptr i8, ptr %data, i64 -16
  %first = load ptr, ptr @free_blocks
  %next = getelementptr i8, ptr %block, i64 8
  store ptr %first, ptr %next
  store ptr %block, ptr @free_blocks
  ret void
}

; What stands before a block is its size, rounded up.
define internal ptr @realloc(ptr %data, i64 %size) {
  %block = getelementptr i8, ptr %data, i64 -16
  %whole = load i64, ptr %block
  %old = sub i64 %whole, 16
  %new = call ptr @malloc(i64 %size)
  %missing = icmp eq ptr %new, null
  br i1 %missing, label %none, label %copy
copy:
  %fewer = icmp ult i64 %old, %size
  %count = select i1 %fewer, i64 %old, i64 %size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %data, i64 %count, i1 false)
  call void @free(ptr %data)
  br label %none
none:
  ret ptr %new
}

; The machine has no product that says whether it is too large.
define internal { i64, i1 } @phy_product(i64 %a, i64 %b) {
  %product = mul i64 %a, %b
  %none = icmp eq i64 %a, 0
  br i1 %none, label %fine, label %look
look:
  %minus = icmp eq i64 %a, -1
  %lowest = icmp eq i64 %b, -9223372036854775808
  %over = and i1 %minus, %lowest
  br i1 %over, label %wrong, label %divide
divide:
  %safe = select i1 %minus, i64 1, i64 %a
  %back = sdiv i64 %product, %safe
  %negated = sub i64 0, %product
  %quotient = select i1 %minus, i64 %negated, i64 %back
  %same = icmp eq i64 %quotient, %b
  br i1 %same, label %fine, label %wrong
fine:
  %1 = insertvalue { i64, i1 } undef, i64 %product, 0
  %2 = insertvalue { i64, i1 } %1, i1 false, 1
  ret { i64, i1 } %2
wrong:
  %3 = insertvalue { i64, i1 } undef, i64 %product, 0
  %4 = insertvalue { i64, i1 } %3, i1 true, 1
  ret { i64, i1 } %4
}

; The product of two numbers of 128 bits, which the compiler may ask for.
define void @__multi3(ptr %out, i64 %al, i64 %ah, i64 %bl, i64 %bh) noinline optnone {
  %a0 = and i64 %al, 4294967295
  %a1 = lshr i64 %al, 32
  %b0 = and i64 %bl, 4294967295
  %b1 = lshr i64 %bl, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %l01 = and i64 %p01, 4294967295
  %l10 = and i64 %p10, 4294967295
  %m0 = add i64 %c0, %l01
  %m1 = add i64 %m0, %l10
  %low0 = and i64 %p00, 4294967295
  %low1 = shl i64 %m1, 32
  %low = or i64 %low0, %low1
  %h01 = lshr i64 %p01, 32
  %h10 = lshr i64 %p10, 32
  %hm = lshr i64 %m1, 32
  %h0 = add i64 %p11, %h01
  %h1 = add i64 %h0, %h10
  %h2 = add i64 %h1, %hm
  %x = mul i64 %ah, %bl
  %y = mul i64 %al, %bh
  %h3 = add i64 %h2, %x
  %high = add i64 %h3, %y
  store i64 %low, ptr %out
  %second = getelementptr i8, ptr %out, i64 8
  store i64 %high, ptr %second
  ret void
}

define ptr @phy_allocate(i64 %size) {
  %made = call ptr @allocate(ptr @phy_context, i64 %size)
  ret ptr %made
}
"""

#: What ends a run of WebAssembly: functions that the page or the server gives.
WEB: Final = (
    _ENDS.replace(" TRAP", f" {_imported('trap')}")
    .replace(" EXHAUSTED", f" {_imported('exhausted')}")
    .replace(" PUT", f" {_imported('put')}")
    .replace(" READ", f" {_imported('read_file')}")
    + """
@phy_context = global %C zeroinitializer, align 16

define internal void @bound(ptr %c) alwaysinline {
  ret void
}
"""
    + _HEAP
)


def for_the_web(text: str) -> str:
    """Adapt the text of a module to what WebAssembly does not have."""
    text = text.replace("@llvm.smul.with.overflow.i64", "@phy_product")
    text = text.replace("declare { i64, i1 } @phy_product(i64, i64)\n", "")
    for name in ("ptr @malloc(i64)", "ptr @realloc(ptr, i64)", "void @free(ptr)"):
        text = text.replace(f"declare {name}\n", "")
    return text.replace("swiftself ", "")


def hidden(text: str) -> str:
    """Give what is ours in a module names that no procedure can have."""
    ours = set(re.findall(r"^define internal [^@\n]*@([\w.]+)\(", text, re.MULTILINE))
    ours.update(re.findall(r"^@(\w+) = (?:internal|private)", text, re.MULTILINE))
    return re.sub(
        r"@([\w.]+)", lambda found: f"@phy.{found[1]}" if found[1] in ours else found[0], text
    )


def is_plain(type_: Type) -> bool:
    """Whether C passes values of a type as such; everything else goes by its address."""
    return isinstance(type_, Atom | ListOf)


def exported(
    body: LoweredProcedure, name: str, layout: MachineTypes, writer: FunctionWriter
) -> str:
    """Print a procedure as a C function."""
    parameters: list[str] = []
    passed = [f"{CONTEXT} @phy_context", "i64 0"]
    for slot in body.parameters:
        word, argument = layout.type(slot.type), f"%a{slot.number}"
        if isinstance(slot.type, ListOf):
            parameters.extend([f"ptr {argument}.data", f"i64 {argument}.count"])
            passed.append(f"%L {writer.made_list(f'{argument}.data', f'{argument}.count')}")
        elif is_plain(slot.type):
            extended = " zeroext" if word in {"i1", "i8"} else ""
            parameters.append(f"{word}{extended} {argument}")
            passed.append(f"{word} {argument}")
        else:
            parameters.append(f"ptr {argument}")
            passed.append(f"{word} {writer.load(argument, word)}")
    writer.line("call void @bound(ptr @phy_context)")
    word = layout.type(body.result)
    call = f"call fastcc {word} @p{body.number}({', '.join(passed)})"
    head = "void"
    if isinstance(body.result, Never):
        writer.line(call)
        writer.line("unreachable")
    elif isinstance(body.result, Atom):
        head = f"zeroext {word}" if word in {"i1", "i8"} else word
        writer.line(f"ret {word} {writer.name(call)}")
    else:
        parameters.append("ptr %out")
        writer.store(writer.name(call), "%out", word)
        writer.line("ret void")
    lines = "\n".join(writer.lines)
    quoted = '"' + name.replace("\\", "_").replace('"', "_") + '"'
    return f"define {head} @{quoted}({', '.join(parameters)}) {{\n{lines}\n}}\n"
