"""Work on many files from a Python program: the calls behind ``confty.fleet``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar, Unpack

from confty.api.errors import ConftyError, MissingFile
from confty.api.findings import Diagnostic, findings
from confty.api.given import Given, settings_of, takes_given
from confty.api.work import Path, nearest_config
from confty.fleet.checking import CrewCheck
from confty.fleet.crew import Crew, local_crew
from confty.fleet.delivery import Delivery, Progress, Unfinished
from confty.fleet.job import Done, Job, Kind, Sources, Target
from confty.fleet.targets import BadTargets, is_program
from confty.records import Record
from confty.registry import language_of
from confty.workspace import Disk, Project
from confty.workspace.codes import UNREADABLE
from confty.workspace.files import Moment
from confty.workspace.find import NoSuchPath, find_files
from confty.workspace.many import check_many

_Made = TypeVar("_Made")


class Result(metaclass=Record):
    """What came of one target: a value as text, or findings that say why there is none."""

    name: Final[str]
    text: Final[str | None]
    form: Final[str]
    diagnostics: Final[list[Diagnostic]]

    @property
    def value(self) -> Any:
        """The value as plain data; raises ``ConftyError`` where there is none."""
        if self.text is None:
            raise ConftyError(self.diagnostics)
        if not self.form.startswith("json"):
            raise TypeError(f"the value was asked for as {self.form}; .text has it")
        return json.loads(self.text)

    def __repr__(self) -> str:
        return f"Result({self.name!r}, {'a value' if self.text is not None else 'no value'})"


@takes_given
def evaluate(
    paths: Path | Iterable[Path],
    *,
    engine: str | None = None,
    jobs: int | None = None,
    form: str = "json-compact",
    progress: Progress | None = None,
    **given: Unpack[Given],
) -> list[Result]:
    """Evaluate the files that are named and all programs below folders, in that order.

    ``engine`` is the address of a Dask scheduler (``dask://host:8786``), ``jobs`` a number of
    processes.  Raises ``Unfinished`` when a cluster breaks down, with the results there are as
    ``made`` and the names of the others as ``missing``; a program that fails is a result without a
    value.
    """
    work = _project(given)
    names = _found(paths, work, is_program)
    made: list[Result] = []
    sources = Sources(Moment())

    def take(target: Target, done: Done) -> None:
        found = findings(sources.findings(done))
        made.append(Result(target.name, done.text, form, found))

    job = _job("eval", work, secrets=bool(work.flags.get("show_secrets")))
    targets = [Target(name, None, form) for name in names]
    return _delivered(
        Delivery(targets, take, progress), job, _crew(engine, jobs, len(names)), made
    )


@takes_given
def check(
    paths: Path | Iterable[Path],
    *,
    engine: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    **given: Unpack[Given],
) -> list[Diagnostic]:
    """Check the files that are named and all below folders; see ``evaluate`` for the rest."""
    work = _project(given)
    names = _found(paths, work, lambda name: language_of(name) is not None)
    elsewhere = CrewCheck(_crew(engine, None, len(names))) if engine else None
    found = check_many(work, names, jobs, progress, None, elsewhere)
    if elsewhere is not None and elsewhere.unfinished is not None:
        broken = elsewhere.unfinished
        raise Unfinished(str(broken), broken.missing, findings(found))
    return findings(found)


def unformatted(
    paths: Path | Iterable[Path], *, engine: str | None = None, jobs: int | None = None
) -> list[str]:
    """Return the files that are not in their language's standard form; see ``evaluate``."""
    work = _project({})
    names = _found(paths, work, lambda name: language_of(name) is not None)
    made: list[str] = []

    def take(target: Target, done: Done) -> None:
        if done.text is not None:
            made.append(target.name)

    targets = [Target(name) for name in names]
    crew = _crew(engine, jobs, len(names))
    return _delivered(Delivery(targets, take), _job("fmt", work), crew, made)


def _delivered(delivery: Delivery, job: Job, crew: Crew, made: list[_Made]) -> list[_Made]:
    """Work on a job; what was made goes along where it breaks off."""
    try:
        delivery.work(job, crew)
    except Unfinished as broken:
        raise Unfinished(str(broken), broken.missing, made) from None
    return made


def _project(given: Given) -> Project:
    for name in ("natives", "import_callback"):
        if given.get(name) is not None:
            raise TypeError(f"{name}: a Python function cannot be sent to other processes")
    settings = settings_of(given, None)
    return Project(nearest_config("."), Disk(), settings, None, nearest=nearest_config)


def _job(kind: Kind, work: Project, *, secrets: bool = False) -> Job:
    return Job(kind, work.parts(), secrets=secrets)


def _found(
    paths: Path | Iterable[Path], work: Project, wanted: Callable[[str], bool]
) -> list[str]:
    several = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    try:
        return find_files([os.fspath(one) for one in several], work.config, wanted)
    except (NoSuchPath, BadTargets) as missing:
        raise MissingFile([UNREADABLE.at(None, str(missing))]) from None


def _crew(engine: str | None, jobs: int | None, targets: int) -> Crew:
    if engine is None:
        return local_crew(jobs, targets)
    if jobs is not None:
        raise TypeError("jobs is for this machine; a cluster has the workers it has")
    from confty.fleet.cluster import Cluster  # noqa: PLC0415  start-up: most need no cluster

    return Cluster(engine, lambda _: None)
