"""Sorting, and sets as sorted arrays without duplicates."""

from __future__ import annotations

from confty.languages.jsonnet.library.record import RAW, TOP, WATCHED, StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SETS: Final = (
    StdFunction(
        "sort",
        "(arr: array[any], keyF?: ($a: any) => any) => array[any]",
        "The elements in ascending order of what `keyF` gives for them.",
        "sets:sort",
        late="keyF",
        labels=(TOP, WATCHED),
        rule="same_array",
        text_as_array=True,
        cpp="cpp:sort",
    ),
    StdFunction(
        "uniq",
        "(arr: array[any], keyF?: ($a: any) => any) => array[any]",
        "The elements without those that equal the one before, by what `keyF` gives for them.",
        "sets:uniq",
        late="keyF",
        labels=(TOP, WATCHED),
        rule="same_array",
        text_as_array=True,
    ),
    StdFunction(
        "set",
        "(arr: array[T], keyF?: ($a: any) => any) => set[T]",
        "The elements sorted, each once, by what `keyF` gives for them.",
        "sets:set_",
        late="keyF",
        labels=(TOP, WATCHED),
        rule="set_",
        text_as_array=True,
        cpp="cpp:set_",
    ),
    StdFunction(
        "setUnion",
        "(a: set[A], b: set[B], keyF?: ($a: any) => any) => set[A | B]",
        "The elements that are in either set.",
        "sets:set_union",
        late="keyF",
        labels=(TOP, TOP, WATCHED),
        text_as_array=True,
    ),
    StdFunction(
        "setInter",
        "(a: set[A], b: set[B], keyF?: ($a: any) => any) => set[A]",
        "The elements that are in both sets.",
        "sets:set_inter",
        late="keyF",
        labels=(TOP, TOP, WATCHED),
        text_as_array=True,
    ),
    StdFunction(
        "setDiff",
        "(a: set[A], b: set[B], keyF?: ($a: any) => any) => set[A]",
        "The elements of the set `a` that are not in `b`.",
        "sets:set_diff",
        late="keyF",
        labels=(TOP, TOP, WATCHED),
        text_as_array=True,
    ),
    StdFunction(
        "setMember",
        "(x: any, arr: set[any], keyF?: ($a: any) => any) => boolean",
        "Whether the set has the element `x`.",
        "sets:set_member",
        late="x keyF",
        labels=(RAW, TOP, WATCHED),
        text_as_array=True,
    ),
    StdFunction(
        "minArray",
        "(arr: array[T], keyF?: ($a: any) => any, onEmpty?: T) => T",
        "The smallest element, by what `keyF` gives for it; `onEmpty` for an empty array.",
        "sets:min_array",
        late="onEmpty",
        labels=(TOP, WATCHED, RAW),
        rule="extreme",
        text_as_array=True,
        cpp="cpp:min_array",
    ),
    StdFunction(
        "maxArray",
        "(arr: array[T], keyF?: ($a: any) => any, onEmpty?: T) => T",
        "The largest element, by what `keyF` gives for it; `onEmpty` for an empty array.",
        "sets:max_array",
        late="onEmpty",
        labels=(TOP, WATCHED, RAW),
        rule="extreme",
        text_as_array=True,
        cpp="cpp:max_array",
    ),
)
