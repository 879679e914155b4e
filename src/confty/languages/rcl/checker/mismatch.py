"""What to say when a type does not fit: expected before found, and why it was expected."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import Wanted
from confty.languages.rcl.rules import RULES, spelled
from confty.text import Diagnostic, Source, Span
from confty.types import (
    NO,
    SAFE,
    Function,
    ListOf,
    MapOf,
    Never,
    Object,
    SetOf,
    Type,
    assignable,
    unfold,
)


def because(finding: Diagnostic, wanted: Wanted, source: Source) -> Diagnostic:
    """Point at what asked for the type."""
    if not wanted.because:
        return finding
    node = wanted.node
    span = Span(source, node.start, node.end) if node is not None else None
    return finding.note(span, wanted.because)


def mismatch(wanted: Wanted, found: Type, span: Span, where: str = "") -> Diagnostic:
    """Say that ``found`` stands where something else is wanted."""
    if isinstance(wanted.type, Never):
        message = f"expected no value at all, found {spelled(found)}"
        finding = codes.TYPE_MISMATCH.at(span, message + where)
        return because(finding, wanted, span.source)
    message = f"expected {spelled(wanted.type)}, found {spelled(found)}{where}"
    finding = codes.TYPE_MISMATCH.at(span, message).labelled(f"this is {_article(found)}")
    finding = because(finding, wanted, span.source)
    inside = innermost(found, wanted.type)
    if inside is not None:
        finding = finding.note(None, inside)
    return finding


def _article(type_: Type) -> str:
    word = short(type_)
    return f"{'an' if word[0] in 'AEIOU' and word != 'Union' else 'a'} {word}"


def short(type_: Type) -> str:
    """Name a type without its arguments."""
    if isinstance(type_, Function):
        return "Function"
    if isinstance(type_, Object):
        return "record"
    return spelled(type_).partition("[")[0]


def innermost(found: Type, wanted: Type, where: str = "") -> str | None:
    """Say which part of two structured types disagrees; nothing when they do as a whole."""
    found, wanted = unfold(found), unfold(wanted)
    parts: list[tuple[str, Type, Type]] = []
    if isinstance(found, (ListOf, SetOf)) and type(found) is type(wanted):
        assert isinstance(wanted, (ListOf, SetOf))
        parts = [("the elements", found.element, wanted.element)]
    elif isinstance(found, MapOf) and isinstance(wanted, MapOf):
        parts = [("the keys", found.key, wanted.key), ("the values", found.value, wanted.value)]
    elif isinstance(found, Function) and isinstance(wanted, Function):
        return _function_part(found, wanted, where)
    elif isinstance(found, Object) and isinstance(wanted, Object):
        return _record_part(found, wanted, where)
    for name, one, other in parts:
        if assignable(one, other, RULES) is NO:
            place = f"{name} of {where}" if where else name
            deeper = innermost(one, other, place)
            return deeper or f"{place} are {spelled(one)} and should be {spelled(other)}"
    return None


def _function_part(found: Function, wanted: Function, where: str) -> str | None:
    taken, given = found.parameters or (), wanted.parameters or ()
    suffix = f" in {where}" if where else ""
    if len(taken) != len(given):
        return f"the function takes {len(taken)} and should take {len(given)} arguments{suffix}"
    for index, (one, other) in enumerate(zip(taken, given, strict=True), 1):
        if assignable(other.type, one.type, RULES) is NO:
            return (
                f"parameter {index} takes {spelled(one.type)} and is given "
                f"{spelled(other.type)}{suffix}"
            )
    return f"the result is {spelled(found.result)} and should be {spelled(wanted.result)}{suffix}"


def _record_part(found: Object, wanted: Object, where: str) -> str | None:
    suffix = f" in {where}" if where else ""
    for one in wanted.fields:
        own = found.by_name.get(one.name)
        if own is None:
            if not one.optional and found.rest is None:
                return f"the field '{one.name}' is missing{suffix}"
        elif assignable(own.type, one.type, RULES) is not SAFE:
            return (
                f"the field '{one.name}' is {spelled(own.type)} and should be "
                f"{spelled(one.type)}{suffix}"
            )
    surplus = [one.name for one in found.fields if one.name not in wanted.by_name]
    return f"the field '{surplus[0]}' is not known{suffix}" if surplus else None
