"""What RCL says when a type does not fit: the words of all checkers, in RCL's spelling."""

from __future__ import annotations

from confty.kit.checking import LanguageWords, Wanted
from confty.kit.suggest import nearest
from confty.languages.rcl import codes
from confty.languages.rcl.rules import RELATION, briefly, spelled
from confty.text import Diagnostic, Edit, Span
from confty.types import Function, Literal, Never, Object, Ref, Type, members, unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

WORDS: Final = LanguageWords(briefly, lambda name: f"'{name}'")


def mismatch(wanted: Wanted, found: Type, span: Span, where: str = "") -> Diagnostic:
    """Say that ``found`` stands where something else is wanted."""
    if isinstance(wanted.type, Never):
        message = f"expected no value at all, found {briefly(found)}"
        return wanted.blamed(codes.TYPE_MISMATCH.at(span, message + where))
    told = WORDS.tell(found, wanted.type, RELATION)
    finding = codes.TYPE_MISMATCH.at(span, told.message + where)
    if not isinstance(found, Literal):
        finding = finding.labelled(f"this is {_article(found)}")
    finding = wanted.blamed(finding)
    for note in told.notes:
        finding = finding.note(None, note)
    finding = expanded(finding, wanted.type)
    near = _meant(wanted.type, found)
    if near is not None and span.text[:1] == '"':
        finding = finding.with_fix(Edit(span, f'"{near}"'))
    hint = told.help or (f'did you mean "{near}"?' if near is not None else None)
    return finding.with_help(hint) if hint else finding


def expanded(finding: Diagnostic, type_: Type) -> Diagnostic:
    """Add what a name stands for, where the message has nothing but the name."""
    if not isinstance(type_, Ref) or not finding.message.startswith(f"expected {type_.name},"):
        return finding
    return finding.note(None, f"{type_.name} is {briefly(unfold(type_))}")


def _meant(wanted: Type, found: Type) -> str | None:
    """Guess which of the wanted texts one that is none of them was meant to be."""
    known = [str(one.value) for one in map(unfold, members(wanted)) if isinstance(one, Literal)]
    if not isinstance(found, Literal) or not known:
        return None
    return nearest(str(found.value), known)


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
