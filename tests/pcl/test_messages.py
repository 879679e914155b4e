"""Mismatches with schemas of real size: the innermost place, in types that can be read."""

import json

import pytest
from conformance.pcl_programs import DiskHost
from support.conformance import root

from confty.languages.pcl.checker import bind_folder
from confty.report import report
from confty.workspace.config import Config
from confty.workspace.files import Memory
from confty.workspace.project import Project


def deep_schema(levels=6, width=40):
    """Types that hold each other, each with many properties: spelled out they fill pages."""
    types = {}
    for level in range(levels):
        properties = {f"p{at}": {"type": "string"} for at in range(width)}
        if level + 1 < levels:
            below = {"$ref": f"#/types/deep:index:L{level + 1}"}
            properties["inner"] = below
            properties["several"] = {"type": "array", "items": below}
        types[f"deep:index:L{level}"] = {
            "type": "object",
            "properties": properties,
            "required": ["p0"],
        }
    resource = {"inputProperties": {"top": {"$ref": "#/types/deep:index:L0"}}}
    return {"name": "deep", "types": types, "resources": {"deep:index:R": resource}}


def findings(value, **settings):
    text = f'resource r "deep:index:R" {{\n  top = {value}\n}}\n'
    files = Memory({"main.pp": text, "schemas/deep.json": json.dumps(deep_schema())})
    project = Project(Config({}), files, flags={"schema": ["schemas"], **settings})
    return project.check("main.pp")


@pytest.mark.parametrize(
    ("value", "said", "at"),
    [
        ('{ p0 = "", p1 = [1] }', "expected string?, found (1) in 'p1'", "[1]"),
        ('{ p1 = "" }', "the field 'p0' is missing", '{ p1 = "" }'),
        ('{ p0 = "", inner = {} }', "the field 'p0' is missing in 'inner'", "{}"),
        (
            '{ p0 = "", several = [{ p0 = "" }, { p0 = [] }] }',
            "expected string, found () in 'several[1].p0'",
            "[]",
        ),
        ('{ p0 = "", inner = "x" }', "expected deep::L1?, found string in 'inner'", '"x"'),
    ],
)
def test_the_innermost_place(value, said, at):
    (found,) = findings(value)
    assert found.message.endswith(said)
    assert found.span is not None
    assert found.span.text == at


def test_a_slip_inside_is_guessed():
    (found,) = findings('{ p0 = "", inner = { p_0 = "x" } }')
    assert found.help == "did you mean 'p0' instead of 'p_0'?"


@pytest.mark.parametrize(
    "value",
    ['"text"', "[1, 2]", '{ p0 = "", several = { p0 = "" } }', '{ inner = r2, p0 = "" }'],
)
def test_no_message_is_a_page(value):
    for found in findings(value):
        assert len(found.message) < 600
        assert len(report([found], "full").splitlines()) <= 12


def test_whoever_wants_it_gets_all_of_a_type():
    (short,) = findings("[1]")
    (long,) = findings("[1]", verbose=True)
    assert "p39" not in short.message
    assert "p39" in long.message


def test_on_a_schema_that_people_use(tmp_path):
    schema = root().parent / "corpus" / "pcl" / "schemas" / "pulumi"
    if not schema.exists():
        pytest.skip("the corpus of PCL is not beside the vectors (CONFTY_CONFORMANCE)")
    text = """
resource pod "kubernetes:core/v1:Pod" {
  metadata = "none"
  spec = { containers = [{ nmae = "x" }] }
}
resource other "kubernetes:apps/v1:Deployment" {
  spec = pod.spec
}
x = pod.spec + 1
"""
    (tmp_path / "main.pp").write_text(text, encoding="utf-8")
    found = bind_folder(str(tmp_path), DiskHost(str(schema))).diagnostics
    assert len(found) == 4
    assert max(len(one.message) for one in found) < 250
