"""The one list of languages.  Found by name or by file suffix, loaded when first asked for.

Nobody else names a language: a new one is a line here and a folder under ``languages``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from confty.language import Language


class Entry:
    """What can be said of a language before it is loaded."""

    __slots__ = ("attribute", "flags", "module", "name", "settings", "suffixes")

    def __init__(
        self,
        name: str,
        suffixes: tuple[str, ...],
        module: str,
        attribute: str,
        settings: str = "",
        flags: str = "",
    ) -> None:
        self.name = name
        # The keys of its table in a config file.
        self.settings = tuple(settings.split())
        # The flags of ``eval`` that not every language reads, and this one does.
        self.flags = tuple(flags.split())
        self.suffixes = suffixes
        self.module = module
        self.attribute = attribute


LANGUAGES: Final = (
    Entry("json", (".json",), "confty.languages.data.wiring", "JSON", "schema indent", "schema"),
    Entry("yaml", (".yaml", ".yml"), "confty.languages.data.wiring", "YAML", "schema", "schema"),
    Entry("toml", (".toml",), "confty.languages.data.wiring", "TOML", "schema", "schema"),
    Entry("rcl", (".rcl",), "confty.languages.rcl.wiring", "LANGUAGE", "", "ext_vars"),
    Entry(
        "jsonnet",
        (".jsonnet", ".libsonnet"),
        "confty.languages.jsonnet.wiring",
        "LANGUAGE",
        "jpath ext-vars tla-vars max-stack timeout indent max-blank-lines string-style "
        "comment-style pretty-field-names pad-arrays pad-objects sort-imports use-implicit-plus",
        "ext_vars tla_vars timeout",
    ),
    Entry(
        "pcl",
        (".pp",),
        "confty.languages.pcl.wiring",
        "LANGUAGE",
        "schema package-schemas mocks strict lenient allow-missing-variables "
        "allow-missing-properties skip-resource-typechecking skip-invoke-typechecking "
        "skip-range-typechecking prefer-output-invokes project stack organization config "
        "secret-config",
        "ext_vars schema package_schemas",
    ),
    Entry(
        "phy",
        (".phy",),
        "confty.languages.phy.wiring",
        "LANGUAGE",
        "dialect jit max-stack timeout traps",
        "dialect jit timeout",
    ),
)

NAMES: Final = tuple(entry.name for entry in LANGUAGES)
SETTINGS: Final = {entry.name: entry.settings for entry in LANGUAGES}
SUFFIXES: Final = {suffix: entry.name for entry in LANGUAGES for suffix in entry.suffixes}


@cache
def language(name: str) -> Language:
    """Load a language by its name; the name must be one of ``NAMES``."""
    for entry in LANGUAGES:
        if entry.name == name:
            found = getattr(import_module(entry.module), entry.attribute)
            assert isinstance(found, Language)
            return found
    raise KeyError(name)


def language_of(path: str) -> str | None:
    """Say which language a file is written in, by its suffix."""
    dot = path.rfind(".")
    slash = max(path.rfind("/"), path.rfind("\\"))
    return SUFFIXES.get(path[dot:].lower()) if dot > slash else None


def readers_of_flags() -> dict[str, frozenset[str]]:
    """Say which languages read each flag that not all of them do."""
    flags = {flag for entry in LANGUAGES for flag in entry.flags}
    return {
        flag: frozenset(entry.name for entry in LANGUAGES if flag in entry.flags) for flag in flags
    }
