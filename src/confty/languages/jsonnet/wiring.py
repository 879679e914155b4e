"""Jsonnet's pipeline on one screen: text, tokens, syntax, checked, value, rendered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from confty.language import Host, Language, Outcome
from confty.languages.jsonnet.codes import CODES
from confty.languages.jsonnet.evaluator.codes import RUN_CODES
from confty.languages.jsonnet.lexer import Tokens, lex
from confty.languages.jsonnet.parser import Syntax, parse
from confty.text import Source

T = TypeVar("T")


def _lex(source: Source) -> Outcome[Tokens]:
    return lex(source)


def _parse(source: Source) -> Outcome[Syntax]:
    return lex(source).then(parse)


def _check(source: Source, host: Host) -> Outcome[Any]:
    from confty.languages.jsonnet.checker import Units

    checked = Units(host).check(source)
    # An import that is broken breaks the program that needs it.
    inherited = checked.errors(set())
    own = set(checked.findings)
    return Outcome(checked, (*checked.findings, *[one for one in inherited if one not in own]))


def _insight(checked: Any) -> Any:
    from confty.languages.jsonnet.checker import JsonnetInsight

    return JsonnetInsight(checked)


def _given(host: Host, key: str) -> dict[str, tuple[bool, str]]:
    """Collect variables given as values; the settings may also give their types, as text."""
    table = host.settings.get(key)
    if not isinstance(table, Mapping):
        return {}
    pairs = [(str(name), given) for name, given in table.items() if isinstance(given, tuple)]
    return {name: (kind == "code", text) for name, (kind, text) in pairs if kind not in _HIDDEN}


_HIDDEN = ("secret", "unknown")


def _hidden(host: Host, key: str) -> dict[str, tuple[str, str]]:
    """Collect variables that are secret, with their text, or unknown, with their type."""
    table = host.settings.get(key)
    if not isinstance(table, Mapping):
        return {}
    pairs = [(str(name), given) for name, given in table.items() if isinstance(given, tuple)]
    return {name: (kind, text) for name, (kind, text) in pairs if kind in _HIDDEN}


def _number(host: Host, key: str, kind: Callable[[Any], T]) -> T | None:
    value = host.settings.get(key)
    return None if value is None else kind(value)


def _evaluate(source: Source, host: Host) -> Outcome[Any]:
    from confty.languages.jsonnet.evaluator.cache import user_cache
    from confty.languages.jsonnet.evaluator.files import HostImporter
    from confty.languages.jsonnet.evaluator.manifest.json import json_text
    from confty.languages.jsonnet.evaluator.run import Failure, Settings, evaluate

    settings = Settings()
    settings.trace = host.trace
    settings.variables = _given(host, "ext_vars")
    settings.arguments = _given(host, "tla_vars")
    settings.hidden_variables = _hidden(host, "ext_vars")
    settings.hidden_arguments = _hidden(host, "tla_vars")
    settings.show_secrets = bool(host.settings.get("show_secrets"))
    settings.max_stack = _number(host, "max_stack", int)
    settings.timeout = _number(host, "timeout", float)
    if host.settings.get("cache") is not False:
        settings.cache = user_cache()

    def use(value: Any) -> Any:
        if not settings.labelled:
            return json_text(value)
        from confty.languages.jsonnet.evaluator.labels.output import Finished

        return Finished(value, shows=settings.show_secrets)

    try:
        data = source.text.encode("utf-8", "surrogatepass")
        value = evaluate(source.name, data, HostImporter(host), settings, use)
    except Failure as failure:
        return Outcome(None, failure.findings)
    return Outcome(value)


def _plain(value: Any) -> Outcome[Any]:
    if not isinstance(value, str):
        return Outcome(value.data)
    from json import loads

    return Outcome(loads(value))


def _render(value: Any, form: str) -> Outcome[str]:
    if form == "json":
        return Outcome((value if isinstance(value, str) else value.json) + "\n")
    from json import loads

    from confty.render import render

    rendered = render(loads(value) if isinstance(value, str) else value.open(), form)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))


def _reformat(source: Source, host: Host) -> Outcome[str]:
    from confty.languages.jsonnet.formatter import reformat

    return reformat(source, host)


LANGUAGE = Language(
    name="jsonnet",
    suffixes=(".jsonnet", ".libsonnet"),
    codes=(*CODES, *RUN_CODES),
    lex=_lex,
    parse=_parse,
    check=_check,
    insight=_insight,
    evaluate=_evaluate,
    plain=_plain,
    formats=("json", "yaml", "toml"),
    render=_render,
    reformat=_reformat,
    query="local input = import {file};\n",
    labelled=True,
)
