"""What a client may set: ``initializationOptions``, or the section ``confty`` of its settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

#: How long nothing may be typed before a file is checked, in seconds: at first, and while typing.
PAUSE: Final = 0.01
TYPING: Final = 0.15
_KINDS: Final = ("type", "parameter", "result")


class Settings:
    """Settings with their defaults; what has the wrong shape counts as not set."""

    def __init__(self, given: object = None, root: str = "") -> None:
        table = _table(given)
        table = _table(table["confty"]) if "confty" in table else table
        hints, diagnostics = table.get("inlayHints"), _table(table.get("diagnostics"))
        switches = _table(hints)
        # One switch for all, or one a kind.
        self.hints: Final = frozenset(
            kind
            for kind in _KINDS
            if hints is not False
            and switches.get("enabled", True) is not False
            and switches.get(f"{kind}s", switches.get(kind, True)) is not False
        )
        self.diagnostics: Final = (
            table.get("diagnostics") is not False and diagnostics.get("enabled", True) is not False
        )
        self.pause: Final = _seconds(diagnostics.get("delay"))
        self.flags: Final = _flags(table, root)


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _seconds(milliseconds: object) -> float | None:
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float):
        return None
    return min(max(float(milliseconds), 0.0), 10_000.0) / 1000


def _flags(table: Mapping[str, object], root: str) -> dict[str, object]:
    """What the command line takes as flags: search folders and values from outside."""
    flags: dict[str, object] = {}
    jpath = table.get("jpath")
    if isinstance(jpath, list):
        flags["jpath"] = [os.path.join(root, str(one)) for one in jpath]
    for kind in ("ext", "tla"):
        given = {
            str(name): (form, str(text))
            for key, form in (("Vars", "str"), ("Code", "code"))
            for name, text in _table(table.get(f"{kind}{key}")).items()
        }
        if given:
            flags[f"{kind}_vars"] = given
    schemas = table.get("packageSchemas")
    if isinstance(schemas, list):
        flags["package_schemas"] = [os.path.join(root, str(one)) for one in schemas]
    return flags
