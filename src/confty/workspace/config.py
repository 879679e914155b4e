"""The project's settings: ``confty.toml``, or ``[tool.confty]`` in ``pyproject.toml``.

The nearest file above the work decides; when both are in one folder, ``confty.toml`` wins.  The
user's own file stands under it, the command line over it.
"""

from __future__ import annotations

import os
from _collections_abc import Mapping

from confty.kit.reading import read_file, slashed
from confty.patterns import pattern
from confty.registry import BY_NAME
from confty.text import Diagnostic
from confty.workspace.levels import LEVELS, BadConfig
from confty.workspace.sandbox import Sandbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

# A config file is written by hand.
_MOST: Final = 16 << 20
#: Where a baseline is written, below the root of a project, and looked for from then on.
DEFAULT_NAME: Final = ".confty-baseline.json"
# The line of a table of tools, ours or all of them, or a key in it: however it may be spaced.
_OUR_TABLE: Final = pattern(
    rb"(?m)^[ \t]*(?:\[+[ \t]*)?[\"']?tool[\"']?[ \t]*(?:[\]=]|\.[ \t]*[\"']?confty)"
)


class Config:
    """What one project set, and what the command line said on top of it."""

    def __init__(
        self,
        table: Mapping[str, Any],
        root: str = "",
        levels: Mapping[str, str] | None = None,
        path: str = "",
        brought: Mapping[str, Any] | None = None,
    ) -> None:
        self.root = root
        #: The file that the settings are from; empty: there is none in the project.
        self.path = path
        self.table = table
        #: What of it came with the tree, and was said by nobody who runs a command.
        self.brought: Final = brought or {}
        self.levels = levels or {}
        # Whether paths are spelled from the root of the disk, and not from here.
        self.whole = False

    def but(
        self,
        *,
        table: Mapping[str, Any] | None = None,
        root: str | None = None,
        levels: Mapping[str, str] | None = None,
    ) -> Config:
        """Return the same with something else said of it; what came with the tree still did."""
        made = Config(
            self.table if table is None else table,
            self.root if root is None else root,
            self.levels if levels is None else levels,
            self.path,
            self.brought,
        )
        made.whole = self.whole
        return made

    def strings(self, key: str) -> list[str]:
        """Return a list of strings, empty when it is not set."""
        return list(self.table.get(key, ()))

    @property
    def output_format(self) -> str | None:
        """How findings are reported when the command line does not say."""
        return self.table.get("output-format")

    @property
    def error_on_warning(self) -> bool:
        """Whether warnings make a command fail."""
        return bool(self.table.get("error-on-warning", False))

    @property
    def baseline(self) -> str | None:
        """The baseline's file, below the config file's folder."""
        found = self.table.get("baseline")
        if found is None:
            return None
        path: str = self._placed(found)
        # The file is written, too, and a repository must not say that of any file it likes.
        if self.root and not Sandbox((self.root,)).holds(path):
            raise BadConfig(f"the baseline {found} is not below the config file's folder")
        return path

    @property
    def vendor(self) -> str:
        """What becomes of findings in packages that others wrote."""
        found: str = self.table.get("vendor", "warn")
        return found

    @property
    def max_file_size(self) -> int | None:
        """How many bytes a file may have, where the config file says."""
        found = self.table.get("max-file-size")
        return None if found is None else int(found * (1 << 20))

    def language(self, name: str) -> dict[str, object]:
        """Return the settings of one language, keys with underscores."""
        table = self.table.get(name, {})
        paths = BY_NAME[name].paths
        return {
            key.replace("-", "_"): self._placed(value) if key.replace("_", "-") in paths else value
            for key, value in table.items()
        }

    def _placed(self, value: object) -> Any:
        """Read paths as what they are below the config file's folder."""
        if isinstance(value, list):
            return [self._placed(item) for item in value]
        if not isinstance(value, str) or not self.root or os.path.isabs(value):
            return value
        path = os.path.join(self.root, value)
        return os.path.normpath(path) if self.whole else os.path.relpath(path)

    def below(self, path: str) -> str:
        """Spell ``path`` relative to the config file's folder, as its patterns are."""
        return slashed(os.path.relpath(path, self.root or "."))

    def matches(self, path: str, globs: list[str]) -> bool:
        """Whether a pattern of the config file takes ``path`` or a folder above it."""
        if not globs:
            return False
        from confty.workspace.globs import glob_pattern  # noqa: PLC0415  start-up: few have any

        below = self.below(path)
        return any(
            glob_pattern(glob).match(below) or glob_pattern(glob.rstrip("/") + "/**").match(below)
            for glob in globs
        )

    def schema_for(self, path: str) -> str | None:
        """Return the schema that the ``schemas`` table maps ``path`` to."""
        for glob, schema in self.table.get("schemas", {}).items():
            if self.matches(path, [glob]):
                # A name without a suffix, or an address, is one in the store of schemas; a
                # class of Python is looked for below the project's root.
                stored = "://" in schema or not os.path.splitext(schema)[1]
                stored = stored or schema.startswith("python:")
                found: str = schema if stored else self._placed(schema)
                return found
        return None

    def brings(self, schema: str) -> bool:
        """Whether a schema is named by a file that came with the tree."""
        tables = [table for table in self.brought.values() if isinstance(table, Mapping)]
        named = [*self.brought.get("schemas", {}).values(), *[one.get("schema") for one in tables]]
        return any(isinstance(one, str) and self._placed(one) == schema for one in named)

    @property
    def entries(self) -> list[str] | None:
        """The programs under which libraries are checked, as paths from here; None: find them."""
        named = self.table.get("entries")
        return None if named is None else [self._placed(path) for path in named]

    def rules_for(self, path: str) -> list[Mapping[str, str]]:
        """Return the tables of levels for a file, the one that wins first."""
        layers: list[Mapping[str, str]] = [self.table.get("rules", {})]
        layers += [
            override.get("rules", {})
            for override in self.table.get("overrides", ())
            if self.matches(path, override["include"])
        ]
        layers.append(self.levels)
        return [layer for layer in reversed(layers) if layer]


def asked_for(diagnostic: Diagnostic, layers: list[Mapping[str, str]]) -> bool:
    """Whether to show a finding at all: some kinds are shown only where a rule names them."""
    name = diagnostic.code.name
    return diagnostic.code.on or any(
        name in rules or name.partition("/")[2] in rules for rules in layers
    )


def levelled(diagnostic: Diagnostic, layers: list[Mapping[str, str]]) -> Diagnostic | None:
    """Give a finding the level its project asks for; None when it is ignored.

    A later layer beats an earlier one, however generally it speaks; inside a layer the full name
    beats the short one, and both beat ``all``.
    """
    name = diagnostic.code.name
    for rules in layers:
        level = rules.get(name) or rules.get(name.partition("/")[2]) or rules.get("all")
        if level is not None:
            severity = LEVELS[level]
            return None if severity is None else diagnostic.with_severity(severity)
    return diagnostic


def find_config(
    start: str, languages: Mapping[str, tuple[str, ...]], chosen: str | None = None
) -> Config:
    """Read the config for work in the folder ``start``, or the file that was chosen."""
    chosen = chosen or os.environ.get("CONFTY_CONFIG_FILE")
    if chosen:
        table = _read(chosen, languages)
        if table is None:
            raise BadConfig(f"{chosen}: there is no [tool.confty] in it")
        return Config(table, os.path.dirname(os.path.abspath(chosen)), path=chosen)
    user = _user_table(languages)
    for place in places(start):
        if not os.path.isfile(place):
            continue
        # Spelled from here, as people know it, where that is not longer.
        path = min(place, os.path.relpath(place), key=len)
        if (table := _read(path, languages)) is not None:
            return Config({**user, **table}, os.path.dirname(place), path=path, brought=table)
    return Config(user)


def places(start: str) -> Iterator[str]:
    """Where a config for work in the folder ``start`` may lie, the one that wins first."""
    folder, last = os.path.abspath(start), ""
    while folder != last:
        yield os.path.join(folder, "confty.toml")
        yield os.path.join(folder, "pyproject.toml")
        folder, last = os.path.dirname(folder), folder


def user_place() -> str:
    """Where the user's own config may lie, which stands under all others."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.path.join(home, "confty", "confty.toml")


def _user_table(languages: Mapping[str, tuple[str, ...]]) -> dict[str, object]:
    path = user_place()
    return (_read(path, languages) or {}) if os.path.isfile(path) else {}


def _may_speak(data: bytes) -> bool:
    """Whether a ``pyproject.toml`` may have a table for us: it may only name us in a list."""
    return b"confty" in data and _OUR_TABLE.search(data) is not None


def _read(path: str, languages: Mapping[str, tuple[str, ...]]) -> dict[str, object] | None:
    """Return the file's table; None for a ``pyproject.toml`` that does not speak of confty."""
    try:
        data = read_file(path, _MOST)
    except OSError as error:
        raise BadConfig(f"{path}: {(error.strerror or 'unreadable').lower()}") from None
    if os.path.basename(path) == "pyproject.toml" and not _may_speak(data):
        return None
    try:
        return _table(data, path, languages)
    except BadConfig as bad:
        bad.path, bad.text = path, data.decode(errors="replace")
        raise


def _toml(text: str) -> dict[str, object]:
    from confty.workspace.plain_toml import Elaborate, plain_toml  # noqa: PLC0415  start-up: for configs only

    try:
        return plain_toml(text)
    except Elaborate:
        import tomllib  # noqa: PLC0415  start-up: it takes as long as a command

        return tomllib.loads(text)


def _table(
    data: bytes, path: str, languages: Mapping[str, tuple[str, ...]]
) -> dict[str, object] | None:
    try:
        table: Any = _toml(data.decode())
    except ValueError as error:  # also for what is no UTF-8, and a number of too many digits
        raise BadConfig(f"{path}: {error}") from None
    except RecursionError:
        raise BadConfig(f"{path}: it is nested too deeply") from None
    if os.path.basename(path) == "pyproject.toml":
        tools = table.get("tool")
        table = tools.get("confty") if isinstance(tools, dict) else None
        if table is None:
            return None
    from confty.workspace.validate import validate  # noqa: PLC0415  start-up: the same

    validate(table, path, languages)
    found: dict[str, object] = table
    return found


#: A part of a key: a word, which may be the full name of a rule, or anything in quotes.
_STEP: Final = r"""\"[^"]*\"|'[^']*'|[\w/-]+"""
_ASSIGNMENT: Final = rf"(?s)\s*(?P<key>(?:{_STEP})(?:\.(?:{_STEP}))*)\s*=(?P<value>.*)"


def overridden(
    config: Config, assignments: list[str], languages: Mapping[str, tuple[str, ...]]
) -> Config:
    """Apply ``KEY=VALUE`` from the command line; the value is TOML, or a plain word."""
    if not assignments:
        return config
    import re  # noqa: PLC0415  start-up: few set something
    import tomllib  # noqa: PLC0415  start-up: the same

    table: dict[str, Any] = dict(config.table)
    for assignment in assignments:
        written = re.fullmatch(_ASSIGNMENT, assignment)
        if written is None:
            raise BadConfig(f"--config: expected KEY=VALUE, found {assignment!r}")
        value = written["value"]
        try:
            parsed = tomllib.loads(f"value = {value}")["value"]
        except (ValueError, RecursionError):
            parsed = value
        steps = [step.strip("\"'") for step in re.findall(_STEP, written["key"])]
        *above, last = steps
        place = table
        for step in above:
            inner = place.get(step, {})
            place[step] = dict(inner) if isinstance(inner, dict) else {}
            place = place[step]
        place[last] = parsed
    from confty.workspace.validate import validate  # noqa: PLC0415  start-up: the same

    validate(table, "--config", languages)
    return config.but(table=table)
