"""Variables of a program that runs from its tree."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.values import ABSENT, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from confty.languages.jsonnet.evaluator.tree.context import Context


class Frame(dict[Value, Value]):
    """The variables of one scope by name, ``self``, ``super`` and ``$`` among them.

    What is found in a frame around it is kept here, too: variables never change.  Under a number,
    the place of a field, stands the Python function of a field that is at home here.
    """

    __slots__ = ("context", "parent")

    #: What the trees of its file share, and the frame around it.
    context: Context
    parent: Frame | None

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
        frame: Frame | None = self
        while frame is not None:
            value = frame.get(name, ABSENT)
            if value is not ABSENT:
                return value
            frame = frame.parent
        return ABSENT
