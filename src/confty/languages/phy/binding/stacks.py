"""Where the stack of a thread ends, so that native code can run on it."""

from __future__ import annotations

import ctypes
from typing import Final

# What is assumed where nobody can say.
_SOME: Final = 256 << 10
_ATTRIBUTES: Final = 256


def stack_end() -> int:
    """Return the lowest address of the calling thread's stack."""
    here = ctypes.create_string_buffer(8)
    try:
        return _asked()
    except (AttributeError, OSError, ValueError):
        # Not of the stack, but no worse a guess: nothing runs directly then.
        return ctypes.addressof(here) + _SOME


def _asked() -> int:
    library = ctypes.CDLL(None)
    attributes = ctypes.create_string_buffer(_ATTRIBUTES)
    start, size = ctypes.c_void_p(), ctypes.c_size_t()
    library.pthread_self.restype = ctypes.c_void_p
    library.pthread_getattr_np.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    if library.pthread_getattr_np(library.pthread_self(), attributes):
        raise OSError
    if library.pthread_attr_getstack(attributes, ctypes.byref(start), ctypes.byref(size)):
        raise OSError
    library.pthread_attr_destroy(attributes)
    return start.value or 0
