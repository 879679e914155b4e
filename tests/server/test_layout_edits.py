"""The edits of a formatter: they make one text of the other, and lines that stay are not touched."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from support.effort import lines_run

from confty.ide.layout import Change, changes


def applied(text: str, edits: list[Change]) -> str:
    for one in reversed(edits):
        text = text[: one.start] + one.text + text[one.end :]
    return text


def laid_out(seed: int) -> tuple[str, str]:
    """A text of lines that come again and again, and the same with other space."""
    chosen = random.Random(seed)
    words = ["[t]", "x = 1", "}", "a: b", "", "", "# note", "[[t]]"]
    lines = [chosen.choice(words) for _ in range(chosen.randrange(0, 80))]
    after: list[str] = []
    for line in lines:
        if chosen.random() < 0.2:
            after.append("")
        if line or chosen.random() < 0.5:
            after.append(
                chosen.choice(["", "", "", "  "]) + line.replace(" ", chosen.choice([" ", ""]))
            )
    end = chosen.choice(["\n", "\r\n"])
    return end.join(lines), end.join(after) + chosen.choice(["", end])


@pytest.mark.parametrize("seed", range(400))
def test_edits_lead_from_one_text_to_the_other(seed: int) -> None:
    before, after = laid_out(seed)
    edits = changes(before, after)
    assert applied(before, edits) == after
    assert all(one.end <= other.start for one, other in pairwise(edits))


def test_lines_that_stay_are_not_touched() -> None:
    before = "a = 1\n[t]\nx = 1\n[u]\nx = 1\nlast = 2\n"
    after = "a = 1\n\n[t]\nx = 1\n\n[u]\nx = 1\nlast = 2\n"
    assert changes(before, after) == [Change(6, 6, "\n"), Change(16, 16, "\n")]


def test_lines_that_come_again_take_no_longer() -> None:
    """Counted in lines that run: twice the text, twice of those."""

    def steps(n: int) -> int:
        before = "".join(f"[[t]]\na = {i}\n[t.b]\nc = 1\n" for i in range(n))
        after = "".join(f"[[t]]\na = {i}\n\n[t.b]\nc = 1\n\n" for i in range(n))
        return lines_run(lambda: changes(before, after))

    assert steps(400) / steps(200) < 2.1
