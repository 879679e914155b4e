"""The signal that stops native code, and whoever else in the process listens to it.

Other languages' runtimes live in one process with us: Go's, for one, sends this very signal to its
threads all the time.  So somebody listens for us only while a run is being stopped, passes on what
is not meant for us, and leaves the listener of before with all of its flags: a handler that has
lost its own stack ends the process.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from typing import Final

#: A signal that is ignored by whoever does not listen to it.
SIGNAL: Final = signal.SIGURG

# Where the flags stand in a ``struct sigaction`` and what they are called there; the address of
# the handler is its first word everywhere.
_SIZE: Final = 256
_PLACE, _INFORMED, _OWN_STACK, _RESUMED = (
    (12, 0x40, 0x1, 0x2) if sys.platform == "darwin" else (136, 0x4, 0x0800_0000, 0x1000_0000)
)


class Listener:
    """Who listens to the signal: machine code, from ``begin`` to ``end``."""

    def __init__(self, handler: int, next_handler: int) -> None:
        self._handler = handler
        self._next = ctypes.c_void_p.from_address(next_handler)
        self._before: list[ctypes.Array[ctypes.c_char]] = []

    def begin(self) -> None:
        """Listen; may be called again."""
        if not self._before:
            # Known before anything changes, for whatever is raised meanwhile.
            found = ctypes.create_string_buffer(_SIZE)
            _act(None, found)
            self._before.append(found)
        before = self._before[0]
        self._next.value = ctypes.c_void_p.from_buffer(before).value
        action = ctypes.create_string_buffer(_SIZE)
        ctypes.c_void_p.from_buffer(action).value = self._handler
        flags = _INFORMED | _OWN_STACK | _RESUMED
        ctypes.c_int.from_buffer(action, _PLACE).value = flags
        _act(action, None)

    def end(self) -> None:
        """Let the listener of before have the signal again; may be called again."""
        if self._before:
            _act(self._before[0], None)
            self._before.clear()


def _act(
    action: ctypes.Array[ctypes.c_char] | None, before: ctypes.Array[ctypes.c_char] | None
) -> None:
    ctypes.CDLL(None).sigaction(ctypes.c_int(SIGNAL), action, before)
