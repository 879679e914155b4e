"""The world as a language sees it, made of files, settings and search paths."""

from __future__ import annotations

import os
import sys
from _collections_abc import Mapping

from confty.kit.reading import tidied
from confty.language import Foreign, Unreadable, Way
from confty.records import Record
from confty.workspace.files import Files, Moment
from confty.workspace.graph import ImportGraph
from confty.workspace.observed import Watch
from confty.workspace.sandbox import Sandbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from confty.kit.installation import Installation


class Surroundings(metaclass=Record):
    """What a file is served with, beside the files themselves."""

    settings: dict[str, object]
    search: tuple[str, ...]
    sandbox: Sandbox | None
    root: str


class WorkspaceHost:
    """Answers a language's questions from a ``Files``, and notes who imports whom."""

    def __init__(  # noqa: PLR0913  a record of what it answers from
        self,
        files: Files,
        settings: Mapping[str, object] | None = None,
        *,
        search: Sequence[str] = (),
        graph: ImportGraph | None = None,
        environment: Mapping[str, str] | None = None,
        foreign: Callable[[str, Way], Foreign | None] | None = None,
        sandbox: Sandbox | None = None,
        root: str = "",
        inside: Mapping[str, tuple[str, bytes]] | None = None,
        watch: Watch | None = None,
        tracer: Callable[[str], None] | None = None,
    ) -> None:
        self.files = files
        self._settings = settings or {}
        self.search = tuple(search)
        self.graph = graph or ImportGraph()
        self.environment = os.environ if environment is None else environment
        self._foreign = foreign
        self.sandbox = sandbox
        self.root = root
        # Files that are there without being on the disk: by path, their names and contents.
        self.inside = inside or {}
        # Who notes what is asked here, where results are kept.
        self.watch = watch
        self._tracer = tracer

    @property
    def settings(self) -> Mapping[str, object]:
        """What the user set for this language."""
        return self._settings

    @property
    def view(self) -> object | None:
        """What answers depend on, where the files are those of one moment."""
        moment = self.files.moment
        if moment is None:
            return None
        folders = None if self.sandbox is None else self.sandbox.folders
        return moment, self.search, folders, None if self.watch is None else self.watch.footing

    @property
    def memory(self) -> dict[object, object] | None:
        """What languages remember of the files of this moment."""
        return self.files.memory if isinstance(self.files, Moment) else None

    def resolve(self, path: str, importer: str | None) -> str | None:
        """Look beside the importer first, then in the search paths, the last given first."""
        if path in self.inside:
            return self.inside[path][0]
        for candidate in self._candidates(path, importer):
            if self.watch is not None:
                self.watch.sought(candidate, importer)
            if self.files.is_file(candidate):
                if self.watch is not None:
                    self.watch.led(candidate, importer)
                if importer is not None:
                    self.graph.add(importer, candidate)
                return candidate
        return None

    def candidates(self, path: str, importer: str | None) -> list[str]:
        """Return the names that ``path`` may mean, in order."""
        return list(self._candidates(path, importer))

    def _candidates(self, path: str, importer: str | None) -> Iterator[str]:
        """Name them one by one: nearly always the first or the second is there."""
        if os.path.isabs(path):
            yield path
            return
        yield joined(os.path.dirname(importer) if importer else "", path)
        for folder in reversed(self.search):
            yield joined(folder, path)

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``."""
        for known, content in self.inside.values():
            if name == known:
                return content
        if self.watch is not None:
            self.watch.read(name)
        if self.sandbox is not None and not self.sandbox.holds(name):
            raise Unreadable(self.sandbox.outside)
        return self.files.read(name)

    def needs(self, importer: str, name: str) -> None:
        """Note that a file needs another one."""
        if self.watch is not None:
            self.watch.led(name, importer)
        self.graph.add(importer, name)

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder."""
        if self.watch is not None:
            self.watch.listed(name)
        return self.files.entries(name)

    def variable(self, name: str) -> str | None:
        """Return an environment variable."""
        if self.watch is not None:
            self.watch.variable(name)
        return self.environment.get(name)

    @property
    def installation(self) -> Installation:
        """What is installed on this machine."""
        from confty.kit.installation import Installation  # noqa: PLC0415  start-up: few languages ask

        note = None if self.watch is None else self.watch.installed
        return Installation(note, self.files.installed if isinstance(self.files, Moment) else None)

    def trace(self, line: str) -> None:
        """Show a line on standard error, or tell it to who listens."""
        if self._tracer is not None:
            self._tracer(line)
        else:
            sys.stderr.write(line + "\n")

    def foreign(self, name: str, way: Way = tuple) -> Foreign | None:
        """Return a file as another language's, through the project this host belongs to."""
        if self._foreign is None or (self.sandbox is not None and not self.sandbox.holds(name)):
            return None
        return self._foreign(name, way)


def joined(folder: str, path: str) -> str:
    """Join and tidy a path; ``a/../b`` is ``b``, so that one file has one name."""
    return tidied(f"{folder}/{path}" if folder else path)


def has_labels(inputs: object) -> bool:
    """Whether a table of inputs, name -> (kind, text), has secret or unknown ones in it."""
    return isinstance(inputs, Mapping) and any(
        isinstance(given, tuple | list) and given[0] in {"secret", "unknown"}
        for given in inputs.values()
    )
