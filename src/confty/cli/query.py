"""``confty query``: ask a question about a file's value.

The expression sees the value as ``input``.  It is written in the file's own language; with
``--expr``, in RCL or Jsonnet whatever the file is.  Data files and other languages without
expressions of their own are otherwise asked for a path, such as ``.users[0].name``.
"""

from __future__ import annotations

import os
import sys

from confty.cli import asking, evaluate, flags
from confty.cli.declared import Options
from confty.kit.suggest import did_you_mean
from confty.language import Outcome
from confty.registry import BY_NAME, language, language_of
from confty.render.json import string as quoted
from confty.workspace.files import Memory
from confty.workspace.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

PATH: Final = "path"
#: What a question can be written in.
EXPRESSIONS: Final = (PATH, "rcl", "jsonnet")


def main(argv: list[str]) -> int:
    """Evaluate an expression over a file's value and print it."""
    parser = flags.parser("query", "Ask a question about a file's value.")
    flags.add_input_flags(parser)
    parser.add_argument("--format", metavar="FORM", help="json, yaml, toml, json-lines, ...")
    parser.add_argument(
        "--expr",
        choices=EXPRESSIONS,
        help="the language of EXPRESSION (default: the file's own, or a path)",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write the answer to a file")
    parser.add_argument(
        "--output-depfile", metavar="FILE", help="write the names of all files that were read"
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("expression", metavar="EXPRESSION")
    return flags.run(parser, argv, _query)


def _query(options: Options) -> int:
    options.seal = False
    # A question is no file: it is not kept anywhere.
    options.passing = True
    work = flags.project(options)
    name = flags.with_stdin(work, options.file, options)
    its_language = work.language(name)
    if its_language.output is None:
        flags.show(list(its_language.diagnostics), options, sys.stderr)
        return flags.failure_code(its_language.diagnostics)
    asked = (
        language(options.expr) if options.expr and options.expr != PATH else its_language.output
    )
    if not asked.query or options.expr == PATH:
        return _path(work, name, options)
    folder, base = os.path.split(name)
    question = os.path.join(folder, f"query{BY_NAME[asked.name].suffixes[0]}")
    if asked is not its_language.output:
        _as_one_of_many(work, options)
        base = _called(work, name, its_language.output.name)
    text = asked.query.replace("{file}", quoted(base)) + options.expression + "\n"
    work.files = Memory({question: text}, work.files)
    answer = evaluate.rendered(work, question, options)
    return answer if isinstance(answer, int) else evaluate.delivered(answer, work, name, options)


def _as_one_of_many(work: Project, options: Options) -> None:
    """The language that was named with ``--lang`` is the file's, not the question's."""
    if options.lang:
        work.lang = None


def _called(work: Project, name: str, language_name: str) -> str:
    """Return the name under which the question imports the file, in the same folder."""
    folder, base = os.path.split(name)
    if language_of(name) == language_name:
        return base
    # Its suffix says something else than it is: the question sees it by a name that fits.
    opened = work.open(name).output
    text = "" if opened is None else opened.text
    fitting = f"{base}{BY_NAME[language_name].suffixes[0]}"
    work.files = Memory({os.path.join(folder, fitting): text}, work.files)
    return fitting


def _not_there(path: Sequence[str | int], plain: object, written: str) -> str:
    """Say where a path ends, with the key that was probably meant."""
    inside: Any = plain
    for at, step in enumerate(path):
        there = range(len(inside)) if isinstance(inside, list) else inside
        if isinstance(inside, dict | list) and step in there:
            held: Any = inside
            inside = held[step]
        else:
            before = "".join(
                f"[{one}]" if isinstance(one, int) else f".{one}" for one in path[:at]
            )
            keys = [str(one) for one in inside] if isinstance(inside, dict) else []
            where = f"the value at {before}" if before else "the value"
            told = f"there is no {step!r} in {where}{did_you_mean(str(step), keys)}"
            hint = "\nhelp: --expr rcl and --expr jsonnet read expressions over `input`"
            return told + (hint if written.startswith("input") else "")
    return f"there is no {written!r} in the value"


def _path(work: Project, name: str, options: Options) -> int:
    """Look a path up in the plain value."""
    from confty.values import ValueProblem
    from confty.values import paths as property_paths

    value = asking.plain_value(work, name, options)
    if isinstance(value, int):
        return value
    its_language, plain = value
    try:
        path = property_paths.parse(options.expression.removeprefix("."))
    except ValueProblem as problem:
        hint = "help: --expr rcl and --expr jsonnet read expressions over `input`"
        raise flags.BadUsage(f"this is no path: {problem}\n{hint}") from None
    try:
        found = property_paths.get(path, plain)
    except (ValueProblem, KeyError, IndexError):
        raise flags.BadUsage(_not_there(path, plain, options.expression)) from None
    answer = its_language.shown(lambda: _shown(found, options))
    if answer.failed:
        flags.show(list(answer.diagnostics), options, sys.stderr)
        return 1
    return evaluate.delivered(answer.output, work, name, options)


def _shown(found: object, options: Options) -> Outcome[str]:
    from confty.render import render
    from confty.values import redact, stripped

    data = stripped(found) if options.show_secrets else redact(found)
    answer = render(data, options.format or "json")
    return Outcome(answer) if isinstance(answer, str) else Outcome("", (answer,))
