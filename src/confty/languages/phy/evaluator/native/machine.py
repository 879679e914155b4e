"""Compiling and running native code.

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
from typing import Final, Protocol

from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, Lowered
from confty.languages.phy.evaluator.native import Unavailable
from confty.languages.phy.evaluator.native.layout import Reader
from confty.languages.phy.evaluator.native.module import NativeSource, print_llvm
from confty.languages.phy.evaluator.native.runtime import EXHAUSTED, STOPPED, TRAPPED
from confty.languages.phy.evaluator.traps import Trap
from confty.languages.phy.evaluator.watch import Expired
from confty.types import Never

_STACK: Final = 1 << 30
_WRITE: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
_READ: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
_MAIN: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_RELEASE: Final = ctypes.CFUNCTYPE(None)
_LISTEN: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int32)

# A signal that is ignored by whoever does not listen to it.
_SIGNAL: Final = signal.SIGURG

_TURN: Final = 0.1

# One run at a time: who listens to the signal, and the size of stacks, are the process's.
_running: Final = threading.Lock()


class _Target(Protocol):
    """The machine that code is made for."""

    def emit_assembly(self, module: object) -> str:
        """Write a module as text."""


class _Code(Protocol):
    """Machine code in memory."""

    def get_function_address(self, name: str) -> int:
        """Return where a function starts."""

    def get_global_value_address(self, name: str) -> int:
        """Return where a variable lies."""


def compiled(source: NativeSource) -> tuple[object, _Target]:
    """Parse, verify and optimise a module; return it with its target machine."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    features = llvm.get_host_cpu_features().flatten()
    machine = target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=source.effort, jit=True
    )
    module = llvm.parse_assembly(source.text)
    module.triple = llvm.get_process_triple()
    # Before anything is optimised: where the parts of a struct lie follows from it.
    module.data_layout = str(machine.target_data)
    module.verify()
    if source.effort == 0:
        return module, machine
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    # Twice: only when the checks that never fail are gone do loops show what they are.
    for _ in range(2):
        builder.getModulePassManager().run(module, builder)
    return module, machine


def assembly(program: Lowered) -> str:
    """Return a program as assembly text of this machine."""
    module, machine = compiled(print_llvm(program))
    return machine.emit_assembly(module)


class Machine:
    """A program as machine code, to be run any number of times."""

    def __init__(self, program: Lowered) -> None:
        try:
            import llvmlite.binding as llvm
        except (ImportError, OSError):
            raise Unavailable("the package llvmlite does not load") from None
        self.program = program
        self.source = print_llvm(program)
        module, machine = compiled(self.source)
        linked = llvm.create_mcjit_compiler(module, machine)
        linked.finalize_object()
        self.code: _Code = linked

    def run(self, effects: Effects, seconds: float | None) -> object:
        """Run the entry procedure, for so many seconds at most."""
        with _running:
            return _Run(self, effects).value(seconds)


def run_native(
    program: Lowered, effects: Effects, seconds: float | None, say: Callable[[str], None]
) -> object:
    """Compile a program and run it, for so many seconds at most."""
    started = time.monotonic()
    ready = Machine(program)
    took = time.monotonic() - started
    say(f"running as native code, compiled in {took * 1000:.0f} ms")
    return ready.run(effects, None if seconds is None else max(0.0, seconds - took))


class _Run:
    """One run of a compiled program."""

    def __init__(self, machine: Machine, effects: Effects) -> None:
        self.program = machine.program
        self.layout = machine.source.layout
        self.code = machine.code
        self.effects = effects
        self.failure: BaseException | None = None
        self.how = 0
        self.stopping = ctypes.c_int64.from_address(self._address("stopping"))
        self.stopping.value = 0
        # Kept as long as the run: machine code holds their addresses.
        self.write, self.read = _WRITE(self._write), _READ(self._read)
        for name, function in (("phy_write", self.write), ("phy_read", self.read)):
            address = ctypes.cast(function, ctypes.c_void_p).value
            ctypes.c_void_p.from_address(self._address(name)).value = address

    def _address(self, name: str) -> int:
        return self.code.get_global_value_address(name)

    def value(self, seconds: float | None) -> object:
        result = self.program.bodies[-1].result
        size = 8 if isinstance(result, Never) else self.layout.measure(result)[0]
        out = ctypes.create_string_buffer(max(size, 8) + 16)
        address = (ctypes.addressof(out) + 15) // 16 * 16
        try:
            expired = self._wait(address, seconds)
            if self.failure is not None:
                raise self.failure
            if self.how == STOPPED:
                assert expired
                raise Expired
            if self.how == EXHAUSTED:
                raise MemoryError
            if self.how == TRAPPED:
                raise self._trap()
            members = {tag: member for member, tag in self.program.tags.items()}
            return Reader(self.layout, members).value(address, result)
        finally:
            _RELEASE(self.code.get_function_address("phy_release"))()

    def _wait(self, address: int, seconds: float | None) -> bool:
        """Run in a thread; return whether the time was over before it ended."""
        main = _MAIN(self.code.get_function_address("phy_main"))
        listen = _LISTEN(self.code.get_function_address("phy_listen"))
        ended, seen = threading.Event(), threading.Event()

        def run() -> None:
            self.how = main(address)
            ended.set()
            # A signal may be on its way: the thread must be there to get it.
            seen.wait()

        before = listen(_SIGNAL)
        size = threading.stack_size(_STACK)
        thread = threading.Thread(target=run, daemon=True)
        try:
            thread.start()
        except RuntimeError:
            _restore(before)
            raise Unavailable("there is no room for the stack of native code") from None
        finally:
            threading.stack_size(size)
        try:
            expired = not _within(ended, seconds)
        except BaseException:
            self._stop(thread, ended)
            raise
        else:
            if expired:
                self._stop(thread, ended)
            return expired
        finally:
            seen.set()
            thread.join()
            _restore(before)

    def _stop(self, thread: threading.Thread, ended: threading.Event) -> None:
        self.stopping.value = 1
        assert thread.ident is not None
        while not ended.is_set():
            signal.pthread_kill(thread.ident, _SIGNAL)
            ended.wait(0.02)

    def _trap(self) -> Trap:
        """Read the trap's place and its calls off the shadow stack."""
        site, left, right, depth = (self._number(name) for name in _NOTES)
        bodies, sites = self.program.bodies, self.program.sites
        start = self._address("shadow")
        shadow = (ctypes.c_int32 * (DEEPEST_CALL + 2)).from_address(start)
        details = (left, right) if sites[site].what not in {"unreachable", "call"} else ()
        trap = Trap(site, *details)
        running = sites[site].procedure
        depth -= bodies[running].weight
        while depth > 0:
            call = shadow[depth + 1]
            trap.calls.append(call)
            running = sites[call].procedure
            depth -= bodies[running].weight
        return trap

    def _number(self, name: str) -> int:
        return ctypes.c_int64.from_address(self._address(name)).value

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


def _within(event: threading.Event, seconds: float | None) -> bool:
    """Wait for an event, in short turns: between them Python looks for interrupts."""
    end = None if seconds is None else time.monotonic() + seconds
    while not event.is_set():
        left = _TURN if end is None else min(_TURN, end - time.monotonic())
        if left <= 0:
            return False
        event.wait(left)
    return True


def _restore(handler: int | None) -> None:
    """Let the listener of before have the signal again."""
    restore = ctypes.CDLL(None).signal
    restore.argtypes, restore.restype = [ctypes.c_int, ctypes.c_void_p], ctypes.c_void_p
    restore(_SIGNAL, handler)


_NOTES: Final = ("trap_site", "trap_left", "trap_right", "trap_depth")
