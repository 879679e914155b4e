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
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Protocol

from confty.kit.limits import started
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, Lowered
from confty.languages.phy.evaluator.memory import WIDEST
from confty.languages.phy.evaluator.native import TooLarge, Unavailable
from confty.languages.phy.evaluator.native.layout import Reader
from confty.languages.phy.evaluator.native.module import NativeSource, print_llvm
from confty.languages.phy.evaluator.native.runtime import EXHAUSTED, STOPPED, TRAPPED
from confty.languages.phy.evaluator.traps import FULL, Trap
from confty.types import Never

# Sizes of stacks, the first of which can be had.
_STACKS: Final = (1 << 30, 128 << 20, 16 << 20)
# What the functions that every program has may take of it.
_LIBRARY: Final = 1 << 20
# Characters of LLVM text: at most, and those optimised; and how many of each half a second takes.
_MOST_TEXT: Final = 4_000_000
_MOST_OPTIMISED: Final = 600_000
_PLAIN_A_SECOND: Final = 500_000
_OPTIMISED_A_SECOND: Final = 100_000
_WRITE: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)
_READ: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
_MAIN: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
_RELEASE: Final = ctypes.CFUNCTYPE(None)
_LISTEN: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int32)

# A signal that is ignored by whoever does not listen to it.
_SIGNAL: Final = signal.SIGURG

_TURN: Final = 0.1
_PATIENCE: Final = 1.0

# One run at a time: who listens to the signal is the process's.
_running: Final = threading.Lock()

# Machine code of the programs that ran last: how many, and how long their text may be.
_KEPT: Final = 4
_MOST_KEPT: Final = 200_000
_keeping: Final = threading.Lock()
_kept: Final[OrderedDict[tuple[str, int], tuple[_Code, int]]] = OrderedDict()


class _Target(Protocol):
    """The machine that code is made for."""

    def emit_assembly(self, module: object) -> str:
        """Write a module as text."""


class _Module(Protocol):
    """A module of LLVM; its text is what ``str`` gives."""


class _Passes(Protocol):
    """A pass manager."""

    def _dispose(self) -> None: ...
    def detach(self) -> None: ...
    def close(self) -> None: ...


class _Code(Protocol):
    """Machine code in memory."""

    def finalize_object(self) -> None:
        """Make it ready to be run."""

    def get_function_address(self, name: str) -> int:
        """Return where a function starts."""

    def get_global_value_address(self, name: str) -> int:
        """Return where a variable lies."""


def compiled(source: NativeSource) -> tuple[_Module, _Target]:
    """Parse, verify and optimise a module; return it with its target machine."""
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

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
        passes = builder.getModulePassManager()
        try:
            passes.run(module, builder)
        finally:
            _dispose(passes)
    return module, machine


def _dispose(passes: _Passes) -> None:
    """Give the memory of a pass manager back.

    In llvmlite the class before in its order of bases hides the method that does: 80 KB a run.
    """
    from llvmlite.binding import ffi, newpassmanagers  # noqa: PLC0415  an extra

    hidden = newpassmanagers.NewPassManager._dispose  # noqa: SLF001  there is no other way
    if type(passes)._dispose is ffi.ObjectRef._dispose:  # noqa: SLF001
        hidden(passes)
        passes.detach()
    else:
        passes.close()


def assembly(program: Lowered) -> str:
    """Return a program as assembly text of this machine."""
    module, machine = compiled(print_llvm(program))
    return machine.emit_assembly(module)


def _reserve(text: str) -> int:
    """Return how much stack must be left where a procedure is entered.

    No value is wider than ``WIDEST`` and a tag, and a frame holds each value of its procedure at
    most once for every time it is mentioned: far more than compilers need, and stack is cheap.
    One frame is the procedure's own, one that of a procedure it calls which calls nobody.
    """
    mentions = max([part.count("%") for part in text.split("\ndefine ")])
    return _LIBRARY + 2 * mentions * 8 * (WIDEST + 2)


def _linked(source: NativeSource) -> tuple[_Code, int]:
    """Return a program as machine code, and the stack it needs; the last few are kept."""
    try:
        import llvmlite.binding as llvm  # noqa: PLC0415  an extra
    except (ImportError, OSError):
        raise Unavailable("the package llvmlite does not load") from None
    key = source.text, source.effort
    with _keeping:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    module, machine = compiled(source)
    reserve = _reserve(str(module))
    code: _Code = llvm.create_mcjit_compiler(module, machine)
    code.finalize_object()
    if len(source.text) <= _MOST_KEPT:
        with _keeping:
            _kept[key] = code, reserve
            while len(_kept) > _KEPT:
                _kept.popitem(last=False)
    return code, reserve


class Machine:
    """A program as machine code, to be run any number of times."""

    def __init__(self, program: Lowered, seconds: float | None = None) -> None:
        self.program = program
        self.source = fitting(print_llvm(program), seconds)
        self.code, self.reserve = _linked(self.source)

    def run(self, effects: Effects) -> object:
        """Run the entry procedure."""
        with _running:
            return _Run(self, effects).value()


def fitting(source: NativeSource, seconds: float | None) -> NativeSource:
    """Return the source with the effort that there is time for; raise ``TooLarge`` for none.

    Nobody can stop LLVM, so what it gets to do is bounded beforehand: half of the seconds that are
    left, going by the slowest programs that were measured.
    """
    size = len(source.text)
    most = _MOST_TEXT if seconds is None else min(_MOST_TEXT, int(seconds * _PLAIN_A_SECOND))
    if size > most:
        raise TooLarge("the program is too large for native code")
    well = _MOST_OPTIMISED
    if seconds is not None:
        well = min(well, int(seconds * _OPTIMISED_A_SECOND))
    return NativeSource(source.text, source.layout, source.effort if size <= well else 0)


def run_native(
    program: Lowered, effects: Effects, seconds: float | None, say: Callable[[str], None]
) -> object:
    """Compile a program, in half of so many seconds at most, and run it."""
    started = time.monotonic()
    ready = Machine(program, seconds)
    took = time.monotonic() - started
    say(f"running as native code, compiled in {took * 1000:.0f} ms")
    return ready.run(effects)


class _Run:
    """One run of a compiled program."""

    def __init__(self, machine: Machine, effects: Effects) -> None:
        self.program = machine.program
        self.layout = machine.source.layout
        self.code = machine.code
        self.effects = effects
        self.failure: BaseException | None = None
        self.how = 0
        self.reserve = machine.reserve
        self.room = ctypes.c_int64.from_address(self._address("room"))
        self.stopping = ctypes.c_int64.from_address(self._address("stopping"))
        self.stopping.value = 0
        # Kept as long as the run: machine code holds their addresses.
        self.write, self.read = _WRITE(self._write), _READ(self._read)
        for name, function in (("phy_write", self.write), ("phy_read", self.read)):
            # No cast: it makes a cycle, so that machine code would stay until it is collected.
            address = ctypes.c_void_p.from_buffer(function).value
            ctypes.c_void_p.from_address(self._address(name)).value = address

    def _address(self, name: str) -> int:
        return self.code.get_global_value_address(name)

    def value(self) -> object:
        result = self.program.bodies[-1].result
        size = 8 if isinstance(result, Never) else self.layout.measure(result)[0]
        out = ctypes.create_string_buffer(max(size, 8) + 16)
        address = (ctypes.addressof(out) + 15) // 16 * 16
        try:
            _Thread(self, address).wait()
            if self.failure is not None:
                raise self.failure
            if self.how == EXHAUSTED:
                raise MemoryError
            if self.how == TRAPPED:
                raise self._trap()
            assert self.how != STOPPED
            members = {tag: member for member, tag in self.program.tags.items()}
            return Reader(self.layout, members).value(address, result)
        finally:
            _RELEASE(self.function("phy_release"))()
            # They hold this run, and with it the machine code.
            del self.write, self.read

    def function(self, name: str) -> int:
        """Return where a function starts."""
        return self.code.get_function_address(name)

    def _trap(self) -> Trap:
        """Read the trap's place and its calls off the shadow stack."""
        site, left, right, depth = (self._number(name) for name in _NOTES)
        bodies, sites = self.program.bodies, self.program.sites
        start = self._address("shadow")
        shadow = (ctypes.c_int32 * (DEEPEST_CALL + 2)).from_address(start)
        details: tuple[int, ...] = (left, right)
        if sites[site].what in {"unreachable", "call"}:
            details = (FULL,) if left else ()
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


class _Thread:
    """The thread of a run, from its start to its end."""

    def __init__(self, run: _Run, address: int) -> None:
        self.run = run
        self.ended, self.seen = threading.Event(), threading.Event()
        self.before: list[int | None] = []
        self.thread: threading.Thread | None = None
        self.main = _MAIN(run.function("phy_main"))
        self.address = address

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
        self.run.how = self.main(self.address)
        self.ended.set()
        # A signal may be on its way: the thread must be there to get it.
        self.seen.wait()

    def _start(self) -> None:
        self.before.append(_LISTEN(self.run.function("phy_listen"))(_SIGNAL))
        for size in _STACKS:
            if self.run.reserve > size // 2:
                raise TooLarge("a procedure takes too much stack for native code")
            self.run.room.value = size - self.run.reserve
            # Known before it runs: whatever is raised meanwhile, somebody has to stop it.
            self.thread = threading.Thread(target=self._work, name="phy", daemon=True)
            if started(self.thread, size):
                return
            self.thread = None
        raise Unavailable("there is no room for the stack of native code")

    def _end(self) -> None:
        """Leave nothing behind; may be called again, and does not stop in the middle."""
        while self.before:
            try:
                self._stop()
                _restore(self.before[0])
                self.before.clear()
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
            signal.pthread_kill(self.thread.ident, _SIGNAL)
            self.ended.wait(0.02)
        self.seen.set()
        self.thread.join()


def _restore(handler: int | None) -> None:
    """Let the listener of before have the signal again."""
    restore = ctypes.CDLL(None).signal
    restore.argtypes, restore.restype = [ctypes.c_int, ctypes.c_void_p], ctypes.c_void_p
    restore(_SIGNAL, handler)


_NOTES: Final = ("trap_site", "trap_left", "trap_right", "trap_depth")
