"""A body and a specification into a value with its shape.

First the body is compared with everything that the specification reads of it: what is unknown,
missing or labelled wrongly is reported.  Then each part of the specification takes its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from confty.kit.hcl.convert import CannotConvert
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.spec import codes
from confty.kit.hcl.spec import shapes as forms
from confty.kit.hcl.spec.functions import FUNCTIONS, FixedEvaluator
from confty.kit.hcl.spec.reader import SEQUENCES, TABLES, Spec, SpecFile
from confty.kit.hcl.syntax import Attribute, Block, Body, Expression, Node
from confty.kit.suggest import did_you_mean
from confty.text import Code, Diagnostic, Source, Span

_LEADING: Final = re.compile(r"(?:[ \t\r\ufeff]++|(?:#|//)[^\n]*+\n?|/\*(?>.*?\*/))*+", re.DOTALL)


class Decoded(NamedTuple):
    """A value, its shape and what there is to say."""

    value: object
    shape: forms.Shape
    diagnostics: list[Diagnostic]


class _Content:
    """The part of a body that a specification reads, and where a missing item would stand."""

    __slots__ = ("attributes", "blocks", "missing")

    def __init__(self, missing: int) -> None:
        self.attributes: dict[str, Attribute] = {}
        self.blocks: list[Block] = []
        self.missing = missing

    def named(self, name: str) -> list[Block]:
        return [block for block in self.blocks if block.type == name]


def readers(spec: Spec) -> list[Spec]:
    """The specifications that read items of the same body as ``spec``."""
    if spec.kind in ("object", "array", "default", "transform"):
        return [reader for inner in spec.inside for reader in readers(inner)]
    return [] if spec.kind == "literal" else [spec]


def implied(spec: Spec) -> forms.Shape:
    """The shape of what a specification gives, as far as it is known without a body."""
    inner = [implied(each) for each in spec.inside]
    if spec.kind == "object":
        return forms.object_of(dict(zip(spec.keys, inner, strict=True)))
    if spec.kind == "array":
        return forms.tuple_of(inner)
    if spec.kind in ("block", "default"):
        return inner[0]
    if spec.kind in ("block_list", "block_set"):
        return forms.collection_of(spec.kind.removeprefix("block_"), inner[0])
    if spec.kind == "block_map":
        shape = inner[0]
        for _ in spec.labels:
            shape = forms.collection_of("map", shape)
        return shape
    if spec.kind == "block_attrs":
        return forms.collection_of("map", spec.shape)
    return spec.shape if spec.kind in ("attr", "literal") else forms.ANY


class _Decoder:
    def __init__(self, source: Source, file: SpecFile, variables: dict[str, object]) -> None:
        self.source = source
        self.scope = FixedEvaluator({**file.variables, **variables}, file.functions)
        self.spec_source = file.source
        self.diagnostics: list[Diagnostic] = []

    def say(self, code: Code, start: int, end: int, message: str) -> None:
        self.diagnostics.append(code.at(Span(self.source, start, end), message))

    # The form of a body.

    def body(self, spec: Spec, body: Body) -> forms.Typed:
        return self.take(spec, self.content(spec, body))

    def content(self, spec: Spec, body: Body) -> _Content:
        wanted = readers(spec)
        attributes = {each.name: each for each in wanted if each.kind == "attr"}
        blocks = {each.name: each for each in wanted if each.kind != "attr"}
        content = _Content(_first_place(self.source, body))
        for item in body.items:
            if isinstance(item, Attribute):
                if item.name in attributes:
                    content.attributes[item.name] = item
                else:
                    near = did_you_mean(item.name, list(attributes))
                    message = f"an attribute {item.name!r} is not expected here{near}"
                    self.say(codes.STRUCTURE, item.start, item.name_end, message)
            elif item.type not in blocks:
                near = did_you_mean(item.type, list(blocks))
                message = f"a block {item.type!r} is not expected here{near}"
                self.say(codes.STRUCTURE, item.start, item.start + len(item.type), message)
            elif self.labelled(item, blocks[item.type]):
                content.blocks.append(item)
        for name, reader in attributes.items():
            if reader.required and name not in content.attributes:
                message = f"the attribute {name!r} is required"
                self.say(codes.STRUCTURE, content.missing, content.missing, message)
        return content

    def labelled(self, block: Block, spec: Spec) -> bool:
        """Whether a block has as many labels as its specification wants."""
        wanted, found = len(spec.labels), len(block.labels)
        if found > wanted:
            extra = block.labels[wanted]
            message = f"expected {wanted or 'no'} labels for {block.type!r}, found {found}"
            self.say(codes.STRUCTURE, extra.start, extra.end, message)
        elif found < wanted:
            message = f"the label {spec.labels[found]!r} of {block.type!r} is missing"
            self.say(codes.STRUCTURE, block.brace, block.brace + 1, message)
        return found == wanted

    # Values.

    def take(self, spec: Spec, content: _Content) -> forms.Typed:
        kind = spec.kind
        if kind == "object":
            made = [self.take(each, content) for each in spec.inside]
            values = {key: value for key, (value, _) in zip(spec.keys, made, strict=True)}
            shapes = {key: shape for key, (_, shape) in zip(spec.keys, made, strict=True)}
            return values, forms.object_of(shapes)
        if kind == "array":
            made = [self.take(each, content) for each in spec.inside]
            return [value for value, _ in made], forms.tuple_of([shape for _, shape in made])
        if kind == "literal":
            return spec.value, spec.shape
        if kind == "attr":
            attribute = content.attributes.get(spec.name)
            if attribute is None:
                return None, spec.shape
            return self.attribute(attribute, spec.shape)
        if kind == "default":
            return self.first_given(spec, content)
        if kind == "transform":
            return self.transformed(spec, content)
        if kind in SEQUENCES:
            return self.sequence(spec, content)
        if kind in TABLES:
            return self.table(spec, content)
        return self.single(spec, content)

    def evaluated(self, node: Expression) -> forms.Typed | None:
        try:
            value = self.scope.evaluate(node)
        except Stop as stop:
            self.say(codes.EVALUATION, stop.node.start, stop.node.end, stop.message)
            return None
        return value, forms.shape_of(value)

    def attribute(self, attribute: Attribute, shape: forms.Shape) -> forms.Typed:
        found = self.evaluated(attribute.value)
        if found is None:
            return None, shape
        try:
            return forms.converted(*found, shape)
        except CannotConvert as refused:
            node = attribute.value
            self.say(codes.VALUE, node.start, node.end, f"{attribute.name!r}: {refused}")
            return None, shape

    def first_given(self, spec: Spec, content: _Content) -> forms.Typed:
        found: forms.Typed = (None, forms.ANY)
        for each in spec.inside:
            found = self.take(each, content)
            if found[0] is not None:
                break
        return found

    def transformed(self, spec: Spec, content: _Content) -> forms.Typed:
        before = len(self.diagnostics)
        value, _ = self.take(spec.inside[0], content)
        if len(self.diagnostics) > before or spec.result is None:
            return None, forms.ANY
        try:
            result = FixedEvaluator({"nested": value}, FUNCTIONS).evaluate(spec.result)
        except Stop as stop:
            place = Span(self.spec_source, stop.node.start, stop.node.end)
            self.diagnostics.append(codes.EVALUATION.at(place, stop.message))
            return None, forms.ANY
        return result, forms.shape_of(result)

    # Blocks.

    def single(self, spec: Spec, content: _Content) -> forms.Typed:
        """``block`` and ``block_attrs``: at most one block."""
        blocks = content.named(spec.name)
        if not blocks:
            if spec.required:
                message = f"a block {spec.name!r} is required"
                self.say(codes.STRUCTURE, content.missing, content.missing, message)
            return None, implied(spec)
        for again in blocks[1:2]:
            self.twice(again, f"only one block {spec.name!r} is allowed", blocks[0])
        if spec.kind == "block":
            return self.body(spec.inside[0], blocks[0].body)
        return self.only_attributes(spec, blocks[0].body)

    def twice(self, again: Block, message: str, first: Block) -> None:
        finding = codes.STRUCTURE.at(Span(self.source, again.start, _head_end(again)), message)
        there = Span(self.source, first.start, _head_end(first))
        self.diagnostics.append(finding.note(there, "the first one is here"))

    def only_attributes(self, spec: Spec, body: Body) -> forms.Typed:
        for block in body.blocks[:1]:
            message = "a block is not allowed here"
            self.say(codes.STRUCTURE, block.start, block.start + len(block.type), message)
        attributes = body.attributes
        made = [self.attribute(each, spec.shape) for each in attributes.values()]
        values, shape = self.uniform(spec, made, [each.value for each in attributes.values()])
        return dict(zip(attributes, values, strict=True)), forms.collection_of("map", shape)

    def uniform(
        self, spec: Spec, made: list[forms.Typed], places: Sequence[Node]
    ) -> tuple[list[object], forms.Shape]:
        """Values of one shape; a finding when there is none."""
        otherwise = spec.shape if spec.kind == "block_attrs" else implied(spec.inside[0])
        try:
            return forms.alike(made, otherwise)
        except CannotConvert as refused:
            message = f"the {spec.name!r} blocks do not agree: {refused}"
            self.say(codes.VALUE, places[0].start, places[0].end, message)
            return [value for value, _ in made], otherwise

    def sequence(self, spec: Spec, content: _Content) -> forms.Typed:
        blocks = content.named(spec.name)
        inner = spec.inside[0]
        made = [self.body(inner, block.body) for block in blocks]
        if len(blocks) < spec.least:
            message = f"at least {spec.least} blocks {spec.name!r} are required"
            self.say(codes.STRUCTURE, content.missing, content.missing, message)
        elif 0 < spec.most < len(blocks):
            message = f"no more than {spec.most} blocks {spec.name!r} are allowed"
            place = self.place_of(inner, blocks[spec.most].body)
            self.say(codes.STRUCTURE, *place, message)
        if spec.kind == "block_tuple":
            return [value for value, _ in made], forms.tuple_of([shape for _, shape in made])
        values, shape = self.uniform(spec, made, [block.body for block in blocks])
        if spec.kind == "block_set":
            return forms.distinct(values), forms.collection_of("set", shape)
        return values, forms.collection_of("list", shape)

    def table(self, spec: Spec, content: _Content) -> forms.Typed:
        found: dict[tuple[str, ...], tuple[Block, forms.Typed]] = {}
        for block in content.named(spec.name):
            made = self.body(spec.inside[0], block.body)
            keys = tuple(label.text for label in block.labels)
            if keys in found:
                message = f"the labels of a block {spec.name!r} are used twice"
                self.twice(block, message, found[keys][0])
            else:
                found[keys] = (block, made)
        entries = {keys: made for keys, (_, made) in found.items()}
        if spec.kind == "block_map":
            blocks = [block.body for block, _ in found.values()]
            values, shape = self.uniform(spec, list(entries.values()), blocks)
            entries = {keys: (value, shape) for keys, value in zip(entries, values, strict=True)}
        value, shape = _nested(entries, len(spec.labels), spec.kind.removeprefix("block_"))
        return value, implied(spec) if spec.kind == "block_map" and not entries else shape

    def place_of(self, spec: Spec, body: Body) -> tuple[int, int]:
        """Where in a body the value of a specification comes from, or would stand."""
        missing = _first_place(self.source, body)
        if spec.kind in ("default", "transform"):
            return self.place_of(spec.inside[0], body)
        if spec.kind == "attr":
            attribute = body.attributes.get(spec.name)
            if attribute is not None:
                return attribute.value.start, attribute.value.end
        elif spec.kind.startswith("block"):
            for block in body.blocks:
                if block.type == spec.name and spec.kind == "block_attrs":
                    return block.start, _head_end(block)
                if block.type == spec.name:
                    return self.place_of(spec.inside[0], block.body)
        return missing, missing


def _nested(entries: dict[tuple[str, ...], forms.Typed], depth: int, kind: str) -> forms.Typed:
    """One level of table for each label."""
    groups: dict[str, dict[tuple[str, ...], forms.Typed]] = {}
    for keys, made in entries.items():
        groups.setdefault(keys[0], {})[keys[1:]] = made
    parts = {
        key: group[()] if depth == 1 else _nested(group, depth - 1, kind)
        for key, group in groups.items()
    }
    values = {key: value for key, (value, _) in parts.items()}
    shapes = {key: shape for key, (_, shape) in parts.items()}
    if kind == "object":
        return values, forms.object_of(shapes)
    return values, forms.collection_of("map", next(iter(shapes.values()), forms.ANY))


def _head_end(block: Block) -> int:
    return block.labels[-1].end if block.labels else block.start + len(block.type)


def _first_place(source: Source, body: Body) -> int:
    """Where a missing item is reported: a block's brace, or where the text of a file begins."""
    if body.start:
        return body.start
    found = _LEADING.match(source.text)
    return found.end() if found is not None else 0


def decode(
    source: Source, body: Body, file: SpecFile, variables: dict[str, object] | None = None
) -> Decoded:
    """Decode a body as a specification says; ``variables`` win over the specification's own."""
    assert file.root is not None
    decoder = _Decoder(source, file, variables or {})
    value, shape = decoder.body(file.root, body)
    return Decoded(value, shape, decoder.diagnostics)
