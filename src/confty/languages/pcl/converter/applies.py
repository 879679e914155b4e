"""Applies: no expression looks inside an eventual value but in a lambda.

An expression *observes* an eventual when it needs the value inside; it *inspects* when it handles
eventual parts without looking into them.  Walking down, an observing expression opens a context;
the eventual traversals met inside become arguments, and at the root of the context the whole
becomes ``__apply(arguments, (parameters) -> body)``.
"""

from __future__ import annotations

from confty.kit.hcl import syntax
from confty.languages.pcl.converter.names import best_name
from confty.languages.pcl.converter.nodes import AnyNode, Apply, with_parts
from confty.languages.pcl.converter.printer import printed
from confty.languages.pcl.converter.typed import Typed, all_parts
from confty.languages.pcl.library import FUNCTIONS, Own
from confty.languages.pcl.library.record import Takes
from confty.languages.pcl.model import InstanceNode, Variable
from confty.languages.pcl.rules import converts
from confty.languages.pcl.traversal import collection
from confty.types import DYNAMIC, STRING, Dynamic, Type, members, unfold


class _Argument:
    """An argument of the apply being made, and the nodes that will name its parameter."""

    __slots__ = ("doubtful", "node", "places")

    def __init__(self, node: AnyNode) -> None:
        self.node = node
        # Whether it may fail, and is needed only behind conditions and in attempts.
        self.doubtful = _may_fail(node)
        self.places: list[syntax.Traversal] = []


class _Scope:
    """A stretch of the tree that observes, or one that only inspects."""

    __slots__ = ("arguments", "conditions", "observing")

    def __init__(self, *, observing: bool) -> None:
        self.observing = observing
        # How many conditions and loops of this stretch are around what is looked at.
        self.conditions = 0
        self.arguments: dict[object, _Argument] = {}


class Applies:
    """Rewrites the expressions of one context."""

    def __init__(self, typed: Typed, *, skip_to_json: bool = False, deep: bool = False) -> None:
        self.typed = typed
        self.skip_to_json = skip_to_json
        # Also await collections of eventuals that a function wants as plain data, and look again
        # into what an apply made: a call in its body may itself be late.
        self.deep = deep
        self._outer: list[str] = []

    def rewrite(self, node: syntax.Expression) -> AnyNode:
        """The expression with its applies, typed anew."""
        made = self._visit(node, _Scope(observing=False), iterated=False)
        if made is not node:
            self.typed.again(made, {})
        return made

    def _visit(self, node: AnyNode, scope: _Scope, *, iterated: bool) -> AnyNode:
        own: _Scope | None = None
        if isinstance(node, syntax.Parentheses):
            inner = self._visit(node.inner, scope, iterated=iterated)
            return node if inner is node.inner else self._like(node, [inner])
        if not scope.observing:
            if self._observes(node):
                own = _Scope(observing=True)
        elif iterated or self._inspects(node):
            own = _Scope(observing=self._observes(node))
        current = own or scope
        made = self._with_visited_parts(node, current)
        if current.observing and isinstance(made, (syntax.Traversal, syntax.RelativeTraversal)):
            made = self._split(node, made, current, root=own is not None)
        if own is not None and own.observing and own.arguments:
            made = self._applied(made, own)
            self.typed.note(made, self.typed.of(node))
        found = self.typed.of(node)
        opaque = own is not None and scope.observing and not iterated
        if opaque and self.typed.is_eventual(found) and not (self.deep and _holds_place(made)):
            return self._argument(made, found, scope)
        return made

    def _with_visited_parts(self, node: AnyNode, scope: _Scope) -> AnyNode:
        before = all_parts(node)
        iterated = self._iterated_parts(node)
        maybe = _maybe_reached(node)
        after: list[AnyNode] = []
        for part in before:
            reached = any(part is each for each in maybe)
            scope.conditions += reached
            after.append(self._visit(part, scope, iterated=any(part is each for each in iterated)))
            scope.conditions -= reached
        taken = isinstance(node, (syntax.Call, syntax.TemplateJoin)) or _compares(node)
        if self.deep and scope.observing and taken:
            after = [
                self._whole(part, made, scope) for part, made in zip(before, after, strict=True)
            ]
        if all(old is new for old, new in zip(before, after, strict=True)):
            return node
        return self._like(node, after)

    def _like(self, node: AnyNode, parts: list[AnyNode]) -> AnyNode:
        made = with_parts(node, parts)
        self.typed.note(made, self.typed.of(node))
        return made

    def _whole(self, part: AnyNode, made: AnyNode, scope: _Scope) -> AnyNode:
        """A collection of eventuals, passed whole where plain data is wanted."""
        found = self.typed.of(part)
        if _is_place(made) or isinstance(part, (syntax.Object, syntax.Tuple, syntax.Literal)):
            return made
        if self.typed.is_eventual(found) or not self.typed.holds_eventuals(found):
            return made
        # What needs an argument of this apply is awaited inside it, by another look.
        return made if _holds_place(made) else self._argument(made, found, scope)

    def _iterated_parts(self, node: AnyNode) -> list[AnyNode]:
        """Values and guards of an iterator over elements that hold eventuals."""
        if isinstance(node, syntax.For):
            source, inside = node.collection, [node.value, node.guard, node.key]
            if self.deep:
                bound = {node.value_name, node.key_name}
                late: list[AnyNode] = [
                    part for part in inside if part is not None and self._late_by(part, bound)
                ]
                if late:
                    return late
        elif isinstance(node, syntax.Splat):
            source, inside = node.source, [node.each]
        else:
            return []
        element = collection(self.typed.of(source)).value
        if self.typed.is_eventual(element) or not self.typed.holds_eventuals(element):
            return []
        return [part for part in inside if part is not None]

    def _late_by(self, part: AnyNode, names: set[str | None]) -> bool:
        """Whether something late in an iterator's part needs the iterator's own names."""
        for each in _every(part):
            if not self.typed.is_eventual(self.typed.of(each)):
                continue
            inner = [one for one in _every(each) if isinstance(one, syntax.Traversal)]
            if any(one.root in names for one in inner):
                return True
        return False

    # Arguments.

    def _argument(self, node: AnyNode, type_: Type, scope: _Scope) -> syntax.Traversal:
        """Make ``node`` an argument of the scope's apply; what stands for it in the body."""
        shared = isinstance(node, (syntax.Traversal, syntax.RelativeTraversal))
        key: object = printed(node) if shared else id(node)
        argument = scope.arguments.setdefault(key, _Argument(node))
        argument.doubtful = argument.doubtful and scope.conditions > 0
        place = syntax.Traversal("", [], node.start, node.end)
        self.typed.types[place] = self.typed.awaited(type_)
        argument.places.append(place)
        return place

    def _split(
        self,
        node: AnyNode,
        made: syntax.Traversal | syntax.RelativeTraversal,
        scope: _Scope,
        *,
        root: bool,
    ) -> AnyNode:
        """Cut a traversal at its first eventual part; the rest goes on from the parameter."""
        assert isinstance(node, (syntax.Traversal, syntax.RelativeTraversal))
        if isinstance(made, syntax.RelativeTraversal) and _is_place(made.source):
            return made
        if self.deep and isinstance(made, syntax.RelativeTraversal) and _holds_place(made.source):
            # A part of what is made of an argument, which is there when the argument is.
            return made
        types = self.typed.part_types(node)
        at = next((i for i, type_ in enumerate(types) if self.typed.is_eventual(type_)), None)
        if at is None or (root and at == len(types) - 1):
            return made
        if at == 0 and isinstance(made, syntax.RelativeTraversal):
            # The source is eventual itself and has become an argument, or inspects alone.
            prefix: AnyNode = made.source
        else:
            prefix = _cut(made, at)
        self.typed.note(prefix, types[at])
        variable = (
            self.typed.context.typing.roots.get(node)
            if isinstance(node, syntax.Traversal)
            else None
        )
        if variable is not None and isinstance(prefix, syntax.Traversal):
            self.typed.context.typing.roots[prefix] = variable
        place = self._argument(prefix, types[at], scope)
        place.steps = made.steps[at:]
        return place

    def _applied(self, body: AnyNode, scope: _Scope) -> Apply:
        arguments = list(scope.arguments.values())
        names = self._names([argument.node for argument in arguments], _names_in(body))
        for argument, name in zip(arguments, names, strict=True):
            for place in argument.places:
                place.root = name
        pairs = zip(arguments, names, strict=True)
        doubtful = frozenset([name for argument, name in pairs if argument.doubtful])
        made = Apply([argument.node for argument in arguments], names, body, doubtful)
        return self._looked_into(made) if self.deep else made

    def _looked_into(self, node: Apply) -> Apply:
        """An apply whose body awaits what is late in it; its parameters are plain there."""
        parameters = {
            name: Variable(name, self.typed.awaited(self.typed.of(argument)), None)
            for name, argument in zip(node.parameters, node.arguments, strict=True)
        }
        self._outer += node.parameters
        with self.typed.context.bound(parameters):
            self.typed.again(node.body, {})
            body = self._visit(node.body, _Scope(observing=False), iterated=False)
        del self._outer[-len(node.parameters) :]
        if body is node.body:
            return node
        return Apply(node.arguments, node.parameters, body, node.doubtful)

    def _names(self, nodes: list[AnyNode], mentioned: set[str]) -> list[str]:
        """Names for the parameters; none hides what the body mentions, or is hidden in it."""
        names = [best_name(node, self.typed) for node in nodes]
        counts = {name: names.count(name) for name in names}
        made: list[str] = []
        for node, name in zip(nodes, names, strict=True):
            chosen = name
            if counts[name] > 1:
                chosen = self._longer(node, name)
            number = 1
            base = chosen
            while chosen in made or chosen in self._outer or chosen in mentioned:
                chosen = f"{base}{number}"
                number += 1
            made.append(chosen)
        return made

    def _longer(self, node: AnyNode, name: str) -> str:
        """``resource + Name`` for a traversal that starts at a resource."""
        if isinstance(node, syntax.Traversal):
            variable = self.typed.context.typing.roots.get(node)
            if variable is not None and isinstance(variable.node, InstanceNode) and node.steps:
                return node.root + name[:1].upper() + name[1:]
        return name

    # What looks inside, and what handles without looking.

    def _observes(self, node: AnyNode) -> bool:
        typed = self.typed
        if isinstance(node, Apply) or not typed.is_eventual(typed.of(node)):
            return False
        if isinstance(node, syntax.Conditional):
            return typed.holds_eventuals(typed.of(node.test))
        if isinstance(node, syntax.For):
            return typed.is_eventual(typed.of(node.collection)) or self._late_shape(node)
        if isinstance(node, syntax.Splat):
            return typed.is_eventual(typed.of(node.source))
        if isinstance(node, syntax.Call):
            if node.name == "toJSON" and self.skip_to_json:
                return False
            return not all(self._prompt(node, at) for at in range(len(node.arguments)))
        if isinstance(node, syntax.Index):
            late = typed.holds_eventuals(typed.of(node.key))
            return late or typed.is_eventual(typed.of(node.collection))
        if isinstance(node, (syntax.Traversal, syntax.RelativeTraversal)):
            return any(typed.is_eventual(type_) for type_ in typed.part_types(node)[:-1])
        return True

    def _late_shape(self, node: syntax.For) -> bool:
        """Whether the guard or the key of a ``for`` is eventual: they decide what is made."""
        shaping = [part for part in (node.key, node.guard) if part is not None]
        return any(self.typed.is_eventual(self.typed.of(part)) for part in shaping)

    def _inspects(self, node: AnyNode) -> bool:
        typed = self.typed
        if isinstance(node, syntax.Conditional):
            branches = (node.yes, node.no)
            return any(typed.holds_eventuals(typed.of(branch)) for branch in branches)
        if isinstance(node, syntax.For):
            return typed.is_eventual(typed.of(node.value))
        if isinstance(node, syntax.Splat):
            return typed.is_eventual(typed.of(node.each))
        if isinstance(node, syntax.Call):
            if node.name == "toJSON" and self.skip_to_json:
                return False
            return self._returns_eventual(node)
        if isinstance(node, syntax.Index):
            found = typed.of(node.collection)
            return not typed.is_eventual(found) and typed.holds_eventuals(found)
        return False

    def _returns_eventual(self, node: syntax.Call) -> bool:
        typed = self.typed
        late = [
            at
            for at, argument in enumerate(node.arguments)
            if typed.holds_eventuals(typed.of(argument))
        ]
        prompt = [at for at in late if self._prompt(node, at)]
        return bool(prompt) or (typed.is_eventual(typed.of(node)) and not late)

    def _prompt(self, node: syntax.Call, at: int) -> bool:
        """Whether an argument is taken as it is: no eventuals, or a parameter that wants them."""
        found = self.typed.of(node.arguments[at])
        if not self.typed.holds_eventuals(found):
            return True
        function = FUNCTIONS.get(node.name)
        if self.deep and function is not None and function.takes is not Takes.VALUES:
            # Written out, these look inside their collection, or pass on what is late.
            if function.takes is Takes.ATTEMPTS:
                return not self.typed.is_eventual(found)
            return function.takes is Takes.OUTPUTS
        wanted = self.parameter(node, at)
        return any(converts(found, choice) for choice in _known_choices(wanted))

    def parameter(self, node: syntax.Call, at: int) -> Type:
        """The type of a call's parameter; Dynamic where it takes anything."""
        bound = self.typed.context.typing.calls.get(node)
        if node.name == "call":
            return self.typed.of(node.arguments[at])
        if bound is not None:
            if at == 0:
                return STRING
            if bound.function.positional:
                if at <= len(bound.function.positional):
                    spec = bound.function.inputs[bound.function.positional[at - 1]]
                    return bound.function.package.types.input(spec)
                return self.typed.of(node.arguments[at])
            if at == 1:
                return bound.function.arguments(inputs=bound.output)
            return self.typed.of(node.arguments[at])
        function = FUNCTIONS.get(node.name)
        if function is None or isinstance(function.signature, Own):
            return DYNAMIC
        types = [self.typed.of(argument) for argument in node.arguments]
        signature = function.signature(types, True)
        if at < len(signature.parameters):
            return signature.parameters[at][1]
        return signature.rest or DYNAMIC


def _known_choices(type_: Type) -> list[Type]:
    return [one for one in members(type_) if not isinstance(unfold(one), Dynamic)]


def _maybe_reached(node: AnyNode) -> list[AnyNode]:
    """The parts of an expression that it may not need, or may do without."""
    if isinstance(node, syntax.Conditional):
        return [node.yes, node.no]
    if isinstance(node, syntax.For):
        return [part for part in (node.key, node.value, node.guard) if part is not None]
    attempts = isinstance(node, syntax.Call) and node.name in FUNCTIONS
    if attempts and isinstance(node, syntax.Call):
        return list(node.arguments) if FUNCTIONS[node.name].takes is Takes.ATTEMPTS else []
    return []


def _may_fail(node: AnyNode) -> bool:
    """Whether a value may lack what is read of it."""
    for one in _every(node):
        if isinstance(one, (syntax.Index, syntax.Call)):
            return True
        steps = one.steps if isinstance(one, (syntax.Traversal, syntax.RelativeTraversal)) else []
        if any(step.style != "attribute" for step in steps):
            return True
    return False


def _compares(node: AnyNode) -> bool:
    return isinstance(node, syntax.Binary) and node.operator in ("==", "!=")


def _is_place(node: AnyNode) -> bool:
    """Whether a node stands for a parameter that has no name yet."""
    return isinstance(node, syntax.Traversal) and node.root == ""


def _every(node: AnyNode) -> list[AnyNode]:
    """A node and everything inside it."""
    found: list[AnyNode] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting.extend(all_parts(one))
    return found


def _names_in(node: AnyNode) -> set[str]:
    """The names that an expression reads or binds."""
    found: set[str] = set()
    for one in _every(node):
        if isinstance(one, syntax.Traversal):
            found.add(one.root)
        elif isinstance(one, syntax.For):
            found |= {name for name in (one.key_name, one.value_name) if name is not None}
        elif isinstance(one, Apply):
            found.update(one.parameters)
    return found


def _holds_place(node: AnyNode) -> bool:
    return any(_is_place(one) for one in _every(node))


def _cut(node: syntax.Traversal | syntax.RelativeTraversal, at: int) -> AnyNode:
    """The first steps of a traversal."""
    steps: list[syntax.TraversalStep] = node.steps[:at]
    end = steps[-1].end if steps else node.start
    if isinstance(node, syntax.Traversal):
        return syntax.Traversal(node.root, steps, node.start, end or node.end)
    return syntax.RelativeTraversal(node.source, steps, node.start, end)
