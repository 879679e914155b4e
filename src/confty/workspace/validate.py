"""Is a config table one that we understand?

A key, a rule or a level that means nothing is refused with a suggestion, since a misspelt setting
that does nothing is worse than none.
"""

from __future__ import annotations

import os

from confty.kit.once import once
from confty.kit.suggest import did_you_mean
from confty.registry import BY_NAME, LIMITS
from confty.text.forms import FORMATS
from confty.workspace.levels import LEVELS, BadConfig
from confty.workspace.vendored import MODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final, TypeAlias

    # What is expected, in words, and whether a value is that.
    _Kind: TypeAlias = tuple[str, Callable[[object], bool]]

GENERAL_KEYS: Final[dict[str, type]] = {
    "include": list,
    "exclude": list,
    "entries": list,
    "rules": dict,
    "schemas": dict,
    "targets": dict,
    "overrides": list,
    "output-format": str,
    "baseline": str,
    "max-file-size": int,
    "error-on-warning": bool,
    "vendor": str,
}
# More than any machine has of anything.
_LARGEST: Final = 10**15
# The widest step of a layout, in columns.
_WIDEST: Final = 100
#: What other tools call a setting of ours.
OTHER_WORDS: Final = {
    "severity": "rules",
    "levels": "rules",
    "lint": "rules",
    "files": "include",
    "ignore": "exclude",
    "format": "output-format",
    "schema": "schemas",
}
#: What a target may be given, and all that its table may say.
INPUT_KEYS: Final = ("ext-str", "ext-code", "tla-str", "tla-code")
TARGET_KEYS: Final = ("from", "format", "banner", *INPUT_KEYS)
#: What would run code.  A config file comes with a repository, and what it says runs nothing.
CODE: Final = frozenset({("pcl", "mocks")})


def validate(table: object, path: str, languages: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse a table that says something we do not understand; ``path`` is where it stands."""
    if not isinstance(table, dict):
        raise BadConfig(f"{path}: expected a table of settings")
    for key, value in table.items():
        wanted: type | None = dict if key in languages else GENERAL_KEYS.get(key)
        if wanted is None:
            meant = OTHER_WORDS.get(str(key))
            near = did_you_mean(str(key), [*GENERAL_KEYS, *languages])
            said = near if meant is None else f"; did you mean {meant!r}?"
            raise BadConfig(f"{path}: there is no setting {key!r}{said}")
        if not isinstance(value, wanted):
            raise BadConfig(f"{path}: expected a {_word(wanted)} for {key!r}")
        if key in languages and isinstance(value, dict):
            _language_table(key, value, path, languages[key])
    if not _is_amount(table.get("max-file-size", 1)):
        raise BadConfig(f"{path}: expected a number above 0 for 'max-file-size'")
    for key in ("include", "exclude", "entries"):
        _strings(table.get(key, []), key, path)
    _strings(list(table.get("schemas", {}).values()), "schemas", path)
    for output, target in table.get("targets", {}).items():
        _target(output, target, path)
    _rules(table.get("rules", {}), path)
    for override in table.get("overrides", ()):
        _override(override, path)
    if table.get("vendor", "warn") not in MODES:
        raise BadConfig(f"{path}: 'vendor' is one of {', '.join(MODES)}")
    if table.get("output-format", "full") not in FORMATS:
        known = ", ".join(FORMATS)
        raise BadConfig(f"{path}: 'output-format' is one of {known}")


def _language_table(
    name: str, table: dict[str, object], path: str, known: tuple[str, ...]
) -> None:
    for key, value in table.items():
        if (name, key) in CODE:
            message = f"{key!r} names code, which comes from the command line only: --{key}"
            raise BadConfig(f"{path}: {message}")
        if key.replace("_", "-") not in known:
            near = did_you_mean(key, known)
            raise BadConfig(f"{path}: there is no setting {key!r} for {name}{near}")
        if key == "dialect" and value not in BY_NAME[name].dialects:
            wanted = " or ".join(BY_NAME[name].dialects)
            raise BadConfig(f"{path}: expected {wanted} for 'dialect' of {name}, found {value!r}")
        kind = _KINDS.get(key.replace("_", "-"), _ANYTHING)
        wanted, fits = _OF_ONE_LANGUAGE.get((name, key), kind)
        if not fits(value):
            raise BadConfig(f"{path}: expected {wanted} for {key!r} of {name}")


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < _LARGEST


def _is_width(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _WIDEST


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _is_table_of_texts(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _one_of(*words: str) -> _Kind:
    return f"{', '.join(words[:-1])} or {words[-1]}", lambda value: value in words


_SWITCHES: Final = (
    "pretty-field-names", "pad-arrays", "pad-objects", "sort-imports", "use-implicit-plus",
    "strict", "lenient", "allow-missing-variables", "allow-missing-properties",
    "skip-resource-typechecking", "skip-invoke-typechecking", "skip-range-typechecking",
    "prefer-output-invokes",
)  # fmt: skip
_ANYTHING: Final[_Kind] = ("", lambda _value: True)
_AMOUNT: Final[_Kind] = ("a number above 0", _is_amount)
_TEXT: Final[_Kind] = ("a string", _is_text)
_TEXTS_BY_NAME: Final[_Kind] = ("a table of strings", _is_table_of_texts)
_SWITCH: Final[_Kind] = ("true or false", _is_switch)
#: What a setting of a language may be, by its name; the language says the rest.
_KINDS: Final[dict[str, _Kind]] = {
    **dict.fromkeys((*LIMITS, "max-stack"), _AMOUNT),
    **dict.fromkeys(("indent", "max-blank-lines"), (f"0 to {_WIDEST}", _is_width)),
    **dict.fromkeys(("jpath", "package-schemas", "tags"), ("a list of strings", _are_texts)),
    **dict.fromkeys(("traps", "root", "sandbox", "project", "stack", "organization"), _TEXT),
    **dict.fromkeys(("ext-vars", "tla-vars", "ext-types"), _TEXTS_BY_NAME),
    **dict.fromkeys(("ext-values", "config", "secret-config"), ("a table", _is_table)),
    "schema": _TEXT,
    "string-style": _one_of("d", "s", "l"),
    "comment-style": _one_of("h", "s", "l"),
    **dict.fromkeys(_SWITCHES, _SWITCH),
}


#: What it may be in one language, where others have another setting of that name.
_OF_ONE_LANGUAGE: Final[dict[tuple[str, str], _Kind]] = {
    # Of packages, which may be several.
    ("pcl", "schema"): (
        "a string or a list of strings",
        lambda one: _is_text(one) or _are_texts(one),
    ),
}


def _strings(items: object, key: str, path: str) -> None:
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise BadConfig(f"{path}: expected strings in {key!r}")


def _target(output: str, target: object, path: str) -> None:
    """Refuse a target that is not a table of what it may say."""
    where = f"{path}: target {output!r}"
    if not isinstance(target, dict) or "from" not in target:
        raise BadConfig(f"{where} needs 'from': a file, or a list of files and patterns")
    for key, value in target.items():
        if key not in TARGET_KEYS:
            near = did_you_mean(str(key), TARGET_KEYS)
            raise BadConfig(f"{where}: there is no setting {key!r}{near}")
        if key == "from" and isinstance(value, list):
            _strings(value, "from", where)
        elif key in INPUT_KEYS:
            if not isinstance(value, dict) or not all(
                isinstance(one, str) for one in value.values()
            ):
                raise BadConfig(f"{where}: expected a table of strings for {key!r}")
        elif not isinstance(value, str):
            raise BadConfig(f"{where}: expected a string for {key!r}")


def _override(override: object, path: str) -> None:
    if not isinstance(override, dict) or "include" not in override:
        raise BadConfig(f"{path}: an override needs a list 'include'")
    for key in override:
        if key not in {"include", "rules"}:
            near = did_you_mean(str(key), ["include", "rules"])
            raise BadConfig(f"{path}: there is no setting {key!r} in an override{near}")
    _strings(override["include"], "include", path)
    _rules(override.get("rules", {}), path)


def _rules(rules: object, path: str) -> None:
    if not isinstance(rules, dict):
        raise BadConfig(f"{path}: expected a table for 'rules'")
    for rule, level in rules.items():
        if not isinstance(level, str) or level not in LEVELS:
            near = did_you_mean(str(level), LEVELS)
            raise BadConfig(f"{path}: rule {rule!r} has no level {level!r}{near}")
        known_rule(rule, path)


def known_rule(rule: str, path: str) -> None:
    """Refuse a rule that no language has; rules go by full name, by short name, or ``all``."""
    names = rule_names()
    if rule not in names:
        raise BadConfig(f"{path}: there is no rule {rule!r}{did_you_mean(rule, sorted(names))}")


@once
def rule_names() -> frozenset[str]:
    """Return every name a rule goes by, read off the pages that explain them."""
    pages = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "pages")
    names = {"all"}
    for area in os.listdir(pages):
        folder = os.path.join(pages, area)
        if os.path.isdir(folder):
            for page in os.listdir(folder):
                short = page.removesuffix(".md")
                names |= {short, f"{area}/{short}"}
    return frozenset(names)


def _word(kind: type) -> str:
    words: dict[type, str] = {
        dict: "table",
        list: "list",
        str: "string",
        int: "number",
        bool: "boolean",
    }
    return words.get(kind, "boolean")
