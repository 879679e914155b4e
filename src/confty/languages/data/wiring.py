"""JSON, YAML and TOML on one screen: three records over shared rooms.

Rooms are imported when they are first used: most commands touch one format and no schema.
"""

from __future__ import annotations

from confty.language import FromSyntax, FromText, Host, Language, Outcome
from confty.languages.data.codes import JSON_CODES, SCHEMA_CODES, TOML_CODES, YAML_CODES
from confty.render import CODES as RENDER_CODES
from confty.render import FORMATS
from confty.text import Code, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from confty.kit.insight import Insight
    from confty.languages.data.checker import Checked
    from confty.languages.data.parser.document import Document

# A document is syntax and value in one: what is written is what it is.
Data: TypeAlias = "Language[Document, Checked, Document]"


def _parse_json(source: Source, host: Host) -> Outcome[Document]:
    from confty.languages.data.parser import json_dialects as dialects
    from confty.languages.data.parser.json import parse_json

    dialect = dialects.dialect_of(source, host)
    if dialect == dialects.COMMENTED:
        bare, wrong = dialects.uncommented(source)
        parsed = dialects.at_home(parse_json(bare), source, dialect)
        return Outcome(parsed.output, (*wrong, *parsed.diagnostics))
    if dialect == dialects.FIVE:
        from confty.languages.data.parser.json_five import parse_five

        return parse_five(source)
    if dialect == dialects.LINES:
        from confty.languages.data.parser.json_lines import parse_lines

        return parse_lines(source)
    return parse_json(source)


def _parse_yaml(source: Source, host: Host) -> Outcome[Document]:
    from confty.languages.data.parser.yaml import parse_yaml

    named = host.settings.get("tags")
    tags = map(str, named) if isinstance(named, list | tuple) else ()
    # A tag may be followed by the kind of value it marks, as other tools write it.
    return parse_yaml(source, frozenset(tag.split()[0] for tag in tags if tag.strip()))


def _parse_toml(source: Source, host: Host) -> Outcome[Document]:
    from confty.languages.data.parser.toml import parse_toml

    del host  # there is one way to read TOML
    return parse_toml(source)


def _check_json(source: Source, host: Host) -> Outcome[Checked]:
    from confty.languages.data.checker import check, check_json
    from confty.languages.data.parser.json_dialects import STRICT, dialect_of

    if dialect_of(source, host) == STRICT:
        return check_json(source, host)
    return check(_parse_json(source, host), host)


def _check(parsed: Outcome[Document], host: Host) -> Outcome[Checked]:
    from confty.languages.data.checker import check

    return check(parsed, host)


def _insight(checked: Checked) -> Insight:
    from confty.languages.data.insight import DataInsight

    return DataInsight(checked)


def _evaluate(parsed: Outcome[Document], host: Host) -> Outcome[Document | None]:
    from confty.languages.data.evaluator import evaluate

    if host.settings.get("schema"):
        parsed = Outcome(parsed.output, _check(parsed, host).diagnostics)
    return evaluate(parsed)


def _plain(document: Document) -> Outcome[object]:
    return Outcome(document.value)


def _render(document: Document, form: str) -> Outcome[str]:
    from confty.languages.data.evaluator import render

    return render(document, form)


def _reformat_json(parsed: Outcome[Document], host: Host) -> Outcome[str]:
    from confty.languages.data.formatter.json import reformat

    return reformat(parsed, host)


def _reformat_yaml(parsed: Outcome[Document], host: Host) -> Outcome[str]:
    from confty.languages.data.formatter.yaml import reformat

    del host  # one layout for everybody
    return reformat(parsed)


def _reformat_toml(parsed: Outcome[Document], host: Host) -> Outcome[str]:
    from confty.languages.data.formatter.toml import reformat

    del host  # one layout for everybody
    return reformat(parsed)


# A larger text, or one in which more can nest, gets a run of its own, which costs as much.
_SMALL = 20_000
_FEW = 60


def _is_harmless(openers: str, *, aliases: bool = False) -> Callable[[Source], bool]:
    def harmless(source: Source) -> bool:
        text = source.text
        # A schema may be anything; a file may name one, or be of a kind that has one.
        if "schema" in text or "apiVersion" in text:
            return False
        # Nor may aliases of YAML, which make much of little.
        if aliases and "*" in text:
            return False
        return len(text) < _SMALL and sum(map(text.count, openers)) < _FEW

    return harmless


def _meaning(kind: str) -> Callable[[Document], object]:
    def meaning(document: Document) -> object:
        from confty.languages.data.formatter.meaning import MEANINGS

        return MEANINGS[kind](document)

    return meaning


def _language(
    name: str,
    codes: tuple[Code, ...],
    parser: Callable[[Source, Host], Outcome[Document]],
    formatter: Callable[[Outcome[Document], Host], Outcome[str]],
    checker: FromText[Checked] | FromSyntax[Document, Checked],
    harmless: Callable[[Source], bool],
) -> Data:
    return Language(
        name=name,
        codes=codes,
        parser=parser,
        checker=checker,
        insight=_insight,
        evaluator=FromSyntax(_evaluate),
        plain=_plain,
        formats=FORMATS,
        render=_render,
        formatter=FromSyntax(formatter),
        meaning=_meaning(name),
        harmless=harmless,
    )


_CHECKER = FromSyntax(_check)
# The types of JSON are made while the text is read, and no value is.
JSON = _language(
    "json", (*JSON_CODES, *SCHEMA_CODES, *RENDER_CODES), _parse_json, _reformat_json,
    FromText(_check_json), _is_harmless("[{"),
)  # fmt: skip
YAML = _language(
    "yaml", YAML_CODES, _parse_yaml, _reformat_yaml, _CHECKER, _is_harmless("[{-:?&", aliases=True)
)
TOML = _language("toml", TOML_CODES, _parse_toml, _reformat_toml, _CHECKER, _is_harmless("[{."))
