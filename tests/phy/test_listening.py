"""The signal that stops native code belongs to others, too: Go's runtime, Python's own handlers."""

import ctypes
import signal
import subprocess
import sys
import threading

import pytest
from hosts import BareHost

from confty.languages.phy.evaluator import native
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

pytestmark = pytest.mark.skipif(bool(native.missing()), reason="no LLVM")


def ended(text: str, **settings: object):
    return LANGUAGE.evaluate(Source("program.phy", text), BareHost(jit=True, **settings))


def listener() -> bytes:
    """Return who listens, what is held back meanwhile, and the flags (Linux has them at 136)."""
    found = ctypes.create_string_buffer(256)
    ctypes.CDLL(None).sigaction(signal.SIGURG, None, found)
    return found.raw[:16] + found.raw[136:140]


@pytest.mark.parametrize("text", ["(Call + 1 2)", "(While true (TupleCons))"])
def test_the_listener_is_as_before(text: str) -> None:
    before = signal.signal(signal.SIGURG, lambda *_: None)
    try:
        wanted = listener()
        ended(text, timeout=0.3)
        assert listener() == wanted
    finally:
        signal.signal(signal.SIGURG, before)


def test_nobody_misses_a_signal_while_a_run_is_stopped() -> None:
    seen: list[int] = []
    sent = 0
    before = signal.signal(signal.SIGURG, lambda *_: seen.append(1))
    try:
        stop = threading.Event()

        def run() -> None:
            ended("(While true (TupleCons))", timeout=0.3)
            stop.set()

        thread = threading.Thread(target=run)
        thread.start()
        while not stop.wait(0.001):
            signal.raise_signal(signal.SIGURG)
            sent += 1
        thread.join()
        assert len(seen) == sent
    finally:
        signal.signal(signal.SIGURG, before)


BESIDE_GO = """
import threading
import _gojsonnet, confty

def go():
    text = "local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(19)"
    return _gojsonnet.evaluate_snippet("f", text)

go()
assert confty.loads("(Call + 1 2)", "phy", jit=True) == 3
go()
beside = threading.Thread(target=lambda: [go() for _ in range(3)])
beside.start()
for _ in range(4):
    try:
        confty.loads("(While true (TupleCons))", "phy", jit=True, timeout=0.2)
    except confty.ConftyError:
        pass
beside.join()
go()
print("whole")
"""


def test_beside_a_runtime_that_uses_the_signal() -> None:
    pytest.importorskip("_gojsonnet", reason="gojsonnet is not installed")
    command = [sys.executable, "-c", BESIDE_GO]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "whole\n", done.stderr[-2000:]
