"""What the command line offers, read off the commands' own parsers: for completion and manuals.

A command makes its parser when it is called.  Called with ``ASKED``, which nobody can type, it
hands the parser over instead of reading arguments with it.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from confty.cli.command_line import ASKED, AskedParser
from confty.cli.main import ALIASES, COMMANDS

#: What the commands take that read their arguments themselves.
_OPERANDS = {
    "explain": "CODE",
    "cache": "show|clear",
    "version": "",
}


def parser_of(name: str) -> argparse.ArgumentParser | None:
    """Return a command's parser; None when it reads its arguments in its own way."""
    command = import_module(f"confty.cli.{COMMANDS[name][0]}")
    try:
        command.main([ASKED])
    except AskedParser as asked:
        return asked.parser
    except (SystemExit, ValueError):
        return None
    return None


def operand_of(name: str) -> str:
    """What a command takes that reads its arguments in its own way."""
    return _OPERANDS.get(name, "FILE")


def whole() -> argparse.ArgumentParser:
    """Return one parser of everything, with a part for each command and each other name."""
    made = argparse.ArgumentParser(prog="confty", description=SUMMARY)
    commands = made.add_subparsers(dest="command", metavar="COMMAND")
    others: dict[str, list[str]] = {}
    for alias, name in ALIASES.items():
        if not alias.startswith("-"):
            others.setdefault(name, []).append(alias)
    for name, (_, about) in COMMANDS.items():
        own = parser_of(name) if name not in RAW else None
        part = commands.add_parser(
            name,
            aliases=others.get(name, []),
            help=about,
            parents=[own] if own is not None else [],
            add_help=own is None,
        )
        if own is None:
            part.add_argument("file", nargs="*", metavar=operand_of(name) or "ARGUMENT")
    return made


SUMMARY = "One gradual type system for configuration and its languages."
#: Commands that read their arguments in their own way, as other programs do.
RAW = frozenset(
    {"jsonnet", "jsonnetfmt", "jsonnet-lint", "jsonnet-deps", "rcl", "hcl", *_OPERANDS}
)
