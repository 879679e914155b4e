"""The words of findings: types at a glance or in full, names in a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty.kit.checking import Words
from confty.languages.pcl.rules import spelled, spelled_briefly

_MOST_NAMES: Final = 12


def _quoted(name: str) -> str:
    return f"'{name}'"


BRIEF_WORDS: Final = Words(spelled_briefly, _quoted)
# For whoever asked to be told everything.
FULL_WORDS: Final = Words(spelled, _quoted)


def listed(names: Iterable[str]) -> str:
    """Names in brackets, as the original writes them; many are counted instead."""
    every = list(names)
    shown = every[:_MOST_NAMES]
    if len(every) > _MOST_NAMES:
        shown.append(f"and {len(every) - _MOST_NAMES} more")
    return f"[{' '.join(shown)}]"
