"""The names of a data file: its keys, the anchors and aliases of YAML, pointers of ``$ref``."""

from __future__ import annotations

from typing import Final

from confty.kit.sights import Kind, Occurrence
from confty.languages.data.checker.schema.patterns import TooLong
from confty.languages.data.checker.schema.prepared import Schema
from confty.languages.data.checker.schema.steps import nodes_at
from confty.languages.data.insight.headers import mentions
from confty.languages.data.insight.lexemes import Lexeme
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path, Places
from confty.text import Span
from confty.text.digits import whole_number

_OF_SCHEMA: Final = "the schema of the file names it"
_NOT_AS_WRITTEN: Final = "it is not spelled as it is meant"
_MERGES: Final = "it merges another mapping into this one"
_QUOTES: Final = "\"'"
#: So many different parts of a schema are asked whether they name a key.
_MOST_PATHS: Final = 3000


class Names:
    """Collects the names of one file."""

    def __init__(self, document: Document, schema: Schema | None, lexemes: list[Lexeme]) -> None:
        self.document = document
        self.source = document.source
        self.schema = schema
        self.lexemes = lexemes
        self.found: list[Occurrence] = []
        self._named: dict[Path, frozenset[str] | None] = {}

    def all(self) -> list[Occurrence]:
        """The names in order, none over another."""
        places = self.document.places
        for index in range(len(places)):
            if places.key_starts[index] >= 0:
                self._key(places, index)
        if self.document.kind == "yaml":
            self._anchors()
        if self.document.kind == "toml":
            self._headers()
        if "$ref" in self.source.text:
            self._pointers(places)
        self.found.sort(key=lambda one: (one.start, one.end))
        kept: list[Occurrence] = []
        for one in self.found:
            if one.start < one.end and (not kept or one.start >= kept[-1].end):
                kept.append(one)
        return kept

    # Keys.

    def _key(self, places: Places, index: int) -> None:
        start, end = places.key_starts[index], places.key_ends[index]
        name = str(places.names[index])
        path = () if self.schema is None else places.path(index)
        fixed = self._why_fixed(path, name, self.source.text[start:end])
        span = Span(self.source, start, end)
        self.found.append(
            Occurrence(name, Kind.FIELD, start, end, [span], writes=True, fixed=fixed)
        )

    def _why_fixed(self, path: Path, name: str, written: str) -> str:
        if name == "<<" and self.document.kind == "yaml":
            return _MERGES
        bare = written[1:-1] if written[:1] in _QUOTES and len(written) > 1 else written
        if bare != name:
            return _NOT_AS_WRITTEN
        if self.schema is None:
            return ""
        known = self._names(path[:-1])
        return _OF_SCHEMA if known is None or name in known else ""

    def _names(self, path: Path) -> frozenset[str] | None:
        """The keys that the schema names at a path; None where there is no telling."""
        if self.document.stream:
            path = path[1:]
        path = tuple(0 if isinstance(step, int) else step for step in path)
        if path not in self._named:
            if len(self._named) >= _MOST_PATHS or self.schema is None:
                return None
            self._named[path] = _named_by(self.schema, path)
        return self._named[path]

    # Anchors and aliases.

    def _anchors(self) -> None:
        """An alias means the anchor of its name that stands before it in the document."""
        known: dict[str, Span] = {}
        text = self.source.text
        for lexeme in self.lexemes:
            letters = text[lexeme.start : lexeme.end]
            if lexeme.kind == "operator" and letters == "---":
                known = {}
            if lexeme.kind not in ("anchor", "alias"):
                continue
            name, start = letters[1:], lexeme.start + 1
            span = Span(self.source, start, lexeme.end)
            if lexeme.kind == "anchor":
                known[name] = span
            there = known.get(name)
            self.found.append(
                Occurrence(
                    name,
                    Kind.VARIABLE,
                    start,
                    lexeme.end,
                    [] if there is None else [there],
                    writes=lexeme.kind == "anchor",
                    fixed="" if there is not None else "there is no such anchor before it",
                )
            )

    # Headers and dotted keys of TOML.

    def _headers(self) -> None:
        taken = {one.start for one in self.found}
        for start, end, path in mentions(self.source.text):
            if start in taken:
                continue
            place = self.document.key_span(path)
            name = str(path[-1])
            fixed = self._why_fixed(path, name, self.source.text[start:end])
            there = [] if place is None else [place]
            self.found.append(Occurrence(name, Kind.FIELD, start, end, there, fixed=fixed))

    # Pointers.

    def _pointers(self, places: Places) -> None:
        """The steps of ``#/$defs/name`` are names of keys of the same file."""
        text = self.source.text
        for index in range(len(places)):
            if places.names[index] != "$ref":
                continue
            start, end = places.starts[index], places.ends[index]
            written = text[start:end]
            if written[:1] in _QUOTES:
                start, written = start + 1, written[1:-1]
            if not written.startswith("#/") or "~" in written or "%" in written:
                continue
            at = start + 2
            path: Path = ()
            for step in written[2:].split("/"):
                number = whole_number(step)
                named = number is None or places.find((*path, step)) is not None
                path = (*path, step if named or number is None else number)
                target = places.find(path)
                if target is None or places.key_starts[target] < 0:
                    at += len(step) + 1
                    continue
                place = Span(self.source, places.key_starts[target], places.key_ends[target])
                self.found.append(Occurrence(step, Kind.FIELD, at, at + len(step), [place]))
                at += len(step) + 1


def _named_by(schema: Schema, path: Path) -> frozenset[str] | None:
    schema.root.patience.renew()
    try:
        nodes = nodes_at(schema.validator, schema.root, path)
    except TooLong:
        return None
    names: set[str] = set()
    for node in nodes:
        for keyword in ("properties", "required"):
            listed = node.get(keyword)
            if isinstance(listed, (dict, list)):
                names.update(one for one in listed if isinstance(one, str))
    return frozenset(names)
