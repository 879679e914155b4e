"""``confty emit``: show what a stage of the compiler makes of a Phy file, or write it."""

from __future__ import annotations

import os
import sys

from confty.cli import flags
from confty.cli.declared import YES_OR_NO, Options
from confty.languages.phy.emit import BINARIES, STAGES, emit

_EXECUTABLE = 0o755


def main(argv: list[str]) -> int:
    """Print or write one stage of a file's way to machine code."""
    parser = flags.parser("emit", "Show what a stage of the compiler makes of a Phy file.")
    _add_flags(parser)
    return flags.run(parser, argv, _emit)


def _add_flags(parser: flags.CommandParser) -> None:
    parser.add_argument("--as", dest="stage", choices=STAGES, default="typed")
    parser.add_argument("--dialect", choices=("current", "seed"), help="the language's version")
    parser.add_argument(
        "-O",
        "--optimised",
        action=YES_OR_NO,
        help="optimise the code; all but llvm is, unless --no-optimised says otherwise",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    parser.add_argument("file", metavar="FILE")


def _emit(options: Options) -> int:
    work = flags.project(options)
    name = flags.with_stdin(work, options.file, options)
    its_language = work.language(name)
    opened = work.open(name)
    if opened.output is None or opened.failed or its_language.output is None:
        findings = (*opened.diagnostics, *its_language.diagnostics)
        flags.show(list(findings), options, sys.stderr)
        return flags.failure_code(findings)
    if its_language.output.name != "phy":
        raise flags.BadUsage(f"{options.file} is not a Phy file")
    if options.stage in BINARIES and options.output is None and sys.stdout.isatty():
        raise flags.BadUsage(f"--as {options.stage} is not for a terminal: say where with -o FILE")
    host = work.host(name, its_language.output.name)
    made = emit(opened.output, host, options.stage, optimised=options.optimised)
    flags.show(list(made.diagnostics), options, sys.stderr)
    if made.failed:
        return 1
    return _deliver(made.output, options)


def _deliver(made: str | bytes, options: Options) -> int:
    if isinstance(made, str):
        return flags.deliver(made, options.output)
    if options.output is None:
        sys.stdout.buffer.write(made)
        return 0
    from confty.kit.saving import write_atomically

    try:
        write_atomically(options.output, made)
        if options.stage == "exe":
            os.chmod(options.output, _EXECUTABLE)
    except OSError as error:
        reason = (error.strerror or "unwritable").lower()
        raise flags.BadUsage(f"{options.output}: {reason}") from None
    return 0
