"""Plain data into a model or a dataclass of pydantic, whose errors come back as ours."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import pydantic
from pydantic_core import to_json

from confty.kit.suggest import did_you_mean
from confty.models import shapes

Path = tuple[str | int, ...]


def validated(data: object, model: Any) -> tuple[object, list[tuple[Path, str, bool]]]:
    """The object, and what does not fit: where, in which words, and whether a key is to blame."""
    made, every = _tried(model, data)
    text = _json(data) if every else None
    if text is not None:
        # What is strict takes a date or a tuple as JSON has it, but wants the objects in Python.
        again, fewer = _tried(model, text)
        if len(fewer) < len(every):
            made, every = again, fewer
    return made, [_refused(data, model, one) for one in every]


def _tried(model: Any, data: object) -> tuple[object, Sequence[Mapping[str, Any]]]:
    """The object that a model makes of data, or of a JSON text in bytes, and its errors."""
    is_model = hasattr(model, "model_validate")
    adapter = None if is_model else pydantic.TypeAdapter(model)
    try:
        if isinstance(data, bytes):
            return (adapter.validate_json if adapter else model.model_validate_json)(data), []
        return (adapter.validate_python if adapter else model.model_validate)(data), []
    except pydantic.ValidationError as error:
        return None, error.errors(include_url=False, include_input=False)


def _json(data: object) -> bytes | None:
    """The data as a JSON text; None where it holds what JSON has no form for."""
    try:
        return to_json(data, inf_nan_mode="constants")
    except ValueError:  # such as a secret
        return None


def _refused(data: object, model: object, error: Mapping[str, Any]) -> tuple[Path, str, bool]:
    """One error of pydantic's, in our words where we have some, at what the file says."""
    location: Path = error["loc"]
    where, kind = _within(data, location), error["type"]
    if kind == "missing":
        return where, f"{location[-1]!r} is missing", False
    # A dataclass calls its fields arguments.
    if kind in {"extra_forbidden", "unexpected_keyword_argument"}:
        known = sorted(_names_at(model, location[:-1]))
        return (
            where,
            f"there is no field {location[-1]!r}{did_you_mean(str(location[-1]), known)}",
            True,
        )
    message = str(error["msg"]).removeprefix("Value error, ")
    return where, message, location[-1:] == ("[key]",)


def _within(data: object, location: Path) -> Path:
    """A path that is in the data: pydantic also names members of unions, which no file does."""
    found: list[str | int] = []
    for step in location:
        keys = (
            data if isinstance(data, dict) else range(len(data) if isinstance(data, list) else 0)
        )
        if step in keys:
            data = cast("Any", data)[step]
            found.append(step)
    return tuple(found)


def _names_at(model: object, location: Path) -> set[str]:
    """The names that a file would use for the fields of what a location leads to."""
    several = list(_members(model))
    for step in location:
        inner = [one for each in several for one in _inside(each, step)]
        # A step that leads nowhere names a member of a union.
        several = inner or several
    return {key for each in several for key in _fields(each)}


def _members(annotation: object) -> Iterator[object]:
    annotation = shapes.bare(annotation)
    choices = shapes.alternatives(annotation)
    if choices is None:
        yield annotation
        return
    for one in choices:
        yield from _members(one)


def _fields(model: object) -> dict[str, object]:
    fields: Mapping[str, Any] = getattr(model, "__pydantic_fields__", {})
    return {field.alias or name: field.annotation for name, field in fields.items()}


def _inside(annotation: object, step: str | int) -> Iterable[object]:
    own = _fields(annotation)
    if step in own:
        return _members(own[step])
    arguments = typing.get_args(annotation)
    if arguments and (shapes.listed(annotation) or shapes.mapped(annotation)):
        return _members(arguments[-1] if arguments[-1] is not ... else arguments[0])
    return ()
