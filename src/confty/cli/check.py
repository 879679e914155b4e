"""``confty check``: report mistakes in files and folders."""

from __future__ import annotations

import sys
from argparse import Namespace

from confty.cli import flags
from confty.registry import NAMES, language_of
from confty.report import DOCUMENTS, summary
from confty.workspace.codes import UNKNOWN_LANGUAGE, UNREADABLE
from confty.workspace.config import Config


def main(argv: list[str]) -> int:
    """Check what is named, print the findings on standard output, return 0, 1 or 2."""
    parser = flags.parser("check", "Report mistakes in files and folders.")
    flags.add_level_flags(parser)
    flags.add_input_flags(parser)
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH")
    options = parser.parse_args(argv)
    try:
        return _check(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty check: {bad}\n")
        return 2


def _check(options: Namespace) -> int:
    flags.enter_directory(options)
    work = flags.project(options)
    if options.paths == [flags.STDIN]:
        names = [flags.with_stdin(work, flags.STDIN, options)]
    else:
        names = _found(options.paths, work.config)
    findings = work.check_all(names)
    flags.show(findings, options, sys.stdout)
    if not options.quiet and flags.report_form(options) not in {*DOCUMENTS, "jsonl", "github"}:
        files = f"{len(names)} file{'' if len(names) == 1 else 's'}"
        sys.stderr.write(f"checked {files}: {summary(findings)}\n")
    if any(finding.code in {UNREADABLE, UNKNOWN_LANGUAGE} for finding in findings):
        return 2
    return 1 if flags.failed(findings, options) else 0


def _found(paths: list[str], config: Config) -> list[str]:
    from confty.workspace.find import Missing, find

    include, exclude = config.strings("include"), config.strings("exclude")
    try:
        return find(
            paths,
            lambda name: (
                language_of(name) in NAMES and (not include or config.matches(name, include))
            ),
            lambda name: config.matches(name, exclude),
        )
    except Missing as missing:
        raise flags.BadUsage(str(missing)) from None
