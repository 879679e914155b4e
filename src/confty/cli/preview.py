"""``confty preview``: what a program of resources would do, without a cloud account."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from confty.cli import flags
from confty.cli.declared import Options
from confty.cli.depfile import Reads, add_depfile_flag
from confty.cli.leniency import add_mode_flags, mode_settings
from confty.language import Unreadable
from confty.text import Source
from confty.text.forms import FORMATS
from confty.workspace.files import Disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from confty.language import Host
    from confty.languages.pcl.evaluator import Run, RunInfo
    from confty.languages.pcl.model import Program
    from confty.workspace.host import WorkspaceHost
    from confty.workspace.project import Project

_FORMATS = ("tree", "json", "dot", "mermaid", "svg")


def _parser() -> flags.CommandParser:
    made = flags.CommandParser(
        prog="confty preview",
        description="Evaluate a PCL program as an engine would and show its resources.",
    )
    made.add_argument("--config", dest="values", metavar="KEY=VALUE", action="append", default=[])
    made.add_argument(
        "--secret-config",
        dest="secrets",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a secret value; KEY=env:NAME and KEY=file:PATH keep it off the command line",
    )
    made.add_argument("--schema", metavar="PATH", action="append", help="package schemas")
    made.add_argument("--mocks", metavar="FILE", help="a Python class that stands for providers")
    made.add_argument(
        "--allow-missing-config",
        action="store_true",
        help="a setting that is missing is not known, instead of asked for",
    )
    made.add_argument("--full", action="store_true", help="show every property in the tree")
    made.add_argument("--update", action="store_true", help="simulate the update")
    made.add_argument("--continue-on-error", action="store_true")
    made.add_argument("--run-hooks", action="store_true", help="run the commands of hooks")
    made.add_argument("--show-secrets", action="store_true")
    made.add_argument("--format", choices=_FORMATS, default="tree")
    made.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    add_depfile_flag(made)
    made.add_argument("--project", metavar="NAME", help="default: the folder's name")
    made.add_argument("--stack", metavar="NAME", help="default: dev")
    made.add_argument("--organization", metavar="NAME")
    add_mode_flags(made)
    flags.add_limit_flags(made)
    add_report_flags(made)
    made.add_argument("path", nargs="?", default=".", metavar="FOLDER|FILE")
    return made


def add_report_flags(made: flags.CommandParser) -> None:
    """Add the flags by which findings are shown and settings are found."""
    made.add_argument("--output-format", choices=FORMATS)
    made.add_argument("--color", choices=("auto", "always", "never"), default="auto")
    made.add_argument("-q", "--quiet", action="store_true")
    made.add_argument("-C", "--directory", metavar="DIR")
    made.add_argument(
        "--config-file", metavar="FILE", help="confty's settings, or a stack's: Pulumi.dev.yaml"
    )


def main(argv: list[str]) -> int:
    """Run the command."""
    return flags.run(_parser(), argv, lambda options: _preview(options, drawn=False))


def draw(argv: list[str]) -> int:
    """Draw a program that may lack settings, or fail where its values are worked out."""
    return flags.run(_parser(), argv, lambda options: _preview(options, drawn=True))


def settings_of(options: Options) -> dict[str, object]:
    """The settings that the flags of PCL commands make."""
    found: dict[str, object] = {}
    if options.schema:
        # Not ``schema``: the data files that a program reads are none of a package.
        found["package_schemas"] = options.schema
    return found | mode_settings(options)


def folder_of(path: str) -> str:
    """The program's folder: the path itself, or the folder of the file it names."""
    if os.path.isdir(path):
        return path.rstrip("/") or "/"
    if os.path.isfile(path):
        return os.path.dirname(path) or "."
    raise flags.BadUsage(f"{path}: there is no such file or folder")


def _preview(options: Options, *, drawn: bool) -> int:
    from confty.language import Outcome
    from confty.languages.pcl.evaluator import BadMocks, load_mocks, run_program
    from confty.registry import language
    from confty.workspace.door import LimitedLanguage

    options.drawn = drawn
    if options.output_depfile and not options.output:
        raise flags.BadUsage("--output-depfile needs -o: a rule of Make is about a file")
    folder = folder_of(options.path)
    stack = stack_file_of(options)
    host = host_for(folder, options)
    reads = Reads(options)
    reads.watch(host, f"{folder}/main.pp")
    try:
        # Code comes from a flag only: a folder may not bring along what runs in its preview.
        mocks = load_mocks(options.mocks) if options.mocks else None
    except BadMocks as bad:
        raise flags.BadUsage(str(bad)) from None

    info = _info(options, folder, host.settings)
    if stack is not None:
        _add_stack_file(info, stack, options)

    def preview() -> Outcome[str]:
        program = bound(folder, host)
        if program.failed:
            return Outcome("", tuple(program.diagnostics))
        run = run_program(program, info, host, mocks)
        said = (*program.diagnostics, *run.diagnostics)
        # People see how far it came; a program that reads the rest must not take it for the whole.
        empty = len(run.engine.resources) == 1 and not run.outputs
        if run.failed and not options.continue_on_error and (options.format != "tree" or empty):
            return Outcome("", said)
        return Outcome(_shown(run, options), said)

    its_language = LimitedLanguage(
        language("pcl"), host.settings, first_file(folder, options.path, host)
    )
    made = its_language.shown(preview)
    flags.show(list(made.diagnostics), options, sys.stderr)
    if made.output:
        flags.deliver(made.output, options.output or None)
        reads.write([options.output])
    return 1 if made.failed else 0


def stack_file_of(options: Options) -> str | None:
    """The stack's file that ``--config-file`` names; it is taken out of the options."""
    given: str | None = options.config_file
    if given is None or not given.endswith((".yaml", ".yml", ".json")):
        return None
    options.config_file = None
    return given


def _add_stack_file(info: RunInfo, path: str, options: Options) -> None:
    """Take the configuration of a stack's file; what flags say comes after it."""
    from confty.languages.pcl.evaluator import stack_file
    from confty.values import ValueProblem
    from confty.values.secrets import passphrase_from_environment

    project = os.path.join(os.path.dirname(path), "Pulumi.yaml")
    defaults = stack_file.StackFile()
    if os.path.isfile(project):
        told = data_of(project, options)
        named = told.get("name") if isinstance(told, dict) else None
        if options.project is None and isinstance(named, str):
            info.project = named
        info.root = os.path.abspath(os.path.dirname(path))
        defaults = stack_file.read_project_config(told)
    middle = os.path.basename(path).split(".")[1:-1]
    if options.stack is None and len(middle) == 1:
        info.stack = middle[0]
    try:
        found = stack_file.read_stack_file(data_of(path, options), passphrase_from_environment())
    except (stack_file.BadStackFile, ValueProblem) as bad:
        raise flags.BadUsage(f"{path}: {bad}") from None
    closed = info.take(found)
    info.take(defaults)
    if closed and not options.quiet:
        count = "1 secret is" if len(closed) == 1 else f"{len(closed)} secrets are"
        sys.stderr.write(f"confty preview: {path}: {count} not known: {found.reason}\n")


def data_of(path: str, options: Options) -> object:
    """The data of a file; the schemas of packages are none of its business."""
    evaluated = _plain_project(options).evaluate(path)
    if evaluated.output is None:
        why = "; ".join(str(each.message) for each in evaluated.diagnostics[:1])
        raise flags.BadUsage(f"{path}: {why or 'unreadable'}")
    its_language, value = evaluated.output
    return its_language.plain(value).output


def _plain_project(options: Options) -> Project:
    # Our ``--config`` is the stack's; ``--schema`` holds the packages'.
    common = Options(**{**vars(options), "config": [], "lang": None, "schema": None})
    return flags.project(common)


def work_for(options: Options) -> Project:
    """The project of a PCL command, as its flags say."""
    work = _plain_project(options)
    work.flags = {**work.flags, **settings_of(options), "prefer_output_invokes": True}
    return work


def host_for(folder: str, options: Options) -> WorkspaceHost:
    """The surroundings of a program, as the flags of PCL commands say."""
    return work_for(options).host(f"{folder}/main.pp", "pcl")


def has_program(folder: str, host: Host) -> None:
    """Refuse a folder that has no program in it."""
    try:
        names = host.entries(folder)
    except Unreadable as problem:
        raise flags.BadUsage(f"{folder}: {problem}") from None
    if not any(name.endswith(".pp") for name in names):
        raise flags.BadUsage(f"{folder}: there is no .pp file in it")


def bound(folder: str, host: Host) -> Program:
    """Bind the program in a folder."""
    from confty.languages.pcl.checker import bind_folder

    try:
        program = bind_folder("" if folder == "." else folder, host)
    except Unreadable as problem:
        raise flags.BadUsage(f"{folder}: {problem}") from None
    if not program.files:
        raise flags.BadUsage(f"{folder}: there is no .pp file in it")
    return program


def first_file(folder: str, path: str, host: Host) -> Source | None:
    """The file to name when a limit is reached: the one that was named, or the main one."""
    name = path if os.path.isfile(path) else f"{folder}/main.pp"
    try:
        return Source(name, host.read(name).decode("utf-8", "replace"))
    except Unreadable:
        return None


def _info(options: Options, folder: str, settings: Mapping[str, object]) -> RunInfo:
    from confty.languages.pcl.evaluator.outputs import info_from

    whole = os.path.abspath(folder)
    given = {
        "project": options.project or settings.get("project") or os.path.basename(whole),
        "stack": options.stack or settings.get("stack"),
        "organization": options.organization or settings.get("organization"),
    }
    info = info_from({**settings, **given})
    info.preview = not options.update
    info.continue_on_error = options.continue_on_error
    info.run_hooks = options.run_hooks
    info.missing_unknown = options.allow_missing_config or options.drawn
    info.failed_unknown = options.drawn
    info.hides = not options.show_secrets
    info.root = info.folder = whole
    for texts, secret in ((options.values, False), (options.secrets, True)):
        for text in texts:
            key, equals, value = text.partition("=")
            if not equals:
                flag = "--secret-config" if secret else "--config"
                raise flags.BadUsage(f"{flag}: expected KEY=VALUE, found {key!r}")
            info.config[key] = _secret_text(key, value) if secret else value
            if secret:
                info.secret_keys.add(key)
    return info


def _secret_text(key: str, value: str) -> str:
    if value.startswith("env:"):
        found = os.environ.get(value.removeprefix("env:"))
        if found is None:
            raise flags.BadUsage(f"--secret-config {key}: there is no such environment variable")
        return found
    if value.startswith("file:"):
        try:
            return Disk().named(value.removeprefix("file:")).decode("utf-8").rstrip("\n")
        except (Unreadable, UnicodeDecodeError):
            raise flags.BadUsage(f"--secret-config {key}: the file cannot be read") from None
    return value


def _shown(run: Run, options: Options) -> str:
    from confty.languages.pcl import preview

    secrets = options.show_secrets
    if options.format == "json":
        data = preview.document(run, secrets=secrets)
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    if options.format == "dot":
        return preview.dot(run)
    if options.format == "mermaid":
        return preview.mermaid(run)
    if options.format == "svg":
        return _svg(preview.dot(run))
    return preview.tree(run, secrets=secrets, full=options.full)


def _svg(text: str) -> str:
    try:
        done = subprocess.run(
            ["dot", "-Tsvg"],  # noqa: S607  wherever Graphviz is installed
            input=text.encode(),
            capture_output=True,
            timeout=60,
            check=True,
        )
    except FileNotFoundError:
        raise flags.BadUsage("--format svg needs Graphviz, and there is no 'dot'") from None
    except (OSError, subprocess.SubprocessError):
        raise flags.BadUsage("--format svg: Graphviz could not draw the graph") from None
    return done.stdout.decode("utf-8", "replace")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
