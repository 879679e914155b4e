"""What ``confty eval`` keeps: the text of a Jsonnet program that is given nothing from outside.

Such a text depends on the command line and on files: those that were read, those that were looked
for in vain, and every place where a config file could lie.
"""

from __future__ import annotations

import os
import sys

from confty.cli import flags
from confty.cli.declared import Options
from confty.kit.reading import is_stream, read_file
from confty.language import Unreadable
from confty.languages.jsonnet.evaluator.results import Results, user_results
from confty.registry import language_of
from confty.text import Diagnostic
from confty.text.forms import DOCUMENTS
from confty.workspace.config import places, user_place
from confty.workspace.files import Disk
from confty.workspace.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TextIO

#: Flags that say which program, where its imports lie, and how it is shown.
PLAIN: Final = frozenset(
    ("files", "format", "jpath", "dialect", "max_stack", "timeout", "max_memory", "color", "quiet")
)


class NotingFiles(Disk):
    """The file system, with notes of what was asked of it."""

    def __init__(self) -> None:
        self.seen: Final[dict[str, bytes]] = {}
        self.missed: Final[dict[str, None]] = {}
        self._there: Final[dict[str, None]] = {}
        # Whether all answers can be asked for again, and none of them has changed.
        self.steady = True

    def read(self, name: str) -> bytes:
        """Return a file's bytes, and note them."""
        try:
            data = super().read(name)
        except Unreadable:
            self.steady = False
            raise
        if self.seen.setdefault(name, data) != data or name in self.missed:
            self.steady = False
        return data

    def named(self, name: str) -> bytes:
        """Return what a command line names; a stream gives its content once."""
        if not is_stream(name):
            return self.read(name)
        self.steady = False
        return super().named(name)

    def is_file(self, name: str) -> bool:
        """Whether there is a file, and note the answer."""
        found = super().is_file(name)
        (self._there if found else self.missed)[name] = None
        return found

    def entries(self, name: str) -> list[str]:
        """Return what is in a folder, which nobody asks again."""
        self.steady = False
        return super().entries(name)

    def look(self, names: Iterable[str]) -> None:
        """Note what files hold, or that they are not there."""
        for name in names:
            try:
                self.seen.setdefault(name, read_file(name))
            except (FileNotFoundError, NotADirectoryError):
                self.missed[name] = None
            except (OSError, ValueError):
                self.steady = False

    def settle(self) -> bool:
        """Note what the files hold that were only asked for; whether the notes can be used."""
        self.look([name for name in self._there if name not in self.seen])
        return self.steady and self.missed.keys().isdisjoint(self.seen)


class Keeping:
    """One evaluation whose text may be kept."""

    def __init__(self, key: str, results: Results, name: str) -> None:
        self._key: Final = key
        self._results: Final = results
        self._name: Final = name
        self._silent = True
        self._files: Final = NotingFiles()
        # Before anybody reads them: of a file that changes now, the old text is noted.
        self._files.look({user_place(): None, **dict.fromkeys(places("."))})
        self._files.look(places(os.path.dirname(name) or "."))

    def attend(self, work: Project) -> None:
        """Note from now on what a project looks at, and whether its program traces."""
        if isinstance(work.files, Disk):
            self._files.most = work.files.most
        work.files = self._files
        work.tracer = self._trace

    def show(self, findings: list[Diagnostic], options: Options, stream: TextIO) -> None:
        """Print findings, and note that there was something to print."""
        if findings or flags.report_form(options) in DOCUMENTS:
            self._silent = False
        flags.show(findings, options, stream)

    def keep(self, work: Project, text: str) -> None:
        """Keep what was printed, if that was all, and nothing but Jsonnet made it."""
        if not self._silent or work.home(self._name).environment or work.is_mixed:
            return
        if self._files.settle():
            self._results.keep(self._key, self._files.seen, self._files.missed, text)

    def _trace(self, line: str) -> None:
        self._silent = False
        sys.stderr.write(line + "\n")


def keeping_of(key: str | None, options: Options, usual: Options) -> Keeping | None:
    """Return who keeps the text of an evaluation; None where the flags say too much.

    ``usual`` is what they are when none is given.
    """
    if key is None or os.environ.get("CONFTY_CONFIG_FILE"):
        return None
    given = {flag for flag, value in vars(options).items() if value != getattr(usual, flag)}
    name = options.files[0]
    if not given <= PLAIN or language_of(name) != "jsonnet" or os.path.isdir(name):
        return None
    results = user_results()
    return None if results is None else Keeping(key, results, name)
