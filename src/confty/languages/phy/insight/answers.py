"""Answers about places in a checked file, read off the checked tree."""

from __future__ import annotations

from collections.abc import Sequence

from confty.kit import sights
from confty.kit.insight import Insight
from confty.languages.phy.checker.checked import Checked, Declare, Inject, Procedure, Read
from confty.languages.phy.insight import layout
from confty.languages.phy.insight.actions import actions
from confty.languages.phy.insight.ground import Ground
from confty.languages.phy.insight.occurrences import occurrences
from confty.languages.phy.insight.offers import offers
from confty.languages.phy.insight.sight import sight
from confty.languages.phy.insight.signature import signature
from confty.languages.phy.rules import is_unknown, plain_type
from confty.languages.phy.spelling import spell
from confty.text import Span
from confty.types import Atom, Type, canonical


class PhyInsight(Insight):
    """Types and definitions of one file."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.ground = Ground(checked)

    # Editors.

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the file where it is written."""
        return occurrences(self.ground)

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What hovering shows."""
        return sight(self.ground, offset)

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """Where the type of what stands at ``offset`` has a name."""
        found = self.type_at(offset) or self.type_at(offset - 1)
        if found is None or isinstance(found, Atom):
            return []
        wanted = canonical(found)
        named = [one for one in self.checked.aliases if canonical(one.type) == wanted]
        return [self.ground.name_place(one.start, one.end) for one in named]

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """What may be written at ``offset``."""
        return offers(self.ground, offset)

    def signature_at(self, offset: int) -> sights.Signature | None:
        """The innermost form around ``offset``."""
        return signature(self.ground, offset)

    def symbols(self) -> Sequence[sights.Symbol]:
        """The procedures and the types."""
        return layout.symbols(self.ground)

    def tokens(self) -> Sequence[sights.ColouredStretch]:
        """What is coloured and is no name."""
        return layout.tokens(self.ground)

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """The types of locals, and the names of parameters."""
        return layout.hints(self.ground, start, end)

    def regions(self) -> Sequence[sights.Region]:
        """What can be folded."""
        return layout.regions(self.ground)

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The forms around ``offset``, innermost first."""
        return layout.around(self.ground, offset)

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Changes that are offered."""
        return actions(self.ground, start, end)

    # Types and places.

    def type_at(self, offset: int) -> Type | None:
        """Return the type of the smallest expression or type at ``offset``."""
        best: tuple[int, Type] | None = None
        for start, end, type_ in self._typed():
            if start <= offset < end and (best is None or end - start <= best[0]):
                best = (end - start, type_)
        return best[1] if best is not None and not is_unknown(best[1]) else None

    def _typed(self) -> list[tuple[int, int, Type]]:
        found = list(self.checked.types)
        found.extend([(one.start, one.end, one.type) for one in self.checked.aliases])
        for procedure in self.checked.procedures:
            found.extend(_names(procedure))
        for node in self.ground.typed:
            # What a place wanted of an expression is not what the expression is.
            if not isinstance(node, Inject | Read):
                found.append((node.start, node.end, node.type))
            if isinstance(node, Declare):
                one = node.variable
                found.append((one.start, one.end, one.type))
        return found

    def spelled_at(self, offset: int) -> str | None:
        """Return the same as the language writes it in messages."""
        type_ = self.type_at(offset)
        return None if type_ is None else spell(type_)

    def definition_at(self, offset: int) -> Span | None:
        """Return where the name at ``offset`` was declared."""
        for use in self.checked.uses:
            if use.start <= offset < use.end:
                return Span(self.checked.source, use.entity.start, use.entity.end)
        return None

    def result(self) -> str | None:
        """Return the type of what running the file gives."""
        entry = self.checked.entry
        if entry is None or is_unknown(entry.result):
            return None
        return spell(entry.result)

    def whole(self) -> Type | None:
        """Return the type of the same as data."""
        entry = self.checked.entry
        return None if entry is None or is_unknown(entry.result) else plain_type(entry.result)

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Return where the value is made: parts of a computed value have no place of their own."""
        del path
        entry = self.checked.entry
        return None if entry is None else Span(self.checked.source, entry.start, entry.end)


def _names(procedure: Procedure) -> list[tuple[int, int, Type]]:
    found: list[tuple[int, int, Type]] = []
    if procedure.name is not None:
        found.append((procedure.start, procedure.end, procedure.type))
    found.extend([(one.start, one.end, one.type) for one in procedure.parameters])
    return found
