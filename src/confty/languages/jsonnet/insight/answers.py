"""Answers about places in a checked file, read off what the checker noted.

A place belongs to the smallest node that owns its token: a name in ``x.f`` to the whole access, a
bound name to its value, an operator or keyword to its whole expression.
"""

from __future__ import annotations

from confty import types
from confty.kit.insight import Insight
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.notation import spell_whole
from confty.languages.jsonnet.checker.shown import settled
from confty.languages.jsonnet.insight.ground import Ground, ground_of
from confty.languages.jsonnet.insight.origins import part_at
from confty.languages.jsonnet.parser import syntax
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from confty.kit import sights
    from confty.kit.reference import Need, OfferedName

# ruff: noqa: PLC0415  a command asks for a type and loads nothing else; an editor loads all


class JsonnetInsight(Insight):
    """What is known about one checked file."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.checker: Checker = checked.checker
        self.ground: Ground = ground_of(checked)

    def needs(self) -> list[Need]:
        """Return what the program asks for from outside."""
        from confty.languages.jsonnet.checker.reference import needs

        return needs(self.checked, self.checked.arguments)

    def entries(self) -> list[OfferedName]:
        """Return what the file offers, with its documentation."""
        from confty.languages.jsonnet.checker.reference import entries

        return entries(self.checked)

    def type_at(self, offset: int) -> types.Type | None:
        """Return the type of the smallest expression at ``offset``."""
        return self._type_at(offset, self.ground.type)

    def _type_at(
        self, offset: int, find: Callable[[syntax.Node], types.Type | None]
    ) -> types.Type | None:
        path = self.ground.path_to(offset)
        node = path[-1] if path else None
        if isinstance(node, syntax.Identifier):
            parent = path[-2] if len(path) > 1 else None
            if isinstance(parent, (syntax.Dot, syntax.SuperField)):
                return find(parent)
            return None if isinstance(parent, syntax.Argument) else find(node)
        if isinstance(node, (syntax.Argument, syntax.Parameter, syntax.Bind, syntax.For)):
            return None
        for owner in reversed(path):
            found = find(owner)
            if found is not None:
                return found
        return None

    def spelled_at(self, offset: int) -> str | None:
        """Return the same in the language's own notation."""
        found = self.type_at(offset)
        return None if found is None else spell_whole(found)

    def outline_at(self, offset: int | None) -> str | None:
        """Return the type at a place, or of the whole file, as a reader wants to see it."""
        from confty.languages.jsonnet.insight.outline import outline

        found = self.whole() if offset is None else self.type_at(offset)
        return None if found is None else outline(found)

    def documentation_at(self, offset: int) -> str:
        """Return what docsonnet or a comment says of the name at a place."""
        from confty.languages.jsonnet.insight.documentation import documentation

        return documentation(self.checked, self.ground.path_to(offset))

    def result(self) -> str | None:
        """Return the type of the whole file, in the language's own notation."""
        return spell_whole(settled(self.checker, self.checked.type))

    def whole(self) -> types.Type | None:
        """Return the type of what the file gives, for importers of other languages."""
        return erased(settled(self.checker, self.checked.type))

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Return where a part of the file's value is named, as far as what is written leads."""
        with self.ground.looking():
            return part_at(self.checked, path)

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Return where a part of the file's value is written itself."""
        with self.ground.looking():
            return part_at(self.checked, path, named=False)

    def definition_at(self, offset: int) -> Span | None:
        """Return the expression that the name at ``offset`` stands for, or its introduction."""
        from confty.languages.jsonnet.insight.definitions import definition_at

        return definition_at(self.ground, offset)

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Return every name of the file where it is written, in order."""
        from confty.languages.jsonnet.insight.occurrences import occurrences_of

        return occurrences_of(self.ground)

    def sight_at(self, offset: int) -> sights.Sight | None:
        """Say what stands at ``offset``: type, documentation, value."""
        from confty.languages.jsonnet.insight.sight import sight_at

        return sight_at(self.ground, offset, self._type_at(offset, self.ground.brief))

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """Return what may be written at ``offset``, also in a file that is not whole."""
        from confty.languages.jsonnet.insight.offers import offers_at

        return offers_at(self.ground, offset)

    def signature_at(self, offset: int) -> sights.Signature | None:
        """Return the innermost call that ``offset`` is in."""
        from confty.languages.jsonnet.insight.signature import signature_at

        return signature_at(self.ground, offset)

    def path_at(self, offset: int) -> tuple[int, int] | None:
        """Return the letters of an import's path that ``offset`` is in."""
        from confty.languages.jsonnet.insight.layout import path_at

        return path_at(self.ground, offset)

    def symbols(self) -> Sequence[sights.Symbol]:
        """Return the outline of the file."""
        from confty.languages.jsonnet.insight.symbols import Outline

        return Outline(self.ground).symbols()

    def tokens(self) -> Sequence[sights.ColouredStretch]:
        """Return what is coloured and is no name, in order."""
        from confty.languages.jsonnet.insight.layout import tokens_of

        return tokens_of(self.ground)

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """Return what an editor may show between the letters."""
        from confty.languages.jsonnet.insight.hints import hints_in

        return hints_in(self.ground, start, end)

    def regions(self) -> Sequence[sights.Region]:
        """Return what can be folded."""
        from confty.languages.jsonnet.insight.layout import regions_of

        return regions_of(self.ground)

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """Return the syntax that ``offset`` is in, innermost first."""
        from confty.languages.jsonnet.insight.layout import around

        return around(self.ground, offset)

    def links(self) -> Sequence[sights.Link]:
        """Return the places that name files."""
        from confty.languages.jsonnet.insight.layout import links_of

        return links_of(self.ground)

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Return changes that are offered for a stretch of text."""
        from confty.languages.jsonnet.insight.actions import actions_at

        return actions_at(self.ground, start, end)

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """Return the literals and functions that the value at ``offset`` is made by."""
        from confty.languages.jsonnet.insight.definitions import type_definitions_at

        return type_definitions_at(self.ground, offset)
