"""Exceptions that one thread raises inside another, and what they leave behind."""

from __future__ import annotations

import _frozen_importlib
import _imp
import sys
from _thread import get_ident

from confty.kit.locks import LEAVING
from confty.kit.shared import UNRAISABLE
from confty.kit.stacks import stack_of
from confty.kit.threads import BEGINNINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Final

# Whose locks an exception in the wrong place leaves held for ever: who imports the same module, or
# makes native code, next would wait for ever.  None of this works for long.
_UNTOUCHED: Final = ("importlib.", "llvmlite.")
_UNTOUCHED_FILES: Final = "<frozen importlib."
#: How far up one looks: an import is near the top, whatever depth it began in.
FAR: Final = 500


class _Settling(SystemExit):
    """Raised in the own thread, to be caught at once."""


def is_untouchable(stack: list[FrameType]) -> bool:
    """Whether a stack of calls is in the middle of what must not be left by an exception."""
    for frame in stack:
        if frame.f_code in BEGINNINGS:
            return False
        if frame.f_code.co_filename.startswith(_UNTOUCHED_FILES):
            return True
        name = frame.f_globals.get("__name__")
        if isinstance(name, str) and name.startswith(_UNTOUCHED):
            return True
        # See ``start_untouched``; this is for threads that others start.
        if name == "threading" and frame.f_code.co_name == "start":
            return True
    return False


def raise_in(ident: int, error: type[BaseException]) -> bool:
    """Raise an exception inside a thread when it next may.

    Not while it imports, or gives a lock back, which several that arrive one after the other would
    leave held: False then, ask again.
    """
    # Before one looks: while this is loaded, the other thread goes on.
    import ctypes  # noqa: F401, PLC0415  ten milliseconds that only a stopped run pays

    # Python looks for exceptions where a thread gets its turn again and behind every call: it
    # arrives in the call that is looked at here, unless the other has its turn in between.
    if is_untouchable(stack_of(ident, FAR)):
        return False
    _raise_in(ident, error)
    return True


def leave_imports(*, anywhere: bool = True) -> None:
    """Give back what Python's imports hold for this thread, which was struck while it imported.

    One strike of very many arrives between taking a lock and noting that it is held; everybody who
    imports anything would wait for ever.  Without ``anywhere``, not in the middle of an import.
    """
    own = get_ident()
    frame: FrameType | None = None if anywhere else sys._getframe()  # noqa: SLF001  who called
    while frame is not None:
        if frame.f_code.co_filename.startswith(_UNTOUCHED_FILES):
            return
        frame = frame.f_back
    try:
        while _imp.lock_held():
            _imp.release_lock()
    except RuntimeError:
        pass  # another thread's
    locks = _frozen_importlib._module_locks  # type: ignore[attr-defined]  # noqa: SLF001  of nobody else
    for reference in list(locks.values()):
        lock = reference()
        while lock is not None and lock.owner == own:
            lock.release()


def _raise_in(ident: int, error: type[BaseException]) -> None:
    import ctypes  # noqa: PLC0415  see above

    thread, raised = ctypes.c_ulong(ident), ctypes.py_object(error)
    if ident not in LEAVING:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, raised)


def settle() -> None:
    """Take back what is on its way to this thread, and the mark that such exceptions leave.

    Python marks the whole process until an exception has arrived somewhere.  One that is taken
    back, or whose thread has ended, never does; from then on Python 3.11 hangs in the first
    function that is called under a profiler or a coverage tool.  So one is made to arrive here.
    """
    try:
        _raise_in(get_ident(), _Settling)
        # It arrives when a call returns or a loop goes on.
        for _ in range(1_000):
            pass
    except _Settling:
        pass


class Quietly:
    """Say nothing of a strike that Python cannot raise where it arrives: the next one will be."""

    __slots__ = ("_before", "_owner")

    def __init__(self, owner: object) -> None:
        self._owner = owner
        self._before = sys.unraisablehook

    def __enter__(self) -> None:
        UNRAISABLE.enter(self._owner, self._hook)

    def __exit__(self, *_: object) -> None:
        UNRAISABLE.leave(self._owner, self._hook)

    def _hook(self, said: Any) -> None:
        if not issubclass(said.exc_type, SystemExit):
            self._before(said)
