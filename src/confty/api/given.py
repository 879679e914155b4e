"""Keyword arguments of the calls: what each is, and the setting that it becomes.

A call has exactly these, so that a misspelt one is a ``TypeError`` as anywhere in Python; one that
the file's language has no use for is one too, because it would be ignored in silence.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import wraps
from typing import Any, Final, Literal, ParamSpec, TypedDict, TypeVar, get_type_hints

from confty.api.examined import examine
from confty.kit.suggest import did_you_mean
from confty.models import schema_of
from confty.registry import readers_of_flags

P = ParamSpec("P")
R = TypeVar("R")
ImportCallback = Callable[[str, str], tuple[str, bytes]]
Dialect = Literal["go", "cpp", "seed", "current"]
DataLang = Literal["json", "yaml", "toml"]
Schema = str | os.PathLike[str] | Mapping[str, object] | type


class ToAny(TypedDict, total=False):
    """What every language takes: how far a program may go."""

    timeout: float
    max_memory: float
    max_output: float
    cache: bool
    sandbox: str | os.PathLike[str]
    show_secrets: bool
    settings: Mapping[str, object]


class ToRcl(ToAny, total=False):
    """What a program is given that has external variables and imports."""

    ext_vars: Mapping[str, str]
    ext_codes: Mapping[str, str]
    inputs: Mapping[str, object]
    secrets: Mapping[str, str]
    unknowns: Iterable[str] | Mapping[str, str]
    jpath: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


class ToFunctions(ToRcl, total=False):
    """What Jsonnet has alone."""

    tla_vars: Mapping[str, str]
    tla_codes: Mapping[str, str]
    max_stack: int
    import_callback: ImportCallback
    natives: Mapping[str, Any]


class ToJsonnet(ToFunctions, total=False):
    """What a Jsonnet program is given."""

    dialect: Literal["go", "cpp"]


class ToData(ToAny, total=False):
    """What a data file is given."""

    schema: Schema


class ToPcl(ToRcl, total=False):
    """What a PCL program is given."""

    config: Mapping[str, object]
    schema: Schema


class ToPhy(ToAny, total=False):
    """What a Phy program is given."""

    dialect: Literal["seed", "current"]
    max_stack: int
    jit: bool


class ToFormat(ToAny, total=False):
    """What the formatters take."""

    dialect: Dialect


class Given(ToFunctions, total=False):
    """What a program is given from outside, and how far it may go: of all languages."""

    config: Mapping[str, object]
    schema: Schema
    dialect: Dialect
    jit: bool


_PLAIN: Final = (
    "dialect", "timeout", "max_stack", "max_memory", "max_output", "cache",
    "show_secrets", "jit", "natives", "import_callback",
)  # fmt: skip
#: From a keyword to the flag of the command line that not every language has.
_FLAGS: Final = {
    "ext_vars": "ext_vars", "ext_codes": "ext_vars", "inputs": "ext_vars",
    "secrets": "ext_vars", "unknowns": "ext_vars", "tla_vars": "tla_vars",
    "tla_codes": "tla_vars", "schema": "schema", "dialect": "dialect", "jit": "jit",
}  # fmt: skip
_ONLY: Final = {
    "import_callback": ("jsonnet",), "natives": ("jsonnet",), "config": ("pcl",),
    "jpath": ("jsonnet", "rcl", "pcl"), "max_stack": ("jsonnet", "phy"),
}  # fmt: skip


def takes(known: type) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse keywords that are not in a table of them, and show all of them in the signature."""
    hints = get_type_hints(known)

    def explicit(function: Callable[P, R]) -> Callable[P, R]:
        plain = inspect.signature(function)
        own = [one for one in plain.parameters.values() if one.kind is not one.VAR_KEYWORD]
        more = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
            for name, hint in hints.items()
        ]
        names = {one.name for one in own} | hints.keys()

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            unknown = sorted(kwargs.keys() - names)
            if unknown:
                said = f"{function.__name__}() got an unexpected keyword argument {unknown[0]!r}"
                raise TypeError(f"{said}{did_you_mean(unknown[0], sorted(names))}")
            return function(*args, **kwargs)

        call.__signature__ = plain.replace(parameters=[*own, *more])  # type: ignore[attr-defined]  # for ``inspect``
        if function.__doc__:  # not under ``-OO``
            told = "".join(f"\n  {name}: {MEANINGS[name]}" for name in hints)
            call.__doc__ = f"{inspect.cleandoc(function.__doc__)}\n\nWhat it is given:\n{told}\n"
        return call

    return explicit


takes_given = takes(Given)


def settings_of(given: Mapping[str, Any], lang: str | None) -> dict[str, object]:
    """The settings that keyword arguments make, for a language or for any."""
    present = {name: value for name, value in given.items() if value is not None}
    if lang is not None:
        _refuse_idle(present, lang)
    examine(present, lang)
    # Under their names inside; a config file writes them with dashes.
    further = present.get("settings", {})
    made: dict[str, object] = {key.replace("-", "_"): value for key, value in further.items()}
    for name in _PLAIN:
        if name in present:
            made[name] = present[name]
    for kind in ("ext", "tla"):
        variables = _variables(present, kind)
        if variables:
            made[f"{kind}_vars"] = variables
    if "config" in present:
        made["config"] = {
            key: _text(value, f"config[{key!r}]") for key, value in present["config"].items()
        }
    if "jpath" in present:
        folders = present["jpath"]
        several = [folders] if isinstance(folders, str | os.PathLike) else folders
        made["jpath"] = [os.fspath(one) for one in several]
    if "sandbox" in present:
        made["sandbox"] = os.fspath(present["sandbox"])
    if "schema" in present:
        made["schema"] = _schema(present["schema"])
    return made


def _schema(given: object) -> object:
    if isinstance(given, Mapping):
        return given
    if isinstance(given, str | os.PathLike):
        return os.fspath(given)
    return schema_of(given)


def _refuse_idle(present: Mapping[str, object], lang: str) -> None:
    readers = readers_of_flags()
    for name in present:
        known = readers.get(_FLAGS.get(name, ""), ()) or _ONLY.get(name, ())
        if known and lang not in known:
            raise TypeError(
                f"{name} has no meaning in {lang}; it is for {', '.join(sorted(known))}"
            )


def _variables(present: Mapping[str, Any], kind: str) -> dict[str, tuple[str, str]]:
    made: dict[str, tuple[str, str]] = {}
    for form, name in (("str", f"{kind}_vars"), ("code", f"{kind}_codes")):
        made |= _named(form, present.get(name, {}))
    if kind == "tla":
        return made
    for key, value in present.get("inputs", {}).items():
        form = "str" if isinstance(value, str) else "code"
        made[_exactly(key)] = (form, _text(value, f"inputs[{key!r}]"))
    made |= _named("secret", present.get("secrets", {}))
    unknowns = present.get("unknowns", ())
    table = unknowns if isinstance(unknowns, Mapping) else dict.fromkeys(unknowns, "any")
    return made | _named("unknown", table)


def _named(form: str, table: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {_exactly(key): (form, _exactly(text)) for key, text in table.items()}


def _exactly(text: str) -> str:
    """A text and nothing else: languages tell values by their classes."""
    return str.__str__(text)


def _text(value: object, name: str) -> str:
    """A text as it is, other data as JSON writes it."""
    if isinstance(value, str):
        return _exactly(value)
    try:
        return json.dumps(value, allow_nan=False, default=_plain)
    except RecursionError:
        raise ValueError(f"{name} must be data that JSON has: it nests too deeply") from None
    except (TypeError, ValueError) as wrong:
        kind = type(wrong)
        raise kind(
            f"{name} must be data that JSON has: {str(wrong)[:1].lower()}{str(wrong)[1:]}"
        ) from None


def _plain(value: object) -> object:
    """Data that is almost JSON's: paths, and decimals that a float writes the same way."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Decimal) and value.is_finite():
        return int(value) if value == value.to_integral_value() else float(value)
    raise TypeError(f"{type(value).__name__} is not one of its types")


MEANINGS: Final = {
    "timeout": "seconds that the program may take",
    "max_memory": "megabytes of memory that it may take",
    "max_output": "megabytes that its value may have as a text",
    "cache": "whether compiled programs are kept on disk; they are",
    "sandbox": "where imports may lead: 'project', 'workdir', 'unrestricted', or a folder",
    "show_secrets": "secrets come as they are instead of labelled",
    "settings": "further settings, under the names of the config file",
    "ext_vars": "external variables that are texts (Jsonnet, RCL, PCL's configuration)",
    "ext_codes": "external variables that are expressions in the program's language",
    "inputs": "external variables as Python data: texts stay texts, all else is data",
    "secrets": "external variables that are secret, and so is what comes of them",
    "unknowns": "names of external variables that are not known yet, with their types or without",
    "jpath": "the folder, or folders, in which imports are looked for (Jsonnet, RCL, PCL)",
    "tla_vars": "arguments of a Jsonnet program that is a function: texts",
    "tla_codes": "arguments of a Jsonnet program that is a function: expressions",
    "max_stack": "how deep calls may nest (Jsonnet, Phy)",
    "import_callback": "reads imports: gets a folder and a path, returns name and bytes (Jsonnet)",
    "natives": "Python functions for std.native (Jsonnet)",
    "config": "a stack's configuration, as Python data (PCL)",
    "schema": "a JSON Schema as a file or a table, a Python type, or 'python:module:Class'"
    " (data files); schemas of packages (PCL)",
    "dialect": "which form of the language: 'go' or 'cpp' (Jsonnet), 'seed' or 'current' (Phy)",
    "jit": "whether programs become native code (Phy)",
}
