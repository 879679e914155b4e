"""Rings of imports: files that import each other, told with every file and place on the way."""

from __future__ import annotations

from confty.kit.rings import ring_of
from confty.languages.rcl import codes
from confty.text import Diagnostic, Span


class Rings:
    """The imports under way while a program is checked, and the rings they closed."""

    __slots__ = ("_found", "_under_way")

    def __init__(self) -> None:
        # The files being checked, outermost first, each with the import that led to it.
        self._under_way: list[tuple[str, Span | None]] = []
        # The imports that are part of a ring, with the whole ring, beginning there.
        self._found: dict[Span, list[Span]] = {}

    def enter(self, name: str, place: Span | None) -> None:
        """Begin to check a file."""
        self._under_way.append((name, place))

    def leave(self) -> None:
        """Be done with the last file."""
        self._under_way.pop()

    def close(self, name: str, span: Span) -> None:
        """Note that an import leads back to a file that is being checked."""
        names = [one for one, _ in self._under_way]
        after = self._under_way[names.index(name) + 1 :]
        places = [*[place for _, place in after if place is not None], span]
        for at, place in enumerate(places):
            self._found[place] = places[at:] + places[:at]

    def finding(self, span: Span) -> Diagnostic | None:
        """Say that an import is part of a ring, if it is."""
        ring = self._found.get(span)
        return None if ring is None else told(ring)


def told(ring: list[Span]) -> Diagnostic:
    """Say it at the first of the imports; the others are where the ring goes on."""
    names = [one.source.name for one in ring]
    following = [*names[1:], names[0]]
    return ring_of(codes.IMPORT_CYCLE, list(zip(ring, following, strict=True)))
