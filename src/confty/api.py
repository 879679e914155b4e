"""The calls a Python program makes: check, load, evaluate text, ask for types, format.

Everything that goes wrong with a file raises ``ConftyError``, which carries the findings as
values; its text is what the command line would print.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from confty.language import Outcome
from confty.registry import NAMES, SUFFIXES, language_of
from confty.report import report
from confty.text import Diagnostic, Severity
from confty.workspace import Config, Disk, Memory, Project, find_config
from confty.workspace.find import Missing, find


class ConftyError(Exception):
    """A file that cannot be used, with the findings that say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(report(list(self.diagnostics), "full"))


def check(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    settings: Mapping[str, object] | None = None,
) -> list[Diagnostic]:
    """Return the findings about files and folders, most of them none.

    Raises ``FileNotFoundError`` for a path that is not there.
    """
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    names = [os.fspath(path) for path in several]
    config = find_config(".", NAMES)
    excluded = config.strings("exclude")
    try:
        found = find(
            names,
            lambda name: language_of(name) is not None,
            lambda name: config.matches(name, excluded),
        )
    except Missing as missing:
        raise FileNotFoundError(str(missing)) from None
    return Project(config, Disk(), settings).check_all(found)


def load(path: str | os.PathLike[str], **settings: object) -> Any:
    """Evaluate a file and return plain data: dicts, lists, strings, numbers, booleans, None."""
    name = os.fspath(path)
    config = find_config(os.path.dirname(name) or ".", NAMES)
    return _plain(Project(config, Disk(), settings), name)


load_file = load


def loads(text: str, lang: str, *, filename: str | None = None, **settings: object) -> Any:
    """Evaluate a text in a language and return plain data; imports are read from disk."""
    name = filename or f"input{_suffix(lang)}"
    return _plain(Project(Config({}), Memory({name: text}, Disk()), settings, lang), name)


def type_of(
    path: str | os.PathLike[str] | None = None,
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
        name = os.fspath(path)
        project = Project(find_config(os.path.dirname(name) or ".", NAMES), Disk(), settings, lang)
    outcome = project.checked(name)
    if outcome.output is None:
        raise ConftyError(outcome.diagnostics)
    if line is None:
        return outcome.output.result()
    source = project.open(name).output
    assert source is not None
    offset = source.offset(line, column)
    return None if offset is None else outcome.output.spelled_at(offset)


def format(text: str, lang: str, **settings: object) -> str:  # noqa: A001  the verb people look for
    """Lay out a text as its language's formatter does."""
    name = f"input{_suffix(lang)}"
    outcome = Project(Config({}), Memory({name: text}), settings, lang).reformat(name)
    if outcome.output is None:
        raise ConftyError(outcome.diagnostics)
    return outcome.output


def _plain(project: Project, name: str) -> Any:
    evaluated = project.evaluate(name)
    _raise_errors(evaluated)
    assert evaluated.output is not None
    room, value = evaluated.output
    plain = room.plain(value)
    _raise_errors(plain)
    return plain.output


def _raise_errors(outcome: Outcome[Any]) -> None:
    errors = [found for found in outcome.diagnostics if found.severity is Severity.ERROR]
    if errors:
        raise ConftyError(errors)


def _suffix(lang: str) -> str:
    if lang not in NAMES:
        raise ValueError(f"there is no language {lang!r}; known are {', '.join(NAMES)}")
    return next(suffix for suffix in SUFFIXES if SUFFIXES[suffix] == lang)


__all__ = ["ConftyError", "check", "format", "load", "load_file", "loads", "type_of"]
