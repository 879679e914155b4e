"""Findings as Python programs read them."""

from __future__ import annotations

from collections.abc import Iterable

from confty import text
from confty.report import full
from confty.report.structured import record


class Diagnostic(text.Diagnostic):
    """A finding; ``str()`` is what the command line shows.

    ``code`` compares with its name, ``severity`` is ordered, ``notes`` are further places.
    """

    __slots__ = ()

    @classmethod
    def of(cls, finding: text.Diagnostic) -> Diagnostic:
        """A finding of a language, with what people want to know of it."""
        made = cls(finding.code, finding.span, finding.message)
        for name in text.Diagnostic.__slots__:
            setattr(made, name, getattr(finding, name))
        return made

    def __str__(self) -> str:
        return full(self, color=False)

    @property
    def path(self) -> str | None:
        """The file that it is about, as it was named; None when it is about no file."""
        return None if self.span is None else self.span.source.name

    @property
    def line(self) -> int | None:
        """Where it begins: the line, from 1."""
        return None if self.span is None else self.span.first[0]

    @property
    def column(self) -> int | None:
        """Where it begins: the column, from 1."""
        return None if self.span is None else self.span.first[1]

    @property
    def end_line(self) -> int | None:
        """Where it ends: the line, from 1."""
        return None if self.span is None else self.span.last[0]

    @property
    def end_column(self) -> int | None:
        """Where it ends: the column after the last character, from 1."""
        return None if self.span is None else self.span.last[1]

    @property
    def fixes(self) -> tuple[text.Edit, ...]:
        """The edits that mend it; none where nobody knows how."""
        return self.fix

    def to_dict(self) -> dict[str, object]:
        """The finding as plain data, as ``--output-format json`` writes it."""
        return record(self)


def findings(said: Iterable[text.Diagnostic]) -> list[Diagnostic]:
    """Findings of languages, for Python programs."""
    return [Diagnostic.of(one) for one in said]
