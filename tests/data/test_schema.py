"""What the oracle cannot judge: places, notes, references, and schemas that are none."""

import json

import pytest
from data.host import MemoryHost

from confty.languages.data.wiring import JSON, TOML, YAML
from confty.text import Source


def check(text, schema, language=JSON, **files):
    main = schema if isinstance(schema, str) else json.dumps(schema)
    host = MemoryHost(
        {"schema.json": main, **{k.replace("_", "."): v for k, v in files.items()}},
        schema="schema.json",
    )
    return language.check(Source("data", text), host)


def codes(outcome):
    return [finding.code.name for finding in outcome.diagnostics]


def test_place_and_note():
    schema = '{\n  "properties": {\n    "port": { "type": "integer" }\n  }\n}\n'
    (finding,) = check('{"a": 1, "port": "x"}', schema).diagnostics
    assert finding.span.text == '"x"'
    assert finding.within == ("port",)
    assert [(str(note.span), note.span.text) for note in finding.notes] == [
        ("schema.json:3:15", '"type"')
    ]


def test_an_object_over_lines_is_told_on_its_first():
    (finding,) = check(
        "web:\n  a: 1\n  b: 2\n", {"properties": {"web": {"required": ["c"]}}}, YAML
    ).diagnostics
    assert str(finding.span) == "data:1:1"
    (finding,) = check(
        "[web]\na = 1\n", {"properties": {"web": {"required": ["c"]}}}, TOML
    ).diagnostics
    assert finding.span.text == "[web]"


def test_a_mapping_is_a_schema_too():
    host = MemoryHost({}, schema={"type": "integer"})
    assert codes(JSON.check(Source("data", '"x"'), host)) == ["schema/type-mismatch"]


def test_definition_is_in_the_schema():
    outcome = check(
        '{"kids": [{"port": 1}]}',
        {
            "properties": {"kids": {"items": {"$ref": "#/$defs/n"}}},
            "$defs": {"n": {"properties": {"port": {"type": "integer"}}}},
        },
    )
    found = JSON.insight(outcome.output).definition_at(12)
    assert found.text == '"port"'


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"anyOf": [{"$ref": "#"}, {"type": "integer"}]},
        {"unevaluatedProperties": False, "$ref": "#"},
    ],
)
def test_circles_end(schema):
    check('{"a": 1}', schema)


def test_deep_values_against_recursive_schemas():
    depth = 400
    schema = {"type": "array", "items": {"$ref": "#"}, "uniqueItems": True, "maxItems": 1}
    assert codes(check("[" * depth + "]" * depth, schema)) == []
    assert codes(check("[" * depth + "1" + "]" * depth, schema)) == ["schema/type-mismatch"]


def test_references_to_files_ids_and_anchors():
    schema = {
        "$id": "https://example.com/main.json",
        "properties": {
            "a": {"$ref": "other.json"},
            "b": {"$ref": "#word"},
            "c": {"$ref": "https://example.com/inner.json#/$defs/x"},
            "d": {"$ref": "other.json#/$defs/deep~1er"},
        },
        "$defs": {
            "w": {"$anchor": "word", "type": "string"},
            "i": {"$id": "inner.json", "$defs": {"x": {"type": "null"}}},
        },
    }
    other = json.dumps({"type": "integer", "$defs": {"deep/er": {"const": 4}}})
    good, bad = '{"a": 1, "b": "x", "c": null, "d": 4}', '{"a": "x", "b": 1, "c": 1, "d": 5}'
    assert codes(check(good, schema, other_json=other)) == []
    assert codes(check(bad, schema, other_json=other)) == ["schema/type-mismatch"] * 3 + [
        "schema/wrong-value"
    ]


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (
            "https://example.com/elsewhere.json#/a",
            "https://example.com/elsewhere.json is not in the store, and nothing is fetched",
        ),
        ("missing.json", "there is no such file: missing.json"),
        ("#/none", "there is nothing called /none in the schema"),
        ("other.json#/none", "there is nothing called /none in other.json"),
    ],
)
def test_references_that_lead_nowhere(reference, message):
    outcome = check("1", {"$ref": reference}, other_json="{}")
    assert codes(outcome) == ["schema/unknown-reference"]
    assert outcome.diagnostics[0].message == message
    assert outcome.diagnostics[0].span.text == json.dumps(reference)


def test_a_broken_file_behind_a_reference_is_told_once():
    assert codes(check("1", {"$ref": "other.json"}, other_json="[1,")) == ["json/unclosed-bracket"]


@pytest.mark.parametrize(
    "schema",
    [
        {"const": None, "type": "string"},
        {"const": None, "enum": [1]},
        {"enum": [None], "type": "string"},
        {"enum": [None], "not": {}},
        {"anyOf": [{"const": None, "type": "string"}]},
    ],
)
def test_a_value_beside_a_type_needs_both(schema):
    assert codes(check("null", schema))


def test_a_list_of_schemas_is_not_the_type_of_all_items():
    draft = "http://json-schema.org/draft-07/schema#"
    schema = {"$schema": draft, "type": "array", "items": [{"type": "string"}]}
    assert codes(check("[1]", schema)) == ["schema/type-mismatch"]
    assert codes(check('["a", 1]', schema)) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^(a+)+\\1$"},
        {"anyOf": [{"pattern": "^(a+)+\\1$"}]},
        {"not": {"pattern": "^(a+)+\\1$"}},
    ],
)
def test_a_pattern_that_takes_too_long(schema, monkeypatch):
    monkeypatch.setattr("confty.languages.data.checker.schema.patterns.LONGEST", 0.2)
    text = json.dumps({"x": 1, "y": "a" * 39 + "!"})
    (finding,) = check(text, {"properties": {"y": schema}}).diagnostics
    assert finding.code.name == "schema/slow-pattern"
    assert finding.span.text.startswith('"aaa')
    assert finding.within == ("y",)
    assert [note.span.text for note in finding.notes] == ['"pattern"']


def test_a_pattern_that_takes_too_long_on_a_key(monkeypatch):
    monkeypatch.setattr("confty.languages.data.checker.schema.patterns.LONGEST", 0.2)
    text = json.dumps({"a" * 39 + "!": 1})
    (finding,) = check(text, {"patternProperties": {"^(a+)+\\1$": {}}}).diagnostics
    assert finding.code.name == "schema/slow-pattern"
    assert finding.span.text.startswith('"aaa')


def test_a_bad_pattern_is_told_at_its_text():
    outcome = check("1", {"pattern": "(", "patternProperties": {"[": {}}})
    assert [(f.span.text, bool(f.help)) for f in outcome.diagnostics] == [
        ('"("', True),
        ('"["', True),
    ]


def test_an_empty_enumeration():
    (finding,) = check("1", {"enum": []}).diagnostics
    assert finding.message == "expected nothing at all, found 1"


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("exclusiveMinimum", "a"),
        ("exclusiveMinimum", True),
        ("exclusiveMaximum", None),
        ("uniqueItems", "a"),
        ("items", "a"),
        ("items", [{}]),
        ("dependentRequired", {"a": "b"}),
        ("$id", 1),
        ("title", 1),
        ("format", []),
        ("readOnly", "yes"),
        ("examples", {}),
    ],
)
def test_keywords_of_the_wrong_shape(keyword, value):
    (finding,) = check("1", {keyword: value}).diagnostics
    assert finding.code.name == "schema/bad-schema"
    assert finding.span.text == json.dumps(value)


def test_exclusive_bounds_of_draft_4_are_switches():
    draft = "http://json-schema.org/draft-04/schema#"
    assert codes(check("1", {"$schema": draft, "exclusiveMinimum": True, "minimum": 0})) == []
    assert codes(check("1", {"$schema": draft, "exclusiveMinimum": 0})) == ["schema/bad-schema"]


@pytest.mark.parametrize(
    ("language", "text"), [(JSON, '{"a": "x"}'), (YAML, "a: x"), (TOML, 'a = "x"')]
)
def test_what_check_refuses_is_not_evaluated(language, text):
    host = MemoryHost({"s.json": '{"properties": {"a": {"type": "integer"}}}'}, schema="s.json")
    refused = language.evaluate(Source("data", text), host)
    assert refused.failed
    assert codes(refused) == codes(language.check(Source("data", text), host))
    host = MemoryHost({"s.json": '{"properties": {"a": {"type": "string"}}}'}, schema="s.json")
    fits = language.evaluate(Source("data", text), host)
    assert not fits.failed
    assert fits.output.value == {"a": "x"}


def test_schemas_in_yaml_and_toml():
    host = MemoryHost({"s.yaml": "type: object\nrequired: [a]\n"}, schema="s.yaml")
    assert codes(JSON.check(Source("data", "{}"), host)) == ["schema/missing-key"]
    host = MemoryHost({"s.toml": 'type = "object"\nrequired = ["a"]\n'}, schema="s.toml")
    assert codes(JSON.check(Source("data", "{}"), host)) == ["schema/missing-key"]


@pytest.mark.parametrize("number", ["inf", "-inf", "nan"])
def test_toml_has_numbers_that_are_no_counts(number):
    host = MemoryHost({"s.toml": f"minLength = {number}\n"}, schema="s.toml")
    assert codes(JSON.check(Source("data", '"x"'), host)) == ["schema/bad-schema"]
    for keyword in ("minimum", "maximum", "multipleOf"):
        host = MemoryHost({"s.toml": f"{keyword} = {number}\n"}, schema="s.toml")
        found = codes(JSON.check(Source("data", "1"), host))
        assert found in ([], ["schema/bad-schema"])


def test_a_broken_schema_file_is_told_at_its_place():
    outcome = check("1", '{"type": }')
    assert codes(outcome) == ["json/missing-value"]
    assert outcome.diagnostics[0].span.source.name == "schema.json"
    assert codes(check("1", "[1]")) == ["schema/bad-schema"]


def test_a_broken_document_is_not_held_against_the_schema():
    assert codes(check("[1,", {"type": "object"})) == ["json/unclosed-bracket"]


@pytest.mark.parametrize(
    ("draft", "schema", "good", "bad"),
    [
        (
            "http://json-schema.org/draft-04/schema#",
            {"minimum": 1, "exclusiveMinimum": True},
            "2",
            "1",
        ),
        ("http://json-schema.org/draft-04/schema#", {"type": "integer"}, "1", "1.0"),
        (
            "http://json-schema.org/draft-04/schema#",
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "1",
            "1.0",
        ),
        ("http://json-schema.org/draft-06/schema#", {"type": "integer"}, "1.0", "1.5"),
        (
            "http://json-schema.org/draft-07/schema#",
            {"items": [{"type": "string"}], "additionalItems": False},
            '["a"]',
            '["a", 1]',
        ),
        (
            "http://json-schema.org/draft-07/schema#",
            {"dependencies": {"a": ["b"]}},
            '{"b": 1}',
            '{"a": 1}',
        ),
        (
            "http://json-schema.org/draft-07/schema#",
            {"dependencies": {"a": {"required": ["b"]}}},
            '{"b": 1}',
            '{"a": 1}',
        ),
        (
            "http://json-schema.org/draft-07/schema#",
            {"$ref": "#/definitions/a", "maximum": 1, "definitions": {"a": {"type": "integer"}}},
            "5",
            '"x"',
        ),
        (
            "https://json-schema.org/draft/2019-09/schema",
            {"items": [{"type": "string"}], "additionalItems": False},
            '["a"]',
            '["a", 1]',
        ),
    ],
)
def test_older_drafts(draft, schema, good, bad):
    assert codes(check(good, {"$schema": draft, **schema})) == []
    assert len(codes(check(bad, {"$schema": draft, **schema}))) == 1


def test_patterns_of_the_standard():
    schema = {"pattern": "^(?<year>\\d{4})$"}
    assert codes(check('"2024"', schema)) == []
    assert codes(check('"2024\\n"', schema)) == ["schema/pattern"]
    assert codes(check('"٢٠٢٤"', schema)) == ["schema/pattern"]


def test_findings_stop_at_a_hundred():
    outcome = check(json.dumps(["x"] * 1000), {"items": {"type": "integer"}})
    assert len(outcome.diagnostics) == 100


def test_a_schema_is_made_ready_once_and_anew_when_a_file_changes():
    files = {"s.json": '{"$ref": "t.json"}', "t.json": '{"type": "integer"}'}
    host = MemoryHost(files, schema="s.json")
    first = JSON.check(Source("data", "1"), host).output.schema
    assert (
        JSON.check(Source("data", "2"), MemoryHost(files, schema="s.json")).output.schema is first
    )
    files["t.json"] = '{"type": "string"}'
    changed = JSON.check(Source("data", "1"), MemoryHost(files, schema="s.json"))
    assert codes(changed) == ["schema/type-mismatch"]


def test_findings_of_a_schema_come_back_each_time():
    for _ in range(2):
        assert codes(check('{"a": 1}', {"properties": {"a": {"$ref": "#/none"}}})) == [
            "schema/unknown-reference"
        ]
