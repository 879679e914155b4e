"""Targets: which files are evaluated, where their values go, in which form and with what inputs.

They come from a command line, or from the config file's ``targets``: a table from output paths to
what is written there and how, as a build file of RCL has it.  A path may hold placeholders, so
that one entry speaks of many files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from confty.fleet.job import Target
from confty.kit.reading import slashed
from confty.kit.suggest import did_you_mean
from confty.registry import BY_NAME, language_of
from confty.workspace.config import Config
from confty.workspace.find import NoSuchPath, find_files
from confty.workspace.sandbox import Sandbox

#: What a path of an output may ask for.
PLACEHOLDERS: Final = ("path", "folder", "stem", "name")
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
#: Suffixes of files that others import; a folder that is named does not mean them.
_LIBRARIES: Final = (".libsonnet",)


class BadTargets(Exception):
    """Targets that cannot be worked on; the message says why."""


def is_program(name: str) -> bool:
    """Whether a file that was found, not named, is one to evaluate: neither library nor data."""
    found = language_of(name)
    if found is None or name.endswith(_LIBRARIES):
        return False
    return not BY_NAME[found].module.endswith("data.wiring")


def programs(paths: Sequence[str], config: Config) -> list[str]:
    """Return the files that paths mean: those named, and the programs below folders."""
    try:
        return find_files(list(paths), config, is_program)
    except NoSuchPath as missing:
        raise BadTargets(str(missing)) from None


def placed(pattern: str, name: str, where: str) -> str:
    """Return the output path of a file; ``where`` is who gave the pattern."""
    name = slashed(os.path.normpath(name))
    path = os.path.splitext(name)[0]
    folder, stem = os.path.split(path)
    known = {"path": path, "folder": folder or ".", "stem": stem, "name": os.path.basename(name)}

    def filled(found: re.Match[str]) -> str:
        value = known.get(found[1])
        if value is None:
            near = did_you_mean(found[1], PLACEHOLDERS)
            raise BadTargets(f"{where}: there is no placeholder {found[0]}{near}")
        return value

    return slashed(os.path.normpath(_PLACEHOLDER.sub(filled, pattern)))


def named_targets(names: Sequence[str], pattern: str | None, form: str | None) -> list[Target]:
    """Make targets of files that a command line means."""
    made = []
    for name in names:
        output = None if pattern is None else placed(pattern, name, "--output")
        if output is not None and pattern is not None and _is_led_out(output, pattern):
            raise BadTargets(f"{output}: a link on the way leads to another folder")
        made.append(Target(name, output, form))
    return distinct(made)


def _is_led_out(output: str, pattern: str) -> bool:
    """Whether a link that the user did not name leads out of the folder that a pattern names."""
    base = os.path.abspath(os.path.dirname(pattern.partition("{")[0]))
    folder = os.path.dirname(os.path.abspath(output))
    is_inside = os.path.join(folder, "").startswith(os.path.join(base, ""))
    return is_inside and not Sandbox((base,)).holds(os.path.join(folder, "file"))


def configured_targets(
    config: Config, chosen: Callable[[str], bool] = lambda _: True
) -> tuple[list[Target], list[Mapping[str, object]]]:
    """Return the targets of a config file, and the inputs that they speak of by number."""
    targets: list[Target] = []
    inputs: list[Mapping[str, object]] = [{}]
    numbers: dict[str, int] = {}
    root = config.root or "."
    for pattern, table in config.table.get("targets", {}).items():
        where = f"targets.{pattern!r}"
        given = _inputs(table)
        number = numbers.setdefault(repr(given), len(inputs)) if given else 0
        if number == len(inputs):
            inputs.append(given)
        for name in _files(table, config, where):
            below = os.path.relpath(name, root)
            output = os.path.relpath(os.path.join(root, placed(pattern, below, where)))
            output = slashed(output)
            if not Sandbox((root,)).holds(output):
                raise BadTargets(f"{where}: {output} is not below the config file's folder")
            banner = table.get("banner", "")
            if chosen(output):
                form = table.get("format") or _form_of(output)
                targets.append(Target(name, output, form, banner, number))
    return distinct(targets), inputs


def _form_of(output: str) -> str | None:
    suffix = os.path.splitext(output)[1]
    return {".yaml": "yaml", ".yml": "yaml", ".toml": "toml", ".jsonl": "json-lines"}.get(suffix)


def _files(table: Mapping[str, Any], config: Config, where: str) -> list[str]:
    """Return the files that an entry means; a pattern means programs below the folder."""
    listed = table["from"]
    patterns = [listed] if isinstance(listed, str) else list(listed)
    root = os.path.relpath(config.root or ".")
    plain = [os.path.normpath(os.path.join(root, one)) for one in patterns if not _is_glob(one)]
    found = programs(plain, config)
    globs = [one for one in patterns if _is_glob(one)]
    if globs:
        below = programs([root], config)
        matching = [name for name in below if config.matches(name, globs)]
        if not matching:
            raise BadTargets(f"{where}: no program is named by {', '.join(globs)}")
        found += matching
    return sorted(dict.fromkeys(slashed(name) for name in found))


def _is_glob(text: str) -> bool:
    return any(letter in text for letter in "*?[{")


def _inputs(table: Mapping[str, Any]) -> dict[str, object]:
    made: dict[str, dict[str, tuple[str, str]]] = {}
    for kind in ("ext", "tla"):
        for form in ("str", "code"):
            for name, text in table.get(f"{kind}-{form}", {}).items():
                made.setdefault(f"{kind}_vars", {})[name] = (form, text)
    return dict(made)


def distinct(targets: list[Target]) -> list[Target]:
    """Refuse two values for one file; who asks twice for the same thing gets it once."""
    places: dict[str, Target] = {}
    made = list(dict.fromkeys(targets))
    for target in made:
        if target.output is None:
            continue
        whole = os.path.abspath(target.output)
        other = places.setdefault(whole, target)
        if other is not target:
            raise BadTargets(
                f"{other.name} and {target.name} would both be written to {target.output};"
                " use {path}, {folder}, {stem} or {name} in the output"
            )
        if whole == os.path.abspath(target.name):
            raise BadTargets(f"{target.name} would be overwritten by its own value")
    return made
