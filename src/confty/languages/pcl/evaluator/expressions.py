"""Expressions of a program: names are nodes, functions are PCL's, calls go to the engine."""

from __future__ import annotations

from confty.kit.hcl.evaluate import Evaluator, Stop
from confty.kit.hcl.syntax import Call, Expression, Traversal, TraversalStep
from confty.language import Host
from confty.languages.pcl.evaluator.invokes import Invokes
from confty.languages.pcl.evaluator.owner import Owner
from confty.languages.pcl.library import FUNCTIONS, Labels, Own
from confty.text import Source, Span
from confty.values import Labelled, label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Expressions(Evaluator):
    """Evaluates the expressions of one file for one owner; ``names`` are the program's."""

    def __init__(self, owner: Owner, source: Source, names: Callable[[Traversal], object]) -> None:
        super().__init__()
        self.owner = owner
        self.source = source
        self.names = names
        self.invokes = Invokes(owner, self.evaluate, self.place)

    @property
    def host(self) -> Host:
        """The outside world, for files."""
        return self.owner.run.host

    @property
    def file_folder(self) -> str:
        """Where relative paths of files count from."""
        return self.owner.run.file_folder

    def told(self, name: str) -> str:
        """What the run was told from outside, under the name of PCL's function for it."""
        info = self.owner.run.info
        return {
            "stack": info.stack,
            "project": info.project,
            "organization": info.organization,
            "cwd": info.folder,
            "rootDirectory": info.root,
        }[name]

    def summary(self, value: object) -> Labelled:
        """All labels of a value joined; looked for once in what names stand for."""
        return self.owner.run.summaries.of(value)

    def invoke(self, node: Call) -> object:
        """The value of an ``invoke``."""
        return self.invokes.invoke(node)

    def method(self, node: Call) -> object:
        """The value of a ``call``."""
        return self.invokes.call(node)

    def place(self, node: Expression | TraversalStep) -> object:
        """Where a node stands."""
        return Span(self.source, node.start, node.end)

    def variable(self, node: Traversal) -> object:
        """The value of a name of the program."""
        return self.names(node)

    # Calls.

    def call(self, node: Call) -> object:
        """The value of a call."""
        function = FUNCTIONS.get(node.name)
        if function is None:
            raise Stop(node, f"unknown function {node.name!r}")
        if isinstance(function.value, Own):
            return function.value.face(self, node)
        deep = function.labels is Labels.EVERYTHING
        arguments = self._arguments(node)
        if arguments is None:
            return self.apply(node, lambda _: None, self.evaluate(node.arguments[-1]))
        try:
            return self.apply(node, function.value, *arguments, deep=deep)
        except TypeError:
            raise Stop(node, f"{node.name} does not take {len(arguments)} arguments") from None

    def _arguments(self, node: Call) -> list[object] | None:
        """The arguments' values; None when ``...`` spreads a list that is not known."""
        values = [self.evaluate(argument) for argument in node.arguments]
        if not node.expand:
            return values
        last = values.pop()
        mark = last if isinstance(last, Labelled) else None
        bare = last.value if isinstance(last, Labelled) else last
        if mark is not None and mark.unknown:
            return None
        if not isinstance(bare, list):
            raise Stop(node.arguments[-1], "... spreads a list")
        if mark is not None:
            bare = [
                label(each, secret=mark.secret, dependencies=mark.dependencies) for each in bare
            ]
        return [*values, *bare]
