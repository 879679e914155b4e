"""Edits that mend what a finding speaks of: a name that was meant, fields and rules that miss."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty import types
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Typed
from confty.languages.phy.spelling import written
from confty.patterns import pattern
from confty.text import Diagnostic, Edit, Span
from confty.types import Type

_INTEGER: Final = pattern(r"[+-]?[0-9]+")
_WORD: Final = pattern(r"[^ \t\v\f\r\n()\";:.0-9+-][^ \t\v\f\r\n()]*")
_VALUES: Final[dict[Type, str]] = {
    types.INT: "0", types.FLOAT: "0.0", types.BOOL: "false", types.UNIT: "(TupleCons)",
}  # fmt: skip
_DEEPEST: Final = 4


def meant(finding: Diagnostic, near: str | None) -> Diagnostic:
    """Offer another name instead of the one at the finding's place."""
    if near is None or finding.span is None or finding.span.text.startswith("("):
        return finding
    return finding.with_fix(Edit(finding.span, near))


def as_float(finding: Diagnostic, wanted: Type) -> Diagnostic:
    """Offer the float where the int of the same value is written."""
    span = finding.span
    if wanted is not types.FLOAT or span is None or not _INTEGER.fullmatch(span.text):
        return finding
    return finding.with_fix(Edit(span, f"{span.text}.0"))


def filler(type_: Type, depth: int = 0) -> str | None:
    """Write a plain value of a type; None where there is none to be written."""
    if type_ in _VALUES:
        return _VALUES[type_]
    if depth > _DEEPEST:
        return None
    if isinstance(type_, types.ListOf) and type_.length is None:
        return f"(Seq {written(type_.element)})"
    if isinstance(type_, types.Object):
        return _made("RecordCons", [field(one.name, one.type, depth + 1) for one in type_.fields])
    if isinstance(type_, types.Tuple):
        return _made("TupleCons", [filler(one, depth + 1) for one in type_.elements])
    if isinstance(type_, types.Union):
        member = filler(type_.members[0], depth + 1)
        return None if member is None else f"(As {member} {written(type_)})"
    return None


def _made(form: str, parts: list[str | None]) -> str | None:
    made = [one for one in parts if one is not None]
    return f"({form} {' '.join(made)})" if len(made) == len(parts) else None


def field(name: str, type_: Type, depth: int = 0) -> str | None:
    """Write a field of a record."""
    value = filler(type_, depth)
    return None if value is None else f"(Field {spelled(name)} {value})"


def spelled(name: str) -> str:
    """Write a name as a word, or as the form that holds any."""
    return name if _WORD.fullmatch(name) else f'(Ident "{name}")'


def with_fields(finding: Diagnostic, wanted: Type, found: Typed) -> Diagnostic:
    """Offer the fields that a record lacks, where it is written out."""
    if not isinstance(wanted, types.Object) or not isinstance(found, tree.MakeRecord):
        return finding
    given = set(found.names)
    if finding.span is None or not given <= set(wanted.by_name):
        return finding
    fields = [field(one.name, one.type) for one in wanted.fields if one.name not in given]
    if not fields or None in fields:
        return finding
    at = found.end - 1
    text = "".join([f" {one}" for one in fields])
    return finding.with_fix(Edit(Span(finding.span.source, at, at), text))


def with_rules(finding: Diagnostic, end: int, members: Iterable[Type], name: str) -> Diagnostic:
    """Offer rules for the members of a union that have none."""
    assert finding.span is not None
    rules = [f" (Rule (As {name} {written(one)}) (Unreachable))" for one in members]
    place = Span(finding.span.source, end - 1, end - 1)
    return finding.with_fix(Edit(place, "".join(rules)))
