"""The calls a Python program makes: check, load, evaluate text, ask for types, format.

Everything that goes wrong with a file raises ``ConftyError``, which carries the findings as
values; its text is what the command line would print.  Settings are the keys of the config file
with underscores, and what its flags set.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from confty.language import Outcome
from confty.registry import NAMES, SETTINGS, SUFFIXES, language_of
from confty.report import report
from confty.text import Diagnostic, Severity
from confty.workspace import BadConfig, Config, Disk, Memory, Project, find_config
from confty.workspace.codes import BAD_CONFIG
from confty.workspace.door import Answers
from confty.workspace.find import Missing, find_files
from confty.workspace.tanka import entry_of

if TYPE_CHECKING:
    from confty.types import Type

Path = str | os.PathLike[str]
T = TypeVar("T")


class ConftyError(Exception):
    """A file that cannot be used, with the findings that say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(report(list(self.diagnostics), "full"))

    def __reduce__(self) -> tuple[type[ConftyError], tuple[tuple[Diagnostic, ...]]]:
        # By its findings: the text alone would not make it again in another process.
        return ConftyError, (self.diagnostics,)


def check(
    paths: Path | Iterable[Path], *, settings: Mapping[str, object] | None = None
) -> list[Diagnostic]:
    """Return the findings about files and folders, most of them none.

    Raises ``FileNotFoundError`` for a path that is not there.
    """
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    config = _nearest(".")
    try:
        names = [os.fspath(path) for path in several]
        found = find_files(names, config, lambda name: language_of(name) is not None)
    except Missing as missing:
        raise FileNotFoundError(str(missing)) from None
    return Project(config, Disk(), settings, nearest=_nearest).check_all(found)


def load(path: Path, lang: str | None = None, **settings: object) -> Any:
    """Evaluate a file and return plain data: dicts, lists, strings, numbers, booleans, None.

    What the file holds is for the caller to know, so the type is that of ``json.load``.
    """
    path = entry_of(os.fspath(path))
    return _plain(_on_disk(path, lang, settings), path)


load_file = load


def loads(text: str, lang: str, *, filename: str | None = None, **settings: object) -> Any:
    """Evaluate a text in a language and return plain data; imports are read from disk."""
    name = filename or f"input{_suffix(lang)}"
    return _plain(Project(Config({}), Memory({name: text}, Disk()), settings, lang), name)


def type_of(
    path: Path | None = None,
    *,
    text: str | None = None,
    lang: str | None = None,
    line: int | None = None,
    column: int = 1,
    **settings: object,
) -> str | None:
    """Spell the type of a file or a text, or of the expression at a line and column of it."""
    if (path is None) == (text is None):
        raise TypeError("type_of() takes either a path or a text")
    if text is not None:
        if lang is None:
            raise TypeError("type_of(text=...) needs lang=...")
        name = f"input{_suffix(lang)}"
        project = Project(Config({}), Memory({name: text}, Disk()), settings, lang)
    else:
        assert path is not None
        name, project = os.fspath(path), _on_disk(path, lang, settings)
    insight = _insight(project, name)
    if line is None:
        return _answered(insight, insight.result())
    source = project.open(name).output
    assert source is not None
    offset = source.offset(line, column)
    return None if offset is None else _answered(insight, insight.spelled_at(offset))


def infer(path: Path, lang: str | None = None, **settings: object) -> Type | None:
    """Return the type of what a file gives, as a type of the core."""
    insight = _insight(_on_disk(path, lang, settings), os.fspath(path))
    return _answered(insight, insight.whole())


def format(text: str, lang: str, **settings: object) -> str:  # noqa: A001  the verb people look for
    """Lay out a text as its language's formatter does."""
    name = f"input{_suffix(lang)}"
    outcome = Project(Config({}), Memory({name: text}), settings, lang).reformat(name)
    if outcome.output is None:
        raise ConftyError(outcome.diagnostics)
    return outcome.output


def _nearest(folder: str) -> Config:
    try:
        return find_config(folder, SETTINGS)
    except BadConfig as bad:
        raise ConftyError([BAD_CONFIG.at(None, str(bad))]) from None


def _on_disk(path: Path, lang: str | None, settings: Mapping[str, object]) -> Project:
    config = _nearest(os.path.dirname(os.fspath(path)) or ".")
    return Project(config, Disk(), settings, lang, nearest=_nearest)


def _answered(insight: Answers, answer: T) -> T:
    """Return the answer, or raise why there is none."""
    if insight.problems:
        raise ConftyError(insight.problems)
    return answer


def _insight(project: Project, name: str) -> Answers:
    outcome = project.checked(name)
    if outcome.output is None:
        raise ConftyError(outcome.diagnostics)
    return outcome.output


def _plain(project: Project, name: str) -> object:
    plain = project.plain(name)
    _raise_errors(plain)
    return plain.output


def _raise_errors(outcome: Outcome[object]) -> None:
    errors = [found for found in outcome.diagnostics if found.severity is Severity.ERROR]
    if errors:
        raise ConftyError(errors)


def _suffix(lang: str) -> str:
    if lang not in NAMES:
        raise ValueError(f"there is no language {lang!r}; known are {', '.join(NAMES)}")
    return next(suffix for suffix in SUFFIXES if SUFFIXES[suffix] == lang)


__all__ = ["ConftyError", "check", "format", "infer", "load", "load_file", "loads", "type_of"]
