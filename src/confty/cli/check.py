"""``confty check``: report mistakes in files and folders."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable

from confty.cli import flags
from confty.registry import language_of
from confty.report import DOCUMENTS, summary
from confty.text import Diagnostic
from confty.workspace.config import Config
from confty.workspace.many import WORTH_A_PROCESS, check_many
from confty.workspace.project import Project
from confty.workspace.validate import BadConfig


def main(argv: list[str]) -> int:
    """Check what is named, print the findings on standard output, return 0, 1 or 2."""
    parser = flags.parser("check", "Report mistakes in files and folders.")
    flags.add_level_flags(parser)
    flags.add_input_flags(parser)
    parser.add_argument(
        "-j", "--jobs", type=flags.positive, metavar="N", help="how many processes"
    )
    parser.add_argument("-W", "--watch", action="store_true", help="check again on every change")
    parser.add_argument("--baseline", metavar="FILE", help="leave out what this file lists")
    parser.add_argument(
        "--update-baseline", action="store_true", help="write the baseline and end with 0"
    )
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH")
    options = parser.parse_args(argv)
    try:
        flags.enter_directory(options)
        return _watch(options) if options.watch else _check(options)
    except (flags.BadUsage, BadConfig) as bad:
        sys.stderr.write(f"confty check: {bad}\n")
        return 2


def _check(options: Namespace) -> int:
    work = flags.project(options)
    if options.paths == [flags.STDIN]:
        names = [flags.with_stdin(work, flags.STDIN, options)]
    else:
        names = found_files(options.paths, work.config)
    findings = check_many(work, names, options.jobs, _progress(options))
    findings, old = _beyond_baseline(findings, work, options)
    flags.show(findings, options, sys.stdout)
    if not options.quiet and flags.report_form(options) not in {*DOCUMENTS, "jsonl", "github"}:
        files = f"{len(names)} file{'' if len(names) == 1 else 's'}"
        if not names:
            sys.stderr.write("confty check: there is no file of a known language here\n")
        known = f" ({old} in the baseline)" if old else ""
        sys.stderr.write(f"checked {files}: {summary(findings)}{known}\n")
    if flags.failure_code(findings) == 2:
        return 2
    return 1 if flags.failed(findings, options) else 0


def _progress(options: Namespace) -> Callable[[int, int], None] | None:
    """Show how far we are, on a terminal that a person looks at, when there is much to do."""
    if options.quiet or not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        if total >= WORTH_A_PROCESS:
            end = "\r\033[K" if done == total else ""
            sys.stderr.write(f"\r\033[Kchecking {done} of {total}{end}")
            sys.stderr.flush()

    return show


def _beyond_baseline(
    findings: list[Diagnostic], work: Project, options: Namespace
) -> tuple[list[Diagnostic], int]:
    """Leave out what the baseline lists, or write the baseline."""
    path = options.baseline or work.config.baseline
    if path is None and options.update_baseline:
        path = os.path.join(work.config.root, ".confty-baseline.json")
    if path is None:
        return findings, 0
    from confty.workspace.baseline import beyond_baseline, read_baseline, write_baseline

    root = os.path.dirname(os.path.abspath(path))
    if not options.update_baseline:
        return beyond_baseline(findings, read_baseline(path), root)
    try:
        write_baseline(path, findings, root)
    except OSError as error:
        raise flags.BadUsage(f"{path}: {(error.strerror or 'unwritable').lower()}") from None
    return [], len(findings)


def _watch(options: Namespace) -> int:
    """Check, wait for a change of any file that counts, check again, until interrupted."""
    from confty.workspace.files import wait_for_change

    while True:
        _check(options)
        sys.stdout.flush()
        wait_for_change(lambda: found_files(options.paths, flags.project(options).config))


def found_files(paths: list[str], config: Config) -> list[str]:
    """Return the files that a command line means."""
    from confty.workspace.find import Missing, find_files

    try:
        return find_files(paths, config, lambda name: language_of(name) is not None)
    except Missing as missing:
        raise flags.BadUsage(str(missing)) from None
