"""``confty convert``: PCL as Python; Terraform, Pulumi YAML and data as PCL."""

from __future__ import annotations

import os
import sys

from confty.cli import flags
from confty.cli.declared import Options
from confty.cli.depfile import Reads, add_depfile_flag
from confty.cli.leniency import add_mode_flags, modes_in
from confty.cli.preview import (
    add_report_flags,
    data_of,
    first_file,
    folder_of,
    has_program,
    work_for,
)
from confty.language import Host, Outcome
from confty.workspace.host import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from confty.workspace.project import Project


# Where PCL stands that is only on the way to Python; no such folder is made.
_BETWEEN = ".confty-convert"
_FROM = ("pcl", "terraform", "pulumi-yaml", "data")


def _parser() -> flags.CommandParser:
    made = flags.CommandParser(
        prog="confty convert",
        description="Write a PCL program in Python; Terraform, Pulumi YAML or data as PCL.",
    )
    made.add_argument("--to", choices=("python", "pcl"), required=True, help="the target language")
    made.add_argument(
        "--from", dest="source", choices=_FROM, help="what is converted (default: by its files)"
    )
    made.add_argument("-o", "--output", metavar="DIR", required=True, help="where to write it")
    made.add_argument("--schema", metavar="PATH", action="append", help="package schemas")
    add_depfile_flag(made)
    made.add_argument("--name", metavar="NAME", help="the project's name (default: the folder's)")
    add_mode_flags(made)
    flags.add_limit_flags(made)
    add_report_flags(made)
    made.add_argument("path", metavar="FOLDER|FILE")
    return made


def main(argv: list[str]) -> int:
    """Run the command."""
    return flags.run(_parser(), argv, _convert)


def _convert(options: Options) -> int:
    options.reads = Reads(options)
    source = options.source or _source_of(options.path)
    lenient = modes_in(options)
    if options.to == "pcl" and lenient:
        raise flags.BadUsage(f"--{lenient[0]} goes with --to python")
    if source == "data":
        return _finish(_from_data(options), options)
    if source == "pcl":
        if options.to == "pcl":
            raise flags.BadUsage(f"{options.path}: this is PCL already")
        return _finish(_to_python(options, work_for(options), folder_of(options.path)), options)
    made = _read(source, options)
    if options.to == "pcl" or not made.output:
        return _finish(made, options)
    # Through PCL, which is where the types are.
    folder = joined(folder_of(options.path), _BETWEEN)
    texts = {joined(folder, name): text for name, text in made.output.items()}
    python = _to_python(options, work_for(options).with_texts(texts), folder)
    return _finish(Outcome(python.output, (*made.diagnostics, *python.diagnostics)), options)


def _source_of(path: str) -> str:
    """What there is to convert, as its files say."""
    from confty.languages.pcl.converter.reading import language_of_file, language_of_folder

    if os.path.isdir(path):
        return language_of_folder(sorted(os.listdir(path)))
    found = language_of_file(path)
    if found is not None:
        return found
    return "data" if path.endswith((".json", ".yaml", ".yml", ".toml")) else "pcl"


def _guarded(
    work: Callable[[], Outcome[dict[str, str]]], path: str, host: Host | None = None
) -> Outcome[dict[str, str]]:
    """Do the work within the limits; a result that is too large is none."""
    from confty.workspace.bounds import (
        PATIENCE,
        guarded,
        limits_of,
        most_output,
        output_too_large,
        telling_of,
    )

    settings = {} if host is None else host.settings
    first = None if host is None else first_file(folder_of(path), path, host)
    nothing: dict[str, str] = {}
    made = guarded(work, nothing, telling_of(first), limits_of(settings, PATIENCE))
    size = sum(map(len, made.output.values()))
    too_large = output_too_large(size, most_output(settings), first)
    return made if too_large is None else Outcome(nothing, (*made.diagnostics, too_large))


def _from_data(options: Options) -> Outcome[dict[str, str]]:
    """Write the data of a JSON, YAML or TOML file as the locals of a PCL file."""
    from confty.languages.pcl.converter.from_data import NoPcl, as_pcl

    if options.to != "pcl":
        raise flags.BadUsage(f"{options.path}: data is converted --to pcl")
    if options.name:
        raise flags.BadUsage("--name goes with programs; data has no project")
    data = data_of(options.path, options)
    options.reads.note(options.path)

    def work() -> Outcome[dict[str, str]]:
        try:
            return Outcome({"main.pp": as_pcl(data)})
        except NoPcl as problem:
            raise flags.BadUsage(f"{options.path}: {problem}") from None

    return _guarded(work, options.path)


def _read(source: str, options: Options) -> Outcome[dict[str, str]]:
    """Read a program of Terraform's or Pulumi's YAML as PCL."""
    folder = folder_of(options.path)
    project = work_for(options)
    host = project.host(f"{folder}/main.pp", "pcl")
    options.reads.watch(host, f"{folder}/main.pp")
    from confty.languages.pcl.converter.reading import read_pulumi_yaml, read_terraform

    if source == "terraform":
        name = _project_name(options, folder)
        return _guarded(lambda: read_terraform(folder, host, name), options.path, host)
    path = options.path if os.path.isfile(options.path) else joined(folder, "Pulumi.yaml")
    return _guarded(lambda: read_pulumi_yaml(path, host, options.name), path, host)


def _project_name(options: Options, folder: str) -> str:
    return options.name or os.path.basename(os.path.abspath(folder)) or "project"


def _to_python(options: Options, project: Project, folder: str) -> Outcome[dict[str, str]]:
    from confty.languages.pcl.converter.room import convert

    host = project.host(f"{folder}/main.pp", "pcl")
    options.reads.watch(host, f"{folder}/main.pp")

    def work() -> Outcome[dict[str, str]]:
        has_program(folder, host)
        return convert(folder, host, _project_name(options, folder_of(options.path)))

    return _guarded(work, options.path, host)


def _finish(made: Outcome[dict[str, str]], options: Options) -> int:
    flags.show(list(made.diagnostics), options, sys.stderr)
    if not made.output:
        return 1
    _write(options.output, made.output)
    options.reads.write([os.path.join(options.output, name) for name in made.output])
    return 0


def _write(folder: str, files: dict[str, str]) -> None:
    from confty.kit.saving import write_atomically
    from confty.workspace.files import refuse_devices

    try:
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            refuse_devices(path)
            write_atomically(path, text, named=False)
            sys.stdout.write(f"{path}\n")
    except OSError as error:
        reason = (error.strerror or "unwritable").lower()
        raise flags.BadUsage(f"{folder}: {reason}") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
