"""Which fixes go together, and what a text is with them."""

from __future__ import annotations

import random

from confty.text import Code, Edit, Severity, Source, Span
from confty.workspace.fixes import chosen, edited

WRONG = Code("a/wrong", Severity.ERROR, "wrong")
SOURCE = Source("a", "0123456789" * 4)


def fixing(*spans: tuple[int, int]):
    edits = [Edit(Span(SOURCE, start, end), f"<{start}>") for start, end in spans]
    return WRONG.at(Span(SOURCE, 0, 0), "wrong").with_fix(*edits)


def test_only_fixes_that_do_not_overlap_are_chosen() -> None:
    pick = random.Random(1)
    for _ in range(300):
        starts = [pick.randrange(38) for _ in range(pick.randrange(1, 12))]
        spans = [(start, start + pick.choice([0, 1, 2, 7])) for start in starts]
        kept: list[tuple[int, int]] = []
        for span in spans:
            if all(span != one and (span[0] >= one[1] or one[0] >= span[1]) for one in kept):
                kept.append(span)
        found = chosen([fixing(span) for span in spans], "a", unsafe=True)
        assert [(one.fix[0].span.start, one.fix[0].span.end) for one in found] == kept


def test_a_text_with_edits() -> None:
    edits = [edit for span in ((2, 4), (0, 0), (9, 40)) for edit in fixing(span).fix]
    assert edited(SOURCE.text, edits) == "<0>01<2>45678<9>"
    assert edited("ab", []) == "ab"
