"""``confty convert``: a PCL program as a program of a general-purpose language."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from confty.cli import flags
from confty.cli.preview import add_report_flags, folder_of, settings_of, within
from confty.language import Unreadable
from confty.workspace.files import write_atomically
from confty.workspace.host import WorkspaceHost


def _parser() -> flags.Parser:
    made = flags.Parser(
        prog="confty convert",
        description="Write a PCL program as a Python program for Pulumi's SDK.",
        allow_abbrev=False,
    )
    made.add_argument("--to", choices=("python",), required=True, help="the target language")
    made.add_argument("-o", "--output", metavar="DIR", required=True, help="where to write it")
    made.add_argument("--schema", metavar="PATH", action="append", help="package schemas")
    made.add_argument("--name", metavar="NAME", help="the project's name (default: the folder's)")
    flags.add_limit_flags(made)
    add_report_flags(made)
    made.add_argument("path", metavar="FOLDER|FILE")
    return made


def main(argv: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    try:
        return _convert(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty convert: {bad}\n")
        return 2


def _convert(options: Namespace) -> int:
    from confty.languages.pcl.wiring import LANGUAGE

    flags.enter_directory(options)
    folder = folder_of(options.path)
    work = flags.project(
        Namespace(**{**vars(options), "config": [], "lang": None, "schema": None})
    )
    work.flags = {**work.flags, **settings_of(options), "prefer_output_invokes": True}
    main = f"{folder}/main.pp"
    host = work.host(main, LANGUAGE.name)
    return within(host, main, options, lambda: _converted(options, folder, host))


def _converted(options: Namespace, folder: str, host: WorkspaceHost) -> int:
    from confty.languages.pcl.checker import bind_folder
    from confty.languages.pcl.converter.python.program import PythonProject

    try:
        program = bind_folder("" if folder == "." else folder, host)
    except Unreadable as problem:
        raise flags.BadUsage(f"{folder}: {problem}") from None
    if not program.files:
        raise flags.BadUsage(f"{folder}: there is no .pp file in it")
    flags.show(program.diagnostics, options, sys.stderr)
    if program.failed:
        return 1
    name = options.name or os.path.basename(os.path.abspath(folder)) or "project"
    project = PythonProject(program, program.schemas, name)
    project.convert()
    flags.show(project.diagnostics, options, sys.stderr)
    if project.diagnostics:
        # Nothing half-written: a program that cannot be expressed is not expressed in part.
        return 1
    _write(options.output, project.files)
    return 0


def _write(folder: str, files: dict[str, str]) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
        for name, text in files.items():
            path = os.path.join(folder, name)
            write_atomically(path, text)
            sys.stdout.write(f"{path}\n")
    except OSError as error:
        reason = (error.strerror or "unwritable").lower()
        raise flags.BadUsage(f"{folder}: {reason}") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
