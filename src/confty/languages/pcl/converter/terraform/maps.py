"""Which locals and variables of a module are maps, whose keys are the program's own words.

Terraform writes maps and objects alike.  The fields of an object have other names in PCL,
wherever they are written and read; the keys of a map are data, such as the tags of a resource,
and stay.  A variable says which it is.  A local is a map where a key is no name of a field, or
where all of it is given to a resource or looped over: who reads single fields has an object.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Block, Body
from confty.kit.hcl.walk import every
from confty.languages.pcl.converter.terraform.names import is_field
from confty.languages.pcl.converter.terraform.shapes import ResourceShape

#: A local or a variable: ``("local", "tags")``.
Named = tuple[str, str]
#: Calls that give a map of those that they are given.
JOINS: Final = frozenset(("merge", "tomap", "try", "coalesce"))
#: Calls that want a map.
_OF_MAPS: Final = frozenset(("lookup", "keys", "values", "contains", "transpose"))


class Maps:
    """What the blocks of a module tell of its locals and variables."""

    def __init__(self) -> None:
        self._maps: set[Named] = set()
        self._typed: set[Named] = set()
        self._objects: set[Named] = set()
        # A local, and those that it is made of as a whole.
        self._made_of: dict[Named, list[Named]] = {}

    def settled(self) -> set[Named]:
        """The maps among all that was looked at."""
        found: set[Named] = set()
        waiting = [one for one in self._maps if one not in self._objects]
        while waiting:
            one = waiting.pop()
            # What a variable is given comes from elsewhere, so that only its type tells.
            if one not in found and (one[0] == "local" or one in self._typed):
                found.add(one)
                parts = self._made_of.get(one, ())
                waiting += [part for part in parts if part not in self._objects]
        return found

    def variable(self, name: str, kind: syntax.Expression) -> None:
        """Take a variable with its type."""
        kind = syntax.unwrapped(kind)
        word = syntax.literal_text(kind) or getattr(kind, "name", getattr(kind, "root", ""))
        if word == "map":
            self._typed.add(("var", name))
            self._maps.add(("var", name))

    def local(self, name: str, value: syntax.Expression) -> None:
        """Take a local with its value."""
        own: Named = ("local", name)
        parts = list(_parts(value))
        self._made_of[own] = [one for part in parts if (one := _whole(part)) is not None]
        literals = [part for part in parts if isinstance(part, syntax.Object)]
        if any(not is_field(_word(item)) for one in literals for item in one.items):
            self._maps.add(own)
        self._inside(value)

    def resource(self, body: Body, made: ResourceShape) -> None:
        """Take the arguments of a resource or a data source."""
        for item in body.items:
            if isinstance(item, Block):
                self.block(item)
                continue
            name = _whole(item.value)
            shape = made.input(item.name)[1]
            inner = shape and (shape.element or shape)
            if name is not None and inner is not None and inner.properties():
                self._objects.add(name)
            else:
                self._given(item.value)

    def block(self, block: Block) -> None:
        """Take what stands in any other block; what goes in and out of modules tells nothing."""
        for item in block.body.items:
            if isinstance(item, Block):
                self.block(item)
            elif block.type in {"output", "module"} and item.name != "for_each":
                self._inside(item.value)
            else:
                self._given(item.value)

    def _given(self, value: syntax.Expression) -> None:
        """Take a value that is used as it is."""
        self._maps.update(one for part in _parts(value) if (one := _whole(part)) is not None)
        self._inside(value)

    def _inside(self, value: syntax.Expression) -> None:
        for node in every(value):
            asked: list[syntax.Expression] = []
            if isinstance(node, (syntax.For, syntax.Index)):
                asked = [node.collection]
            elif isinstance(node, syntax.Call) and node.name in _OF_MAPS:
                asked = node.arguments[:1]
            elif isinstance(node, syntax.Traversal) and len(node.steps) > 1:
                indexed = node.steps[1]
                if indexed.style != "attribute" and isinstance(indexed.key, str):
                    asked = [node]
            for one in asked:
                name = _named(one) if one is node else _whole(one)
                if name is not None:
                    self._maps.add(name)


def _parts(value: syntax.Expression) -> Iterator[syntax.Expression]:
    """The expressions whose keys become the keys of a value."""
    value = syntax.unwrapped(value)
    if isinstance(value, syntax.Conditional):
        yield from _parts(value.yes)
        yield from _parts(value.no)
    elif isinstance(value, syntax.Call) and value.name in JOINS:
        for one in value.arguments:
            yield from _parts(one)
    else:
        yield value


def _named(node: syntax.Expression) -> Named | None:
    node = syntax.unwrapped(node)
    if isinstance(node, syntax.Traversal) and node.root in {"local", "var"} and node.steps:
        return node.root, str(node.steps[0].key)
    return None


def _whole(node: syntax.Expression) -> Named | None:
    node = syntax.unwrapped(node)
    alone = isinstance(node, syntax.Traversal) and len(node.steps) == 1
    return _named(node) if alone else None


def _word(item: syntax.Item) -> str:
    """A key that is a bare name; nothing for one that is a text or worked out."""
    return (syntax.literal_text(item.key) or "") if item.bare else ""
