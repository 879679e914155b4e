"""``confty test``: hold programs against the expectations written in their comments."""

from __future__ import annotations

import sys
from argparse import Namespace

from confty.cli import flags


def main(argv: list[str]) -> int:
    """Test files and documents; 0 when all holds, 1 when not, 2 when a file cannot be read."""
    parser = flags.parser(
        "test", "Check the comments of the form `## ^ type: T` in programs and Markdown files."
    )
    flags.add_input_flags(parser)
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args(argv)
    try:
        return _test(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty test: {bad}\n")
        return 2


def _test(options: Namespace) -> int:
    from confty.cli.expectations import failures, programs

    flags.enter_directory(options)
    work = flags.project(options)
    held = failed = 0
    for name in options.files:
        opened = work.open(name)
        if opened.output is None or opened.failed:
            flags.show(list(opened.diagnostics), options, sys.stderr)
            return 2
        for program in programs(name, opened.output.text):
            wrong = failures(program, work.config, dict(work.flags))
            for one in wrong:
                flags.write(sys.stdout, f"{one}\n")
            failed += len(wrong)
            held += max(0, len(program.expectations) - len(wrong))
    if not options.quiet:
        many = "expectation" if held == 1 else "expectations"
        verb = "holds" if held == 1 else "hold"
        rest = f", {failed} {'does' if failed == 1 else 'do'} not" if failed else ""
        sys.stderr.write(f"{held} {many} {verb}{rest}\n")
    return 1 if failed else 0
