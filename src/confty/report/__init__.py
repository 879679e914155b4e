"""Findings as text: for a terminal, for a log, for programs and for code hosts.

``report`` is the only place where a diagnostic becomes characters.
"""

from __future__ import annotations

from confty.report.clean import clean
from confty.report.terminal import concise, full, summary
from confty.text import Diagnostic, Severity
from confty.text.forms import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: How many findings of one file a person is shown; programs get all of them.
MOST_PER_FILE: Final = 100

__all__ = ["FORMATS", "concise", "full", "report", "summary"]


def report(
    diagnostics: list[Diagnostic],
    form: str,
    *,
    color: bool = False,
    version: str = "",
    whole: bool = False,
) -> str:
    """Return all findings in one of ``FORMATS``, without a final line break.

    For people each keeps to a dozen lines, unless it is asked for ``whole``.
    """
    if form == "full":
        return "\n\n".join(_for_people(diagnostics, color, whole=whole))
    if form == "concise":
        return "\n".join(concise(finding) for finding in diagnostics)
    if form == "github":
        return "\n".join(_github(finding) for finding in diagnostics)
    from confty.report import structured

    if form == "json":
        return structured.as_json(diagnostics)
    if form == "jsonl":
        return structured.as_json_lines(diagnostics)
    if form == "sarif":
        return structured.as_sarif(diagnostics, version)
    if form == "gitlab":
        return structured.as_gitlab(diagnostics)
    return structured.as_junit(diagnostics)


def _for_people(diagnostics: list[Diagnostic], color: bool, *, whole: bool) -> list[str]:
    """Draw the findings; a file with very many of them shows the first and counts the rest."""
    shown: list[str] = []
    seen: dict[str, int] = {}
    for finding in diagnostics:
        name = finding.span.source.name if finding.span else ""
        seen[name] = seen.get(name, 0) + 1
        if seen[name] <= MOST_PER_FILE:
            shown.append(full(finding, color=color, whole=whole))
    for name, count in seen.items():
        if count > MOST_PER_FILE:
            shown.append(f"... and {count - MOST_PER_FILE} more in {clean(name) or 'all'}")
    return shown


def _github(diagnostic: Diagnostic) -> str:
    """A workflow command, which GitHub shows beside the line."""
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}
    fields = [f"title={_property(diagnostic.code.name)}"]
    if diagnostic.span is not None:
        line, column = diagnostic.span.first
        end_line, end_column = diagnostic.span.last
        fields += [f"file={_property(diagnostic.span.source.name)}", f"line={line}"]
        fields += [f"col={column}", f"endLine={end_line}", f"endColumn={end_column}"]
    text = diagnostic.message + (f"\n{diagnostic.help}" if diagnostic.help else "")
    return f"::{words[diagnostic.severity]} {','.join(fields)}::{_data(text)}"


def _data(text: str) -> str:
    return clean(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
