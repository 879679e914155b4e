"""The checks a program must pass before any of it runs, in one walk over the file.

Every name must mean something, ``self`` and ``super`` need an object, names of one group must
differ.  On the way it notes which functions are used other than by calling them.
"""

from __future__ import annotations

from confty.languages.jsonnet.codes import DUPLICATE_FIELD, DUPLICATE_NAME, NO_SELF, UNKNOWN_NAME
from confty.languages.jsonnet.parser import syntax as s
from confty.text import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final


class StaticError(Exception):
    """A program that must not run; carries the place and the sentence."""

    def __init__(self, code: Code, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.end = end
        self.message = message


class Resolved:
    """What the walk found: functions used as values, and the free names of long bodies."""

    __slots__ = ("escaping", "free")

    def __init__(self) -> None:
        self.escaping: set[s.Bind] = set()
        self.free: dict[s.Node, set[str]] = {}


def resolve(body: s.Expression) -> Resolved:
    """Check a file's names, or raise ``StaticError`` at the first mistake."""
    walker = _Walker()
    walker.visit(body)
    return walker.resolved


def resolve_inside(binds: list[s.Bind], body: s.Expression | None, names: list[str]) -> Resolved:
    """The same for correct binds and a body that stand where some names are known."""
    walker = _Walker()
    for name in names:
        walker.scopes[name] = [(None, 0)]
    walker.objects = [0]
    walker.bind_names(binds)
    for bind in binds:
        walker.bind_value(bind)
    if body is not None:
        walker.visit(body)
    return walker.resolved


def accepts(parameters: list[s.Parameter], call: s.Call) -> bool:
    """Whether a call can be made directly: every argument has its parameter, none is missing."""
    arguments = call.arguments
    if len(arguments) == len(parameters) and all(a.name is None for a in arguments):
        return True
    names = [parameter.name.name for parameter in parameters]
    given: set[str] = set()
    for at, argument in enumerate(arguments):
        if argument.name is None:
            if at >= len(names):
                return False
            given.add(names[at])
        elif argument.name.name in given or argument.name.name not in names:
            return False
        else:
            given.add(argument.name.name)
    return all(p.name.name in given or p.default is not None for p in parameters)


# Bodies longer than this have their free names noted on the way.
LONG: Final = 200

# What binds a name, if it is a function, and how many long bodies stood open there.
_Binding = tuple["s.Bind | None", int]


class _Walker:
    __slots__ = ("objects", "open", "resolved", "scopes")

    def __init__(self) -> None:
        # Each name leads to what binds it, innermost last; a function's bind is kept, so that
        # a call can be told from another use.
        self.scopes: dict[str, list[_Binding]] = {"std": [(None, 0)]}
        # For each object around, how many long bodies stood open there.
        self.objects: list[int] = []
        # The free names of the long bodies around.
        self.open: list[set[str]] = []
        self.resolved = Resolved()

    def note(self, name: str, depth: int) -> None:
        """A name is free in every open body that began after it was bound."""
        for names in self.open[depth:]:
            names.add(name)

    def long(self, node: s.Node) -> bool:
        """Begin a body; whether it is long enough to be noted."""
        if node.end - node.start <= LONG:
            return False
        names: set[str] = set()
        self.open.append(names)
        self.resolved.free[node] = names
        return True

    def visit(self, node: s.Node) -> None:
        _VISITS.get(node.__class__, _Walker.parts)(self, node)

    def parts(self, node: s.Node) -> None:
        for part in node.parts:
            value = getattr(node, part)
            if value is None:
                continue
            if value.__class__ is list:
                for item in value:
                    _VISITS.get(item.__class__, _Walker.parts)(self, item)
            else:
                _VISITS.get(value.__class__, _Walker.parts)(self, value)

    def leaf(self, node: s.Node) -> None:
        """A node without names in it."""

    def name(self, node: s.Name) -> None:
        bound = self.scopes.get(node.name)
        if not bound:
            raise StaticError(UNKNOWN_NAME, node.start, node.end, f"Unknown variable: {node.name}")
        bind, depth = bound[-1]
        if bind is not None:
            self.resolved.escaping.add(bind)
        if self.open:
            self.note(node.name, depth)

    def call(self, node: s.Call) -> None:
        callee = node.callee
        if isinstance(callee, s.Name):
            bound = self.scopes.get(callee.name)
            bind, depth = bound[-1] if bound else (None, 0)
            if bind is None or not accepts(_parameters(bind), node):
                self.name(callee)
            elif self.open:
                self.note(callee.name, depth)
        else:
            self.visit(callee)
        for argument in node.arguments:
            self.visit(argument.value)

    def dot(self, node: s.Dot) -> None:
        target = node.target
        _VISITS.get(target.__class__, _Walker.parts)(self, target)

    def this(self, node: s.Node) -> None:
        if not self.objects:
            word = "super" if node.__class__ is not s.Self else "self"
            end = node.start + 5 if word == "super" else node.end
            raise StaticError(NO_SELF, node.start, end, f"Can't use {word} outside of an object.")
        self.note_self()
        self.parts(node)

    def note_self(self) -> None:
        """``self`` and ``super`` belong to the innermost object."""
        for names in self.open[self.objects[-1] :]:
            names.update(("self", "super"))

    def dollar(self, node: s.Dollar) -> None:
        if not self.objects:
            raise StaticError(NO_SELF, node.start, node.end, "No top-level object found.")
        self.note("$", self.objects[0])

    def in_super(self, node: s.InSuper) -> None:
        if not self.objects:
            message = "Can't use super outside of an object."
            raise StaticError(NO_SELF, node.start, node.end, message)
        self.note_self()
        self.visit(node.key)

    def function(self, node: s.Function) -> None:
        long = self.long(node)
        self.lambda_(node, node.parameters, node.body)
        if long:
            self.open.pop()

    def lambda_(self, place: s.Node, parameters: list[s.Parameter], body: s.Expression) -> None:
        scopes = self.scopes
        names: set[str] = set()
        for parameter in parameters:
            name = parameter.name.name
            if name in names:
                message = f"Duplicate function parameter: {name}"
                raise StaticError(DUPLICATE_NAME, place.start, place.end, message)
            names.add(name)
            scopes.setdefault(name, []).append((None, len(self.open)))
        for parameter in parameters:
            if parameter.default is not None:
                self.visit(parameter.default)
        self.visit(body)
        for name in names:
            scopes[name].pop()

    def bind_names(self, binds: list[s.Bind]) -> None:
        seen: set[str] = set()
        for bind in binds:
            name = bind.name.name
            if name in seen:
                place = bind.name
                raise StaticError(
                    DUPLICATE_NAME, place.start, place.end, f"duplicate local var: {name}"
                )
            seen.add(name)
            known = bind if _is_function(bind) else None
            self.scopes.setdefault(name, []).append((known, len(self.open)))

    def bind_value(self, bind: s.Bind) -> None:
        long = self.long(bind)
        if bind.parameters is not None:
            self.lambda_(bind, bind.parameters, bind.value)
        else:
            self.visit(bind.value)
        if long:
            self.open.pop()

    def local(self, node: s.Local) -> None:
        # Long chains of locals are walked in a loop: a library has hundreds.
        chain: list[s.Local] = []
        body: s.Expression = node
        while isinstance(body, s.Local):
            chain.append(body)
            self.bind_names(body.binds)
            for bind in body.binds:
                self.bind_value(bind)
            body = body.body
        self.visit(body)
        for link in chain:
            for bind in link.binds:
                self.scopes[bind.name.name].pop()

    def object(self, node: s.Object) -> None:
        fields: set[str] = set()
        locals_: list[s.Bind] = []
        for member in node.members:
            if isinstance(member, s.Field):
                self.field_name(member, fields)
            elif isinstance(member, s.ObjectLocal):
                locals_.append(member.bind)
        self.inside(node.members, locals_)

    def field_name(self, field: s.Field, seen: set[str]) -> None:
        key = field.key
        if field.computed:
            self.visit(key)
            return
        name = s.fixed_name(field)
        if name in seen:
            raise StaticError(DUPLICATE_FIELD, key.start, key.end, f"Duplicate field: {name}")
        seen.add(name)

    def inside(self, members: list[s.Member], locals_: list[s.Bind]) -> None:
        self.bind_names(locals_)
        self.objects.append(len(self.open))
        for member in members:
            if isinstance(member, s.Field):
                self.field_value(member)
            elif isinstance(member, s.ObjectLocal):
                self.bind_value(member.bind)
            else:
                self.parts(member)
        self.objects.pop()
        for bind in locals_:
            self.scopes[bind.name.name].pop()

    def field_value(self, field: s.Field) -> None:
        long = self.long(field)
        if field.parameters is not None:
            self.lambda_(field, field.parameters, field.value)
        else:
            self.visit(field.value)
        if field.plus:
            self.note_self()
        if long:
            self.open.pop()

    def clauses(self, clauses: list[s.Clause]) -> list[str]:
        bound = []
        for clause in clauses:
            if isinstance(clause, s.For):
                self.visit(clause.source)
                name = clause.name.name
                self.scopes.setdefault(name, []).append((None, len(self.open)))
                bound.append(name)
            else:
                self.visit(clause.test)
        return bound

    def array_comprehension(self, node: s.ArrayComprehension) -> None:
        bound = self.clauses(node.clauses)
        self.visit(node.element)
        for name in bound:
            self.scopes[name].pop()

    def object_comprehension(self, node: s.ObjectComprehension) -> None:
        bound = self.clauses(node.clauses)
        self.visit(node.field.key)
        locals_ = [m.bind for m in node.members if isinstance(m, s.ObjectLocal)]
        self.inside(node.members, locals_)
        for name in bound:
            self.scopes[name].pop()


def _is_function(bind: s.Bind) -> bool:
    return bind.parameters is not None or bind.value.__class__ is s.Function


def _parameters(bind: s.Bind) -> list[s.Parameter]:
    if bind.parameters is not None:
        return bind.parameters
    assert isinstance(bind.value, s.Function)
    return bind.value.parameters


_VISITS: Final[dict[type, Callable[[_Walker, Any], None]]] = {
    s.Name: _Walker.name,
    s.Call: _Walker.call,
    s.Dot: _Walker.dot,
    s.Self: _Walker.this,
    s.SuperField: _Walker.this,
    s.SuperIndex: _Walker.this,
    s.InSuper: _Walker.in_super,
    s.Dollar: _Walker.dollar,
    s.Function: _Walker.function,
    s.Local: _Walker.local,
    s.Object: _Walker.object,
    s.ArrayComprehension: _Walker.array_comprehension,
    s.ObjectComprehension: _Walker.object_comprehension,
    s.String: _Walker.leaf,
    s.Number: _Walker.leaf,
    s.Identifier: _Walker.leaf,
    s.Boolean: _Walker.leaf,
    s.Null: _Walker.leaf,
    s.Import: _Walker.leaf,
}
