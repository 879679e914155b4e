"""``format`` is judged as an independent validator judges it, and is a warning."""

import json

import jsonschema_rs
import pytest
from data.host import MemoryHost
from hypothesis import given, settings
from hypothesis import strategies as st

from confty.languages.data.checker.schema.formats import FORMATS, asked_by
from confty.languages.data.wiring import JSON
from confty.text import Source

#: Texts near each format; international names and regular expressions are judged more loosely.
NEAR = {
    "date-time": "2024-02-29T12:30:00Z 1998-12-31T23:59:60Z 2024-02-30T00:00:00+01:00",
    "date": "2024-02-29 2023-02-29 2024-13-01 24-01-01",
    "time": "12:30:00Z 23:59:60Z 12:30:00+01:00 24:00:00Z 12:30Z",
    "duration": "P1D PT1H P1Y2M3DT4H5M6S P1W P PT P1YT P1Y1D",
    "email": "a@b.c a.b+c@d-e.fr a@[127.0.0.1] .a@b.c a@b a@-b.c",
    "hostname": "a a.b.c a-b.c -a a- a..b a_b",
    "ipv4": "1.2.3.4 01.2.3.4 1.2.3 1.2.3.256",
    "ipv6": ":: ::1 1:2:3:4:5:6:7:8 ::ffff:1.2.3.4 1::2::3",
    "uri": "http://a.b/c?d=e#f mailto:a@b.c //a.b a http://[::1]/x http://u:p@h:1/ http://a/%20",
    "uri-reference": "/a a/b ../x #f ?q //a.b/c a:b",
    "json-pointer": "/a/b /a~0~1 a /~2",
    "relative-json-pointer": "1 0/a 0# 01 /a",
    "uuid": "2EB8AA08-AA98-11EA-B4AA-73B441D16380 2eb8aa08-aa98-11ea-b4aa-73b441d1638",
}
DRAFTS = {
    4: "http://json-schema.org/draft-04/schema#",
    6: "http://json-schema.org/draft-06/schema#",
    7: "http://json-schema.org/draft-07/schema#",
    2019: "https://json-schema.org/draft/2019-09/schema",
    2020: "https://json-schema.org/draft/2020-12/schema",
}
#: What the other validator lets pass although the standards do not.
LAX = ("/", "-:", ":-", "-Z", "-z", "+")


@st.composite
def near(draw):
    name = draw(st.sampled_from(sorted(NEAR)))
    text = list(draw(st.sampled_from(NEAR[name].split())))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, 1))
        text[at : at + gone] = draw(st.sampled_from(["", *"aZ09.-:/@#?%[]~+ _TP"]))
    return name, "".join(text)


@settings(max_examples=600)
@given(near())
def test_formats(given):
    name, text = given
    schema = {"$schema": DRAFTS[2020], "format": name}
    expected = jsonschema_rs.validator_for(schema, validate_formats=True).is_valid(text)
    holds = asked_by(name, 2020)[0]
    if (expected and "time" in name) or ("date" in name and any(one in text for one in LAX)):
        return
    assert holds(text) == expected, (name, text)


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_each_draft_knows_its_formats(name, draft):
    schema = {"$schema": DRAFTS[draft], "format": name}
    wrong = "\\ a{" if name != "regex" else "("
    expected = jsonschema_rs.validator_for(schema, validate_formats=True).is_valid(wrong)
    host = MemoryHost({"s.json": json.dumps(schema)}, schema="s.json")
    found = JSON.check(Source("a.json", json.dumps(wrong)), host).diagnostics
    assert (not found) == expected
    assert all(one.code.name == "schema/format" for one in found)
    assert all(one.severity.word == "warning" for one in found)


def test_a_format_decides_no_choice():
    schema = {
        "anyOf": [{"format": "ipv4"}, {"type": "integer"}],
        "not": {"not": {"format": "uuid"}},
    }
    host = MemoryHost({"s.json": json.dumps(schema)}, schema="s.json")
    assert not JSON.check(Source("a.json", '"x"'), host).diagnostics
