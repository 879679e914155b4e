"""What the trees of one file share while they run, and which of them run as translated code."""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.languages.jsonnet.evaluator.library.loading import body_at
from confty.languages.jsonnet.evaluator.tree.dispatch import run
from confty.languages.jsonnet.evaluator.tree.frames import Home, TreeFrame
from confty.languages.jsonnet.evaluator.tree.hot import Hot, arguments_of
from confty.languages.jsonnet.evaluator.tree.shapes import Tree
from confty.languages.jsonnet.evaluator.tree.standard import CALLS
from confty.languages.jsonnet.evaluator.tree.walk import inside
from confty.languages.jsonnet.evaluator.tree.words import starts
from confty.languages.jsonnet.evaluator.values import ABSENT, Obj, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from confty.languages.jsonnet.evaluator.standard import Standard
    from confty.languages.jsonnet.evaluator.tree.promote import Promotion
    from confty.languages.jsonnet.evaluator.units import ContentUnits
    from confty.languages.jsonnet.lexer import Tokens
    from confty.text import Source

    class TreeFile(Protocol):
        """The file that trees are of."""

        name: str

        @property
        def source(self) -> Source:
            """The file's text."""

        def library(self) -> Standard:
            """``std`` in this file."""

        def tokens(self) -> Tokens:
            """The file's tokens."""

        def load(self, word: str, path: str) -> Value:
            """Run an import of any kind."""

        def enter(self, hot: Hot) -> Callable[..., Value]:
            """The Python function of a translated body."""


def _with_locals(
    real: Callable[..., Value], home: Home, used: tuple[str, ...]
) -> Callable[[Obj, int], Value]:
    """A field that needs locals of its object, which stand in a frame."""

    def field(target: Obj, layer: int) -> Value:
        frame = inside(home, target, layer)
        return real(target, layer, *[frame[name] for name in used])

    return field


class FileOfRun:
    """One file of a run."""

    __slots__ = (
        "_counts",
        "_home",
        "_members",
        "_often",
        "_promotion",
        "_starts",
        "_units",
        "bodies",
        "name",
        "opened",
        "shapes",
    )

    def __init__(self, home: TreeFile, units: ContentUnits, often: int) -> None:
        self._home = home
        self.name: str = home.name
        self._units = units
        self._often = often
        self._promotion: Promotion | None = None
        # Where words stand, for those who ask.
        self._starts: list[int] | None = None
        # How often each body ran; those that were translated before are not counted anew.
        self._counts = units.counts
        self._counts.update([(int(name[1:]), often) for name in units.hot])
        # Shapes of object literals, and Python functions of the library, as they are needed.
        self.shapes: dict[object, object] = {}
        self.bodies: dict[str, Callable[..., Value]] = {}
        self._members: dict[str, Value] = {}
        # Long bodies that ran: all runs of a content share them.
        self.opened = units.opened

    def run(self, tree: Tree) -> Value:
        """The value of the file."""
        frame = TreeFrame()
        frame.parent = None
        frame.context = self
        return run(tree, frame)

    def often(self, at: int) -> bool:
        """Count a run of a body; whether there were many."""
        count = self._counts[at] = self._counts.get(at, 0) + 1
        return count > self._often

    def function(self, tree: Tree, home: TreeFrame) -> Callable[..., Value] | None:
        """A function as translated code; None where it stays a tree."""
        hot = self._known(f"f{tree[6]}", lambda promotion: promotion.function(tree, home))
        given = None if hot is None else arguments_of(hot, home)
        if hot is None or given is None:
            return None
        made: Callable[..., Value] = self._home.enter(hot)(*given)
        return made

    def field(self, at: int, home: Home) -> Callable[[Obj, int], Value] | None:
        """A field as a Python function of the object; None where it stays a tree."""
        _, outer, binds, top = home
        hot = self._known(f"e{at}", lambda promotion: promotion.field(at, outer, binds, top=top))
        given = None if hot is None else arguments_of(hot, outer)
        if hot is None or given is None:
            return None
        made: Callable[..., Value] = self._home.enter(hot)(*given)
        used = hot[6]
        if used:
            made = _with_locals(made, home, used)
        outer[at] = made
        return made

    def loop(self, name: str, frame: TreeFrame, items: list[Value]) -> Value:
        """A comprehension from translated code; ABSENT where it stays a tree."""
        hot = self._known(name, lambda promotion: promotion.loop(name, frame))
        given = None if hot is None else arguments_of(hot, frame)
        if hot is None or given is None:
            return ABSENT
        return self._home.enter(hot)(*given, items)

    def _known(self, name: str, make: Callable[[Promotion], Hot | None]) -> Hot | None:
        known = self._units.hot
        if name not in known:
            if self._promotion is None:
                from confty.languages.jsonnet.evaluator.tree.promote import Promotion  # noqa: PLC0415  most files are never translated

                self._promotion = Promotion(self._home.tokens())
            with uncollected():
                known[name] = make(self._promotion)
            self._units.changed()
        return known[name]

    def body(self, place: str) -> Callable[..., Value]:
        """The Python function behind a function of the library."""
        found = self.bodies[place] = body_at(place)
        return found

    def library(self) -> Standard:
        """``std`` in this file."""
        return self._home.library()

    def member(self, name: str) -> Value:
        """A member of ``std``; the records of the library are not loaded for a function."""
        found = self._members.get(name)
        if found is None:
            from confty.languages.jsonnet.evaluator.tree.parameters import PARAMETERS, as_function  # noqa: PLC0415  few programs pass functions of the library

            known = name in PARAMETERS
            found = as_function(name, *CALLS[name]) if known else self.library().member(name)
            self._members[name] = found
        return found

    def load(self, word: str, path: str) -> Value:
        """Run an import of any kind."""
        return self._home.load(word, path)

    def place(self, at: int) -> str:
        """Where a word stands, as traces say it."""
        source = self._home.source
        if self._starts is None:
            self._starts = starts(source.text)
        return f"{source.name}:{source.place(self._starts[at])[0]}"
