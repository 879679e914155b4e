"""What every native program carries with it: memory, traps and the way out.

Memory blocks are linked with one another, so that everything a run leaves behind, also one that
ends in a trap, can be given back.  A trap notes where it happened and jumps out; the call sites
are in ``@shadow``, written at the caller's depth by every call.

A run is stopped from outside by a signal to its thread, so that loops need not look whether
somebody wants them to stop.  The handler jumps out at once, unless the thread is just dealing
with memory or the world: then it stops as soon as that is done.
"""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator.lowered import DEEPEST_CALL

#: What ``@phy_main`` returns.
FINISHED: Final = 0
TRAPPED: Final = 1
STOPPED: Final = 2
EXHAUSTED: Final = 3

#: Bytes that a program may hold at once.
MOST_MEMORY: Final = 4 * 2**30

PRELUDE: Final = f"""\
@shadow = global [{DEEPEST_CALL + 2} x i32] zeroinitializer
@stopping = global i64 0
@busy = internal global i64 0
@active = internal global i64 0
@thread = internal global i64 0
@jump = internal global [64 x i64] zeroinitializer, align 16
@trap_site = global i64 0
@trap_left = global i64 0
@trap_right = global i64 0
@trap_depth = global i64 0
@blocks = internal global ptr null
@used = internal global i64 0
; How much stack there is below @phy_main, and the address that no frame may start below.
@room = global i64 0
@limit = internal global i64 0
@empty = internal global {{ i64, i64 }} zeroinitializer

; What a run brings along: functions (i64, ptr, i64) to write and (ptr, i64, ptr) -> i64 to read.
@phy_write = global ptr null
@phy_read = global ptr null

declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
declare i64 @pthread_self()
declare ptr @signal(i32, ptr)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @malloc(i64)
declare void @free(ptr)
declare {{ i64, i1 }} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @trap(i64 %site, i64 %left, i64 %right, i64 %depth) noinline cold noreturn {{
  store i64 %site, ptr @trap_site
  store i64 %left, ptr @trap_left
  store i64 %right, ptr @trap_right
  store i64 %depth, ptr @trap_depth
  call void @longjmp(ptr @jump, i32 {TRAPPED})
  unreachable
}}

define internal void @stop() noinline cold noreturn {{
  store volatile i64 0, ptr @active
  call void @longjmp(ptr @jump, i32 {STOPPED})
  unreachable
}}

define internal void @exhausted() noinline cold noreturn {{
  call void @longjmp(ptr @jump, i32 {EXHAUSTED})
  unreachable
}}

; A call went too deep, or the stack is full; the depth is the caller's.
define internal void @too_deep(i64 %depth, i64 %full) noinline cold noreturn {{
  %above = add i64 %depth, 1
  %place = getelementptr [{DEEPEST_CALL + 2} x i32], ptr @shadow, i64 0, i64 %above
  %site = load i32, ptr %place
  %wide = zext i32 %site to i64
  call void @trap(i64 %wide, i64 %full, i64 0, i64 %depth)
  unreachable
}}

define internal void @on_signal(i32 %number) {{
  %stopping = load volatile i64, ptr @stopping
  %active = load volatile i64, ptr @active
  %both = and i64 %stopping, %active
  %wanted = icmp eq i64 %both, 1
  br i1 %wanted, label %who, label %done
who:
  %self = call i64 @pthread_self()
  %thread = load volatile i64, ptr @thread
  %mine = icmp eq i64 %self, %thread
  br i1 %mine, label %when, label %done
when:
  %busy = load volatile i64, ptr @busy
  %free = icmp eq i64 %busy, 0
  br i1 %free, label %now, label %done
now:
  call void @stop()
  unreachable
done:
  ret void
}}

; Listen to the signal; return who listened before.
define ptr @phy_listen(i32 %number) {{
  %before = call ptr @signal(i32 %number, ptr @on_signal)
  ret ptr %before
}}

define internal void @enter() alwaysinline {{
  store volatile i64 1, ptr @busy
  ret void
}}

define internal void @leave() alwaysinline {{
  store volatile i64 0, ptr @busy
  %stopping = load volatile i64, ptr @stopping
  %wanted = icmp ne i64 %stopping, 0
  br i1 %wanted, label %now, label %done
now:
  call void @stop()
  unreachable
done:
  ret void
}}

; A block starts with the addresses of its neighbours and its size.
define internal ptr @allocate(i64 %size) noinline {{
  %whole = add i64 %size, 32
  %used = load i64, ptr @used
  %more = add i64 %used, %whole
  %many = icmp ugt i64 %more, {MOST_MEMORY}
  br i1 %many, label %none, label %get
get:
  call void @enter()
  %block = call ptr @malloc(i64 %whole)
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %none, label %link
link:
  store i64 %more, ptr @used
  %first = load ptr, ptr @blocks
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
  store ptr %block, ptr @blocks
  %data = getelementptr i8, ptr %block, i64 32
  call void @leave()
  ret ptr %data
none:
  call void @exhausted()
  unreachable
}}

define internal void @release(ptr %data) noinline {{
  call void @enter()
  call void @unlink(ptr %data)
  call void @leave()
  ret void
}}

define internal void @unlink(ptr %data) {{
  %block = getelementptr i8, ptr %data, i64 -32
  %before = load ptr, ptr %block
  %next = getelementptr i8, ptr %block, i64 8
  %after = load ptr, ptr %next
  %sized = getelementptr i8, ptr %block, i64 16
  %size = load i64, ptr %sized
  %used = load i64, ptr @used
  %less = sub i64 %used, %size
  store i64 %less, ptr @used
  %first = icmp eq ptr %before, null
  br i1 %first, label %head, label %inner
head:
  store ptr %after, ptr @blocks
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

define void @phy_release() {{
  br label %look
look:
  %block = load ptr, ptr @blocks
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %one
one:
  %data = getelementptr i8, ptr %block, i64 32
  call void @unlink(ptr %data)
  br label %look
done:
  ret void
}}

define internal ptr @list_new(i64 %count, i64 %size) {{
  %none = icmp eq i64 %count, 0
  br i1 %none, label %nothing, label %some
nothing:
  ret ptr @empty
some:
  %bytes = mul i64 %count, %size
  %whole = add i64 %bytes, 16
  %list = call ptr @allocate(i64 %whole)
  store i64 %count, ptr %list, !tbaa !1
  %second = getelementptr i8, ptr %list, i64 8
  store i64 %count, ptr %second, !tbaa !1
  ret ptr %list
}}

; Make room for one more element; the element is not there yet.
define internal ptr @list_grow(ptr %list, i64 %size) {{
  %count = load i64, ptr %list, !tbaa !1
  %second = getelementptr i8, ptr %list, i64 8
  %room = load i64, ptr %second, !tbaa !1
  %free = icmp slt i64 %count, %room
  br i1 %free, label %use, label %move
use:
  %more = add i64 %count, 1
  store i64 %more, ptr %list, !tbaa !1
  ret ptr %list
move:
  %new = call ptr @list_move(ptr %list, i64 %size)
  ret ptr %new
}}

define internal ptr @list_move(ptr %list, i64 %size) noinline {{
  %count = load i64, ptr %list, !tbaa !1
  %more = add i64 %count, 1
  %half = lshr i64 %count, 1
  %grown = add i64 %count, %half
  %room = add i64 %grown, 4
  %new = call ptr @list_new(i64 %room, i64 %size)
  store i64 %more, ptr %new, !tbaa !1
  %bytes = mul i64 %count, %size
  %to = getelementptr i8, ptr %new, i64 16
  %from = getelementptr i8, ptr %list, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  call void @list_free(ptr %list)
  ret ptr %new
}}

; A longer copy of a list of plain elements.
define internal ptr @list_longer(ptr %list, i64 %size) {{
  %count = load i64, ptr %list, !tbaa !1
  %more = add i64 %count, 1
  %new = call ptr @list_new(i64 %more, i64 %size)
  %bytes = mul i64 %count, %size
  %to = getelementptr i8, ptr %new, i64 16
  %from = getelementptr i8, ptr %list, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret ptr %new
}}

define internal ptr @list_copy(ptr %list, i64 %size) {{
  %count = load i64, ptr %list, !tbaa !1
  %new = call ptr @list_new(i64 %count, i64 %size)
  %bytes = mul i64 %count, %size
  %to = getelementptr i8, ptr %new, i64 16
  %from = getelementptr i8, ptr %list, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret ptr %new
}}

define internal void @list_free(ptr %list) {{
  %none = icmp eq ptr %list, null
  %static = icmp eq ptr %list, @empty
  %keep = or i1 %none, %static
  br i1 %keep, label %done, label %give
give:
  call void @release(ptr %list)
  br label %done
done:
  ret void
}}

define internal ptr @file(ptr %name) {{
  %length = load i64, ptr %name, !tbaa !1
  %letters = getelementptr i8, ptr %name, i64 16
  %read = load ptr, ptr @phy_read
  call void @enter()
  %count = call i64 %read(ptr %letters, i64 %length, ptr null)
  call void @leave()
  %list = call ptr @list_new(i64 %count, i64 1)
  %to = getelementptr i8, ptr %list, i64 16
  call void @enter()
  %again = call i64 %read(ptr %letters, i64 %length, ptr %to)
  call void @leave()
  ret ptr %list
}}

define internal void @put(i64 %stream, ptr %text) {{
  %length = load i64, ptr %text, !tbaa !1
  %letters = getelementptr i8, ptr %text, i64 16
  %write = load ptr, ptr @phy_write
  call void @enter()
  call void %write(i64 %stream, ptr %letters, i64 %length)
  call void @leave()
  ret void
}}
"""

METADATA: Final = """
!0 = !{!"phy"}
!1 = !{!2, !2, i64 0}
!2 = !{!"header", !0}
!3 = !{!4, !4, i64 0}
!4 = !{!"element", !0}
!5 = !{!"branch_weights", i32 1, i32 100000}
!6 = !{!"llvm.loop.align", i32 64}
"""

#: The number of the first loop's metadata.
FIRST_LOOP: Final = 7
