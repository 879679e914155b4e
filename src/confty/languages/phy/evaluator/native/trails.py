"""Trails of calls that a procedure makes of itself, noted once for several levels.

A small procedure that calls itself is put into itself a few times over.  Which calls led to a
level is known while it is compiled, as a number: noting it takes nothing until there is a real
call or a trap.  Both note the number of the whole *path*; where a run ends, paths are unfolded to
sites again.

Paths are numbered like the places of a heap: from path ``p``, the call ``w`` of ``n`` leads to
path ``p * n + w + 1``.  The number of the path to where the procedure started is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.native.runtime import shadow_at

_UNFOLD: Final = """
; A step of a trail: its site, the path before or -1, and how deep the procedure counts.
%S = type {{ i32, i32, i32 }}
@steps = private unnamed_addr constant [{count} x %S] [{words}]

define internal i64 @unfold(ptr %c, i64 %site, i64 %depth) noinline cold {{
entry:
  %step = getelementptr %S, ptr @steps, i64 %site
  %step.up = getelementptr %S, ptr %step, i32 0, i32 1
  %step.weight = getelementptr %S, ptr %step, i32 0, i32 2
  %real = load i32, ptr %step
  %real.up = load i32, ptr %step.up
  %real.weight = load i32, ptr %step.weight
  br label %next
next:
  %at = phi i64 [ %depth, %entry ], [ %below, %look ]
  %up = phi i32 [ %real.up, %entry ], [ %call.up, %look ]
  %weight = phi i32 [ %real.weight, %entry ], [ %call.weight, %look ]
  %wide = sext i32 %weight to i64
  %below = sub i64 %at, %wide
  %more = icmp sgt i64 %below, 0
  br i1 %more, label %look, label %done
look:
  %above = add i64 %below, 1
  %place = {place}
  %noted = load i32, ptr %place
  %alone = icmp slt i32 %up, 0
  %number = select i1 %alone, i32 %noted, i32 %up
  %index = zext i32 %number to i64
  %call = getelementptr %S, ptr @steps, i64 %index
  %call.up.at = getelementptr %S, ptr %call, i32 0, i32 1
  %call.weight.at = getelementptr %S, ptr %call, i32 0, i32 2
  %call.site = load i32, ptr %call
  %call.up = load i32, ptr %call.up.at
  %call.weight = load i32, ptr %call.weight.at
  store i32 %call.site, ptr %place
  br label %next
done:
  %found = zext i32 %real to i64
  ret i64 %found
}}
"""


class Paths:
    """The paths through the levels of one procedure; they follow the sites in number."""

    __slots__ = ("before", "count", "sites")

    def __init__(self, before: int, sites: list[int], levels: int) -> None:
        # What is added to a path for its number, and the sites of the calls.
        self.before, self.sites = before - 1, sites
        self.count = sum(len(sites) ** level for level in range(1, levels + 2))


def self_calls(body: LoweredProcedure) -> list[int]:
    """Return the sites at which a procedure calls itself."""
    return [one.site for one in body.code if isinstance(one, code.Call) and _is_own(one, body)]


def paths_of(body: LoweredProcedure, levels: int, before: int) -> Paths | None:
    """Return the paths of a procedure with so many levels; none if it calls others, too."""
    calls = [one for one in body.code if isinstance(one, code.Call)]
    if not levels or not calls or not all(_is_own(one, body) for one in calls):
        return None
    return Paths(before, self_calls(body), levels)


def _is_own(one: code.Call, body: LoweredProcedure) -> bool:
    return isinstance(one.callee, int) and one.callee == body.number


def unfolding(program: Lowered, paths: Sequence[Paths]) -> str:
    """Print the function that unfolds the paths among noted calls; it returns the trap's site."""
    if not paths:
        return """
define internal i64 @unfold(ptr %c, i64 %site, i64 %depth) alwaysinline {
  ret i64 %site
}
"""
    weights = [program.bodies[site.procedure].weight for site in program.sites]
    # A site stands for itself; a path for its last call, below the path before.
    steps = [(site, -1, weight) for site, weight in enumerate(weights)]
    for one in paths:
        for path in range(1, one.count + 1):
            up, which = divmod(path - 1, len(one.sites))
            site = one.sites[which]
            steps.append((site, one.before + up if up else -1, weights[site]))
    words = ", ".join([f"%S {{ i32 {a}, i32 {b}, i32 {c} }}" for a, b, c in steps])
    return _UNFOLD.format(count=len(steps), words=words, place=shadow_at("%above"))
