"""Mistakes in programs: each is told once, at its line, as an error where evaluation must fail."""

import json

import pytest

from confty.kit.installation import Installation
from confty.languages.pcl.checker import bind_folder
from confty.workspace import Disk

PET = 'resource pet "q:index/pet:Pet" '
REF = {"$ref": "#/resources/q:index/pet:Pet"}
SCHEMA = {
    "name": "q",
    "version": "1.0.0",
    "meta": {"moduleFormat": "(.*)(?:/[^/]*)"},
    "types": {
        "q:index:Part": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "size": {"type": "integer"},
                "inner": {"$ref": "#/types/q:index:Part"},
            },
            "required": ["name"],
        }
    },
    "resources": {
        "q:index/pet:Pet": {
            "inputProperties": {
                "length": {"type": "integer"},
                "loud": {"type": "boolean"},
                "ratio": {"type": "number"},
                "parts": {"type": "array", "items": {"$ref": "#/types/q:index:Part"}},
            },
            "properties": {"length": {"type": "integer"}, "tag": {"type": "string"}},
        },
        "q:index/house:House": {
            "inputProperties": {
                "size": {"type": "integer"},
                "owner": REF,
                "guests": {"type": "array", "items": REF},
                "byName": {"type": "object", "additionalProperties": REF},
            },
            "requiredInputs": ["size"],
        },
    },
}
MISTAKES = {
    "a word for a number": (
        PET + '{\n  length = "three"\n}\n',
        "2:12 error expected a whole number",
    ),
    "a fraction for a whole number": (
        PET + "{\n  length = 1.5\n}\n",
        "2:12 warning expected a whole",
    ),
    "a word for a flag": (PET + '{\n  loud = "maybe"\n}\n', "2:10 error expected true or false"),
    "a number for a flag": (PET + "{\n  loud = 1\n}\n", "2:10 warning expected true or false"),
    "a number in quotes": (PET + '{\n  length = "3"\n  loud = "true"\n  ratio = "1.5"\n}\n', ""),
    "a default": ('config n int {\n  default = "two"\n}\n', "2:13 error expected a whole number"),
    "a default inside a list": (
        'config n "list(bool)" {\n  default = [true, "no"]\n}\n',
        "2:20 error expected true or false",
    ),
    "a surplus key of an object": (
        'config o "object({a=string})" {\n  default = { a = "x", b = 2 }\n}\n',
        "2:24 warning property 'b' is not among [a]",
    ),
    "a resource for a provider": (
        PET + '{}\nresource two "q:index/pet:Pet" {\n  options {\n    provider = pet\n  }\n}\n',
        "4:16 error expected a provider in 'provider', found the resource 'pet'",
    ),
    "a text to depend on": (
        PET + '{\n  options {\n    dependsOn = ["x"]\n  }\n}\n',
        "3:18 error expected a resource in 'dependsOn'",
    ),
    "a text to be below": (
        PET + '{\n  options {\n    parent = "x"\n  }\n}\n',
        "3:14 error expected a resource in 'parent'",
    ),
    "a word for an option": (
        PET + '{\n  options {\n    protect = "maybe"\n  }\n}\n',
        "3:15 error expected true or false",
    ),
    "a misspelled option": (
        PET + "{\n  options {\n    ignoreChange = [length]\n  }\n}\n",
        "3:5 error unsupported attribute 'ignoreChange'",
    ),
    "several without an index": (
        PET + "{\n  options { range = 2 }\n}\noutput o {\n  value = pet.tag\n}\n",
        "5:14 error 'pet' is a list of resources",
    ),
    "a map without a key": (
        PET + "{\n  options { range = { a = 1 } }\n}\noutput o {\n  value = pet.tag\n}\n",
        "5:14 error 'pet' is a map of resources",
    ),
    "a map with a key": (
        PET + "{\n  options { range = { a = 1 } }\n}\noutput o {\n  value = pet.a.tag\n}\n",
        "",
    ),
    "the second declaration": (
        "config pet string {}\n" + PET + "{}\n",
        '2:10 error "pet" already declared',
    ),
    "two outputs": (
        "output z { value = 1 }\noutput z { value = 2 }\n",
        '2:8 error "z" already declared',
    ),
    "a token in other capitals": (
        'resource p "q:index:pET" {}\noutput x { value = p.nothing.at.all }\n',
        "1:12 error unknown resource type 'q:index:pET'",
    ),
    "a misspelled input that is required": (
        'resource h "q:index/house:House" {\n  sice = 3\n}\n',
        "2:3 error unsupported attribute 'sice'",
    ),
    "a misspelled value": (
        "output x {\n  valu = 1\n}\n",
        "2:3 error missing required attribute 'value'",
    ),
    "a missing leaf": (
        PET + '{\n  parts = [{\n    name = "a"\n    inner = { size = 1 }\n  }]\n}\n',
        "4:13 error Cannot assign value to attribute 'parts'",
    ),
    "a bracket left out inside an object": (
        PET + "{\n  parts = [{\n    name = [1, 2\n    size = 3\n  }]\n}\n" + "a = 1\n",
        "3:16 error expected ']' to close '[', found 'size' on a later line",
    ),
    "a bracket left out before the next attribute": (
        PET + '{\n  parts = [\n    { name = "a" }\n  length = 1\n}\n',
        "3:18 error expected ']' to close '[', found 'length' on a later line",
    ),
    "a surplus leaf": (
        PET + '{\n  parts = [{\n    name = "a"\n    inner = { name = "b", sise = 1 }\n  }]\n}\n',
        "4:27 warning property 'sise' is not among [inner name size]",
    ),
    "a wrong leaf": (
        PET + '{\n  parts = [{\n    name = "a"\n    size = [1]\n  }]\n}\n',
        "4:12 error Cannot assign value to attribute 'parts'",
    ),
    "a path that is none": (
        PET + '{\n  options {\n    ignoreChanges = [length, "*", "] x"]\n  }\n}\n',
        "3:35 warning expected a property path",
    ),
    "a resource in a text": (
        PET + '{}\noutput "o" {\n  value = "x-${pet}"\n}\n',
        "3:16 warning expected what can be put into a string, found q::Pet",
    ),
    "a list in a text": (
        'l = ["a"]\nm = "${l}"\nn = "x${l}"\n',
        "3:9 warning expected what can be put into a string, found (string)",
    ),
    "a local that is a word": (
        'word = "three"\n' + PET + "{\n  length = word\n}\n",
        '3:12 error expected a whole number, found "three"',
    ),
    "a block without its end": (
        PET
        + '{\n  length = 1\n\nresource "other" "q:index/pet:Pet" {\n}\noutput "o" {\n  value = other.tag\n}\n',
        "1:32 error this block is never closed",
    ),
    "single quotes": ("a = 'x y'\nb = 1\n", "1:5 error"),
    "a word in a branch": (
        PET + '{\n  length = true ? "three" : 3\n}\n',
        "2:19 warning expected a whole number",
    ),
    "a word in a loop": (
        PET + '{\n  length = 1\n  parts = [for n in ["a"] : { name = n, size = "x" }]\n}\n',
        "3:48 warning expected a whole number",
    ),
    "a name for an index": (
        'config "l" "list(object({ a = string }))" {}\noutput "o" {\n  value = l.a\n}\n',
        "3:12 warning list indices must be numbers",
    ),
    "a heredoc without its end": ("a = <<EOT\n  x\n EOTT\n", "1:5 error this heredoc is never"),
    "an unknown attribute of a package": (
        'package {\n  baseProviderName = "q"\n  baseProviderVersoin = "1.0.0"\n}\n',
        "3:3 warning unsupported attribute 'baseProviderVersoin' is ignored",
    ),
    "an unknown parameter of a package": (
        'package {\n  baseProviderName = "q"\n  parameterization {\n    naem = "x"\n  }\n}\n',
        "4:5 warning unsupported attribute 'naem' is ignored",
    ),
    "a word added to": ('a = "x" + 1\n', "1:5 error expected a number"),
    "a word decided on": ('a = "x" ? 1 : 2\n', "1:5 error expected true or false"),
    "resources where references are wanted": (
        PET + '{}\nresource h "q:index/house:House" {\n  size = 1\n  owner = pet\n'
        "  guests = [pet, pet]\n  byName = { first = pet }\n}\n",
        "",
    ),
}


class Host(Disk):
    def __init__(self, schema, **settings):
        self.settings = {"schema": [str(schema)], **settings}

    installation = Installation()

    memory = None

    def variable(self, _name):
        return None


def told(tmp_path, text, **settings):
    schema = tmp_path / "q.json"
    schema.write_text(json.dumps(SCHEMA))
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "main.pp").write_text(text)
    said = []
    for each in bind_folder(str(tmp_path / "p"), Host(schema, **settings)).diagnostics:
        line, column = each.span.source.place(each.span.start)
        said.append(f"{line}:{column} {each.severity.word} {each.message}")
    return said


@pytest.mark.parametrize("name", MISTAKES)
def test_it_is_told_once_at_its_line(tmp_path, name):
    text, wanted = MISTAKES[name]
    said = told(tmp_path, text)
    assert len(said) == (1 if wanted else 0), said
    assert not wanted or said[0].startswith(wanted)


def test_skipped_checks_are_warnings(tmp_path):
    text = 'resource p "q:index:Nope" {}\n' + PET + '{\n  length = "three"\n  lenght = 1\n}\n'
    said = told(tmp_path, text, skip_resource_typechecking=True)
    assert [each.split(" ")[:2] for each in said] == [
        ["1:12", "warning"],
        ["3:12", "warning"],
        ["4:3", "warning"],
    ]


def test_a_package_label_is_the_base_provider(tmp_path):
    said = told(tmp_path, 'package "q" {}\n' + PET + "{}\n")
    assert [each for each in said if " error " in each] == []
