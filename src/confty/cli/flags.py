"""Flags that several commands share, and what they make: a project and a way to report."""

from __future__ import annotations

import os
import sys

from confty.cli.amounts import amount, engine, positive
from confty.cli.command_line import CommandParser as CommandParser  # noqa: PLC0414  as below
from confty.cli.declared import YES_OR_NO, Options
from confty.cli.leniency import mode_settings
from confty.cli.writing import write as write  # noqa: PLC0414  commands find it here
from confty.kit.reading import is_stream
from confty.language import Unreadable
from confty.registry import DIALECTS, NAMES, SETTINGS
from confty.text import Diagnostic, Severity
from confty.text.forms import DOCUMENTS, FORMATS
from confty.workspace.codes import UNKNOWN_LANGUAGE, UNREADABLE
from confty.workspace.config import Config, find_config, overridden
from confty.workspace.files import Disk, Memory
from confty.workspace.levels import BadConfig
from confty.workspace.project import Project
from confty.workspace.sandbox import MODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final, TextIO

STDIN: Final = "-"
FORCES_COLOR: Final = ("FORCE_COLOR", "CLICOLOR_FORCE")


class BadUsage(Exception):
    """A command line that cannot be carried out; the message says why."""


def refused(bad: BadUsage | BadConfig, program: str, options: Options) -> int:
    """Say why a command line cannot be carried out, and return what to end with."""
    from confty.cli.bad_config import told

    try:
        form = report_form(options)
    except BadUsage:
        form = "full"
    return told(bad, program, form, lambda findings, stream: show(findings, options, stream))


def run(parser: CommandParser, words: list[str], work: Callable[[Options], int]) -> int:
    """Carry out a command line; say why it cannot be, and end with 2."""
    options = parser.parse_args(words)
    try:
        enter_directory(options)
        return work(options)
    except (BadUsage, BadConfig) as bad:
        return refused(bad, parser.prog, options)


def parser(command: str, about: str) -> CommandParser:
    """Return a parser with the flags every command has."""
    made = CommandParser(f"confty {command}", about)
    made.add_argument(
        "--output-format",
        choices=FORMATS,
        help="how findings are shown (default: full, or github under GITHUB_ACTIONS)",
    )
    made.add_argument("--color", choices=("auto", "always", "never"), default="auto")
    made.add_argument("-q", "--quiet", action="store_true", help="print no summary")
    made.add_argument("-C", "--directory", metavar="DIR", help="work in this folder")
    made.add_argument(
        "--project",
        dest="project_folder",
        metavar="DIR",
        help="the project's folder: its config file, and its root",
    )
    made.add_argument("--config-file", metavar="FILE", help="read this config file and no other")
    made.add_argument(
        "-c", "--config", metavar="KEY=VALUE", action="append", default=[], help="set one setting"
    )
    made.add_argument("--lang", choices=NAMES, help="the language, whatever the file's suffix")
    made.add_argument(
        "--stdin-filename", metavar="PATH", help="the name that standard input ('-') goes by"
    )
    return made


def add_level_flags(made: CommandParser) -> None:
    """Add the flags that change what counts as a failure."""
    for level in ("error", "warn", "ignore"):
        made.add_argument(
            f"--{level}", metavar="RULE", action="append", default=[], help=f"set RULE to {level}"
        )
    made.add_argument("--exit-zero", action="store_true", help="end with 0 whatever is found")
    made.add_argument(
        "--error-on-warning", action="store_true", default=None, help="end with 1 on warnings"
    )
    made.add_argument(
        "--exit-zero-on-warning",
        dest="error_on_warning",
        action="store_false",
        help="end with 0 on warnings, whatever the config file says (the default)",
    )


def add_input_flags(made: CommandParser) -> None:
    """Add the flags that languages read: search paths, external variables, limits."""
    made.add_argument("-J", "--jpath", metavar="DIR", action="append", default=[])
    for letter, kind, about in (("V", "ext", "external variable"), ("A", "tla", "argument")):
        for form in ("str", "code"):
            names = [f"--{kind}-{form}"] + ([f"-{letter}"] if form == "str" else [])
            made.add_argument(
                *names, metavar="NAME[=VALUE]", action="append", default=[], help=about
            )
            made.add_argument(
                f"--{kind}-{form}-file", metavar="NAME=FILE", action="append", default=[]
            )
        made.add_argument(
            f"--{kind}-secret",
            metavar="NAME[=env:X|file:F|cmd:C]",
            action="append",
            default=[],
            help=f"a secret {about}",
        )
        made.add_argument(
            f"--{kind}-unknown",
            metavar="NAME[=TYPE]",
            action="append",
            default=[],
            help=f"an {about} that is not known yet",
        )
    _add_permission_flags(made)
    made.add_argument(
        "--schema",
        metavar="FILE",
        action="append",
        help="a JSON Schema or a Python class for data, or schemas of packages, which may be many",
    )
    made.add_argument(
        "--dialect", choices=DIALECTS, help="which form of the language: of Jsonnet, of Phy"
    )
    made.add_argument("--max-stack", type=int, metavar="N", help="how deep calls may nest")
    add_limit_flags(made)
    made.add_argument("--jit", action=YES_OR_NO, help="run as native code where possible")
    made.add_argument(
        "--sandbox",
        metavar="MODE|DIR",
        help="where imports may lie: project (RCL's default), workdir, a folder, or unrestricted",
    )
    made.add_argument(
        "-v", "--verbose", action="store_true", help="say how the work is done; findings whole"
    )
    made.add_argument("--no-cache", action="store_true", help="neither read nor write caches")


def _add_permission_flags(made: CommandParser) -> None:
    """Add what only who runs a command may allow."""
    made.add_argument("--show-secrets", action="store_true", help="print secrets in the clear")
    made.add_argument("--allow-commands", action="store_true", help="let cmd: run programs")
    made.add_argument(
        "--import-models",
        action="store_true",
        help="import Python modules whose classes are schemas, where reading them does not do",
    )


def add_time_flag(made: CommandParser, what: str = "stop a long run") -> None:
    """Add the limit that all work on a file has."""
    made.add_argument("--timeout", type=amount, metavar="SECONDS", help=what)


def add_run_flags(made: CommandParser) -> None:
    """Add the limits of a run whose value is not written as a whole."""
    add_time_flag(made)
    made.add_argument(
        "--max-memory", type=amount, metavar="MB", help="what a run may take (default: 8192)"
    )


def add_limit_flags(made: CommandParser) -> None:
    """Add the limits that every run has."""
    add_run_flags(made)
    made.add_argument(
        "--max-output", type=amount, metavar="MB", help="how large a value's text may be"
    )


def add_fleet_flags(made: CommandParser) -> None:
    """Add the flags of work on many files."""
    made.add_argument("-j", "--jobs", type=positive, metavar="N", help="how many processes")
    made.add_argument(
        "--engine",
        type=engine,
        metavar="dask://HOST:PORT",
        help="work on a Dask cluster (confty[dask])",
    )
    made.add_argument(
        "--resume", action="store_true", help="do only what a run that broke off has left"
    )


def refuse_fleet_flags(options: Options) -> None:
    """Refuse the flags of work on many files where there is one."""
    for name in ("jobs", "engine", "resume"):
        if getattr(options, name):
            raise BadUsage(f"--{name} needs --many: one file is evaluated in one process")


def is_of_one(options: Options) -> bool:
    """Whether a command is about one file, in this process, and over when that is done."""
    paths = options.paths
    many = options.jobs or options.engine or getattr(options, "watch", False)
    return not many and len(paths) == 1 and os.path.isfile(paths[0])


def enter_directory(options: Options) -> None:
    """Go where ``-C`` says, and refuse a ``--project`` that is no folder from there."""
    if options.directory:
        try:
            os.chdir(options.directory)
        except OSError as error:
            reason = (error.strerror or "unusable").lower()
            raise BadUsage(f"-C {options.directory}: {reason}") from None
    chosen = getattr(options, "project_folder", None)
    if chosen and not os.path.isdir(chosen):
        raise BadUsage(f"--project {chosen}: there is no such folder")


def project(options: Options) -> Project:
    """Make the project that the flags describe."""
    nearest = Nearest(options)
    flags = language_flags(options)
    config = nearest(".")
    options.configured_format = config.output_format
    options.configured_error_on_warning = config.error_on_warning
    report_form(options)
    return Project(config, Disk(), flags, options.lang, nearest=nearest)


class Nearest:
    """Finds the config of a folder, as the command line asks; another process can do it too."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def __call__(self, folder: str) -> Config:
        """Return the config for work in a folder."""
        options = self.options
        try:
            chosen = getattr(options, "project_folder", None)
            config = find_config(chosen or folder, SETTINGS, options.config_file)
            if chosen and not config.root:
                config = config.but(root=os.path.abspath(chosen))
            return _with_levels(overridden(config, options.config, SETTINGS), options)
        except BadConfig as bad:
            raise BadUsage(str(bad)) from bad


def _with_levels(config: Config, options: Options) -> Config:
    levels = {}
    for level in ("error", "warn", "ignore"):
        for rule in getattr(options, level, ()):
            from confty.workspace.validate import known_rule

            known_rule(rule, f"--{level}")
            levels[rule] = level
    return config.but(levels=levels)


def _schemas(given: list[str]) -> dict[str, object]:
    """A file describes data, the last one counts, or a package; a folder holds packages."""
    if not given or os.path.isdir(given[-1]):
        return {"package_schemas": given} if given else {}
    packages: dict[str, object] = {"package_schemas": given[:-1]} if given[:-1] else {}
    return {**packages, "schema": given[-1]}


def language_flags(options: Options) -> dict[str, object]:
    """Collect what the languages read, leaving out what was not given."""
    flags: dict[str, object] = {}
    flags.update(_schemas(getattr(options, "schema", None) or []))
    flags.update(mode_settings(options))
    for name in (
        "dialect", "max_stack", "timeout", "max_memory", "max_output", "jit", "entry", "arguments",
    ):  # fmt: skip
        value = getattr(options, name, None)
        if value is not None:
            flags[name] = value
    if getattr(options, "profile", None):
        flags["profiled"] = True
    sandbox = getattr(options, "sandbox", None)
    if sandbox is not None:
        if sandbox not in MODES and not os.path.isdir(sandbox):
            raise BadUsage(f"--sandbox {sandbox}: expected a folder or {', '.join(MODES)}")
        flags["sandbox"] = sandbox
    if getattr(options, "no_cache", False):
        flags["cache"] = False
    if getattr(options, "passing", False):
        flags["passing"] = True
    paths = os.environ.get("JSONNET_PATH", "")
    from_environment = [path for path in reversed(paths.split(os.pathsep)) if path]
    jpath = [*from_environment, *getattr(options, "jpath", ())]
    if jpath:
        flags["jpath"] = jpath
    for kind in ("ext", "tla"):
        given = _variables(options, kind)
        if given:
            flags[f"{kind}_vars"] = given
        # Imports in code from a file begin at the file; what a shell has opened lies nowhere.
        pairs = [item.partition("=") for item in getattr(options, f"{kind}_code_file", ())]
        files = {name: path for name, _, path in pairs if not is_stream(path)}
        if files:
            flags[f"{kind}_files"] = files
    if getattr(options, "ext_secret", ()) or getattr(options, "tla_secret", ()):
        from confty.cli.secret_inputs import secret_origins

        flags["secret_origins"] = secret_origins(options)
    for name in ("allow_commands", "ending", "import_models", "show_secrets", "verbose"):
        if getattr(options, name, False):
            flags[name] = True
    return flags


def _variables(options: Options, kind: str) -> dict[str, tuple[str, str]]:
    """Return name -> (``str`` or ``code``, text) for external variables or top-level arguments."""
    given: dict[str, tuple[str, str]] = {}
    for form in ("str", "code"):
        for item in getattr(options, f"{kind}_{form}", ()):
            name, equals, value = item.partition("=")
            if not equals:
                found = os.environ.get(name)
                if found is None:
                    raise BadUsage(
                        f"--{kind}-{form} {name}: there is no such environment variable"
                    )
                value = found
            given[name] = (form, value)
        for item in getattr(options, f"{kind}_{form}_file", ()):
            name, equals, path = item.partition("=")
            if not equals:
                raise BadUsage(f"--{kind}-{form}-file: expected NAME=FILE, found {item!r}")
            given[name] = (form, _text_of(path))
    if not getattr(options, f"{kind}_secret", ()) and not getattr(options, f"{kind}_unknown", ()):
        return given
    from confty.cli.secret_inputs import BadSecret, given_secrets

    try:
        given.update(given_secrets(options, kind))
    except BadSecret as bad:
        raise BadUsage(str(bad)) from None
    return given


def _text_of(path: str) -> str:
    try:
        return Disk().named(path).decode("utf-8").replace("\r\n", "\n")
    except Unreadable as unreadable:
        raise BadUsage(f"{path}: {unreadable}") from None
    except UnicodeDecodeError:
        raise BadUsage(f"{path}: not UTF-8") from None


def with_stdin(work: Project, path: str, options: Options) -> str:
    """Put standard input into the project if ``path`` is ``-``; return the file's name."""
    if path != STDIN:
        return path
    name = options.stdin_filename or (options.lang and f"stdin.{options.lang}")
    if not name:
        raise BadUsage("standard input needs --stdin-filename or --lang")
    work.files = Memory({name: sys.stdin.buffer.read()}, Disk())
    return str(name)


def show(findings: list[Diagnostic], options: Options, stream: TextIO) -> None:
    """Print findings in the form that was asked for."""
    form = report_form(options)
    if not findings and form not in DOCUMENTS:
        return
    from confty import __version__
    from confty.report import report

    color, whole = wants_color(options.color, stream), bool(getattr(options, "verbose", False))
    text = report(findings, form, color=color, version=__version__, whole=whole)
    if text:
        write(stream, text + ("\n\n" if form == "full" else "\n"))


def report_form(options: Options) -> str:
    """Return the form of findings: flag, environment, then what suits the place we run in."""
    if options.output_format:
        return str(options.output_format)
    asked = os.environ.get("CONFTY_OUTPUT_FORMAT")
    if asked:
        if asked not in FORMATS:
            raise BadUsage(f"CONFTY_OUTPUT_FORMAT: known are {', '.join(FORMATS)}")
        return asked
    if os.environ.get("GITHUB_ACTIONS") == "true":
        return "github"
    return getattr(options, "configured_format", None) or "full"


def wants_color(choice: str, stream: TextIO) -> bool:
    """Whether to colour what goes to ``stream``."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in {"", "0"} for name in FORCES_COLOR):
        return True
    return bool(stream.isatty()) and os.environ.get("TERM") != "dumb"


def deliver(text: str, path: str | None) -> int:
    """Write the result to a file, whole or not at all, or to standard output."""
    if path is None:
        write(sys.stdout, text)
    else:
        save(path, text)
    return 0


def save(path: str, text: str | bytes) -> None:
    """Write a file that a flag names, whole or not at all."""
    from confty.kit.saving import write_atomically

    try:
        write_atomically(path, text)
    except OSError as error:
        raise BadUsage(f"{path}: {(error.strerror or 'unwritable').lower()}") from None


def failure_code(findings: Iterable[Diagnostic]) -> int:
    """Return 2 when a file could not even be looked at, else 1."""
    untouched = {UNREADABLE.name, UNKNOWN_LANGUAGE.name, "schema/unreadable"}
    return 2 if any(finding.code.name in untouched for finding in findings) else 1


def failed(findings: list[Diagnostic], options: Options) -> bool:
    """Whether the findings make the command fail."""
    if getattr(options, "exit_zero", False):
        return False
    asked = getattr(options, "error_on_warning", None)
    if asked is None:
        asked = getattr(options, "configured_error_on_warning", False)
    bar = Severity.WARNING if asked else Severity.ERROR
    return any(finding.severity >= bar for finding in findings)
