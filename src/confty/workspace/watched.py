"""The files that a check depends on, so that somebody can wait for a change of one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from confty.registry import language_of
from confty.workspace.files import Moment
from confty.workspace.home import MARKS
from confty.workspace.project import Project
from confty.workspace.shares import written_in

_MOST: Final = 20_000
_CONFIGS: Final = ("confty.toml", "pyproject.toml", *MARKS)


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
    folders = {os.path.dirname(os.path.abspath(name)) for name in names}
    found.update(dict.fromkeys(_configs(folders)))
    return list(found)


def _wanted(project: Project, files: Moment, name: str) -> Iterator[str]:
    """Go through the files that the imports of one may mean, up to the first that is there."""
    lang = project.lang or language_of(name)
    if lang is None or not files.is_file(name):
        return
    for path in written_in(files, name):
        for one in project.host(name, lang).candidates(path, name) if "\0" not in path else ():
            yield one
            if files.is_file(one):
                break


def _configs(folders: set[str]) -> Iterator[str]:
    """Go through the files that could be the config of these folders."""
    seen: set[str] = set()
    waiting = list(folders)
    while waiting:
        folder = waiting.pop()
        if folder not in seen:
            seen.add(folder)
            waiting.append(os.path.dirname(folder))
            yield from [os.path.join(folder, name) for name in _CONFIGS]
