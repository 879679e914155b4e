"""The types of Python functions that a program may call: by their annotations, or as spelled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args, get_origin, get_type_hints

from confty.languages.jsonnet.library.record import StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES: Final[dict[object, str]] = {
    str: "string", int: "number", float: "number", bool: "boolean", type(None): "null",
    list: "array[any]", tuple: "array[any]", dict: "object", Any: "any", object: "any",
}  # fmt: skip


def typed_native(name: str, native: object) -> tuple[Callable[..., object], tuple[str, ...], str]:
    """A function, the names of its parameters, and its signature as ``confty type`` prints it.

    ``native`` is a function with annotations, or a pair: a signature, or the names of the
    parameters, and a function.
    """
    if isinstance(native, tuple) and len(native) == 2 and isinstance(native[0], str):
        signature, function = native
        return function, StdFunction(name, signature, "", "").parameters, signature
    if isinstance(native, tuple) and len(native) == 2 and not callable(native):
        names = tuple(map(str, native[0]))
        return native[1], names, f"({', '.join(f'{one}: any' for one in names)}) => any"
    if not callable(native):
        raise TypeError(f"expected a function for the native {name}, found {native!r}")
    import inspect  # noqa: PLC0415  start-up: few programs are given functions

    hints = get_type_hints(native)
    names = tuple(inspect.signature(native).parameters)
    given = ", ".join(f"{one}: {_spelled(hints.get(one, Any))}" for one in names)
    return native, names, f"({given}) => {_spelled(hints.get('return', Any))}"


def _spelled(hint: object) -> str:
    if hint in _TYPES:
        return _TYPES[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin in {list, tuple, Sequence} and inside:
        return f"array[{_spelled(inside[0])}]"
    if origin in {dict, Mapping}:
        return "object"
    if inside and origin is not None:
        return " | ".join(dict.fromkeys(map(_spelled, inside)))
    return "any"
