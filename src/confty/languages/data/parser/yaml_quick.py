"""YAML in one pass over libyaml's events: values alone.

A large document is right nearly always, and then nobody asks for places: so none are kept, and
whatever would need a finding at a place is left to the careful builder (``parser/yaml``).  Traps
are few, and their places are at hand when they are met.
"""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.languages.data.lexer.yaml_quick import Unusual, event_kinds, parser_of
from confty.languages.data.limits import DEEPEST, MOST_FINDINGS
from confty.languages.data.parser import yaml_scalars
from confty.languages.data.parser.yaml_traps import LEADS, YamlTrap, is_sprung, is_trap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, TypeAlias

_NOTHING: Final = object()
# Documents repeat themselves, in keys above all: so many texts are remembered.
_MOST_SCALARS: Final = 4096
#: The key ``<<``, which is not the string of the same spelling.
_MERGE: Final = object()
_Container: TypeAlias = "dict[Any, Any] | list[Any]"
#: A container that is open, and the key in it that waits for its value.
_Frame = tuple[_Container, object]


def read_quickly(text: str, tags: frozenset[str]) -> tuple[list[object], list[YamlTrap]] | None:
    """Return the documents of a text and its traps; None when it has to be read with care."""
    made = parser_of(text)
    if made is None:
        return None
    parser, error = made
    reader = _Reader(tags)
    try:
        with uncollected(kept=True):
            reader.run(parser.get_event)
    except (error, Unusual, yaml_scalars.Wrong, ValueError, TypeError):
        # Not hashable, not text, not YAML: the careful builder knows what to say.
        return None
    documents = reader.documents
    if len(documents) > 1 and documents[-1] is None:
        # Perhaps a marker with nothing behind it.
        return None
    return documents, reader.traps


class _Reader:
    """Makes documents of events; anything out of the ordinary is ``Unusual``."""

    __slots__ = ("anchors", "documents", "merges", "scalars", "stack", "tags", "traps")

    def __init__(self, tags: frozenset[str]) -> None:
        self.tags = tags
        self.documents: list[object] = []
        self.traps: list[YamlTrap] = []
        self.anchors: dict[str, object] = {}
        # What plain texts stand for that could be more than text, as far as they are no traps.
        self.scalars: dict[str, object] = {}
        # The containers around the one that is open, and what is merged into each.
        self.stack: list[_Frame] = []
        self.merges: dict[int, list[object]] = {}

    def run(self, get_event: Any) -> None:
        """Read everything; the loop is long because a call an event would double the time."""
        scalar, alias, mapping, mapping_end, sequence, sequence_end = event_kinds()
        stack, leads, scalars, nothing = self.stack, LEADS, self.scalars, _NOTHING
        inside, key, is_map = self._nothing_open()
        while (event := get_event()) is not None:
            kind = event.__class__
            if kind is scalar:
                value: Any = event.value
                if event.implicit[0]:
                    if not value or value[0] in leads:
                        known = event.tag is None and value in scalars
                        value = scalars[value] if known else self._plain(event, inside, key)
                    elif value == "<<" and is_map and key is nothing:
                        value = _merge_key(event)
                elif event.tag is not None:
                    value = self._tagged(event)
                if event.anchor is not None:
                    self._anchor(event.anchor, value)
            elif kind is mapping or kind is sequence:
                stack.append((inside, key))
                is_map = kind is mapping
                inside, key = {} if is_map else [], nothing
                if event.tag is not None or event.anchor is not None or len(stack) > DEEPEST:
                    self._open(event, inside, is_map)
                continue
            elif kind is mapping_end or kind is sequence_end:
                value = inside
                if self.merges and kind is mapping_end:
                    self._merge(inside)
                inside, key = stack.pop()
                is_map = inside.__class__ is dict
            elif kind is alias:
                value = self._alias(event.anchor, inside)
            else:
                self.anchors.clear()  # a document begins or ends
                continue
            if not is_map:
                inside.append(value)
            elif key is nothing:
                if value in inside:  # for a container, Python refuses to ask
                    raise Unusual
                key = value
            elif key is _MERGE:
                self._merged(inside, value)
                key = nothing
            else:
                inside[key] = value
                key = nothing

    def _nothing_open(self) -> tuple[Any, object, bool]:
        """What is open at the start, the key that waits in it, and whether it has keys."""
        return self.documents, _NOTHING, False

    def _open(self, event: Any, value: _Container, is_map: bool) -> None:
        if event.tag is not None:
            self._allow(event.tag, is_map)
        if event.anchor is not None:
            self._anchor(event.anchor, value)
        if len(self.stack) > DEEPEST:
            raise Unusual

    def _plain(self, event: Any, inside: _Container, key: object) -> object:
        text: str = event.value
        if event.tag is not None:
            return text
        if not text:
            return None
        if is_trap(text):
            is_key = key is _NOTHING and inside.__class__ is dict
            start, end = event.start_mark.index, event.end_mark.index
            trap = YamlTrap(text, start, end, self._nearest_key(key), is_key)
            if len(self.traps) < MOST_FINDINGS and is_sprung(trap):
                self.traps.append(trap)
        elif len(self.scalars) < _MOST_SCALARS:
            made = self.scalars[text] = yaml_scalars.plain(text)
            return made
        return yaml_scalars.plain(text)

    def _nearest_key(self, key: object) -> object:
        if key is not _NOTHING:
            return key
        for _, outer in reversed(self.stack):
            if outer is not _NOTHING:
                return outer
        return None

    def _tagged(self, event: Any) -> object:
        tag: str = event.tag
        if tag == "!" or tag in self.tags:
            return event.value
        try:
            return yaml_scalars.tagged(event.value, tag)
        except KeyError:
            raise Unusual from None

    def _allow(self, tag: str, is_map: bool) -> None:
        own = yaml_scalars.MAPPINGS if is_map else yaml_scalars.SEQUENCES
        name = tag.removeprefix("tag:yaml.org,2002:")
        if tag != "!" and name not in own and tag not in self.tags:
            raise Unusual

    def _anchor(self, name: str, value: object) -> None:
        if name in self.anchors:
            raise Unusual
        self.anchors[name] = value

    def _alias(self, name: str, inside: _Container) -> object:
        value = self.anchors.get(name, _NOTHING)
        if value is _NOTHING or value is inside:
            raise Unusual
        if value.__class__ in {dict, list} and any(one is value for one, _ in self.stack):
            raise Unusual
        return value

    def _merged(self, inside: _Container, value: object) -> None:
        """Keep what is merged into a mapping until all of its own keys are known."""
        if id(inside) in self.merges:
            raise Unusual
        self.merges[id(inside)] = value if isinstance(value, list) else [value]

    def _merge(self, inside: dict[object, object]) -> None:
        """Take over the keys of merged mappings that the mapping does not have itself."""
        merged = self.merges.pop(id(inside), None)
        if merged is None:
            return
        own = dict(inside)
        inside.clear()
        kinds = {key: key.__class__ for key in own}
        for one in merged:
            if not isinstance(one, dict):
                raise Unusual
            for key, item in one.items():
                if kinds.setdefault(key, key.__class__) is not key.__class__:
                    raise Unusual
                if key not in own:
                    inside.setdefault(key, item)
        inside.update(own)


def _merge_key(event: Any) -> object:
    if event.anchor is not None or event.tag is not None:
        raise Unusual
    return _MERGE
