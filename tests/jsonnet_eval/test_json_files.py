"""A file that is JSON has the value it has as a program, whatever it is called and however read."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest
from support.shell import environment

from confty.compat.jsonnet import evaluate_snippet
from confty.languages.jsonnet.evaluator.json_files import json_value
from confty.languages.jsonnet.evaluator.values import ABSENT

DEEP = "[" * 90 + "]" * 90
GOOD = (
    "{}",
    " [ ] \r\n\t",
    "null",
    "-0",
    '"a"',
    '{"b": 1, "a": [1.50, -2e3, 1E+2, true, false, null, "x"], "": {"": []}}',
    '{"local": 1, "self": {"$": "{}"}, "a.b": "[]", "é": "\\u00e9\\n\\"\\/\\\\"}',
    DEEP,
)
# What is no JSON, or is none that Jsonnet takes as it is.
OTHERS = (
    "",
    '{"a": 1, "a": 2}',
    '{"a": {"b": 1, "b": 1}}',
    "1e999",
    "[NaN]",
    "-Infinity",
    '"\\ud83d\\ude00"',
    '"\\ud83d"',
    '"a\nb"',
    '"\t"',
    "{a: 1}",
    '{"a": 1,}',
    "{'a': 1} // so",
    '{"a": 1} + {"b": 2}',
    "[1 2]",
    "[1]]",
    "01",
    '"\\x41"',
    '{"a": $.b, "b": 1}',
    "[" * 300 + "]" * 300,
    "[" * 30_000 + "]" * 30_000,
)


def result(text: str, name: str) -> tuple[bool, str]:
    """What importing a text under a name gives; of a failure, its first line."""

    def fetch(_folder: str, path: str) -> tuple[str, bytes]:
        return path, text.encode()

    try:
        return True, evaluate_snippet("main", f"import '{name}'", import_callback=fetch)
    except RuntimeError as error:
        return False, str(error).splitlines()[0].replace(name, "")


@pytest.mark.parametrize("text", [*GOOD, *OTHERS], ids=lambda text: text[:20])
def test_the_name_of_a_file_changes_nothing(text: str) -> None:
    assert result(text, "a.json") == result(text, "a.libsonnet")


def test_json_is_read_as_json_and_nothing_else_is() -> None:
    assert all(json_value(text.encode()) is not ABSENT for text in GOOD)
    assert all(json_value(text.encode()) is ABSENT for text in OTHERS)
    assert json_value(b"\xff") is ABSENT


def test_generated_values_come_back() -> None:
    rng = random.Random(7)

    def value(depth: int) -> object:
        kind = rng.randrange(8 if depth else 6)
        if kind == 6:
            return [value(depth - 1) for _ in range(rng.randrange(4))]
        if kind == 7:
            names = rng.sample(["a", "b", "\n", "é", "}", '"', "", "if"], rng.randrange(4))
            return {name: value(depth - 1) for name in names}
        return [None, True, rng.randrange(-9, 9), rng.uniform(-5, 5), "}[", "\u2028\x7f"][kind]

    for _ in range(300):
        expected = value(4)
        text = json.dumps(expected, indent=rng.choice([None, 2]), ensure_ascii=rng.random() < 0.5)
        fine, shown = result(text, "a.json")
        assert fine
        assert json.loads(shown) == expected


def test_one_value_serves_many_runs() -> None:
    text = '{"a": {"b": 1}, "c": [1, {"d": 2}]}'
    first = result(text, "a.json")

    def fetch(_folder: str, path: str) -> tuple[str, bytes]:
        return path, text.encode()

    changed = "(import 'a.json') { a+: { b: super.b + 1, e: $.c }, c+: [0] }"
    expected = {"a": {"b": 2, "e": [1, {"d": 2}, 0]}, "c": [1, {"d": 2}, 0]}
    for _ in range(3):
        assert json.loads(evaluate_snippet("m", changed, import_callback=fetch)) == expected
        assert result(text, "a.json") == first


ALONE = """
import sys
from confty.compat.jsonnet import evaluate_snippet
assert "json.decoder" not in sys.modules
try:
    print(evaluate_snippet("x", sys.argv[1], import_callback=lambda folder, path: (path, sys.argv[2].encode())))
except RuntimeError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1,}', {"a": 1}),
        ("{'a': 1, // so\n b: 2}", {"a": 1, "b": 2}),
        ('{"a": "x\ty"}', {"a": "x\ty"}),
        ('{"a": 1}', {"a": 1}),
    ],
)
def test_a_file_that_is_no_json_in_a_process_that_knows_none(text: str, value: object) -> None:
    """Python's scanner has no words for a mistake before ``json.decoder`` is loaded."""
    words = [sys.executable, "-c", ALONE, "import 'd.json'", text]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, env=environment())
    assert json.loads(shown.stdout) == value


@pytest.mark.parametrize("text", ["[1 2]", '{"a":1,}', '"x', "{1:2}", '{"a" 1}', ""])
def test_a_text_that_is_no_json_in_a_process_that_knows_none(text: str) -> None:
    program = f"std.parseJson({json.dumps(text)})"
    words = [sys.executable, "-c", ALONE, program, ""]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, env=environment())
    with pytest.raises(RuntimeError) as told:
        evaluate_snippet("x", program)
    assert shown.stdout.strip() == str(told.value).strip()


HALVES = [
    r'"\ud800"', r'"\ud83d\ude00 \ud800\ud800 \udc00x \\ud800"', r'{"\uD800": 1, "\udbffA": 2}',
    r'"\u0041\ud83d\u0041"', r'"\ude00\ud83d"',
]  # fmt: skip


@pytest.mark.parametrize("text", HALVES)
def test_half_a_character_is_none(text: str) -> None:
    """As in Go: the replacement character for each half."""
    go = pytest.importorskip("_gojsonnet", reason="NOT RUN: gojsonnet is not there")
    program = f"std.parseJson({json.dumps(text)})"
    made = evaluate_snippet("x", program)
    assert made == go.evaluate_snippet("x", program)
    made.encode()
