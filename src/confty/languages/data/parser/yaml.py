"""YAML 1.2 in two readings.

The quick one takes the events of libyaml and makes values alone.  The careful one
(``yaml_builder``) runs when the quick one has met something out of the ordinary, or when somebody
asks where a value stands; its events are libyaml's where that finds nothing wrong with the text,
and ruamel.yaml's otherwise.  A template that is no YAML yet is left alone.
"""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.data import codes
from confty.languages.data.lexer.yaml import refusal
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Places
from confty.languages.data.parser.yaml_builder import Builder
from confty.languages.data.parser.yaml_quick import read_quickly
from confty.languages.data.parser.yaml_recovery import read_with_care
from confty.languages.data.parser.yaml_templates import template_action
from confty.languages.data.parser.yaml_traps import told
from confty.text import Severity, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def parse_yaml(source: Source, tags: frozenset[str] = frozenset()) -> Outcome[Document]:
    """Read a YAML text, of one document or several; ``tags`` are those the project knows."""
    if (refused := refusal(source)) is not None:
        return Outcome(Document(source, "yaml", None, Places), (refused,))
    quick = read_quickly(source.text, tags)
    if quick is not None:
        documents, traps = quick
        found = _document(source, documents, lambda: _placed(Builder(source, tags)))
        return Outcome(found, tuple(told(traps, source)))
    builder = read_with_care(source, tags)
    findings = tuple(builder.findings)
    errors = [one for one in findings if one.severity is Severity.ERROR]
    wrong = min((one.span.start for one in errors if one.span is not None), default=None)
    if wrong is not None and (action := template_action(source, wrong)) is not None:
        template = Document(source, "yaml", None, Places, template=True)
        hint = codes.YAML_TEMPLATE.at(action, "this is a template, which is left alone")
        return Outcome(template, (hint.with_help("check what it is filled in to"),))
    return Outcome(_document(source, builder.documents, lambda: _located(builder, tags)), findings)


def _document(source: Source, documents: list[object], locate: Callable[[], Places]) -> Document:
    stream = len(documents) > 1
    value: object = documents if stream else documents[0] if documents else None
    return Document(source, "yaml", value, locate, stream=stream)


def _located(builder: Builder, tags: frozenset[str]) -> Places:
    return _placed(Builder(builder.source, tags)) if builder.taken else _rooted(builder)


def _placed(builder: Builder) -> Places:
    """The places of a text that was read quickly."""
    builder.run()
    return _rooted(builder)


def _rooted(builder: Builder) -> Places:
    """The places of a text; paths start at its document, or at the list of its documents."""
    places = builder.places
    if len(builder.documents) == 1 and builder.placed:
        places.root = places.first[0]
    return places
