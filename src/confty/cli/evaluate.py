"""``confty eval``: evaluate a file and print its value, or thousands of them."""

from __future__ import annotations

import sys
from time import perf_counter

from confty.cli import flags
from confty.cli.declared import Options
from confty.cli.idle_flags import READ_BY_SOME, READERS
from confty.cli.keeping import Keeping, keeping_of
from confty.cli.timing import Timings
from confty.fleet.shown import as_text, forms_of
from confty.language import AnyLanguage, Outcome
from confty.registry import BY_NAME
from confty.text import Diagnostic, Severity
from confty.workspace.door import LimitedLanguage
from confty.workspace.host import has_labels
from confty.workspace.project import Project
from confty.workspace.tanka import entry_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO, TypeAlias

    # Who prints findings.
    Showing: TypeAlias = Callable[[list[Diagnostic], Options, TextIO], None]


def _parser() -> flags.CommandParser:
    parser = flags.parser("eval", "Evaluate a file and print its value; with --many, many files.")
    flags.add_input_flags(parser)
    parser.add_argument("--format", metavar="FORM", help="json, yaml, toml, json-lines, ...")
    parser.add_argument(
        "--seal", action="store_true", help="encrypt the secrets of the output with a passphrase"
    )
    parser.add_argument("--entry", metavar="NAME", help="the procedure to run (Phy)")
    parser.add_argument(
        "--arg",
        dest="arguments",
        metavar="VALUE",
        action="append",
        help="an argument for it, one after the other (Phy)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the value to a file; with --many, a pattern such as 'out/{path}.json'",
    )
    parser.add_argument(
        "--output-depfile", metavar="FILE", help="write the names of all files that were read"
    )
    parser.add_argument(
        "--many",
        action="store_true",
        help="evaluate all files that are named, all programs below folders, or the targets of "
        "the config file; values go to -o, or to standard output as JSON lines",
    )
    parser.add_argument(
        "--profile", metavar="FILE", help="write a flame graph of the program's functions (SVG)"
    )
    flags.add_fleet_flags(parser)
    parser.add_argument("files", nargs="*", metavar="FILE")
    return parser


def main(argv: list[str], key: str | None = None) -> int:
    """Evaluate one file; the value goes to standard output, everything else to standard error.

    With a ``key``, what is printed is kept under it where that can be done.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    if not options.many and len(options.files) != 1:
        parser.error(f"expected one FILE, found {len(options.files)}; --many takes any number")
    try:
        if options.many:
            if options.profile:
                parser.error("--profile is of one evaluation, and does not go with --many")
            from confty.cli.evaluate_many import evaluate_many

            return evaluate_many(options)
        flags.refuse_fleet_flags(options)
        return _evaluate(options, keeping_of(key, options, parser.parse_args([])))
    except flags.BadUsage as bad:
        return flags.refused(bad, "confty eval", options)


def _evaluate(options: Options, keeping: Keeping | None) -> int:
    flags.enter_directory(options)
    # Who looks at threads, or brings code along that may start some, must find them.
    options.ending = not options.profile and not options.import_models
    work = flags.project(options)
    show = flags.show
    if keeping is not None:
        keeping.attend(work)
        show = keeping.show
    name = flags.with_stdin(work, entry_of(options.files[0]), options)
    timings = Timings("evaluated", options)
    if options.profile:
        from confty.cli.profiling import profiled

        text = profiled(lambda: rendered(work, name, options), name, options)
    else:
        began = perf_counter()
        text = rendered(work, name, options, show)
        timings.note(name, perf_counter() - began)
        timings.tell()
    if isinstance(text, int):
        return text
    code = delivered(text, work, name, options)
    if keeping is not None and code == 0:
        keeping.keep(work, text)
    return code


def delivered(text: str, work: Project, name: str, options: Options) -> int:
    """Write the result, and what it was made of where that is asked for."""
    if options.output_depfile and not options.output:
        raise flags.BadUsage("--output-depfile needs -o: a rule of Make is about a file")
    code = flags.deliver(text, options.output)
    if options.output_depfile:
        from confty.cli.depfile import write_rules

        read = [name, *[imported for _, imported in work.graph.edges()]]
        write_rules([(options.output, read)], options)
    return code


def rendered(work: Project, name: str, options: Options, show: Showing = flags.show) -> str | int:
    """Return the value as text, or the exit code after the findings were shown."""
    form = options.format
    language = work.language(name).output
    if language is not None:
        _refuse_idle_flags(work, language)
    if form:
        _known_form(language, form)
    if options.seal and form not in {None, "json"}:
        raise flags.BadUsage(f"--seal writes JSON; it does not go with --format {form}")
    if language is not None and (form or language.formats[0]) == "phy" and not options.seal:
        from confty.languages.phy.evaluator.effects import printing

        # What it gives is shown for people; data would be broken by what it says.
        work.flags = printing(work.flags)
    evaluated = work.evaluate(name)
    show(list(evaluated.diagnostics), options, sys.stderr)
    if evaluated.output is None:
        return flags.failure_code(evaluated.diagnostics)
    its_language, value = evaluated.output
    if options.seal:
        return _sealed(its_language, value, options)
    shown = as_text(
        its_language, value, form or its_language.formats[0], secrets=options.show_secrets
    )
    if shown.diagnostics:
        show(list(shown.diagnostics), options, sys.stderr)
        if any(finding.severity is Severity.ERROR for finding in shown.diagnostics):
            return 1
    return shown.output


def _refuse_idle_flags(work: Project, its_language: AnyLanguage) -> None:
    """Refuse a flag that a file's language does nothing with, rather than ignore it."""
    for key, flag in READ_BY_SOME.items():
        given = work.flags.get(key)
        # A labelled input in the wrong place is told as a finding, not as bad usage.
        if given is None or has_labels(given):
            continue
        if its_language.name not in READERS[key]:
            raise flags.BadUsage(f"{flag}: {its_language.name} has no use for it")
        known = BY_NAME[its_language.name].dialects
        if key == "dialect" and given not in known:
            raise flags.BadUsage(
                f"--dialect {given}: {its_language.name} has {' and '.join(known)}"
            )


def _sealed(its_language: LimitedLanguage, value: object, options: Options) -> str | int:
    from confty.cli.seal import sealed

    plain = its_language.plain(value)
    made = Outcome("", plain.diagnostics)
    if not plain.failed:
        made = its_language.shown(lambda: Outcome(sealed(plain.output)))
    if made.failed:
        flags.show(list(made.diagnostics), options, sys.stderr)
        return 1
    return made.output


def _known_form(its_language: AnyLanguage | None, form: str) -> None:
    if its_language is None or form in its_language.formats:
        return
    if form not in (known := forms_of(its_language)):
        raise flags.BadUsage(
            f"--format {form}: {its_language.name} can be shown as {', '.join(known)}"
        )
