"""A specification file into ``Spec`` records.

Every block of the file is one record; ``kind`` says which of the other fields mean something.
What is wrong with the file itself is a diagnostic in that file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.parser import parse
from confty.kit.hcl.spec import codes
from confty.kit.hcl.spec.functions import FUNCTIONS, FixedEvaluator, Function, defined
from confty.kit.hcl.spec.shapes import ANY, Shape, read_shape, shape_of
from confty.text import Diagnostic, Source, Span

SEQUENCES: Final = ("block_list", "block_set", "block_tuple")
TABLES: Final = ("block_map", "block_object")
# The attributes that each kind of block takes; the rest of its body is specifications.
_ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
    "object": (),
    "array": (),
    "attr": ("name", "type", "required"),
    "literal": ("value",),
    "default": (),
    "transform": ("result",),
    "block": ("block_type", "required"),
    **dict.fromkeys(SEQUENCES, ("block_type", "min_items", "max_items")),
    **dict.fromkeys(TABLES, ("block_type", "labels")),
    "block_attrs": ("block_type", "element_type", "required"),
}
_LEAVES: Final = ("attr", "literal", "block_attrs")
_ONE_INSIDE: Final = ("transform", "block", *SEQUENCES, *TABLES)


@dataclass(slots=True)
class Spec:
    """What to take out of a body, and how the result is made."""

    kind: str
    # The attribute or block type in the input.
    name: str = ""
    shape: Shape = ANY
    required: bool = False
    least: int = 0
    most: int = 0
    labels: tuple[str, ...] = ()
    # The attribute names of an object's ``inside``.
    keys: list[str] = field(default_factory=list)
    inside: list[Spec] = field(default_factory=list)
    value: object = None
    result: syntax.Expression | None = None


@dataclass(slots=True)
class SpecFile:
    """A whole file: the specification, and what expressions of the input may use."""

    source: Source
    root: Spec | None
    variables: dict[str, object]
    functions: dict[str, Function]
    diagnostics: list[Diagnostic]


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.scope = FixedEvaluator({}, FUNCTIONS)
        self.diagnostics: list[Diagnostic] = []

    def refuse(self, start: int, end: int, message: str) -> None:
        self.diagnostics.append(codes.BAD_SPEC.at(Span(self.source, start, end), message))

    def evaluated(self, node: syntax.Expression) -> object:
        try:
            return self.scope.evaluate(node)
        except Stop as stop:
            self.refuse(stop.node.start, stop.node.end, stop.message)
            return None

    # The file.

    def file(self, body: syntax.Body) -> SpecFile:
        variables: dict[str, object] = {}
        functions: dict[str, Function] = {}
        roots: list[syntax.Block] = []
        for item in body.items:
            if isinstance(item, syntax.Attribute):
                self.refuse(item.start, item.name_end, f"{item.name!r} cannot stand here")
            elif item.type == "variables":
                for name, attribute in item.body.attributes.items():
                    variables[name] = self.evaluated(attribute.value)
            elif item.type == "function":
                self.function(item, functions)
            else:
                roots.append(item)
        for extra in roots[1:]:
            self.refuse(extra.start, extra.brace, "a specification has one outermost block")
        if not roots and not self.diagnostics:
            self.refuse(0, 0, "expected a block that says what to decode")
        root = self.block(roots[0], labelled=False) if roots else None
        return SpecFile(self.source, root, variables, functions, self.diagnostics)

    def function(self, block: syntax.Block, functions: dict[str, Function]) -> None:
        attributes = block.body.attributes
        parameters, result = attributes.get("params"), attributes.get("result")
        if len(block.labels) != 1 or parameters is None or result is None:
            message = "a function has a name as its label, params and result"
            self.refuse(block.start, block.brace, message)
            return
        listed = syntax.unwrapped(parameters.value)
        if not isinstance(listed, syntax.Tuple):
            self.refuse(listed.start, listed.end, "params is a list of names")
            return
        names = [self.word(element) for element in listed.elements]
        rest = attributes.get("variadic_param")
        last = None if rest is None else self.word(rest.value)
        functions[block.labels[0].text] = defined(names, last, result.value)

    def word(self, node: syntax.Expression) -> str:
        inner = syntax.unwrapped(node)
        if isinstance(inner, syntax.Traversal) and not inner.steps:
            return inner.root
        self.refuse(node.start, node.end, "expected a name")
        return ""

    # Specifications.

    def block(self, block: syntax.Block, *, labelled: bool) -> Spec:
        known = _ATTRIBUTES.get(block.type)
        head = (block.start, block.start + len(block.type))
        if known is None:
            self.refuse(*head, f"there is no specification of the kind {block.type!r}")
            return Spec("literal")
        if len(block.labels) != labelled:
            message = "inside object a block has one label, elsewhere none"
            self.refuse(*head, message)
        spec = Spec(block.type, name=block.labels[0].text if block.labels else "")
        for item in block.body.items:
            if isinstance(item, syntax.Attribute):
                if item.name in known:
                    self.setting(spec, item)
                else:
                    message = f"{block.type} has no attribute {item.name!r}"
                    self.refuse(item.start, item.name_end, message)
            elif block.type in _LEAVES:
                self.refuse(item.start, item.brace, f"{block.type} holds no blocks")
            else:
                spec.inside.append(self.block(item, labelled=block.type == "object"))
                spec.keys.append(item.labels[0].text if item.labels else "")
        self.complete(spec, block)
        return spec

    def complete(self, spec: Spec, block: syntax.Block) -> None:
        place = (block.start, block.start + len(block.type))
        if spec.kind in _ONE_INSIDE and len(spec.inside) != 1:
            self.refuse(*place, f"{spec.kind} holds one specification, found {len(spec.inside)}")
        if spec.kind == "default" and not spec.inside:
            self.refuse(*place, "default holds at least one specification")
        needs_name = spec.kind == "attr" or spec.kind.startswith("block")
        if needs_name and not spec.name:
            self.refuse(*place, f"{spec.kind} needs the name of what it reads")
        for kind, needed in (("literal", "value"), ("transform", "result")):
            if spec.kind == kind and needed not in block.body.attributes:
                self.refuse(*place, f"{kind} needs {needed}")
        if spec.kind in TABLES and not spec.labels:
            self.refuse(*place, f"{spec.kind} needs at least one label")

    def setting(self, spec: Spec, item: syntax.Attribute) -> None:
        if item.name in ("type", "element_type"):
            try:
                spec.shape = read_shape(item.value)
            except Stop as stop:
                self.refuse(stop.node.start, stop.node.end, stop.message)
        elif item.name == "result":
            spec.result = item.value
        elif item.name == "value":
            spec.value = self.evaluated(item.value)
            spec.shape = shape_of(spec.value)
        else:
            value = self.evaluated(item.value)
            if value is not None and not _SETTINGS[item.name](spec, value):
                message = f"{item.name} cannot be this"
                self.refuse(item.value.start, item.value.end, message)


def _name(spec: Spec, value: object) -> bool:
    if isinstance(value, str):
        spec.name = value
    return isinstance(value, str)


def _required(spec: Spec, value: object) -> bool:
    spec.required = value is True
    return isinstance(value, bool)


def _least(spec: Spec, value: object) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        spec.least = value
        return True
    return False


def _most(spec: Spec, value: object) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        spec.most = value
        return True
    return False


def _labels(spec: Spec, value: object) -> bool:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return False
    spec.labels = tuple(str(each) for each in value)
    return True


_SETTINGS: Final[dict[str, Callable[[Spec, object], bool]]] = {
    "name": _name,
    "block_type": _name,
    "required": _required,
    "min_items": _least,
    "max_items": _most,
    "labels": _labels,
}


def read_spec(source: Source) -> SpecFile:
    """Read a specification file."""
    body, findings = parse(source, codes.SYNTAX)
    if findings:
        return SpecFile(source, None, {}, {}, findings)
    return _Reader(source).file(body)
