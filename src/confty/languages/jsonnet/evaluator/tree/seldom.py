"""Trees that many programs do without: operators but for sums, ``super``, asserts, slices.

Loaded with the first of them that runs; a small program spends more time on loading what could run
it than on running.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator import operators
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.objects import in_super, super_field
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.running import RUN, Runner, truth, value_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final


def _standard(_tree: Tree, frame: TreeFrame) -> Value:
    """Give ``std`` itself."""
    return frame.context.library().whole()


def _member(tree: Tree, frame: TreeFrame) -> Value:
    """Give a member of ``std``."""
    return frame.context.member(tree[1])


def _index(tree: Tree, frame: TreeFrame) -> Value:
    """Run an index."""
    return operators.index(value_of(tree[1], frame), value_of(tree[2], frame))


def _slice(tree: Tree, frame: TreeFrame) -> Value:
    """Run a slice."""
    return operators.slice_(*[value_of(part, frame) for part in tree[1:]])


def _super(tree: Tree, frame: TreeFrame) -> Value:
    """Read a field of ``super``."""
    name = value_of(tree[1], frame)
    return super_field(frame["self"], frame["super"], name)


def _in_super(tree: Tree, frame: TreeFrame) -> Value:
    """Run ``key in super``."""
    return in_super(value_of(tree[1], frame), frame["self"], frame["super"])


def _and(tree: Tree, frame: TreeFrame) -> Value:
    """Run ``&&``."""
    return truth(value_of(tree[1], frame)) and truth(value_of(tree[2], frame))


def _or(tree: Tree, frame: TreeFrame) -> Value:
    """Run ``||``."""
    return truth(value_of(tree[1], frame)) or truth(value_of(tree[2], frame))


def _check(tree: Tree, frame: TreeFrame) -> None:
    """Run the test of an assert."""
    if not truth(value_of(tree[1], frame)):
        raise Stop("an assert fails")


def _assert(tree: Tree, frame: TreeFrame) -> Value:
    """Run ``assert test; assert test; body``."""
    for test in tree[1]:
        if not truth(value_of(test, frame)):
            raise Stop("an assert fails")
    return value_of(tree[2], frame)


def _unary(work: Callable[[Value], Value]) -> Runner:
    def run(tree: Tree, frame: TreeFrame) -> Value:
        return work(value_of(tree[1], frame))

    return run


def _binary(work: Callable[[Value, Value], Value]) -> Runner:
    def run(tree: Tree, frame: TreeFrame) -> Value:
        _, left, right = tree
        if left.__class__ is tuple:
            left = RUN[left[0]](left, frame)
        if right.__class__ is tuple:
            right = RUN[right[0]](right, frame)
        return work(left, right)

    return run


_OPERATORS: Final = {
    "-": operators.subtract,
    "*": operators.multiply,
    "/": operators.divide,
    "%": operators.modulo,
    "==": equals,
    "!=": operators.differs,
    "<": operators.less,
    "<=": operators.at_most,
    ">": operators.more,
    ">=": operators.at_least,
    "in": operators.contains_field,
    "<<": operators.shift_left,
    ">>": operators.shift_right,
    "&": operators.bit_and,
    "^": operators.bit_xor,
    "|": operators.bit_or,
}
_PREFIXES: Final = {
    "-": operators.minus,
    "+": operators.unary_plus,
    "!": operators.negate,
    "~": operators.invert,
}
#: Which function runs which of these trees.
KINDS: Final[dict[int, Runner]] = {
    t.STANDARD: _standard,
    t.MEMBER: _member,
    t.INDEX: _index,
    t.SLICE: _slice,
    t.SUPER: _super,
    t.IN_SUPER: _in_super,
    t.AND: _and,
    t.OR: _or,
    t.CHECK: _check,
    t.ASSERT: _assert,
    **{number: _unary(_PREFIXES[sign]) for sign, number in t.UNARY.items()},
    **{t.BINARY[sign]: _binary(work) for sign, work in _OPERATORS.items()},
}
