"""Calling procedures: as native code on the caller's own stack, in a thread, or as Python.

Native code that neither writes nor reads files runs where it is called: it changes nothing but the
memory of its run, so one that finds the stack too small is simply started over in a thread with a
large one.  What reaches the world, and what must end in time, runs in such a thread at once.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any, Final

from confty.kit.limits import Limits, OutOfMemory, OutOfTime, limited
from confty.languages.phy import codes, library
from confty.languages.phy.binding.errors import trapped
from confty.languages.phy.binding.list_memory import ListMemory
from confty.languages.phy.binding.packing import Packer
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Checked, Procedure
from confty.languages.phy.evaluator.analysis import reached
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.memory import is_heavy
from confty.languages.phy.evaluator.native.context import NativeContext
from confty.languages.phy.evaluator.native.ends import EXHAUSTED
from confty.languages.phy.evaluator.native.layout import CTYPES, MemoryReader, arguments_at
from confty.languages.phy.evaluator.native.machine import Machine
from confty.languages.phy.evaluator.python.run import Loaded
from confty.languages.phy.evaluator.traps import FULL, Trap, report
from confty.types import ListOf, Never

# How much of a stack is assumed where nobody can say, and how large its attributes may be.
_SOME_STACK: Final = 256 << 10
_STACK_ATTRIBUTES: Final = 256

_RELEASE: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_APPLY: Final = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class ThreadState(threading.local):
    """What a thread has of native code: a context, made when the thread first calls."""

    def __init__(self, reserve: int) -> None:
        self.context = NativeContext()
        self.address = self.context.address
        self.how = self.context.how
        self.context.number("limit").value = stack_end() + reserve


class Runner:
    """How the procedures of one program are run; a failed run raises the exception for it."""

    def __init__(
        self,
        checked: Checked,
        program: Lowered,
        effects: Callable[[], Effects],
        seconds: float | None,
    ) -> None:
        self.checked = checked
        self.program = program
        self.effects = effects
        self.seconds = seconds

    def limited(self, work: Callable[[], object]) -> object:
        """Do the work within the limits of a run."""
        try:
            return limited(work, Limits(self.seconds))
        except Trap as trap:
            raise self.failure(trap) from None
        except OutOfTime:
            message = f"the procedure ran longer than {self.seconds:g} seconds"
            raise trapped(codes.TIMEOUT.at(None, message)) from None
        except (OutOfMemory, MemoryError):
            raise self.exhausted() from None

    def failure(self, trap: Trap) -> Exception:
        """Return the exception for a trap."""
        return trapped(report(self.checked.source, self.program, trap))

    def exhausted(self) -> Exception:
        """Return the exception for a run that found no memory."""
        message = "there is not enough memory for this program"
        return trapped(codes.OUT_OF_MEMORY.at(None, message))


class PythonRunner(Runner):
    """Procedures as generated Python."""

    def caller(self, number: int) -> Callable[..., object]:
        """Return what calls a procedure with raw values."""
        quiet = self.seconds is None and not reaches_out(self.checked.procedures[number])
        loaded = self._loaded()

        def call(*arguments: object) -> object:
            if not quiet:
                return self._aloud(number, arguments)
            try:
                return loaded.call(number, *arguments)
            except Trap as trap:
                raise self.failure(trap) from None
            except MemoryError:
                raise self.exhausted() from None

        return call

    def _loaded(self) -> Loaded:
        return Loaded(self.program, self.effects())

    def _aloud(self, number: int, arguments: tuple[object, ...]) -> object:
        effects = self.effects()
        loaded = Loaded(self.program, effects)
        try:
            effects.release()
            return self.limited(lambda: loaded.call(number, *arguments))
        finally:
            effects.release()


class NativeRunner(Runner):
    """Procedures as native code."""

    def __init__(
        self,
        checked: Checked,
        program: Lowered,
        effects: Callable[[], Effects],
        seconds: float | None,
    ) -> None:
        super().__init__(checked, program, effects, seconds)
        self.machine = Machine(program, None, tuple(range(len(program.bodies))))
        self.code = self.machine.code
        self.here = ThreadState(self.code.reserve)
        self.release = _RELEASE(self.code.function("phy_release"))

    def packer(self) -> Packer:
        """Return what writes the arguments of a call."""
        return Packer(self.machine.layout, self.machine.members)

    def direct(self, body: LoweredProcedure) -> object:
        """Return the C function of a procedure that takes scalars and lists."""
        result = CTYPES[self.machine.layout.type(body.result)]
        parameters: list[Any] = [ctypes.c_void_p]
        for slot in body.parameters:
            if isinstance(slot.type, ListOf):
                parameters.extend([ctypes.c_void_p, ctypes.c_int64])
            else:
                parameters.append(CTYPES[self.machine.layout.type(slot.type)])
        address = self.code.function(f"phy_call_{body.number}")
        return ctypes.CFUNCTYPE(result, *parameters)(address)

    def caller(self, number: int) -> Callable[..., object]:
        """Return what calls a procedure with raw values."""
        body, layout, here = self.program.bodies[number], self.machine.layout, self.here
        pack = self._packing(body)
        result = body.result
        words = 1 if isinstance(result, Never) else layout.measure(result)[0] // 8 + 1
        out_of = ctypes.c_int64 * words
        apply = _APPLY(self.code.function(f"phy_apply_{number}"))
        reader = MemoryReader(layout, self.machine.members)
        heavy = is_heavy(result)

        def call(*arguments: object) -> object:
            address, keep = pack(arguments)
            out = out_of()
            start = ctypes.addressof(out)
            how = apply(here.address, address, start)
            if how:
                return self.failed(number, how, address)
            del keep
            try:
                return reader.value(start, result)
            finally:
                if heavy:
                    self.release(here.address)

        def aloud(*arguments: object) -> object:
            address, keep = pack(arguments)
            try:
                return self._aloud(number, address)
            finally:
                del keep

        quiet = self.seconds is None and not reaches_out(self.checked.procedures[number])
        return call if quiet else aloud

    def _packing(
        self, body: LoweredProcedure
    ) -> Callable[[tuple[object, ...]], tuple[int, object]]:
        """Return what writes arguments: it gives where they lie, and what keeps them there."""
        types = [slot.type for slot in body.parameters]
        offsets, size = arguments_at(self.machine.layout, types)
        places = list(zip(types, offsets, strict=True))

        def pack(arguments: tuple[object, ...]) -> tuple[int, object]:
            packer = self.packer()
            buffer = bytearray(size + 8)
            for value, (type_, offset) in zip(arguments, places, strict=True):
                packer.pack(value, type_, buffer, offset)
            return packer.held(buffer), packer

        return pack

    def failed(self, number: int, how: int, arguments: int) -> object:
        """Tell why a run on this thread's stack ended; where that was too small, try again."""
        here = self.here
        here.how.value = 0
        trap = None if how == EXHAUSTED else here.context.trap(self.program)
        self.release(here.address)
        if trap is None:
            raise self.exhausted()
        if trap.details != (FULL,):
            raise self.failure(trap)
        return self._aloud(number, arguments)

    def _aloud(self, number: int, arguments: int) -> object:
        """Run a procedure in a thread of its own."""
        effects = self.effects()
        effects.release()
        return self.limited(lambda: self.machine.run(effects, number, arguments))

    def again(self, number: int, arguments: tuple[object, ...]) -> object:
        """Tell why a direct call ended, or make it again with more stack."""
        address, keep = self._packing(self.program.bodies[number])(arguments)
        try:
            return self.failed(number, self.here.how.value, address)
        finally:
            del keep


def reaches_out(procedure: Procedure) -> bool:
    """Whether a procedure may write or read files, or call one that does."""
    return any(_writes(one) for one in reached(procedure))


def _writes(procedure: Procedure) -> bool:
    waiting = [procedure.body]
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        if isinstance(node, tree.BuiltinCall) and isinstance(
            node.builtin.lowering, library.Writing | library.Reading
        ):
            return True
        waiting.extend(tree.parts(node))
    return False


def tabled(take: Callable[[object], object], type_: ListOf, packer: Callable[[], Packer]) -> Any:
    """Return what takes a list of anything as a block."""

    def table(value: object) -> ListMemory:
        found = take(value)
        if isinstance(found, ListMemory):
            return found
        made = packer()
        address, count = made.list_at(found, type_)
        return ListMemory(address, count, made.keep)

    return table


__all__ = ["NativeRunner", "PythonRunner", "Runner", "reaches_out", "tabled"]


def stack_end() -> int:
    """Return the lowest address of the calling thread's stack."""
    here = ctypes.create_string_buffer(8)
    try:
        return _asked_end()
    except (AttributeError, OSError, ValueError):
        # Not of the stack, but no worse a guess: nothing runs directly then.
        return ctypes.addressof(here) + _SOME_STACK


def _asked_end() -> int:
    library = ctypes.CDLL(None)
    attributes = ctypes.create_string_buffer(_STACK_ATTRIBUTES)
    start, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.pthread_self.restype = ctypes.c_void_p
    library.pthread_getattr_np.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    if library.pthread_getattr_np(library.pthread_self(), attributes):
        raise OSError
    if library.pthread_attr_getstack(attributes, ctypes.byref(start), ctypes.byref(size)):
        raise OSError
    library.pthread_attr_destroy(attributes)
    return start.value or 0
