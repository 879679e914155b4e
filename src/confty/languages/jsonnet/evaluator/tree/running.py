"""How a tree runs: the table of runners, values at once and later."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import Thunk, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    Runner = Callable[[Tree, TreeFrame], Value]
else:
    Runner = object

#: How each kind of tree runs, by its number; ``dispatch`` fills it.
RUN: Final[list[Runner]] = []


def value_of(tree: Tree, frame: TreeFrame) -> Value:
    """The value of a tree."""
    return tree if tree.__class__ is not tuple else RUN[tree[0]](tree, frame)


def _forced(place: tuple[Tree, TreeFrame]) -> Value:
    tree, frame = place
    return RUN[tree[0]](tree, frame)


def later(tree: Tree, frame: TreeFrame) -> Value:
    """What holds the value of a tree, worked out or not."""
    if tree.__class__ is not tuple:
        return tree
    kind = tree[0]
    if kind == t.NAME:
        return frame[tree[1]]
    if kind <= t.READY:
        return RUN[kind](tree, frame)
    return Thunk(_forced, (tree, frame))


def truth(value: Value) -> bool:
    """Whether a value is true; anything but a boolean fails."""
    if value is True:
        return True
    if value is False:
        return False
    raise Stop("expected a boolean")
