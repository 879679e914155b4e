"""What checkers repeat: findings said once, scopes, expectations, mismatches in words."""

from __future__ import annotations

import pytest

from confty.kit.checking import Findings, LanguageWords, Scope, Wanted
from confty.kit.checking.mismatch import spelled_path
from confty.kit.suggest import nearest
from confty.languages.data.rules import RELATION
from confty.languages.jsonnet import rules as jsonnet
from confty.text import Code, Diagnostic, Severity, Source, Span
from confty.types import (
    INT,
    NULL,
    NUMBER,
    STRING,
    Type,
    brief,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    optional,
    parameter,
    tuple_of,
    union_of,
)

CODE = Code("data/test", Severity.ERROR, "a code of tests")
SOURCE = Source("input", "one two three")
WORDS = LanguageWords(lambda type_: f"`{brief(type_)}`", lambda name: f"`{name}`")


def finding(message: str, start: int = 0) -> Diagnostic:
    return CODE.at(Span(SOURCE, start, start + 1), message)


def test_a_finding_is_said_once() -> None:
    said = Findings()
    assert said.say(finding("this"))
    assert not said.say(finding("this"))
    assert said.say(finding("this", 4))
    assert said.say(finding("that"))
    assert len(said) == 3
    assert said.last.message == "that"


def test_what_was_said_on_trial_can_be_said_again() -> None:
    said = Findings()
    said.say(finding("kept"))
    mark = len(said)
    said.say(finding("tried"))
    said.take_back(mark)
    assert [one.message for one in said.all] == ["kept"]
    assert said.say(finding("tried"))
    assert not said.say(finding("kept"))


def test_a_finding_can_be_amended_and_made_lighter() -> None:
    said = Findings()
    said.say(finding("this"), Severity.WARNING)
    assert said.last.severity is Severity.WARNING
    said.amend(said.last.note(None, "and that is why"))
    assert [note.text for note in said.last.notes] == ["and that is why"]
    assert len(said) == 1


def test_near_names_are_looked_for_a_bounded_number_of_times() -> None:
    said = Findings()
    given = [list(said.names(lambda: ["near"])) for _ in range(1_000)]
    assert given[0] == ["near"]
    assert given[-1] == []
    assert given.index([]) == 200


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("targtes", ["tags", "targets", "target"], "targets"),
        ("abc", ["abcd", "bc"], "abcd"),
        ("aab", ["ab", "b"], "ab"),
        ("ba", ["ab"], "ab"),
        ("feld1", ["fold12", "field1"], "field1"),
        ("one", ["two"], None),
    ],
)
def test_the_nearest_name_is_meant(word: str, known: list[str], meant: str | None) -> None:
    assert nearest(word, known) == meant


def test_the_innermost_name_is_found() -> None:
    outer: Scope[int] = Scope()
    outer.names = {"a": 1, "b": 2}
    inner = Scope(outer)
    inner.names["a"] = 3
    assert (inner.find("a"), inner.find("b"), inner.find("c")) == (3, 2, None)
    assert outer.find("a") == 1
    assert inner.known() == ["a", "b"]


def test_names_are_found_through_long_chains() -> None:
    scope: Scope[int] = Scope()
    scope.names["first"] = 1
    for _ in range(5000):
        scope = Scope(scope)
    assert scope.find("first") == 1
    assert scope.find("first") == 1


def test_an_expectation_says_why() -> None:
    span = Span(SOURCE, 4, 7)
    wanted = Wanted(list_of(INT), "it was declared here", span)
    part = wanted.part(INT)
    assert (part.type, part.because, part.at) == (INT, "it was declared here", span)
    blamed = part.blamed(finding("wrong"))
    assert [(note.span, note.text) for note in blamed.notes] == [(span, "it was declared here")]
    silent = finding("wrong")
    assert Wanted(INT).blamed(silent) is silent
    elsewhere = Span(SOURCE, 0, 3)
    assert wanted.part(INT, elsewhere).at is elsewhere


def told(source: Type, target: Type) -> tuple[str, tuple[str, ...], str | None]:
    return tuple(WORDS.tell(source, target, RELATION))


def test_a_plain_mismatch() -> None:
    assert told(INT, STRING) == ("expected `string`, found `int`", (), None)


def test_the_path_leads_to_the_part() -> None:
    source = object_of({"spec": object_of({"ports": list_of(object_of({"port": STRING}))})})
    target = object_of({"spec": object_of({"ports": list_of(object_of({"port": INT}))})})
    message, notes, _ = told(source, target)
    assert message == "expected `int`, found `string` in `spec.ports[].port`"
    assert notes == (f"the whole value was expected to be `{brief(target)}`",)


def test_missing_and_surplus_fields_are_named() -> None:
    target = object_of({"name": STRING, "port": INT})
    assert told(object_of({"name": STRING}), target)[0] == "the field `port` is missing"
    assert told(object_of({}), target)[0] == "the fields `name` and `port` are missing"
    message, _, help_ = told(object_of({"name": STRING, "port": INT, "prot": INT}), target)
    assert message == "the field `prot` is not known"
    assert help_ is None  # the field it is near to is there already
    message, _, help_ = told(object_of({"name": STRING, "prot": INT}), target)
    assert message == "the field `port` is missing"
    assert help_ == "did you mean `port` instead of `prot`?"


def test_many_fields_are_counted() -> None:
    many = object_of({f"field{place}": INT for place in range(9)})
    message, _, _ = told(object_of({}), many)
    first = ", ".join(f"`field{place}`" for place in range(5))
    assert message == f"the fields {first} and 4 more are missing"


def test_the_nearest_member_of_a_union_is_meant() -> None:
    circle = object_of({"kind": literal(STRING, "circle"), "radius": NUMBER})
    square = object_of({"kind": literal(STRING, "square"), "side": NUMBER})
    drawn = object_of({"kind": literal(STRING, "square"), "side": STRING})
    assert told(drawn, union_of(circle, square))[0] == (
        "expected `number`, found `string` in `side`"
    )
    # Of a choice of kinds no member is meant more than another.
    either = union_of(STRING, list_of(STRING))
    assert told(NULL, either)[0] == "expected `string | list[string]`, found `null`"


def test_lengths_and_names() -> None:
    assert told(tuple_of(INT), tuple_of(INT, INT))[0] == (
        "expected `tuple[int, int]`, found `tuple[int]`, which is of another length"
    )
    one, other = (function_of([parameter(name, NUMBER)], NULL) for name in "xy")
    message = WORDS.tell(one, other, jsonnet.RELATION).message
    assert message.endswith("whose parameters have other names")


def test_what_may_work_is_told_as_it_is() -> None:
    assert told(optional(INT), INT)[0] == "expected `int`, found `null | int`"


def test_a_mismatch_is_short_whatever_the_types() -> None:
    inner = object_of({f"field{place}": list_of(STRING) for place in range(50)})
    source, target = inner, object_of({f"other{place}": list_of(INT) for place in range(50)})
    for _ in range(25):
        source = object_of({"left": source, "right": source})
        target = object_of({"left": target, "right": target})
    said = WORDS.tell(source, target, RELATION)
    lines = [said.message, *said.notes, said.help or ""]
    assert sum(len(line) // 100 + 1 for line in lines) <= 12
    whole = WORDS.tell(inner, map_of(INT, INT), RELATION)
    assert len(whole.message) < 500


def test_paths() -> None:
    path = (
        ("field", "spec"),
        ("field", "a b"),
        ("item", 0),
        ("element", None),
        ("value", None),
        ("key", None),
        ("result", None),
    )
    assert spelled_path(path) == 'spec["a b"][0][][][key](result)'
    assert spelled_path((("item", 2), ("field", "name"))) == "[2].name"
