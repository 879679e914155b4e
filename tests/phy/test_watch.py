"""The exception that gives a try up: it arrives, and leaves nothing behind."""

from __future__ import annotations

import sys
from time import monotonic

import pytest

from confty.kit.shared import UNRAISABLE
from confty.languages.phy.evaluator.watch import Expired, within


class Slow:
    """Something that takes long to be forgotten: Python drops what arrives meanwhile."""

    def __del__(self) -> None:
        ends = monotonic() + 0.01
        while monotonic() < ends:
            pass


def test_nobody_hears_of_a_strike_that_was_dropped(monkeypatch) -> None:
    heard: list[object] = []
    # Whoever is inside in this process, in another thread, keeps a hook of its own meanwhile.
    others = bool(UNRAISABLE._entries)
    monkeypatch.setattr(sys, "unraisablehook", lambda said: heard.append(said.exc_type))
    hook = sys.unraisablehook

    def work() -> None:
        ends = monotonic() + 60
        while monotonic() < ends:
            Slow()
            rest = monotonic() + 0.01
            while monotonic() < rest:
                pass

    for _ in range(12):
        with pytest.raises(Expired):
            within(0.01, work)
    assert not heard
    assert others or sys.unraisablehook is hook
