"""``confty fmt``: lay files out in their language's standard form."""

from __future__ import annotations

import os
import sys

from confty.cli import flags
from confty.cli.crews import crew_of, for_programs, tell_missing
from confty.cli.declared import Options
from confty.cli.timing import Timings
from confty.fleet.delivery import Delivery, Unfinished
from confty.fleet.job import Done, Job, Sources, Target
from confty.fleet.journal import footing_key, journal_of
from confty.registry import language_of
from confty.text import Diagnostic
from confty.workspace.files import Moment
from confty.workspace.project import Project


def main(argv: list[str]) -> int:
    """Rewrite files in place, or say which would change; ``-`` reads and prints."""
    parser = flags.parser("fmt", "Lay files out in their language's standard form.")
    parser.add_argument(
        "--check", action="store_true", help="change nothing, end with 1 if needed"
    )
    parser.add_argument("--diff", action="store_true", help="show what would change")
    flags.add_fleet_flags(parser)
    flags.add_time_flag(parser, "what one file may take (default: 300)")
    parser.add_argument("-v", "--verbose", action="store_true", help="say how long each file took")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    return flags.run(parser, argv, _reformat)


def _reformat(options: Options) -> int:
    options.ending = flags.is_of_one(options)
    work = flags.project(options)
    if options.paths == [flags.STDIN]:
        return _stdin(work, options)
    if options.engine and not (options.check or options.diff):
        raise flags.BadUsage("--engine goes with --check: files are changed on this machine")
    # A link that was found, not named, may lead out of the folder: what it leads to is not ours.
    found = _found(options.paths, work)
    names = [name for name in found if name in options.paths or not os.path.islink(name)]
    return _Layout(work, names, options).run()


class _Layout:
    """Files laid out one after the other, wherever that is worked out."""

    def __init__(self, work: Project, names: list[str], options: Options) -> None:
        self.work = work
        self.names = names
        self.options = options
        self.findings: list[Diagnostic] = []
        self.changed: list[str] = []
        self.files = Moment(work.config.max_file_size or Moment.most)
        self.sources = Sources(self.files)
        self.timings = Timings("laid out", options)

    def run(self) -> int:
        options, names = self.options, self.names
        # Files that are changed are their own journal.
        keeps = bool(options.check or options.diff)
        if options.resume and not keeps:
            raise flags.BadUsage("--resume goes with --check: files that were changed stay so")
        job = Job("fmt", self.work.parts(), footing=footing_key() if keeps else None)
        targets = [Target(name) for name in names]
        journal = journal_of(job, targets, resume=options.resume) if keeps else None
        unfinished = None
        try:
            Delivery(targets, self.take, None, journal).work(job, crew_of(options, len(names)))
        except Unfinished as broken:
            unfinished = broken
        said = for_programs(unfinished, len(names), options)
        flags.show([*self.findings, *said], options, sys.stderr)
        self.timings.tell()
        if not options.quiet:
            verb = "would change" if options.check or options.diff else "changed"
            sys.stderr.write(f"{len(self.changed)} of {len(names)} files {verb}\n")
        if unfinished is not None:
            tell_missing("confty fmt", unfinished, resumable=journal is not None)
            return 2
        if flags.failure_code(self.findings) == 2:
            return 2
        failed = flags.failed(self.findings, options)
        return 1 if failed or (self.changed and (options.check or options.diff)) else 0

    def take(self, target: Target, done: Done) -> None:
        self.findings += self.sources.findings(done)
        self.timings.note(target.name, done.seconds)
        if done.text is None:
            return
        self.changed.append(target.name)
        if self.options.diff:
            before = self.files.source(target.name).text
            flags.write(sys.stdout, _diff(target.name, before, done.text))
        elif self.options.check:
            sys.stdout.write(f"{target.name} would change\n")
        else:
            # Findings are about the text as it was.
            self.files.source(target.name)
            flags.deliver(done.text, target.name)


def _stdin(work: Project, options: Options) -> int:
    name = flags.with_stdin(work, flags.STDIN, options)
    outcome = work.reformat(name)
    flags.show(list(outcome.diagnostics), options, sys.stderr)
    if outcome.output is None:
        return 1
    source = work.open(name).output
    assert source is not None
    if options.diff:
        flags.write(sys.stdout, _diff(name, source.text, outcome.output))
    elif not options.check:
        flags.write(sys.stdout, outcome.output)
    changed = outcome.output != source.text and (options.check or options.diff)
    return 1 if changed or flags.failed(list(outcome.diagnostics), options) else 0


def _found(paths: list[str], work: Project) -> list[str]:
    from confty.workspace.find import NoSuchPath, find_files

    try:
        return find_files(paths, work.config, lambda name: language_of(name) is not None)
    except NoSuchPath as missing:
        raise flags.BadUsage(str(missing)) from None


def _diff(name: str, before: str, after: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(before.split("\n"), after.split("\n"), name, name, lineterm="")
    return "".join(f"{line}\n" for line in lines)
