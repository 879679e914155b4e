"""``confty infer``: write the type of a file, or of several, as a schema, as code, or as asserts.

Of several files it is what they have in common: fields that some lack are optional, texts that
repeat are choices, objects keyed by names of things are dictionaries.
"""

from __future__ import annotations

import os
import re
import sys
from itertools import takewhile

from confty.cli import depfile, flags
from confty.cli.declared import Options
from confty.language import Outcome
from confty.text import Span
from confty.workspace.bounds import PATIENCE, guarded, limits_of, telling_of
from confty.workspace.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.export import NotData, Said
    from confty.text import Diagnostic
    from confty.types import Type

#: The forms that describe one document, as schemas do; others are about a file's whole value.
_OF_DOCUMENTS: Final = frozenset(("jsonschema", "typeddict", "pydantic", "dataclass"))
FORMS: Final = ("jsonschema", "typeddict", "pydantic", "dataclass", "rcl", "asserts")


def main(argv: list[str]) -> int:
    """Print what files are, in a form that other tools read."""
    parser = flags.parser(
        "infer", "Write the type of files as a schema, code or asserts; of several, one for all."
    )
    flags.add_input_flags(parser)
    parser.add_argument("--emit", choices=FORMS, default="jsonschema", help="what to write")
    parser.add_argument("--name", metavar="NAME", help="what the type is called")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    depfile.add_depfile_flag(parser)
    parser.add_argument("files", nargs="+", metavar="FILE")
    return flags.run(parser, argv, _infer)


def _infer(options: Options) -> int:
    work = flags.project(options)
    names = _files(work, options)
    from confty.export import NotData

    called = options.name or type_name(_title(names, options))
    telling = telling_of(None if len(names) > 1 else work.open(names[0]).output)

    def make() -> Outcome[str]:
        said: list[Said] = []
        whole = _whole(work, names, said, apart=options.emit in _OF_DOCUMENTS)
        if not isinstance(whole.output, TypeNode):
            return Outcome("", whole.diagnostics)
        # What several files have in common is no type of any of them.
        told = said[0] if len(names) == 1 else None
        return Outcome(emitted(whole.output, options.emit, called, told))

    from confty.types import TypeNode

    try:
        made = guarded(make, "", telling, limits_of(work.flags, PATIENCE))
    except NotData as refused:
        flags.show([_not_data(work, names, refused)], options, sys.stderr)
        return 1
    if made.failed or not made.output:
        flags.show(list(made.diagnostics), options, sys.stderr)
        return flags.failure_code(made.diagnostics)
    return depfile.deliver_made(made.output, work, names, options)


def _not_data(work: Project, names: list[str], refused: NotData) -> Diagnostic:
    """Say which part of a file is no data, at the nearest place that is known."""
    from confty.kit.foreign_imports import NOT_DATA

    span = None
    if len(names) == 1:
        # Of elements the type knows no number.
        known = tuple(takewhile(lambda step: step != "*", refused.path))
        checked = work.checked(names[0])
        span = None if checked.output is None else checked.output.declared_at(known)
        opened = work.open(names[0]).output
        span = Span(opened, 0, 0) if span is None and opened is not None else span
    path = "".join(f".{step}" for step in refused.path)
    return NOT_DATA.at(span, f"{refused}{path and f', at {path}'}")


def _files(work: Project, options: Options) -> list[str]:
    if options.files == [flags.STDIN]:
        return [flags.with_stdin(work, flags.STDIN, options)]
    from confty.cli.check import found_files

    names = found_files(options.files, work.config)
    if not names:
        raise flags.BadUsage("there is no file of a known language here")
    return names


def _title(names: list[str], options: Options) -> str:
    """What a type is called after: its file, or the folder of its files."""
    if len(names) == 1:
        return names[0]
    first = options.files[0]
    folder = first if os.path.isdir(first) else os.path.dirname(os.path.abspath(first))
    title: str = os.path.basename(os.path.abspath(folder)).replace(".", "-")
    return title


def _whole(
    work: Project, names: list[str], said: list[Said], *, apart: bool
) -> Outcome[Type | None]:
    """Return the type of a file, or what several have in common; note what is said of it.

    The documents of a stream are taken ``apart`` where the type is one of documents.
    """
    if len(names) == 1:
        return _type_of(work, names[0], said, apart=apart)
    from confty.export.samples import common_type
    from confty.languages.data.checker.infer import infer
    from confty.languages.data.rules import RELATION
    from confty.types import merge

    samples: list[object] = []
    found: list[Type] = []
    for name in names:
        checked = work.checked(name)
        data = None if checked.output is None or checked.failed else checked.output.data()
        if checked.output is not None and data is not None:
            several = checked.output.documents() if apart else None
            samples += [data[0]] if several is None else several
            continue
        one = _type_of(work, name, said, apart=apart)
        if one.output is None:
            return one
        found.append(one.output)
    if samples:
        found.append(common_type(samples, infer))
    return Outcome(found[0] if len(found) == 1 else merge(found, RELATION))


def _type_of(work: Project, name: str, said: list[Said], *, apart: bool) -> Outcome[Type | None]:
    checked = work.checked(name)
    if checked.output is not None:
        said.append(checked.output.said)
    whole = checked.output.whole() if checked.output is not None else None
    if checked.output is not None and whole is not None and not checked.failed:
        several = checked.output.documents() if apart else None
        return Outcome(whole if several is None else _of_each(whole))
    problems = () if checked.output is None else tuple(checked.output.problems)
    return Outcome(None, (*checked.diagnostics, *problems))


def _of_each(several: Type) -> Type:
    """The type of each document, of the type of the list that they are."""
    from confty.types import ListOf

    return several.element if isinstance(several, ListOf) else several


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
