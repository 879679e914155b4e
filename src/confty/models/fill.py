"""Plain data into a Python type: everything that does not fit is found at once, with its path."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, cast

from confty.kit.suggest import did_you_mean
from confty.models import shapes
from confty.models.scalars import SCALARS, Unfit

Path = tuple[str | int, ...]
_SHOWN: Final = 40


class Misfit(NamedTuple):
    """A part of the data that does not fit; at its key when ``at_key`` is set."""

    path: Path
    message: str
    at_key: bool = False


def fill(data: object, model: object) -> tuple[Any, list[Misfit]]:
    """Make a value of a Python type; the value means nothing where there are misfits."""
    filler = _Filler()
    return filler.value(data, model, ()), filler.misfits


class _Filler:
    """One run through data and type."""

    def __init__(self) -> None:
        self.misfits: list[Misfit] = []

    def say(self, path: Path, message: str, *, at_key: bool = False) -> None:
        self.misfits.append(Misfit(path, message, at_key=at_key))

    def value(self, data: object, annotation: object, path: Path) -> Any:
        annotation = shapes.bare(annotation)
        if annotation is Any or annotation is object:
            return data
        if annotation is None:
            annotation = type(None)
        scalar = SCALARS.get(annotation)
        if scalar is not None:
            try:
                return scalar.read(data)
            except Unfit:
                return self._mismatch(data, annotation, path)
        package = shapes.is_model(annotation)
        if package is not None:
            return self._foreign(package, data, annotation, path)
        choices = shapes.alternatives(annotation)
        if choices is not None:
            return self._union(data, choices, annotation, path)
        return self._composed(data, annotation, path)

    def _composed(self, data: object, annotation: object, path: Path) -> Any:
        fields = shapes.members(annotation)
        if fields is not None:
            return self._class(data, annotation, fields, path)
        if typing.get_origin(annotation) is typing.Literal:
            return self._literal(data, annotation, path)
        if shapes.is_enum(annotation):
            return self._enum(data, annotation, path)
        listed = shapes.listed(annotation)
        if listed is not None:
            if not isinstance(data, list):
                return self._mismatch(data, annotation, path, "a list")
            make, element = listed
            made = [self.value(each, element, (*path, at)) for at, each in enumerate(data)]
            return None if self.misfits else make(made)
        mapped = shapes.mapped(annotation)
        if mapped is not None:
            if not isinstance(data, dict):
                return self._mismatch(data, annotation, path, "a map")
            return {
                self._key(key, mapped[0], path): self.value(each, mapped[1], (*path, key))
                for key, each in data.items()
            }
        fixed = shapes.tupled(annotation)
        if fixed is not None:
            return self._tuple(data, fixed, path)
        raise shapes.NotAShape(f"{shapes.name_of(annotation)} is no shape of configuration")

    def _key(self, key: object, annotation: object, path: Path) -> Any:
        inner = _Filler()
        made = inner.value(key, annotation, (*path, key) if isinstance(key, (str, int)) else path)
        for one in inner.misfits:
            self.say(one.path, one.message, at_key=True)
        return made

    def _class(
        self, data: object, annotation: object, fields: list[shapes.Member], path: Path
    ) -> Any:
        if not isinstance(data, dict):
            return self._mismatch(data, annotation, path)
        known = {field.name: field for field in fields}
        made: dict[str, Any] = {}
        for key, each in data.items():
            field = known.get(key)
            if field is None:
                self._surplus(key, list(known), annotation, path)
            else:
                made[key] = self.value(each, field.annotation, (*path, key))
        for field in fields:
            if field.required and field.name not in data:
                kind = shapes.name_of(field.annotation)
                self.say(path, f"{field.name!r} is missing, of type {kind}")
        return None if self.misfits else self._made(annotation, made, path)

    def _made(self, annotation: Any, fields: dict[str, Any], path: Path) -> Any:
        """The object; what its own ``__post_init__`` refuses is told like the rest."""
        try:
            return (typing.get_origin(annotation) or annotation)(**fields)
        except (ValueError, TypeError) as refused:
            return self.say(path, str(refused) or f"{shapes.name_of(annotation)} refuses this")

    def _surplus(self, key: object, known: list[str], annotation: object, path: Path) -> None:
        whole = (*path, key) if isinstance(key, (str, int)) else path
        message = f"there is no field {key!r} in {shapes.name_of(annotation)}"
        self.say(whole, message + did_you_mean(str(key), known), at_key=True)

    def _tuple(self, data: object, fixed: tuple[object, ...], path: Path) -> Any:
        if not isinstance(data, list) or len(data) != len(fixed):
            found = f"a list of {len(data)}" if isinstance(data, list) else _shown(data)
            return self.say(path, f"expected a list of {len(fixed)}, found {found}")
        pairs = enumerate(zip(data, fixed, strict=True))
        return tuple(self.value(each, kind, (*path, at)) for at, (each, kind) in pairs)

    def _literal(self, data: object, annotation: object, path: Path) -> Any:
        for each in typing.get_args(annotation):
            if each == data and type(each) is type(data):
                return each
        return self._mismatch(data, annotation, path)

    def _enum(self, data: object, annotation: Any, path: Path) -> Any:
        for member in annotation:
            if member.value == data:
                return member
        known = ", ".join(repr(member.value) for member in annotation)
        return self.say(path, f"expected one of {known}, found {_shown(data)}")

    def _union(
        self, data: object, choices: tuple[object, ...], annotation: object, path: Path
    ) -> Any:
        """The first member that fits; else what is said of the member that came nearest."""
        nearest: list[Misfit] | None = None
        for choice in choices:
            inner = _Filler()
            made = inner.value(data, choice, path)
            if not inner.misfits:
                return made
            deeper = [one for one in inner.misfits if len(one.path) > len(path) or one.at_key]
            if deeper and (nearest is None or len(inner.misfits) < len(nearest)):
                nearest = inner.misfits
        if nearest is None:
            return self._mismatch(data, annotation, path)
        self.misfits += nearest
        return None

    def _mismatch(
        self, data: object, annotation: object, path: Path, wanted: str | None = None
    ) -> None:
        wanted = wanted or shapes.name_of(annotation)
        self.say(path, f"expected {wanted}, found {_shown(data)}")

    def _foreign(self, package: str, data: object, annotation: Any, path: Path) -> Any:
        """Let a model's own package fill it; its errors come back as ours."""
        if package == "pydantic":
            from pydantic import ValidationError  # noqa: PLC0415  the caller's package

            try:
                return annotation.model_validate(data)
            except ValidationError as error:
                for one in error.errors(include_url=False, include_input=False):
                    self._refused(data, annotation, path, one)
            return None
        from confty.models.structs import struct_of  # noqa: PLC0415  where the package is used

        made, misfit = struct_of(data, annotation)
        if misfit is not None:
            where, message, at_key = misfit
            self.say((*path, *where), message, at_key=at_key)
        return made

    def _refused(
        self, data: object, annotation: object, path: Path, error: Mapping[str, Any]
    ) -> None:
        """One error of pydantic's, in our words where we have some, at what the file says."""
        location: Path = error["loc"]
        where, kind = (*path, *_within(data, location)), error["type"]
        if kind == "missing":
            return self.say(where, f"{location[-1]!r} is missing")
        if kind == "extra_forbidden":
            # The names that the file would use.
            names = [field.alias or name for name, field in _fields_at(annotation, location)]
            message = f"there is no field {location[-1]!r}{did_you_mean(str(location[-1]), names)}"
            return self.say(where, message, at_key=True)
        message = str(error["msg"]).removeprefix("Value error, ")
        return self.say(where, message, at_key=location[-1:] == ("[key]",))


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


def _fields_at(annotation: Any, location: Path) -> Iterable[tuple[str, Any]]:
    """The fields of a model, if it is the one that a location ends in."""
    return annotation.model_fields.items() if len(location) == 1 else ()


def _shown(data: object) -> str:
    """A value in a few words: what it is, and itself if it is short."""
    if data is None:
        return "null"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, dict):
        return "a map"
    if isinstance(data, list):
        return "a list"
    text = repr(data) if isinstance(data, str) else str(data)
    kind = "the text" if isinstance(data, str) else "the number"
    return f"{kind} {text}" if len(text) <= _SHOWN else f"{kind} {text[:_SHOWN]}…"
