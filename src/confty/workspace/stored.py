"""Findings as plain tuples, for the disk and for other processes, and back.

The texts that they speak of are not written but read again, so they must be the same by then.
"""

from __future__ import annotations

import os

from confty.generics import Protocol
from confty.language import Unreadable
from confty.text import Code, Diagnostic, Edit, Frame, Note, Severity, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from typing import Any, Final, TypeAlias

Stored: TypeAlias = "tuple[Any, ...]"


class Unstorable(Exception):
    """A finding about a text that is no file, or not the file it was."""


class Texts(Protocol):
    """Where texts are read again."""

    def source(self, name: str) -> Source:
        """Return a file as text; one object for one file."""


def as_stored(finding: Diagnostic, texts: Container[str] | None = None) -> Stored:
    """Return a finding as a tuple; its places must be in ``texts``, where those are given."""

    def place(span: Span | None) -> tuple[str, int, int] | None:
        if span is None:
            return None
        if texts is not None and span.source.name not in texts:
            raise Unstorable
        return span.source.name, span.start, span.end

    code = finding.code
    return (
        (code.name, int(code.severity), code.summary, code.on),
        int(finding.severity),
        place(finding.span),
        finding.message,
        finding.label,
        tuple([(place(one.span), one.text) for one in finding.notes]),
        finding.help,
        tuple([(place(one.span), one.text) for one in finding.fix]),
        tuple([(place(one.span), one.what) for one in finding.trail]),
        finding.within,
        finding.safe,
    )


class _Respelled:
    """Texts that are known by other names than they are asked for."""

    def __init__(self, names: Mapping[str, str], texts: Texts) -> None:
        self._names: Final = names
        self._texts: Final = texts

    def source(self, name: str) -> Source:
        """Return a file as text, under the name that it has here."""
        return self._texts.source(self._names.get(os.path.abspath(name), name))


def respelled(finding: Diagnostic, names: Mapping[str, str], texts: Texts) -> Diagnostic:
    """Return a finding that calls files as ``names`` does, by the whole paths of the files."""
    return from_store(as_stored(finding), _Respelled(names, texts))


def from_store(stored: Stored, texts: Texts) -> Diagnostic:
    """Return the finding that a tuple was made of."""

    def span(place: tuple[str, int, int] | None) -> Span | None:
        return None if place is None else placed(place)

    def placed(place: tuple[str, int, int]) -> Span:
        name, start, end = place
        try:
            source = texts.source(name)
        except Unreadable:
            raise Unstorable from None
        if not 0 <= start <= end <= len(source.text):
            raise Unstorable
        return Span(source, start, end)

    (name, usual, summary, on), severity, place, message, label, *rest = stored
    notes, help_, fix, trail, path, safe = rest
    made = Code(name, Severity(usual), summary, on=on).at(span(place), message)
    made.severity = Severity(severity)
    made.label = label
    made.notes = tuple([Note(span(at), text) for at, text in notes])
    made.help = help_
    made.fix = tuple([Edit(placed(at), text) for at, text in fix])
    made.trail = tuple([Frame(span(at), what) for at, what in trail])
    made.within = path
    made.safe = safe
    return made
