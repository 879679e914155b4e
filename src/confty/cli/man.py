"""``confty man``: print the manual page, made of the commands' own parsers.

A wheel carries the same page, written when it is built.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from confty import __version__
from confty.cli import flags
from confty.cli.described import RAW, SUMMARY, parser_of
from confty.cli.examples import EXAMPLES
from confty.cli.main import COMMANDS, by_purpose

_CODES = (
    ("0", "nothing at or above the fail level"),
    ("1", "findings, or an evaluation that failed"),
    ("2", "a bad option, a bad config file, an unreadable file"),
    ("101", "a defect of confty"),
    ("130", "interrupted"),
)
_VARIABLES = (
    ("CONFTY_CONFIG_FILE", "the config file to read instead of the nearest"),
    ("CONFTY_OUTPUT_FORMAT", "how findings are shown"),
    ("CONFTY_CACHE_DIR", "where caches are kept"),
    ("JSONNET_PATH", "folders in which Jsonnet's imports are looked for"),
    ("NO_COLOR, FORCE_COLOR", "whether output is coloured"),
)


def main(argv: list[str]) -> int:
    """Print the page, in the form that ``man -l -`` reads."""
    parser = flags.CommandParser(prog="confty man", description="Print the manual page.")
    parser.parse_args(argv)
    sys.stdout.write(page())
    return 0


def page() -> str:
    """Return the manual page as roff."""
    lines = [
        f'.TH CONFTY 1 "" "confty {__version__}" "User Commands"',
        ".SH NAME",
        f"confty \\- {_escaped(SUMMARY.rstrip('.').lower())}",
        ".SH SYNOPSIS",
        ".B confty",
        "COMMAND [OPTION...] [FILE...]",
        ".SH COMMANDS",
    ]
    for purpose, names in by_purpose():
        lines += [f".SS {_escaped(purpose)}"]
        for name in names:
            lines += [".TP", f".B {_escaped(name)}", _escaped(COMMANDS[name][1])]
    for name in COMMANDS:
        lines += _command(name)
    lines += [".SH EXIT STATUS", *_table(_CODES), ".SH ENVIRONMENT", *_table(_VARIABLES)]
    return "\n".join(lines) + "\n"


def _command(name: str) -> Iterator[str]:
    yield f".SH {_escaped(f'confty {name}').upper()}"
    yield _escaped(f"{COMMANDS[name][1][:1].upper()}{COMMANDS[name][1][1:]}.")
    parser = None if name in RAW else parser_of(name)
    for action in () if parser is None else parser._actions:  # noqa: SLF001  nothing else tells
        if action.help is argparse.SUPPRESS:
            continue
        yield ".TP"
        yield f".B {_escaped(_spelled(action))}"
        yield _escaped(_help(action))
    if name in EXAMPLES:
        yield ".PP"
        yield "Examples:"
        yield ".nf"
        for line in EXAMPLES[name]:
            yield _escaped(f"    {line}")
        yield ".fi"


def _spelled(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None:
        metavar = "|".join(map(str, action.choices))
    if not action.option_strings:
        return metavar
    value = "" if action.nargs == 0 else f" {metavar}"
    return ", ".join(action.option_strings) + value


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%") or "\\&"


def _table(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, about in rows:
        yield ".TP"
        yield f".B {_escaped(name)}"
        yield _escaped(about)


def _escaped(text: str) -> str:
    """Keep roff from reading a text as its own."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in {".", "'"} else escaped
