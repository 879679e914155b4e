"""Running a program from its tree.

``RUN[tree[0]](tree, frame)`` is the value of a tree that is no literal; ``later`` gives something
that holds its value, worked out or not.  What goes wrong here is told by the second tier, which
runs the program again: so nothing in this room knows places, and a program that fails may fail
with any words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from confty.languages.jsonnet.evaluator import operators
from confty.languages.jsonnet.evaluator.calls import call, call_eager
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.objects import (
    dynamic_object,
    fetch,
    field,
    in_super,
    inherited,
    super_field,
)
from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.frames import Frame
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EAGER,
    Func,
    Obj,
    Shape,
    Thunk,
    Value,
    force,
    static_shape,
)

Runner = Callable[[Tree, Frame], Value]
# Where the entries of a row are at home: how to enter them, the frame around the object, its
# locals, and whether it is the outermost one.
Home = tuple[Callable[..., Value], Frame, Tree, bool]


def value_of(tree: Tree, frame: Frame) -> Value:
    """The value of a tree."""
    return tree if tree.__class__ is not tuple else RUN[tree[0]](tree, frame)


def _forced(place: tuple[Tree, Frame]) -> Value:
    tree, frame = place
    return RUN[tree[0]](tree, frame)


def later(tree: Tree, frame: Frame) -> Value:
    """What holds the value of a tree, worked out or not."""
    if tree.__class__ is not tuple:
        return tree
    kind = tree[0]
    if kind == t.NAME:
        return frame[tree[1]]
    if kind <= t.READY:
        return RUN[kind](tree, frame)
    return Thunk(_forced, (tree, frame))


def _name(tree: Tree, frame: Frame) -> Value:
    value = frame[tree[1]]
    if value.__class__ is Thunk:
        return value.value if value.run is None else force(value)
    return value


def _function(tree: Tree, frame: Frame) -> Value:
    made = Func(_code(tree, frame), tree[1], tree[2], tree[5])
    made.origin = (tree, frame)
    return made


def _code(tree: Tree, outer: Frame) -> Callable[..., Value]:
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
        frame = Frame(zip(names, given, strict=True))
        frame.parent = outer
        frame.context = context
        if defaults:
            _fill(frame, defaults)
        return body if body.__class__ is not tuple else RUN[body[0]](body, frame)

    return code


def _fill(frame: Frame, defaults: tuple[tuple[str, Tree], ...]) -> None:
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


def _self(_tree: Tree, frame: Frame) -> Value:
    return frame["self"]


def _dollar(_tree: Tree, frame: Frame) -> Value:
    return frame["$"]


# Objects.  The last element of a row says where its trees are at home.


def _object(tree: Tree, frame: Frame) -> Value:
    shapes = frame.context.shapes
    shape = shapes.get(tree[1])
    if shape is None:
        shape = shapes[tree[1]] = static_shape(tree[2], tree[3], tree[4])
    return Obj(shape, ((*tree[5], (enter, frame, tree[6], tree[7])),))


def _dynamic(tree: Tree, frame: Frame) -> Value:
    _, number, keys, marks, asserts, entries, binds, top = tree
    names = tuple([key if key.__class__ is not tuple else RUN[key[0]](key, frame) for key in keys])
    row = [
        (t.PLUS, name, entry[2]) if entry.__class__ is tuple and entry[0] == t.PLUS else entry
        for name, entry in zip(names, entries, strict=False)
    ]
    home = (enter, frame, binds, top)
    try:
        shape: Shape | None = frame.context.shapes.get((number, names))
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
        return operators.plus(
            below, value if value.__class__ is not tuple else enter(value, home, target, layer)
        )
    return RUN[kind](tree, inside(home, target, layer))


def inside(home: Home, target: Obj, layer: int) -> Frame:
    """The frame of the fields of an object; with locals they share one, made once an object."""
    _, outer, binds, top = home
    if binds:
        scopes = target.scopes
        if scopes is None:
            scopes = target.scopes = {}
        found: Frame | None = scopes.get(layer)  # type: ignore[assignment]
        if found is not None:
            return found
        frame = scopes[layer] = _around(outer, target, layer, top=top)  # type: ignore[assignment]
        for name, value in binds:
            frame[name] = later(value, frame)
        return frame
    return _around(outer, target, layer, top=top)


def _around(outer: Frame, target: Obj, layer: int, *, top: bool) -> Frame:
    frame = Frame()
    frame.parent = outer
    frame.context = outer.context
    frame["self"] = target
    frame["super"] = layer
    if top:
        frame["$"] = target
    return frame


def _uncounted(tree: Tree, frame: Frame) -> Value:
    """A field of a comprehension, which is another one each turn."""
    inner = tree[2]
    return RUN[inner[0]](inner, frame)


def _plus(tree: Tree, frame: Frame) -> Value:
    below = inherited(frame["self"], frame["super"], tree[1])
    return operators.plus(below, value_of(tree[2], frame))


def _local(tree: Tree, outer: Frame) -> Value:
    frame = Frame()
    frame.parent = outer
    frame.context = outer.context
    for name, value in tree[1]:
        frame[name] = later(value, frame)
    body = tree[2]
    return body if body.__class__ is not tuple else RUN[body[0]](body, frame)


# Comprehensions.

_Clauses = tuple[tuple["str | None", Tree], ...]


def _turns(clauses: _Clauses, at: int, frame: Frame, use: Callable[[Frame], None]) -> None:
    """Walk the loops from one clause on; ``use`` gets a frame for every turn."""
    if at == len(clauses):
        use(frame)
        return
    name, tree = clauses[at]
    if name is None:
        if _truth(value_of(tree, frame)):
            _turns(clauses, at + 1, frame, use)
        return
    for item in operators.iterable(value_of(tree, frame)):
        inner = Frame()
        inner.parent = frame
        inner.context = frame.context
        inner[name] = item
        _turns(clauses, at + 1, inner, use)


def _array_loop(tree: Tree, frame: Frame) -> Value:
    _, at, element, clauses, eager = tree
    name, source = clauses[0]
    items = operators.iterable(value_of(source, frame))
    context = frame.context
    if len(items) > MANY or context.often(at):
        value = context.loop(f"w{at}" if eager else f"a{at}", frame, items)
        if value is not ABSENT:
            return value
    found: list[Value] = []
    give = value_of if eager else later
    for item in items:
        inner = Frame()
        inner.parent = frame
        inner.context = context
        inner[name] = item
        if len(clauses) == 1:
            found.append(give(element, inner))
        else:
            _turns(clauses, 1, inner, lambda turn: found.append(give(element, turn)))
    return found


def _object_loop(tree: Tree, frame: Frame) -> Value:
    _, at, key, entry, plus, clauses, binds, top = tree
    name, source = clauses[0]
    items = operators.iterable(value_of(source, frame))
    if len(items) > MANY or frame.context.often(at):
        value = frame.context.loop(f"o{at}", frame, items)
        if value is not ABSENT:
            return value
    entries: list[tuple[Value, int, Value]] = []

    def use(turn: Frame) -> None:
        called = value_of(key, turn)
        value = (t.PLUS, called, entry) if plus else entry
        if value.__class__ is tuple:
            value = _at_home(value, turn, binds, top=top)
        entries.append((called, 0, value))

    for item in items:
        inner = Frame()
        inner.parent = frame
        inner.context = frame.context
        inner[name] = item
        _turns(clauses, 1, inner, use)
    return dynamic_object(entries)


def _at_home(tree: Tree, turn: Frame, binds: Tree, *, top: bool) -> Callable[[Obj, int], Value]:
    """A field of a comprehension: every turn of the loop has variables of its own."""

    def entry(target: Obj, layer: int) -> Value:
        frame = _around(turn, target, layer, top=top)
        for name, value in binds:
            frame[name] = later(value, frame)
        return RUN[tree[0]](tree, frame)

    return entry


# Calls, members, branches.


def _call(tree: Tree, frame: Frame) -> Value:
    _, callee, given, named, eager = tree
    function = RUN[callee[0]](callee, frame) if callee.__class__ is tuple else callee
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


def _library(tree: Tree, frame: Frame) -> Value:
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


def _standard(_tree: Tree, frame: Frame) -> Value:
    return frame.context.library().whole()


def _member(tree: Tree, frame: Frame) -> Value:
    return frame.context.library().member(tree[1])


def _dot(tree: Tree, frame: Frame) -> Value:
    target = tree[1]
    if target.__class__ is tuple:
        target = RUN[target[0]](target, frame)
    if target.__class__ is Obj:
        value = target.cache.get(tree[2], ABSENT)
        return fetch(target, tree[2]) if value is ABSENT else value
    return field(target, tree[2])


def _index(tree: Tree, frame: Frame) -> Value:
    return operators.index(value_of(tree[1], frame), value_of(tree[2], frame))


def _slice(tree: Tree, frame: Frame) -> Value:
    return operators.slice_(*[value_of(part, frame) for part in tree[1:]])


def _super(tree: Tree, frame: Frame) -> Value:
    name = value_of(tree[1], frame)
    return super_field(frame["self"], frame["super"], name)


def _in_super(tree: Tree, frame: Frame) -> Value:
    return in_super(value_of(tree[1], frame), frame["self"], frame["super"])


def _truth(value: Value) -> bool:
    if value is True:
        return True
    if value is False:
        return False
    raise Stop("expected a boolean")


def _if(tree: Tree, frame: Frame) -> Value:
    test = tree[1]
    if test.__class__ is tuple:
        test = RUN[test[0]](test, frame)
    side = tree[2] if test is True or _truth(test) else tree[3]
    return side if side.__class__ is not tuple else RUN[side[0]](side, frame)


def _and(tree: Tree, frame: Frame) -> Value:
    return _truth(value_of(tree[1], frame)) and _truth(value_of(tree[2], frame))


def _or(tree: Tree, frame: Frame) -> Value:
    return _truth(value_of(tree[1], frame)) or _truth(value_of(tree[2], frame))


def _fail(_tree: Tree, _frame: Frame) -> NoReturn:
    raise Stop("the program fails")


def _check(tree: Tree, frame: Frame) -> None:
    if not _truth(value_of(tree[1], frame)):
        raise Stop("an assert fails")


def _assert(tree: Tree, frame: Frame) -> Value:
    _check(tree, frame)
    return value_of(tree[2], frame)


def _import(tree: Tree, frame: Frame) -> Value:
    return frame.context.load(tree[1], tree[2])


def _lazy(tree: Tree, frame: Frame) -> Value:
    return value_of(tree[1], frame)


def _unary(work: Callable[[Value], Value]) -> Runner:
    def run(tree: Tree, frame: Frame) -> Value:
        return work(value_of(tree[1], frame))

    return run


def _binary(work: Callable[[Value, Value], Value]) -> Runner:
    def run(tree: Tree, frame: Frame) -> Value:
        _, left, right = tree
        if left.__class__ is tuple:
            left = RUN[left[0]](left, frame)
        if right.__class__ is tuple:
            right = RUN[right[0]](right, frame)
        return work(left, right)

    return run


# Loops over more elements than these are translated before they start.
MANY: Final = 100

_OPERATORS: Final = {
    "+": operators.add,
    "-": operators.subtract,
    "*": operators.multiply,
    "/": operators.divide,
    "%": operators.modulo,
    "==": operators.equals,
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
    t.NAME: _name,
    t.FUNCTION: _function,
    t.SELF: _self,
    t.DOLLAR: _dollar,
    t.OBJECT: _object,
    t.ARRAY: lambda tree, frame: [later(one, frame) for one in tree[1]],
    t.LAZY: _lazy,
    t.FIELD: _uncounted,
    t.PLUS: _plus,
    t.DYNAMIC: _dynamic,
    t.LOCAL: _local,
    t.ARRAY_LOOP: _array_loop,
    t.OBJECT_LOOP: _object_loop,
    t.CALL: _call,
    t.LIBRARY: _library,
    t.STANDARD: _standard,
    t.MEMBER: _member,
    t.DOT: _dot,
    t.INDEX: _index,
    t.SLICE: _slice,
    t.SUPER: _super,
    t.IN_SUPER: _in_super,
    t.IF: _if,
    t.AND: _and,
    t.OR: _or,
    t.ERROR: _fail,
    t.CHECK: _check,
    t.ASSERT: _assert,
    t.IMPORT: _import,
    t.BROKEN: _fail,
    **{number: _unary(_PREFIXES[sign]) for sign, number in t.UNARY.items()},
    **{t.BINARY[sign]: _binary(work) for sign, work in _OPERATORS.items()},
}
#: How each kind of tree runs, by its number.
RUN: Final[list[Runner]] = [_KINDS[number] for number in range(len(_KINDS))]
