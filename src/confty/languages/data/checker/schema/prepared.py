"""A schema made ready: read, judged, typed.  Made once for all the documents held against it.

A project has many documents and few schemas, and a large schema takes longer to make ready than a
document to check.  A schema without findings is kept; it is used again as long as every file it
was read from still has the same bytes, and every path and address leads where it led.
"""

from __future__ import annotations

from typing import Final

from confty.language import Host
from confty.languages.data import codes
from confty.languages.data.checker.schema.applicable import elements, matching
from confty.languages.data.checker.schema.drafts import OPEN_API
from confty.languages.data.checker.schema.failure import TooSlow
from confty.languages.data.checker.schema.patterns import compiled
from confty.languages.data.checker.schema.resources import (
    DATA,
    SchemaFiles,
    SchemaNode,
    exploding,
    is_python,
)
from confty.languages.data.checker.schema.shape import ill_formed
from confty.languages.data.checker.schema.typed import SchemaTyping
from confty.languages.data.checker.schema.validate import Validator
from confty.languages.data.limits import MOST_FINDINGS
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.text import Diagnostic, Span

_MOST_KEPT: Final = 32
_kept: Final[dict[tuple[str, bool, str], Schema]] = {}


class Schema:
    """A schema that is read and understood."""

    __slots__ = ("complete", "root", "type", "validator")

    def __init__(self, root: SchemaNode, validator: Validator) -> None:
        self.root = root
        self.validator = validator
        typing = SchemaTyping(validator)
        self.type = typing.of(root)
        self.complete = typing.complete

    def place_of(self, path: Path, value: object) -> Span | None:
        """Where the schema speaks of the value at ``path``."""
        self.root.patience.renew()
        try:
            return self._place_of(path, value)
        except TooSlow:
            return None

    def _place_of(self, path: Path, value: object) -> Span | None:
        node: SchemaNode | None = self.root
        for step in path:
            node = None if node is None else self._into(node, step, value)
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
        return None if node is None else node.span()

    def _into(self, node: SchemaNode, step: str | int, value: object) -> SchemaNode | None:
        """The first schema, here or behind references and combinations, that speaks of a step."""
        waiting, seen = [node], set()
        while waiting:
            here = waiting.pop(0)
            if (here.base, here.path) in seen:
                continue
            seen.add((here.base, here.path))
            if isinstance(value, dict):
                for keyword, name, key in matching(here, {step: None}):
                    if key == step:
                        return (
                            here.child(keyword, name) if name is not None else here.child(keyword)
                        )
            elif isinstance(value, list):
                for word, number, index in elements(here, value):
                    if index == step:
                        return here.child(word, number) if number is not None else here.child(word)
            waiting += [target for target, _ in self.validator.targets(here)]
            for combined in ("allOf", "anyOf", "oneOf"):
                listed = here.get(combined)
                if isinstance(listed, list):
                    waiting += [here.child(combined, index) for index in range(len(listed))]
        return None


def prepare(
    name: object, host: Host, *, closed: bool = False
) -> tuple[Schema | None, list[Diagnostic]]:
    """Return the schema called ``name`` if it can be used, and what is wrong with it.

    Of a ``closed`` one, objects may have only the keys that it speaks of.
    """
    key = _key(name, host, closed=closed)
    known = None if key is None else _kept.get(key)
    if known is not None and _same(known, name, host):
        return known, []
    resources = SchemaFiles(host)
    root = resources.open(name)
    if root is None:
        return None, resources.findings
    wrong = list(ill_formed(root))
    if wrong:
        return None, [*resources.findings, *wrong[:MOST_FINDINGS]]
    schema = Schema(root, Validator(resources, closed=closed))
    if root.draft != OPEN_API:
        resources.findings += _unusable_patterns(root)
    if key is not None and not resources.findings:
        if len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = schema
    return schema, resources.findings


def findings_in(document: Document, host: Host) -> list[Diagnostic]:
    """Say what is wrong with a file that is itself a schema."""
    bomb = exploding(document)
    if bomb is not None:
        return [bomb]
    resources = SchemaFiles(host)
    root = resources.enter(document)
    wrong = list(ill_formed(root))
    return [*resources.findings, *wrong[:MOST_FINDINGS], *_unusable_patterns(root)]


def _key(name: object, host: Host, *, closed: bool) -> tuple[str, bool, str] | None:
    if isinstance(name, tuple):
        entry, pointer = name
        return f"{entry if isinstance(entry, str) else entry.digest}#{pointer}", closed, ""
    if not isinstance(name, str):
        return None
    # Modules of Python are found below the project's root, as that is spelled.
    return name, closed, host.root if is_python(name) else ""


def _same(schema: Schema, name: object, host: Host) -> bool:
    """Whether the files of a schema are where and what they were."""
    resources = schema.validator.resources
    if resources.findings:
        # A reference that was followed for some document only led nowhere.
        return False
    found = schema.root.document.source.name
    here = (host.resolve(name, None) or name) if isinstance(name, str) else found
    if here != found and not (resources.stored or is_python(name)):
        return False
    return resources.is_as_it_was(host)


def _unusable_patterns(root: SchemaNode) -> list[Diagnostic]:
    """The patterns of a schema file that cannot be used."""
    findings = []
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node.raw, dict):
            source = node.raw.get("pattern")
            if isinstance(source, str) and compiled(source) is None:
                place = node.document.span((*node.path, "pattern"))
                findings.append(_unusable(source, place))
            shapes = node.raw.get("patternProperties")
            if isinstance(shapes, dict):
                bad = [shape for shape in shapes if compiled(shape) is None]
                places = [node.span("patternProperties", shape) for shape in bad]
                findings += map(_unusable, bad, places)
            inside = [key for key in node.raw if isinstance(key, str) and key not in DATA]
            stack.extend([node.child(key) for key in inside])
        elif isinstance(node.raw, list):
            stack.extend([node.child(index) for index in range(len(node.raw))])
    return findings


def _unusable(source: str, place: Span | None) -> Diagnostic:
    message = f"the pattern {source} cannot be used and is not checked"
    help_ = "close its brackets, and repeat only what can be repeated"
    if r"\p" in source or r"\P" in source:
        help_ = r"name the characters, as in [a-z]: classes such as \p{L} are not known here"
    return codes.SCHEMA_REGEX.at(place, message).with_help(help_)
