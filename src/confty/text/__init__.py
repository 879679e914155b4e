"""The ground: texts, places in them, and findings about them.  Knows nothing else of ours."""

from confty.text.diagnostic import Code, Diagnostic, Edit, Frame, Note, Severity, codes_in
from confty.text.source import Source
from confty.text.span import Span

__all__ = [
    "Code", "Diagnostic", "Edit", "Frame", "Note", "Severity", "Source", "Span", "codes_in",
]  # fmt: skip
