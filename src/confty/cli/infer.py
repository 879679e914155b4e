"""``confty infer``: write the type of a file as a schema, as code, or as asserts."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Final

from confty.cli import flags
from confty.language import Outcome
from confty.workspace.door import guarded, limits_of, telling_of

if TYPE_CHECKING:
    from confty.export import Said
    from confty.types import Type

FORMS: Final = ("jsonschema", "typeddict", "pydantic", "dataclass", "rcl", "asserts")


def main(argv: list[str]) -> int:
    """Print what a file is, in a form that other tools read."""
    parser = flags.parser("infer", "Write the type of a file as a schema, code or asserts.")
    flags.add_input_flags(parser)
    parser.add_argument("--emit", choices=FORMS, default="jsonschema", help="what to write")
    parser.add_argument("--name", metavar="NAME", help="what the type is called")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    parser.add_argument("file", metavar="FILE")
    options = parser.parse_args(argv)
    try:
        return _infer(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty infer: {bad}\n")
        return 2


def _infer(options: Namespace) -> int:
    flags.enter_directory(options)
    work = flags.project(options)
    name = flags.with_stdin(work, options.file, options)
    checked = work.checked(name)
    whole = checked.output.whole() if checked.output is not None else None
    if whole is None or checked.failed:
        problems = () if checked.output is None else checked.output.problems
        flags.show([*checked.diagnostics, *problems], options, sys.stderr)
        return flags.failure_code(checked.diagnostics)
    from confty.export import NotData

    called = options.name or type_name(name)
    try:
        telling = telling_of(work.open(name).output)
        limits = limits_of(work.flags)
        said = checked.output.said if checked.output is not None else None
        made = guarded(
            lambda: Outcome(emitted(whole, options.emit, called, said)), "", telling, limits
        )
    except NotData as refused:
        place = "".join(f".{step}" for step in refused.path)
        sys.stderr.write(f"confty infer: {name}{place and f' at {place}'}: {refused}\n")
        return 1
    if made.failed:
        flags.show(list(made.diagnostics), options, sys.stderr)
        return 1
    return flags.deliver(made.output, options.output)


def emitted(type_: Type, form: str, name: str, said: Said | None = None) -> str:
    """Write a type in one of ``FORMS``, with what comments say of it."""
    from confty import export

    said = said or export.nothing_said
    if form == "jsonschema":
        import json

        return (
            json.dumps(export.json_schema(type_, name, said), indent=2, ensure_ascii=False) + "\n"
        )
    if form == "rcl":
        return export.rcl_declaration(type_, name, said)
    if form == "asserts":
        return export.jsonnet_asserts(type_)
    return export.python_code(type_, name, form, said)


def type_name(path: str) -> str:
    """Make a type's name of a file's: ``my-limits.yaml`` is ``MyLimits``."""
    stem = os.path.basename(path).split(".")[0]
    words = [word for word in re.split(r"[^0-9A-Za-z]+", stem) if word]
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name.isidentifier() else f"T{name}"
