"""Magics for IPython and Jupyter: ``%load_ext confty``, then ``%%jsonnet``, ``%%rcl`` and so on.

A cell is a program.  Its value is shown with its type and what there is to say about it, and comes
back as an object with ``value``, ``type`` and ``findings``; a mistake is shown as the command line
shows it, without a trace through Python.
"""

from __future__ import annotations

import argparse
import html
import json
import shlex
import sys
from typing import Any, Final, NoReturn

from confty.api import ConftyError, Diagnostic, check, loads, type_of
from confty.api.given import settings_of
from confty.records import Record
from confty.registry import BY_NAME, NAMES
from confty.text import Severity
from confty.values import redact
from confty.values.labels import shown

#: How many characters of a value are shown.
_SHOWN: Final = 20_000


class CellResult(metaclass=Record):
    """What a cell gave."""

    value: Final[object]
    type: Final[str | None]
    findings: Final[list[Diagnostic]]

    def _text(self) -> str:
        writer = json.JSONEncoder(indent=2, ensure_ascii=False, default=_for_eyes)
        parts: list[str] = []
        size = 0
        try:
            for part in writer.iterencode(self.value):
                parts.append(part)
                size += len(part)
                if size > _SHOWN:
                    break
        except (RecursionError, TypeError):
            # Too deep, or with keys that JSON has not.
            parts = [shown(self.value)]
        text = "".join(parts)
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… and more"

    def __repr__(self) -> str:
        said = [f"{one}\n" for one in self.findings]
        kind = f"\n: {self.type}" if self.type else ""
        return "".join(said) + self._text() + kind

    def _repr_html_(self) -> str:
        parts = [_block(str(one), "#b58900") for one in self.findings]
        parts.append(_block(self._text(), "inherit"))
        if self.type:
            parts.append(_block(f": {self.type}", "#888"))
        return "".join(parts)


def _for_eyes(value: object) -> object:
    """What is shown for what JSON has not: of a labelled value what may be seen of it."""
    seen = redact(value)
    return seen if isinstance(seen, str | int | float | bool | dict | list | None) else str(seen)


class CellFailed(metaclass=Record):
    """What a cell has wrong."""

    findings: Final[list[Diagnostic]]

    def __repr__(self) -> str:
        return "\n".join(map(str, self.findings))

    def _repr_html_(self) -> str:
        return "".join(_block(str(one), "#c0392b") for one in self.findings)


def _block(text: str, colour: str) -> str:
    return f'<pre style="color:{colour};margin:0 0 .4em">{html.escape(text)}</pre>'


class _Usage(Exception):
    """A line of a magic that cannot be carried out."""


class _Interrupted(KeyboardInterrupt):
    """What a user called off; a notebook shows that, and no way through Python."""

    def _render_traceback_(self) -> list[str]:
        return [f"{self}: interrupted"]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Usage(message)


def _parser(lang: str) -> argparse.ArgumentParser:
    made = _Parser(prog=f"%%{lang}", add_help=False, allow_abbrev=False)
    made.add_argument("into", nargs="?", help="a Python variable that gets the value")
    made.add_argument("--input", action="append", default=[], metavar="NAME")
    if "ext_vars" in BY_NAME[lang].inputs:
        made.add_argument("--ext-str", "-V", action="append", default=[], metavar="NAME=TEXT")
        made.add_argument("--ext-code", action="append", default=[], metavar="NAME=CODE")
        made.add_argument("--secret", action="append", default=[], metavar="NAME")
    made.add_argument("--jpath", "-J", action="append", default=[], metavar="DIR")
    made.add_argument("--schema", metavar="FILE")
    made.add_argument("--timeout", type=float, metavar="SECONDS")
    made.add_argument("--max-memory", type=float, metavar="MB")
    return made


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as wrong:
        raise _Usage(f"the line cannot be read: {str(wrong).lower()}") from None


def _options(given: argparse.Namespace, lang: str, names: dict[str, object]) -> dict[str, Any]:
    """What the line of a cell says, as keywords of the calls."""
    options: dict[str, Any] = {}
    for flag, keyword in (("ext_str", "ext_vars"), ("ext_code", "ext_codes")):
        pairs = [one.partition("=") for one in getattr(given, flag, ())]
        for name, equals, _ in pairs:
            if not equals or not name:
                raise _Usage(f"expected NAME=VALUE, found {name!r}")
        if pairs:
            options[keyword] = {name: value for name, _, value in pairs}
    for flag, keyword in (("input", "inputs"), ("secret", "secrets")):
        wanted = getattr(given, flag, ())
        missing = [name for name in wanted if name not in names]
        if missing:
            raise _Usage(f"there is no Python variable {missing[0]!r}")
        if wanted:
            options[keyword] = {name: names[name] for name in wanted}
    for keyword in ("jpath", "schema", "timeout", "max_memory"):
        value = getattr(given, keyword)
        if value is not None and value != []:
            options[keyword] = value
    if given.into is not None and not given.into.isidentifier():
        raise _Usage(f"{given.into!r} is no name of a Python variable")
    try:
        # What Python tells a program with an exception is a word about the line here.
        settings_of(options, lang)
    except (TypeError, ValueError) as wrong:
        raise _Usage(str(wrong)) from None
    return options


def run(lang: str, line: str, cell: str, names: dict[str, object]) -> CellResult | CellFailed:
    """Evaluate a cell; ``names`` are the variables of the session, for ``--input`` and values."""
    given = _parser(lang).parse_args(_words(line))
    options = _options(given, lang, names)
    where = f"cell.{lang}"
    try:
        found = check(text=cell, lang=lang, filename=where, **options)
        value = loads(cell, lang, filename=where, **options)
        kind = type_of(text=cell, lang=lang, **options)
    except ConftyError as error:
        return CellFailed(list(error.diagnostics))
    if given.into:
        names[given.into] = value
    return CellResult(value, kind, [one for one in found if one.severity < Severity.ERROR])


def load_ipython_extension(shell: Any) -> None:
    """Register a cell magic for every language."""

    def magic(lang: str) -> object:
        def cell_magic(line: str, cell: str) -> CellResult | CellFailed | None:
            try:
                return run(lang, line, cell, shell.user_ns)
            except _Usage as usage:
                sys.stderr.write(f"%%{lang}: {usage}\n")
                return None
            except KeyboardInterrupt:
                raise _Interrupted(f"%%{lang}") from None

        cell_magic.__doc__ = f"Evaluate a cell of {lang}: value, type and findings."
        return cell_magic

    for lang in NAMES:
        shell.register_magic_function(magic(lang), "cell", lang)


def unload_ipython_extension(shell: Any) -> None:
    """Take the magics away again."""
    for lang in NAMES:
        shell.magics_manager.magics["cell"].pop(lang, None)
