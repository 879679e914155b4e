"""Valid and invalid mean the same to us as to an independent validator."""

import json

import jsonschema_rs
import pytest
from data.host import MemoryHost
from data.schemas import DRAFTS, VALUES, as_draft, schemas, typed_schemas
from hypothesis import given, settings
from hypothesis import strategies as st

from confty.languages.data.wiring import JSON
from confty.text import Source


def findings(schema, value):
    host = MemoryHost({"schema.json": json.dumps(schema)}, schema="schema.json")
    return JSON.check(Source("data.json", json.dumps(value)), host).diagnostics


def agree(schema, value):
    try:
        expected = jsonschema_rs.validator_for(schema).is_valid(value)
    except (ValueError, jsonschema_rs.ReferencingError):
        return
    found = findings(schema, value)
    assert (not found) == expected, (schema, value, found)


@settings(max_examples=500)
@given(schemas(), st.lists(VALUES, min_size=1, max_size=4))
def test_schemas(schema, values):
    for value in values:
        agree(schema, value)


@settings(max_examples=400)
@given(typed_schemas(), st.lists(VALUES, min_size=1, max_size=4))
def test_types_alone(schema, values):
    for value in values:
        agree(schema, value)


@settings(max_examples=300)
@given(schemas(), st.lists(VALUES, min_size=1, max_size=3), st.sampled_from(DRAFTS))
def test_older_drafts(schema, values, draft):
    for value in values:
        agree(as_draft(schema, draft), value)


@pytest.mark.fuzz
@settings(max_examples=20_000)
@given(schemas() | typed_schemas(), st.lists(VALUES, min_size=1, max_size=4))
def test_many_schemas(schema, values):
    for value in values:
        agree(schema, value)
