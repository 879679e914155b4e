"""``confty test``: hold programs against the expectations written beside them or in comments."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Final

from confty.cli import flags
from confty.cli.declared import Options
from confty.registry import language_of
from confty.text import Diagnostic, Source, Span
from confty.workspace.codes import TEST_FAILED
from confty.workspace.project import Project

if TYPE_CHECKING:
    from confty.cli.expectations import BrokenExpectation

#: What a comment looks like that expects a type, a finding or a definition.
_MARKED: Final = re.compile(
    r"^[^\S\n]*+(?:##|//|#)[^\S\n]*+(?:\^++|v++|V)[^\S\n]++(?:type|hover|err|def|use)\b",
    re.MULTILINE,
)
_DOCUMENTS: Final = (".md", ".markdown")
#: The forms of a report for people: each expectation that does not hold is a line.
_LINES: Final = ("full", "concise")


def main(argv: list[str]) -> int:
    """Test files and folders; 0 when all holds, 1 when not, 2 when a file cannot be read."""
    parser = flags.parser(
        "test",
        "Run tests: files called NAME.test.LANGUAGE, held against NAME.test.expected.json, their"
        " own cases or `expect-error:`, and comments of the form `## ^ type: T` in Markdown files"
        " and in programs whose comments begin with # or //, which are all but Phy's.",
    )
    flags.add_input_flags(parser)
    parser.add_argument(
        "--update", action="store_true", help="write the expected values of tests anew"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write what was found to a file")
    parser.add_argument(
        "--output-depfile", metavar="FILE", help="write the names of all files that were read"
    )
    parser.add_argument("files", nargs="*", default=["."], metavar="FILE")
    return flags.run(parser, argv, _test)


class _Count:
    """What was found out so far."""

    def __init__(self) -> None:
        self.held = 0
        self.failed = 0
        self.written = 0
        # What does not hold: as lines, and for reports that programs read.
        self.told: list[str] = []
        self.findings: list[Diagnostic] = []


def _test(options: Options) -> int:
    work = flags.project(options)
    count = _Count()
    if options.output_depfile and not options.output:
        raise flags.BadUsage("--output-depfile needs -o: a rule of Make is about a file")
    names = _files(work, options)
    unread = max([_tested(work, name, options, count) for name in names], default=0)
    _report(count, options)
    if options.output_depfile:
        _write_depfile(work, names, options)
    if not options.quiet:
        many = "expectation" if count.held == 1 else "expectations"
        verb = "holds" if count.held == 1 else "hold"
        rest = f", {count.failed} {'does' if count.failed == 1 else 'do'} not"
        written = f"; wrote {count.written}" if count.written else ""
        sys.stderr.write(f"{count.held} {many} {verb}{rest if count.failed else ''}{written}\n")
    return unread or (1 if count.failed else 0)


def _report(count: _Count, options: Options) -> None:
    """Write what does not hold: a line each, or a report in the form that was asked for."""
    form = flags.report_form(options)
    if form in _LINES:
        from confty.report.excerpt import printable

        text = "".join(f"{printable(line)}\n" for line in count.told)
        last = f"{count.held} hold, {count.failed} do not\n"
    else:
        from confty import __version__
        from confty.report import report

        text, last = report(count.findings, form, version=__version__), ""
        text += "\n" if text else ""
    if options.output:
        flags.deliver(text + last, options.output)
    flags.write(sys.stdout, text)


def _tested(work: Project, name: str, options: Options, count: _Count) -> int:
    """Test one file; return the exit code of one that could not be read, else zero."""
    from confty.cli.expectations import failures, programs
    from confty.cli.value_tests import held, is_test

    opened = work.open(name)
    if opened.output is None or opened.failed:
        flags.show(list(opened.diagnostics), options, sys.stderr)
        count.findings.extend(opened.diagnostics)
        return flags.failure_code(opened.diagnostics)
    text = opened.output.text
    for program in programs(name, text):
        wrong = failures(program, work.config, dict(work.flags))
        count.held += max(0, len(program.expectations) - len(wrong))
        _tell(wrong, count, opened.output)
    if is_test(name):
        verdict = held(work, name, text, update=options.update)
        count.held += verdict.held
        count.written += bool(verdict.written)
        _tell(verdict.failures, count, opened.output)
    return 0


def _write_depfile(work: Project, names: list[str], options: Options) -> None:
    from confty.cli.depfile import write_rules
    from confty.cli.value_tests import expected_beside

    for name in names:
        # What comments expect is checked in a project of its own.
        work.checked(name)
    beside = [one for one in map(expected_beside, names) if one is not None]
    read = [*names, *beside, *[imported for _, imported in work.graph.edges()]]
    write_rules([(options.output, read)], options)


def _tell(wrong: list[BrokenExpectation], count: _Count, source: Source) -> None:
    for one in wrong:
        count.told.append(str(one))
        at = source.offset(one.line, one.column) or 0
        count.findings.append(TEST_FAILED.at(Span(source, at, at), one.message))
    count.failed += len(wrong)


def _files(work: Project, options: Options) -> list[str]:
    """Return the files that were named, and in folders those that expect something."""
    from confty.workspace.find import NoSuchPath, find_files

    def wanted(name: str) -> bool:
        return language_of(name) is not None or name.endswith(_DOCUMENTS)

    try:
        found = find_files(options.files, work.config, wanted)
    except NoSuchPath as missing:
        raise flags.BadUsage(str(missing)) from None
    named = {os.path.normpath(path) for path in options.files}
    return [name for name in found if name in named or _expects(work, name)]


def _expects(work: Project, name: str) -> bool:
    from confty.cli.value_tests import is_test

    if is_test(name):
        return True
    opened = work.open(name).output
    return opened is not None and _MARKED.search(opened.text) is not None
