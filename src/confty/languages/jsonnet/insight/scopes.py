"""What every name in scope means, found by the text alone, in one pass.

What only types can tell, the places of fields and of named arguments, is noted for later.
"""

from __future__ import annotations

from typing import NamedTuple

from confty.generics import TypeVar, cast
from confty.kit.sights import Kind, Occurrence
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.parser import syntax
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final, Literal, TypeAlias

N = TypeVar("N", bound=syntax.Node)
ScopeStep: TypeAlias = "Callable[[], object]"

STD: Final = "`std` is part of the language"
UNBOUND: Final = "nothing introduces this name"


class Binding(NamedTuple):
    """A name that the text introduces: where, as what, and for which expression."""

    name: syntax.Identifier
    role: Literal["local", "parameter", "loop"]
    # The node whose type is the function, of a parameter; else what introduces the name.
    owner: syntax.Node
    # What it stands for, where that is an expression and no method.
    value: syntax.Expression | None
    span: Span

    @property
    def kind(self) -> Kind:
        """What it names."""
        if self.role == "parameter":
            return Kind.PARAMETER
        if isinstance(self.owner, syntax.Bind) and is_function(self.owner):
            return Kind.FUNCTION
        return Kind.VARIABLE


def is_function(node: syntax.Bind | syntax.Field) -> bool:
    """Whether a bind or a field is written as a function."""
    return node.parameters is not None or isinstance(stripped(node.value), syntax.Function)


class Scopes:
    """The names of one file."""

    def __init__(self, source: Source, body: syntax.Expression) -> None:
        self._source = source
        # What each variable means, and the objects around ``self``, ``$`` and ``super``.
        self.meaning: dict[syntax.Node, Binding] = {}
        self.inside: dict[syntax.Node, tuple[syntax.Node, ...]] = {}
        # What is called, the variables where they are written, and the places of fields: a key
        # with its literal, a named argument with its call, an access on its own.
        self.called: set[syntax.Node] = set()
        self.variables: list[Occurrence] = []
        self.keys: list[tuple[syntax.Node, syntax.Field]] = []
        self.arguments: list[tuple[syntax.Call, syntax.Identifier]] = []
        self.accesses: list[syntax.Expression] = []
        self._bound: dict[str, list[Binding]] = {}
        self._objects: tuple[syntax.Node, ...] = ()
        self._walk(body)

    # What the steps of the walk do.

    def _walk(self, body: syntax.Expression) -> None:
        """Walk without recursion: a file may nest as deep as the parser goes."""
        steps: list[ScopeStep | syntax.Node] = [body]
        while steps:
            step = steps.pop()
            if not isinstance(step, syntax.Node):
                step()
                continue
            rule = _RULES.get(type(step))
            following = list(syntax.children(step)) if rule is None else rule(self, step)
            steps.extend(reversed(following))

    def _bind(self, bindings: Sequence[Binding]) -> ScopeStep:
        def step() -> None:
            for one in bindings:
                self._bound.setdefault(one.name.name, []).append(one)

        return step

    def _unbind(self, bindings: Sequence[Binding]) -> ScopeStep:
        def step() -> None:
            for one in reversed(bindings):
                self._bound[one.name.name].pop()

        return step

    def _introduce(
        self,
        name: syntax.Identifier,
        role: Literal["local", "parameter", "loop"],
        owner: syntax.Node,
        value: syntax.Expression | None = None,
    ) -> Binding:
        span = Span(self._source, name.start, name.end)
        made = Binding(name, role, owner, value, span)
        if name.name:
            self.meaning[name] = made
            self.variables.append(
                Occurrence(name.name, made.kind, name.start, name.end, (span,), writes=True)
            )
        return made

    def _binds(self, binds: Sequence[syntax.Bind]) -> list[Binding]:
        return [
            self._introduce(one.name, "local", one, one.value if one.parameters is None else None)
            for one in binds
        ]

    def _function(
        self,
        parameters: Sequence[syntax.Parameter],
        owner: syntax.Node,
        body: syntax.Expression,
    ) -> list[ScopeStep | syntax.Node]:
        made = [self._introduce(one.name, "parameter", owner) for one in parameters]
        defaults = [one.default for one in parameters if one.default is not None]
        return [self._bind(made), *defaults, body, self._unbind(made)]

    # One function a kind of node: what follows, in order.

    def local(self, node: syntax.Local) -> list[ScopeStep | syntax.Node]:
        """``local a = …; …``: all binds are in scope in all of them."""
        made = self._binds(node.binds)
        return [self._bind(made), *node.binds, node.body, self._unbind(made)]

    def bind(self, node: syntax.Bind) -> list[ScopeStep | syntax.Node]:
        """A bind whose name is known."""
        if node.parameters is None:
            return [node.value]
        return self._function(node.parameters, node.name, node.value)

    def function(self, node: syntax.Function) -> list[ScopeStep | syntax.Node]:
        """``function(x) …``."""
        return self._function(node.parameters, node, node.body)

    def object(self, node: syntax.Object) -> list[ScopeStep | syntax.Node]:
        """Computed names stand outside of the object, everything else inside."""
        outside = [
            one.key for one in node.members if isinstance(one, syntax.Field) and one.computed
        ]
        return [*outside, *self._inside(node, node.members)]

    def _inside(
        self, node: syntax.Object | syntax.ObjectComprehension, inside: Sequence[syntax.Member]
    ) -> list[ScopeStep | syntax.Node]:
        made = self._binds([one.bind for one in inside if isinstance(one, syntax.ObjectLocal)])
        steps: list[ScopeStep | syntax.Node] = [self._enter(node), self._bind(made)]
        for one in inside:
            if isinstance(one, syntax.Field):
                self.keys.append((node, one))
                steps += (
                    [one.value]
                    if one.parameters is None
                    else self._function(one.parameters, one.key, one.value)
                )
            else:
                steps.append(one)
        return [*steps, self._unbind(made), self._leave]

    def _enter(self, node: syntax.Node) -> ScopeStep:
        def step() -> None:
            self._objects = (*self._objects, node)

        return step

    def _leave(self) -> None:
        self._objects = self._objects[:-1]

    def object_comprehension(
        self, node: syntax.ObjectComprehension
    ) -> list[ScopeStep | syntax.Node]:
        """Loops are around the key and the object."""
        steps, made = self._clauses(node.clauses)
        return [*steps, node.field.key, *self._inside(node, node.members), self._unbind(made)]

    def array_comprehension(
        self, node: syntax.ArrayComprehension
    ) -> list[ScopeStep | syntax.Node]:
        """Loops are around the element."""
        steps, made = self._clauses(node.clauses)
        return [*steps, node.element, self._unbind(made)]

    def _clauses(
        self, clauses: Sequence[syntax.Clause]
    ) -> tuple[list[ScopeStep | syntax.Node], list[Binding]]:
        steps: list[ScopeStep | syntax.Node] = []
        made: list[Binding] = []
        for one in clauses:
            if isinstance(one, syntax.Filter):
                steps.append(one.test)
                continue
            made.append(self._introduce(one.name, "loop", one))
            steps += [one.source, self._bind(made[-1:])]
        return steps, made

    def name(self, node: syntax.Name) -> list[ScopeStep | syntax.Node]:
        """A variable."""
        bound = self._bound.get(node.name)
        place = node.name, node.start, node.end
        called = node in self.called
        if bound:
            self.meaning[node] = meant = bound[-1]
            name, start, end = place
            self.variables.append(
                Occurrence(name, meant.kind, start, end, (meant.span,), called=called)
            )
        elif node.name == "std":
            name, start, end = place
            self.variables.append(
                Occurrence(name, Kind.NAMESPACE, start, end, (), called=called, fixed=STD)
            )
        elif node.name:
            name, start, end = place
            self.variables.append(
                Occurrence(name, Kind.VARIABLE, start, end, (), called=called, fixed=UNBOUND)
            )
        return []

    def within(self, node: syntax.Expression) -> list[ScopeStep | syntax.Node]:
        """``self``, ``$`` and ``super``: note the objects around."""
        self.inside[node] = self._objects
        if not isinstance(node, syntax.Self | syntax.Dollar):
            self.accesses.append(node)
        return list(syntax.children(node))

    def call(self, node: syntax.Call) -> list[ScopeStep | syntax.Node]:
        """A call: its arguments may be named."""
        self.called.add(stripped(node.callee))
        named = [one.name for one in node.arguments if one.name is not None]
        self.arguments += [(node, one) for one in named]
        if not named:
            self.accesses.append(node)
        return [node.callee, *[one.value for one in node.arguments]]

    def access(self, node: syntax.Dot | syntax.Index) -> list[ScopeStep | syntax.Node]:
        """``x.f`` and ``x[…]``."""
        self.accesses.append(node)
        following: list[ScopeStep | syntax.Node] = [node.target]
        if isinstance(node, syntax.Index):
            following.append(node.index)
        return following

    def binary(self, node: syntax.Binary) -> list[ScopeStep | syntax.Node]:
        """``'f' in o`` and ``'%(f)s' % o`` name fields."""
        if node.operator in {"in", "%"}:
            self.accesses.append(node)
        return [node.left, node.right]


_Rule: TypeAlias = "Callable[[Scopes, syntax.Node], list[ScopeStep | syntax.Node]]"


def _rule(
    kind: type[N], visit: Callable[[Scopes, N], list[ScopeStep | syntax.Node]]
) -> tuple[type[syntax.Node], _Rule]:
    """Pair a class with what walks it; the table asks each function about its class only."""
    return kind, cast("_Rule", visit)


_RULES: Final[dict[type[syntax.Node], _Rule]] = dict(
    (
        _rule(syntax.Local, Scopes.local),
        _rule(syntax.Bind, Scopes.bind),
        _rule(syntax.Function, Scopes.function),
        _rule(syntax.Object, Scopes.object),
        _rule(syntax.ObjectComprehension, Scopes.object_comprehension),
        _rule(syntax.ArrayComprehension, Scopes.array_comprehension),
        _rule(syntax.Name, Scopes.name),
        _rule(syntax.Self, Scopes.within),
        _rule(syntax.Dollar, Scopes.within),
        _rule(syntax.SuperField, Scopes.within),
        _rule(syntax.SuperIndex, Scopes.within),
        _rule(syntax.InSuper, Scopes.within),
        _rule(syntax.Call, Scopes.call),
        _rule(syntax.Dot, Scopes.access),
        _rule(syntax.Index, Scopes.access),
        _rule(syntax.Binary, Scopes.binary),
    )
)
