"""The forms for programs: read back by the parsers that read them."""

import json
import xml.etree.ElementTree as ET

from support.findings import MISMATCH, example

from confty.report import report
from confty.text import Source, Span


def test_json_has_the_documented_keys():
    (found,) = json.loads(report([example()], "json"))
    assert found == {
        "path": "users.rcl",
        "line": 3,
        "column": 5,
        "end_line": 3,
        "end_column": 9,
        "severity": "error",
        "code": "rcl/type-mismatch",
        "message": "expected Number, found String",
        "notes": [
            {
                "path": "users.rcl",
                "line": 1,
                "column": 14,
                "end_line": 1,
                "end_column": 20,
                "message": "because of this annotation",
            }
        ],
        "help": "remove the quotes",
        "fix": None,
        "fix_is_safe": None,
    }


def test_json_of_nothing_is_an_empty_array():
    assert json.loads(report([], "json")) == []


def test_json_lines():
    lines = report([example(), example()], "jsonl").split("\n")
    assert [json.loads(line)["line"] for line in lines] == [3, 3]


def test_sarif_names_tool_rule_and_place():
    log = json.loads(report([example()], "sarif", version="1.2"))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert run["tool"]["driver"]["rules"][0]["id"] == "rcl/type-mismatch"
    (result,) = run["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9}
    assert result["relatedLocations"][0]["message"]["text"] == "because of this annotation"


def test_gitlab_fingerprints_are_stable_and_distinct():
    entries = json.loads(report([example(), example()], "gitlab"))
    assert entries[0]["fingerprint"] != entries[1]["fingerprint"]
    assert entries == json.loads(report([example(), example()], "gitlab"))
    assert entries[0]["severity"] == "major"


def test_gitlab_knows_a_finding_again_that_has_moved():
    def fingerprints(text: str) -> list[str]:
        source = Source("a.rcl", text)
        places = [at for at in range(len(text)) if text[at] == "?"]
        found = [MISMATCH.at(Span(source, at, at + 1), "why") for at in places]
        return [one["fingerprint"] for one in json.loads(report(found, "gitlab"))]

    assert fingerprints("\n// Above.\n  ?\n?") == fingerprints("?\n?")
    assert len(set(fingerprints("?\n?\n?"))) == 3


def test_junit_counts_failures():
    suite = ET.fromstring(report([example()], "junit"))
    assert suite.attrib["failures"] == "1"
    assert ET.fromstring(report([], "junit")).attrib["failures"] == "0"
