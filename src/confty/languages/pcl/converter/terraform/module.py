"""What a module of Terraform declares, under the names it has in PCL."""

from __future__ import annotations

from typing import Final, NamedTuple

from confty.kit.hcl.syntax import (
    Block,
    Body,
    Call,
    Conditional,
    Expression,
    Traversal,
    unwrapped,
)
from confty.languages.pcl import codes
from confty.languages.pcl.converter.terraform.maps import Maps, Named
from confty.languages.pcl.converter.terraform.names import GivenNames
from confty.languages.pcl.converter.terraform.shapes import KnownShapes, ResourceShape, Shape
from confty.languages.pcl.converter.terraform.types import type_shape
from confty.text import Diagnostic, Source, Span

#: What says how often a resource, a data source or a module is there.
RANGES: Final = ("count", "for_each")
_GIVE_SETS: Final = ("toset", "setunion", "setintersection", "setsubtract", "setproduct")


class TerraformFile(NamedTuple):
    """One ``.tf`` file as read."""

    source: Source
    body: Body


class Thing(NamedTuple):
    """A resource or a data source of a module."""

    name: str
    made: ResourceShape
    ranged: bool


class TerraformModule:
    """A folder of files: its declarations, and what there is to say about them."""

    def __init__(self, files: list[TerraformFile], shapes: KnownShapes, place: str) -> None:
        self.files: Final = files
        self.shapes: Final = shapes
        # Where the folder is, seen from the program's.
        self.place: Final = place
        self.names: Final = GivenNames()
        self.findings: list[Diagnostic] = []
        self.things: dict[tuple[str, str, str], Thing] = {}
        # Modules that are called, and whether they are ranges.
        self.components: dict[str, bool] = {}
        # What the types of variables tell.
        self.variables: dict[str, Shape] = {}
        # Variables that hold sets, where a key is the value itself.
        self.sets: set[str] = set()
        # What the locals are.
        self.locals: dict[str, Expression] = {}
        # Settings of default providers, which are the stack's: ``aws:region``.
        self.config: dict[str, object] = {}
        self._declare()
        # Locals and variables whose keys are the program's own words.
        self.maps: Final = self._found_maps()

    def say(self, source: Source, start: int, end: int, message: str, advice: str = "") -> None:
        """Say that something has no counterpart."""
        found = codes.NO_COUNTERPART.at(Span(source, start, end), message)
        self.findings.append(found.with_help(advice) if advice else found)

    def is_ranged(self, node: Traversal) -> bool:
        """Whether a name means several resources, not one of them."""
        keys = [str(step.key) for step in node.steps]
        if node.root == "module":
            return len(keys) == 1 and self.components.get(keys[0], False)
        labels = keys if node.root == "data" else [node.root, *keys]
        kind = "data" if node.root == "data" else "resource"
        thing = self.things.get((kind, labels[0], labels[1])) if len(labels) == 2 else None
        return thing is not None and thing.ranged

    def _declare(self) -> None:
        """Give every declaration its name, the kinds in the order of how plainly they are used."""
        for kind in ("variable", "locals", "resource", "data", "module", "provider"):
            for file in self.files:
                for block in file.body.blocks:
                    if block.type == kind:
                        self._declared(block, file.source.text)

    def _found_maps(self) -> set[Named]:
        maps = Maps()
        for block in (block for file in self.files for block in file.body.blocks):
            labels = [label.text for label in block.labels]
            thing = self.things.get((block.type, labels[0], labels[1])) if labels[1:] else None
            if block.type == "variable" and labels and "type" in block.body.attributes:
                maps.variable(labels[0], block.body.attributes["type"].value)
            elif block.type == "locals":
                for name, item in block.body.attributes.items():
                    maps.local(name, item.value)
            elif thing is not None:
                maps.resource(block.body, thing.made)
            else:
                maps.block(block)
        return maps.settled()

    def _declared(self, block: Block, text: str) -> None:
        labels = [label.text for label in block.labels]
        ranged = any(name in block.body.attributes for name in RANGES)
        if block.type == "variable" and labels:
            self.names.give(("var", labels[0]))
            kind = block.body.attributes.get("type")
            if kind is not None:
                self.variables[labels[0]] = type_shape(kind.value, text)
                if _is_set(kind.value):
                    self.sets.add(labels[0])
        elif block.type == "locals":
            for name, item in block.body.attributes.items():
                self.names.give(("local", name))
                self.locals[name] = item.value
        elif block.type == "resource" and len(labels) == 2:
            name = self.names.give(("resource", *labels))
            made = self.shapes.resource(labels[0])
            self.things["resource", labels[0], labels[1]] = Thing(name, made, ranged=ranged)
        elif block.type == "data" and len(labels) == 2:
            name = self.names.give(("data", *labels))
            made = self.shapes.data(labels[0])
            self.things["data", labels[0], labels[1]] = Thing(name, made, ranged=ranged)
        elif block.type == "module" and labels:
            self.names.give(("module", labels[0]))
            self.components[labels[0]] = ranged
        elif block.type == "provider" and labels and (alias := alias_of(block)):
            self.names.give(("provider", labels[0], f"{labels[0]}_{alias}"))


def alias_of(block: Block) -> str | None:
    """The name of a provider that is not the default one."""
    given = block.body.attributes.get("alias")
    value = None if given is None else getattr(unwrapped(given.value), "value", None)
    return value if isinstance(value, str) else None


def _is_set(node: Expression) -> bool:
    node = unwrapped(node)
    return isinstance(node, Call) and node.name == "set"


def is_set(node: Expression, module: TerraformModule) -> bool:
    """Whether a value is a set, whose elements are their own keys."""
    seen: set[object] = set()
    while True:
        node = unwrapped(node)
        if isinstance(node, Conditional):
            # Both branches have one type.
            node = node.yes
            continue
        if isinstance(node, Call):
            return node.name in _GIVE_SETS
        if not isinstance(node, Traversal) or len(node.steps) != 1:
            return False
        name = node.steps[0].key
        value = module.locals.get(str(name)) if node.root == "local" else None
        if value is None or name in seen:
            return node.root == "var" and name in module.sets
        seen.add(name)
        node = value
