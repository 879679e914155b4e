"""JSON: the quick reading, the careful one and the standard library see the same."""

import json
from itertools import islice

import pytest
from data.documents import JSON_PIECES, JSON_TEXTS, VALUES, damaged
from data.host import MemoryHost
from hypothesis import example, given

from confty.languages.data.checker.infer import infer
from confty.languages.data.parser.json import parse_json
from confty.languages.data.parser.json_recovery import read_carefully
from confty.languages.data.wiring import JSON
from confty.text import Severity, Source


def strict(text):
    """What the standard library says, without what it allows beyond the standard."""

    def refuse(_):
        raise ValueError

    def unique(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError
        return dict(pairs)

    value = json.loads(text, parse_constant=refuse, object_pairs_hook=unique)
    if "Infinity" in json.dumps(value):
        raise ValueError
    return value


def every_path(value, path=()):
    yield path, value
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, inner in items:
        yield from every_path(inner, (*path, step))


@given(JSON_TEXTS)
def test_readings_agree(text):
    source = Source("a.json", text)
    quick, careful = parse_json(source), read_carefully(source)
    assert not quick.diagnostics
    assert not careful.findings
    assert repr(quick.output.value) == repr(careful.value) == repr(json.loads(text))


@given(JSON_TEXTS)
def test_every_value_has_its_place(text):
    document = parse_json(Source("a.json", text)).output
    for path, value in islice(every_path(document.value), 200):
        span = document.span(path)
        assert repr(json.loads(span.text)) == repr(value)
        index = document.places.find(path)
        assert document.places.path(index) == path
        if path and isinstance(path[-1], str):
            assert json.loads(document.key_span(path).text) == path[-1]


@given(damaged(JSON_TEXTS, JSON_PIECES))
def test_damage_is_found_and_nothing_else(text):
    outcome = parse_json(Source("a.json", text))
    try:
        value = strict(text)
    except ValueError:
        assert outcome.failed, text
    else:
        assert not outcome.failed, (text, outcome.diagnostics)
        assert repr(outcome.output.value) == repr(value)
    for finding in outcome.diagnostics:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)


def repeated(value):
    """Documents with enough members to be read many at a time."""
    return {"list": [value] * 20, "table": {f"k{i}": value for i in range(20)}, "a": value}


LONG_TEXTS = VALUES.map(repeated).map(json.dumps)


@example("[1, [2],]")
@example('{"a": 1,}')
@given(damaged(JSON_TEXTS | LONG_TEXTS, JSON_PIECES))
def test_reading_ahead_finds_the_same(text):
    source = Source("a.json", text)
    careful = read_carefully(source)
    checked = JSON.check(source, MemoryHost())
    assert list(map(str_of, checked.diagnostics)) == list(map(str_of, careful.findings))
    if not any(one.code.name == "json/number-range" for one in careful.findings):
        assert checked.output.type is infer(careful.value)


def str_of(finding):
    notes = [(str(note.span), note.text) for note in finding.notes]
    return (finding.code.name, str(finding.span), finding.message, finding.help, notes)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ('{"a": 1, "b": {"a": 2}, "c": 3, "a": 4}', 1, 32),
        ('{"a": 1, "b": {"c": ["c", 2]}, "c": 3, "c": 4}', 31, 39),
        ('{"a": 1, ' + '"b": 2, "c": [{}, {"d": 1, "x": [], "d": 2}]}', 28, 45),
    ],
)
def test_the_place_of_a_key_read_ahead(text, first, second):
    (finding,) = JSON.check(Source("a.json", text), MemoryHost()).diagnostics
    assert finding.span.start == second
    assert finding.notes[0].span.start == first


def test_half_pairs_need_no_second_reading():
    text = (
        r'["\\ud800", "\\ud83d\ude00", "\ud83d\ude00", "\ud800\ud83d\ude00", "\\\ud800", "\udc00"]'
    )
    source = Source("a.json", text)
    quick, careful = parse_json(source).diagnostics, read_carefully(source).findings
    assert list(map(str_of, quick)) == list(map(str_of, careful))
    assert len(parse_json(source).diagnostics) == 4


@given(damaged(JSON_TEXTS, JSON_PIECES))
def test_fixes_keep_what_they_do_not_touch(text):
    source = Source("a.json", text)
    for finding in parse_json(source).diagnostics:
        for edit in finding.fix:
            assert edit.span.text != edit.text


@given(VALUES)
def test_type_at_every_place(value):
    text = json.dumps(value)
    checked = JSON.check(Source("a.json", text), MemoryHost()).output
    insight = JSON.insight(checked)
    assert insight.type_at(0) is insight.whole()
    assert insight.spelled_at(0) == insight.result()


def test_offsets_count_code_points():
    document = parse_json(Source("a.json", '{"é😀": "😀", "b": 1}')).output
    assert document.span(("b",)).first == (1, 18)


def test_a_pair_of_escapes_is_read_quickly():
    outcome = parse_json(Source("a.json", '["\\ud83d\\ude00"]'))
    assert outcome.output.value == ["😀"]
    assert not outcome.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        '{"a":"x\n","b":2}',
        '"a\nb"',
        '{"a',
        '{"a"',
        '{"a":',
        '{"a": "b',
        '{"a":1,,}',
        "[1,,]",
        "[,]",
        "1979-05-27",
        "1-2",
        "[1+2]",
        '{"a":\0}',
        "{1-2: 3}",
    ],
)
def test_one_mistake_is_told_once(text):
    assert len(parse_json(Source("a.json", text)).diagnostics) == 1


def test_a_million_commas_are_one_mistake():
    assert len(parse_json(Source("a.json", "[" + "," * 1_000_000)).diagnostics) == 1


def test_findings_stop_at_a_hundred():
    assert len(parse_json(Source("a.json", "[" + "tru," * 5000)).diagnostics) == 100


@pytest.mark.parametrize("depth", [400, 499, 500])
def test_deep_but_allowed(depth):
    text = "[" * depth + "]" * depth
    outcome = JSON.check(Source("a.json", text), MemoryHost())
    assert not outcome.diagnostics
    assert JSON.insight(outcome.output).type_at(depth) is not None
    assert (
        JSON.render(
            JSON.evaluate(Source("a.json", text), MemoryHost()).output, "json-compact"
        ).output
        == text + "\n"
    )


@pytest.mark.parametrize("depth", [501, 700, 5000, 100_000])
@pytest.mark.parametrize("brackets", ["[]", '{"a":'])
def test_too_deep(depth, brackets):
    text = (brackets[0] if brackets == "[]" else brackets) * depth
    closed = text + ("]" if brackets == "[]" else "1" + "}") * depth
    for one in (text, closed):
        for run in (JSON.check, JSON.evaluate):
            found = run(Source("a.json", one), MemoryHost()).diagnostics
            assert [finding.code.name for finding in found] == ["json/too-deep"]


def test_infinity_is_found_by_both_ways_in():
    for text in ("[1e999]", '{"a": -1e999}', "1e999"):
        for run in (JSON.check, JSON.evaluate):
            found = run(Source("a.json", text), MemoryHost()).diagnostics
            assert [finding.code.name for finding in found] == ["json/number-range"]


def test_warnings_do_not_stop_a_run():
    outcome = JSON.evaluate(Source("a.json", '["\\ud800"]'), MemoryHost())
    assert not outcome.diagnostics
    checked = JSON.check(Source("a.json", '["\\ud800"]'), MemoryHost())
    assert [finding.severity for finding in checked.diagnostics] == [Severity.WARNING]
    assert JSON.render(outcome.output, "json-compact").output == '["\\ud800"]\n'
