"""YAML 1.2 documents with their places and findings, built from events.

A package scans and parses; values, keys, anchors, merges and places are made here, in a loop
without recursion, because the packages' own builders recurse and resolve dates.
"""

from __future__ import annotations

from math import inf

from confty.languages.data import codes
from confty.languages.data.lexer.yaml import careful_events, events
from confty.languages.data.limits import DEEPEST, MOST_FINDINGS
from confty.languages.data.parser import yaml_scalars
from confty.languages.data.parser.places import Places
from confty.languages.data.parser.yaml_traps import LEADS, YamlTrap, is_sprung, is_trap, told
from confty.text import Code, Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_NOTHING: Final = object()


class _Enough(Exception):
    """Nothing more can be read."""


class _Open:
    """A mapping or a sequence that is being read."""

    __slots__ = ("at", "flow", "index", "key", "key_end", "key_start", "keys", "merged", "value")

    def __init__(self, value: dict[object, object] | list[object], index: int, flow: bool) -> None:
        self.value = value
        self.index = index
        self.flow = flow
        # Where its first key or dash stands, -1 while or where that is not known.
        self.at = -1
        self.key: object = _NOTHING
        self.key_start = self.key_end = -1
        # Where each key stands, and which of the equals 1, 1.0 and true it is.
        self.keys: dict[object, tuple[type, int, int]] = {}
        self.merged: list[tuple[object, int]] = []


class Builder:
    """Makes documents, places and findings of one text."""

    def __init__(self, source: Source, tags: frozenset[str] = frozenset()) -> None:
        self.source = source
        # The tags of applications that the project knows.
        self.tags = tags
        self.findings: list[Diagnostic] = []
        self.documents: list[object] = []
        self.places = Places()
        self.places.add(-1, 0, 0, -1, -1)
        self.places.close(0, len(source.text))
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[object, int]] = {}
        self.end = 0
        self.hints = 0
        self.traps: list[YamlTrap] = []
        # The syntax error that ended the reading, and what was open there.
        self.stopped: Diagnostic | None = None
        self.open: list[_Open] = []
        # Whether the documents came from the quick reader, without places.
        self.taken = False
        self._anchored: dict[str, tuple[int, int]] = {}
        self._hinted: set[str] = set()
        self._marker: tuple[int, int] | None = None
        self._empty = False

    @property
    def placed(self) -> bool:
        """Whether a document has a place."""
        return bool(self.places.first[0] >= 0)

    def report(self, code: Code, start: int, end: int, message: str) -> None:
        """Say something about a place."""
        self.findings.append(code.at(Span(self.source, start, end), message))

    def run(self, *, careful: bool = False) -> None:
        """Read everything that can be read; with care means by the slow reader alone."""
        stopping: list[Diagnostic] = []
        reader = careful_events if careful else events
        try:
            for event in reader(self.source, stopping, self._opener):
                self._event(event)
                if len(self.findings) - self.hints >= MOST_FINDINGS:
                    break
        except _Enough:
            pass
        if stopping:
            self.findings += stopping
            self.stopped = stopping[-1]
            self.open = list(self.stack)
        while self.stack:
            self._close(self.end)
        if self._empty and self._marker is not None and self.stopped is None:
            self._empty_document(*self._marker)
        self.findings += told(self.traps, self.source)

    def take(self, documents: list[object], traps: list[YamlTrap]) -> None:
        """Take over what the quick reader made of the text."""
        self.documents = documents
        self.findings = told(traps, self.source)
        self.taken = True

    def _empty_document(self, start: int, end: int) -> None:
        if len(self.documents) < 2:
            return
        message = "an empty document follows this, so the file is a list that ends in null"
        found = codes.YAML_EMPTY.at(Span(self.source, start, end), message)
        self.findings.append(found.with_help("remove it"))

    def _opener(self) -> int | None:
        """The innermost bracket that is still open."""
        flows = [one.index for one in self.stack if one.flow]
        return self.places.starts[flows[-1]] if flows else None

    def _event(self, event: Any) -> None:
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "ScalarEvent":
            if start >= end:
                start = end = self._nothing_at(start)
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
            self._document(event, start, end)

    def _nothing_at(self, at: int) -> int:
        """Where a value without a text stands: behind its colon, whatever the package says."""
        frame = self.stack[-1] if self.stack else None
        if frame is None or frame.key is _NOTHING:
            return at
        colon = self.source.text.find(":", frame.key_end, at)
        return at if colon < 0 else colon + 1

    def _document(self, event: Any, start: int, end: int) -> None:
        self.end = end
        self._empty = False
        self.anchors.clear()
        self._anchored.clear()
        self._marker = (max(start, end - 3), end) if event.explicit else None
        version = getattr(event, "version", None)
        if version is not None and tuple(version) < (1, 2):
            self.hints += 1
            at = self.source.text.rfind("%YAML", 0, end)
            stop = self.source.text.find("\n", at)
            message = "YAML 1.1 is asked for, and the file is read as YAML 1.2"
            found = codes.YAML_OLD_VERSION.at(Span(self.source, at, stop), message)
            self.findings.append(found.with_help("write %YAML 1.2, or leave the line out"))

    def _anchor(self, name: str, value: object, index: int, start: int, end: int) -> None:
        self.anchors[name] = (value, index)
        at = self.source.text.find(f"&{name}", start, max(end, start + len(name) + 1))
        span = (at, at + len(name) + 1) if at >= 0 else (start, end)
        first = self._anchored.setdefault(name, span)
        if first is not span and self.hints < MOST_FINDINGS:
            self.hints += 1
            found = codes.YAML_ANCHOR.at(
                Span(self.source, *span), f"the anchor &{name} is defined again"
            )
            note = "it is defined first here"
            self.findings.append(found.note(Span(self.source, *first), note))
            self._anchored[name] = span

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
            yaml_scalars.MAPPINGS if isinstance(value, dict) else yaml_scalars.SEQUENCES,
        )
        index = self._put(value, start)
        if event.anchor:
            self._anchor(event.anchor, value, index, start, end)
        opened = _Open(value, index, flow)
        if isinstance(value, list) and self.source.text.startswith("-", start):
            opened.at = start
        self.stack.append(opened)

    def _close(self, end: int) -> None:
        opened = self.stack.pop()
        self.places.close(opened.index, max(end, self.places.starts[opened.index]))
        self._merge(opened)

    def _tag(self, event: Any, start: int, own: frozenset[str]) -> None:
        name: str | None = event.tag
        if name is None or name == "!" or name in self.tags:
            return
        if name.removeprefix("tag:yaml.org,2002:") in own:
            return
        found = self.source.text.find("!", start)
        if found < 0:
            # A package may say that the value starts behind its tag.
            found = max(self.source.text.rfind("!", 0, start), 0)
        end = found
        while end < len(self.source.text) and not self.source.text[end].isspace():
            end += 1
        shown = self.source.text[found:end]
        if name.startswith("tag:yaml.org,2002:"):
            self.report(
                codes.YAML_TAGGED, found, end, f"the tag {shown} does not go with this value"
            )
        elif self.hints < MOST_FINDINGS and name not in self._hinted:
            # Once a tag: who has one of them has many.
            self._hinted.add(name)
            self.hints += 1
            self.report(codes.YAML_TAG, found, end, f"the tag {shown} has no meaning here")
            help_ = f'if another program knows it, set tags = ["{shown}"] under [yaml]'
            self.findings[-1] = self.findings[-1].with_help(help_)

    def _scalar(self, event: Any, start: int, end: int) -> None:
        value: object = event.value
        text = event.value
        try:
            if event.tag == "!" or event.tag in self.tags:
                value = text
            elif event.implicit[0]:
                if text and text[0] in LEADS and is_trap(text):
                    self._trap(text, start, end)
                value = yaml_scalars.plain(text)
            elif event.tag is not None:
                value = yaml_scalars.tagged(text, event.tag)
        except yaml_scalars.Wrong as wrong:
            self.report(wrong.code, start, end, wrong.message)
            if wrong.code is codes.YAML_RANGE:
                value = inf  # whatever it is, it is a number
        except KeyError:
            self._tag(event, start, frozenset())
        if isinstance(value, str) and not value.isascii():
            value = self._whole(value, start, end)
        frame = self.stack[-1] if self.stack else None
        if frame is not None and isinstance(frame.value, dict) and frame.key is _NOTHING:
            merge = text == "<<" and event.implicit[0]
            self._key(frame, _MERGE if merge else value, start, end)
            if event.anchor:
                self._anchor(event.anchor, value, frame.index, start, end)
            return
        index = self._put(value, start)
        self.places.close(index, end)
        if event.anchor:
            self._anchor(event.anchor, value, index, start, end)
        self._empty = not self.stack and value is None and not event.anchor and start >= end

    def _trap(self, text: str, start: int, end: int) -> None:
        if len(self.traps) >= MOST_FINDINGS:
            return
        frame = self.stack[-1] if self.stack else None
        is_key = frame is not None and isinstance(frame.value, dict) and frame.key is _NOTHING
        key = None if frame is None else frame.key
        # The item of a list stands under the key of the list.
        for one in reversed(self.stack):
            if key is not _NOTHING:
                break
            key = self.places.names[one.index] if self.places.key_starts[one.index] >= 0 else key
        trap = YamlTrap(text, start, end, key, is_key)
        if is_sprung(trap):
            self.traps.append(trap)

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
        if frame.at < 0:
            frame.at = start
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
