"""What RCL says when a type does not fit: the words of all checkers, in RCL's spelling."""

from __future__ import annotations

from typing import Final

from confty.kit.checking import Wanted, Words
from confty.languages.rcl import codes
from confty.languages.rcl.rules import RELATION, briefly, spelled
from confty.text import Diagnostic, Span
from confty.types import Function, Never, Object, Type

WORDS: Final = Words(briefly, lambda name: f"'{name}'")


def mismatch(wanted: Wanted, found: Type, span: Span, where: str = "") -> Diagnostic:
    """Say that ``found`` stands where something else is wanted."""
    if isinstance(wanted.type, Never):
        message = f"expected no value at all, found {briefly(found)}"
        return wanted.blamed(codes.TYPE_MISMATCH.at(span, message + where))
    told = WORDS.tell(found, wanted.type, RELATION)
    finding = codes.TYPE_MISMATCH.at(span, told.message + where)
    finding = wanted.blamed(finding.labelled(f"this is {_article(found)}"))
    for note in told.notes:
        finding = finding.note(None, note)
    return finding.with_help(told.help) if told.help else finding


def _article(type_: Type) -> str:
    word = _short(type_)
    return f"{'an' if word[0] in 'AEIOU' and word != 'Union' else 'a'} {word}"


def _short(type_: Type) -> str:
    """Name a type without its arguments."""
    if isinstance(type_, Function):
        return "Function"
    if isinstance(type_, Object):
        return "record"
    return spelled(type_).partition("[")[0]
