"""Does a printed value inhabit a type?  Written apart from the checker, to judge it."""

from __future__ import annotations

from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members
from confty.languages.jsonnet.checker.notation import spell
from confty.types import NEVER, Object, Tuple, Type


def misfit(value: object, type_: Type, path: str = "") -> str | None:
    """Say where a value is outside of a type, None where it is inside."""
    type_ = erased(type_)
    problems = [_misfit(value, part, path) for part in members(type_)]
    if None in problems:
        return None
    return problems[0] if len(problems) == 1 else f"{path}: {value!r} is not in {spell(type_)}"


def _misfit(value: object, part: Type, path: str) -> str | None:
    kind = kind_of(part)
    if kind == "any":
        return None
    if kind != _kind(value):
        return f"{path}: {value!r} is not in {spell(part)}"
    if isinstance(value, list):
        return _misfit_array(value, part, path)
    if isinstance(value, dict):
        assert isinstance(part, Object)
        return _misfit_object(value, part, path)
    return None


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    kinds = ((str, "string"), (list, "array"), (dict, "object"))
    return next((name for kind, name in kinds if isinstance(value, kind)), "number")


def _misfit_array(value: list[object], part: Type, path: str) -> str | None:
    if isinstance(part, Tuple):
        if len(part.elements) != len(value):
            return f"{path}: {len(value)} elements are not in {spell(part)}"
        wanted = list(part.elements)
    else:
        wanted = [part.element] * len(value)  # type: ignore[union-attr]
    problems = [misfit(one, type_, f"{path}[]") for one, type_ in zip(value, wanted, strict=True)]
    return next((one for one in problems if one), None)


def _misfit_object(value: dict[str, object], part: Object, path: str) -> str | None:
    for one in part.fields:
        if one.name not in value:
            # A field of type never is one that is known not to be there, and where fields are
            # unknown a known one may be hidden by one of them.
            if not one.hidden and part.rest is None and one.type is not NEVER:
                return f"{path}.{one.name} is missing for {spell(part)}"
        elif one.hidden:
            return f"{path}.{one.name} is visible and should not be"
        elif problem := misfit(value[one.name], one.type, f"{path}.{one.name}"):
            return problem
    for name in value.keys() - part.by_name.keys():
        if part.rest is None:
            return f"{path}.{name} is not in {spell(part)}"
        if problem := misfit(value[name], part.rest, f"{path}.{name}"):
            return problem
    return None
