"""What is asked of many files, in a form that any process can be given, and what comes back.

A job is the same for all its targets: what to do, and with which settings.  A worker takes batches
of targets and gives back plain tuples, so that what it says does not depend on where it runs.
"""

from __future__ import annotations

from _collections_abc import Mapping
from time import perf_counter

from confty.fleet.shown import shown
from confty.generics import TypeVar
from confty.kit.collector import collected_soon
from confty.kit.limits import limited
from confty.records import NamedTuple
from confty.registry import BY_NAME, language_of
from confty.text import Diagnostic
from confty.workspace.bounds import UNWATCHED
from confty.workspace.files import Moment
from confty.workspace.kept import Noted, noted
from confty.workspace.observed import Observed
from confty.workspace.project import Project
from confty.workspace.stored import Stored, TextsBeside, from_store, portable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Final, Literal, TypeAlias

T = TypeVar("T")
Kind: TypeAlias = "Literal['check', 'eval', 'fmt']"


class Target(NamedTuple):
    """One file to work on, and for a value where it goes and in which form."""

    name: str
    output: str | None = None
    form: str | None = None
    banner: str = ""
    # Which of the job's inputs it gets.
    inputs: int = 0


class Done(NamedTuple):
    """What came of one target: plain data, but for the class."""

    at: int
    text: str | None
    findings: tuple[Stored, ...] = ()
    traces: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    # Texts that findings speak of and that are no files, by name.
    texts: tuple[tuple[str, str], ...] = ()
    # What the result is kept by; empty where it cannot be.
    key: str = ""
    seconds: float = 0.0


class Batch(NamedTuple):
    """What came of several targets that were worked on together."""

    done: list[Done]
    edges: list[tuple[str, str]]
    notes: Noted | None
    seconds: float = 0.0


class Job:
    """What to do with targets; ``parts`` make a project, ``inputs`` are flags on top of it."""

    def __init__(
        self,
        kind: Kind,
        parts: tuple[Any, ...],
        inputs: Sequence[Mapping[str, object]] = ({},),
        *,
        secrets: bool = False,
        footing: bytes | None = None,
    ) -> None:
        self.kind: Final[Kind] = kind
        self.parts: Final = parts
        self.inputs: Final = tuple(inputs)
        # Whether values are shown with their secrets.
        self.secrets: Final = secrets
        # What names of footings are made with; without it, nothing is noted.
        self.footing: Final = footing

    def flags(self, inputs: int) -> dict[str, object]:
        """Return the flags of the targets that get these inputs."""
        given: dict[str, object] = dict(self.parts[2])
        for key, value in self.inputs[inputs].items():
            before = given.get(key)
            if isinstance(before, Mapping) and isinstance(value, Mapping):
                given[key] = {**before, **value}
            else:
                given[key] = value
        return given

    def look_at_configs(self, targets: Iterable[Target]) -> None:
        """Read the configs around targets; raise ``BadConfig`` for one that means nothing."""
        project = self.project(0, Moment())
        for target in targets:
            project.config_for(target.name)

    def project(self, inputs: int, files: Moment) -> Project:
        """Make the project for targets with some inputs."""
        config, _, _, lang, nearest = self.parts
        made = Project(config, files, self.flags(inputs), lang, nearest)
        made.files = files
        return made


class Worker:
    """Works on targets of one job, and keeps between them what they share."""

    def __init__(self, job: Job, projects: Callable[[int], Project]) -> None:
        self.job: Final = job
        self._make: Final = projects
        self._projects: Final[dict[int, Project]] = {}
        self._observed: Final = Observed()
        self._before: Final[dict[str, Any]] = {}

    def project(self, inputs: int) -> Project:
        """Return the project for some inputs."""
        found = self._projects.get(inputs)
        if found is None:
            found = self._projects[inputs] = self._make(inputs)
            if self.job.footing is not None:
                found.watch(self._named, self._observed)
        return found

    def _named(self, data: bytes) -> str:
        from _blake2 import blake2b  # noqa: PLC0415  start-up

        return blake2b(data, digest_size=12, key=self.job.footing or b"").hexdigest()

    def batch(self, targets: Iterable[tuple[int, Target]]) -> Batch:
        """Work on some targets."""
        edges: dict[tuple[str, str], None] = {}

        def one(at: int, target: Target) -> Done:
            done = self.done(at, target)
            edges.update(dict.fromkeys(self.edges(target)))
            return done

        done = self.inside(lambda: [one(at, target) for at, target in targets])
        return Batch(done, list(edges), self.noted())

    def inside(self, work: Callable[[], T]) -> T:
        """Do work on several targets: checks share one run, programs have one each."""
        if self.job.kind != "check":
            return work()

        def each() -> T:
            with collected_soon():
                return work()

        return limited(each, UNWATCHED)

    def reached(self, target: Target) -> list[str]:
        """Return the files that a target leads to, without itself."""
        return self.project(target.inputs).graph.reach(target.name)[1:]

    def edges(self, target: Target) -> list[tuple[str, str]]:
        """Return the imports that a target leads to, for checks, which look for rings."""
        if self.job.kind != "check":
            return []
        return self.project(target.inputs).graph.edges_under((target.name,))

    def done(self, at: int, target: Target) -> Done:
        """Work on one target."""
        project = self.project(target.inputs)
        traces: list[str] = []
        began = perf_counter()
        project.tracer = traces.append
        text, findings = self._result(project, target)
        stored, texts = portable(findings, project.files)
        read = project.graph.reach(target.name) if self.job.kind == "eval" else []
        key = "" if self.job.footing is None else self._key(project, target)
        return Done(
            at, text, stored, tuple(traces), tuple(read), texts, key, perf_counter() - began
        )

    def _key(self, project: Project, target: Target) -> str:
        """What a result is kept by; empty for a run that sees more than is noted."""
        lang = project.lang or language_of(target.name)
        if self.job.kind == "eval" and lang is not None and not BY_NAME[lang].hosted:
            return ""
        return project.key(target.name) or ""

    def _result(self, project: Project, target: Target) -> tuple[str | None, Sequence[Diagnostic]]:
        if self.job.kind == "check":
            return None, project.found(target.name, once=True)
        if self.job.kind == "fmt":
            laid = project.reformat(target.name)
            source = project.open(target.name).output
            same = source is None or laid.output == source.text
            return None if same else laid.output, laid.diagnostics
        made = shown(project, target.name, target.form, secrets=self.job.secrets)
        return made.output, made.diagnostics

    def noted(self) -> Noted | None:
        """Hand out what was looked at since the last time."""
        if self.job.footing is None or not self._projects:
            return None
        project = next(iter(self._projects.values()))
        assert isinstance(project.files, Moment)
        made = noted(self._observed, project.files, {}, self._before, project.around_notes())
        self._observed.clear()
        return made


def local_worker(job: Job) -> Worker:
    """Make a worker for files of this machine, as they are at first sight."""
    config = job.parts[0]
    files = Moment(config.max_file_size or Moment.most)
    return Worker(job, lambda inputs: job.project(inputs, files))


class Sources:
    """Where findings of other processes find the texts they speak of."""

    def __init__(self, files: Moment) -> None:
        self._files: Final = files

    def findings(self, done: Done) -> list[Diagnostic]:
        """Return what there is to say of a target."""
        if not done.findings:
            return []
        here = TextsBeside(done.texts, self._files)
        return [from_store(one, here) for one in done.findings]
