"""Types for rewriting: of any node, of the parts of traversals, and what counts as eventual.

Types of rewritten trees come from the checker: a rewritten body is checked again with its
parameters in scope, and what that says is forgotten, for the original was checked already.
"""

from __future__ import annotations

from confty.kit.checking import Findings
from confty.kit.hcl.syntax import Expression, RelativeTraversal, Traversal
from confty.kit.hcl.walk import parts
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.eventuals import eventual_rank, lift
from confty.languages.pcl.model import Variable
from confty.types import OUTPUT, Eventual, Type, Union, resolve, unfold, union_of


class Typed:
    """The typing of one context, for rewriting."""

    def __init__(self, context: Context, *, promises: bool) -> None:
        self.context = context
        self.types = context.typing.types
        # Whether promises are awaited by applies too; some languages await them otherwise.
        self.promises = promises

    def of(self, node: AnyNode) -> Type:
        """The type of a node."""
        if isinstance(node, Convert):
            return self.converted(node)
        if isinstance(node, Apply):
            return lift(self.of(node.body), [self.of(argument) for argument in node.arguments])
        return self.context.typing.of(node)

    def note(self, node: AnyNode, type_: Type) -> None:
        """Keep the type of a rewritten node; of conversions and applies, ``of`` works it out."""
        if not isinstance(node, Apply | Convert):
            self.types[node] = type_

    def converted(self, node: Convert) -> Type:
        """The type of a conversion; converting what is here gives something that is here."""
        to = unfold(node.to)
        if isinstance(to, Union) and not eventual_rank(self.of(node.inner)):
            prompt = [member for member in to.members if not isinstance(member, Eventual)]
            return union_of(*prompt) if prompt else node.to
        return node.to

    def resolved(self, node: AnyNode) -> Type:
        """The type of a node with eventuals removed."""
        return resolve(self.of(node))

    def part_types(self, node: Traversal | RelativeTraversal) -> list[Type]:
        """The type before the first step and after each."""
        if isinstance(node, Traversal):
            variable = self.context.typing.roots.get(node)
            first = variable.type if variable is not None else self.of(node)
        else:
            first = self.of(node.source)
        return [first, *[self.types.get(step, first) for step in node.steps]]

    # What is eventual.

    def is_eventual(self, type_: Type) -> bool:
        """Whether a value of this type is not there yet."""
        type_ = unfold(type_)
        if isinstance(type_, Eventual):
            return type_.rank == OUTPUT or self.promises
        if isinstance(type_, Union):
            return any(self.is_eventual(member) for member in type_.members)
        return False

    def holds_eventuals(self, type_: Type) -> bool:
        """Whether anything inside a type is eventual."""
        least = 1 if self.promises else OUTPUT
        return eventual_rank(type_) >= least

    def awaited(self, type_: Type) -> Type:
        """The type of a parameter that stands for an awaited argument.

        A collection that is here itself is awaited with everything in it.
        """
        if not self.is_eventual(type_):
            return resolve(type_)
        inner = unfold(type_)
        if isinstance(inner, Union):
            return union_of(*[self.awaited(member) for member in inner.members])
        if isinstance(inner, Eventual) and self.is_eventual(inner):
            return inner.inner
        return type_

    # Checking rewritten trees.

    def again(self, node: AnyNode, parameters: dict[str, Type], *, outside: bool = False) -> None:
        """Type a rewritten tree; parameters of its apply are in scope.

        Or the ``outside`` of one alone, whose parts were typed when they were rewritten: else a
        long sum takes the square of its length.
        """
        context = self.context.inside(self.context.source)
        context.findings = Findings(suggesting=False)
        names = {name: Variable(name, type_, None) for name, type_ in parameters.items()}
        with context.bound(names):
            check = _Outside(context, self, node) if outside else _Again(context, self)
            check.check(node)  # type: ignore[arg-type]  # it knows ours by ``by_kind``


class _Again(Checker):
    """The checker, which also knows applies and conversions."""

    def __init__(self, context: Context, typed: Typed) -> None:
        super().__init__(context)
        self._typed = typed
        self.by_kind[Apply] = self._apply
        self.by_kind[Convert] = self._convert

    def _apply(self, node: Apply) -> Type:
        frame: dict[str, Variable] = {}
        types: list[Type] = []
        for name, argument in zip(node.parameters, node.arguments, strict=True):
            found = self.check(argument)  # type: ignore[arg-type]  # as above
            types.append(found)
            frame[name] = Variable(name, self._typed.awaited(found), None)
        with self.context.bound(frame):
            body = self.check(node.body)  # type: ignore[arg-type]  # as above
        return lift(body, types)

    def _convert(self, node: Convert) -> Type:
        self.check(node.inner)  # type: ignore[arg-type]  # as above
        return self._typed.converted(node)


class _Outside(_Again):
    """The same for one node: what its parts are is known."""

    def __init__(self, context: Context, typed: Typed, node: AnyNode) -> None:
        super().__init__(context, typed)
        self._node = node

    def check(self, node: Expression) -> Type:
        """Type the node; look a part up."""
        known = None if node is self._node else self._typed.types.get(node)
        return super().check(node) if known is None else known


def all_parts(node: AnyNode) -> list[AnyNode]:
    """The nodes directly inside one, our own kinds included."""
    if isinstance(node, Apply):
        return [*node.arguments, node.body]
    if isinstance(node, Convert):
        return [node.inner]
    found: list[Expression] = parts(node)
    return list(found)
