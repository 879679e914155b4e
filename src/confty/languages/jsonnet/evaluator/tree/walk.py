"""Running a program from its tree.

``RUN[tree[0]](tree, frame)`` is the value of a tree that is no literal; ``later`` gives something
that holds its value, worked out or not.  What goes wrong here is told by the second tier, in
which the files run again that a failure came through: so nothing in this room knows places, and a
program that fails may fail with any words.
"""

from __future__ import annotations

from marshal import loads

from confty.languages.jsonnet.evaluator.calls import call, call_eager
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.objects import (
    dynamic_object,
    fetch,
    field,
    inherited,
)
from confty.languages.jsonnet.evaluator.sums import plus
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import Home, TreeFrame
from confty.languages.jsonnet.evaluator.tree.running import RUN, later, truth, value_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EAGER,
    Func,
    Obj,
    ObjectShape,
    Thunk,
    Value,
    force,
    static_shape,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn


def run_name(tree: Tree, frame: TreeFrame) -> Value:
    """Give a variable, worked out."""
    value = frame[tree[1]]
    if value.__class__ is Thunk:
        return value.value if value.run is None else force(value)
    return value


def run_function(tree: Tree, frame: TreeFrame) -> Value:
    """Make a function."""
    made = Func(_code(tree, frame), tree[1], tree[2], tree[5])
    made.origin = (tree, frame)
    return made


def _code(tree: Tree, outer: TreeFrame) -> Callable[..., Value]:
    """The Python function behind a function: the tree, until it has been called often."""
    _, names, _, defaults, body, _, at = tree
    context = outer.context
    real: Callable[..., Value] | None = None

    def code(*given: Value) -> Value:
        nonlocal real
        if real is not None:
            return real(*given)
        if context.often(at):
            real = context.function(tree, outer)
            if real is not None:
                return real(*given)
        frame = TreeFrame(zip(names, given, strict=True))
        frame.parent = outer
        frame.context = context
        if defaults:
            _fill(frame, defaults)
        return body if body.__class__ is not tuple else RUN[body[0]](body, frame)

    return code


def _fill(frame: TreeFrame, defaults: tuple[tuple[str, Tree], ...]) -> None:
    """Give parameters their defaults where no argument was given."""
    eager = []
    for name, default in defaults:
        given = frame[name]
        if given is ABSENT:
            frame[name] = later(default, frame)
        elif given is EAGER:
            frame[name] = later(default, frame)
            eager.append(name)
    for name in eager:
        if frame[name].__class__ is Thunk:
            force(frame[name])


def run_self(_tree: Tree, frame: TreeFrame) -> Value:
    """Give ``self``."""
    return frame["self"]


def run_dollar(_tree: Tree, frame: TreeFrame) -> Value:
    """Give ``$``."""
    return frame["$"]


def run_object(tree: Tree, frame: TreeFrame) -> Value:
    """Make an object; the last element of its row says where its trees are at home."""
    shapes = frame.context.shapes
    shape = shapes.get(tree[1])
    if shape is None:
        shape = shapes[tree[1]] = static_shape(tree[2], tree[3], tree[4])
    return Obj(shape, ((*tree[5], (enter, frame, tree[6], tree[7])),))


def run_dynamic(tree: Tree, frame: TreeFrame) -> Value:
    """Make an object whose names are worked out."""
    _, number, keys, marks, asserts, entries, binds, top = tree
    names = tuple([key if key.__class__ is not tuple else RUN[key[0]](key, frame) for key in keys])
    row = [
        (t.PLUS, name, entry[2]) if entry.__class__ is tuple and entry[0] == t.PLUS else entry
        for name, entry in zip(names, entries, strict=False)
    ]
    home = (enter, frame, binds, top)
    try:
        shape: ObjectShape | None = frame.context.shapes.get((number, names))
    except TypeError:
        shape = None
    tests = entries[len(entries) - asserts :] if asserts else ()
    if shape is None:
        made = dynamic_object(zip(names, marks, row, strict=True), tests)
        made.rows = ((*made.rows[0], home),)
        if None not in names:
            made.shape.static = True
            frame.context.shapes[number, names] = made.shape
        return made
    return Obj(shape, ((*row, *tests, home),))


def enter(tree: Tree, home: Home, target: Obj, layer: int) -> Value:
    """Work out an entry of a row: a field or an assert of an object."""
    kind = tree[0]
    if kind == t.FIELD:
        outer = home[1]
        real = outer.get(tree[1])
        if real is None and outer.context.often(tree[1]):
            real = outer.context.field(tree[1], home)
        if real is not None:
            return real(target, layer)
        tree = tree[2]
        kind = tree[0]
    elif kind == t.PLUS:
        below = inherited(target, layer, tree[1])
        value = tree[2]
        return plus(
            below, value if value.__class__ is not tuple else enter(value, home, target, layer)
        )
    if home[2]:
        return RUN[kind](tree, inside(home, target, layer))
    return RUN[kind](tree, around(home[1], target, layer, top=home[3]))


def inside(home: Home, target: Obj, layer: int) -> TreeFrame:
    """The frame of the fields of an object; with locals they share one, made once an object."""
    _, outer, binds, top = home
    if binds:
        scopes = target.scopes
        if scopes is None:
            scopes = target.scopes = {}
        found: TreeFrame | None = scopes.get(layer)  # type: ignore[assignment]  # a tree's object has these
        if found is not None:
            return found
        frame = scopes[layer] = around(outer, target, layer, top=top)  # type: ignore[assignment]  # as above
        for name, value in binds:
            frame[name] = later(value, frame)
        return frame
    return around(outer, target, layer, top=top)


def around(outer: TreeFrame, target: Obj, layer: int, *, top: bool) -> TreeFrame:
    """The frame of one field of an object without locals."""
    frame = TreeFrame()
    frame.parent = outer
    frame.context = outer.context
    frame["self"] = target
    frame["super"] = layer
    if top:
        frame["$"] = target
    return frame


def run_uncounted(tree: Tree, frame: TreeFrame) -> Value:
    """A field of a comprehension, which is another one each turn."""
    inner = tree[2]
    return RUN[inner[0]](inner, frame)


def run_plus(tree: Tree, frame: TreeFrame) -> Value:
    """Add to what ``super`` has."""
    below = inherited(frame["self"], frame["super"], tree[1])
    return plus(below, value_of(tree[2], frame))


def run_local(tree: Tree, outer: TreeFrame) -> Value:
    """Bind names and run what follows."""
    frame = TreeFrame()
    frame.parent = outer
    frame.context = outer.context
    for name, value in tree[1]:
        frame[name] = later(value, frame)
    body = tree[2]
    return body if body.__class__ is not tuple else RUN[body[0]](body, frame)


# Calls, members, branches.


def run_call(tree: Tree, frame: TreeFrame) -> Value:
    """Run a call of anything; methods of what methods give, one after the other, are no nest."""
    links = []
    while _is_link(tree[1]):
        links.append(tree)
        tree = tree[1][1]
    callee = tree[1]
    function = RUN[callee[0]](callee, frame) if callee.__class__ is tuple else callee
    value = _called(function, tree, frame)
    while links:
        tree = links.pop()
        value = _called(field(value, tree[1][2]), tree, frame)
    return value


def _is_link(callee: Tree) -> bool:
    """Whether what is called is a field of what a call gives."""
    if callee.__class__ is not tuple or callee[0] != t.DOT:
        return False
    target = callee[1]
    return target.__class__ is tuple and target[0] == t.CALL


def _called(function: Value, tree: Tree, frame: TreeFrame) -> Value:
    _, _, given, named, eager = tree
    if eager:
        ready = tuple([value_of(one, frame) for one in given])
        names = tuple([(name, value_of(one, frame)) for name, one in named])
        return call_eager(function, ready, names)
    waiting = [
        one
        if one.__class__ is not tuple
        else frame[one[1]]
        if one[0] == t.NAME
        else later(one, frame)
        for one in given
    ]
    if function.__class__ is Func and not named and function.arity == len(waiting):
        return function.code(*waiting)
    names = tuple([(name, later(one, frame)) for name, one in named])
    return call(function, tuple(waiting), names)


def run_library(tree: Tree, frame: TreeFrame) -> Value:
    """Call a function of the library."""
    _, body, given, waits, at = tree
    context = frame.context
    work = context.bodies.get(body) or context.body(body)
    if waits:
        ready = [
            later(one, frame) if late else value_of(one, frame)
            for one, late in zip(given, waits, strict=True)
        ]
    else:
        ready = [one if one.__class__ is not tuple else RUN[one[0]](one, frame) for one in given]
    return work(*ready) if at < 0 else work(*ready, context.place(at))


def run_dot(tree: Tree, frame: TreeFrame) -> Value:
    """Read a field."""
    target = tree[1]
    if target.__class__ is tuple:
        target = RUN[target[0]](target, frame)
    if target.__class__ is Obj:
        value = target.cache.get(tree[2], ABSENT)
        return fetch(target, tree[2]) if value is ABSENT else value
    return field(target, tree[2])


def run_if(tree: Tree, frame: TreeFrame) -> Value:
    """Run a branch."""
    test = tree[1]
    if test.__class__ is tuple:
        test = RUN[test[0]](test, frame)
    if test is True or truth(test):
        side = tree[2]
    else:
        side = tree[-1]
        for at in range(3, len(tree) - 1, 2):
            if truth(value_of(tree[at], frame)):
                side = tree[at + 1]
                break
    return side if side.__class__ is not tuple else RUN[side[0]](side, frame)


def run_fail(_tree: Tree, _frame: TreeFrame) -> NoReturn:
    """Stop; the second tier says why."""
    raise Stop("the program fails")


def run_import(tree: Tree, frame: TreeFrame) -> Value:
    """Run an import of any kind."""
    return frame.context.load(tree[1], tree[2])


def run_packed(tree: Tree, frame: TreeFrame) -> Value:
    """Run a long body; it is unpacked the first time."""
    opened = frame.context.opened
    body = opened.get(tree[1])
    if body is None:
        body = opened[tree[1]] = loads(tree[1])  # noqa: S302  of our own tree
    return RUN[body[0]](body, frame)


def run_lazy(tree: Tree, frame: TreeFrame) -> Value:
    """Run what was made to wait."""
    return value_of(tree[1], frame)
