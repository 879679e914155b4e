"""What a strike leaves behind that arrives in the middle of an import, or of a thread's start."""

from __future__ import annotations

import _frozen_importlib
import _imp
import ctypes  # noqa: F401  who strikes loads it, for which it would wait
import threading
from _thread import get_ident

import pytest

from confty.kit.limits import Limits, OutOfTime, limited
from confty.kit.locks import LEAVING
from confty.kit.threads import start_untouched

NAME = "a_module_that_nobody_has"


def taken_for_ever() -> None:
    """Take what imports take, as if a strike came before anybody noted it."""
    _imp.acquire_lock()
    _imp.acquire_lock()
    lock = _frozen_importlib._get_module_lock(NAME)
    lock.acquire()
    while True:
        pass


def is_free() -> bool:
    done: list[bool] = []

    def take() -> None:
        lock = _frozen_importlib._get_module_lock(NAME)
        lock.acquire()
        lock.release()
        done.append(True)

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    thread.join(20)
    return bool(done)


def test_a_stopped_run_holds_no_import() -> None:
    with pytest.raises(OutOfTime):
        limited(taken_for_ever, Limits(0.2))
    assert is_free()


def test_a_stopped_step_holds_no_import() -> None:
    def outer() -> str:
        with pytest.raises(OutOfTime):
            limited(taken_for_ever, Limits(0.2))
        return "went on"

    assert limited(outer, Limits(None)) == "went on"
    assert is_free()


def test_nobody_strikes_who_starts_a_thread() -> None:
    class Watched(threading.Thread):
        seen = False

        def start(self) -> None:
            self.seen = get_ident() in LEAVING
            super().start()

    thread = Watched(target=lambda: None)
    start_untouched(thread)
    thread.join()
    assert thread.seen
    assert get_ident() not in LEAVING
