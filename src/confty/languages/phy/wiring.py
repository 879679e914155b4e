"""The pipeline of Phy on one screen."""

from __future__ import annotations

from typing import Final

from confty.language import Host, Language, Outcome
from confty.languages.phy.checker import check
from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.checker.insight import PhyInsight
from confty.languages.phy.codes import CODES, NO_DATA
from confty.languages.phy.evaluator.run import evaluate
from confty.languages.phy.evaluator.values import NoData, Nothing, Result, plain, write_result
from confty.languages.phy.formatter import reformat
from confty.languages.phy.lexer import lex
from confty.languages.phy.parser import parse
from confty.languages.phy.settings import dialect_of, refused
from confty.render import FORMATS, render
from confty.text import Source

NAME: Final = "phy"


def _check(source: Source, host: Host) -> Outcome[Checked]:
    checked = check(source, dialect_of(host))
    mistyped = refused(host.settings)
    if mistyped is None:
        return checked
    return Outcome(checked.output, (mistyped, *checked.diagnostics))


def _plain(value: Result | Nothing) -> Outcome[object]:
    """Return the value as plain data; a trapped run and one of nothing are null."""
    if isinstance(value, Nothing) or value.trapped:
        return Outcome(None)
    try:
        return Outcome(plain(value.value, value.type, value.members))
    except NoData as problem:
        message = "expected data, found a procedure"
        return Outcome(None, (NO_DATA.at(None, message).with_path(problem.path),))


def _render(value: Result | Nothing, form: str) -> Outcome[str]:
    if form == NAME:
        return Outcome("" if isinstance(value, Nothing) else f"{write_result(value)}\n")
    data = _plain(value)
    if data.diagnostics:
        return Outcome("", data.diagnostics)
    text = render(data.output, form)
    return Outcome(text) if isinstance(text, str) else Outcome("", (text,))


def _reformat(source: Source, host: Host) -> Outcome[str]:
    return reformat(source, dialect_of(host))


LANGUAGE: Final = Language(
    name=NAME,
    suffixes=(".phy",),
    codes=CODES,
    lex=lex,
    parse=parse,
    check=_check,
    insight=PhyInsight,
    evaluate=evaluate,
    plain=_plain,
    formats=(NAME, *FORMATS),
    render=_render,
    reformat=_reformat,
)
