"""Reports are valid whatever a message or a file name holds."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from confty.report import FORMATS, report
from confty.report.clean import clean, on_one_line
from confty.text import Code, Severity, Source, Span

CODE = Code("x/y", Severity.ERROR, "A summary.")
NASTY = [
    "a\x01\x02\x0b\x0c\x1b[31m\x7fb",
    "a\u2028b\u2029c\x85d\re\nf",
    "a\ud800b",
    "a\ufffe\uffffb",
    "::error file=a::%0A]]>&<b\x00",
    "a\u202eb\u2066c",
]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("nasty", NASTY)
def test_reports(form, nasty):
    source = Source(f"d/{nasty}.json", nasty)
    found = CODE.at(Span(source, 0, 1), nasty).with_help(nasty).note(Span(source, 1, 2), nasty)
    found = found.note(None, nasty).with_path((nasty,)).labelled(nasty)
    text = report([found, CODE.at(None, nasty)], form, version="0")
    text.encode("utf-8")
    if form in {"json", "sarif", "gitlab"}:
        json.loads(text)
    elif form == "jsonl":
        assert [json.loads(line) for line in text.split("\n")]
    elif form == "junit":
        ET.fromstring(text)
    else:
        assert not [one for one in text if ord(one) < 32 and one not in "\n\t"]
        assert "\x7f" not in text
        assert not set(text) & set("\u2028\u2029\x85\u202e\u2066")
        if form != "full":
            assert len(text.splitlines()) == 2


def test_a_name_comes_back_from_json():
    found = CODE.at(Span(Source("a\udcff.json", "x"), 0, 1), "m")
    assert json.loads(report([found], "json"))[0]["path"] == "a\udcff.json"


def test_ordinary_text_stays():
    for text in ("plain", "é 漢字 \u00a0 \u3000", "two\nlines\t."):
        assert clean(text) == text
    assert on_one_line("two\nlines") == "two\\nlines"
