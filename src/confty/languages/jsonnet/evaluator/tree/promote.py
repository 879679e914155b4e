"""From the first tier to the second: bodies that run often are translated after all.

A body becomes a unit of its own, a Python function of the variables it uses from outside.
Functions that it calls by name are translated with it, so that calls among them are Python calls.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler.dispatch import TABLES
from confty.languages.jsonnet.evaluator.compiler.frames import (
    MAYBE,
    VALUE,
    FunctionLines,
    Scope,
    Variable,
)
from confty.languages.jsonnet.evaluator.compiler.frames import FunctionFrame as PythonFrame
from confty.languages.jsonnet.evaluator.compiler.locals import bind_group
from confty.languages.jsonnet.evaluator.compiler.loops import NUMBERS, eager_array, is_range
from confty.languages.jsonnet.evaluator.compiler.names import FreeNames
from confty.languages.jsonnet.evaluator.compiler.resolve import resolve_inside
from confty.languages.jsonnet.evaluator.compiler.unit import (
    FunctionBody,
    SharedInFile,
    Unit,
    child,
    define_as,
    tail,
)
from confty.languages.jsonnet.evaluator.tree.frames import TreeFrame
from confty.languages.jsonnet.evaluator.tree.hot import HOT, ITEMS, ME, Hot, Taken, Use
from confty.languages.jsonnet.evaluator.tree.shapes import SELF, Tree
from confty.languages.jsonnet.evaluator.values import ABSENT, Func, Value
from confty.languages.jsonnet.lexer import Tokens
from confty.languages.jsonnet.parser import syntax as s
from confty.languages.jsonnet.parser.grammar import expression_at, function_at, loop_at, object_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

# A unit takes no more functions along than these.
_MOST: Final = 40
_OBJECT: Final = ("self", "super", "$")
_Binds = tuple[tuple[str, Tree], ...]
_FREE: Final = FreeNames({})


class _Conflict(Exception):
    """Two functions of a unit mean different things by one name."""

    def __init__(self, user: str) -> None:
        super().__init__(user)
        self.user = user


class _Gathering:
    """A body and the functions that it calls by name."""

    __slots__ = ("binds", "frames", "left", "taken", "tokens", "uses", "values")

    def __init__(self, tokens: Tokens, left: set[str]) -> None:
        self.tokens = tokens
        # Functions that are better left where they are.
        self.left = left
        self.binds: dict[str, s.Bind] = {}
        self.frames: dict[str, TreeFrame] = {}
        self.taken: list[Taken] = []
        # What each name means, and who uses it.
        self.values: dict[str, Value] = {}
        self.uses: dict[str, list[str]] = {}

    def add(self, user: str, free: set[str], frame: TreeFrame) -> None:
        """Note what a body uses, and take along the functions among it."""
        self.frames[user] = frame
        for name in sorted(free):
            value = frame.find(name)
            if value is ABSENT:
                continue
            known = self.values.get(name, ABSENT)
            if known is ABSENT:
                self.values[name] = value
                self.uses[name] = [user]
                self._take(name, value, user)
            elif known is value:
                self.uses[name].append(user)
            else:
                raise _Conflict(user)

    def _take(self, name: str, value: Value, user: str) -> None:
        if name in self.left or value.__class__ is not Func or value.origin is None:
            return
        tree, home = value.origin
        same_file = home.context is self.frames[user].context
        if not same_file or tree[5] != name or home.get(name) is not value:
            return
        self.taken.append((name, tree[6], user))
        if name in self.binds:
            # The body itself, by its own name.
            return
        if len(self.binds) < _MOST:
            self.binds[name] = bind = _bind(self.tokens, name, tree[6])
            self.add(name, _FREE.bind(bind), home)
        else:
            self.taken.pop()

    def captured(self) -> tuple[Use, ...]:
        """What is not taken along, each name with its users."""
        names = {name for name, _, _ in self.taken}
        if "self" in self.uses or "super" in self.uses:
            users = self.uses.get("self") or self.uses["super"]
            self.uses["self"] = self.uses["super"] = users
        return tuple([(name, tuple(self.uses[name])) for name in sorted(self.uses.keys() - names)])


def _bind(tokens: Tokens, name: str, at: int) -> s.Bind:
    """The function whose parameters begin at a word."""
    parameters, body = function_at(tokens, at - 1)
    start = tokens.starts[at - 1]
    return s.Bind(start, body.end, s.Identifier(start, start, name), parameters, body)


class Promotion:
    """How the bodies of one file are translated."""

    __slots__ = ("_line_of", "_tokens")

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        source = tokens.source
        self._line_of = lambda at: source.place(at)[0]

    def function(self, tree: Tree, home: TreeFrame) -> Hot | None:
        """A function; called by its own name, it calls itself."""
        own = home.get(tree[5])
        known = own.__class__ is Func and own.origin is not None and own.origin[0] is tree
        name = tree[5] if known else ME
        bind = _bind(self._tokens, name, tree[6])

        def begin(gathering: _Gathering) -> None:
            gathering.binds[name] = bind
            gathering.add(name, _FREE.bind(bind), home)

        body = _Body(f"f{tree[6]}", name, None)
        return self._made(body, begin)

    def field(self, at: int, outer: TreeFrame, binds: _Binds, *, top: bool) -> Hot | None:
        """A field, as a function of its object and of the object's locals that it uses."""
        node = expression_at(self._tokens, at)
        free = _FREE.of(node)
        locals_ = dict(binds)
        own = free & {*locals_, "self", "super", *(["$"] if top else [])}
        body = _Body(f"e{at}", ME, node)
        # Most objects have no other local than one for ``self``.
        body.aliases = tuple([name for name in own if locals_.get(name) == (SELF,)])
        body.used = tuple(sorted(own.difference(_OBJECT, body.aliases)))
        body.is_field = True
        body.top = top
        return self._made(body, lambda gathering: gathering.add(ME, free - own, outer))

    def loop(self, ident: str, frame: TreeFrame) -> Hot | None:
        """A comprehension whose first array is worked out already."""
        at = int(ident[1:])
        node = object_at(self._tokens, at - 1) if ident[0] == "o" else loop_at(self._tokens, at)
        assert isinstance(node, s.ArrayComprehension | s.ObjectComprehension)
        first = node.clauses[0]
        assert isinstance(first, s.For)
        given = NUMBERS if is_range(first.source) else ITEMS
        first.source = s.Name(first.source.start, first.source.end, given)
        free = _FREE.of(node)
        body = _Body(ident, ME, node)
        body.given = (given,)
        return self._made(body, lambda gathering: gathering.add(ME, free, frame))

    def _made(self, body: _Body, begin: Callable[[_Gathering], None]) -> Hot | None:
        left: set[str] = set()
        while True:
            gathering = _Gathering(self._tokens, left)
            try:
                begin(gathering)
            except _Conflict as conflict:
                if conflict.user == body.name:
                    return None
                left.add(conflict.user)
            else:
                return self._translated(body, gathering)

    def _translated(self, body: _Body, gathering: _Gathering) -> Hot | None:
        binds = list(gathering.binds.values())
        captured = gathering.captured()
        names = [*[one for one, _ in captured], *body.given]
        resolved = resolve_inside(binds, body.node, [*names, *body.used, *body.aliases])
        file = SharedInFile(TABLES, resolved, self._line_of, big=False, labelled=False)
        unit = Unit(file, body.ident, marking=False)
        block = FunctionLines(PythonFrame(), 1)
        inside = bind_group(unit, binds, _scope(names, block, "v"), block, None)
        if body.node is None:
            block.add(f"return {inside.names[body.name].python}")
        elif body.is_field:
            _emit_field(unit, body, inside, block)
        else:
            _emit_value(unit, body, inside, block)
        unit.finish([_python("v", at) for at in range(len(names))], block)
        if file.pending:
            # Parts that are nested too deep for one function of Python.
            return None
        code = compile(unit.text, f"{HOT}{body.ident}", "exec", dont_inherit=True)
        taken = tuple(gathering.taken)
        return body.name, captured, taken, body.ident, code, unit.constants, body.used


class _Body:
    """What is translated: a function, a field or a comprehension."""

    __slots__ = ("aliases", "given", "ident", "is_field", "name", "node", "top", "used")

    def __init__(self, ident: str, name: str, node: s.Expression | None) -> None:
        self.ident = ident
        self.name = name
        # None for a function, which is one of the binds.
        self.node = node
        # What it is given beside what it captures.
        self.given: tuple[str, ...] = ()
        # For a field: the locals of its object that it uses, those that are the object itself
        # among them, and whether that is the outermost.
        self.is_field = False
        self.aliases: tuple[str, ...] = ()
        self.used: tuple[str, ...] = ()
        self.top = False


def _emit_value(unit: Unit, body: _Body, scope: Scope, block: FunctionLines) -> None:
    """The value itself; some arrays are only made to be worked out at once."""
    assert body.node is not None
    if body.ident[0] == "w":
        block.give(eager_array(unit, body.node, scope, block))
    else:
        tail(unit, body.node, scope, block)


def _emit_field(unit: Unit, body: _Body, scope: Scope, block: FunctionLines) -> None:
    """A function of the object, the layer, and the locals of the object."""
    assert body.node is not None
    inner = child(block)
    inside = _scope(["self", "super", *body.used], inner, "l", scope)
    assert inside.this is not None
    for name in body.aliases:
        inside.names[name] = inside.this[0]
    if body.top:
        inside.dollar = inside.this[0]
    tail(unit, body.node, inside, inner)
    params = ", ".join([_python("l", at) for at in range(len(body.used) + 2)])
    define_as(unit, block, FunctionBody(params, inner, body.node, ""), "body")
    block.add("return body")


def _python(letter: str, at: int) -> str:
    return f"{letter}{at}{letter}"


def _scope(
    names: list[str], block: FunctionLines, letter: str, around: Scope | None = None
) -> Scope:
    """A scope of Python parameters."""
    scope = Scope(around)
    held = {}
    for at, name in enumerate(names):
        ready = name in _OBJECT or name in {ITEMS, NUMBERS}
        held[name] = Variable(_python(letter, at), VALUE if ready else MAYBE, block.frame)
        if name not in _OBJECT:
            scope.names[name] = held[name]
    if "self" in held:
        scope.this = (held["self"], held["super"])
    if "$" in held:
        scope.dollar = held["$"]
    return scope
