"""The one list of languages.  Found by name or by file suffix, loaded when first asked for.

Nobody else names a language: a new one is a line here and a folder under ``languages``.
"""

from __future__ import annotations

import sys

from confty.language import AnyLanguage, Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: Settings that every language has: the limits of a run.
LIMITS: Final = ("timeout", "max-memory", "max-output")


class LanguageEntry:
    """What can be said of a language before it is loaded."""

    __slots__ = (
        "attribute",
        "comment",
        "dialects",
        "flags",
        "hosted",
        "inputs",
        "lazy",
        "module",
        "name",
        "packages",
        "paths",
        "schemas",
        "search",
        "settings",
        "suffixes",
    )

    def __init__(  # noqa: PLR0913  a record
        self,
        name: str,
        suffixes: tuple[str, ...],
        module: str,
        attribute: str = "LANGUAGE",
        *,
        settings: str = "",
        paths: str = "",
        search: str = "",
        inputs: str = "",
        flags: str = "",
        packages: bool = False,
        lazy: bool = False,
        dialects: str = "",
        hosted: bool = True,
        schemas: bool = False,
        comment: str = "",
    ) -> None:
        self.name = name
        self.suffixes = suffixes
        self.module = module
        self.attribute = attribute
        # Those keys of its table in a config file that name files and folders, then all keys.
        self.paths = tuple(paths.split())
        self.settings = (*self.paths, *settings.split(), *LIMITS)
        # The setting whose folders its imports are looked for in.
        self.search = search
        # Whether a package manager lays out folders for it, too (workspace/home.py).
        self.packages = packages
        # Whether files may import each other in a ring, since an import is read when it is used.
        self.lazy = lazy
        # What its setting ``dialect`` may say, the default first.
        self.dialects = tuple(dialects.split())
        # Whether it sees files and variables alone, so that its work can be done on another
        # machine; else what is installed has a part in it (kit/installation.py).
        self.hosted = hosted
        # Whether its files are held against schemas of the user's store (kit/schemas.py).
        self.schemas = schemas
        # What begins a comment to the end of a line, for suppressions.
        self.comment = comment
        # The settings that hold values from outside, by name: (kind, text), some of them secret.
        self.inputs = tuple(inputs.split())
        # The flags of ``eval`` that not every language reads, and this one does.
        self.flags = (*self.inputs, *flags.split())


LANGUAGES: Final = (
    LanguageEntry(
        "json", (".json", ".jsonc", ".json5", ".jsonl", ".ndjson"),
        "confty.languages.data.wiring", "JSON",
        settings="indent dialect", paths="schema", flags="schema", schemas=True,
        # Of the dialects that have comments: what changes the meaning of a text is not written.
        dialects="json jsonc json5 jsonl", comment="//",
    ),
    LanguageEntry(
        "yaml", (".yaml", ".yml"), "confty.languages.data.wiring", "YAML",
        settings="tags", paths="schema", flags="schema", schemas=True, comment="#",
    ),
    LanguageEntry(
        "toml", (".toml",), "confty.languages.data.wiring", "TOML",
        paths="schema", flags="schema", schemas=True, comment="#",
    ),
    LanguageEntry(
        "rcl", (".rcl",), "confty.languages.rcl.wiring", settings="ext-types ext-values",
        paths="root sandbox", search="jpath", inputs="ext_vars", comment="//",
    ),
    LanguageEntry(
        "jsonnet", (".jsonnet", ".libsonnet"), "confty.languages.jsonnet.wiring",
        settings="dialect ext-vars tla-vars max-stack indent max-blank-lines string-style "
        "comment-style pretty-field-names pad-arrays pad-objects sort-imports use-implicit-plus",
        paths="jpath", search="jpath", inputs="ext_vars tla_vars", packages=True, lazy=True,
        flags="dialect", dialects="go cpp", comment="//",
    ),
    LanguageEntry(
        "pcl", (".pp",), "confty.languages.pcl.wiring",
        settings="strict lenient allow-missing-variables allow-missing-properties "
        "skip-resource-typechecking skip-invoke-typechecking skip-range-typechecking "
        "prefer-output-invokes project stack organization config secret-config",
        paths="schema package-schemas", search="jpath", inputs="ext_vars",
        flags="schema package_schemas", hosted=False, comment="//",
    ),
    LanguageEntry(
        "phy", (".phy",), "confty.languages.phy.wiring",
        settings="dialect jit max-stack traps", flags="dialect jit entry arguments",
        dialects="current seed", comment=";",
    ),
)  # fmt: skip

BY_NAME: Final = {entry.name: entry for entry in LANGUAGES}
NAMES: Final = tuple(BY_NAME)
SETTINGS: Final = {entry.name: entry.settings for entry in LANGUAGES}
SUFFIXES: Final = {suffix: entry.name for entry in LANGUAGES for suffix in entry.suffixes}
#: What the flag ``--dialect`` may say; documents are told apart by their names and in configs.
DIALECTS: Final = tuple(
    dialect for entry in LANGUAGES if "dialect" in entry.flags for dialect in entry.dialects
)
#: What the setting may say, of all languages.
ALL_DIALECTS: Final = tuple(dialect for entry in LANGUAGES for dialect in entry.dialects)
#: What begins a comment that goes to the end of its line; empty where there are none.
COMMENTS: Final = {entry.name: entry.comment for entry in LANGUAGES}
LAZY: Final = frozenset(entry.name for entry in LANGUAGES if entry.lazy)
NEED_SCHEMAS: Final = frozenset(entry.name for entry in LANGUAGES if "schema" in entry.paths)
INPUTS: Final = frozenset(setting for entry in LANGUAGES for setting in entry.inputs)

#: What an input may be whose value is not known yet.
UNKNOWN_TYPES: Final = ("string", "number", "bool", "array", "object", "any")

#: What a file is called that is imported and not run.
LIBRARY: Final = ".libsonnet"


def is_library(name: str) -> bool:
    """Whether a file's name says that others decide what it is, by importing it."""
    return name.endswith(LIBRARY)


_LOADED: Final[dict[str, AnyLanguage]] = {}


def language(name: str) -> AnyLanguage:
    """Load a language by its name; the name must be one of ``NAMES``.

    Here a language's own types are forgotten: what it makes goes back to nobody but itself.
    """
    found = _LOADED.get(name)
    if found is None:
        entry = BY_NAME[name]
        __import__(entry.module)
        made = getattr(sys.modules[entry.module], entry.attribute)
        assert isinstance(made, Language)
        found = _LOADED[name] = made
    return found


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
