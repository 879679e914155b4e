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
    from collections.abc import Container, Iterable, Mapping
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


def portable(
    findings: Iterable[Diagnostic], files: Any
) -> tuple[tuple[Stored, ...], tuple[tuple[str, str], ...]]:
    """Return findings as tuples, and the texts they speak of that are no files."""
    made: list[Stored] = []
    texts: dict[str, str] = {}
    for finding in findings:
        made.append(as_stored(finding))
        for source in _sources(finding):
            if source.name not in texts and not _is_file(source, files):
                texts[source.name] = source.text
    return tuple(made), tuple(texts.items())


def _is_file(source: Source, files: Any) -> bool:
    try:
        return bool(files.source(source.name).text == source.text)
    except (Unreadable, AttributeError):
        return False


def _sources(finding: Diagnostic) -> Iterable[Source]:
    spans: list[Span | None] = [finding.span, *[one.span for one in finding.notes]]
    spans += [one.span for one in finding.fix]
    spans += [one.span for one in finding.trail]
    return {id(span.source): span.source for span in spans if span is not None}.values()


class TextsBeside:
    """Texts that are no files, and those of the files."""

    def __init__(self, beside: Iterable[tuple[str, str]], texts: Texts) -> None:
        self._beside: Final = {name: Source(name, text) for name, text in beside}
        self._texts: Final = texts

    def source(self, name: str) -> Source:
        """Return a text by its name."""
        return self._beside.get(name) or self._texts.source(name)


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
    [stored], beside = portable([finding], texts)
    return from_store(stored, TextsBeside(beside, _Respelled(names, texts)))


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
