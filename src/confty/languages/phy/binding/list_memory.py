"""Memory of Python objects as lists of native code: NumPy's arrays, ``array``, ``bytes``.

What gives its memory through the buffer protocol, is contiguous, and has elements as native code
has them is not copied: native code only reads its arguments.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, Final

from confty import types
from confty.records import Record

#: Element: the code by which ``array`` knows it.
CODES: Final[dict[types.Type, str]] = {
    types.INT: "q",
    types.FLOAT: "d",
    types.BOOL: "B",
    types.CHAR: "B",
}
# Element: the formats of buffers that lie in the same way.
_FORMATS: Final[dict[types.Type, frozenset[str]]] = {
    types.INT: frozenset({"q", "l", "@q", "@l", "<q"}) if ctypes.sizeof(ctypes.c_long) == 8
    else frozenset({"q", "@q", "<q"}),
    types.FLOAT: frozenset({"d", "@d", "<d"}),
    types.BOOL: frozenset({"?"}),
    types.CHAR: frozenset({"B", "c"}),
}  # fmt: skip
_SIZES: Final[dict[types.Type, int]] = {types.INT: 8, types.FLOAT: 8, types.BOOL: 1, types.CHAR: 1}
# The bytes of bools, and what any byte stands for as one.
_PLAIN: Final = b"\0\1"
_TRUTHS: Final = bytes([0, *[1] * 255])
#: The bytes of a list inside of a list.
LIST: Final = 16


class _Buffer(ctypes.Structure):
    """What Python's C API fills in when it is asked for an object's memory."""

    _fields_ = (
        ("address", ctypes.c_void_p),
        ("owner", ctypes.py_object),
        ("length", ctypes.c_ssize_t),
        ("rest", ctypes.c_byte * 128),
    )


class ListMemory(metaclass=Record):
    """A list where it lies: the address of its elements, how many, and who keeps them."""

    address: int
    count: int
    keep: object

    def __len__(self) -> int:
        return self.count

    @classmethod
    def owned(cls, values: array[Any]) -> ListMemory:
        """Return the elements of an array that nobody else has."""
        address, count = values.buffer_info()
        return cls(address, count, values)

    @classmethod
    def of(cls, value: object, element: types.Atom) -> ListMemory | None:
        """Return an object's memory as a list, None when it does not lie as one."""
        view = _view(value)
        if view is None or view.ndim != 1 or view.format not in _FORMATS[element]:
            return None
        start, keep = _lying(view, element)
        return cls(start, view.shape[0] if view.shape else 0, keep)


def _view(value: Any) -> memoryview | None:
    """Return an object's memory; None for what has none, or marks some of it as no value."""
    if getattr(value, "mask", None) is not None:
        return None
    try:
        return memoryview(value)
    except (TypeError, ValueError, BufferError):
        return None


def _lying(view: memoryview, element: types.Type) -> tuple[int, object]:
    """Return where elements lie one behind the other, and who keeps them."""
    if view.c_contiguous and not (element is types.BOOL and _has_more(view)):
        return address_of(view), view
    data = view.tobytes()
    whole = array(CODES[element], data.translate(_TRUTHS) if element is types.BOOL else data)
    return whole.buffer_info()[0], whole


def _has_more(view: memoryview) -> bool:
    """Whether bytes that stand for bools have others than 0 and 1, as those of C may."""
    return bool(view.tobytes().translate(None, _PLAIN))


def address_of(view: memoryview) -> int:
    """Return where the memory behind a view starts."""
    if view.nbytes == 0:
        return 0
    if not view.readonly:
        return ctypes.addressof(ctypes.c_char.from_buffer(view))
    buffer = _Buffer()
    get, release = ctypes.pythonapi.PyObject_GetBuffer, ctypes.pythonapi.PyBuffer_Release
    get(ctypes.py_object(view), ctypes.byref(buffer), 0)
    address = buffer.address or 0
    # The view itself keeps the memory.
    release(ctypes.byref(buffer))
    return address


def from_buffer(value: object, type_: types.ListOf) -> ListMemory | None:
    """Return a matrix, or what has even more dimensions, as lists of lists; None for no such.

    Only the tables of rows are made; the numbers stay where they are.
    """
    if isinstance(value, list | tuple | str | bytes):
        return None
    element: types.Type = type_
    lengths: list[int | None] = []
    while isinstance(element, types.ListOf):
        lengths.append(element.length)
        element = element.element
    if not isinstance(element, types.Atom):
        return None
    view = _view(value)
    if view is None or view.ndim != len(lengths) or view.format not in _FORMATS[element]:
        return None
    shape = view.shape or ()
    if any(
        wanted not in {None, size} for wanted, size in zip(lengths[1:], shape[1:], strict=True)
    ):
        return None
    start, keep = _lying(view, element)
    return _tables(start, shape, _SIZES[element], [keep])


def _tables(start: int, shape: tuple[int, ...], size: int, keep: list[object]) -> ListMemory:
    """Make the tables of rows, the innermost first."""
    rows = 1
    for count in shape[:-1]:
        rows *= count
    stride = shape[-1] * size
    address, width = start, shape[-1]
    for at in range(len(shape) - 2, -1, -1):
        table = array("q", bytes(LIST * rows))
        table[0::2] = array(
            "q", range(address, address + stride * rows, stride) if stride else [0] * rows
        )
        table[1::2] = array("q", [width]) * rows
        keep.append(table)
        address, width, stride = table.buffer_info()[0], shape[at], shape[at] * LIST
        rows = rows // shape[at] if shape[at] else 0
    return ListMemory(address, shape[0], keep)
