"""Comprehensions that run from their trees."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.calls import MANY
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.objects import dynamic_object
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.running import RUN, later, truth, value_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.tree.walk import around
from confty.languages.jsonnet.evaluator.values import ABSENT, Obj, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_Clauses = tuple[tuple["str | None", Tree], ...]


def _items(tree: Tree, frame: TreeFrame) -> list[Value]:
    """The elements that a loop walks over."""
    items: Value = value_of(tree, frame)
    if items.__class__ is not list:
        raise Stop("expected an array")
    return items


def _turns(clauses: _Clauses, at: int, frame: TreeFrame, use: Callable[[TreeFrame], None]) -> None:
    """Walk the loops from one clause on; ``use`` gets a frame for every turn."""
    if at == len(clauses):
        use(frame)
        return
    name, tree = clauses[at]
    if name is None:
        if truth(value_of(tree, frame)):
            _turns(clauses, at + 1, frame, use)
        return
    for item in _items(tree, frame):
        inner = TreeFrame()
        inner.parent = frame
        inner.context = frame.context
        inner[name] = item
        _turns(clauses, at + 1, inner, use)


def run_array_loop(tree: Tree, frame: TreeFrame) -> Value:
    """Run an array comprehension."""
    _, at, element, clauses, eager = tree
    name, source = clauses[0]
    items = _items(source, frame)
    context = frame.context
    if len(items) > MANY or context.often(at):
        value = context.loop(f"w{at}" if eager else f"a{at}", frame, items)
        if value is not ABSENT:
            return value
    found: list[Value] = []
    give = value_of if eager else later
    for item in items:
        inner = TreeFrame()
        inner.parent = frame
        inner.context = context
        inner[name] = item
        if len(clauses) == 1:
            found.append(give(element, inner))
        else:
            _turns(clauses, 1, inner, lambda turn: found.append(give(element, turn)))
    return found


def run_object_loop(tree: Tree, frame: TreeFrame) -> Value:
    """Run an object comprehension."""
    _, at, key, entry, plus, clauses, binds, top = tree
    name, source = clauses[0]
    items = _items(source, frame)
    if len(items) > MANY or frame.context.often(at):
        value = frame.context.loop(f"o{at}", frame, items)
        if value is not ABSENT:
            return value
    entries: list[tuple[Value, int, Value]] = []

    def use(turn: TreeFrame) -> None:
        called = value_of(key, turn)
        value = (t.PLUS, called, entry) if plus else entry
        if value.__class__ is tuple:
            value = _at_home(value, turn, binds, top=top)
        entries.append((called, 0, value))

    for item in items:
        inner = TreeFrame()
        inner.parent = frame
        inner.context = frame.context
        inner[name] = item
        _turns(clauses, 1, inner, use)
    return dynamic_object(entries)


def _at_home(
    tree: Tree, turn: TreeFrame, binds: Tree, *, top: bool
) -> Callable[[Obj, int], Value]:
    """A field of a comprehension: every turn of the loop has variables of its own."""

    def entry(target: Obj, layer: int) -> Value:
        frame = around(turn, target, layer, top=top)
        for name, value in binds:
            frame[name] = later(value, frame)
        return RUN[tree[0]](tree, frame)

    return entry
