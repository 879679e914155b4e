"""Which function runs which tree: the whole of the language on one screen."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator import operators
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.tree import loops, walk
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.running import RUN, Runner, later, value_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final


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
    if grows and len(left) < operators.LONG:
        left += right
        return left
    return operators.add(left, right)


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
    t.STANDARD: walk.run_standard,
    t.MEMBER: walk.run_member,
    t.DOT: walk.run_dot,
    t.INDEX: walk.run_index,
    t.SLICE: walk.run_slice,
    t.SUPER: walk.run_super,
    t.IN_SUPER: walk.run_in_super,
    t.IF: walk.run_if,
    t.AND: walk.run_and,
    t.OR: walk.run_or,
    t.ERROR: walk.run_fail,
    t.CHECK: walk.run_check,
    t.ASSERT: walk.run_assert,
    t.IMPORT: walk.run_import,
    t.BROKEN: walk.run_fail,
    t.PACKED: walk.run_packed,
    t.ADD: _add,
    **{number: _unary(_PREFIXES[sign]) for sign, number in t.UNARY.items()},
    **{t.BINARY[sign]: _binary(work) for sign, work in _OPERATORS.items()},
}
RUN.extend([_KINDS[number] for number in range(len(_KINDS))])


def run(tree: Tree, frame: TreeFrame) -> Value:
    """The value of a whole tree."""
    return value_of(tree, frame)
