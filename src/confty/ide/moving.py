"""Files that move: the imports that name them, and the ones they hold themselves."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from confty.ide.shelf import Shelf
from confty.kit.sights import Link
from confty.text import Edit, Span
from confty.workspace.desk import Look

_MOST: Final = 500


def moved(moves: Mapping[str, str], shelf: Shelf) -> list[Edit]:
    """Return the edits after which every import leads where it led before the files moved."""
    edits: list[Edit] = []
    for name in shelf.leading_to(moves)[:_MOST]:
        if not shelf.is_ours(name):
            continue
        look = shelf.look(name)
        if look is None:
            continue
        for link in look.answers.links():
            text = _respelled(look, link, moves)
            if text is not None:
                edits.append(Edit(Span(look.source, link.start, link.end), text))
    return edits


def _respelled(look: Look, link: Link, moves: Mapping[str, str]) -> str | None:
    """The path of an import as it has to be written; None where it stays."""
    written = look.source.text[link.start : link.end]
    before, after = look.name, moves.get(look.name, look.name)
    target = os.path.abspath(link.target)
    goal = moves.get(target, target)
    if (before, target) == (after, goal) or not link.target:
        return None
    if os.path.isabs(written):
        return goal if goal != target else None
    beside = os.path.normpath(os.path.join(os.path.dirname(before), written))
    if beside != target:
        # It was found in a search folder; what lies below the same folder stays spelled from it.
        base = target.removesuffix(os.path.normpath(written))
        if base == target or not goal.startswith(base):
            return None
        return goal[len(base) :] if goal != target else None
    path = os.path.relpath(goal, os.path.dirname(after)).replace(os.sep, "/")
    if written.startswith("./") and not path.startswith("."):
        path = f"./{path}"
    return None if path == written else path
