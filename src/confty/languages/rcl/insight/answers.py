"""Answers about places in a checked document, for editors and ``confty type``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from confty import types
from confty.kit import sights
from confty.kit.insight import Insight
from confty.languages.rcl.checker.checked import Checked
from confty.languages.rcl.insight import layout
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.occurrences import occurrences
from confty.languages.rcl.insight.origins import Origins
from confty.languages.rcl.insight.sight import sight
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import TypeName
from confty.languages.rcl.rules import spelled
from confty.languages.rcl.unit import Given
from confty.text import Span

if TYPE_CHECKING:
    from confty.kit.reference import Need, OfferedName

# ruff: noqa: PLC0415  a command asks for a type and loads nothing else; an editor loads all


class RclInsight(Insight):
    """Reads the checker's tables."""

    def __init__(self, checked: Checked, given: Given | None = None) -> None:
        self.checked = checked
        self.given = given
        self.ground = Ground(checked, given)

    def _smallest(self, offset: int) -> syntax.Node | None:
        best: syntax.Node | None = None
        for node in self.checked.types:
            if node.start <= offset < node.end and (
                best is None or node.end - node.start <= best.end - best.start
            ):
                best = node
        return best

    # Editors.

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the document where it is written."""
        return occurrences(self.ground)

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What hovering shows."""
        return sight(self.ground, offset)

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """Where the types of what stands at ``offset`` are declared."""
        found = self.type_at(offset) or self.type_at(offset - 1)
        return [] if found is None else declared(self.ground, found)

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """What may be written at ``offset``."""
        from confty.languages.rcl.insight.offers import offers

        return offers(self.ground, offset)

    def path_at(self, offset: int) -> tuple[int, int] | None:
        """The letters of an import's path."""
        return layout.path_at(self.ground, offset)

    def signature_at(self, offset: int) -> sights.Signature | None:
        """The innermost call around ``offset``."""
        from confty.languages.rcl.insight.signature import signature

        return signature(self.ground, offset)

    def symbols(self) -> Sequence[sights.Symbol]:
        """What the document binds, and the fields of what it gives."""
        return layout.symbols(self.ground)

    def tokens(self) -> Sequence[sights.ColouredStretch]:
        """What is coloured and is no name."""
        from confty.languages.rcl.insight.layout import tokens

        return tokens(self.ground)

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """Inferred types, and the names of parameters."""
        from confty.languages.rcl.insight.hints import hints

        return hints(self.ground, start, end)

    def regions(self) -> Sequence[sights.Region]:
        """What can be folded."""
        return layout.regions(self.ground)

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The syntax around ``offset``, innermost first."""
        return layout.around(self.ground, offset)

    def links(self) -> Sequence[sights.Link]:
        """The files that are imported."""
        return layout.links(self.ground)

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Changes that are offered."""
        from confty.languages.rcl.insight.actions import actions

        return actions(self.ground, start, end)

    # Types and places.

    def type_at(self, offset: int) -> types.Type | None:
        """The known type of the smallest expression at ``offset``."""
        node = self._smallest(offset)
        return None if node is None else self.checked.types[node]

    def spelled_at(self, offset: int) -> str | None:
        """The same in RCL's notation; the name of a type is told by what it stands for."""
        node, found = self._smallest(offset), self.type_at(offset)
        if found is None:
            return None
        named = isinstance(node, TypeName) or (
            isinstance(node, syntax.Name) and isinstance(found, types.Ref)
        )
        if named and node not in self.checked.uses:
            return (
                spelled(types.unfold(found))
                if node not in self.checked.binders
                else spelled(found)
            )
        return spelled(found)

    def documentation_at(self, offset: int) -> str:
        """What comments say of the type, the field or the method at ``offset``."""
        node, checked = self._smallest(offset), self.checked
        if node is None:
            return ""
        if isinstance(node, syntax.Name) and node in checked.fields:
            return checked.fields[node][0]
        return checked.methods.get(node, "") or self.said(checked.types[node], None)

    def said(self, owner: types.Type, field: str | None) -> str:
        """What comments say of a named type, or of a field of it or of a record."""
        declarations = self.checked.declarations
        if field is None:
            return declarations.documentation.get(owner, "")
        found = declarations.field(owner, field)
        return "" if found is None else found[0]

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""
        for name, binding in [*self.checked.uses.items(), *self.checked.binders.items()]:
            if name.start <= offset < name.end and binding.node is not None:
                return self.checked.span(binding.node.start, binding.node.end)
        return None

    def whole(self) -> types.Type | None:
        """The type of the document's value."""
        return self.checked.known

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a field is declared or written, by its name; else where the part comes from."""
        checked, origins = self.checked, Origins(self.checked)
        if path and isinstance(path[-1], str):
            field = checked.declarations.field(_part(checked.known, path[:-1]), path[-1])
            named = origins.of_path(path) if field is None else field[1]
            if named is not None:
                return named
        declared = checked.declarations.types.get(_part(checked.known, path))
        if declared is not None:
            return declared.span
        # Of what is not written itself, the nearest part around it that is.
        around = [origins.of_path(path[:at], named=False) for at in range(len(path), -1, -1)]
        return origins.of_path(path) or next(filter(None, around), None)

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part is written, without its name: the last one that counts."""
        return Origins(self.checked).of_path(path, named=False)

    def is_filled(self, path: tuple[str | int, ...]) -> bool:
        """Whether a part is one literal with an element that no loop or test makes."""
        return Origins(self.checked).is_filled(path)

    def needs(self) -> list[Need]:
        """Return what the document asks for from outside."""
        from confty.languages.rcl.checker.reference import needs

        return needs(self.checked, {} if self.given is None else self.given.preset)

    def entries(self) -> list[OfferedName]:
        """Return what the document offers, with its documentation."""
        from confty.languages.rcl.checker.reference import entries

        return entries(self.checked)

    def result(self) -> str | None:
        """The type of the whole document."""
        return spelled(self.checked.known)


def _part(type_: types.Type, path: tuple[str | int, ...]) -> types.Type:
    """Return the type of a part, with its name if it has one."""
    for step in path:
        inner = types.unfold(type_)
        if isinstance(inner, types.Object) and isinstance(step, str):
            known = inner.by_name.get(step)
            type_ = known.type if known is not None else types.DYNAMIC
        elif isinstance(inner, types.ListOf | types.SetOf):
            type_ = inner.element
        elif isinstance(inner, types.MapOf):
            type_ = inner.value
        else:
            return types.DYNAMIC
    return type_


def declared(ground: Ground, type_: types.Type) -> list[Span]:
    """Return where the named types in a type are declared, the outermost of each part."""
    found: dict[Span, None] = {}
    waiting: list[tuple[types.Type, int]] = [(type_, 0)]
    while waiting:
        one, depth = waiting.pop()
        place = ground.checked.declarations.types.get(one)
        if place is not None:
            found[place.name] = None
        elif isinstance(one, types.Union):
            waiting += [(inner, depth) for inner in reversed(one.members)]
        elif isinstance(one, types.ListOf | types.SetOf):
            waiting.append((one.element, depth))
        elif isinstance(one, types.MapOf):
            waiting.append((one.value, depth))
        elif isinstance(one, types.Function) and depth == 0:
            waiting.append((one.result, 1))
    return list(found)
