"""Documents into values: a document *is* its value, so this room only says whether it stands."""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.data import codes
from confty.languages.data.parser.document import Document
from confty.render import render as write
from confty.render.codes import KEY_NOT_STRING
from confty.text import Diagnostic, Severity


def evaluate(parsed: Outcome[Document]) -> Outcome[Document | None]:
    """Hand on the document; warnings were told by ``check`` and stop nothing."""
    if parsed.output.template:
        place = parsed.diagnostics[0].span if parsed.diagnostics else None
        found = codes.YAML_NO_VALUE.at(place, "a template has no value before it is filled in")
        help_ = "fill it in first, as with `helm template`"
        return Outcome(parsed.output, (found.with_help(help_),))
    errors = [one for one in parsed.diagnostics if one.severity is Severity.ERROR]
    return Outcome(parsed.output, tuple(errors))


def render(document: Document, form: str) -> Outcome[str]:
    """Write a document in another format; what does not go is told at its place in the file."""
    text = write(document.value, form)
    if isinstance(text, Diagnostic):
        return Outcome("", (_placed(text, document),))
    return Outcome(text)


def _placed(finding: Diagnostic, document: Document) -> Diagnostic:
    at_key = finding.code is KEY_NOT_STRING
    span = document.key_span(finding.within) if at_key else document.span(finding.within)
    placed = finding.code.at(span, finding.message).with_path(finding.within)
    return placed if finding.help is None else placed.with_help(finding.help)
