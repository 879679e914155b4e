"""The files that a check depends on, so that somebody can wait for a change of one of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

from confty.language import Unreadable
from confty.registry import BY_NAME, language_of
from confty.workspace.files import Moment
from confty.workspace.home import DESCRIPTION, MARKS, PROGRAM
from confty.workspace.host import WorkspaceHost, joined
from confty.workspace.levels import BadConfig
from confty.workspace.project import Project
from confty.workspace.shares import written_in

_MOST: Final = 20_000
_CONFIGS: Final = ("confty.toml", "pyproject.toml", *MARKS, PROGRAM, DESCRIPTION)
# What a document says of its schema, and a schema of others; what a program says of folders.
_SCHEMA: Final = re.compile(rb"""\$(?:ref|schema)"?\s*+[:=]\s*+"?([^"'\s#]{1,1000})""")
_PLACE: Final = re.compile(rb"""["'](\.{1,2}/[^"'\n$]{1,1000})["']""")
#: The settings that say which schemas there are, files or folders of them.
_SCHEMAS: Final = ("schema", "package_schemas")


def watched(project: Project, names: list[str]) -> list[str]:
    """Return files, what they lead to, what says how they are read, and what is not there yet.

    A file that an import looks for in vain is one of them: somebody may be about to write it.
    """
    files = Moment(project.config.max_file_size or Moment.most)
    found: dict[str, None] = dict.fromkeys(names)
    waiting = list(names)
    while waiting and len(found) < _MOST:
        for target in _wanted(project, files, waiting.pop()):
            if target not in found:
                found[target] = None
                waiting.append(target)
    folders = {os.path.dirname(os.path.abspath(name)): name for name in names}
    found.update(dict.fromkeys(configs_above(folders)))
    found.update(dict.fromkeys(_baselines(project, folders.values())))
    return list(found)


def _wanted(project: Project, files: Moment, name: str) -> Iterator[str]:
    """Go through the files that the imports of one may mean, up to the first that is there."""
    lang = project.lang or language_of(name)
    if lang is None or not files.is_file(name):
        return
    host = project.host(name, lang)
    for path in written_in(files, name):
        for one in host.candidates(path, name) if "\0" not in path else ():
            yield one
            if files.is_file(one):
                break
    yield from _schemas(files, name, host)
    if not BY_NAME[lang].hosted:
        # Its program is a folder, and may name others.
        folder = os.path.dirname(name)
        for place in (folder, *[joined(folder, one) for one in _named(files, name, _PLACE)]):
            yield from _inside(files, place)


def _schemas(files: Moment, name: str, host: WorkspaceHost) -> Iterator[str]:
    """Go through the schemas that a file is held against, and those that it refers to."""
    for key in _SCHEMAS:
        given = host.settings.get(key)
        for path in given if isinstance(given, list) else [given]:
            if isinstance(path, str) and "://" not in path:
                yield from _inside(files, path)
    for path in _named(files, name, _SCHEMA):
        if "://" not in path:
            yield joined(os.path.dirname(name), path)


def _named(files: Moment, name: str, pattern: re.Pattern[bytes]) -> list[str]:
    try:
        found = dict.fromkeys(pattern.findall(files.read(name)))
    except Unreadable:
        return []
    return [one.decode("utf-8", "replace") for one in found if b"\0" not in one]


def _inside(files: Moment, place: str) -> Iterator[str]:
    """A file, or a folder with the files that it holds: one that comes or goes changes it."""
    yield place or "."
    if not files.is_file(place):
        try:
            held = files.entries(place)
        except Unreadable:
            return
        yield from [one for name in held if language_of(one := joined(place, name))]


def _baselines(project: Project, names: Iterable[str]) -> Iterator[str]:
    """Go through the files that say which findings are old."""
    for name in names:
        try:
            yield project.baseline_for(name)
        except BadConfig:
            continue


def configs_above(folders: Iterable[str]) -> Iterator[str]:
    """Go through the files that could be the config of these folders, or say what they are."""
    seen: set[str] = set()
    waiting = list(folders)
    while waiting:
        folder = waiting.pop()
        if folder not in seen:
            seen.add(folder)
            waiting.append(os.path.dirname(folder))
            yield from [os.path.join(folder, name) for name in _CONFIGS]
