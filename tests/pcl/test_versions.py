"""Two versions of a package with the same tokens: each program has the one that it chose."""

import json
from itertools import permutations

import pytest
from pcl.editing import at_mark, checked

# What an input, an enumeration and an object of the same names hold, in each version.
VALUES = {"1.0.0": ("integer", ["a", "b"]), "2.0.0": ("string", ["b", "c"])}


def schema(version: str) -> str:
    kind, values = VALUES[version]
    spec = {"x": {"type": kind}, "e": {"$ref": "#/types/p:index:E"}}
    return json.dumps(
        {
            "name": "p",
            "version": version,
            "resources": {"p:index:R": {"inputProperties": spec, "properties": spec}},
            "types": {
                "p:index:E": {
                    "type": "string",
                    "enum": [
                        {"value": value, "description": f"{value} of {version}"}
                        for value in values
                    ],
                }
            },
        }
    )


def program(version: str, before: str = "") -> str:
    """A program that only this version of the package accepts."""
    kind, values = VALUES[version]
    literal = "1" if kind == "integer" else '"s"'
    return f"""package {{
  baseProviderName = "p"
  baseProviderVersion = "{version}"
}}
{before}
resource "r" "p:index:R" {{
  x = {literal}
  e = "{values[0] if version == "1.0.0" else values[1]}"
}}
"""


FILES = {f"schemas/p-{version}.json": schema(version) for version in VALUES}


@pytest.mark.parametrize(("outer", "inner"), list(permutations(VALUES, 2)))
def test_component_chooses_for_itself(outer: str, inner: str) -> None:
    files = {
        **FILES,
        "part/main.pp": program(inner),
        "main.pp": program(outer, 'component "c" "./part" {}'),
    }
    made, _ = checked(files, schema=["schemas"])
    assert [finding.message for finding in made.diagnostics] == []


@pytest.mark.parametrize(("first", "second"), list(permutations(VALUES, 2)))
def test_words_are_those_of_the_version(first: str, second: str) -> None:
    text = f"""resource "one" "p:index:R" {{
  e = "b"
  options {{
    version = "{first}"
  }}
}}
resource "two" "p:index:R" {{
  e = |
  options {{
    version = "{second}"
  }}
}}
"""
    insight, offset = at_mark(text, FILES, schema=["schemas"])
    offered = {one.label: one.documentation for one in insight.offers_at(offset)}
    assert {label: offered[label] for label in offered if label.startswith('"')} == {
        f'"{value}"': f"{value} of {second}" for value in VALUES[second][1]
    }
