"""The types of Python functions that a program may call: by their annotations, or as spelled."""

from __future__ import annotations

from _collections_abc import Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints

from confty.languages.jsonnet.library.record import StdFunction
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_TYPES: Final[dict[object, str]] = {
    str: "string", int: "number", float: "number", bool: "boolean", type(None): "null",
    list: "array[any]", tuple: "array[any]", dict: "object", Any: "any", object: "any",
}  # fmt: skip


class TypedNative(metaclass=Record):
    """A Python function as Jsonnet sees it: its parameters, and how a call passes them on."""

    function: Callable[..., object]
    parameters: tuple[str, ...]
    # Those that a call may leave out, and those that Python takes by their names only.
    optional: frozenset[str]
    named: frozenset[str]
    # As ``confty type`` prints it.
    signature: str


def typed_native(name: str, native: object) -> TypedNative:
    """Return a function with what it takes.

    ``native`` is a function with annotations, or a pair: a signature, or the names of the
    parameters, and a function.
    """
    nothing: frozenset[str] = frozenset()
    if isinstance(native, tuple) and len(native) == 2 and isinstance(native[0], str):
        signature, function = native
        spelled = StdFunction(name, signature, "", "")
        optional = frozenset(spelled.optional)
        return TypedNative(function, spelled.parameters, optional, nothing, signature)
    if isinstance(native, tuple) and len(native) == 2 and not callable(native):
        names = tuple(map(str, native[0]))
        signature = f"({', '.join(f'{one}: any' for one in names)}) => any"
        return TypedNative(native[1], names, nothing, nothing, signature)
    if not callable(native):
        raise TypeError(f"expected a function for the native {name}, found {native!r}")
    return _read(name, native)


def _read(name: str, native: Callable[..., object]) -> TypedNative:
    """Return a function with what its parameters and annotations say."""
    import inspect  # noqa: PLC0415  start-up: few programs are given functions

    wanted = f"expected a pair of a signature and a function for the native {name}"
    try:
        taken = list(inspect.signature(native).parameters.values())
    except ValueError:
        # Functions of C may not say what they take.
        raise TypeError(f"{wanted}, found {native!r}, which does not say what it takes") from None
    several = [one for one in taken if one.kind is one.VAR_POSITIONAL]
    if several:
        raise TypeError(f"{wanted}, found one that takes *{several[0].name}")
    # What is taken by any name has none that a call could use.
    taken = [one for one in taken if one.kind is not one.VAR_KEYWORD]
    hints = _hints(native)
    optional = frozenset([one.name for one in taken if one.default is not one.empty])
    marks = dict.fromkeys(optional, "?")
    given = [
        f"{one.name}{marks.get(one.name, '')}: {_spelled(hints.get(one.name, Any))}"
        for one in taken
    ]
    return TypedNative(
        native,
        tuple([one.name for one in taken]),
        optional,
        frozenset([one.name for one in taken if one.kind is one.KEYWORD_ONLY]),
        f"({', '.join(given)}) => {_spelled(hints.get('return', Any))}",
    )


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
