"""Checks by a crew: what is known is not sent, and what comes back is kept as if checked here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.fleet.crew import Crew
from confty.fleet.delivery import Unfinished
from confty.fleet.job import Batch, Job, Sources, Target
from confty.text import Diagnostic
from confty.workspace.files import Moment
from confty.workspace.many import KeptProject


class CrewCheck:
    """Checks files by a crew; ``unfinished`` says what it could not do."""

    def __init__(self, crew: Crew) -> None:
        self._crew: Final = crew
        self.unfinished: Unfinished | None = None

    def __call__(
        self,
        work: KeptProject,
        names: list[str],
        take: Callable[[str, list[Diagnostic], float], None],
    ) -> None:
        """Check files and hand over what was found about each."""
        files = work.project.files
        if not names or not isinstance(files, Moment):
            return
        sources = Sources(files)
        missing = dict.fromkeys(names)

        def taken(batch: Batch) -> None:
            found = {}
            for done in batch.done:
                name = names[done.at]
                missing.pop(name, None)
                found[name] = done.key, sources.findings(done), done.seconds
            work.project.gather((), batch.edges)
            if batch.notes is not None:
                known = {key: findings for key, findings, _ in found.values() if key}
                batch.notes.keep(known, work.nodes(batch.notes))
                work.add(batch.notes)
            for name, (_, findings, seconds) in found.items():
                take(name, findings, seconds)

        todo = [(at, Target(name)) for at, name in enumerate(names)]
        job = Job("check", work.project.parts(), footing=work.footing)
        try:
            self._crew.work(job, todo, taken)
        except Unfinished as unfinished:
            self.unfinished = Unfinished(str(unfinished), list(missing))
