"""``confty debug``: run a Phy program one reduction at a time."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator

from confty.cli import flags
from confty.languages.phy.checker import check
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL
from confty.languages.phy.settings import count, dialect_of
from confty.languages.phy.stepping.session import HELP, Debugger

_PROMPT = "(phy) "


def main(argv: list[str]) -> int:
    """Take commands from standard input until the session is over."""
    parser = flags.parser("debug", f"Run a Phy program step by step. Commands:\n\n{HELP}")
    parser.add_argument("--dialect", choices=("current", "seed"), help="the language's version")
    parser.add_argument("--max-stack", metavar="N", help="how deep calls may nest")
    parser.add_argument("file", metavar="FILE")
    options = parser.parse_args(argv)
    try:
        return _debug(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty debug: {bad}\n")
        return 2


def _debug(options: Namespace) -> int:
    if options.file == "-":
        raise flags.BadUsage("commands come from standard input, so the program cannot")
    flags.enter_directory(options)
    work = flags.project(options)
    room = work.language(options.file)
    opened = work.open(options.file)
    if opened.output is None or opened.failed or room.output is None:
        findings = (*opened.diagnostics, *room.diagnostics)
        flags.show(list(findings), options, sys.stderr)
        return flags.failure_code(findings)
    if room.output.name != "phy":
        raise flags.BadUsage(f"{options.file} is not a Phy file")
    host = work.host(options.file, "phy")
    checked = check(opened.output, dialect_of(host))
    flags.show(list(checked.diagnostics), options, sys.stderr)
    if checked.failed:
        return 1
    entry = checked.output.entry
    if entry is None or entry.parameters:
        raise flags.BadUsage("there is no entry procedure without parameters to be run")
    effects = Effects(host)
    effects.release()
    deepest = min(count(host.settings.get("max_stack")) or DEEPEST_CALL, DEEPEST_CALL)
    debugger = Debugger(checked.output, effects, _say, deepest)
    for line in _commands():
        if not debugger.obey(line):
            break
        failure = debugger.reduction.failure
        if failure is not None:
            flags.show([failure], options, sys.stderr)
            return 1
    return 0


def _say(line: str) -> None:
    flags.write(sys.stdout, f"{line}\n")
    sys.stdout.flush()


def _commands() -> Iterator[str]:
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    _say("help lists the commands")
    while True:
        try:
            yield input(_PROMPT)
        except EOFError:
            return
