"""Findings as a client shows them, and which document each belongs to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty.server.documents import Documents
from confty.text import Diagnostic, Severity, Source, Span
from confty.workspace.desk import Look

_SEVERITY: Final = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.HINT: 4}
_UNNECESSARY: Final = 1
_DEPRECATED: Final = 2
#: The words in the name of a code that say that something is not needed.
_NEEDLESS: Final = ("unused", "unreachable", "redundant", "dead-", "never-used", "useless")


class FoundInText:
    """What was found about one document; not the tree, which may be forgotten."""

    __slots__ = ("findings", "name", "text")

    def __init__(self, look: Look) -> None:
        self.name: Final = look.name
        self.text: Final = look.source.text
        self.findings: Final = look.all_findings


def by_file(looks: Iterable[FoundInText]) -> dict[str, list[Diagnostic]]:
    """Sort findings by the files they are in.

    What is said of a file that was checked itself counts when it is about the text that it has.
    """
    looks = list(looks)
    own = {look.name: look.text for look in looks}
    found: dict[str, dict[tuple[object, ...], Diagnostic]] = {look.name: {} for look in looks}
    for look in looks:
        for one in look.findings:
            name = look.name if one.span is None else one.span.source.name
            text = own.get(name) if name != look.name else None
            if text is None or (one.span is not None and one.span.source.text == text):
                key = one.code.name, one.span, one.message
                found.setdefault(name, {}).setdefault(key, one)
    return {name: list(some.values()) for name, some in found.items()}


def diagnostic(one: Diagnostic, name: str, documents: Documents) -> dict[str, object]:
    """Return one finding in the protocol's form."""
    span = one.span or Span(Source(name, ""), 0, 0)
    message = one.message if one.label is None else f"{one.message}\n{one.label}"
    if one.help:
        message += f"\nhelp: {one.help}"
    made: dict[str, object] = {
        "range": documents.range(span),
        "severity": _SEVERITY[one.severity],
        "code": one.code.name,
        "source": "confty",
        "message": message,
    }
    tags = _tags(one)
    if tags:
        made["tags"] = tags
    related = [
        {
            "location": {
                "uri": documents.uri_of(note.span.source.name),
                "range": documents.range(note.span),
            },
            "message": note.text,
        }
        for note in one.notes
        if note.span is not None
    ]
    if related:
        made["relatedInformation"] = related
    return made


def _tags(one: Diagnostic) -> list[int]:
    name = one.code.name.partition("/")[2]
    if "deprecated" in name:
        return [_DEPRECATED]
    return [_UNNECESSARY] if name.startswith(_NEEDLESS) or "-unused" in name else []
