"""Files that need each other: one wording for a ring of imports, with every import on the way.

A step of a ring is the place of an import and the name of the file that it leads to.  The finding
stands at the first step, and each further one is a note.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from confty.text import Code, Diagnostic, Span

Step: TypeAlias = tuple[Span, str]


def ring_of(code: Code, steps: Sequence[Step]) -> Diagnostic:
    """Say that files import each other; the last step leads to the file that the first is in."""
    first = steps[0][0]
    home = first.source.name
    if len(steps) == 1:
        return code.at(first, f"`{home}` imports itself").with_help(_HELP)
    chain = " -> ".join(f"`{name}`" for name in (home, *(name for _, name in steps)))
    found = code.at(first, f"these files import each other: {chain}")
    for span, name in steps[1:]:
        found = found.note(span, f"`{span.source.name}` imports `{name}` here")
    return found.with_help(_HELP)


def turned(steps: Sequence[Step], name: str) -> tuple[Step, ...]:
    """Return a ring so that it begins in a file of it; as it is when the file is not in it."""
    for index, (span, _) in enumerate(steps):
        if span.source.name == name:
            return (*steps[index:], *steps[:index])
    return tuple(steps)


_HELP = "move what both need into a file of its own"
