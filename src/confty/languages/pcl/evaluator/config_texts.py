"""Configuration: a text becomes a value of the type that its config declares, or is refused."""

from __future__ import annotations

import json

from confty import types
from confty.kit.hcl.convert import CannotConvert, kind_of, read_number, to_number
from confty.languages.pcl.evaluator.values import converted, fits
from confty.languages.pcl.rules import is_optional, spelled_briefly, without_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

_TRUE: Final = ("1", "t", "T", "true", "TRUE", "True")
_FALSE: Final = ("0", "f", "F", "false", "FALSE", "False")


def config_value(text: str, type_: types.Type, *, hidden: bool = False) -> object:
    """A configuration text as its declared type says; raises ``CannotConvert``.

    Of one that is ``hidden`` the reason names no key.
    """
    type_ = types.unfold(type_)
    if isinstance(type_, types.Eventual):
        return config_value(text, type_.inner, hidden=hidden)
    plain = without_none(type_)
    if plain is types.STRING:
        return text
    if plain is types.BOOL:
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        raise CannotConvert("expected true or false")
    if plain in (types.INT, types.NUMBER):
        return to_number(text)
    try:
        data = json.loads(text, parse_float=read_number, parse_int=read_number)
    except (ValueError, RecursionError):
        if isinstance(plain, (types.Dynamic, types.Union)):
            return text
        raise CannotConvert("expected JSON") from None
    value = converted(data, type_)
    for wrong in _misfits(value, type_, "", hidden=hidden):
        raise CannotConvert(wrong)
    return value


def _misfits(value: object, type_: types.Type, path: str, *, hidden: bool) -> Iterator[str]:
    """What is not of its type after every conversion, the innermost parts."""
    type_ = types.unfold(type_)
    if isinstance(type_, types.Dynamic) or (value is None and is_optional(type_)):
        return
    wanted = without_none(type_)
    if isinstance(wanted, types.Union):
        members = types.members(wanted)
        if not any(_fits_whole(value, member) for member in members):
            yield _told(value, wanted, path)
    elif isinstance(wanted, (types.ListOf, types.SetOf)) and isinstance(value, list):
        for at, element in enumerate(value):
            yield from _misfits(element, wanted.element, f"{path}[{at}]", hidden=hidden)
    elif isinstance(wanted, types.Tuple) and isinstance(value, list):
        if len(value) != len(wanted.elements):
            yield f"{_told(value, wanted, path)} of {len(value)}"
        for at, (element, one) in enumerate(zip(value, wanted.elements, strict=False)):
            yield from _misfits(element, one, f"{path}[{at}]", hidden=hidden)
    elif isinstance(wanted, types.MapOf) and isinstance(value, dict):
        for key, element in value.items():
            step = "[...]" if hidden else f"[{json.dumps(key, ensure_ascii=False)}]"
            yield from _misfits(element, wanted.value, path + step, hidden=hidden)
    elif isinstance(wanted, types.Object) and isinstance(value, dict):
        for name, field in wanted.by_name.items():
            yield from _misfits(value.get(name), field.type, f"{path}.{name}", hidden=hidden)
    elif value is None or isinstance(value, (list, dict)) or not fits(value, wanted):
        yield _told(value, wanted, path)


def _fits_whole(value: object, type_: types.Type) -> bool:
    return next(_misfits(value, type_, "", hidden=True), None) is None


def _told(value: object, wanted: types.Type, path: str) -> str:
    return f"expected {spelled_briefly(wanted)}{_at(path)}, found {kind_of(value)}"


def _at(path: str) -> str:
    return f" at {path.removeprefix('.')}" if path else ""
