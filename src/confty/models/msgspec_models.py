"""Plain data into a model of msgspec, whose one error names a path with holes in it.

msgspec writes ``$.users[0].name``, and ``[...]`` for the key of a map, which it does not tell: the
entry is found by giving it smaller maps for as long as the same error comes back.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

Path = tuple[str | int, ...]

_WHERE: Final = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>.*)`$")
_STEP: Final = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<at>\d+)\]|\[\.\.\.\]")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<name>.*)`$")


def struct_of(data: object, model: object) -> tuple[object, tuple[Path, str, bool] | None]:
    """The object, or what does not fit: where, in which words, and whether a key is to blame."""
    error = _refused(data, model)
    if error is None:
        return msgspec.convert(data, model), None
    found = _WHERE.search(error)
    text = error if found is None else error[: found.start()]
    path: Path = ()
    for step in _STEP.finditer("" if found is None else found["path"]):
        path = (*path, *_step(step, data, path, model, error))
    at_key = found is not None and found["key"] is not None
    if at_key:
        path = (*path, *_entry(data, path, model, error))
    unknown = _UNKNOWN.match(text)
    if unknown is not None:
        return None, ((*path, unknown["name"]), text, True)
    return None, (path, text, at_key)


def _refused(data: object, model: object) -> str | None:
    try:
        msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _step(step: re.Match[str], data: object, path: Path, model: object, error: str) -> Path:
    if step["name"] is not None:
        return (step["name"],)
    if step["at"] is not None:
        return (int(step["at"]),)
    return _entry(data, path, model, error)


def _entry(data: object, path: Path, model: object, error: str) -> Path:
    """The key of the map at a path whose entry msgspec refuses; empty where that has none."""
    held = _part(data, path)
    if not isinstance(held, dict) or not held:
        return ()
    keys = list(held)
    while len(keys) > 1:
        half = keys[: len(keys) // 2]
        smaller = _with(data, path, {key: held[key] for key in half})
        keys = half if _refused(smaller, model) == error else keys[len(half) :]
    return (keys[0],) if isinstance(keys[0], (str, int)) else ()


def _part(data: Any, path: Path) -> object:
    for step in path:
        try:
            data = data[step]
        except (LookupError, TypeError):  # a name that the model gives to a field
            return None
    return data


def _with(data: Any, path: Path, part: object) -> object:
    """The data with another part at a path that it has."""
    if not path:
        return part
    if isinstance(data, list):
        index = int(path[0])
        return [*data[:index], _with(data[index], path[1:], part), *data[index + 1 :]]
    return {**data, path[0]: _with(data[path[0]], path[1:], part)}
