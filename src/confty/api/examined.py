"""Is a keyword argument what its name says?  A wrong one is told at the call, in every language.

What does not fit is a ``TypeError``, a number or a word that means nothing a ``ValueError``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from math import isnan
from typing import Any, Final

from confty.kit.suggest import did_you_mean
from confty.registry import ALL_DIALECTS, BY_NAME, DIALECTS, SETTINGS, UNKNOWN_TYPES

# Settings that a config file may not say, since they run code.
_MORE: Final = ("mocks", "allow-commands")


def examine(present: Mapping[str, Any], lang: str | None) -> None:
    """Refuse what does not fit."""
    for name, value in present.items():
        judge = _JUDGES.get(name)
        if judge is not None:
            judge(name, value)
    _settings(present.get("settings", {}), lang)


def _wrong(name: str, wanted: str, value: object) -> TypeError:
    return TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def _amount(name: str, value: object) -> None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _wrong(name, "a number", value)
    if value <= 0 or isnan(value):
        raise ValueError(f"{name} must be above zero, not {value!r}")


def _count(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(name, "a whole number", value)
    _amount(name, value)


def _switch(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise _wrong(name, "True or False", value)


def _place(name: str, value: object) -> None:
    if not isinstance(value, str | os.PathLike):
        raise _wrong(name, "a text or a path", value)


def _dialect(name: str, value: object, known: tuple[str, ...] = DIALECTS) -> None:
    if not isinstance(value, str):
        raise _wrong(name, "a text", value)
    if value not in known:
        raise ValueError(f"{name} is one of {', '.join(known)}, not {value!r}")


def _callable(name: str, value: object) -> None:
    if not callable(value):
        raise _wrong(name, "callable", value)


def _table(name: str, value: object) -> None:
    if not isinstance(value, Mapping):
        raise _wrong(name, "a mapping", value)
    for key in value:
        if not isinstance(key, str):
            raise _wrong(f"a key of {name}", "a text", key)


def _texts(name: str, value: Mapping[str, object]) -> None:
    _table(name, value)
    more = "" if name == "secrets" else "; give other data with inputs="
    for key, each in value.items():
        if not isinstance(each, str):
            raise TypeError(f"{_wrong(f'{name}[{key!r}]', 'a text', each)}{more}")


def _natives(name: str, value: Mapping[str, object]) -> None:
    _table(name, value)
    for key, each in value.items():
        function = each[-1] if isinstance(each, tuple) and each else each
        if not callable(function):
            raise _wrong(f"{name}[{key!r}]", "a function", each)


def _names(name: str, value: object) -> None:
    if isinstance(value, Mapping):
        _table(name, value)
        for key, kind in value.items():
            if not isinstance(kind, str):
                raise _wrong(f"{name}[{key!r}]", "a text", kind)
            if kind not in UNKNOWN_TYPES:
                known = ", ".join(UNKNOWN_TYPES)
                raise ValueError(f"{name}[{key!r}] is one of {known}, not {kind!r}")
        return
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise _wrong(name, "several names, or a mapping of names to types", value)
    # What is gone through once only would be empty when it is used.
    if isinstance(value, list | tuple | set | frozenset):
        for each in value:
            if not isinstance(each, str):
                raise _wrong(f"a name in {name}", "a text", each)


def _folders(name: str, value: object) -> None:
    if isinstance(value, str | os.PathLike):
        return
    if isinstance(value, bytes) or not isinstance(value, Iterable):
        raise _wrong(name, "a folder or several", value)


def _schema(name: str, value: object) -> None:
    if isinstance(value, int | float | list | tuple | bytes):
        raise _wrong(name, "a file, a table, or a Python type", value)


_JUDGES: Final[dict[str, Callable[[str, Any], None]]] = {
    "timeout": _amount, "max_stack": _count, "max_memory": _amount, "max_output": _amount,
    "cache": _switch, "show_secrets": _switch, "jit": _switch, "sandbox": _place,
    "dialect": _dialect, "import_callback": _callable, "settings": _table, "config": _table,
    "inputs": _table, "ext_vars": _texts, "ext_codes": _texts, "tla_vars": _texts,
    "tla_codes": _texts, "secrets": _texts, "unknowns": _names, "natives": _natives,
    "jpath": _folders, "schema": _schema,
}  # fmt: skip


def _settings(given: Mapping[str, object], lang: str | None) -> None:
    """Further settings: those of the language's table in a config file."""
    tables = SETTINGS.values() if lang is None else (SETTINGS.get(lang, ()),)
    known = [*(key for table in tables for key in table), *_MORE]
    for name in given:
        if name.replace("_", "-") not in known:
            where = "" if lang is None else f" for {lang}"
            near = did_you_mean(name, known)
            raise TypeError(f"there is no setting {name!r}{where}{near}")
        judge = _JUDGES.get(name.replace("-", "_"))
        if name == "dialect":
            # As in a config file, which tells documents apart, too.
            _dialect(name, given[name], ALL_DIALECTS if lang is None else BY_NAME[lang].dialects)
        elif judge in {_amount, _count, _switch}:
            judge(name, given[name])
