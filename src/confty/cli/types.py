"""``confty type``: print the type of a file or of a place in it."""

from __future__ import annotations

import re
import sys

from confty.cli import flags
from confty.cli.declared import Options
from confty.text import Severity
from confty.workspace.tanka import entry_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from confty.kit.reference import OfferedName
    from confty.workspace.answers import LimitedInsight
    from confty.workspace.project import Project


def main(argv: list[str]) -> int:
    """Print a type in the file's own notation."""
    parser = flags.parser("type", "Print the type of a file, or of a place in it.")
    flags.add_input_flags(parser)
    parser.add_argument("--model", action="store_true", help="print the whole bound program")
    parser.add_argument(
        "--full", action="store_true", help="print a large type whole and not as an outline"
    )
    parser.add_argument("--doc", action="store_true", help="print only what is said of it")
    parser.add_argument("place", metavar="FILE[:LINE:COL]")
    return flags.run(parser, argv, _type)


def _type(options: Options) -> int:
    work = flags.project(options)
    path, line, column = split_place(options.place)
    path = entry_of(path)
    name = flags.with_stdin(work, path, options)
    checked = work.checked(name)
    if checked.output is None:
        flags.show(list(checked.diagnostics), options, sys.stderr)
        return flags.failure_code(checked.diagnostics)
    spelled: str | None
    text = ""
    if options.model:
        if not hasattr(checked.output.inner, "model"):
            raise flags.BadUsage("--model: only languages that bind programs have one, as PCL")
        spelled = checked.output.model()
    elif line is None:
        spelled = _spelled(checked.output, None, options)
        text = "\n\n".join(_described(checked.output.entries())) if options.doc else ""
    else:
        source = work.open(name).output
        assert source is not None
        offset = source.offset(line, column)
        if offset is None:
            raise flags.BadUsage(f"{name} has no line {line}, column {column}")
        spelled = _spelled(checked.output, offset, options)
        text = checked.output.documentation_at(offset)
        if spelled is not None and text:
            spelled = f"{spelled}\n\n{text}"
    if options.doc and not text:
        sys.stderr.write(f"confty type: nothing is said of what stands at {options.place}\n")
        return 1
    if options.doc:
        spelled = text
    wrong = [*checked.diagnostics, *checked.output.problems]
    if spelled is None:
        flags.show(wrong, options, sys.stderr)
        sys.stderr.write(f"confty type: nothing at {options.place} has a type\n")
        return 1
    # Who asks about a place wants no more; of a whole file it may be the type of what is left.
    errors = [one for one in wrong if line is None and one.severity is Severity.ERROR]
    flags.show(errors, options, sys.stderr)
    flags.write(sys.stdout, spelled + "\n")
    return 1 if errors and _is_broken(work, name) else 0


def _is_broken(work: Project, name: str) -> bool:
    """Whether there is more in a file than could be read."""
    from confty.workspace.fixes import is_unread

    source = work.open(name).output
    return source is None or is_unread(work, name, source.text)


def _spelled(answers: LimitedInsight, offset: int | None, options: Options) -> str | None:
    """Spell a type: whole where that is asked for, else as it is best read."""
    if not options.full:
        outline = answers.outline_at(offset)
        if outline is not None:
            return outline
    return answers.result() if offset is None else answers.spelled_at(offset)


def _described(entries: list[OfferedName]) -> Iterator[str]:
    """Go through what a file says of itself and of its parts that say anything."""
    for entry in entries:
        if entry.text:
            yield f"{entry.spelled}\n{entry.text}" if entry.spelled else entry.text


def split_place(place: str) -> tuple[str, int | None, int]:
    """Split ``FILE:LINE:COL``; the column is 1 when only the line is given."""
    found = re.fullmatch(r"(.*?):([0-9]{1,18})(?::([0-9]{1,18}))?", place, re.DOTALL)
    if found is None:
        return place, None, 1
    return found[1], int(found[2]), int(found[3] or 1)
