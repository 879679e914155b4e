"""RCL's pipeline on one screen: text, tokens, syntax, checked, value, rendered."""

from __future__ import annotations

from typing import Any

from confty.kit.depth import deep_recursion
from confty.kit.memory import uncollected
from confty.language import Host, Language, Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.lexer import Tokens, lex
from confty.languages.rcl.loader import Program
from confty.languages.rcl.parser import parse
from confty.languages.rcl.parser.syntax import Document
from confty.languages.rcl.unit import Unit
from confty.text import Source


def syntax(source: Source) -> Outcome[Document | None]:
    """Parse a text; there is no document when it has mistakes."""
    with deep_recursion(), uncollected():
        lexed = lex(source)
        if lexed.diagnostics:
            return Outcome(None, lexed.diagnostics)
        parsed = parse(lexed.output)
    return Outcome(None if parsed.diagnostics else parsed.output, parsed.diagnostics)


def _lex(source: Source) -> Outcome[Tokens]:
    return lex(source)


def _check(source: Source, host: Host) -> Outcome[Unit]:
    program = Program(host)
    unit = program.add(source)
    inputs = program.used_inputs
    imports = tuple(unit.checked.import_findings) if unit.checked is not None else ()
    before = inputs.findings if inputs is not None else ()
    return Outcome(unit, before + unit.findings + imports)


def _insight(unit: Unit) -> Any:
    from confty.languages.rcl.checker.insight import RclInsight

    return RclInsight(unit.checked)


def _evaluate(source: Source, host: Host) -> Outcome[Any]:
    from confty.languages.rcl.evaluator import evaluate

    program = Program(host)
    return evaluate(program, program.add(source, data=True))


def _plain(evaluated: Any) -> Outcome[Any]:
    from confty.languages.rcl.plain import plain

    return plain(evaluated.value, evaluated.unit.whole())


def _render(evaluated: Any, name: str) -> Outcome[str]:
    from confty.languages.rcl.renderer import Inexpressible, render

    try:
        return Outcome(render(evaluated.visible(), name))
    except Inexpressible as problem:
        finding = codes.NOT_EXPRESSIBLE.at(evaluated.unit.whole(), problem.message)
        if problem.hint:
            finding = finding.with_help(problem.hint)
        return Outcome("", (finding.with_path(problem.path),))


def _reformat(source: Source, host: Host) -> Outcome[str]:
    from confty.languages.rcl.formatter import format_document

    del host  # the layout has no settings: one layout for everybody is the point of it
    outcome = syntax(source)
    if outcome.output is None:
        return Outcome(source.text, outcome.diagnostics)
    return Outcome(format_document(outcome.output))


LANGUAGE = Language(
    name="rcl",
    suffixes=(".rcl",),
    codes=codes.CODES,
    lex=_lex,
    parse=syntax,
    check=_check,
    insight=_insight,
    evaluate=_evaluate,
    plain=_plain,
    formats=(
        "rcl", "json", "json-lines", "yaml-stream", "toml", "toml-1.0", "toml-1.1", "raw",
        "systemd",
    ),
    render=_render,
    reformat=_reformat,
    query="let input = import {file};\n",
    labelled=True,
)  # fmt: skip
