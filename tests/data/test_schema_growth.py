"""A schema with thousands of names is asked as often as a document has values, and no more."""

from __future__ import annotations

import json
import threading

import pytest

from confty.languages.data.checker.schema import patterns, values
from confty.workspace import Config, Memory, Project


def found(document: object, schema: object) -> list[str]:
    files = Memory({"a.json": json.dumps(document), "s.json": json.dumps(schema)})
    work = Project(Config({"schemas": {"a.json": "s.json"}}), files, {"cache": False})
    return [f"{one.message} {one.help}" for one in work.check("a.json")]


def test_the_values_of_an_enum_are_compared_once(monkeypatch) -> None:
    calls = []
    real = values.canonical
    monkeypatch.setattr(values, "canonical", lambda one: (calls.append(1), real(one))[1])
    listed = [1, True, "x", None, [1, {"a": 2}], *[f"v{at}" for at in range(500)]]
    assert found([*listed, 1.0], {"items": {"enum": listed}}) == []
    assert len(calls) < 3 * len(listed)
    # 0 is not false and 1 not true, as JSON Schema has it.
    assert len(found([False, 0, [True]], {"items": {"enum": [1, [1]]}})) == 3


@pytest.mark.parametrize("kind", ["enum", "properties"])
def test_names_are_suggested_until_many_were_looked_through(kind, monkeypatch) -> None:
    monkeypatch.setattr(patterns, "_NAMES", 300)
    names = [f"name{at}" for at in range(100)]
    if kind == "enum":
        said = found([f"{one}x" for one in names], {"items": {"enum": names}})
    else:
        schema = {"properties": {key: {} for key in names}, "additionalProperties": False}
        said = found({f"{one}x": 1 for one in names}, schema)
    assert len(said) == 100
    assert sum("did you mean" in one for one in said) == 3


def test_no_choice_is_left_in_the_middle_of_a_generator() -> None:
    """Python then looks at all generators around it, so that a row of choices takes the square."""
    count = 40
    rows = {
        f"d{at}": {"anyOf": [{"$ref": f"#/$defs/d{at + 1}"}, {"minProperties": 0}]}
        for at in range(count)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": {**rows, f"d{count}": {"type": "object"}}}
    left: list[str] = []

    def look(frame, event, given):
        if event == "exception" and given[0] is GeneratorExit:
            left.append(frame.f_code.co_qualname)
        return look

    before = threading.gettrace()
    threading.settrace(look)
    try:
        assert found({"a": 1}, schema) == []
    finally:
        threading.settrace(before)
    assert [name for name in left if "schema" in name or "any_of" in name or "Valid" in name] == []
