"""The Python module of the reference implementation: ``evaluate_file`` and ``evaluate_snippet``.

Import callbacks get a folder and a path and return the path that was found and its bytes; native
callbacks map a name to the names of the parameters and a Python function of plain values.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Unpack

from confty.compat.arguments import KeywordArguments, bound, text
from confty.kit.reading import read_file
from confty.languages.jsonnet.evaluator.cache import user_cache
from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import Stop, reference_trace
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.hosted import CallbackImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.roles import Importer
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.values import Func, Thunk, Value, force, from_plain
from confty.languages.jsonnet.library.record import DIALECTS
from confty.text import Diagnostic

version = "v0.22.0"

_FROM: Final = "from Python Jsonnet native extension."
_RETURNED: Final = f"returned {_FROM}"


class JsonnetError(RuntimeError):
    """A program that failed; the message is what the reference would print."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


def evaluate_file(filename: str, *positional: Any, **options: Unpack[KeywordArguments]) -> str:
    """Evaluate a file and return its value as JSON.

    The file itself is read from the disk; only what it imports is asked of a callback.
    """
    given = bound("evaluate_file", positional, options)
    name = text(filename, 1)
    try:
        data = read_file(name)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RuntimeError(f"Opening input file: {name}: {reason}") from None
    return _evaluate(name, data, given)


def evaluate_snippet(
    filename: str, src: str, *positional: Any, **options: Unpack[KeywordArguments]
) -> str:
    """Evaluate a text; ``filename`` is what messages call it."""
    given = bound("evaluate_snippet", positional, options)
    name, written = text(filename, 1), text(src, 2)
    return _evaluate(name, written.encode(), given)


def _evaluate(name: str, data: bytes, options: KeywordArguments) -> str:
    settings = _settings(options)
    try:
        return evaluate(name, data, _importer(options), settings).apply(json_text) + "\n"
    except Failure as failure:
        lines = [failure.head]
        if failure.head.startswith("RUNTIME"):
            lines += reference_trace(failure.findings[0].trail, options.get("max_trace", 20))
        raise JsonnetError("\n".join(lines) + "\n", failure.findings) from None


def _settings(options: KeywordArguments) -> RunSettings:
    settings = RunSettings()
    settings.dialect = options.get("dialect", settings.dialect)
    if settings.dialect not in DIALECTS:
        raise ValueError(f"dialect is one of {', '.join(DIALECTS)}, not {settings.dialect!r}")
    settings.max_stack = options.get("max_stack")
    settings.timeout = options.get("timeout")
    if options.get("cache"):
        settings.cache = user_cache()
    for given, is_code, target in (
        (options.get("ext_vars"), False, settings.variables),
        (options.get("ext_codes"), True, settings.variables),
        (options.get("tla_vars"), False, settings.arguments),
        (options.get("tla_codes"), True, settings.arguments),
    ):
        for name, written in (given or {}).items():
            target[name] = (is_code, written)
    for name, (params, function) in (options.get("native_callbacks") or {}).items():
        settings.natives[name] = _native(name, params, function)
    return settings


def _importer(options: KeywordArguments) -> Importer:
    callback = options.get("import_callback")
    if callback is not None:
        return CallbackImporter(callback)
    return DiskImporter(options.get("jpathdir") or (), options.get("dialect", "go"))


def _native(name: str, params: tuple[str, ...], function: Callable[..., object]) -> Func:
    """A Python function as a Jsonnet one: plain values in, plain data out."""

    def code(*arguments: Value) -> Value:
        given = [_to_plain(force(a) if a.__class__ is Thunk else a) for a in arguments]
        return from_plain(current().answers.ask(name, called, given))

    def called(*arguments: object) -> object:
        given: list[object] = []
        try:
            given.append(function(*arguments))
            return _data(given[0])
        except Stop:
            raise
        except Exception as error:
            if given and isinstance(error, RecursionError):
                # What was given has no end, or is too deep: told as of any other value.
                raise
            raise Stop(str(error)) from None

    return Func(code, params, frozenset(), name)


def _to_plain(value: Value) -> object:
    if value is None or value.__class__ in {bool, float, str}:
        return value
    raise Stop("native extensions can only take primitives.")


def _data(data: object) -> object:
    """What a Python function gave, as data that nobody else changes."""
    if data is None or isinstance(data, bool):
        return data
    if isinstance(data, str):
        return str.__str__(data)
    if isinstance(data, int | float):
        return _number(data)
    if isinstance(data, Mapping):
        if not all(isinstance(key, str) for key in data):
            raise Stop(f"Non-string key in dict {_RETURNED}")
        return {key: _data(item) for key, item in data.items()}
    if isinstance(data, Sequence | array):
        return [_data(item) for item in data]
    raise Stop(f"Unrecognized type return {_FROM}")


def _number(data: float) -> float:
    try:
        number = float(data)
    except OverflowError:
        raise Stop(f"a number that is too large, returned {_FROM}") from None
    if not math.isfinite(number):
        raise Stop("Not a number" if math.isnan(number) else "Overflow")
    return number
