"""Exceptions that one thread raises inside another, and what they leave behind."""

from __future__ import annotations

import threading

from confty.kit.locks import LEAVING


class _Settling(SystemExit):
    """Raised in the own thread, to be caught at once."""


def raise_in(ident: int, error: type[BaseException]) -> None:
    """Raise an exception inside a thread when it next may; not while it gives a lock back.

    Several that arrive there one after the other would leave the lock held.
    """
    import ctypes  # noqa: PLC0415  ten milliseconds that only a stopped run pays

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
        raise_in(threading.get_ident(), _Settling)
        # It arrives when a call returns or a loop goes on.
        for _ in range(1_000):
            pass
    except _Settling:
        pass
