"""``confty completion``: print a script that teaches a shell the commands and their flags."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from confty.cli import flags

SHELLS: Final = ("bash", "zsh", "fish")
#: What an argument is called when it names a file or a folder.
_FILES: Final = frozenset({"FILE", "PATH", "FILE...", "NAME=FILE"})
_FOLDERS: Final = frozenset({"DIR"})


def main(argv: list[str]) -> int:
    """Print the script for a shell."""
    parser = flags.CommandParser(
        prog="confty completion",
        description="Print a script for your shell; see the examples for where it goes.",
    )
    parser.add_argument("shell", choices=SHELLS)
    options = parser.parse_args(argv)
    try:
        import shtab
    except ImportError:
        sys.stderr.write(
            "confty completion: the package shtab is not installed\n"
            "help: pip install 'confty[completion]'\n"
        )
        return 2
    from confty.cli.described import whole

    everything = whole()
    _mark_files(everything, shtab.FILE, shtab.DIRECTORY)
    sys.stdout.write(shtab.complete(everything, shell=options.shell) + "\n")
    return 0


def _mark_files(parser: argparse.ArgumentParser, file: object, folder: object) -> None:
    """Say which arguments are files, in all parts."""
    for action in parser._actions:  # noqa: SLF001  argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  the same
            for part in set(action.choices.values()):
                _mark_files(part, file, folder)
        elif action.metavar in _FILES:
            action.complete = file  # type: ignore[attr-defined]  # shtab reads it
        elif action.metavar in _FOLDERS:
            action.complete = folder  # type: ignore[attr-defined]  # the same
