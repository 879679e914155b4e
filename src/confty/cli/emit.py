"""``confty emit``: show what a stage of the compiler makes of a Phy file."""

from __future__ import annotations

import sys
from argparse import Namespace

from confty.cli import flags
from confty.languages.phy.emit import STAGES, emit


def main(argv: list[str]) -> int:
    """Print one stage of a file's way to machine code."""
    parser = flags.parser("emit", "Show what a stage of the compiler makes of a Phy file.")
    parser.add_argument("--as", dest="stage", choices=STAGES, default="typed")
    parser.add_argument("--dialect", choices=("current", "seed"), help="the language's version")
    parser.add_argument("file", metavar="FILE")
    options = parser.parse_args(argv)
    try:
        return _emit(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty emit: {bad}\n")
        return 2


def _emit(options: Namespace) -> int:
    flags.enter_directory(options)
    work = flags.project(options)
    name = flags.with_stdin(work, options.file, options)
    room = work.language(name)
    opened = work.open(name)
    if opened.output is None or opened.failed or room.output is None:
        findings = (*opened.diagnostics, *room.diagnostics)
        flags.show(list(findings), options, sys.stderr)
        return flags.failure_code(findings)
    if room.output.name != "phy":
        raise flags.BadUsage(f"{options.file} is not a Phy file")
    shown = emit(opened.output, work.host(name, room.output.name), options.stage)
    flags.show(list(shown.diagnostics), options, sys.stderr)
    if shown.failed:
        return 1
    flags.write(sys.stdout, shown.output)
    return 0
