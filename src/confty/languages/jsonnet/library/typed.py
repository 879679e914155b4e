"""The types of Python functions that a program may call: by their annotations, or as spelled."""

from __future__ import annotations

from _collections_abc import Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints

from confty.languages.jsonnet.library.record import StdFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

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

    hints = _hints(native)
    try:
        names = tuple(inspect.signature(native).parameters)
    except ValueError:
        # Functions of C may not say what they take.
        wanted = f"expected a pair of a signature and a function for the native {name}"
        raise TypeError(f"{wanted}, found {native!r}, which does not say what it takes") from None
    given = ", ".join(f"{one}: {_spelled(hints.get(one, Any))}" for one in names)
    return native, names, f"({given}) => {_spelled(hints.get('return', Any))}"


def _hints(native: object) -> dict[str, object]:
    """The annotations of a function, or of what makes an object callable; none if unreadable."""
    import inspect  # noqa: PLC0415  start-up: few programs are given functions
    from functools import partial  # noqa: PLC0415  the same

    inner = native.func if isinstance(native, partial) else native
    if not inspect.isroutine(inner) and not inspect.isclass(inner):
        inner = type(inner).__call__
    try:
        return dict(get_type_hints(inner))
    except (NameError, TypeError):
        return {}


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
