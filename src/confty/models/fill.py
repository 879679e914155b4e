"""Plain data into a Python type: everything that does not fit is found at once, with its path."""

from __future__ import annotations

import datetime as dt
import typing
from typing import Any, Final

from confty.kit.suggest import did_you_mean
from confty.models import shapes
from confty.models.bounds import beyond, bounds_of
from confty.models.scalars import SCALARS, Unfit, brief
from confty.values import Labelled

Path = tuple[str | int, ...]


class Misfit:
    """A part of the data that does not fit; at its key when ``at_key`` is set."""

    __slots__ = ("at_key", "message", "path")

    def __init__(self, path: Path, message: str, *, at_key: bool = False) -> None:
        self.path: Final = path
        self.message: Final = message
        self.at_key: Final = at_key


class OtherKind(Misfit):
    """A part that is something else altogether; ``literal`` when one of a few values was asked."""

    __slots__ = ("found", "literal", "wanted")

    def __init__(self, path: Path, wanted: str, found: str, *, literal: bool = False) -> None:
        super().__init__(path, f"expected {wanted}, found {found}")
        self.wanted: Final = wanted
        self.found: Final = found
        self.literal: Final = literal


def fill(data: object, model: object) -> tuple[object, list[Misfit]]:
    """Make a value of a Python type; the value means nothing where there are misfits."""
    filler = _Filler()
    return filler.value(data, model, ()), filler.misfits


class _Filler:
    """One run through data and type."""

    def __init__(self) -> None:
        self.misfits: list[Misfit] = []

    def say(self, path: Path, message: str, *, at_key: bool = False) -> None:
        self.misfits.append(Misfit(path, message, at_key=at_key))

    def value(self, data: object, annotation: object, path: Path) -> object:
        annotation, remarks = shapes.peeled(annotation)
        if not remarks:
            return self._value(data, annotation, path)
        before = len(self.misfits)
        made = self._value(data, annotation, path)
        if len(self.misfits) == before:
            wrong = beyond(made, bounds_of(remarks))
            if wrong is not None:
                self.say(path, wrong)
        return made

    def _value(self, data: object, annotation: object, path: Path) -> Any:
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
        package = "msgspec" if shapes.is_tagged(annotation) else shapes.is_model(annotation)
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
            before = len(self.misfits)
            made = [self.value(each, element, (*path, at)) for at, each in enumerate(data)]
            return make(made) if len(self.misfits) == before else None
        mapped = shapes.mapped(annotation)
        if mapped is not None:
            if not isinstance(data, dict):
                return self._mismatch(data, annotation, path, "a map")
            make_map, keys, values = mapped
            entries = [
                (self._key(key, keys, path), self.value(each, values, (*path, key)))
                for key, each in data.items()
            ]
            return make_map(entries)
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
        self, data: object, annotation: object, fields: list[shapes.ClassField], path: Path
    ) -> Any:
        if not isinstance(data, dict):
            return self._mismatch(data, annotation, path)
        known = {field.key: field for field in fields}
        made: dict[str, object] = {}
        before = len(self.misfits)
        for key, each in data.items():
            field = known.get(key)
            if field is None:
                self._surplus(key, list(known), annotation, path)
            else:
                made[field.name] = self.value(each, field.annotation, (*path, field.key))
        for field in fields:
            if field.required and field.key not in data:
                kind = shapes.name_of(field.annotation)
                self.say(path, f"{field.key!r} is missing, of type {kind}")
        return self._made(annotation, made, path) if len(self.misfits) == before else None

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
            wanted = f"a list of {len(fixed)}"
            if not isinstance(data, list):
                return self._mismatch(data, fixed, path, wanted)
            return self.say(path, f"expected {wanted}, found a list of {len(data)}")
        pairs = enumerate(zip(data, fixed, strict=True))
        return tuple(self.value(each, kind, (*path, at)) for at, (each, kind) in pairs)

    def _literal(self, data: object, annotation: object, path: Path) -> object:
        for value, meant in shapes.constants(annotation):
            if _is_same(data, value):
                return meant
        wanted = shapes.name_of(annotation)
        self.misfits.append(OtherKind(path, wanted, _shown(data), literal=True))
        return None

    def _enum(self, data: object, annotation: Any, path: Path) -> Any:
        for member in annotation:
            if _is_same(data, member.value):
                return member
        known = ", ".join(repr(member.value) for member in annotation)
        return self._mismatch(data, annotation, path, f"one of {known}")

    def _union(
        self, data: object, choices: tuple[object, ...], annotation: object, path: Path
    ) -> Any:
        """The first member that fits; else what is said of the member that came nearest."""
        if type(data) is int and int in choices:
            return data
        tried: list[list[Misfit]] = []
        for choice in shapes.with_tagged_together(choices):
            inner = _Filler()
            made = inner.value(data, choice, path)
            if not inner.misfits:
                return made
            tried.append(inner.misfits)
        near = [said for said in tried if not any(_is_whole(one, path) for one in said)]
        if not near:
            return self._mismatch(data, annotation, path)
        tags = [_tag(said, path) for said in near]
        if None in tags:
            meant = [said for said, tag in zip(near, tags, strict=True) if tag is None]
            nearest = min(meant, key=len)
            self.misfits += nearest
        else:
            self._no_such_tag([tag for tag in tags if tag is not None])
        return None

    def _no_such_tag(self, tags: list[OtherKind]) -> None:
        """Every member has a name for its kind, and the data has another."""
        wanted = " | ".join(dict.fromkeys(tag.wanted for tag in tags))
        self.misfits.append(OtherKind(tags[0].path, wanted, tags[0].found))

    def _mismatch(
        self, data: object, annotation: object, path: Path, wanted: str | None = None
    ) -> None:
        wanted = wanted or shapes.name_of(annotation)
        self.misfits.append(OtherKind(path, wanted, _shown(data)))

    def _foreign(self, package: str, data: object, annotation: object, path: Path) -> Any:
        """Let a model's own package fill it; its errors come back as ours."""
        if package == "pydantic":
            from confty.models.pydantic_models import validated  # noqa: PLC0415  the caller's package

            made, misfits = validated(data, annotation)
        else:
            from confty.models.msgspec_models import struct_of  # noqa: PLC0415  the caller's package

            made, misfit = struct_of(data, annotation)
            misfits = [] if misfit is None else [misfit]
        for where, message, at_key in misfits:
            held = _part(data, where)
            said = message
            if isinstance(held, Labelled):
                # Packages call it by our class, or by nothing.
                said = f"{message.removesuffix(', got `Labelled`')}, found {_shown(held)}"
            self.say((*path, *where), said, at_key=at_key)
        return made


def _part(data: Any, path: Path) -> object:
    """The part of the data at a path; None where there is none."""
    try:
        for step in path:
            data = data[step]
    except (LookupError, TypeError):
        return None
    return data


def _is_whole(misfit: Misfit, path: Path) -> bool:
    """Whether the data as a whole is something else: not the member of the union that is meant."""
    return isinstance(misfit, OtherKind) and misfit.path == path


def _tag(misfits: list[Misfit], path: Path) -> OtherKind | None:
    """What is said of the field that names the kind of a class, if it names another."""
    for one in misfits:
        if isinstance(one, OtherKind) and one.literal and one.path[:-1] == path:
            return one
    return None


def _is_same(data: object, value: object) -> bool:
    """Whether they are the same in a file: there 1 is 1.0, and true is no number."""
    return data == value and isinstance(data, bool) is isinstance(value, bool)


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
    if isinstance(data, Labelled):
        return "a secret" if data.secret else "what is not known yet"
    text = repr(data) if isinstance(data, str) else str(data)
    kind = "the text" if isinstance(data, str) else "the number"
    if isinstance(data, (dt.date, dt.time)):
        kind = "the time" if isinstance(data, (dt.datetime, dt.time)) else "the date"
    return f"{kind} {brief(text)}"
