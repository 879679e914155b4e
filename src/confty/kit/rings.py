"""Files that need each other: one wording for a ring of imports, with every import on the way.

A step of a ring is the place of an import and the name of the file that it leads to.  The finding
stands at the first step, and each further one is a note.
"""

from __future__ import annotations

from confty.text import Code, Diagnostic, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final, TypeAlias

RingStep: TypeAlias = tuple[Span, str]

FOREIGN_CYCLE: Final = Code(
    "file/foreign-cycle", Severity.ERROR, "Files of several languages need each other's values."
)
_HELP: Final = "move what both need into a file of its own"


def ring_of(code: Code, steps: Sequence[RingStep]) -> Diagnostic:
    """Say that files import each other; the last step leads to the file that the first is in."""
    first = steps[0][0]
    home = first.source.name
    if len(steps) == 1:
        return code.at(first, f"`{home}` imports itself").with_help(_HELP)
    chain = " -> ".join((home, *(name for _, name in steps)))
    found = code.at(first, f"these files import each other: {chain}")
    for span, name in steps[1:]:
        found = found.note(span, f"`{span.source.name}` imports `{name}` here")
    return found.with_help(_HELP)


def ring_along(code: Code, way: Sequence[Span]) -> Diagnostic:
    """Say the same by the places alone: each import leads to the file that the next is in."""
    names = [span.source.name for span in (*way[1:], way[0])]
    return ring_of(code, list(zip(way, names, strict=True)))


def is_ring(found: Diagnostic) -> bool:
    """Whether a finding tells a ring, of one language or of several."""
    return found.span is not None and found.code.name.endswith("-cycle")


def way_of(ring: Diagnostic) -> list[Span]:
    """Return the imports of a ring that was told, in order."""
    return [one for one in (ring.span, *(note.span for note in ring.notes)) if one is not None]


def seen_from(ring: Diagnostic, name: str) -> Diagnostic | None:
    """Tell a ring as it begins in a file of it; None when the file is not in it."""
    way = way_of(ring)
    for index, span in enumerate(way):
        if span.source.name == name:
            return ring_along(ring.code, [*way[index:], *way[:index]])
    return None
