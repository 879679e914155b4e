"""How much memory a run may take, and how much the process holds."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

#: What a run may add to the memory of the process, in bytes.
MEMORY: Final = 8 << 30


def least_memory(wanted: int) -> int:
    """Return what a run may take: as much as it wants, but not all that the machine has."""
    if wanted != MEMORY:
        return wanted
    found = [wanted]
    try:  # noqa: SIM105  contextlib takes a millisecond to load
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4)
    except (ValueError, OSError, AttributeError):
        pass  # a system that does not say
    # What a container may have.
    try:  # noqa: SIM105  contextlib takes a millisecond to load
        found.append(int(_said_by("/sys/fs/cgroup/memory.max")) * 3 // 4)
    except (OSError, ValueError):
        pass  # no container
    return min(size for size in found if size > 0)


def resident() -> int:
    """Return how much memory the process holds, in bytes; 0 where that cannot be said."""
    try:
        return int(_said_by("/proc/self/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError, AttributeError):  # Windows has no sysconf
        return _resident_elsewhere()


def _said_by(path: str) -> bytes:
    """Read a short file of the system's; an interrupt may arrive at any step of this."""
    # No file object: Python warns of one that an interrupt left open.
    number = os.open(path, os.O_RDONLY)
    try:
        return os.read(number, 200)
    finally:
        os.close(number)


def _resident_elsewhere() -> int:
    """The same without ``/proc``: what macOS and Windows say."""
    try:
        import resource  # noqa: PLC0415  not on every platform

        # The most that it ever held, which grows with a run that takes too much.
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10
    except ImportError:
        return _resident_on_windows()


def _resident_on_windows() -> int:
    import ctypes  # noqa: PLC0415  only where nothing else says it

    windows: Any = getattr(ctypes, "windll", None)
    if windows is None:
        return 0
    # PROCESS_MEMORY_COUNTERS: two numbers of 32 bits, then sizes; the second size is the set
    # that is resident now.
    counters = (ctypes.c_size_t * 10)()
    size = ctypes.sizeof(counters)
    process = ctypes.c_void_p(windows.kernel32.GetCurrentProcess())
    if not windows.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), size):
        return 0
    # The two numbers share the first place where a size has 64 bits.
    return int(counters[2 if ctypes.sizeof(ctypes.c_size_t) == 8 else 3])
