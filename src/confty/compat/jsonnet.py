"""The Python module of the reference implementation: ``evaluate_file`` and ``evaluate_snippet``.

Import callbacks get a folder and a path and return the path that was found and its bytes; native
callbacks map a name to the names of the parameters and a Python function of plain values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypedDict, Unpack

from confty.kit.reading import read_file
from confty.languages.jsonnet.evaluator.cache import user_cache
from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import Stop, reference_trace
from confty.languages.jsonnet.evaluator.files import CallbackImporter, DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.program import Importer
from confty.languages.jsonnet.evaluator.run import Failure, Settings, evaluate
from confty.languages.jsonnet.evaluator.values import Func, Thunk, Value, force, from_plain
from confty.languages.jsonnet.library.record import DIALECTS

version = "v0.22.0"

ImportCallback = Callable[[str, str], tuple[str, bytes]]
NativeCallback = tuple[Sequence[str], Callable[..., object]]


class Options(TypedDict, total=False):
    """The reference module's keyword arguments, those about its garbage collector included.

    ``timeout``, ``dialect`` and ``cache`` (whether what was read is kept on disk) are ours.
    """

    jpathdir: str | Sequence[str]
    max_stack: int
    gc_min_objects: int
    gc_growth_trigger: float
    ext_vars: Mapping[str, str]
    ext_codes: Mapping[str, str]
    tla_vars: Mapping[str, str]
    tla_codes: Mapping[str, str]
    max_trace: int
    import_callback: ImportCallback
    native_callbacks: Mapping[str, NativeCallback]
    timeout: float
    dialect: str
    cache: bool


_KNOWN: Final = frozenset(Options.__annotations__)


class JsonnetError(RuntimeError):
    """A program that failed; the message is what the reference would print."""

    def __init__(self, message: str, failure: Failure) -> None:
        super().__init__(message)
        self.diagnostics = failure.findings


def evaluate_file(filename: str, **options: Unpack[Options]) -> str:
    """Evaluate a file and return its value as JSON."""
    callback = options.get("import_callback")
    try:
        if callback is not None:
            name, data = CallbackImporter(callback).fetch(filename, "")
        else:
            name, data = filename, read_file(filename)
    except (OSError, Stop) as error:
        reason = getattr(error, "strerror", None) or getattr(error, "message", str(error))
        raise RuntimeError(f"opening input file: {filename}: {reason}") from None
    return _evaluate(name, data, options)


def evaluate_snippet(filename: str, src: str, **options: Unpack[Options]) -> str:
    """Evaluate a text; ``filename`` is what messages call it."""
    return _evaluate(filename, src.encode("utf-8", "surrogatepass"), options)


def _evaluate(name: str, data: bytes, options: Options) -> str:
    unknown = sorted(options.keys() - _KNOWN)
    if unknown:
        raise TypeError(f"{unknown[0]!r} is an invalid keyword argument")
    settings = _settings(options)
    try:
        return evaluate(name, data, _importer(options), settings).apply(json_text) + "\n"
    except Failure as failure:
        lines = [failure.head]
        if failure.head.startswith("RUNTIME"):
            lines += reference_trace(failure.findings[0].trail, options.get("max_trace", 20))
        raise JsonnetError("\n".join(lines) + "\n", failure) from None


def _settings(options: Options) -> Settings:
    settings = Settings()
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
        for name, text in (given or {}).items():
            target[name] = (is_code, text)
    for name, (params, function) in (options.get("native_callbacks") or {}).items():
        settings.natives[name] = _native(name, tuple(params), function)
    return settings


def _importer(options: Options) -> Importer:
    callback: ImportCallback | None = options.get("import_callback")
    if callback is not None:
        return CallbackImporter(callback)
    paths = options.get("jpathdir") or ()
    return DiskImporter([paths] if isinstance(paths, str) else list(paths))


def _native(name: str, params: tuple[str, ...], function: Callable[..., object]) -> Func:
    """A Python function as a Jsonnet one: plain values in, plain data out."""

    def code(*arguments: Value) -> Value:
        given = [_to_plain(force(a) if a.__class__ is Thunk else a) for a in arguments]
        return from_plain(current().answers.ask(name, called, given))

    def called(*arguments: object) -> object:
        try:
            return _data(name, function(*arguments))
        except Stop:
            raise
        except Exception as error:  # noqa: BLE001  whatever the embedding program raises
            raise Stop(str(error)) from None

    return Func(code, params, frozenset(), name)


def _to_plain(value: Value) -> object:
    if value is None or value.__class__ in {bool, float, str}:
        return value
    raise Stop("native extensions can only take primitives.")


def _data(name: str, data: object) -> object:
    """What a Python function gave, as data that nobody else changes."""
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, float):
        if not math.isfinite(data):
            raise Stop(f"native callback {name} returned {data}, which is no finite number")
        return float(data)
    if isinstance(data, Mapping):
        return {str(key): _data(name, item) for key, item in data.items()}
    if isinstance(data, list | tuple):
        return [_data(name, item) for item in data]
    raise Stop(f"native callback {name} returned a Python {type(data).__name__}")
