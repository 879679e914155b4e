"""Variables of a program that runs from its tree."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.values import ABSENT, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from confty.languages.jsonnet.evaluator.standard import Standard

    # Where the entries of a row are at home: how to enter them, the frame around the object, its
    # locals, and whether it is the outermost one.
    Home = tuple[Callable[..., Value], "TreeFrame", Tree, bool]

    class SharedByTrees(Protocol):
        """What the trees of one file share."""

        shapes: dict[Any, Any]
        bodies: dict[str, Callable[..., Value]]
        opened: dict[bytes, Tree]

        def often(self, at: int) -> bool:
            """Count a run of a body; whether there were many."""

        def function(self, tree: Tree, home: TreeFrame) -> Callable[..., Value] | None:
            """A function as translated code; None where it stays a tree."""

        def field(self, at: int, home: Home) -> Callable[..., Value] | None:
            """A field as a Python function of the object; None where it stays a tree."""

        def loop(self, name: str, frame: TreeFrame, items: list[Value]) -> Value:
            """A comprehension from translated code; ABSENT where it stays a tree."""

        def body(self, place: str) -> Callable[..., Value]:
            """The Python function behind a function of the library."""

        def library(self) -> Standard:
            """``std`` in this file."""

        def member(self, name: str) -> Value:
            """A member of ``std``."""

        def load(self, word: str, path: str) -> Value:
            """Run an import of any kind."""

        def place(self, at: int) -> str:
            """Where a word stands, as traces say it."""

else:
    Home = tuple


class TreeFrame(dict[Value, Value]):
    """The variables of one scope by name, ``self``, ``super`` and ``$`` among them.

    What is found in a frame around it is kept here, too: variables never change.  Under a number,
    the place of a field, stands the Python function of a field that is at home here.
    """

    __slots__ = ("context", "parent")

    #: What the trees of its file share, and the frame around it.
    context: SharedByTrees
    parent: TreeFrame | None

    def __missing__(self, name: Value) -> Value:
        """Look in the frames around."""
        around = self.parent
        while around is not None:
            value = around.get(name, ABSENT)
            if value is not ABSENT:
                self[name] = value
                return value
            around = around.parent
        raise KeyError(name)

    def find(self, name: Value) -> Value:
        """What a name means here; ABSENT for ``std`` itself, which is no variable."""
        frame: TreeFrame | None = self
        while frame is not None:
            value = frame.get(name, ABSENT)
            if value is not ABSENT:
                return value
            frame = frame.parent
        return ABSENT
