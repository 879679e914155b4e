"""``confty debug``: run a Phy program one reduction at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from confty.cli import flags
from confty.cli.amounts import positive
from confty.cli.declared import Options
from confty.language import Host
from confty.languages.phy.checker import check
from confty.languages.phy.evaluator.effects import Effects, StandardConsole
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL
from confty.languages.phy.settings import count, dialect_of
from confty.languages.phy.stepping.debugger import HELP, Debugger
from confty.languages.phy.stepping.reduction import Reduction
from confty.text import Diagnostic
from confty.workspace.bounds import guarded, limits_of, patience_of, telling_of

_PROMPT = "(phy) "


def main(argv: list[str]) -> int:
    """Take commands from standard input until the session is over."""
    parser = flags.parser("debug", f"Run a Phy program step by step. Commands:\n\n{HELP}")
    parser.add_argument("--dialect", choices=("current", "seed"), help="the language's version")
    parser.add_argument("--max-stack", type=positive, metavar="N", help="how deep calls may nest")
    flags.add_run_flags(parser)
    parser.add_argument(
        "--adapter", action="store_true", help="talk to an editor: the Debug Adapter Protocol"
    )
    parser.add_argument("file", metavar="FILE", nargs="?")
    return flags.run(
        parser, argv, lambda options: (_serve if options.adapter else _debug)(options)
    )


class _Failed(Exception):
    """The program cannot be run for what was found in it."""

    def __init__(self, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__()
        self.findings = findings


def _serve(options: Options) -> int:
    from confty.cli.debug_adapter import serve

    if options.file is not None:
        raise flags.BadUsage("the editor names the file, so --adapter takes none")

    def opened(options: Options, file: str, effects: Callable[[Host], Effects]) -> Reduction:
        try:
            return _opened(options, file, effects)
        except _Failed as failed:
            raise flags.BadUsage("; ".join([str(one) for one in failed.findings])) from None

    return serve(options, opened)


def _opened(options: Options, file: str, effects: Callable[[Host], Effects]) -> Reduction:
    """Begin the run of a file; raises ``_Failed`` for one with mistakes."""
    work = flags.project(options)
    its_language = work.language(file)
    opened = work.open(file)
    if opened.output is None or opened.failed or its_language.output is None:
        raise _Failed((*opened.diagnostics, *its_language.diagnostics))
    if its_language.output.name != "phy":
        raise flags.BadUsage(f"{file} is not a Phy file")
    host = work.host(file, "phy")
    source = opened.output
    patience = patience_of(host.settings)
    checked = guarded(lambda: check(source, dialect_of(host)), None, telling_of(source), patience)
    if checked.output is None or checked.failed:
        raise _Failed(checked.diagnostics)
    flags.show(list(checked.diagnostics), options, sys.stderr)
    entry = checked.output.entry
    if entry is None or entry.parameters:
        raise flags.BadUsage("there is no entry procedure without parameters to be run")
    made = effects(host)
    made.release()
    deepest = min(count(host.settings.get("max_stack")) or DEEPEST_CALL, DEEPEST_CALL)
    return Reduction(checked.output, made, deepest, limits_of(host.settings))


def _debug(options: Options) -> int:
    if options.file is None:
        raise flags.BadUsage("expected a file, or --adapter")
    if options.file == "-":
        raise flags.BadUsage("commands come from standard input, so the program cannot")
    try:
        reduction = _opened(options, options.file, lambda host: Effects(host, StandardConsole()))
    except _Failed as failed:
        flags.show(list(failed.findings), options, sys.stderr)
        return flags.failure_code(failed.findings)
    debugger = Debugger(reduction, _say)
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
