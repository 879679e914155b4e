"""Who works on many files, as a command line says, and how it is told that somebody did not."""

from __future__ import annotations

import sys

from confty.cli.declared import Options
from confty.cli.flags import BadUsage, report_form
from confty.fleet.crew import Crew, local_crew
from confty.fleet.delivery import Unfinished
from confty.text import Diagnostic
from confty.workspace.codes import UNFINISHED
from confty.workspace.levels import BadConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Whoever reads these has the words on standard error beside them.
_FOR_PEOPLE: Final = ("full", "concise")


def crew_of(options: Options, targets: int) -> Crew:
    """Choose who works: a cluster, or processes of this machine."""
    if not options.engine:
        try:
            return local_crew(options.jobs, targets)
        except BadConfig as bad:
            raise BadUsage(str(bad)) from bad
    if options.jobs:
        raise BadUsage("--jobs is for this machine; a cluster has the workers it has")
    from confty.fleet.cluster import Cluster

    def tell(line: str) -> None:
        if not options.quiet:
            sys.stderr.write(f"{line}\n")

    try:
        return Cluster(options.engine, tell)
    except Unfinished as bad:
        raise BadUsage(str(bad)) from None


def for_programs(unfinished: Unfinished | None, files: int, options: Options) -> list[Diagnostic]:
    """What a report says of a run that broke off, where programs read that and nothing else."""
    if unfinished is None or report_form(options) in _FOR_PEOPLE:
        return []
    missing = len(unfinished.missing)
    message = f"{missing} of {files} files have no result: {unfinished}"
    return [UNFINISHED.at(None, message)]


def tell_missing(command: str, unfinished: Unfinished, *, resumable: bool) -> None:
    """Say why a run broke off, which targets are missing, and what to do."""
    sys.stderr.write(f"{command}: {unfinished}\n")
    missing = unfinished.missing
    if missing:
        noun = "target has" if len(missing) == 1 else "targets have"
        sys.stderr.write(f"{len(missing)} {noun} no result:\n")
        # All of them, however many: what is missing is for programs to read, too.
        sys.stderr.write("".join([f"  {name}\n" for name in missing]))
    if resumable:
        sys.stderr.write("help: --resume does only what is missing\n")
