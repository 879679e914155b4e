"""Where a field was written: names, branches, unions and imports followed to their literals.

Types know nothing of where they come from, so a field is looked for in what is written: the
literal behind a name, both branches of an ``if``, both sides of ``|``, the file behind an import.
Where that leads nowhere (a parameter), the literals that make the same type answer.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from confty.language import Foreign
from confty.languages.rcl.checker.checked import Checked
from confty.languages.rcl.parser import syntax
from confty.text import Span
from confty.types import Object, Type, Union, unfold

#: How many literals are looked at for one value; what is made of more is not followed.
_MOST: Final = 50

#: The pairs of a literal by name, and what it unpacks, each with its place among the elements.
_Parts: TypeAlias = tuple[
    dict[str, list[tuple[int, syntax.Pair]]], list[tuple[int, syntax.Unpack]]
]


class WrittenValue(NamedTuple):
    """A value as it is written: a literal of a document, or a part of another language's file."""

    checked: Checked | None
    node: syntax.Expr | None
    foreign: Foreign | None = None
    path: tuple[str | int, ...] = ()


class Origins:
    """Follows the values of one document and of those it imports; what was found is kept."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._made: dict[syntax.Node, list[WrittenValue]] = {}
        self._parts: dict[syntax.Collection, _Parts] = {}
        self._given: dict[tuple[syntax.Node, str], list[tuple[syntax.Pair, Checked]]] = {}

    def of_field(self, chain: syntax.Chain, at: int, name: str) -> list[Span]:
        """Return where the field is written that the link at ``at`` of a chain reads."""
        owner = self.owner_type(chain, at)
        declared = self._declared(self.checked, owner, name)
        if declared:
            return declared
        found = self._keys(self._links(self.checked, chain, at), name)
        return found or self._alike(owner, name)

    def of_key(self, literal: syntax.Collection, name: str) -> list[Span]:
        """Return where the record declares a field that a literal gives; empty for no record."""
        wanted = self.checked.wanted.get(literal)
        return [] if wanted is None else self._declared(self.checked, wanted, name)

    def of_path(self, path: tuple[str | int, ...], *, named: bool = True) -> Span | None:
        """Return the name of the document's part at a path, or its own place; None if unknown."""
        body = self.checked.document.body
        owners = self.values(body)
        place = None if named else self.checked.span(body.start, body.end)
        for step in path:
            if isinstance(step, str):
                places = self._keys(owners, step) if named else self._written(owners, step)
                owners = self._field(owners, step)
            else:
                places, owners = self._nth(owners, step, named=named)
            if not places:
                return None
            # Of the sides of ``|`` the last one counts.
            place = places[-1]
        return place

    def is_filled(self, path: tuple[str | int, ...]) -> bool:
        """Whether the part at a path is one literal that has an element whatever happens."""
        owners = self.values(self.checked.document.body)
        for step in path:
            owners = (
                self._field(owners, step) if isinstance(step, str) else self._nth(owners, step)[1]
            )
        node = owners[0].node if len(owners) == 1 else None
        return isinstance(node, syntax.Collection) and any(
            not one.controls and not isinstance(one.result, syntax.Unpack) for one in node.elements
        )

    def _written(self, owners: list[WrittenValue], name: str) -> list[Span]:
        found: list[Span] = []
        for one in owners:
            place = None if one.foreign is None else one.foreign.written_at((*one.path, name))
            found += [] if place is None else [place]
            for pair, checked in self._pairs(one, name):
                found.append(checked.span(pair.value.start, pair.value.end))
        return found

    def _nth(
        self, owners: list[WrittenValue], at: int, *, named: bool = True
    ) -> tuple[list[Span], list[WrittenValue]]:
        """Return the place of an element of a list, and what it may be."""
        places: list[Span] = []
        found: list[WrittenValue] = []
        for one in owners:
            if one.foreign is not None:
                inner = (*one.path, at)
                span = (one.foreign.declared_at if named else one.foreign.written_at)(inner)
                places += [] if span is None else [span]
                found.append(WrittenValue(None, None, one.foreign, inner))
            elif isinstance(one.node, syntax.Collection) and one.checked is not None:
                first = one.node.elements[: at + 1]
                # How many elements a loop makes is not written.
                plain = all(not e.controls and isinstance(e.result, syntax.Item) for e in first)
                if plain and len(first) > at:
                    value = first[at].result.value
                    places.append(one.checked.span(value.start, value.end))
                    found += self._values(one.checked, value)
        return places, found

    def owner_type(self, chain: syntax.Chain, at: int) -> Type | None:
        """Return the type of what the link at ``at`` of a chain reads from."""
        before = chain.base if at == 0 else chain.links[at - 1]
        return self.checked.types.get(before)

    def values(self, node: syntax.Expr) -> list[WrittenValue]:
        """Return the literals that an expression of the document may be."""
        return self._values(self.checked, node)

    def up_to(self, chain: syntax.Chain, count: int) -> list[WrittenValue]:
        """Return the literals that the first links of a chain may lead to."""
        return self._links(self.checked, chain, count)

    def _declared(self, checked: Checked, owner: Type | None, name: str) -> list[Span]:
        if owner is None:
            return []
        found = checked.declarations.field(owner, name)
        if found is not None:
            return [found[1]]
        inside = unfold(owner)
        if not isinstance(inside, Union):
            return []
        return [span for one in inside.members for span in self._declared(checked, one, name)]

    def _alike(self, owner: Type | None, name: str) -> list[Span]:
        """Return the fields of the literals that make a type."""
        inside = None if owner is None else unfold(owner)
        if not isinstance(inside, Object):
            return []
        others = [one.checked for one in self.checked.files.values() if one.checked is not None]
        found: list[Span] = []
        for checked in (self.checked, *others):
            for literal in checked.shapes.get(inside, ())[:_MOST]:
                found += self._keys([WrittenValue(checked, literal)], name)
        return found

    def _values(self, checked: Checked, node: syntax.Expr) -> list[WrittenValue]:
        found = self._made.get(node)
        if found is None:
            self._made[node] = []  # what is made of itself is made of nothing
            found = self._made[node] = self._followed(checked, node)[:_MOST]
        return found

    def _followed(self, checked: Checked, node: syntax.Expr) -> list[WrittenValue]:
        if isinstance(node, syntax.Collection | syntax.Function):
            return [WrittenValue(checked, node)]
        if isinstance(node, syntax.Parens | syntax.Block):
            return self._values(checked, node.body)
        if isinstance(node, syntax.If):
            return [*self._values(checked, node.yes), *self._values(checked, node.no)]
        if isinstance(node, syntax.Binary) and node.operator == "|":
            return [one for part in node.operands for one in self._values(checked, part)]
        if isinstance(node, syntax.Chain):
            return self._links(checked, node, len(node.links))
        if isinstance(node, syntax.Name):
            return self._named(checked, node)
        if isinstance(node, syntax.Import):
            return self._imported(checked, node)
        return []

    def _named(self, checked: Checked, node: syntax.Name) -> list[WrittenValue]:
        binding = checked.uses.get(node)
        if binding is None or binding.node is None:
            return []
        value = checked.values.get(binding)
        if value is not None:
            return self._values(checked, value)
        loop = checked.loops.get(binding.node)
        if loop is None or binding.node is not loop.variables[-1]:
            return []
        return self._elements(self._values(checked, loop.collection))

    def _imported(self, checked: Checked, node: syntax.Import) -> list[WrittenValue]:
        file = checked.files.get(node)
        if file is None:
            return []
        if file.checked is not None:
            return self._values(file.checked, file.checked.document.body)
        foreign = file.foreign()
        return [] if foreign is None else [WrittenValue(None, None, foreign)]

    def _links(self, checked: Checked, chain: syntax.Chain, count: int) -> list[WrittenValue]:
        found = self._values(checked, chain.base)
        for link in chain.links[:count]:
            if not found:
                return []
            if isinstance(link, syntax.Field):
                found = self._field(found, link.name.text)
            elif isinstance(link, syntax.Call):
                found = [
                    inner
                    for one in found
                    if isinstance(one.node, syntax.Function) and one.checked is not None
                    for inner in self._values(one.checked, one.node.body)
                ]
            elif isinstance(link.index, syntax.StringLiteral):
                found = self._field(found, link.index.value)
            else:
                found = self._elements(found)
            found = found[:_MOST]
        return found

    def _field(self, owners: list[WrittenValue], name: str) -> list[WrittenValue]:
        found: list[WrittenValue] = []
        for one in owners:
            if one.foreign is not None:
                found.append(WrittenValue(None, None, one.foreign, (*one.path, name)))
            for pair, checked in self._pairs(one, name):
                found += self._values(checked, pair.value)
        return found

    def _pairs(self, owner: WrittenValue, name: str) -> list[tuple[syntax.Pair, Checked]]:
        """Return the pairs of a literal that give a field, unpacked ones among them."""
        found: list[tuple[syntax.Pair, Checked]] = []
        node, checked = owner.node, owner.checked
        if not isinstance(node, syntax.Collection) or checked is None:
            return found
        known = self._given.get((node, name))
        if known is not None:
            return known
        pairs, unpacked = self._parts_of(node)
        parts: list[tuple[int, syntax.Pair | syntax.Unpack]] = [*pairs.get(name, ()), *unpacked]
        # As they are written: the last one counts.
        for _, part in sorted(parts, key=lambda one: one[0]):
            if isinstance(part, syntax.Pair):
                found.append((part, checked))
                continue
            for one in self._values(checked, part.value):
                found += self._pairs(one, name)
        # The one that introduces it and those that count most: what is asked of a row of literals
        # that unpack one another must not be as long as the row.
        if len(found) > _MOST:
            found = [found[0], *found[1 - _MOST :]]
        self._given[node, name] = found
        return found

    def _parts_of(self, node: syntax.Collection) -> _Parts:
        """Return the pairs of a literal by name and what it unpacks, each with its place."""
        found = self._parts.get(node)
        if found is None:
            found = self._parts[node] = ({}, [])
            for at, element in enumerate(node.elements):
                result = element.result
                if isinstance(result, syntax.Unpack):
                    found[1].append((at, result))
                elif isinstance(result, syntax.Pair):
                    key = result.key
                    if isinstance(key, syntax.StringLiteral):
                        found[0].setdefault(key.value, []).append((at, result))
        return found

    def _keys(self, owners: list[WrittenValue], name: str) -> list[Span]:
        found: dict[Span, None] = {}
        for one in owners:
            if one.foreign is not None:
                place = one.foreign.declared_at((*one.path, name))
                if place is not None:
                    found[place] = None
            for pair, checked in self._pairs(one, name):
                declared = (
                    self._declared(checked, checked.wanted.get(one.node), name)
                    if one.node is not None
                    else []
                )
                for span in declared or [checked.span(pair.key.start, pair.key.end)]:
                    found[span] = None
        return list(found)

    def _elements(self, owners: list[WrittenValue]) -> list[WrittenValue]:
        """Return what the elements of lists, or the values of dicts, may be."""
        found: list[WrittenValue] = []
        for one in owners:
            if one.foreign is not None:
                found.append(WrittenValue(None, None, one.foreign, (*one.path, 0)))
                continue
            if not isinstance(one.node, syntax.Collection) or one.checked is None:
                continue
            for element in one.node.elements:
                result = element.result
                if isinstance(result, syntax.Unpack):
                    found += self._elements(self._values(one.checked, result.value))
                else:
                    found += self._values(one.checked, result.value)
                if len(found) > _MOST:
                    return found
        return found
