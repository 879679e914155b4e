"""``confty convert``: a PCL program as a program of a general-purpose language."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from confty.cli import flags
from confty.cli.preview import (
    add_mode_flags,
    add_report_flags,
    data_of,
    first_file,
    folder_of,
    has_program,
    host_for,
)
from confty.language import Outcome


def _parser() -> flags.Parser:
    made = flags.Parser(
        prog="confty convert",
        description="Write a PCL program as a Python program, or a data file as PCL.",
        allow_abbrev=False,
    )
    made.add_argument("--to", choices=("python", "pcl"), required=True, help="the target language")
    made.add_argument("-o", "--output", metavar="DIR", required=True, help="where to write it")
    made.add_argument("--schema", metavar="PATH", action="append", help="package schemas")
    made.add_argument("--name", metavar="NAME", help="the project's name (default: the folder's)")
    add_mode_flags(made)
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


def _to_pcl(options: Namespace) -> int:
    """Write the data of a JSON, YAML or TOML file as the locals of a PCL file."""
    from confty.languages.pcl.converter.from_data import NoPcl, as_pcl
    from confty.workspace.door import guarded, limits_of
    from confty.workspace.door import telling_of as telling

    if not options.path.endswith((".json", ".yaml", ".yml", ".toml")):
        raise flags.BadUsage(f"{options.path}: --to pcl takes a JSON, YAML or TOML file")
    data = data_of(options.path, options)

    def work() -> Outcome[str]:
        try:
            return Outcome(as_pcl(data))
        except NoPcl as problem:
            raise flags.BadUsage(f"{options.path}: {problem}") from None

    made = guarded(work, "", telling(None), limits_of({}))
    flags.show(list(made.diagnostics), options, sys.stderr)
    if made.failed:
        return 1
    _write(options.output, {"main.pp": made.output})
    return 0


def _convert(options: Namespace) -> int:
    from confty.languages.pcl.converter.room import convert
    from confty.workspace.door import (
        guarded,
        limits_of,
        most_output,
        output_too_large,
        telling_of,
    )

    flags.enter_directory(options)
    if options.to == "pcl":
        return _to_pcl(options)
    folder = folder_of(options.path)
    host = host_for(folder, options)

    def work() -> Outcome[dict[str, str]]:
        has_program(folder, host)
        name = options.name or os.path.basename(os.path.abspath(folder)) or "project"
        return convert(folder, host, name)

    first = first_file(folder, options.path, host)
    nothing: dict[str, str] = {}
    made = guarded(work, nothing, telling_of(first), limits_of(host.settings))
    size = sum(map(len, made.output.values()))
    too_large = output_too_large(size, most_output(host.settings), first)
    if too_large is not None:
        made = Outcome(nothing, (*made.diagnostics, too_large))
    flags.show(list(made.diagnostics), options, sys.stderr)
    if not made.output:
        return 1
    _write(options.output, made.output)
    return 0


def _write(folder: str, files: dict[str, str]) -> None:
    from confty.workspace.files import write_atomically

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
