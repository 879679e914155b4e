"""Rings of imports are told whole, with a place for every import."""

from __future__ import annotations

from confty.kit.rings import FOREIGN_CYCLE as CODE
from confty.kit.rings import ring_along, ring_of, seen_from
from confty.text import Source, Span


def _step(source: str, target: str) -> tuple[Span, str]:
    return Span(Source(source, f"import {target}"), 7, 7 + len(target)), target


RING = (_step("a", "b"), _step("b", "c"), _step("c", "a"))


def test_a_ring_is_told_with_every_import() -> None:
    found = ring_of(CODE, RING)
    assert found.message == "these files import each other: a -> b -> c -> a"
    assert str(found.span) == "a:1:8"
    assert [(str(note.span), note.text) for note in found.notes] == [
        ("b:1:8", "`b` imports `c` here"),
        ("c:1:8", "`c` imports `a` here"),
    ]


def test_a_file_that_imports_itself() -> None:
    assert ring_of(CODE, (_step("a", "a"),)).message == "`a` imports itself"


def test_a_ring_begins_where_somebody_stands() -> None:
    seen = seen_from(ring_of(CODE, RING), "c")
    assert seen is not None
    assert seen.message == "these files import each other: c -> a -> b -> c"
    assert seen_from(seen, "elsewhere") is None


def test_places_alone_say_it_all() -> None:
    assert repr(ring_along(CODE, [span for span, _ in RING])) == repr(ring_of(CODE, RING))
