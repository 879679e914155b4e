"""``confty check``: report mistakes in files and folders."""

from __future__ import annotations

import os
import sys
from time import time_ns

from confty.cli import flags
from confty.cli.declared import Options
from confty.cli.leniency import add_mode_flags
from confty.cli.progress import progress_bar
from confty.cli.timing import Timings
from confty.registry import LAZY, language_of
from confty.text import Diagnostic
from confty.text.forms import DOCUMENTS
from confty.workspace.config import Config
from confty.workspace.host import has_labels
from confty.workspace.levels import BadConfig
from confty.workspace.many import check_many
from confty.workspace.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from confty.fleet.checking import CrewCheck


def main(argv: list[str]) -> int:
    """Check what is named, print the findings on standard output, return 0, 1 or 2."""
    return run(flags.parser("check", "Report mistakes in files and folders."), argv)


def run(parser: flags.CommandParser, argv: list[str], *, strict: bool = False) -> int:
    """Read the flags of a check and do it; a strict one fails for warnings unless told not to."""
    flags.add_level_flags(parser)
    flags.add_input_flags(parser)
    add_mode_flags(parser)
    _add_mending_flags(parser)
    flags.add_fleet_flags(parser)
    parser.add_argument("-W", "--watch", action="store_true", help="check again on every change")
    parser.add_argument("--baseline", metavar="FILE", help="leave out what this file lists")
    parser.add_argument(
        "--update-baseline", action="store_true", help="write the baseline and end with 0"
    )
    parser.add_argument(
        "--entry",
        action="append",
        default=[],
        metavar="FILE",
        help="check libraries as this program uses them, too",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH")

    def work(options: Options) -> int:
        if strict and options.error_on_warning is None:
            options.error_on_warning = True
        options.paths = options.paths or [options.project_folder or "."]
        return _watch(options) if options.watch else _check(options)

    return flags.run(parser, argv, work)


def _add_mending_flags(parser: flags.CommandParser) -> None:
    """Add the flags that change files."""
    parser.add_argument(
        "--fix", action="store_true", help="apply the fixes that cannot change what a file means"
    )
    parser.add_argument(
        "--unsafe-fixes", action="store_true", help="apply the fixes that may change it, too"
    )
    parser.add_argument(
        "--add-ignore", action="store_true", help="write a suppression for every finding left"
    )


def _offer(findings: list[Diagnostic]) -> str:
    """Say how many of the findings a flag would fix."""
    if not any(finding.fix for finding in findings):
        return ""
    from confty.cli.mending import offer

    return offer(findings)


def _check(options: Options, seen: set[str] | None = None) -> int:
    options.ending = flags.is_of_one(options) and not options.import_models
    work = flags.project(options)
    if options.paths == [flags.STDIN]:
        names = [flags.with_stdin(work, flags.STDIN, options)]
    else:
        names = found_files(options.paths, work.config)
    entries = _entries(names, options, work.config)
    under: list[str] = []
    if entries is None and options.paths != [flags.STDIN]:
        under = _programs_over(work, names)
    unasked = entries or []
    elsewhere = _elsewhere_of(work, options, len(names))
    timings = Timings("checked", options)
    work.timed, work.seen = timings.note, seen
    bar = progress_bar(options, lines=flags.report_form(options) == "jsonl")
    if options.fix or options.unsafe_fixes or options.add_ignore:
        from confty.cli.mending import mend

        mend(work, names, options)
    tell = _telling(unasked, options) if _streams(work, names, options) else None
    all_names = [*names, *unasked]
    findings = check_many(work, all_names, options.jobs, bar, tell, elsewhere, under)
    findings, old = _asked_about(findings, unasked), 0
    broken = _broken_off(elsewhere, names, options)
    if tell is None:
        findings, old = _beyond_baseline(findings, work, options, all_names)
        flags.show([*findings, *broken], options, sys.stdout)
    elif broken:
        tell(broken)
    timings.tell()
    if not options.quiet and flags.report_form(options) not in {*DOCUMENTS, "jsonl", "github"}:
        files = _counted(elsewhere, names)
        if not names:
            sys.stderr.write("confty check: there is no file of a known language here\n")
        known = f" ({old} in the baseline)" if old else ""
        fixable = _offer(findings)
        from confty.report import summary

        found = "" if files.startswith("0 of") else f": {summary(findings)}{known}{fixable}"
        sys.stderr.write(f"checked {files}{found}\n")
    if elsewhere is not None and elsewhere.unfinished is not None:
        from confty.cli.crews import tell_missing

        tell_missing("confty check", elsewhere.unfinished, resumable=_keeps(work))
        return 2
    if flags.failure_code(findings) == 2:
        return 2
    return 1 if flags.failed(findings, options) else 0


def _broken_off(
    elsewhere: CrewCheck | None, names: list[str], options: Options
) -> list[Diagnostic]:
    """What a report says of files that somebody else was to check and did not."""
    unfinished = None if elsewhere is None else elsewhere.unfinished
    if unfinished is None:
        return []
    if options.update_baseline:
        raise flags.BadUsage(f"the baseline is not written: {unfinished}")
    from confty.cli.crews import for_programs

    return for_programs(unfinished, len(names), options)


def _counted(elsewhere: CrewCheck | None, names: list[str]) -> str:
    """Say how many files were checked, and out of how many where somebody could not check all."""
    unfinished = None if elsewhere is None else elsewhere.unfinished
    missing = 0 if unfinished is None else len(set(unfinished.missing).intersection(names))
    done = f"{len(names) - missing} of " if missing else ""
    return f"{done}{len(names)} file{'' if len(names) == 1 else 's'}"


def _keeps(work: Project) -> bool:
    """Whether results are kept, so that a check that broke off can go on."""
    secrets = any(has_labels(given) for given in work.flags.values())
    return work.flags.get("cache") is not False and not secrets


def _elsewhere_of(work: Project, options: Options, files: int) -> CrewCheck | None:
    """Return who checks somewhere else, where that is asked for."""
    if options.resume and not _keeps(work):
        raise flags.BadUsage("--resume: nothing is kept with --no-cache or with secrets")
    if not options.engine:
        return None
    if options.fix or options.unsafe_fixes or options.add_ignore:
        raise flags.BadUsage("--engine only checks; files are changed on this machine")
    if options.paths == [flags.STDIN]:
        raise flags.BadUsage("--engine: standard input is checked on this machine")
    from confty.cli.crews import crew_of
    from confty.fleet.checking import CrewCheck

    return CrewCheck(crew_of(options, files))


def _entries(names: list[str], options: Options, config: Config) -> list[str] | None:
    """Return the programs that use what is checked, as a flag or the config names them, if any."""
    named = options.entry or config.entries
    if named is None:
        return None
    found = found_files(named, config) if named else []
    return [name for name in found if name not in names]


def _programs_over(work: Project, names: list[str]) -> list[str]:
    """Return the programs that use what is checked, found by following imports backwards."""
    if not any(language_of(name) in LAZY for name in names):
        return []
    from confty.workspace.entrances import programs_over

    return programs_over(work, names)


def _asked_about(findings: list[Diagnostic], unasked: list[str]) -> list[Diagnostic]:
    """Leave out what is said of entry points that nobody asked about."""
    return [one for one in findings if one.span is None or one.span.source.name not in unasked]


def _streams(work: Project, names: list[str], options: Options) -> bool:
    """Whether findings are told as files are done: one a line, and no baseline to count with."""
    if flags.report_form(options) != "jsonl" or options.baseline or options.update_baseline:
        return False
    return not any(os.path.exists(path) for path in {work.baseline_for(name) for name in names})


def _beyond_baseline(
    findings: list[Diagnostic], work: Project, options: Options, names: list[str]
) -> tuple[list[Diagnostic], int]:
    """Leave out what the baselines list, or write them: one for each project that is met."""
    if not findings and not options.update_baseline:
        return findings, 0
    from confty.workspace.baseline import beyond_baseline, write_baseline

    places: dict[str, list[Diagnostic]] = {}

    def place(finding: Diagnostic) -> str:
        if options.baseline:
            return str(options.baseline)
        return work.baseline_for(finding.span.source.name if finding.span else ".")

    if not options.update_baseline:
        known = {options.baseline or work.config.baseline}

        def looked_for(finding: Diagnostic) -> str | None:
            path = place(finding)
            if path not in known and not os.path.exists(path):
                return None
            known.add(path)
            return path

        return beyond_baseline(findings, looked_for)
    for finding in findings:
        places.setdefault(place(finding), []).append(finding)
    # A project in which nothing is wrong any more has a baseline that says otherwise.
    for path in {options.baseline or work.baseline_for(name) for name in names}:
        if os.path.exists(path):
            places.setdefault(path, [])
    if not places:
        places[options.baseline or work.baseline_for("x")] = []
    for path, some in places.items():
        try:
            write_baseline(path, some, names)
        except OSError as error:
            raise flags.BadUsage(f"{path}: {(error.strerror or 'unwritable').lower()}") from None
        _tell_baseline(path, work, options)
    return [], len(findings)


def _telling(unasked: list[str], options: Options) -> Callable[[list[Diagnostic]], None]:
    """Who tells findings as soon as they are there."""

    def tell(found: list[Diagnostic]) -> None:
        flags.show(_asked_about(found, unasked), options, sys.stdout)
        sys.stdout.flush()

    return tell


def _tell_baseline(path: str, work: Project, options: Options) -> None:
    """Say what a baseline that was written needs to be used from now on: most often nothing."""
    if options.quiet:
        return
    shown = os.path.relpath(path)
    if options.baseline and os.path.abspath(path) != os.path.abspath(work.baseline_for("x")):
        hint = f'name it in confty.toml: baseline = "{shown}"'
        sys.stderr.write(f"wrote {shown}; to use it from now on, {hint}\n")
    else:
        sys.stderr.write(f"wrote {shown}, which is used from now on\n")


def _watch(options: Options) -> int:
    """Check, wait for a change of any file that counts, check again, until interrupted.

    A config that is wrong for a moment is told as a program that is: the next change may mend it.
    """
    from confty.workspace.files import changed_since, state_of, wait_for_change
    from confty.workspace.watched import watched

    more: list[str] = []
    known: list[str] = []

    def looked_at() -> list[str]:
        try:
            work = flags.project(options)
            known[:] = watched(work, found_files(options.paths, work.config))
        except (flags.BadUsage, BadConfig):
            if not known:
                raise
        return [*known, *more, *([options.baseline] if options.baseline else [])]

    again = False
    while True:
        # From before the check: what changes while it runs is a change.
        begun, before = time_ns(), state_of(looked_at())
        seen: set[str] = set()
        try:
            _check(options, seen)
        except (flags.BadUsage, BadConfig) as bad:
            if not again:
                raise
            flags.refused(bad, "confty check", options)
        again = True
        sys.stdout.flush()
        # What only the check itself knew of, such as the source of a class that is a schema.
        new = sorted(seen.difference(before))
        more += new
        if not changed_since(begun, new):
            wait_for_change(looked_at, {**before, **state_of(new)})


def found_files(paths: list[str], config: Config) -> list[str]:
    """Return the files that a command line means."""
    from confty.workspace.find import NoSuchPath, find_files
    from confty.workspace.vendored import PACKAGES

    try:
        return find_files(
            paths,
            config,
            lambda name: language_of(name) is not None,
            left_out=PACKAGES - {"vendor"} if config.vendor == "check" else PACKAGES,
        )
    except NoSuchPath as missing:
        raise flags.BadUsage(str(missing)) from None
