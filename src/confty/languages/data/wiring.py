"""JSON, YAML and TOML on one screen: three records over shared rooms.

Rooms are imported when they are first used: most commands touch one format and no schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from confty.language import Host, Insight, Language, Outcome
from confty.languages.data.codes import JSON_CODES, SCHEMA_CODES, TOML_CODES, YAML_CODES
from confty.render import CODES as RENDER_CODES
from confty.render import FORMATS
from confty.text import Source

if TYPE_CHECKING:
    from confty.languages.data.checker import Checked
    from confty.languages.data.lexer import Token
    from confty.languages.data.parser.document import Document


def _formats(first: str) -> tuple[str, ...]:
    return (first, *(form for form in FORMATS if form != first))


def _lex_json(source: Source) -> Outcome[list[Token]]:
    from confty.languages.data.lexer import lex_json

    return lex_json(source)


def _lex_yaml(source: Source) -> Outcome[list[Token]]:
    from confty.languages.data.lexer import lex_yaml

    return lex_yaml(source)


def _lex_toml(source: Source) -> Outcome[list[Token]]:
    from confty.languages.data.lexer import lex_toml

    return lex_toml(source)


def _parse_json(source: Source) -> Outcome[Document]:
    from confty.languages.data.parser.json import parse_json

    return parse_json(source)


def _parse_yaml(source: Source) -> Outcome[Document]:
    from confty.languages.data.parser.yaml import parse_yaml

    return parse_yaml(source)


def _parse_toml(source: Source) -> Outcome[Document]:
    from confty.languages.data.parser.toml import parse_toml

    return parse_toml(source)


def _check_json(source: Source, host: Host) -> Outcome[Checked]:
    from confty.languages.data.checker import check_json

    return check_json(source, host)


def _check_yaml(source: Source, host: Host) -> Outcome[Checked]:
    from confty.languages.data.checker import check

    return check(_parse_yaml, source, host)


def _check_toml(source: Source, host: Host) -> Outcome[Checked]:
    from confty.languages.data.checker import check

    return check(_parse_toml, source, host)


def _insight(checked: Checked) -> Insight:
    from confty.languages.data.checker import DataInsight

    return DataInsight(checked)


def _evaluate_json(source: Source, host: Host) -> Outcome[Document]:
    from confty.languages.data.evaluator import evaluate, held

    if host.settings.get("schema"):
        return held(_check_json(source, host))
    return evaluate(_parse_json(source))


def _evaluate_yaml(source: Source, host: Host) -> Outcome[Document]:
    from confty.languages.data.evaluator import evaluate, held

    if host.settings.get("schema"):
        return held(_check_yaml(source, host))
    return evaluate(_parse_yaml(source))


def _evaluate_toml(source: Source, host: Host) -> Outcome[Document]:
    from confty.languages.data.evaluator import evaluate, held

    if host.settings.get("schema"):
        return held(_check_toml(source, host))
    return evaluate(_parse_toml(source))


def _plain(document: Document) -> Outcome[Any]:
    from confty.languages.data.evaluator import plain

    return plain(document)


def _render(document: Document, form: str) -> Outcome[str]:
    from confty.languages.data.evaluator import render

    return render(document, form)


def _reformat_json(source: Source, host: Host) -> Outcome[str]:
    from confty.languages.data.formatter.json import reformat

    return reformat(source, host)


def _reformat_yaml(source: Source, host: Host) -> Outcome[str]:
    from confty.languages.data.formatter.yaml import reformat

    return reformat(source, host)


def _reformat_toml(source: Source, host: Host) -> Outcome[str]:
    from confty.languages.data.formatter.toml import reformat

    return reformat(source, host)


JSON = Language(
    name="json",
    suffixes=(".json",),
    codes=(*JSON_CODES, *SCHEMA_CODES, *RENDER_CODES),
    lex=_lex_json,
    parse=_parse_json,
    check=_check_json,
    insight=_insight,
    evaluate=_evaluate_json,
    plain=_plain,
    formats=_formats("json"),
    render=_render,
    reformat=_reformat_json,
)

YAML = Language(
    name="yaml",
    suffixes=(".yaml", ".yml"),
    codes=YAML_CODES,
    lex=_lex_yaml,
    parse=_parse_yaml,
    check=_check_yaml,
    insight=_insight,
    evaluate=_evaluate_yaml,
    plain=_plain,
    formats=_formats("json"),
    render=_render,
    reformat=_reformat_yaml,
)

TOML = Language(
    name="toml",
    suffixes=(".toml",),
    codes=TOML_CODES,
    lex=_lex_toml,
    parse=_parse_toml,
    check=_check_toml,
    insight=_insight,
    evaluate=_evaluate_toml,
    plain=_plain,
    formats=_formats("json"),
    render=_render,
    reformat=_reformat_toml,
)
