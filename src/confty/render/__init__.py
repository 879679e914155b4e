"""Plain data to text: JSON, YAML, TOML and a few more, in exact, documented layouts.

Plain data is ``dict``, ``list``, ``str``, ``int``, ``float``, ``Decimal``, ``bool``, ``None``, and
the dates, times and bytes that YAML and TOML have.  ``render`` returns the text, or the diagnostic
that says which part of the value the format cannot hold (its ``path`` leads there).
"""

from __future__ import annotations

from confty.render.codes import CODES, UNKNOWN_FORMAT, Unwritable
from confty.text import Diagnostic

__all__ = ["CODES", "FORMATS", "render"]

#: What ``render`` knows; a language lists those it offers, its default first.
FORMATS = (
    "json",
    "json-compact",
    "json-4",
    "json-tab",
    "json-lines",
    "yaml",
    "yaml-stream",
    "toml",
    "toml-1.1",
    "raw",
    "python",
    "rcl",
    "jsonnet",
)

_INDENTS = {"json": "  ", "json-4": "    ", "json-tab": "\t", "json-compact": None}


def render(value: object, form: str) -> str | Diagnostic:
    """Write ``value`` in the format named ``form``.

    Every text ends in a line break but for ``raw``, which is the string and nothing else.
    """
    try:
        return _write(value, form)
    except Unwritable as problem:
        return problem.diagnostic()


def _write(value: object, form: str) -> str:
    if form in _INDENTS:
        from confty.render import json

        return json.write(value, _INDENTS[form]) + "\n"
    if form in {"yaml", "yaml-stream"}:
        from confty.render import yaml

        return yaml.write(value) + "\n" if form == "yaml" else yaml.stream(value)
    if form in {"toml", "toml-1.1"}:
        from confty.render import toml

        return toml.write(value, broken_inline_tables=form == "toml-1.1")
    if form in {"rcl", "jsonnet", "python"}:
        from confty.render import programs

        return programs.write(value, programs.STYLES[form]) + "\n"
    return _write_plainly(value, form)


def _write_plainly(value: object, form: str) -> str:
    """The two formats that are lines, and the answer to a format there is not."""
    if form == "json-lines":
        from confty.render import json

        return json.json_lines(value)
    if form == "raw":
        from confty.render import scalars

        return scalars.raw(value)
    raise Unwritable(
        UNKNOWN_FORMAT,
        f"there is no output format `{form}`",
        (),
        f"use one of {', '.join(FORMATS)}",
    )
