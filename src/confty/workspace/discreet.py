"""Findings that quote nothing of a file nobody meant to show.

A program can import any file as code, and what is wrong with a password file as a program would be
told with its lines.  Lines of a file are shown when somebody named it, or when its suffix says
that it is written in a language of ours; of any other file only the place is told.
"""

from __future__ import annotations

import os

from confty.registry import language_of
from confty.text import Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def discreet(findings: Iterable[Diagnostic], named: str) -> tuple[Diagnostic, ...]:
    """Return the findings about the file ``named``, without the text of files of no language."""
    return tuple([_without_text(finding, named) for finding in findings])


def _without_text(finding: Diagnostic, named: str) -> Diagnostic:
    if finding.code.name.startswith("schema/") and _are_python(finding):
        # Classes that are schemas lie in the project, whatever a config file names.
        return finding
    if _is_strange(finding.span, named):
        assert finding.span is not None
        place = str(finding.span)
        bare = finding.code.at(None, f"{place}: {finding.code.summary}")
        return bare.with_severity(finding.severity)
    if any(_is_strange(note.span, named) for note in finding.notes):
        kept = finding.code.at(finding.span, finding.message).with_severity(finding.severity)
        for note in finding.notes:
            if not _is_strange(note.span, named):
                kept = kept.note(note.span, note.text)
        return kept
    return finding


def _are_python(finding: Diagnostic) -> bool:
    spans = [finding.span, *[note.span for note in finding.notes]]
    return any(span is not None and span.source.name.endswith(".py") for span in spans)


def _is_strange(span: Span | None, named: str) -> bool:
    """Whether a place is in a file that is of no language and that nobody named."""
    if span is None or span.source.name == named or language_of(span.source.name):
        return False
    name = span.source.name
    # Names in brackets are of texts on the command line, single words of texts of our own.
    return not name.startswith("<") and ("." in name or "/" in name or os.path.isfile(name))
