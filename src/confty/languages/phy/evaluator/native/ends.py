"""How a program ends that runs inside of Python's process.

A trap notes where it happened and jumps out of the program.  A run is stopped from outside by a
signal to its thread, so that loops need not look whether somebody wants them to stop.  The
handler jumps out at once, unless the thread is just dealing with memory or the world: then it
stops as soon as that is done.
"""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator.native.runtime import part_at

#: How a run ended, as its context says.
FINISHED: Final = 0
TRAPPED: Final = 1
STOPPED: Final = 2
EXHAUSTED: Final = 3

IN_PROCESS: Final = f"""
; The context of the run that is being stopped, and who gets signals that are not for us.
@listening = global ptr null
@phy_next_listener = global ptr null

declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
declare i64 @pthread_self()

define internal void @trap(ptr %c, i64 %site, i64 %left, i64 %right, i64 %depth)
  noinline cold noreturn {{
  %real = call i64 @unfold(ptr %c, i64 %site, i64 %depth)
  %1 = {part_at("trap_site")}
  store i64 %real, ptr %1
  %2 = {part_at("trap_left")}
  store i64 %left, ptr %2
  %3 = {part_at("trap_right")}
  store i64 %right, ptr %3
  %4 = {part_at("trap_depth")}
  store i64 %depth, ptr %4
  call void @end(ptr %c, i32 {TRAPPED})
  unreachable
}}

define internal void @exhausted(ptr %c) noinline cold noreturn {{
  call void @end(ptr %c, i32 {EXHAUSTED})
  unreachable
}}

define internal void @end(ptr %c, i32 %how) noreturn {{
  %active = {part_at("active")}
  store volatile i64 0, ptr %active
  %busy = {part_at("busy")}
  store volatile i64 0, ptr %busy
  %jump = {part_at("jump")}
  call void @longjmp(ptr %jump, i32 %how)
  unreachable
}}

define void @phy_on_signal(i32 %number, ptr %info, ptr %state) {{
  %c = load volatile ptr, ptr @listening
  %nobody = icmp eq ptr %c, null
  br i1 %nobody, label %others, label %look
look:
  %self = call i64 @pthread_self()
  %thread.at = {part_at("thread")}
  %thread = load volatile i64, ptr %thread.at
  %mine = icmp eq i64 %self, %thread
  br i1 %mine, label %when, label %others
when:
  %stopping.at = {part_at("stopping")}
  %stopping = load volatile i64, ptr %stopping.at
  %active.at = {part_at("active")}
  %active = load volatile i64, ptr %active.at
  %both = and i64 %stopping, %active
  %wanted = icmp eq i64 %both, 1
  %busy.at = {part_at("busy")}
  %busy = load volatile i64, ptr %busy.at
  %free = icmp eq i64 %busy, 0
  %possible = and i1 %wanted, %free
  br i1 %possible, label %now, label %done
now:
  call void @end(ptr %c, i32 {STOPPED})
  unreachable
others:
  %next = load volatile ptr, ptr @phy_next_listener
  %address = ptrtoint ptr %next to i64
  ; Zero and one are the default and nobody.
  %somebody = icmp ugt i64 %address, 1
  br i1 %somebody, label %pass, label %done
pass:
  call void %next(i32 %number, ptr %info, ptr %state)
  br label %done
done:
  ret void
}}

define internal void @enter(ptr %c) alwaysinline {{
  %busy = {part_at("busy")}
  store volatile i64 1, ptr %busy
  ret void
}}

define internal void @leave(ptr %c) alwaysinline {{
  %busy = {part_at("busy")}
  store volatile i64 0, ptr %busy
  %stopping.at = {part_at("stopping")}
  %stopping = load volatile i64, ptr %stopping.at
  %wanted = icmp ne i64 %stopping, 0
  br i1 %wanted, label %now, label %done
now:
  call void @end(ptr %c, i32 {STOPPED})
  unreachable
done:
  ret void
}}

define internal i64 @read_file(ptr %c, ptr %letters, i64 %length, ptr %to) {{
  %read.at = {part_at("read")}
  %read = load ptr, ptr %read.at
  call void @enter(ptr %c)
  %count = call i64 %read(ptr %letters, i64 %length, ptr %to)
  call void @leave(ptr %c)
  ret i64 %count
}}

define internal void @put(ptr %c, i64 %stream, %L %text) {{
  %letters = extractvalue %L %text, 0
  %length = extractvalue %L %text, 1
  %write.at = {part_at("write")}
  %write = load ptr, ptr %write.at
  call void @enter(ptr %c)
  call void %write(i64 %stream, ptr %letters, i64 %length)
  call void @leave(ptr %c)
  ret void
}}
"""
