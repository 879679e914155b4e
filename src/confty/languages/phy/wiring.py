"""The pipeline of Phy on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from confty.kit.collector import uncollected
from confty.language import FromChecked, FromSyntax, Host, Language, Outcome
from confty.languages.phy.checker import check_syntax
from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.codes import CODES, NO_DATA
from confty.languages.phy.evaluator.run import evaluate
from confty.languages.phy.evaluator.traps import past_limit
from confty.languages.phy.evaluator.values import Evaluated, NoData, Nothing, plain, write_result
from confty.languages.phy.formatter import meaning, reformat
from confty.languages.phy.parser import Syntax, parse
from confty.languages.phy.settings import dialect_of, refused
from confty.render import FORMATS, render
from confty.text import Diagnostic, Source

if TYPE_CHECKING:
    from confty.kit.insight import Insight

NAME: Final = "phy"


def _parse(source: Source, host: Host) -> Outcome[Syntax]:
    with uncollected():
        return parse(source, dialect_of(host))


def _check(parsed: Outcome[Syntax], host: Host) -> Outcome[Checked]:
    checked = check_syntax(parsed, dialect_of(host))
    mistyped = refused(host.settings)
    if mistyped is None:
        return checked
    return Outcome(checked.output, (mistyped, *checked.diagnostics))


def _insight(checked: Checked) -> Insight:
    from confty.languages.phy.insight import PhyInsight

    return PhyInsight(checked)


def _plain(value: Evaluated | Nothing) -> Outcome[object]:
    """Return the value as plain data; a trapped run and one of nothing are null."""
    if isinstance(value, Nothing) or value.trapped:
        return Outcome(None)
    try:
        return Outcome(plain(value.value, value.type, value.members))
    except NoData as problem:
        return Outcome(None, (NO_DATA.at(None, problem.message).with_path(problem.path),))


def _render(value: Evaluated | Nothing, form: str) -> Outcome[str]:
    if form == NAME:
        return Outcome("" if isinstance(value, Nothing) else f"{write_result(value)}\n")
    data = _plain(value)
    if data.diagnostics:
        return Outcome("", data.diagnostics)
    text = render(data.output, form)
    return Outcome(text) if isinstance(text, str) else Outcome("", (text,))


def _reformat(parsed: Outcome[Syntax], host: Host) -> Outcome[str]:
    del host  # one layout for everybody
    with uncollected():
        return reformat(parsed)


def _stopped(error: Exception, source: Source) -> Diagnostic | None:
    del source  # the place is not known
    return past_limit(error)


LANGUAGE: Final[Language[Syntax, Checked, Evaluated | Nothing]] = Language(
    name=NAME,
    codes=CODES,
    parser=_parse,
    checker=FromSyntax(_check),
    insight=_insight,
    evaluator=FromChecked(evaluate),
    plain=_plain,
    formats=(NAME, *FORMATS),
    render=_render,
    formatter=FromSyntax(_reformat),
    meaning=meaning,
    stopped=_stopped,
)
