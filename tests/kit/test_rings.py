"""Rings of imports are told whole, with a place for every import."""

from __future__ import annotations

from confty.kit.rings import ring_of, turned
from confty.text import Code, Severity, Source, Span

CODE = Code("file/foreign-cycle", Severity.ERROR, "A ring.")


def _step(source: str, target: str) -> tuple[Span, str]:
    return Span(Source(source, f"import {target}"), 7, 7 + len(target)), target


RING = (_step("a", "b"), _step("b", "c"), _step("c", "a"))


def test_a_ring_is_told_with_every_import() -> None:
    found = ring_of(CODE, RING)
    assert found.message == "these files import each other: `a` -> `b` -> `c` -> `a`"
    assert str(found.span) == "a:1:8"
    assert [(str(note.span), note.text) for note in found.notes] == [
        ("b:1:8", "`b` imports `c` here"),
        ("c:1:8", "`c` imports `a` here"),
    ]


def test_a_file_that_imports_itself() -> None:
    assert ring_of(CODE, (_step("a", "a"),)).message == "`a` imports itself"


def test_a_ring_begins_where_somebody_stands() -> None:
    assert turned(RING, "c") == (RING[2], RING[0], RING[1])
    assert turned(RING, "elsewhere") == RING
