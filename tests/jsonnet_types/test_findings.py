"""What findings carry besides their words: fixes, notes, and marks on the fields of types."""

from __future__ import annotations

from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.rules import LATE, PLUS, RELATION
from confty.text import Diagnostic, Source
from confty.types import NUMBER, SAFE, field, object_of
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost


def findings(text: str) -> tuple[Diagnostic, ...]:
    source = Source("findings.jsonnet", text)
    return Units(WorkspaceHost(Memory({source.name: text}))).check(source).findings


def applied(text: str) -> str:
    """The text after the fixes that are offered."""
    for finding in reversed(findings(text)):
        for edit in finding.fix:
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def test_near_names_are_offered_as_fixes() -> None:
    broken = "local config = { replicas: 3 }; [confg, config.replica]"
    assert applied(broken) == "local config = { replicas: 3 }; [config, config.replicas]"


def test_a_misfit_shows_the_parameter() -> None:
    (found,) = findings("local f(x) = assert std.isNumber(x); x; f('a')")
    assert [note.span.text for note in found.notes if note.span] == ["x"]


def test_a_mistake_is_told_once() -> None:
    text = "local a = error 'no'; { all:: [a.b.c.d, a.b - 1] }"
    assert [str(one.span) for one in findings(text)] == [
        "findings.jsonnet:1:32",
        "findings.jsonnet:1:41",
    ]


def test_marks_tell_objects_apart_and_nothing_else() -> None:
    plain = object_of([field("a", NUMBER)])
    marked = object_of([field("a", NUMBER, marks=LATE | PLUS)])
    assert plain is not marked
    assert marked is object_of([field("a", NUMBER, marks=LATE | PLUS)])
    assert RELATION.assignable(plain, marked) is RELATION.assignable(marked, plain) is SAFE
    assert spell(plain) == spell(marked)


def test_a_missing_field_has_a_near_one() -> None:
    (found,) = findings("local f(p) = assert std.isNumber(p.replicas); p; f({ replica: 3 })")
    assert found.help == "did you mean `replicas` instead of `replica`?"


def test_an_index_that_is_no_number_of_an_element() -> None:
    messages = [one.message for one in findings("[[1][1e999], [1][-1], [1][1], [][0]]")]
    assert [one for one in messages if "index" in one] == [
        "expected a whole number from 0 as an index, found inf",
        "expected a whole number from 0 as an index, found -1",
        "expected an index below 1, found 1",
        "expected no index, for the array is empty, found 0",
    ]


def test_no_message_is_a_page_long() -> None:
    fields = ", ".join(f"field{n}: {{ a: [1, 'a', {{ b: {n} }}], c: null }}" for n in range(200))
    text = f"local big = {{ {fields} }}; [big - 1, big == 3, big + 1, std.map(big, [1]), big()]"
    assert findings(text)
    assert max(len(str(one)) for one in findings(text)) < 500
