"""Many files with edits: what a program holds open, over what is on disk."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Unpack, overload

from confty.api.calls import Numbers
from confty.api.errors import MissingFile
from confty.api.findings import Diagnostic, findings
from confty.api.given import Given, settings_of, takes_given
from confty.api.shaping import into_type, numbers_as
from confty.api.work import AskedFile, Path, nearest_config
from confty.registry import language_of
from confty.workspace import Disk, Memory
from confty.workspace import Project as Workspace
from confty.workspace.codes import UNREADABLE
from confty.workspace.find import NoSuchPath, find_files

if TYPE_CHECKING:
    from confty.api.calls import M


class Project:
    """The files below a folder, and the texts that stand instead of some of them.

    What is known of a file is kept as long as the file and what it imports stay the same, so
    that asking again after an edit costs what changed.
    """

    @takes_given
    def __init__(self, root: Path = ".", **given: Unpack[Given]) -> None:
        self.root = os.fspath(root)
        self._settings = settings_of(given, None)
        self._edits: dict[str, str] = {}

    def update(self, name: Path, text: str) -> None:
        """Let a text stand for a file, whether the file is there or not."""
        if not isinstance(text, str):
            raise TypeError(f"the text must be str, not {type(text).__name__}")
        self._edits[self._named(name)] = text

    def forget(self, name: Path) -> None:
        """Let the file on disk stand for itself again."""
        self._edits.pop(self._named(name), None)

    def files(self) -> list[str]:
        """The files of the project that are written in a language of ours."""
        config = nearest_config(self.root)
        try:
            found = find_files([self.root], config, lambda name: language_of(name) is not None)
        except NoSuchPath as missing:
            if not self._edits:
                raise MissingFile([UNREADABLE.at(None, str(missing))]) from None
            found = []
        new = [name for name in self._edits if language_of(name) is not None]
        return sorted({os.path.normpath(name) for name in (*found, *new)})

    def check(self, *names: Path) -> list[Diagnostic]:
        """Return the findings about some files, or about all."""
        chosen = [self._named(name) for name in names] or self.files()
        return findings(self._workspace().check_all(chosen))

    @overload
    def load(self, name: Path, *, numbers: Numbers = ...) -> Any: ...
    @overload
    def load(self, name: Path, *, into: type[M], numbers: Numbers = ...) -> M: ...
    def load(self, name: Path, *, into: object = None, numbers: Numbers = "json") -> Any:
        """Evaluate one file; see ``confty.load``."""
        work = self._work(name)
        value = work.plain(numbers_as(numbers, work))
        return value if into is None else into_type(work, value, into)

    def type_of(self, name: Path, line: int | None = None, column: int = 1) -> str | None:
        """Spell the type of a file, or of the expression at a line and column of it."""
        work = self._work(name)
        if line is None:
            return work.answered(lambda insight: insight.result())
        source = work.project.open(work.name).output
        offset = None if source is None else source.offset(line, column)
        return None if offset is None else work.answered(lambda one: one.spelled_at(offset))

    def _named(self, name: Path) -> str:
        """A file's name as it is kept: below the root unless it is absolute."""
        return os.path.normpath(os.path.join(self.root, os.fspath(name)))

    def _workspace(self) -> Workspace:
        files = Memory(self._edits, Disk())
        config = nearest_config(self.root)
        return Workspace(config, files, self._settings, nearest=nearest_config)

    def _work(self, name: Path) -> AskedFile:
        return AskedFile(self._workspace(), self._named(name))
