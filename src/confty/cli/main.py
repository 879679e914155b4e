"""The command line's front door: find the command, run it, turn every end into an exit code.

Each command is a module with ``main(argv) -> int`` and is imported when it is called, so that
``confty version`` pays for nothing.  The program's own name counts too: a link called ``jsonnet``
behaves as that program.
"""

from __future__ import annotations

import sys

from confty.start import words_of_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Final

    from confty.start import Ready

BAD_USAGE: Final = 2
INTERNAL_ERROR: Final = 101
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

#: command -> (module below ``confty.cli``, what ``confty --help`` says of it)
COMMANDS: Final = {
    "check": ("check", "report mistakes in files and folders"),
    "lint": ("lint", "report mistakes and bad habits; warnings fail, too"),
    "eval": ("recall", "evaluate a file and print its value"),
    "build": ("build", "write what the targets of a config or build file say"),
    "type": ("types", "print the type of a file or of a place in it"),
    "fmt": ("reformat", "lay files out in their language's standard form"),
    "query": ("query", "ask a question about a file's value"),
    "inputs": ("inputs", "list what a program needs from outside, with types"),
    "doc": ("doc", "write reference pages of a library"),
    "infer": ("infer", "write a file's type as a schema, code or asserts"),
    "graph": ("graph", "draw which file imports which"),
    "test": ("test", "run tests: values and types that files expect"),
    "preview": ("preview", "show what a PCL program would do"),
    "convert": ("convert", "write a PCL program as Python, or data as PCL"),
    "hcl": ("hcl", "print any HCL file's body as JSON"),
    "why": ("why", "say why a part of a value is secret or unknown"),
    "unseal": ("seal", "open a document that was written with --seal"),
    "repl": ("repl", "enter programs piece by piece and see what they give"),
    "play": ("play", "open the playground in a browser, or write it as files"),
    "emit": ("emit", "compile a Phy file, or show what a stage makes of it"),
    "debug": ("debug", "run a Phy program one reduction at a time"),
    "explain": ("explain", "say what a code means and what to do about it"),
    "jsonnet": ("jsonnet", "evaluate Jsonnet with the original program's flags"),
    "jsonnetfmt": ("jsonnetfmt", "lay out Jsonnet with the original formatter's flags"),
    "jsonnet-lint": ("jsonnet_lint", "check Jsonnet with the original linter's exit codes"),
    "jsonnet-deps": ("jsonnet_deps", "list what Jsonnet files import"),
    "rcl": ("rcl", "work with RCL as the original program does, flag by flag"),
    "server": ("server", "serve an editor: the language server of every language"),
    "schema": ("schema", "keep schemas that data files are held against"),
    "cache": ("cache", "show, clear or prepare what is kept on disk"),
    "doctor": ("doctor", "say what confty runs with, and what is missing"),
    "completion": ("completion", "print a script that completes commands in your shell"),
    "man": ("man", "print the manual page"),
    "version": ("version", "print the version"),
}
#: What people come for, and the commands that serve it; the rest stands at the end.
PURPOSES: Final = (
    ("find mistakes", ("check", "lint", "test", "type", "explain", "why")),
    ("see values", ("eval", "query", "inputs", "repl", "play", "graph")),
    ("change files", ("build", "fmt", "infer", "doc", "schema", "unseal")),
    ("plan infrastructure", ("preview", "convert", "hcl")),
    (
        "stand in for other programs",
        ("jsonnet", "jsonnetfmt", "jsonnet-lint", "jsonnet-deps", "rcl"),
    ),
)
ALIASES: Final = {
    "e": "eval",
    "evaluate": "eval",
    "export": "eval",
    "q": "query",
    "f": "fmt",
    "format": "fmt",
    "vet": "check",
    "--version": "version",
    "-V": "version",
}
#: Commands that work on files without the door of ``Project``: they run within limits as a whole.
WHOLE: Final = (
    "hcl",
    "emit",
    "debug",
    "why",
    "graph",
    "unseal",
    "jsonnetfmt",
    "jsonnet-deps",
    "rcl",
)
#: Those of them that run no program; like a check, they end some time.
READERS: Final = ("hcl", "emit", "unseal", "jsonnetfmt", "jsonnet-deps")
#: Those whose run is the last of its process, and starts no thread.
LAST: Final = ("hcl", "jsonnetfmt", "jsonnet-deps", "rcl")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    _need_streams()
    if arguments is None:
        arguments = words_of_command()
    try:
        code = _ended(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        return _close_pipe()
    except OSError as error:
        if _is_nowhere(error):
            return _nowhere()
        return _stream_failed(error) if _is_stream(error) else _apologise(error)
    except KeyboardInterrupt:
        sys.stderr.write("confty: interrupted\n")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001  the last net: a user never sees a traceback
        return _too_far(error) or _apologise(error)
    return code


def _ended(arguments: list[str]) -> int:
    """Run the command; one that leaves by itself (``--help``) has ended like any other."""
    try:
        code = _dispatch(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else BAD_USAGE
    if code == 0 and arguments[1:] in (["-h"], ["--help"]):
        from confty.cli.examples import shown

        sys.stdout.write(shown(ALIASES.get(arguments[0], arguments[0])))
    return code


def _need_streams() -> None:
    """Give a stream that the shell has closed a place to go, and let every byte be read.

    What is no text arrives as in a file's name: a command that asks for text says what is wrong.
    """
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  for good
    if (read := getattr(sys.stdin, "reconfigure", None)) is not None:
        read(errors="surrogateescape")


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help", "help"}:
        sys.stdout.write(_usage())
        return 0 if arguments else BAD_USAGE
    name = ALIASES.get(arguments[0], arguments[0])
    if name not in COMMANDS:
        from confty.kit.suggest import did_you_mean

        near = did_you_mean(name, [*COMMANDS, *ALIASES])
        sys.stderr.write(f"confty: there is no command {arguments[0]!r}{near}\n")
        sys.stderr.write("help: confty --help lists the commands\n")
        return BAD_USAGE
    command = _loaded(COMMANDS[name][0])
    if name not in WHOLE:
        return int(command.main(arguments[1:]))
    from confty.kit.limits import Limits, limited
    from confty.workspace.bounds import PATIENCE

    limits = Limits(PATIENCE if name in READERS else None, ending=name in LAST)
    return int(limited(lambda: command.main(arguments[1:]), limits))


def _loaded(module: str) -> ModuleType:
    """The module of a command; ``importlib`` itself would load more than that."""
    name = f"confty.cli.{module}"
    __import__(name)
    return sys.modules[name]


def save(ready: Ready) -> None:
    """Keep the modules of a command together for the next time."""
    from confty.cli.gathering import save

    save(ready)


def by_purpose() -> list[tuple[str, list[str]]]:
    """Return every command once, under what it is for."""
    groups = [(what, [name for name in names if name in COMMANDS]) for what, names in PURPOSES]
    placed = {name for _, names in groups for name in names}
    return [*groups, ("more", [name for name in COMMANDS if name not in placed])]


def _usage() -> str:
    width = max(map(len, COMMANDS))
    lines = ["usage: confty COMMAND [OPTION...] [FILE...]"]
    for purpose, names in by_purpose():
        lines += ["", f"{purpose}:"]
        lines += [f"  {name.ljust(width)}  {COMMANDS[name][1]}" for name in names]
    lines += ["", "confty COMMAND --help says more about one, with examples."]
    return "\n".join(lines) + "\n"


def _close_pipe() -> int:
    """The reader went away, which is its right; keep Python from complaining at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def _is_nowhere(error: OSError) -> bool:
    """Whether it failed because the folder that we are in was removed, or is closed to us."""
    import os

    try:
        os.getcwd()
    except OSError as nowhere:
        return error.filename is None and error.errno == nowhere.errno
    return False


def _nowhere() -> int:
    """Say so: names are relative to that folder, and a project is looked for from there."""
    sys.stderr.write(
        "confty: the working directory is gone, or cannot be read any more\n"
        "help: go to a folder that is there, with cd or -C\n"
    )
    return BAD_USAGE


def _is_stream(error: OSError) -> bool:
    """Whether writing to standard output or reading standard input failed, and no file."""
    return error.filename is None


def _stream_failed(error: OSError) -> int:
    """Say that the disk behind standard output is full, or whatever else happened to it."""
    import os

    reason = (error.strerror or "it cannot be used").lower()
    try:
        sys.stderr.write(f"confty: standard input or output: {reason}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except (OSError, AttributeError, ValueError):
        return BAD_USAGE
    return BAD_USAGE


def _too_far(error: Exception) -> int:
    """Say that a limit was reached in work that belongs to no file; 0 for anything else."""
    from confty.workspace.bounds import TOO_FAR, told

    if not isinstance(error, TOO_FAR):
        return 0
    found = told(error, None)
    sys.stderr.write(f"confty: error[{found.code.name}] {found.message}\n")
    return 1


def _apologise(error: Exception) -> int:
    """Report a defect of ours without a traceback: its kind and the place in our code only.

    The exception's own text is left out, since it may hold a value of the user's program.
    """
    import os

    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "?")
        place = f" in {module}, line {trace.tb_lineno}"
    sys.stderr.write(
        f"confty: internal error: {type(error).__name__}{place}\n"
        "This is a defect of confty and not of your file; we are sorry.\n"
        "help: report it with the line above and, if you can, the file;"
        " CONFTY_LOG=debug shows the whole trace\n"
    )
    if os.environ.get("CONFTY_LOG") == "debug":
        import traceback

        traceback.print_exception(error)
    return INTERNAL_ERROR
