"""Which function runs which tree; ``seldom`` has those that many programs do without."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator import sums
from confty.languages.jsonnet.evaluator.tree import loops, walk
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.running import RUN, Runner, later, value_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def _late(tree: Tree, frame: TreeFrame) -> Value:
    """Run what small programs seldom have, and load it for that."""
    from confty.languages.jsonnet.evaluator.tree.seldom import KINDS  # noqa: PLC0415  loaded by the runs that need it

    for number, runner in KINDS.items():
        RUN[number] = runner
    return RUN[tree[0]](tree, frame)


def _add(tree: Tree, frame: TreeFrame) -> Value:
    """Run ``+``; in a chain of them, texts and arrays grow where they are."""
    _, left, right = tree
    # What a sum gives is nobody else's yet.
    own = False
    if left.__class__ is tuple:
        own = left[0] == t.ADD
        left = RUN[left[0]](left, frame)
    if right.__class__ is tuple:
        right = RUN[right[0]](right, frame)
    kind = left.__class__
    grows = own and kind is right.__class__ and (kind is str or kind is list)
    if grows and len(left) < sums.LONG:
        left += right
        return left
    return sums.add(left, right)


_KINDS: Final[dict[int, Runner]] = {
    t.NAME: walk.run_name,
    t.FUNCTION: walk.run_function,
    t.SELF: walk.run_self,
    t.DOLLAR: walk.run_dollar,
    t.OBJECT: walk.run_object,
    t.ARRAY: lambda tree, frame: [later(one, frame) for one in tree[1]],
    t.LAZY: walk.run_lazy,
    t.FIELD: walk.run_uncounted,
    t.PLUS: walk.run_plus,
    t.DYNAMIC: walk.run_dynamic,
    t.LOCAL: walk.run_local,
    t.ARRAY_LOOP: loops.run_array_loop,
    t.OBJECT_LOOP: loops.run_object_loop,
    t.CALL: walk.run_call,
    t.LIBRARY: walk.run_library,
    t.DOT: walk.run_dot,
    t.IF: walk.run_if,
    t.ERROR: walk.run_fail,
    t.IMPORT: walk.run_import,
    t.BROKEN: walk.run_fail,
    t.PACKED: walk.run_packed,
    t.ADD: _add,
}
RUN.extend([_KINDS.get(number, _late) for number in range(t.KINDS)])


def run(tree: Tree, frame: TreeFrame) -> Value:
    """The value of a whole tree."""
    return value_of(tree, frame)
