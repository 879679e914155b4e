"""``confty query``: ask a question about a file's value, in the file's own language.

The expression sees the value as ``input``.  Data files and other languages without expressions of
their own are asked for a path, such as ``.users[0].name``.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace

from confty.cli import evaluate, flags
from confty.language import Outcome
from confty.registry import BY_NAME
from confty.workspace.files import Memory
from confty.workspace.project import Project


def main(argv: list[str]) -> int:
    """Evaluate an expression over a file's value and print it."""
    parser = flags.parser("query", "Ask a question about a file's value.")
    flags.add_input_flags(parser)
    parser.add_argument("--format", metavar="FORM", help="json, yaml, toml, json-lines, ...")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the answer to a file")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("expression", metavar="EXPRESSION")
    options = parser.parse_args(argv)
    options.seal = False
    # A question is no file: it is not kept anywhere.
    options.passing = True
    try:
        return _query(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty query: {bad}\n")
        return 2


def _query(options: Namespace) -> int:
    flags.enter_directory(options)
    work = flags.project(options)
    name = flags.with_stdin(work, options.file, options)
    room = work.language(name)
    if room.output is None:
        flags.show(list(room.diagnostics), options, sys.stderr)
        return flags.failure_code(room.diagnostics)
    if not room.output.query:
        return _path(work, name, options)
    folder, base = os.path.split(name)
    question = os.path.join(folder, f"query{BY_NAME[room.output.name].suffixes[0]}")
    text = room.output.query.replace("{file}", json.dumps(base)) + options.expression + "\n"
    work.files = Memory({question: text}, work.files)
    answer = evaluate.rendered(work, question, options)
    return answer if isinstance(answer, int) else flags.deliver(answer, options.output)


def _path(work: Project, name: str, options: Namespace) -> int:
    """Look a path up in the plain value."""
    from confty.values import ValueProblem
    from confty.values import paths as property_paths

    evaluated = work.evaluate(name)
    if evaluated.output is None:
        flags.show(list(evaluated.diagnostics), options, sys.stderr)
        return flags.failure_code(evaluated.diagnostics)
    room, value = evaluated.output
    plain = room.plain(value)
    if plain.failed:
        flags.show(list(plain.diagnostics), options, sys.stderr)
        return 1
    try:
        path = property_paths.parse(options.expression.removeprefix("."))
        found = property_paths.get(path, plain.output)
    except (ValueProblem, KeyError, IndexError):
        raise flags.BadUsage(f"there is no {options.expression!r} in the value") from None
    answer = room.shown(lambda: _shown(found, options))
    if answer.failed:
        flags.show(list(answer.diagnostics), options, sys.stderr)
        return 1
    return flags.deliver(answer.output, options.output)


def _shown(found: object, options: Namespace) -> Outcome[str]:
    from confty.render import render
    from confty.values import redact, stripped

    data = stripped(found) if options.show_secrets else redact(found)
    answer = render(data, options.format or "json")
    return Outcome(answer) if isinstance(answer, str) else Outcome("", (answer,))
