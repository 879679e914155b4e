"""``--output-depfile`` of commands whose programs read files by themselves."""

from __future__ import annotations

import os

from confty.cli import flags
from confty.cli.declared import Options
from confty.workspace.observed import TEXTS, Observed, Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from confty.workspace.host import WorkspaceHost
    from confty.workspace.project import Project


def add_depfile_flag(made: flags.CommandParser) -> None:
    """Add the flag."""
    made.add_argument(
        "--output-depfile", metavar="FILE", help="write the names of all files that were read"
    )


def deliver_made(text: str, work: Project, names: list[str], options: Options) -> int:
    """Write what was made of files, and which they and their imports are where a flag asks."""
    if options.output_depfile and not options.output:
        raise flags.BadUsage("--output-depfile needs -o: a rule of Make is about a file")
    code = flags.deliver(text, options.output)
    if options.output_depfile:
        read = [one for name in names for one in work.graph.reach(name)]
        flags.deliver(flags.depfile_rule(options.output, read), options.output_depfile)
    return code


class Reads:
    """Notes what is read through hosts, where a flag asks for it."""

    def __init__(self, options: Options) -> None:
        self._path: str | None = options.output_depfile
        self._observed = Observed()
        self._named: list[str] = []

    def watch(self, host: WorkspaceHost, name: str) -> None:
        """Note from now on what a host reads."""
        if self._path:
            host.watch = Watch(self._observed, "", name)

    def note(self, name: str) -> None:
        """Note a file that is read otherwise."""
        self._named.append(name)

    def write(self, targets: list[str]) -> None:
        """Write a rule for what was made."""
        if not self._path:
            return
        asked = [look for looks in self._observed.looks.values() for look in looks]
        found = [subject for kind, subject in asked if kind in TEXTS]
        names = [name for name in (*self._named, *found) if os.path.exists(name)]
        rules = "".join([flags.depfile_rule(target, names) for target in targets])
        flags.deliver(rules, self._path)
