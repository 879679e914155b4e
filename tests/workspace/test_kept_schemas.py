"""What data is held against: kept or not, in whatever order and process, the same is told."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.checking import enter_tree, project, whole_config

import confty
from confty.cli.main import main
from confty.text import Diagnostic
from confty.workspace import many
from confty.workspace.desk import Desk

DRAFT = "https://json-schema.org/draft/2020-12/schema"
MANIFEST = "apiVersion: x.io/v1\nkind: Foo\nspec:\n  n: x\n"
CUSTOM = """\
kind: CustomResourceDefinition
spec:
  group: x.io
  names: {kind: Foo}
  versions:
  - name: v1
    schema:
      openAPIV3Schema: {properties: {spec: {properties: {n: {type: integer}}}}}
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


def write(name: str, content: object) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(content if isinstance(content, str) else json.dumps(content))


def checked(*words: str) -> list[tuple[str, str]]:
    """Check the data here as the command does, and name the codes."""
    work = project(*words)
    names = sorted(one for one in os.listdir() if one.endswith((".json", ".yaml")))
    found = many.check_many(work, names, 1)
    return [
        (one.span.source.name if one.span else "", one.code.name.partition("/")[2])
        for one in found
    ]


def both() -> list[tuple[str, str]]:
    """Check with what is kept; in this process and in a new one, without it, that is told."""
    kept = checked()
    assert checked("--no-cache") == kept
    return kept


def looked(desk: Desk, name: str) -> list[Diagnostic]:
    return desk.look(os.path.abspath(name)).findings


def test_all_manifests_of_a_folder_see_what_describes_their_kind():
    write("a.yaml", MANIFEST)
    write("b.yaml", MANIFEST)
    assert both() == []
    write("crds/foo.yaml", CUSTOM)
    assert both() == [("a.yaml", "type-mismatch"), ("b.yaml", "type-mismatch")]
    write("crds/foo.yaml", CUSTOM.replace("integer", "string"))
    assert both() == []
    write("crds/foo.yaml", CUSTOM)
    both()
    Path("crds/foo.yaml").unlink()
    assert both() == []


def test_a_reference_that_few_documents_follow():
    write("s.json", {"$schema": DRAFT, "patternProperties": {"^x": {"$ref": "t.json"}}})
    write("a.json", {"$schema": "s.json", "x": 1})
    write("b.json", {"$schema": "s.json", "y": 1})
    assert both() == [("s.json", "unknown-reference")]
    Path("a.json").unlink()
    # What the other did not follow is no concern of it.
    assert both() == []


def test_a_desk_sees_that_a_reference_leads_somewhere_now():
    write("s.json", {"$schema": DRAFT, "patternProperties": {"^x": {"$ref": "t.json"}}})
    write("a.json", {"$schema": "s.json", "x": 1})
    desk = Desk(whole_config)
    assert [one.code.name for one in looked(desk, "a.json")] == ["schema/unknown-reference"]
    write("t.json", {"type": "integer"})
    desk.changed([os.path.abspath("t.json")], there=True)
    assert looked(desk, "a.json") == []


def test_a_file_that_comes_to_be_what_a_reference_means():
    schema = {"$schema": DRAFT, "type": "object", "properties": {"x": {"$ref": "defs/t.json"}}}
    write("s.json", schema)
    write("t.json", {"type": "string"})
    write("confty.toml", '[schemas]\n"b.json" = "s.json"\n')
    write("a.json", {"$schema": "s.json", "x": "1"})
    write("b.json", {"x": "1"})
    assert both() == []
    desk = Desk(whole_config)
    looked(desk, "a.json")
    write("a.json", {"$schema": "s.json", "x": "12"})
    desk.changed([os.path.abspath("a.json")])
    assert looked(desk, "a.json") == []
    write("defs/t.json", {"type": "integer"})
    desk.changed([os.path.abspath("defs/t.json")], there=True)
    assert [one.code.name for one in looked(desk, "a.json")] == ["schema/type-mismatch"]
    assert both() == [("a.json", "type-mismatch"), ("b.json", "type-mismatch")]


def test_a_class_that_comes_to_stand_in_the_way():
    text = "from dataclasses import dataclass\n@dataclass\nclass Settings:\n    n: int\n"
    write("src/conf.py", text)
    write("confty.toml", '[schemas]\n"*.json" = "python:conf:Settings"\n')
    write("a.json", {"n": "x"})
    write("b.json", {"n": "x"})
    assert both() == [("a.json", "type-mismatch"), ("b.json", "type-mismatch")]
    write("conf.py", text.replace("int", "str"))
    assert both() == []


def test_a_schema_of_a_kind_that_is_named_as_well():
    kind = {"group": "x.io", "version": "v1", "kind": "Foo"}
    properties = {"n": {"type": "integer"}}
    schema = {"$schema": DRAFT, "properties": properties, "x-kubernetes-group-version-kind": kind}
    write("../foo.json", schema)
    assert main(["schema", "add", os.path.abspath("../foo.json")]) == 0
    named = f"# yaml-language-server: $schema={os.path.abspath('../foo.json')}\nm: 1\n"
    write("b.yaml", named)
    assert both() == []
    # The server refuses keys that its schema does not know; a file that is none of its own may.
    write("a.yaml", "apiVersion: x.io/v1\nkind: Foo\nm: 1\n")
    assert both() == [("a.yaml", "unknown-key")]
    write("b.yaml", named + "k: 1\n")
    assert both() == [("a.yaml", "unknown-key")]
    assert confty.check("b.yaml") == []
