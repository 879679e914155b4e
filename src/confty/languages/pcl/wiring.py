"""PCL's pipeline on one screen: text, tokens, syntax, bound program, stack outputs, rendered."""

from __future__ import annotations

from typing import Any

from confty.language import Host, Language, Outcome
from confty.languages.pcl import codes
from confty.languages.pcl.lexer import lex
from confty.languages.pcl.parser import parse
from confty.text import Source


def _check(source: Source, host: Host) -> Outcome[Any]:
    """Bind the program that the file belongs to; say what there is to say about this file."""
    from confty.languages.pcl.checker import bind_source
    from confty.languages.pcl.checker.checked import Checked

    program = bind_source(source, host)
    findings = [
        finding
        for finding in program.diagnostics
        if finding.span is None or finding.span.source.name == source.name
    ]
    return Outcome(Checked(program, source), tuple(findings))


def _insight(checked: Any) -> Any:
    from confty.languages.pcl.checker.checked import PclInsight

    return PclInsight(checked)


def _evaluate(source: Source, host: Host) -> Outcome[Any]:
    """The stack outputs of a program without resources."""
    from confty.languages.pcl.evaluator.outputs import evaluate_outputs

    return evaluate_outputs(source, host)


def _plain(value: Any) -> Outcome[Any]:
    from confty.languages.pcl.evaluator.outputs import plain

    return Outcome(plain(value))


def _render(value: Any, name: str) -> Outcome[str]:
    from confty.languages.pcl.evaluator.outputs import shown
    from confty.render import render

    rendered = render(shown(value), name)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))


def _reformat(source: Source, host: Host) -> Outcome[str]:
    from confty.languages.pcl.formatter import reformat

    del host  # one layout for everybody
    parsed = parse(source)
    if parsed.failed:
        return Outcome(source.text, parsed.diagnostics)
    return Outcome(reformat(source), parsed.diagnostics)


LANGUAGE = Language(
    name="pcl",
    suffixes=(".pp",),
    codes=codes.CODES,
    lex=lex,
    parse=parse,
    check=_check,
    insight=_insight,
    evaluate=_evaluate,
    plain=_plain,
    formats=("json", "yaml", "toml", "raw"),
    render=_render,
    reformat=_reformat,
    labelled=True,
)
