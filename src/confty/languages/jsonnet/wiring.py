"""Jsonnet's pipeline on one screen: text, tokens, syntax, checked, value, rendered."""

from __future__ import annotations

from _collections_abc import Mapping

from confty.kit.collector import uncollected
from confty.kit.limits import Limits, OutOfTime
from confty.language import Carrier, FromSyntax, FromText, Host, Language, Outcome
from confty.languages.jsonnet.codes import CODES, TIME
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from confty.kit.insight import Insight
    from confty.kit.profile import Functions
    from confty.languages.jsonnet.checker import Checked
    from confty.languages.jsonnet.evaluator.run import Evaluated, RunSettings
    from confty.languages.jsonnet.parser import Syntax

    T = TypeVar("T")


def _parse(source: Source, host: Host) -> Outcome[Syntax]:
    from confty.languages.jsonnet.lexer import lex
    from confty.languages.jsonnet.parser import parse

    del host  # there is one way to read Jsonnet
    with uncollected():
        return lex(source).then(parse)


def _check(source: Source, host: Host) -> Outcome[Checked]:
    # Packages before their parts: of two threads, one that comes to a part and one that comes to
    # its package would wait for each other, and Python gives one of them half a module.
    from confty.languages.jsonnet import lexer as _lexer  # noqa: F401  for its parts
    from confty.languages.jsonnet import parser as _parser  # noqa: F401  the same
    from confty.languages.jsonnet.checker import Units, told_once

    checked = Units(host).check(source)
    # An import that is broken breaks the program that needs it.
    return Outcome(checked, tuple(told_once((*checked.findings, *checked.errors()))))


def _said(source: Source, host: Host) -> Outcome[None]:
    from confty.languages.jsonnet import lexer as _lexer  # noqa: F401  as in ``_check``
    from confty.languages.jsonnet import parser as _parser  # noqa: F401  the same
    from confty.languages.jsonnet.checker import Units, told_once

    checked = Units(host).check(source, briefly=True)
    return Outcome(None, tuple(told_once((*checked.findings, *checked.errors()))))


def _insight(checked: Checked) -> Insight:
    from confty.languages.jsonnet.insight import JsonnetInsight

    return JsonnetInsight(checked)


def _given(host: Host, key: str) -> dict[str, tuple[bool, str]]:
    """Collect variables given as values; the settings may also give their types, as text."""
    table = host.settings.get(key)
    if not isinstance(table, Mapping):
        return {}
    pairs = [(str(name), given) for name, given in table.items() if isinstance(given, tuple)]
    return {name: (kind == "code", text) for name, (kind, text) in pairs if kind not in _HIDDEN}


def _files(host: Host, key: str, name: str) -> dict[str, str]:
    """The files that code was read from; what they import is part of the program ``name``."""
    table = host.settings.get(key)
    given = table.items() if isinstance(table, Mapping) else ()
    files = {str(variable): str(path) for variable, path in given}
    for path in files.values():
        host.needs(name, path)
    return files


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


def settings_of(host: Host, name: str) -> RunSettings:
    """Return what a run of the file ``name`` is given."""
    from confty.languages.jsonnet.evaluator.cache import user_cache
    from confty.languages.jsonnet.evaluator.declared import DeclaredInputs
    from confty.languages.jsonnet.evaluator.embedding import natives_of
    from confty.languages.jsonnet.evaluator.run import RunSettings

    settings = RunSettings()
    settings.trace = host.trace
    settings.dialect = str(host.settings.get("dialect") or settings.dialect)
    settings.variables = _given(host, "ext_vars")
    settings.arguments = _given(host, "tla_vars")
    settings.variable_files = _files(host, "ext_files", name)
    settings.argument_files = _files(host, "tla_files", name)
    settings.hidden_variables = _hidden(host, "ext_vars")
    settings.hidden_arguments = _hidden(host, "tla_vars")
    settings.show_secrets = bool(host.settings.get("show_secrets"))
    settings.declared_variables = DeclaredInputs(
        host.settings.get("ext_types"), "external variable"
    )
    settings.declared_arguments = DeclaredInputs(host.settings.get("tla_types"), "argument")
    environment = host.settings.get("tanka_environment")
    if isinstance(environment, str):
        settings.variables.setdefault("tanka.dev/environment", (True, environment))
    settings.natives = natives_of(host.settings.get("natives"))
    if host.settings.get("profiled"):
        settings.often = None  # the functions of a tree are no functions of Python's
    settings.programs = bool(host.settings.get("allow_commands"))
    settings.max_stack = _number(host, "max_stack", int)
    settings.timeout = _number(host, "timeout", float)
    limits = host.settings.get("limits")
    if isinstance(limits, Limits):
        settings.memory = limits.memory
    if host.settings.get("cache") is not False:
        settings.cache = user_cache()
        settings.passing = bool(host.settings.get("passing")) or name.startswith("<")
    return settings


def _evaluate(source: Source, host: Host) -> Outcome[Evaluated | None]:
    from confty.languages.jsonnet.evaluator.hosted import CallbackImporter, HostImporter
    from confty.languages.jsonnet.evaluator.run import Failure, evaluate

    try:
        data = source.text.encode("utf-8", "surrogatepass")
        callback = host.settings.get("import_callback")
        importer = CallbackImporter(callback) if callable(callback) else HostImporter(host)
        value = evaluate(source.name, data, importer, settings_of(host, source.name))
        # Imports are read, and mistakes told, while this file is the one that is asked for.
        value.work_out()
    except Failure as failure:
        return Outcome(None, failure.findings)
    return Outcome(value)


def _plain(value: Evaluated) -> Outcome[object]:
    from confty.languages.jsonnet.evaluator.run import Failure

    try:
        return Outcome(value.plain())
    except Failure as failure:
        return Outcome(None, failure.findings)


def _render(value: Evaluated, form: str) -> Outcome[str]:
    from confty.languages.jsonnet.evaluator.manifest.json import json_text
    from confty.languages.jsonnet.evaluator.run import Failure

    try:
        if form == "json":
            return Outcome(value.show(json_text) + "\n")
        data = value.open()
    except Failure as failure:
        return Outcome("", failure.findings)
    from confty.render import render

    rendered = render(data, form)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))


def _reformat(parsed: Outcome[Syntax], host: Host) -> Outcome[str]:
    from confty.languages.jsonnet.formatter import reformat

    return reformat(parsed, host)


def _meaning(syntax: Syntax) -> object:
    from confty.languages.jsonnet.formatter.meaning import meaning

    return meaning(syntax)


def _stopped(error: Exception, source: Source) -> Diagnostic | None:
    if not isinstance(error, OutOfTime):
        return None
    message = f"stopped after {error.seconds:g} seconds, as the time limit says"
    return TIME.at(Span(source, 0, 0), message)


def _functions() -> Functions:
    from confty.languages.jsonnet.evaluator.profiled import JsonnetFunctions

    return JsonnetFunctions()


def _carrier() -> Carrier:
    from confty.languages.jsonnet.checker.carrying import pack, unpack

    return Carrier(pack, unpack)


LANGUAGE: Language[Syntax, Checked, Evaluated] = Language(
    name="jsonnet",
    codes=CODES,
    parser=_parse,
    checker=FromText(_check),  # what is known of a text is kept as long as it is true
    brief=FromText(_said),  # a program that nobody imports is needed once
    keeps=True,
    insight=_insight,
    evaluator=FromText(_evaluate),  # a text that was compiled before is not even parsed
    plain=_plain,
    formats=("json", "yaml", "toml"),
    render=_render,
    formatter=FromSyntax(_reformat),
    meaning=_meaning,
    query="local input = import {file};\n",
    labelled=True,
    stopped=_stopped,
    functions=_functions,
    carrier=_carrier,
)
