"""Inputs of a program, as a page's file says them instead of flags.

``inputs.json`` is ``{"ext": {"env": "dev", "token": {"secret": "…"}}, "tla": {…}}``: a text is a
text, and an object says what it is: ``{"code": "1 + 1"}``, ``{"secret": "…"}``,
``{"unknown": "string"}``.
"""

from __future__ import annotations

import json
from typing import Final

NAME: Final = "inputs.json"
_GROUPS: Final = {"ext": "ext_vars", "tla": "tla_vars"}
_KINDS: Final = ("str", "code", "secret", "unknown")


class BadInputs(Exception):
    """The file does not say inputs; the message never holds a value of it."""


def inputs_of(text: str | None) -> dict[str, object]:
    """Return the settings that the file makes, as flags would."""
    if text is None:
        return {}
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInputs(f"{NAME} is not JSON") from None
    if not isinstance(data, dict) or not data.keys() <= _GROUPS.keys():
        raise BadInputs(f"{NAME}: expected an object with `ext` and `tla`")
    return {_GROUPS[group]: _given(group, table) for group, table in data.items()}


def _given(group: str, table: object) -> dict[str, tuple[str, str]]:
    if not isinstance(table, dict):
        raise BadInputs(f"{NAME}: expected an object of inputs in `{group}`")
    found: dict[str, tuple[str, str]] = {}
    for name, value in table.items():
        said = {"str": value} if isinstance(value, str) else value
        if not isinstance(said, dict) or len(said) != 1:
            raise BadInputs(f"{NAME}: `{group}.{name}` is a text, or one of {_kinds()}")
        ((kind, content),) = said.items()
        if kind not in _KINDS or not isinstance(content, str):
            raise BadInputs(f"{NAME}: `{group}.{name}` is a text, or one of {_kinds()}")
        found[name] = (kind, content)
    return found


def _kinds() -> str:
    return ", ".join(f'{{"{kind}": "…"}}' for kind in _KINDS[1:])
