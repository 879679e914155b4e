"""Types are graphs: what stands in one many times is written once, and nothing hangs."""

from __future__ import annotations

import json

import pytest

from confty import types
from confty.cli.infer import FORMS, emitted
from confty.export import NotData
from confty.registry import language
from confty.text import Source
from confty.workspace import Config, Memory, Project


def doubled(levels: int) -> types.Type:
    made: types.Type = types.object_of([("x", types.INT)])
    for _ in range(levels):
        made = types.object_of([("l", made), ("r", made)])
    return made


@pytest.mark.parametrize("form", FORMS)
def test_doubled_objects(form):
    text = emitted(doubled(25), form, "Made")
    assert len(text) < 100_000


def test_the_schema_of_doubled_objects_still_means_them():
    def fits(levels: int, value: object) -> bool:
        files = {
            "a.json": json.dumps(value),
            "s.json": emitted(doubled(levels), "jsonschema", "M"),
        }
        return not Project(Config({}), Memory(files), {"schema": "s.json"}).check("a.json")

    value: object = {"x": 1}
    for _ in range(12):
        value = {"l": value, "r": value}
    assert "$ref" in emitted(doubled(12), "jsonschema", "M")
    assert fits(12, value)
    assert not fits(13, value)


@pytest.mark.parametrize("form", ["rcl", "asserts"])
@pytest.mark.parametrize("name", ["if", "or", "null", "type", "a b", "é"])
def test_names_that_are_none(form, name):
    text = emitted(types.object_of([(name, types.NULL)]), form, "Made")
    lang, program = ("jsonnet", text) if form == "asserts" else ("rcl", f"{text}1\n")
    file = f"a.{lang}"
    host = Project(Config({}), Memory({})).host(file, lang)
    assert not language(lang).parser(Source(file, program), host).failed, text


def test_half_a_pair_of_surrogates():
    for type_ in (
        types.object_of([("\ud800", types.NULL)]),
        types.literal(types.STRING, "\ud800"),
    ):
        with pytest.raises(NotData):
            emitted(type_, "asserts", "Made")


def test_a_deep_type_can_be_read_again():
    made: types.Type = types.INT
    for _ in range(60):
        made = types.object_of([("a", made)])
    text = f"{emitted(made, 'rcl', 'Made')}1\n"
    host = Project(Config({}), Memory({})).host("a.rcl", "rcl")
    assert not language("rcl").parser(Source("a.rcl", text), host).failed
