"""The files of another machine, as a worker sees them: what was sent, and questions for the rest.

A worker needs no disk in common with who sends the work.  Everything a program can ask (a text,
whether a file is there, the names in a folder, a variable, where the sandbox ends, the settings of
a file) is a question with one answer, given by the machine that has the files.  What nobody
has answered yet is noted: the result is thrown away, and the target is sent again with the answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from confty.fleet.job import Job
from confty.kit.limits import Limits
from confty.kit.reading import is_stream
from confty.kit.schemas import SchemaStore
from confty.language import Unreadable, Way
from confty.registry import BY_NAME, language_of
from confty.workspace.bounds import limits_of
from confty.workspace.config import Config
from confty.workspace.files import Moment
from confty.workspace.foreign import Seen
from confty.workspace.host import Surroundings, WorkspaceHost
from confty.workspace.observed import Watch
from confty.workspace.project import Project
from confty.workspace.sandbox import Sandbox

#: What is asked, then of what: ("text", name), ("inside", folders, name), ...
Question: TypeAlias = tuple[Any, ...]
Answers: TypeAlias = dict[Question, Any]
#: A target that only the machine with the files can work on.
AT_HOME: Final = ("at home",)


class Around(NamedTuple):
    """What a file is served with, in a form that can be sent."""

    settings: dict[str, object]
    search: tuple[str, ...]
    folders: tuple[str, ...] | None
    root: str
    rules: list[Mapping[str, str]]
    footing: str
    # What is said of files outside of the sandbox.
    outside: str = ""


class KnownAnswers:
    """Answers that were sent, and the questions that have none yet."""

    def __init__(self) -> None:
        self.answers: Final[Answers] = {}
        self.open: dict[Question, None] = {}

    def ask(self, *question: Any) -> Any:
        """Return the answer; None where there is none yet, which is noted."""
        if question not in self.answers:
            self.open[question] = None
            return None
        return self.answers[question]


class Shipped(Moment):
    """Files that were sent."""

    def __init__(self, known: KnownAnswers) -> None:
        super().__init__()
        self._known: Final = known

    def read(self, name: str) -> bytes:
        """Return a file's bytes, or raise ``Unreadable``."""
        found = self._known.ask("text", name)
        if isinstance(found, bytes):
            return found
        raise Unreadable(found or "it was not sent yet")

    def named(self, name: str) -> bytes:
        """Return what somebody named."""
        return self.read(name)

    def is_file(self, name: str) -> bool:
        """Whether it is a file where the files are."""
        return isinstance(self._known.answers.get(("text", name)), bytes) or bool(
            self._known.ask("file", name)
        )

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder."""
        found = self._known.ask("folder", name)
        if isinstance(found, list):
            return found
        raise Unreadable(found or "it was not sent yet")


class _Inside(Sandbox):
    """A sandbox of the machine that has the files."""

    __slots__ = ("_known",)

    def __init__(self, folders: tuple[str, ...], known: KnownAnswers, outside: str = "") -> None:
        super().__init__(folders, outside)
        self._known = known

    def holds(self, name: str) -> bool:
        """Whether a file lies below one of the folders."""
        return bool(self._known.ask("inside", self.folders, name))


class _Variables(Mapping[str, str]):
    """The variables of the machine that has the files."""

    def __init__(self, known: KnownAnswers) -> None:
        self._known = known

    def __getitem__(self, name: str) -> str:
        found = self._known.ask("variable", name)
        if found is None:
            raise KeyError(name)
        return str(found)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _Told(Config):
    """A config of which only the levels for one file are known."""

    def __init__(self, rules: Sequence[Mapping[str, str]]) -> None:
        super().__init__({})
        self._rules = list(rules)

    def rules_for(self, path: str) -> list[Mapping[str, str]]:  # noqa: ARG002  for one file
        """Return the tables of levels."""
        return self._rules


class Away(Project):
    """A project whose files, settings and surroundings are on another machine."""

    def __init__(self, job: Job, inputs: int, known: KnownAnswers, fill: Filling) -> None:
        _, _, _, lang, _ = job.parts
        super().__init__(Config({}), Shipped(known), {}, lang)
        self.flags = fill(job.flags(inputs))
        self.own_schemas = SchemaStore("")
        self.environment = _Variables(known)
        self._inputs = inputs
        self._known = known
        self._fill = fill
        self._arounds: dict[tuple[str, str], Around | None] = {}

    def around(self, name: str, lang: str) -> Around | None:
        """Return what was sent of a file's surroundings."""
        key = name, lang
        if self._arounds.get(key) is None:
            found = self._known.ask("around", self._inputs, name, lang)
            self._arounds[key] = found and Around(*found)
        return self._arounds[key]

    def surroundings(self, name: str, lang: str) -> Surroundings:
        """Say what one file of a language is served with."""
        around = self.around(name, lang)
        if around is None:
            return Surroundings({"limits": Limits()}, (), None, ".")
        settings = self._fill(around.settings)
        settings["limits"] = limits_of(settings)
        if BY_NAME[lang].schemas:
            settings["schema_store"] = self.schemas
        folders = around.folders
        sandbox = None if folders is None else _Inside(folders, self._known, around.outside)
        return Surroundings(settings, around.search, sandbox, around.root)

    def config_for(self, name: str) -> Config:
        """Return the levels of a file."""
        around = self.around(name, self.lang or language_of(name) or "")
        return _Told(around.rules if around else ())

    def around_notes(self) -> tuple[Callable[[tuple[str, ...]], Sandbox], Mapping[str, str]]:
        """Return what notes are answered from beside the files."""
        assert self.environment is not None
        return lambda folders: _Inside(folders, self._known), self.environment

    def _watch(self, name: str, lang: str, host: Any) -> Watch | None:
        around = self.around(name, lang)
        if self._watching is None or around is None or not around.footing:
            return None
        observed, _ = self._watching
        folders = None if host.sandbox is None else host.sandbox.folders
        observed.footings[around.footing] = folders
        return Watch(observed, around.footing, name)

    def _is_spoken_of(self, name: str) -> bool:
        """Each file's footing was sent, and where it lies is nothing that this machine knows."""
        del name
        return True

    def foreign(self, name: str, asker: str, importer: str, way: Way = tuple) -> Seen | None:
        """Return a file of another language; one that sees more than files is not for here."""
        lang = language_of(name)
        if lang is None or lang == asker:
            # As deep as at home: programs end where calls nest too deep.
            return None
        if not BY_NAME[lang].hosted:
            self._known.open[AT_HOME] = None
            return None
        return super().foreign(name, asker, importer, way)


Filling: TypeAlias = Callable[[Mapping[str, object]], dict[str, object]]


class Keeper:
    """Answers questions on the machine that has the files."""

    def __init__(self, job: Job, projects: Callable[[int], Project], hide: Filling) -> None:
        self._job: Final = job
        self._projects: Final = projects
        self._hide: Final = hide
        self._sandboxes: Final[dict[tuple[str, ...], Sandbox]] = {}

    @property
    def files(self) -> Moment:
        """The files themselves."""
        found = self._projects(0).files
        assert isinstance(found, Moment)
        return found

    def answer(self, question: Question) -> Answers:
        """Answer a question, and those that come after it anyway."""
        kind, *rest = question
        if kind == "around":
            return {question: tuple(self.around(*rest))}
        if kind == "inside":
            folders, name = rest
            sandbox = self._sandboxes.setdefault(folders, Sandbox(folders))
            return {question: sandbox.holds(name)}
        if kind == "variable":
            return {question: os.environ.get(rest[0])}
        name = rest[0]
        if kind == "folder":
            return {question: self._tried(lambda: self.files.entries(name))}
        if kind == "file" and not self.files.is_file(name):
            return {question: False}
        # Who asks whether a file is there reads it next.
        there = {("file", name): True} if kind == "file" else {}
        return {**there, ("text", name): self._tried(lambda: self.files.read(name))}

    def _tried(self, work: Callable[[], Any]) -> object:
        try:
            return work()
        except Unreadable as unreadable:
            return str(unreadable)

    def around(self, inputs: int, name: str, lang: str) -> Around:
        """Say what a file is served with."""
        project = self._projects(inputs)
        host = project.host(name, lang)
        settings = {
            key: value
            for key, value in host.settings.items()
            if key not in {"limits", "schema_store"}
        }
        sandbox = host.sandbox
        folders, outside = (None, "") if sandbox is None else (sandbox.folders, sandbox.outside)
        rules = project.config_for(name).rules_for(name)
        footing = host.watch.footing if host.watch is not None else ""
        settings = self._hide(settings)
        return Around(settings, host.search, folders, host.root, rules, footing, outside)

    def language(self, inputs: int, name: str) -> str:
        """Return the language of a file."""
        return self._projects(inputs).lang or language_of(name) or ""

    def host(self, inputs: int, name: str, lang: str) -> WorkspaceHost:
        """Return the host of a file, for how its imports are looked for."""
        return self._projects(inputs).host(name, lang)

    def goes(self, inputs: int, name: str) -> bool:
        """Whether a target can be sent: its language sees no more than it is given."""
        project = self._projects(inputs)
        lang = project.lang or language_of(name)
        if lang is None or not BY_NAME[lang].hosted or is_stream(name):
            return False
        if project.flags.get("allow_commands"):
            return False
        return not (BY_NAME[lang].schemas and project.schemas.entries)
