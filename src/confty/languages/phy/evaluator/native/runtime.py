"""What every native program carries with it: contexts, memory and lists.

Everything that belongs to a run lies in its *context*, which every function gets from its caller:
machine code has no state of its own, and as many threads run it as like.

Memory blocks are linked with one another, so that everything a run leaves behind, also one that
ends in a trap, can be given back.  A block of a list knows how many elements it has room for.
"""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator.lowered import DEEPEST_CALL
from confty.records import Record

#: Bytes that a program may hold at once.
MOST_MEMORY: Final = 4 * 2**30
#: The depth of a caller that is not in the program.
NOBODY: Final = -1


class ContextPart(metaclass=Record):
    """A part of the context: its number, its machine type and where it stands."""

    number: int
    type: str
    offset: int


# Words that a jump takes on any machine, with room to spare.
_JUMP: Final = 64
_WORDS: Final = (
    "stopping", "busy", "active", "thread", "trap_site", "trap_left", "trap_right", "trap_depth",
    "used", "room", "limit", "how", "blocks", "write", "read",
)  # fmt: skip
_POINTERS: Final = {"blocks", "write", "read"}
_SHADOW: Final = len(_WORDS) + 1

#: The parts of a context by name; between the jump and the shadow stack all are words.
PARTS: Final = {
    "jump": ContextPart(0, f"[{_JUMP} x i64]", 0),
    **{
        name: ContextPart(at, "ptr" if name in _POINTERS else "i64", 8 * (_JUMP + at - 1))
        for at, name in enumerate(_WORDS, 1)
    },
    "shadow": ContextPart(_SHADOW, f"[{DEEPEST_CALL + 2} x i32]", 8 * (_JUMP + len(_WORDS))),
}
#: The bytes of a context.
CONTEXT: Final = PARTS["shadow"].offset + 4 * (DEEPEST_CALL + 2)

TYPES: Final = f"""\
%C = type {{ {", ".join([part.type for part in PARTS.values()])} }}
; A list: where its elements are, and how many.
%L = type {{ ptr, i64 }}
; What is known of rows: where they are, the first and the last, and how long the shortest is.
%R = type {{ ptr, i64, i64, i64 }}
"""


def part_at(name: str) -> str:
    """Return the address of a part of the context."""
    return f"getelementptr %C, ptr %c, i32 0, i32 {PARTS[name].number}"


def shadow_at(depth: str) -> str:
    """Return where the site of a call stands that is made at a depth."""
    return f"getelementptr %C, ptr %c, i32 0, i32 {_SHADOW}, i64 {depth}"


MEMORY: Final = f"""
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare {{ i64, i1 }} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare ptr @llvm.frameaddress.p0(i32)

; A call went too deep, or the stack is full; the depth is the caller's.  The first procedure of a
; run has no caller who could have noted a place.
define internal void @too_deep(ptr %c, i64 %depth, i64 %full) noinline cold noreturn {{
  %above = add i64 %depth, 1
  %place = {shadow_at("%above")}
  %site = load i32, ptr %place
  %wide = zext i32 %site to i64
  %first = icmp eq i64 %depth, 0
  %noted = select i1 %first, i64 0, i64 %wide
  %from = select i1 %first, i64 {NOBODY}, i64 %depth
  call void @trap(ptr %c, i64 %noted, i64 %full, i64 0, i64 %from)
  unreachable
}}

; A block starts with the addresses of its neighbours, its size, and the room of a list.
define internal noalias ptr @allocate(ptr %c, i64 %size) noinline {{
  %whole = add i64 %size, 32
  %used.at = {part_at("used")}
  %used = load i64, ptr %used.at
  %more = add i64 %used, %whole
  %many = icmp ugt i64 %more, {MOST_MEMORY}
  br i1 %many, label %none, label %get
get:
  call void @enter(ptr %c)
  %block = call ptr @malloc(i64 %whole)
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %none, label %link
link:
  store i64 %more, ptr %used.at
  %blocks.at = {part_at("blocks")}
  %first = load ptr, ptr %blocks.at
  store ptr null, ptr %block
  %next = getelementptr i8, ptr %block, i64 8
  store ptr %first, ptr %next
  %sized = getelementptr i8, ptr %block, i64 16
  store i64 %whole, ptr %sized
  %alone = icmp eq ptr %first, null
  br i1 %alone, label %done, label %back
back:
  store ptr %block, ptr %first
  br label %done
done:
  store ptr %block, ptr %blocks.at
  %data = getelementptr i8, ptr %block, i64 32
  call void @leave(ptr %c)
  ret ptr %data
none:
  call void @exhausted(ptr %c)
  unreachable
}}

define internal void @release(ptr %c, ptr %data) noinline {{
  call void @enter(ptr %c)
  call void @unlink(ptr %c, ptr %data)
  call void @leave(ptr %c)
  ret void
}}

define internal void @unlink(ptr %c, ptr %data) {{
  %block = getelementptr i8, ptr %data, i64 -32
  %before = load ptr, ptr %block
  %next = getelementptr i8, ptr %block, i64 8
  %after = load ptr, ptr %next
  %sized = getelementptr i8, ptr %block, i64 16
  %size = load i64, ptr %sized
  %used.at = {part_at("used")}
  %used = load i64, ptr %used.at
  %less = sub i64 %used, %size
  store i64 %less, ptr %used.at
  %first = icmp eq ptr %before, null
  br i1 %first, label %head, label %inner
head:
  %blocks.at = {part_at("blocks")}
  store ptr %after, ptr %blocks.at
  br label %behind
inner:
  %link = getelementptr i8, ptr %before, i64 8
  store ptr %after, ptr %link
  br label %behind
behind:
  %last = icmp eq ptr %after, null
  br i1 %last, label %gone, label %back
back:
  store ptr %before, ptr %after
  br label %gone
gone:
  call void @free(ptr %block)
  ret void
}}

; Give everything back that a run left behind.
define void @phy_release(ptr %c) {{
  %blocks.at = {part_at("blocks")}
  br label %look
look:
  %block = load ptr, ptr %blocks.at
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %one
one:
  %data = getelementptr i8, ptr %block, i64 32
  call void @unlink(ptr %c, ptr %data)
  br label %look
done:
  ret void
}}

; Room for so many elements of a size; nothing for none.
define internal noalias ptr @list_new(ptr %c, i64 %count, i64 %size) {{
  %none = icmp eq i64 %count, 0
  br i1 %none, label %nothing, label %some
nothing:
  ret ptr null
some:
  %bytes = mul i64 %count, %size
  %data = call ptr @allocate(ptr %c, i64 %bytes)
  %room = getelementptr i8, ptr %data, i64 -8
  store i64 %count, ptr %room
  ret ptr %data
}}

; Make room for one more element; the list is not needed any more.
define internal ptr @list_grow(ptr %c, ptr %list, i64 %count, i64 %size) {{
  %none = icmp eq ptr %list, null
  br i1 %none, label %move, label %look
look:
  %second = getelementptr i8, ptr %list, i64 -8
  %room = load i64, ptr %second
  %free = icmp slt i64 %count, %room
  br i1 %free, label %use, label %move
use:
  ret ptr %list
move:
  %new = call ptr @list_move(ptr %c, ptr %list, i64 %count, i64 %size)
  ret ptr %new
}}

; Twice the room, half as much again for long ones; the neighbours are told where the block is now.
define internal noalias ptr @list_move(ptr %c, ptr %list, i64 %count, i64 %size) noinline {{
  %long = icmp ugt i64 %count, 1048576
  %half = lshr i64 %count, 1
  %added = select i1 %long, i64 %half, i64 %count
  %grown = add i64 %count, %added
  %room = add i64 %grown, 4
  %none = icmp eq ptr %list, null
  br i1 %none, label %fresh, label %move
fresh:
  %new = call ptr @list_new(ptr %c, i64 %room, i64 %size)
  ret ptr %new
move:
  %block = getelementptr i8, ptr %list, i64 -32
  %sized = getelementptr i8, ptr %block, i64 16
  %before = load i64, ptr %sized
  %bytes = mul i64 %room, %size
  %whole = add i64 %bytes, 32
  %used.at = {part_at("used")}
  %used = load i64, ptr %used.at
  %less = sub i64 %used, %before
  %more = add i64 %less, %whole
  %many = icmp ugt i64 %more, {MOST_MEMORY}
  br i1 %many, label %full, label %get
get:
  call void @enter(ptr %c)
  %moved = call ptr @realloc(ptr %block, i64 %whole)
  %missing = icmp eq ptr %moved, null
  br i1 %missing, label %full, label %tell
tell:
  store i64 %more, ptr %used.at
  %sized.now = getelementptr i8, ptr %moved, i64 16
  store i64 %whole, ptr %sized.now
  %room.now = getelementptr i8, ptr %moved, i64 24
  store i64 %room, ptr %room.now
  %left = load ptr, ptr %moved
  %right.at = getelementptr i8, ptr %moved, i64 8
  %right = load ptr, ptr %right.at
  %blocks.at = {part_at("blocks")}
  %left.next = getelementptr i8, ptr %left, i64 8
  %first = icmp eq ptr %left, null
  %link = select i1 %first, ptr %blocks.at, ptr %left.next
  store ptr %moved, ptr %link
  %last = icmp eq ptr %right, null
  br i1 %last, label %done, label %back
back:
  store ptr %moved, ptr %right
  br label %done
done:
  call void @leave(ptr %c)
  %data = getelementptr i8, ptr %moved, i64 32
  ret ptr %data
full:
  call void @exhausted(ptr %c)
  unreachable
}}

; A copy of a list of plain elements, with room for one more.
define internal noalias ptr @list_longer(ptr %c, ptr %list, i64 %count, i64 %size) {{
  %more = add i64 %count, 1
  %new = call ptr @list_new(ptr %c, i64 %more, i64 %size)
  %bytes = mul i64 %count, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %list, i64 %bytes, i1 false)
  ret ptr %new
}}

define internal noalias ptr @list_copy(ptr %c, ptr %list, i64 %count, i64 %size) {{
  %new = call ptr @list_new(ptr %c, i64 %count, i64 %size)
  %bytes = mul i64 %count, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %list, i64 %bytes, i1 false)
  ret ptr %new
}}

define internal void @list_free(ptr %c, ptr %list) {{
  %none = icmp eq ptr %list, null
  br i1 %none, label %done, label %give
give:
  call void @release(ptr %c, ptr %list)
  br label %done
done:
  ret void
}}

; The length of the shortest of the lists between two, both included.
define internal i64 @shortest(ptr %lists, i64 %first, i64 %last)
  noinline nounwind memory(read) {{
  br label %look
look:
  %at = phi i64 [ %first, %0 ], [ %next, %look ]
  %known = phi i64 [ {2**63 - 1}, %0 ], [ %less, %look ]
  %place = getelementptr %L, ptr %lists, i64 %at, i32 1
  %length = load i64, ptr %place
  %shorter = icmp ult i64 %length, %known
  %less = select i1 %shorter, i64 %length, i64 %known
  %next = add i64 %at, 1
  %more = icmp sle i64 %next, %last
  br i1 %more, label %look, label %done
done:
  ret i64 %less
}}

define internal %L @file(ptr %c, %L %name) {{
  %letters = extractvalue %L %name, 0
  %length = extractvalue %L %name, 1
  %count = call i64 @read_file(ptr %c, ptr %letters, i64 %length, ptr null)
  %list = call ptr @list_new(ptr %c, i64 %count, i64 1)
  %again = call i64 @read_file(ptr %c, ptr %letters, i64 %length, ptr %list)
  %first = insertvalue %L undef, ptr %list, 0
  %made = insertvalue %L %first, i64 %count, 1
  ret %L %made
}}
"""

# What memory holds is known by its machine type: writing a number changes no list.
_KINDS: Final = ("context", "double", "i64", "i8", "ptr", "length")

METADATA: Final = """
!0 = !{!"phy"}
!1 = !{!"branch_weights", i32 1, i32 100000}
!2 = !{!"llvm.loop.align", i32 64}
""" + "".join(
    [
        f'!{3 + 2 * at} = !{{!"{kind}", !0}}\n'
        f"!{4 + 2 * at} = !{{!{3 + 2 * at}, !{3 + 2 * at}, i64 0}}\n"
        for at, kind in enumerate(_KINDS)
    ]
)

#: What to say of an access, by the kind of what is accessed.
TAGS: Final = {kind: f", !tbaa !{4 + 2 * at}" for at, kind in enumerate(_KINDS)}
#: A branch that is hardly ever taken.
UNLIKELY: Final = "!prof !1"
#: What a loop is told to be aligned by.
ALIGNED: Final = "!2"
#: The number of the first loop's metadata.
FIRST_LOOP: Final = 3 + 2 * len(_KINDS)
