"""Findings for programs: JSON, JSON lines, SARIF, GitLab, JUnit.

Lines and columns count from 1, ends are exclusive, columns count code points.  The keys are
part of the interface: they may be added to, never renamed.
"""

from __future__ import annotations

import json
import os
from typing import Final

from confty.report.clean import for_json, for_xml
from confty.report.terminal import value_path
from confty.text import Diagnostic, Severity, Span

_HOME: Final = "https://github.com/confty/confty"
SARIF_LEVEL: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.HINT: "note",
}
GITLAB_SEVERITY: Final = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.HINT: "info",
}


def record(diagnostic: Diagnostic) -> dict[str, object]:
    """Return the finding as plain data with stable keys."""
    return {
        **_place(diagnostic.span),
        "severity": diagnostic.severity.word,
        "code": diagnostic.code.name,
        "message": diagnostic.message,
        "notes": [{**_place(note.span), "message": note.text} for note in diagnostic.notes],
        "help": diagnostic.help,
        "fix": [{**_place(edit.span), "text": edit.text} for edit in diagnostic.fix] or None,
        "fix_is_safe": diagnostic.safe if diagnostic.fix else None,
        **({"value_path": value_path(diagnostic.within)} if diagnostic.within else {}),
        **(
            {"trail": [{**_place(frame.span), "what": frame.what} for frame in diagnostic.trail]}
            if diagnostic.trail
            else {}
        ),
    }


def _place(span: Span | None) -> dict[str, object]:
    if span is None:
        return dict.fromkeys(("path", "line", "column", "end_line", "end_column"))
    line, column = span.first
    end_line, end_column = span.last
    return {
        "path": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def as_json(diagnostics: list[Diagnostic]) -> str:
    """One array of records."""
    records = [record(finding) for finding in diagnostics]
    return for_json(json.dumps(records, indent=2, ensure_ascii=False))


def as_json_lines(diagnostics: list[Diagnostic]) -> str:
    """One record a line."""
    lines = [json.dumps(record(finding), ensure_ascii=False) for finding in diagnostics]
    return for_json("\n".join(lines))


def as_sarif(diagnostics: list[Diagnostic], version: str) -> str:
    """The static analysis format that code hosts read, version 2.1.0."""
    codes = {finding.code.name: finding.code for finding in diagnostics}
    rules = [
        {
            "id": code.name,
            "shortDescription": {"text": code.summary},
            "defaultConfiguration": {"level": SARIF_LEVEL[code.severity]},
        }
        for _, code in sorted(codes.items())
    ]
    driver = {"name": "confty", "informationUri": _HOME, "version": version, "rules": rules}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(finding) for finding in diagnostics],
            }
        ],
    }
    return for_json(json.dumps(log, indent=2, ensure_ascii=False))


def _sarif_result(diagnostic: Diagnostic) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": diagnostic.code.name,
        "level": SARIF_LEVEL[diagnostic.severity],
        "message": {"text": diagnostic.message},
    }
    if diagnostic.span is not None:
        result["locations"] = [_sarif_location(diagnostic.span)]
    related = [
        {**_sarif_location(note.span), "message": {"text": note.text}}
        for note in diagnostic.notes
        if note.span is not None
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _sarif_location(span: Span) -> dict[str, object]:
    from urllib.parse import quote  # noqa: PLC0415  start-up: one form needs it

    line, column = span.first
    end_line, end_column = span.last
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(_bytes(_slashed(span.source.name)))},
            "region": {
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
            },
        }
    }


def _slashed(name: str) -> str:
    return name.replace("\\", "/") if os.sep == "\\" else name


def _bytes(name: str) -> bytes:
    try:
        return os.fsencode(name)
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")


def as_gitlab(diagnostics: list[Diagnostic]) -> str:
    """GitLab's code quality report."""
    from hashlib import sha256  # noqa: PLC0415  start-up: one form needs it

    entries = []
    seen: dict[str, int] = {}
    for finding in diagnostics:
        place = _place(finding.span)
        # Without its line: what is written above a finding moves it, and makes it no new one.
        identity = f"{place['path']}:{finding.code.name}:{finding.message}"
        # What is said twice of a file is two findings, each with a name of its own.
        seen[identity] = seen.get(identity, 0) + 1
        if seen[identity] > 1:
            identity += f":{seen[identity]}"
        entries.append(
            {
                "description": finding.message,
                "check_name": finding.code.name,
                "fingerprint": sha256(identity.encode(errors="replace")).hexdigest(),
                "severity": GITLAB_SEVERITY[finding.severity],
                # What is about no file is about the project.
                "location": {"path": place["path"] or ".", "lines": {"begin": place["line"] or 1}},
            }
        )
    return for_json(json.dumps(entries, indent=2, ensure_ascii=False))


def as_junit(diagnostics: list[Diagnostic]) -> str:
    """A JUnit report: one failed case a finding, one passing case when there is none."""
    from xml.sax.saxutils import escape, quoteattr  # noqa: PLC0415  start-up: one form needs it

    failures = len(diagnostics)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="confty" tests="{failures or 1}" failures="{failures}" errors="0">',
    ]
    for finding in diagnostics:
        place = str(finding.span) if finding.span else "confty"
        name, message = quoteattr(finding.code.name), quoteattr(for_xml(finding.message))
        lines.append(f"  <testcase classname={quoteattr(for_xml(place))} name={name}>")
        help_ = escape(for_xml(finding.help or ""))
        lines.append(f"    <failure message={message}>{help_}</failure>")
        lines.append("  </testcase>")
    if not failures:
        lines.append('  <testcase classname="confty" name="check"/>')
    lines.append("</testsuite>")
    return "\n".join(lines)
