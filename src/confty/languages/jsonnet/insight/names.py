"""Every name of a file where it is written, with the places that introduce it: one pass.

Names in scope are found by the text alone, fields by the types of what they are read from.  A
field has one place for each layer that writes it; texts that name fields (``'f' in o``,
``std.get(o, 'f')``, ``'%(f)s' % o``, docsonnet's ``'#f'``) are places of the field too, so that a
rename does not forget them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, cast

from confty.kit.sights import Kind, Occurrence
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.insight.fields import FieldNames
from confty.languages.jsonnet.parser import syntax
from confty.text import Span

if TYPE_CHECKING:
    from confty.languages.jsonnet.insight.ground import Ground

N = TypeVar("N", bound=syntax.Node)
Step: TypeAlias = "Callable[[], object]"

STD: Final = "`std` is part of the language"
UNBOUND: Final = "nothing introduces this name"


class Binding:
    """A name that the text introduces: where, as what, and for which expression."""

    __slots__ = ("name", "owner", "role", "span", "value")

    def __init__(
        self,
        name: syntax.Identifier,
        role: Literal["local", "parameter", "loop"],
        owner: syntax.Node,
        value: syntax.Expression | None,
        span: Span,
    ) -> None:
        self.name: Final = name
        self.role: Final = role
        # The node whose type is the function, of a parameter; else what introduces the name.
        self.owner: Final = owner
        # What it stands for, where that is an expression and no method.
        self.value: Final = value
        self.span: Final = span

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


class Names:
    """The names of one file."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        # What each variable means, and the object that ``self`` or ``super`` means at a node.
        self.meaning: dict[syntax.Node, Binding] = {}
        self.inside: dict[syntax.Node, tuple[syntax.Node, ...]] = {}
        self._bound: dict[str, list[Binding]] = {}
        self._objects: tuple[syntax.Node, ...] = ()
        self._called: set[syntax.Node] = set()
        self._found: list[Occurrence] = []
        self._later: list[Step] = []
        self._fields = FieldNames(ground, self)
        self._walk(ground.body)

    def all(self) -> Sequence[Occurrence]:
        """Return every name, in order; fields are looked up when somebody first asks."""
        with self._ground.looking():
            for step in self._later:
                step()
        if self._later:
            self._found.sort(key=lambda one: (one.start, one.end))
        self._later = []
        return self._found

    # What the steps of the walk do.

    def _walk(self, body: syntax.Expression) -> None:
        """Walk without recursion: a file may nest as deep as the parser goes."""
        steps: list[Step | syntax.Node] = [body]
        while steps:
            step = steps.pop()
            if not isinstance(step, syntax.Node):
                step()
                continue
            rule = _RULES.get(type(step))
            following = list(syntax.children(step)) if rule is None else rule(self, step)
            steps.extend(reversed(following))

    def say(self, occurrence: Occurrence) -> None:
        """Note a name."""
        self._found.append(occurrence)

    def later(self, step: Step) -> None:
        """Do something when all names are known."""
        self._later.append(step)

    def is_called(self, node: syntax.Node) -> bool:
        """Whether a node is what a call calls."""
        return node in self._called

    def _bind(self, bindings: Sequence[Binding]) -> Step:
        def step() -> None:
            for one in bindings:
                self._bound.setdefault(one.name.name, []).append(one)

        return step

    def _unbind(self, bindings: Sequence[Binding]) -> Step:
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
        span = self._ground.span(name)
        made = Binding(name, role, owner, value, span)
        if name.name:
            self.meaning[name] = made
            self.say(Occurrence(name.name, made.kind, name.start, name.end, (span,), writes=True))
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
    ) -> list[Step | syntax.Node]:
        made = [self._introduce(one.name, "parameter", owner) for one in parameters]
        defaults = [one.default for one in parameters if one.default is not None]
        return [self._bind(made), *defaults, body, self._unbind(made)]

    # One function a kind of node: what follows, in order.

    def local(self, node: syntax.Local) -> list[Step | syntax.Node]:
        """``local a = …; …``: all binds are in scope in all of them."""
        made = self._binds(node.binds)
        return [self._bind(made), *node.binds, node.body, self._unbind(made)]

    def bind(self, node: syntax.Bind) -> list[Step | syntax.Node]:
        """A bind whose name is known."""
        if node.parameters is None:
            return [node.value]
        return self._function(node.parameters, node.name, node.value)

    def function(self, node: syntax.Function) -> list[Step | syntax.Node]:
        """``function(x) …``."""
        return self._function(node.parameters, node, node.body)

    def object(self, node: syntax.Object) -> list[Step | syntax.Node]:
        """Computed names stand outside of the object, everything else inside."""
        outside = [
            one.key for one in node.members if isinstance(one, syntax.Field) and one.computed
        ]
        return [*outside, *self._inside(node, node.members)]

    def _inside(
        self, node: syntax.Object | syntax.ObjectComprehension, inside: Sequence[syntax.Member]
    ) -> list[Step | syntax.Node]:
        made = self._binds([one.bind for one in inside if isinstance(one, syntax.ObjectLocal)])
        steps: list[Step | syntax.Node] = [self._enter(node), self._bind(made)]
        for one in inside:
            if isinstance(one, syntax.Field):
                steps.append(self._key(node, one))
                steps += (
                    [one.value]
                    if one.parameters is None
                    else self._function(one.parameters, one.key, one.value)
                )
            else:
                steps.append(one)
        return [*steps, self._unbind(made), self._leave]

    def _enter(self, node: syntax.Node) -> Step:
        def step() -> None:
            self._objects = (*self._objects, node)

        return step

    def _leave(self) -> None:
        self._objects = self._objects[:-1]

    def _key(self, literal: syntax.Node, field: syntax.Field) -> Step:
        return lambda: self.later(lambda: self._fields.key(literal, field))

    def object_comprehension(self, node: syntax.ObjectComprehension) -> list[Step | syntax.Node]:
        """Loops are around the key and the object."""
        steps, made = self._clauses(node.clauses)
        return [*steps, node.field.key, *self._inside(node, node.members), self._unbind(made)]

    def array_comprehension(self, node: syntax.ArrayComprehension) -> list[Step | syntax.Node]:
        """Loops are around the element."""
        steps, made = self._clauses(node.clauses)
        return [*steps, node.element, self._unbind(made)]

    def _clauses(
        self, clauses: Sequence[syntax.Clause]
    ) -> tuple[list[Step | syntax.Node], list[Binding]]:
        steps: list[Step | syntax.Node] = []
        made: list[Binding] = []
        for one in clauses:
            if isinstance(one, syntax.Filter):
                steps.append(one.test)
                continue
            made.append(self._introduce(one.name, "loop", one))
            steps += [one.source, self._bind(made[-1:])]
        return steps, made

    def name(self, node: syntax.Name) -> list[Step | syntax.Node]:
        """A variable."""
        bound = self._bound.get(node.name)
        place = node.name, node.start, node.end
        called = node in self._called
        if bound:
            self.meaning[node] = meant = bound[-1]
            name, start, end = place
            self.say(Occurrence(name, meant.kind, start, end, (meant.span,), called=called))
        elif node.name == "std":
            name, start, end = place
            self.say(Occurrence(name, Kind.NAMESPACE, start, end, (), called=called, fixed=STD))
        elif node.name:
            name, start, end = place
            self.say(Occurrence(name, Kind.VARIABLE, start, end, (), called=called, fixed=UNBOUND))
        return []

    def within(self, node: syntax.Expression) -> list[Step | syntax.Node]:
        """``self``, ``$`` and ``super``: note the objects around."""
        self.inside[node] = self._objects
        if not isinstance(node, syntax.Self | syntax.Dollar):
            self.later(lambda: self._fields.in_super(node))
        return list(syntax.children(node))

    def call(self, node: syntax.Call) -> list[Step | syntax.Node]:
        """A call: its arguments may be named."""
        self._called.add(stripped(node.callee))
        named = [one.name for one in node.arguments if one.name is not None]
        for one in named:
            self._argument(node, one)
        if not named:
            self.later(lambda: self._fields.in_call(node))
        return [node.callee, *[one.value for one in node.arguments]]

    def _argument(self, node: syntax.Call, name: syntax.Identifier) -> None:
        self.later(lambda: self._fields.argument(node, name))

    def access(self, node: syntax.Dot | syntax.Index) -> list[Step | syntax.Node]:
        """``x.f`` and ``x[…]``."""
        self.later(lambda: self._fields.access(node))
        following: list[Step | syntax.Node] = [node.target]
        if isinstance(node, syntax.Index):
            following.append(node.index)
        return following

    def binary(self, node: syntax.Binary) -> list[Step | syntax.Node]:
        """``'f' in o`` and ``'%(f)s' % o`` name fields."""
        if node.operator in {"in", "%"}:
            self.later(lambda: self._fields.in_text(node))
        return [node.left, node.right]


_Rule: TypeAlias = "Callable[[Names, syntax.Node], list[Step | syntax.Node]]"


def _rule(
    kind: type[N], visit: Callable[[Names, N], list[Step | syntax.Node]]
) -> tuple[type[syntax.Node], _Rule]:
    """Pair a class with what walks it; the table asks each function about its class only."""
    return kind, cast("_Rule", visit)


_RULES: Final[dict[type[syntax.Node], _Rule]] = dict(
    (
        _rule(syntax.Local, Names.local),
        _rule(syntax.Bind, Names.bind),
        _rule(syntax.Function, Names.function),
        _rule(syntax.Object, Names.object),
        _rule(syntax.ObjectComprehension, Names.object_comprehension),
        _rule(syntax.ArrayComprehension, Names.array_comprehension),
        _rule(syntax.Name, Names.name),
        _rule(syntax.Self, Names.within),
        _rule(syntax.Dollar, Names.within),
        _rule(syntax.SuperField, Names.within),
        _rule(syntax.SuperIndex, Names.within),
        _rule(syntax.InSuper, Names.within),
        _rule(syntax.Call, Names.call),
        _rule(syntax.Dot, Names.access),
        _rule(syntax.Index, Names.access),
        _rule(syntax.Binary, Names.binary),
    )
)
