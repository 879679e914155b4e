"""The project's settings: ``confty.toml``, or ``[tool.confty]`` in ``pyproject.toml``.

The nearest file above the work decides; when both are in one folder, ``confty.toml`` wins.  The
user's own file stands under it, the command line over it.  A key that means nothing is an error
with a suggestion, since a misspelt setting that does nothing is worse than none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final

from confty.text import Diagnostic, Severity

LEVELS: Final = {
    "error": Severity.ERROR,
    "warn": Severity.WARNING,
    "warning": Severity.WARNING,
    "hint": Severity.HINT,
    "ignore": None,
}
PATH_KEYS: Final = ("jpath", "schema", "package-schemas", "mocks")
GENERAL_KEYS: Final[dict[str, type]] = {
    "include": list,
    "exclude": list,
    "rules": dict,
    "schemas": dict,
    "overrides": list,
    "output-format": str,
    "baseline": str,
}


class BadConfig(Exception):
    """A config file that cannot be used; the message names the file and says what is wrong."""


class Config:
    """What one project set."""

    def __init__(self, table: Mapping[str, Any], root: str = "", origin: str = "") -> None:
        self.root = root
        self.origin = origin
        self.table = table

    def strings(self, key: str) -> list[str]:
        """Return a list of strings, empty when it is not set."""
        found = self.table.get(key, [])
        assert isinstance(found, list)
        return [str(item) for item in found]

    @property
    def output_format(self) -> str | None:
        """How findings are reported when the command line does not say."""
        return self.table.get("output-format")

    def language(self, name: str) -> dict[str, Any]:
        """Return the settings of one language, keys with underscores."""
        table = self.table.get(name, {})
        return {
            key.replace("-", "_"): self._placed(value) if key in PATH_KEYS else value
            for key, value in table.items()
        }

    def _placed(self, value: Any) -> Any:
        """Read paths as what they are below the config file's folder."""
        if isinstance(value, list):
            return [self._placed(item) for item in value]
        if not isinstance(value, str) or not self.root or os.path.isabs(value):
            return value
        return os.path.relpath(os.path.join(self.root, value))

    def below(self, path: str) -> str:
        """Spell ``path`` relative to the config file's folder, as its patterns are."""
        return os.path.relpath(path, self.root or ".").replace("\\", "/")

    def matches(self, path: str, globs: list[str]) -> bool:
        """Whether a pattern of the config file takes ``path`` or a folder above it."""
        if not globs:
            return False
        from confty.workspace.globs import glob_pattern

        below = self.below(path)
        return any(
            glob_pattern(glob).match(below) or glob_pattern(glob.rstrip("/") + "/**").match(below)
            for glob in globs
        )

    def schema_for(self, path: str) -> str | None:
        """Return the schema that the ``schemas`` table maps ``path`` to."""
        for glob, schema in self.table.get("schemas", {}).items():
            if self.matches(path, [glob]):
                return os.path.relpath(os.path.join(self.root, schema)) if self.root else schema
        return None

    def rules_for(self, path: str) -> dict[str, str]:
        """Return the levels of rules for a file: the general ones, then each override's."""
        rules = dict(self.table.get("rules", {}))
        for override in self.table.get("overrides", ()):
            if self.matches(path, override.get("include", [])):
                rules.update(override.get("rules", {}))
        return rules


def levelled(diagnostic: Diagnostic, rules: Mapping[str, str]) -> Diagnostic | None:
    """Give a finding the level its project asks for; None when it is ignored."""
    if not rules:
        return diagnostic
    name = diagnostic.code.name
    level = rules.get(name) or rules.get(name.partition("/")[2]) or rules.get("all")
    if level is None:
        return diagnostic
    severity = LEVELS[level]
    return None if severity is None else diagnostic.with_severity(severity)


def find_config(start: str, languages: tuple[str, ...], chosen: str | None = None) -> Config:
    """Read the config for work in the folder ``start``, or the file that was chosen."""
    chosen = chosen or os.environ.get("CONFTY_CONFIG_FILE")
    if chosen:
        return Config(_read(chosen, languages), os.path.dirname(chosen), chosen)
    user = _user_table(languages)
    folder = os.path.abspath(start)
    while True:
        for name in ("confty.toml", "pyproject.toml"):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (table := _read(path, languages)) is not None:
                return Config({**user, **table}, folder, path)
        parent = os.path.dirname(folder)
        if parent == folder:
            return Config(user)
        folder = parent


def _user_table(languages: tuple[str, ...]) -> dict[str, Any]:
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    path = os.path.join(home, "confty", "confty.toml")
    return (_read(path, languages) or {}) if os.path.isfile(path) else {}


def _read(path: str, languages: tuple[str, ...]) -> Any:
    """Return the file's table; None for a ``pyproject.toml`` that does not speak of confty."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise BadConfig(f"{path}: {(error.strerror or 'unreadable').lower()}") from None
    in_pyproject = os.path.basename(path) == "pyproject.toml"
    if in_pyproject and b"confty" not in data:
        return None
    import tomllib

    try:
        table = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path}: {error}") from None
    if in_pyproject:
        table = table.get("tool", {}).get("confty")
        if table is None:
            return None
    _validate(table, path, languages)
    return table


def _validate(table: object, path: str, languages: tuple[str, ...]) -> None:
    if not isinstance(table, dict):
        raise BadConfig(f"{path}: expected a table of settings")
    for key, value in table.items():
        wanted: type | None = dict if key in languages else GENERAL_KEYS.get(key)
        if wanted is None:
            near = _near(key, [*GENERAL_KEYS, *languages])
            raise BadConfig(f"{path}: there is no setting {key!r}{near}")
        if not isinstance(value, wanted):
            raise BadConfig(f"{path}: expected a {_word(wanted)} for {key!r}")
    _validate_rules(table.get("rules", {}), path)
    for override in table.get("overrides", ()):
        if not isinstance(override, dict) or not isinstance(override.get("include"), list):
            raise BadConfig(f"{path}: an override needs a list 'include'")
        _validate_rules(override.get("rules", {}), path)


def _validate_rules(rules: object, path: str) -> None:
    if not isinstance(rules, dict):
        raise BadConfig(f"{path}: expected a table for 'rules'")
    for rule, level in rules.items():
        if level not in LEVELS:
            near = _near(str(level), list(LEVELS))
            raise BadConfig(f"{path}: rule {rule!r} has no level {level!r}{near}")


def _near(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f"; did you mean {close[0]!r}?" if close else f"; known are {', '.join(known)}"


def _word(kind: type) -> str:
    words: dict[type, str] = {dict: "table", list: "list", str: "string"}
    return words[kind]


def overridden(config: Config, assignments: list[str]) -> Config:
    """Apply ``KEY=VALUE`` from the command line; the value is TOML, or a plain word."""
    if not assignments:
        return config
    import tomllib

    table: dict[str, Any] = dict(config.table)
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        if not equals or not re.fullmatch(r"[\w./-]+", key):
            raise BadConfig(f"--config: expected KEY=VALUE, found {assignment!r}")
        try:
            parsed = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            parsed = value
        *above, last = key.split(".")
        place = table
        for step in above:
            place[step] = dict(place.get(step, {}))
            place = place[step]
        place[last] = parsed
    return Config(table, config.root, config.origin)
