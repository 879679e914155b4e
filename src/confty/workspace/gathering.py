"""Findings of many files together: each told once, in an order that does not depend on the way."""

from __future__ import annotations

from confty.kit.rings import is_ring, way_of
from confty.registry import LAZY, language_of
from confty.text import Diagnostic
from confty.workspace.codes import IMPORT_CYCLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from confty.workspace.graph import ImportGraph


def identity(finding: Diagnostic) -> tuple[object, ...]:
    """What two findings have in common that say the same, whoever leads to them."""
    if is_ring(finding):
        # Every file of a ring tells it as it begins there.
        return finding.code.name, frozenset(way_of(finding))
    return finding.code.name, finding.span, finding.message


def reasons(finding: Diagnostic) -> tuple[object, ...]:
    """What orders findings that say the same: worse ones first, then by what led to them.

    A ring is one finding wherever it is told; it begins at the file that comes first.
    """
    places = [(one.span.source.name, one.span.start) for one in finding.notes if one.span]
    return -finding.severity, place(finding), len(finding.notes), places


def place(finding: Diagnostic) -> tuple[object, ...]:
    """What findings are told in the order of."""
    if finding.span is None:
        return "", 0, finding.code.name, finding.message
    return finding.span.source.name, finding.span.start, finding.code.name, finding.message


def rings_of(graph: ImportGraph, said: list[Diagnostic]) -> list[Diagnostic]:
    """Report rings of imports that no language has complained about itself."""
    complained = {finding.span.source.name for finding in said if finding.span is not None}
    rings = []
    for ring in graph.cycles():
        lazy = all(language_of(name) in LAZY for name in ring)
        if not lazy and complained.isdisjoint(ring):
            chain = " -> ".join((*ring, ring[0]))
            rings.append(IMPORT_CYCLE.at(None, f"these files import each other: {chain}"))
    return rings
