"""Every name of a file where it is written, with the places that introduce it."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.walk import parts
from confty.kit.sights import Kind, Occurrence
from confty.languages.pcl import model
from confty.languages.pcl.checker.options import PATH_OPTIONS
from confty.languages.pcl.insight.names import kind_of
from confty.languages.pcl.insight.origins import Origins
from confty.languages.pcl.insight.places import (
    key_place,
    label_place,
    name_place,
    name_span,
    step_place,
)
from confty.languages.pcl.library import FUNCTIONS
from confty.text import Source, Span

_OF_SCHEMA: Final = "it is a property of a package's schema"
_OF_LANGUAGE: Final = "it is a word of PCL"
_DATA: Final = "it is part of the data that goes to the engine"
_GIVEN: Final = "it is part of what the program gives"
_READ_WHOLE: Final = "the object is also used as a whole, and who reads it then is not known"
_UNREADABLE: Final = "it is written with escapes"

Path = tuple[str | int, ...]


class Names:
    """Collects the names of one file."""

    def __init__(self, program: model.Program, source: Source, body: syntax.Body) -> None:
        self.program = program
        self.source = source
        self.body = body
        self.nodes = {id(one.syntax): one for one in program.nodes if one.source is source}
        self.origins = Origins(program)
        self.found: list[Occurrence] = []
        self._reads: dict[int, set[Path]] | None = None
        self._loops: list[syntax.For] = []

    def all(self) -> list[Occurrence]:
        """The names in the order they stand."""
        for item in self.body.items:
            node = self.nodes.get(id(item))
            if isinstance(item, syntax.Attribute):
                self._local(item, node)
            else:
                self._block(item, node)
        self.found.sort(key=lambda one: (one.start, one.end))
        return self.found

    # Declarations.

    def _say(
        self,
        kind: Kind,
        place: tuple[int, int],
        definitions: list[Span],
        name: str | None = None,
        *,
        writes: bool = False,
        called: bool = False,
        fixed: str = "",
    ) -> None:
        start, end = place
        written = self.source.text[start:end]
        name = written if name is None else name
        if not written:
            return
        fixed = fixed or (_UNREADABLE if name != written else "")
        made = Occurrence(
            name, kind, start, end, definitions, writes=writes, called=called, fixed=fixed
        )
        self.found.append(made)

    def _local(self, item: syntax.Attribute, node: model.ProgramNode | None) -> None:
        place = (item.start, item.name_end)
        self._say(Kind.VARIABLE, place, [Span(self.source, *place)], writes=True)
        self._expression(item.value, node, ())

    def _block(self, block: syntax.Block, node: model.ProgramNode | None) -> None:
        if node is not None and block.labels:
            place = name_place(node)
            kind = Kind.VARIABLE if isinstance(node, model.OutputNode) else kind_of(node)
            self._say(kind, place, [Span(self.source, *place)], node.name, writes=True)
            if isinstance(node, model.ResourceNode) and len(block.labels) > 1:
                fixed = "it is the type of a package's resource"
                token = block.labels[1]
                self._say(Kind.TYPE, label_place(token), [], token.text, fixed=fixed)
        for item in block.body.items:
            if isinstance(item, syntax.Attribute):
                self._attribute(item, node)
            elif item.type == "options" and isinstance(node, model.InstanceNode):
                self._options(item, node)
            else:
                self._block(item, None)

    def _attribute(self, item: syntax.Attribute, node: model.ProgramNode | None) -> None:
        place = (item.start, item.name_end)
        fixed = _OF_LANGUAGE
        definitions: list[Span] = []
        if isinstance(node, model.InstanceNode) and not item.name.startswith("__"):
            fixed = _OF_SCHEMA
            if isinstance(node, model.ComponentNode):
                fixed, definitions = self._component_input(node, item.name)
        self._say(Kind.FIELD, place, definitions, fixed=fixed, writes=True)
        what = _GIVEN if isinstance(node, model.OutputNode) else _DATA
        self._expression(item.value, None, None, what)

    def _component_input(self, node: model.ComponentNode, name: str) -> tuple[str, list[Span]]:
        config = node.program.names.get(name) if node.program is not None else None
        if config is None:
            return "there is no such input", []
        return "", [name_span(config)]

    def _options(self, block: syntax.Block, node: model.InstanceNode) -> None:
        for item in block.body.items:
            if not isinstance(item, syntax.Attribute):
                continue
            self._say(Kind.FIELD, (item.start, item.name_end), [], fixed=_OF_LANGUAGE, writes=True)
            if item.name in PATH_OPTIONS:
                self._paths(item.value, node)
            else:
                self._expression(item.value, None, None, _OF_LANGUAGE)

    def _paths(self, value: syntax.Expression, node: model.InstanceNode) -> None:
        listed = syntax.unwrapped(value)
        for element in listed.elements if isinstance(listed, syntax.Tuple) else []:
            path = syntax.unwrapped(element)
            if isinstance(path, syntax.Traversal):
                place = (path.start, path.start + len(path.root))
                fixed = _OF_SCHEMA
                definitions: list[Span] = []
                if isinstance(node, model.ComponentNode):
                    fixed, definitions = self._component_input(node, path.root)
                self._say(Kind.FIELD, place, definitions, fixed=fixed)
                for step in path.steps:
                    self._step(step, [], _OF_SCHEMA)

    # Expressions.

    def _expression(
        self,
        root: syntax.Expression,
        owner: model.ProgramNode | None,
        path: Path | None,
        what: str = _DATA,
    ) -> None:
        """Collect the names of an expression; depth is no trouble.

        ``owner`` and ``path`` say of which local it is which part, where that is known.
        """
        waiting: list[tuple[syntax.Expression, Path | None]] = [(root, path)]
        while waiting:
            node, here = waiting.pop()
            if isinstance(node, syntax.Traversal):
                self._traversal(node)
                continue
            if isinstance(node, syntax.Object):
                self._keys(node, owner, here, what)
                waiting += [(item.key, None) for item in node.items if not item.bare]
                waiting += [
                    (i.value, _longer(here, syntax.literal_text(i.key))) for i in node.items
                ]
                continue
            if isinstance(node, syntax.Tuple):
                elements = enumerate(node.elements)
                waiting += [(one, _longer(here, at)) for at, one in elements]
                continue
            if isinstance(node, syntax.RelativeTraversal):
                found = self.origins.of_relative(node, self.source)
                for step, places in zip(node.steps, found, strict=True):
                    self._step(step, places, "")
            elif isinstance(node, syntax.Call):
                self._call(node)
            elif isinstance(node, syntax.For):
                self._loop(node)
            same = isinstance(node, (syntax.Parentheses, syntax.Conditional))
            waiting += [(one, here if same else None) for one in parts(node)]

    def _traversal(self, node: syntax.Traversal) -> None:
        place = (node.start, node.start + len(node.root))
        variable = self.program.typing.roots.get(node)
        if variable is None:
            self._say(Kind.VARIABLE, place, [], fixed="it is not declared")
            return self._unknown_steps(node.steps)
        if variable.node is not None:
            kind = kind_of(variable.node)
            self._say(kind, place, [name_span(variable.node)])
        elif variable.span is None or node.root == "range":
            self._say(Kind.VARIABLE, place, [], fixed=_OF_LANGUAGE)
        else:
            self._say(Kind.PARAMETER, place, [variable.span])
        found = self.origins.of_steps(node)
        is_schema = isinstance(variable.node, (model.ResourceNode, model.HookNode))
        for step, places in zip(node.steps, found, strict=True):
            self._step(step, places, _OF_SCHEMA if is_schema else "")
        return None

    def _unknown_steps(self, steps: list[syntax.TraversalStep]) -> None:
        for step in steps:
            self._step(step, [], "")

    def _step(self, step: syntax.TraversalStep, places: list[Span], fixed: str) -> None:
        place = step_place(self.source, step)
        if place is None:
            return
        unknown = "" if places else "where it is introduced is not known"
        self._say(Kind.FIELD, place, places, str(step.key), fixed=fixed or unknown)

    def _call(self, node: syntax.Call) -> None:
        fixed = _OF_LANGUAGE if node.name in FUNCTIONS else "there is no such function"
        place = (node.start, node.name_end)
        self._say(Kind.FUNCTION, place, [], node.name, called=True, fixed=fixed)

    def _loop(self, node: syntax.For) -> None:
        if node.key_name is not None:
            span = Span(self.source, *node.key_place)
            self._say(Kind.PARAMETER, node.key_place, [span], writes=True)
        if node.value_name:
            span = Span(self.source, *node.value_place)
            self._say(Kind.PARAMETER, node.value_place, [span], writes=True)

    # Keys of objects.

    def _keys(
        self, node: syntax.Object, owner: model.ProgramNode | None, path: Path | None, what: str
    ) -> None:
        for item in node.items:
            place = key_place(self.source, item.key)
            if place is None:
                continue
            fixed = what
            if owner is not None:
                fixed = _READ_WHOLE
                if path is not None and not self._escapes(owner, path):
                    fixed = ""
            span = Span(self.source, *place)
            self._say(Kind.FIELD, place, [span], fixed=fixed, writes=True)

    def _escapes(self, owner: model.ProgramNode, path: Path) -> bool:
        """Whether the object at a path of a local is read by anything but a step into it."""
        if self._reads is None:
            self._reads = {}
            for traversal, variable in self.program.typing.roots.items():
                if isinstance(variable.node, model.LocalNode):
                    steps = tuple(
                        step.key if isinstance(step.key, (str, int)) else 0
                        for step in traversal.steps
                    )
                    self._reads.setdefault(id(variable.node), set()).add(steps)
        reads = self._reads.get(id(owner), set())
        return any(path[:length] in reads for length in range(len(path) + 1))


def _longer(path: Path | None, step: str | int | None) -> Path | None:
    return None if path is None or step is None else (*path, step)


def occurrences(program: model.Program, source: Source, body: syntax.Body) -> list[Occurrence]:
    """Every name of a file in order; where two would overlap, the first."""
    found: list[Occurrence] = []
    end = 0
    for one in Names(program, source, body).all():
        if one.start >= end:
            found.append(one)
            end = one.end
    return found
