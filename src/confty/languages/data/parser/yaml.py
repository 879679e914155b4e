"""YAML 1.2 documents, built from the events of ruamel.yaml.

The package scans and parses; values, keys, anchors, merges and places are made here, in a loop
without recursion, because the package's own builder recurses and resolves dates.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from confty.language import Outcome
from confty.languages.data import codes
from confty.languages.data.lexer.yaml import events
from confty.languages.data.limits import DEEPEST, MOST_FINDINGS
from confty.languages.data.parser import yaml_scalars
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Places
from confty.text import Code, Diagnostic, Source, Span

_NOTHING: Final = object()


class _Enough(Exception):
    """Nothing more can be read."""


class _Open:
    """A mapping or a sequence that is being read."""

    __slots__ = ("flow", "index", "key", "key_end", "key_start", "keys", "merged", "value")

    def __init__(self, value: dict[object, object] | list[object], index: int, flow: bool) -> None:
        self.value = value
        self.index = index
        self.flow = flow
        self.key: object = _NOTHING
        self.key_start = self.key_end = -1
        # Where each key stands, and which of the equals 1, 1.0 and true it is.
        self.keys: dict[object, tuple[type, int, int]] = {}
        self.merged: list[tuple[object, int]] = []


def parse_yaml(source: Source) -> Outcome[Document]:
    """Read a YAML text, of one document or several."""
    builder = Builder(source)
    builder.run()
    documents = builder.documents
    stream = len(documents) > 1
    if not stream:
        builder.places.root = builder.places.first[0] if documents and builder.placed else 0
    value: object = documents if stream else documents[0] if documents else None
    document = Document(source, "yaml", value, lambda: builder.places, stream=stream)
    return Outcome(document, tuple(builder.findings))


class Builder:
    """Makes documents, places and findings of one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Diagnostic] = []
        self.documents: list[object] = []
        self.places = Places()
        self.places.add(-1, 0, 0, -1, -1)
        self.places.close(0, len(source.text))
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[object, int]] = {}
        self.end = 0
        self.hints = 0

    @property
    def placed(self) -> bool:
        """Whether a document has a place."""
        return self.places.first[0] >= 0

    def report(self, code: Code, start: int, end: int, message: str) -> None:
        """Say something about a place."""
        self.findings.append(code.at(Span(self.source, start, end), message))

    def run(self) -> None:
        """Read everything that can be read."""
        try:
            for event in events(self.source, self.findings, self._opener):
                self._event(event)
                if len(self.findings) - self.hints >= MOST_FINDINGS:
                    break
        except _Enough:
            pass
        while self.stack:
            self._close(self.end)

    def _opener(self) -> int | None:
        """The innermost bracket that is still open."""
        flows = [one.index for one in self.stack if one.flow]
        return self.places.starts[flows[-1]] if flows else None

    def _event(self, event: Any) -> None:
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "ScalarEvent":
            self.end = end
            self._scalar(event, start, end)
        elif kind == "AliasEvent":
            self.end = end
            self._alias(event, start, end)
        elif kind == "MappingStartEvent":
            self._open(event, {}, start, end)
        elif kind == "SequenceStartEvent":
            self._open(event, [], start, end)
        elif kind in {"MappingEndEvent", "SequenceEndEvent"}:
            if self.stack[-1].flow:
                self.end = end
            self._close(self.end)
        elif kind == "DocumentStartEvent":
            self.end = end
            self.anchors.clear()

    def _too_deep(self, at: int) -> None:
        self.report(codes.YAML_DEEP, at, at + 1, f"nested deeper than {DEEPEST} levels")
        raise _Enough

    def _open(
        self, event: Any, value: dict[object, object] | list[object], start: int, end: int
    ) -> None:
        if len(self.stack) >= DEEPEST:
            self._too_deep(start)
        # With properties in front, the bracket is the last character of what starts the value.
        flow = end > start and self.source.text[end - 1] in "[{"
        if (
            self.stack
            and isinstance(self.stack[-1].value, dict)
            and self.stack[-1].key is _NOTHING
        ):
            self.report(codes.YAML_KEY, start, max(end, start + 1), "a key is a scalar here")
        self._tag(
            event,
            start,
            {"map", "omap", "set"} if isinstance(value, dict) else {"seq", "omap", "pairs"},
        )
        index = self._put(value, start)
        if event.anchor:
            self.anchors[event.anchor] = (value, index)
        self.stack.append(_Open(value, index, flow))

    def _close(self, end: int) -> None:
        opened = self.stack.pop()
        self.places.close(opened.index, max(end, self.places.starts[opened.index]))
        self._merge(opened)

    def _tag(self, event: Any, start: int, own: set[str]) -> None:
        tag = getattr(event, "ctag", None)
        if tag is None:
            return
        name = str(tag)
        if name == "!" or name.removeprefix("tag:yaml.org,2002:") in own:
            return
        found = self.source.text.find("!", start)
        end = found
        while end < len(self.source.text) and not self.source.text[end].isspace():
            end += 1
        shown = self.source.text[found:end]
        if name.startswith("tag:yaml.org,2002:"):
            self.report(
                codes.YAML_TAGGED, found, end, f"the tag {shown} does not go with this value"
            )
        elif self.hints < MOST_FINDINGS:
            self.hints += 1
            self.report(codes.YAML_TAG, found, end, f"the tag {shown} has no meaning here")

    def _scalar(self, event: Any, start: int, end: int) -> None:
        value: object = event.value
        text = event.value
        try:
            if event.ctag is not None and str(event.ctag) == "!":
                value = text
            elif event.implicit[0]:
                value = yaml_scalars.plain(text)
            elif event.ctag is not None:
                value = yaml_scalars.tagged(text, str(event.ctag))
        except yaml_scalars.Wrong as wrong:
            self.report(wrong.code, start, end, wrong.message)
            if wrong.code is codes.YAML_RANGE:
                value = inf  # whatever it is, it is a number
        except KeyError:
            self._tag(event, start, set())
        if isinstance(value, str) and not value.isascii():
            value = self._whole(value, start, end)
        frame = self.stack[-1] if self.stack else None
        if frame is not None and isinstance(frame.value, dict) and frame.key is _NOTHING:
            merge = text == "<<" and event.implicit[0]
            self._key(frame, _MERGE if merge else value, start, end)
            if event.anchor:
                self.anchors[event.anchor] = (value, frame.index)
            return
        index = self._put(value, start)
        self.places.close(index, end)
        if event.anchor:
            self.anchors[event.anchor] = (value, index)

    def _whole(self, value: str, start: int, end: int) -> str:
        """Put the two halves of a character together, as JSON escapes them."""
        try:
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            message = "half of a surrogate pair is no character"
            self.report(codes.YAML_CHARACTER, start, end, message)
            return value

    def _alias(self, event: Any, start: int, end: int) -> None:
        known = self.anchors.get(event.anchor)
        frame = self.stack[-1] if self.stack else None
        value: object = None
        if known is None:
            message = f"there is no anchor &{event.anchor} before this"
            self.report(codes.YAML_ALIAS, start, end, message)
        elif any(opened.value is known[0] for opened in self.stack):
            message = f"&{event.anchor} is the value that this stands in"
            self.report(codes.YAML_CYCLE, start, end, message)
        else:
            value = known[0]
        if frame is not None and isinstance(frame.value, dict) and frame.key is _NOTHING:
            self._key(frame, value, start, end)
            return
        index = self._put(value, start)
        self.places.close(index, end)
        if known is not None and value is not None:
            self.places.aliases[index] = known[1]

    def _key(self, frame: _Open, key: object, start: int, end: int) -> None:
        if isinstance(key, (dict, list)):
            self.report(codes.YAML_KEY, start, end, "a key is a scalar here")
            key = self.source.text[start:end]
        own = (type(key), start, end)
        first = frame.keys.setdefault(key, own)
        if first is not own:
            shown = self.source.text[start:end]
            same = first[0] is own[0]
            code = codes.YAML_DUPLICATE if same else codes.YAML_SIMILAR
            other = self.source.text[first[1] : first[2]]
            message = f"the key {shown} is here twice"
            if not same:
                message = f"the keys {other} and {shown} cannot be kept apart"
            self.report(code, start, end, message)
            note = self.findings[-1].note(Span(self.source, *first[1:]), "the first is here")
            self.findings[-1] = note if same else note.with_help("put them in quotes")
        frame.key, frame.key_start, frame.key_end = key, start, end

    def _put(self, value: object, start: int) -> int:
        """Enter a value into what is around it; return its number."""
        if not self.stack:
            self.documents.append(value)
            return self.places.add(0, len(self.documents) - 1, start, -1, -1)
        frame = self.stack[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
            return self.places.add(frame.index, len(frame.value) - 1, start, -1, -1)
        key, frame.key = frame.key, _NOTHING
        if key is _NOTHING:
            # A mapping or a sequence as a key, which is told already: its value comes next.
            frame.key = f"<key {len(frame.keys)}>"
            return self.places.add(-1, "", start, -1, -1)
        name = key if isinstance(key, (str, int)) else str(key)
        index = self.places.add(frame.index, name, start, frame.key_start, frame.key_end)
        if key is _MERGE:
            self.places.names[index] = "<<"
            frame.merged.append((value, index))
        else:
            frame.value[key] = value
        return index

    def _merge(self, opened: _Open) -> None:
        """Take over the keys of merged mappings that the mapping does not have itself."""
        if not opened.merged or not isinstance(opened.value, dict):
            return
        own = dict(opened.value)
        opened.value.clear()
        for value, index in opened.merged:
            sources = value if isinstance(value, list) else [value]
            for one in sources:
                if not isinstance(one, dict):
                    start, end = self.places.starts[index], self.places.ends[index]
                    self.report(codes.YAML_MERGE, start, end, "only mappings can be merged")
                    break
                for key, item in one.items():
                    if key not in own and key not in opened.value:
                        opened.value[key] = item
                        opened.keys.setdefault(key, (type(key), 0, 0))
                        self._place_merged(opened.index, key, index)
                    elif (known := opened.keys.get(key)) and known[0] is not type(key):
                        start, end = self.places.starts[index], self.places.ends[index]
                        message = "a key of this cannot be kept apart from one of another type"
                        self.report(codes.YAML_SIMILAR, start, end, message)
        opened.value.update(own)

    def _place_merged(self, parent: int, key: object, merge: int) -> None:
        name = key if isinstance(key, (str, int)) else str(key)
        index = self.places.add(parent, name, self.places.starts[merge], -1, -1)
        self.places.close(index, self.places.ends[merge])
        source = self.places.aliases.get(merge)
        if source is not None and (inner := self.places.child(source, name)) is not None:
            self.places.aliases[index] = inner


class _MergeKey:
    """The key ``<<``, which is not the string of the same spelling."""


_MERGE: Final = _MergeKey()
