"""Reports held against what their readers accept.

SARIF: a table of the properties that version 2.1.0 of the standard gives each object used here, which
allows no others, and the models of ``sarif-pydantic``.  JUnit: the elements and attributes that
Jenkins' xUnit reads.  Code Climate: what GitLab's documentation asks of a report.  The three tables are
written by hand from the specifications; their own files are on no package index.
"""

import json
import xml.etree.ElementTree as ET

import jsonschema_rs
import pytest
from sarif_pydantic import Sarif

from confty.report import report
from confty.text import Code, Severity, Source, Span

SOURCE = Source("a dir/ä b.jsonnet", "{ a: 1,\n  b: 'two' }\n")
ERROR = Code("jsonnet/no-such-field", Severity.ERROR, "A field is not there.")
WARNING = Code("jsonnet/unused-name", Severity.WARNING, "A name is never used.")
HINT = Code("schema/not-stored", Severity.HINT, "A schema is not there.")
FINDINGS = [
    ERROR.at(Span(SOURCE, 2, 3), "there is no field `b` <&\x1b>").note(Span(SOURCE, 10, 11), "because").with_help("do"),
    WARNING.at(Span(SOURCE, 10, 10), "nothing\nhere"),
    WARNING.at(Span(SOURCE, 10, 10), "nothing\nhere"),
    HINT.at(None, "about no file at all"),
]  # fmt: skip
MANY = {"none": [], "some": FINDINGS, "one": FINDINGS[:1]}


def closed(required: tuple[str, ...] = (), **properties) -> dict:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


TEXT = {"type": "string"}
FROM_ONE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = closed(("text",), text=TEXT)
LOCATION = closed(
    physicalLocation=closed(
        artifactLocation=closed(uri={"type": "string", "format": "uri-reference"}),
        region=closed(
            startLine=FROM_ONE, startColumn=FROM_ONE, endLine=FROM_ONE, endColumn=FROM_ONE
        ),
    ),
    message=MESSAGE,
)
SARIF = closed(
    ("version", "runs"),
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "items": closed(
            ("tool",),
            tool=closed(
                ("driver",),
                driver=closed(
                    ("name",),
                    name=TEXT,
                    informationUri={"type": "string", "format": "uri"},
                    version=TEXT,
                    rules={
                        "type": "array",
                        "uniqueItems": True,
                        "items": closed(
                            ("id",), id=TEXT, shortDescription=MESSAGE, defaultConfiguration=closed(level=LEVEL)
                        ),
                    },
                ),
            ),
            columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            results={
                "type": "array",
                "items": closed(
                    ("message",),
                    ruleId=TEXT,
                    level=LEVEL,
                    message=MESSAGE,
                    locations={"type": "array", "items": LOCATION},
                    relatedLocations={"type": "array", "items": LOCATION},
                ),
            },
        ),
    },
)  # fmt: skip
CODE_CLIMATE = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": TEXT,
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^(?!\\./)."},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": FROM_ONE}},
                },
            },
        },
    },
}  # fmt: skip
#: Of each element: the attributes it must have, those it may have, and what may stand inside.
JUNIT = {
    "testsuites": ((), ("name", "time", "tests", "failures", "disabled", "errors"), ("testsuite",)),
    "testsuite": (
        ("name", "tests", "failures", "errors"),
        ("time", "disabled", "skipped", "timestamp", "hostname", "id", "package", "file"),
        ("testsuite", "properties", "testcase", "system-out", "system-err"),
    ),
    "testcase": (
        ("name",),
        ("classname", "time", "assertions", "status", "file", "line", "group", "url"),
        ("skipped", "error", "failure", "system-out", "system-err"),
    ),
    "failure": ((), ("type", "message"), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_sarif(name):
    log = json.loads(report(MANY[name], "sarif", version="1.0"))
    jsonschema_rs.validator_for(SARIF, validate_formats=True).validate(log)
    read = Sarif.model_validate(log)
    assert len(read.runs[0].results or []) == len(MANY[name])
    known = {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in log["runs"][0]["results"]} == known


@pytest.mark.parametrize("name", MANY)
def test_code_climate(name):
    entries = json.loads(report(MANY[name], "gitlab"))
    jsonschema_rs.validator_for(CODE_CLIMATE).validate(entries)
    fingerprints = [entry["fingerprint"] for entry in entries]
    assert len(set(fingerprints)) == len(MANY[name])


@pytest.mark.parametrize("name", MANY)
def test_junit(name):
    root = ET.fromstring(report(MANY[name], "junit"))
    for element in root.iter():
        needed, allowed, inside = JUNIT[element.tag]
        assert set(needed) <= set(element.attrib) <= {*needed, *allowed}
        assert {child.tag for child in element} <= set(inside)
    cases = root.findall("testcase")
    assert int(root.get("tests", "")) == len(cases) > 0
    assert (
        int(root.get("failures", "")) == len(root.findall("testcase/failure")) == len(MANY[name])
    )
