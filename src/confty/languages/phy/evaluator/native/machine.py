"""Running native code.

The program runs in a thread of its own: it has a stack large enough for the deepest calls that
are allowed, and the thread that started it is free to listen for an interrupt and to watch the
clock.  Either ends the run by a signal to the program's thread.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from typing import Final

from confty.kit.locks import Lock
from confty.kit.threads import started
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.native import TooLarge, Unavailable
from confty.languages.phy.evaluator.native.compiling import fitting, linked
from confty.languages.phy.evaluator.native.context import NativeContext
from confty.languages.phy.evaluator.native.ends import EXHAUSTED, STOPPED, TRAPPED
from confty.languages.phy.evaluator.native.layout import MemoryReader
from confty.languages.phy.evaluator.native.listening import SIGNAL, Listener
from confty.languages.phy.evaluator.native.module import print_llvm
from confty.types import Never

# Sizes of stacks, the first of which can be had.
_STACKS: Final = (1 << 30, 128 << 20, 16 << 20)
_WRITE: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
_READ: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
_APPLY: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_RELEASE: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_TURN: Final = 0.1
_PATIENCE: Final = 1.0

# One run at a time: who listens to the signal that stops it is the process's.
_running: Final = Lock()


class Machine:
    """A program as machine code, to be run any number of times."""

    def __init__(
        self,
        program: Lowered,
        seconds: float | None = None,
        entries: tuple[int, ...] = (),
        *,
        on_disk: bool = True,
    ) -> None:
        self.program = program
        source = fitting(print_llvm(program, entries), seconds)
        self.layout = source.layout
        self.code = linked(source, on_disk=on_disk)
        self.members = {tag: member for member, tag in program.tags.items()}

    def run(self, effects: Effects, number: int = -1, arguments: int = 0) -> object:
        """Run a procedure, the entry if no number is given, with arguments at an address."""
        return _running.holding(
            lambda: _Run(self, effects, number % len(self.program.bodies)).value(arguments)
        )


def run_native(
    program: Lowered,
    effects: Effects,
    seconds: float | None,
    say: Callable[[str], None],
    *,
    on_disk: bool = True,
) -> object:
    """Compile a program, in half of so many seconds at most, and run it."""
    started = time.monotonic()
    ready = Machine(program, seconds, on_disk=on_disk)
    took = time.monotonic() - started
    say(f"running as native code, compiled in {took * 1000:.0f} ms")
    return ready.run(effects)


class _Run:
    """One run of a compiled program."""

    def __init__(self, machine: Machine, effects: Effects, number: int) -> None:
        self.machine = machine
        self.code = machine.code
        self.number = number
        self.effects = effects
        self.failure: BaseException | None = None
        self.how = 0
        self.context = NativeContext()
        self.stopping = self.context.number("stopping")
        # Kept as long as the run: machine code holds their addresses.
        self.write, self.read = _WRITE(self._write), _READ(self._read)
        for name, function in (("write", self.write), ("read", self.read)):
            # No cast: it makes a cycle, so that machine code would stay until it is collected.
            address = ctypes.c_void_p.from_buffer(function).value
            self.context.set_pointer(name, address)

    def value(self, arguments: int) -> object:
        layout = self.machine.layout
        result = self.machine.program.bodies[self.number].result
        size = 8 if isinstance(result, Never) else layout.measure(result)[0]
        out = ctypes.create_string_buffer(max(size, 8) + 16)
        address = (ctypes.addressof(out) + 15) // 16 * 16
        try:
            _Thread(self, arguments, address).wait()
            if self.failure is not None:
                raise self.failure
            if self.how == EXHAUSTED:
                raise MemoryError
            if self.how == TRAPPED:
                raise self.context.trap(self.machine.program)
            assert self.how != STOPPED
            return MemoryReader(layout, self.machine.members).value(address, result)
        finally:
            _RELEASE(self.code.function("phy_release"))(self.context.address)
            # They hold this run, and with it the machine code.
            del self.write, self.read

    # What machine code calls.

    def _write(self, stream: int, address: int, count: int) -> None:
        try:
            self.effects.write(stream, ctypes.string_at(address, count))
        except BaseException as failure:  # noqa: BLE001  told by the thread that waits
            self._failed(failure)

    def _read(self, address: int, count: int, to: int | None) -> int:
        try:
            data = self.effects.read(ctypes.string_at(address, count))
        except BaseException as failure:  # noqa: BLE001  told by the thread that waits
            self._failed(failure)
            return 0
        if to:
            ctypes.memmove(to, data, len(data))
        return len(data)

    def _failed(self, failure: BaseException) -> None:
        """Keep what went wrong outside of the program, and stop."""
        self.failure = failure
        self.stopping.value = 1


class _Thread:
    """The thread of a run, from its start to its end."""

    def __init__(self, run: _Run, arguments: int, address: int) -> None:
        self.run = run
        self.ended, self.seen = threading.Event(), threading.Event()
        code = run.code
        self.listener = Listener(
            code.function("phy_on_signal"), code.variable("phy_next_listener")
        )
        self.listening = ctypes.c_void_p.from_address(code.variable("listening"))
        self.over = False
        self.thread: threading.Thread | None = None
        self.main = _APPLY(run.code.function(f"phy_apply_{run.number}"))
        self.places = run.context.address, arguments, address

    def wait(self) -> None:
        """Start, and wait for the end; whatever is raised here meanwhile stops the program.

        That may happen at any moment, also while leaving a block, therefore two of them.
        """
        try:
            try:
                self._start()
                # In short turns: between them Python looks for interrupts.
                while not self.ended.is_set():
                    self.ended.wait(_TURN)
            finally:
                self._end()
        finally:
            self._end()

    def _work(self) -> None:
        self.run.how = self.main(*self.places)
        self.ended.set()
        # A signal may be on its way: the thread must be there to get it.
        self.seen.wait()

    def _start(self) -> None:
        reserve = self.run.code.reserve
        for size in _STACKS:
            if reserve > size // 2:
                raise TooLarge("a procedure takes too much stack for native code")
            self.run.context.number("room").value = size - reserve
            # Known before it runs: whatever is raised meanwhile, somebody has to stop it.
            self.thread = threading.Thread(target=self._work, name="phy", daemon=True)
            if started(self.thread, size):
                return
            self.thread = None
        raise Unavailable("there is no room for the stack of native code")

    def _end(self) -> None:
        """Leave nothing behind; may be called again, and does not stop in the middle."""
        while not self.over:
            try:
                self._stop()
                self.listener.end()
                self.listening.value = None
                self.over = True
            except BaseException:  # noqa: BLE001, S112  whoever wants us to stop: we do
                continue

    def _stop(self) -> None:
        if self.thread is None:
            return
        # One that was just started has its number in a moment.
        patience = time.monotonic() + _PATIENCE
        while self.thread.ident is None:
            if time.monotonic() > patience:
                return
            time.sleep(0.001)
        while not self.ended.is_set():
            self.run.stopping.value = 1
            self.listening.value = self.run.context.address
            self.listener.begin()
            signal.pthread_kill(self.thread.ident, SIGNAL)
            self.ended.wait(0.02)
        self.seen.set()
        self.thread.join()
