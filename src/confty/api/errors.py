"""The one family of exceptions: whatever is wrong with a file is a ``ConftyError``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from confty import text
from confty.api.findings import Diagnostic, findings
from confty.report import report


class ConftyError(Exception):
    """A file that cannot be used, with the findings that say why.

    Its text is what the command line would print.
    """

    def __init__(self, diagnostics: Iterable[text.Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(findings(diagnostics))
        super().__init__(report(list(self.diagnostics), "full"))

    def __reduce__(
        self,
    ) -> tuple[type[ConftyError], tuple[tuple[Diagnostic, ...]], dict[str, Any]]:
        # By its findings: the text alone would not make it again in another process.
        return type(self), (self.diagnostics,), self.__dict__


class MissingFile(ConftyError, FileNotFoundError):
    """A path that is not there."""


class WrongShape(ConftyError, ValueError):
    """A value that does not fit the Python type that it was loaded into."""
