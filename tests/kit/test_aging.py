"""When the collector looks through what was called old, in one thread or several."""

from __future__ import annotations

import gc

import pytest

from confty.kit import aging


def test_a_look_in_another_thread_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aging._aged, "since", 10**9)
    monkeypatch.setattr(aging._aged, "due", 1.0)
    looks = []

    def collect() -> int:
        looks.append(1)
        if len(looks) == 1:
            aging.collect_when_due()  # as a thread does that gets its turn in the middle
        return 7

    monkeypatch.setattr(gc, "collect", collect)
    aging.collect_when_due()
    assert looks == [1], "what one thread looks through is not due in another"
    assert aging._aged.due > 0
