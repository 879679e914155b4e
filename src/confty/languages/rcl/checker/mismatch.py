"""What to say when a type does not fit: expected before found, and why it was expected.

Which part is at fault is the core's to find; here it is put into words.
"""

from __future__ import annotations

from typing import Final

from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import Wanted
from confty.languages.rcl.rules import RELATION, spelled
from confty.text import Diagnostic, Source, Span
from confty.types import Function, Mismatch, Never, Object, Reason, Type, explain, unfold


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


_PARTS: Final = {"element": "the elements", "key": "the keys", "value": "the values"}


def innermost(found: Type, wanted: Type) -> str | None:
    """Say which part of two structured types disagrees; nothing when they do as a whole."""
    why = explain(found, wanted, RELATION)
    return None if why is None else _told(why, "")


def _told(why: Mismatch, where: str) -> str | None:
    """Put the first reason inside a mismatch into words; ``where`` is the part it is about."""
    found, wanted = unfold(why.source), unfold(why.target)
    suffix = f" in {where}" if where else ""
    if isinstance(found, Function) and isinstance(wanted, Function):
        return _function_part(why, found, wanted) + suffix
    if isinstance(found, Object) and isinstance(wanted, Object):
        part = _record_part(why)
        return None if part is None else part + suffix
    if type(found) is not type(wanted) or not why.parts or why.parts[0].step[0] not in _PARTS:
        return None
    step, inner = why.parts[0].step[0], why.parts[0].mismatch
    place = f"{_PARTS[step]} of {where}" if where else _PARTS[step]
    told = f"{place} are {spelled(inner.source)} and should be {spelled(inner.target)}"
    return _told(inner, place) or told


def _function_part(why: Mismatch, found: Function, wanted: Function) -> str:
    taken, given = len(found.parameters or ()), len(wanted.parameters or ())
    if why.reason is Reason.ARITY:
        return f"the function takes {taken} and should take {given} arguments"
    for part in why.parts[:1]:
        place, inner = part.step[1], part.mismatch
        if isinstance(place, int):
            takes = f"parameter {place + 1} takes {spelled(inner.target)}"
            return f"{takes} and is given {spelled(inner.source)}"
    return f"the result is {spelled(found.result)} and should be {spelled(wanted.result)}"


def _record_part(why: Mismatch) -> str | None:
    if why.reason is Reason.MISSING:
        return f"the field '{why.missing[0]}' is missing"
    if why.reason is Reason.EXTRA:
        return f"the field '{why.surplus[0]}' is not known"
    for part in why.parts[:1]:
        inner = part.mismatch
        told = f"is {spelled(inner.source)} and should be {spelled(inner.target)}"
        return f"the field '{part.step[1]}' {told}"
    return None
