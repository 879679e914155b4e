"""RCL's pipeline on one screen: text, tokens, syntax, checked, value, rendered."""

from __future__ import annotations

from confty.language import FromSyntax, FromText, Host, Language, Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.loader import Program
from confty.languages.rcl.parser import Syntax, read
from confty.languages.rcl.unit import Unit
from confty.patterns import pattern
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.kit.insight import Insight
    from confty.kit.profile import Functions
    from confty.languages.rcl.evaluator import Evaluated


def _parse(source: Source, host: Host) -> Outcome[Syntax]:
    del host  # there is one way to read RCL
    return read(source)


def _check(source: Source, host: Host) -> Outcome[Unit]:
    program = Program(host)
    unit = program.add(source)
    if program.inputs is not None:
        unit.given = program.inputs.told()
    inputs = program.used_inputs
    before = inputs.findings if inputs is not None else ()
    return Outcome(unit, (*before, *unit.told))


def _insight(unit: Unit) -> Insight:
    from confty.languages.rcl.insight import insight

    return insight(unit)


def _evaluate(source: Source, host: Host) -> Outcome[Evaluated | None]:
    from confty.languages.rcl.evaluator import evaluate

    program = Program(host, runs=True)
    return evaluate(program, program.add(source, data=True), last=True)


def _plain(evaluated: Evaluated) -> Outcome[object]:
    from confty.languages.rcl.plain import plain

    return plain(evaluated.value, evaluated.unit.whole())


def _native(evaluated: Evaluated) -> Outcome[object]:
    from confty.languages.rcl.plain import plain

    return plain(evaluated.value, evaluated.unit.whole(), any_key=True)


def _render(evaluated: Evaluated, name: str) -> Outcome[str]:
    from confty.languages.rcl.renderer import Inexpressible, render

    try:
        return Outcome(render(evaluated.visible(), name))
    except Inexpressible as problem:
        return Outcome("", (problem.at(evaluated.unit.whole()),))


def _reformat(parsed: Outcome[Syntax], host: Host) -> Outcome[str]:
    from confty.languages.rcl.formatter import format_document

    del host  # the layout has no settings: one layout for everybody is the point of it
    if parsed.output.document is None:
        return Outcome(parsed.output.source.text, parsed.diagnostics)
    return Outcome(format_document(parsed.output.document))


def _meaning(parsed: Syntax) -> object:
    from confty.languages.rcl.formatter.meaning import meaning

    return meaning(parsed.document)


# What can make much of little: functions, files, growing texts and lists, types.
_GROWS: Final = pattern(r'=>|\.\.|\bf"|\b(?:import|std|type|ext|replace|flat_map\w*)\b')
# What repeats: a list goes into another as often as its name stands there, and so on.
_REPEATS: Final = pattern(r"\b(?:let|for)\b")
_SMALL: Final = 2000
_SHALLOW: Final = 40
_VALUES: Final = 1_000_000


def _is_harmless(source: Source) -> bool:
    """Whether a text is so small and plain that no work on it can go far."""
    text = source.text
    if (
        len(text) > _SMALL
        or sum(map(text.count, "([{")) > _SHALLOW
        or _GROWS.search(text) is not None
    ):
        return False
    repeats = _REPEATS.findall(text)
    # A loop repeats its body and what it goes over.
    loops = repeats.count("for")
    levels = 1 + len(repeats) + loops
    # A product is largest where its factors are the same.
    return loops <= 1 and float((text.count(",") + 2) / levels + 1) ** levels <= _VALUES


def _functions() -> Functions:
    from confty.languages.rcl.evaluator.profiled import RclFunctions

    return RclFunctions()


LANGUAGE: Language[Syntax, Unit, Evaluated] = Language(
    name="rcl",
    codes=codes.CODES,
    parser=_parse,
    checker=FromText(_check),  # a program is this file and all it imports
    insight=_insight,
    evaluator=FromText(_evaluate),  # a large text may turn out to be JSON
    plain=_plain,
    native=_native,
    formats=(
        "rcl", "json", "json-lines", "yaml-stream", "toml", "toml-1.0", "toml-1.1", "raw",
        "systemd",
    ),
    render=_render,
    formatter=FromSyntax(_reformat),
    query="let input = import {file};\n",
    labelled=True,
    meaning=_meaning,
    harmless=_is_harmless,
    functions=_functions,
)  # fmt: skip
