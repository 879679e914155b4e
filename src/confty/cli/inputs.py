"""``confty inputs``: list what a program needs from outside, with types."""

from __future__ import annotations

import sys

from confty.cli import asking, depfile, flags
from confty.cli.declared import Options
from confty.kit.reference import EXTERNAL, Need
from confty.workspace.project import Project


def main(argv: list[str]) -> int:
    """Print the external variables, arguments and settings that programs ask for."""
    parser = flags.parser(
        "inputs", "List what programs need from outside: external variables, arguments, config."
    )
    flags.add_input_flags(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the list to a file")
    depfile.add_depfile_flag(parser)
    parser.add_argument("files", nargs="+", metavar="FILE")
    return flags.run(parser, argv, _inputs)


def _inputs(options: Options) -> int:
    work = flags.project(options)
    found: dict[tuple[str, str], Need] = {}
    read = [flags.with_stdin(work, path, options) for path in options.files]
    for name in read:
        needs = asking.asked(work, name, options, lambda answers: answers.needs())
        if isinstance(needs, int):
            return needs
        for need in [*needs, *_of_others(work, name)]:
            found.setdefault((need.kind, need.name), need)
    every = list(found.values())
    text = _as_json(every) if options.format == "json" else _as_text(every)
    if not every and not options.quiet:
        sys.stderr.write("confty inputs: nothing is needed from outside\n")
    return depfile.deliver_made(text, work, read, options)


def _of_others(work: Project, name: str) -> list[Need]:
    """What the files ask for that a program imports, in whatever language they are written."""
    found: list[Need] = []
    for other in work.graph.reach(name)[1:]:
        answers = work.checked(other).output
        # An import calls nothing, and a component's settings are given by the program.
        asked = [] if answers is None else answers.needs()
        found += [need for need in asked if need.kind == EXTERNAL]
    return found


def _as_json(needs: list[Need]) -> str:
    import json

    records = [
        {
            "kind": need.kind,
            "name": need.name,
            "type": need.type,
            "required": need.default is None,
            "default": need.default,
            "secret": need.secret,
            "description": need.text,
            "path": need.span.source.name,
            "line": need.span.first[0],
            "column": need.span.first[1],
        }
        for need in needs
    ]
    return json.dumps(records, indent=2, ensure_ascii=False) + "\n"


def _as_text(needs: list[Need]) -> str:
    from confty.report.excerpt import printable

    rows = [
        (
            need.kind,
            printable(need.name),
            f"{need.type}{' (secret)' if need.secret else ''}",
            "required" if need.default is None else f"default {' '.join(need.default.split())}",
            printable(str(need.span)),
            printable(need.text.partition("\n")[0]),
        )
        for need in needs
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)] if rows else []
    return "".join(
        "  ".join(
            [*[one.ljust(wide) for one, wide in zip(row, widths, strict=False)], row[5]]
        ).rstrip()
        + "\n"
        for row in rows
    )
