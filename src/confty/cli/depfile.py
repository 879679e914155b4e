"""``--output-depfile`` of commands whose programs read files by themselves."""

from __future__ import annotations

from confty.cli import flags
from confty.cli.declared import Options
from confty.cli.make_rule import depfile_rule
from confty.workspace.observed import TEXTS, Observed, Watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from confty.workspace.host import WorkspaceHost
    from confty.workspace.project import Project

# Flags that name files, as ``NAME=FILE``, and those of which only some do.
_OF_FILES: Final = ("ext_str_file", "ext_code_file", "tla_str_file", "tla_code_file")
_OF_SECRETS: Final = ("ext_secret", "tla_secret")


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
        write_rules([(options.output, read)], options)
    return code


def write_rules(made: Iterable[tuple[str, Iterable[str]]], options: Options) -> None:
    """Write a rule for each file that was made; files that flags name are part of all of them."""
    given = given_files(options)
    rules = [depfile_rule(target, (*read, *given)) for target, read in made]
    flags.save(options.output_depfile, b"".join(rules))


def given_files(options: Options) -> list[str]:
    """The files in which values from outside stand."""
    named = [item for name in _OF_FILES for item in getattr(options, name, ())]
    secret = [item for name in _OF_SECRETS for item in getattr(options, name, ())]
    origins = [item.partition("=")[2] for item in secret]
    files = [one.removeprefix("file:") for one in origins if one.startswith("file:")]
    return [item.partition("=")[2] for item in named] + files


class Reads:
    """Notes what is read through hosts, where a flag asks for it."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._observed = Observed()
        self._named: list[str] = []

    def watch(self, host: WorkspaceHost, name: str) -> None:
        """Note from now on what a host reads."""
        if self._options.output_depfile:
            host.watch = Watch(self._observed, "", name)

    def note(self, name: str) -> None:
        """Note a file that is read otherwise."""
        self._named.append(name)

    def write(self, targets: list[str]) -> None:
        """Write a rule for what was made."""
        if not self._options.output_depfile:
            return
        asked = [look for looks in self._observed.looks.values() for look in looks]
        found = [subject for kind, subject in asked if kind in TEXTS]
        names = [*self._named, *found]
        write_rules([(target, names) for target in targets], self._options)
