"""What a command says of a config file that it cannot use.

People read a line on standard error.  A machine reads a report, which says nothing of what it
leaves out: there the config file's mistake is a finding like any other.
"""

from __future__ import annotations

import re
import sys

from confty.text import Diagnostic, Source, Span
from confty.workspace.codes import BAD_CONFIG
from confty.workspace.levels import BadConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TextIO

# Where Python's reader of TOML says that a mistake is.
_AT: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")
_FOR_PEOPLE: Final = frozenset({"full", "concise"})
# Whose findings are what it prints.
_PRINTING: Final = frozenset({"confty check", "confty lint"})


def told(
    bad: Exception, program: str, form: str, show: Callable[[list[Diagnostic], TextIO], None]
) -> int:
    """Say why a command line cannot be carried out, and return what to end with."""
    config = bad if isinstance(bad, BadConfig) else bad.__cause__
    if isinstance(config, BadConfig) and form not in _FOR_PEOPLE:
        printing = program in _PRINTING
        show([_finding(config)], sys.stdout if printing else sys.stderr)
        if not printing:
            return 2
    from confty.report.excerpt import printable

    # Words of a config and names of files may hold what would steer a terminal.
    lines = [printable(line) for line in f"{program}: {bad}".split("\n")]
    sys.stderr.write("\n".join(lines) + "\n")
    return 2


def _finding(bad: BadConfig) -> Diagnostic:
    message = str(bad)
    if bad.path is None:
        return BAD_CONFIG.at(None, message)
    source = Source(bad.path, bad.text)
    message = message.removeprefix(f"{bad.path}: ")
    place = _AT.search(message)
    if place is None:
        return BAD_CONFIG.at(Span(source, 0, 0), message)
    line, column = int(place[1]), int(place[2])
    lines = bad.text.split("\n")
    start = sum([len(one) + 1 for one in lines[: line - 1]]) + column - 1
    start = min(start, len(bad.text))
    return BAD_CONFIG.at(Span(source, start, start), _AT.sub("", message))
