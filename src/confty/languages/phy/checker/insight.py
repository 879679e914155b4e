"""Answers about places in a checked file, read off the checked tree."""

from __future__ import annotations

from confty.kit.sighted import Sighted
from confty.languages.phy.checker.checked import Checked, Declare, Inject, Procedure, Read, parts
from confty.languages.phy.rules import is_unknown
from confty.languages.phy.spelling import spell
from confty.text import Span
from confty.types import Type


class PhyInsight(Sighted):
    """Types and definitions of one file."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked

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
            nodes = [procedure.body] if procedure.body is not None else []
            while nodes:
                node = nodes.pop()
                # What a place wanted of an expression is not what the expression is.
                if not isinstance(node, (Inject, Read)):
                    found.append((node.start, node.end, node.type))
                if isinstance(node, Declare):
                    one = node.variable
                    found.append((one.start, one.end, one.type))
                nodes.extend(parts(node))
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
        """Return the same type as data."""
        entry = self.checked.entry
        return None if entry is None or is_unknown(entry.result) else entry.result

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
