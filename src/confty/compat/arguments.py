"""The reference module's arguments: by position or by name, of the types that it takes.

It is written in C, and refuses what does not fit with a ``TypeError``; so does this.  What it
passes over in silence (variables that are no dict, folders that are no texts) is refused here,
unless it is empty and could not have meant anything.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypedDict, cast

ImportCallback = Callable[[str, str], tuple[str, bytes]]
NativeCallback = tuple[tuple[str, ...], Callable[..., object]]


class KeywordArguments(TypedDict, total=False):
    """The reference module's keyword arguments, those about its garbage collector included.

    ``timeout``, ``dialect`` and ``cache`` (whether what was read is kept on disk) are ours.
    """

    jpathdir: str | Sequence[str] | None
    max_stack: int
    gc_min_objects: int
    gc_growth_trigger: float
    ext_vars: Mapping[str, str] | None
    ext_codes: Mapping[str, str] | None
    tla_vars: Mapping[str, str] | None
    tla_codes: Mapping[str, str] | None
    max_trace: int
    import_callback: ImportCallback
    native_callbacks: Mapping[str, NativeCallback] | None
    timeout: float | None
    dialect: str
    cache: bool


# Those that the original takes by position too, in its order.
_ORDER: Final = tuple(KeywordArguments.__annotations__)[:11]
_WHOLE: Final = ("max_stack", "gc_min_objects", "max_trace")
_TABLES: Final = ("ext_vars", "ext_codes", "tla_vars", "tla_codes")


def bound(
    function: str, positional: tuple[Any, ...], options: KeywordArguments
) -> KeywordArguments:
    """All arguments behind the required ones, under their names."""
    if len(positional) > len(_ORDER):
        most, found = len(_ORDER), len(positional)
        raise TypeError(f"{function}() takes at most {most} optional arguments ({found} given)")
    made: dict[str, Any] = dict(zip(_ORDER, positional, strict=False))
    for name, value in options.items():
        if name not in KeywordArguments.__annotations__:
            raise TypeError(f"{name!r} is an invalid keyword argument for {function}()")
        if name in made:
            raise TypeError(f"{function}() got multiple values for argument {name!r}")
        made[name] = value
    _examine(made)
    return cast("KeywordArguments", made)


def text(value: object, position: int) -> str:
    """A required argument: a text that C can hold."""
    if not isinstance(value, str):
        raise TypeError(f"argument {position} must be str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError("embedded null character")
    value.encode()  # raises for what is no UTF-8
    return value


def _examine(made: dict[str, Any]) -> None:
    for name in _WHOLE:
        if name in made:
            # As in C: what does not fit into 32 bits is cut off.
            made[name] = operator.index(made[name]) & 0xFFFF_FFFF
    if "gc_growth_trigger" in made:
        math.isfinite(made["gc_growth_trigger"])  # raises for what is no number
    for name in _TABLES:
        made[name] = table = _table(made, name)
        for key, value in table.items():
            if not isinstance(key, str) or not isinstance(value, str):
                wrong = key if not isinstance(key, str) else value
                what = f"{name}[{key!r}]" if wrong is value else f"a key of {name}"
                raise TypeError(f"{what} must be str, not {type(wrong).__name__}")
            f"{key}{value}".encode()  # raises for what is no UTF-8
        # Texts and nothing else, as C would see them.
        made[name] = {str.__str__(key): str.__str__(value) for key, value in table.items()}
    made["jpathdir"] = _folders(made.get("jpathdir"))
    if "import_callback" in made and not callable(made["import_callback"]):
        raise TypeError("import_callback must be callable")
    made["native_callbacks"] = natives = _table(made, "native_callbacks")
    for name, native in natives.items():
        _examine_native(name, native)


def _table(made: Mapping[str, Any], name: str) -> Mapping[Any, Any]:
    given = made.get(name) or {}
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict, not {type(given).__name__}")
    return given


def _folders(given: object) -> list[str]:
    if isinstance(given, str):
        return [given]
    if not given:
        return []
    if not isinstance(given, list | tuple):
        raise TypeError(f"jpathdir must be a str or a list of them, not {type(given).__name__}")
    folders = [os.fspath(one) for one in given]
    for one in folders:
        if not isinstance(one, str):
            raise TypeError(f"a folder of jpathdir must be str, not {type(one).__name__}")
    return folders


def _examine_native(name: object, native: object) -> None:
    if not isinstance(name, str):
        raise TypeError("native callback dict keys must be string")
    if not isinstance(native, tuple):
        raise TypeError("native callback dict values must be tuples")
    if len(native) != 2:
        raise TypeError("native callback tuples must have size 2")
    params, function = native
    if not isinstance(params, tuple):
        raise TypeError("native callback params must be a tuple")
    if not all(isinstance(one, str) for one in params):
        raise TypeError("native callback param must be string")
    if not callable(function):
        raise TypeError("native callback must be callable")
