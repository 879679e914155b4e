"""The calls a Python program makes: check, load, evaluate text, ask for types, format.

Everything that goes wrong with a file raises ``ConftyError``, which carries the findings as
values; its text is what the command line would print.
"""

from confty.api.asking import (
    check,
    format,  # noqa: A004  the verb people look for
    infer,
    type_of,
)
from confty.api.calls import load, load_file, loads, query
from confty.api.errors import ConftyError, MissingFile, WrongShape
from confty.api.findings import Diagnostic
from confty.api.later import acheck, aload, aloads
from confty.api.programs import convert, preview
from confty.api.projects import Project
from confty.models import schema_of

__all__ = [
    "ConftyError",
    "Diagnostic",
    "MissingFile",
    "Project",
    "WrongShape",
    "acheck",
    "aload",
    "aloads",
    "check",
    "convert",
    "format",
    "infer",
    "load",
    "load_file",
    "loads",
    "preview",
    "query",
    "schema_of",
    "type_of",
]
