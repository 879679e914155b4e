"""``confty fmt``: lay files out in their language's standard form."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from time import perf_counter

from confty.cli import flags
from confty.cli.timing import Timings
from confty.registry import language_of
from confty.text import Diagnostic
from confty.workspace.project import Project


def main(argv: list[str]) -> int:
    """Rewrite files in place, or say which would change; ``-`` reads and prints."""
    parser = flags.parser("fmt", "Lay files out in their language's standard form.")
    parser.add_argument(
        "--check", action="store_true", help="change nothing, end with 1 if needed"
    )
    parser.add_argument("--diff", action="store_true", help="show what would change")
    parser.add_argument("-v", "--verbose", action="store_true", help="say how long each file took")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    options = parser.parse_args(argv)
    try:
        return _reformat(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty fmt: {bad}\n")
        return 2


def _reformat(options: Namespace) -> int:
    flags.enter_directory(options)
    work = flags.project(options)
    if options.paths == [flags.STDIN]:
        return _stdin(work, options)
    findings: list[Diagnostic] = []
    changed: list[str] = []
    # A link that was found, not named, may lead out of the folder: what it leads to is not ours.
    found = _found(options.paths, work)
    names = [name for name in found if name in options.paths or not os.path.islink(name)]
    timings = Timings("laid out", options)
    for name in names:
        began = perf_counter()
        outcome = work.reformat(name)
        timings.note(name, perf_counter() - began)
        findings.extend(outcome.diagnostics)
        source = work.open(name).output
        if outcome.output is None or source is None or outcome.output == source.text:
            continue
        changed.append(name)
        if options.diff:
            flags.write(sys.stdout, _diff(name, source.text, outcome.output))
        elif options.check:
            sys.stdout.write(f"{name} would change\n")
        else:
            _save(name, outcome.output)
    flags.show(findings, options, sys.stderr)
    timings.tell()
    if not options.quiet:
        verb = "would change" if options.check or options.diff else "changed"
        sys.stderr.write(f"{len(changed)} of {len(names)} files {verb}\n")
    if flags.failure_code(findings) == 2:
        return 2
    failed = flags.failed(findings, options)
    return 1 if failed or (changed and (options.check or options.diff)) else 0


def _stdin(work: Project, options: Namespace) -> int:
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
    changed = outcome.output != source.text
    return 1 if changed and (options.check or options.diff) else 0


def _found(paths: list[str], work: Project) -> list[str]:
    from confty.workspace.find import Missing, find_files

    try:
        return find_files(paths, work.config, lambda name: language_of(name) is not None)
    except Missing as missing:
        raise flags.BadUsage(str(missing)) from None


def _save(path: str, text: str) -> None:
    from confty.workspace.files import write_atomically

    try:
        write_atomically(path, text)
    except OSError as error:
        raise flags.BadUsage(f"{path}: {(error.strerror or 'unwritable').lower()}") from None


def _diff(name: str, before: str, after: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(before.split("\n"), after.split("\n"), name, name, lineterm="")
    return "".join(f"{line}\n" for line in lines)
