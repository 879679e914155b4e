"""A document: plain data, and on request the place of every value in it.

Most documents are right, and nobody asks where anything stands.  So the table of places is made
by a second, careful reading when a diagnostic or an editor first wants a place.  A check without a
schema wants the type alone; then the value, too, is made only on request.
"""

from __future__ import annotations

from confty.languages.data.parser.places import Path, Places
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Document:
    """The value of a file.  ``stream`` says that the file holds several documents, as a list."""

    __slots__ = ("_locate", "_places", "_read", "_value", "kind", "source", "stream", "template")

    def __init__(
        self,
        source: Source,
        kind: str,
        value: object,
        locate: Callable[[], Places],
        *,
        stream: bool = False,
        read: Callable[[], object] | None = None,
        template: bool = False,
    ) -> None:
        self.source = source
        self.kind = kind
        self._value = value
        self._read = read
        self.stream = stream
        # No value yet: a program has to fill it in first.
        self.template = template
        self._locate = locate
        self._places: Places | None = None

    @property
    def value(self) -> object:
        """The plain data; read on first use when only its type was wanted so far."""
        if self._read is not None:
            self._value, self._read = self._read(), None
        return self._value

    @property
    def places(self) -> Places:
        """Where every value stands; made on first use."""
        if self._places is None:
            self._places = self._locate()
        return self._places

    def part(self, path: Path) -> object:
        """The value at a path; None where there is none."""
        value = self.value
        for step in path:
            value = part_of(value, step)
        return value

    def span(self, path: Path) -> Span | None:
        """The place of a value; of the nearest value around it when it has none itself."""
        index, _ = self.places.nearest(path)
        if index is None:
            return None
        return Span(self.source, self.places.starts[index], self.places.ends[index])

    def key_span(self, path: Path) -> Span | None:
        """The place of a value's key; of the value itself when it has none."""
        index = self.places.find(path)
        if index is None or self.places.key_starts[index] < 0:
            return self.span(path)
        return Span(self.source, self.places.key_starts[index], self.places.key_ends[index])


def part_of(value: object, step: object) -> object:
    """What a key or an index leads to; None where that is nothing."""
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None
