"""``confty type``: print the type of a file or of a place in it."""

from __future__ import annotations

import re
import sys
from argparse import Namespace

from confty.cli import flags


def main(argv: list[str]) -> int:
    """Print a type in the file's own notation."""
    parser = flags.parser("type", "Print the type of a file, or of a place in it.")
    flags.add_input_flags(parser)
    parser.add_argument("--model", action="store_true", help="print the whole bound program")
    parser.add_argument("place", metavar="FILE[:LINE:COL]")
    options = parser.parse_args(argv)
    try:
        return _type(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty type: {bad}\n")
        return 2


def _type(options: Namespace) -> int:
    flags.enter_directory(options)
    work = flags.project(options)
    path, line, column = split_place(options.place)
    name = flags.with_stdin(work, path, options)
    checked = work.checked(name)
    if checked.output is None:
        flags.show(list(checked.diagnostics), options, sys.stderr)
        return flags.failure_code(checked.diagnostics)
    spelled: str | None
    if options.model:
        if not hasattr(checked.output.inner, "model"):
            raise flags.BadUsage("--model: only languages that bind programs have one, as PCL")
        spelled = checked.output.model()
    elif line is None:
        spelled = checked.output.result()
    else:
        source = work.open(name).output
        assert source is not None
        offset = source.offset(line, column)
        if offset is None:
            raise flags.BadUsage(f"{name} has no line {line}, column {column}")
        spelled = checked.output.spelled_at(offset)
        text = checked.output.documentation_at(offset)
        if spelled is not None and text:
            spelled = f"{spelled}\n\n{text}"
    if spelled is None:
        # What is wrong with the file may be why; asked for a type, it would only be in the way.
        flags.show([*checked.diagnostics, *checked.output.problems], options, sys.stderr)
        sys.stderr.write(f"confty type: nothing at {options.place} has a type\n")
        return 1
    flags.write(sys.stdout, spelled + "\n")
    return 0


def split_place(place: str) -> tuple[str, int | None, int]:
    """Split ``FILE:LINE:COL``; the column is 1 when only the line is given."""
    found = re.fullmatch(r"(.*?):(\d+)(?::(\d+))?", place, re.DOTALL)
    if found is None:
        return place, None, 1
    return found[1], int(found[2]), int(found[3] or 1)
