"""Every library function, given a secret or an unknown value in every place."""

from __future__ import annotations

import itertools
from random import Random

import pytest
from jsonnet_labels.running import run

from confty.languages.jsonnet.library import FUNCTIONS
from confty.values import Labelled
from confty.values.labels import labels_in

# What a parameter is given when it is not the one in question, tried in turn.
SAMPLES = ("'a'", "1", "['a', 'b']", "{ a: 'b' }", "function(x) x", "function(x, y) x", "true")
# In whose place the secret stands: a text, a number, a truth, an array, an object, a leaf of each.
SECRETS = (
    "pw",
    "std.length(pw)",
    "(pw != 'x')",
    "std.stringChars(pw)",
    "std.parseJson('{\"a\": \"' + pw + '\"}')",
    "[pw]",
    "{ a: pw }",
)
TOKEN = "zqXj7Kp2Wv"
# Functions that may give a public result although an argument is secret or holds a secret.
OPEN = {
    "trace": "prints [secret] and goes on with its second argument",
    "get": "a field that is not secret, or the default",
    "equals": "values that differ before the secret is reached",
    "primitiveEquals": "values that differ in type; arrays are not looked into",
    "length": "the length of an array is public where only an element is secret",
    "isEmpty": "the same",
    "type": "the type of an array is public where only an element is secret",
    "assertEqual": "the same as equals",
}
CONTAINERS = SECRETS[5:]


def calls(name: str, hidden: str) -> list[str]:
    """Calls of a function with one hidden argument, the others of every kind."""
    record = FUNCTIONS[name]
    made = []
    for at in range(len(record.parameters)):
        count = max(record.required, at + 1)
        others = list(itertools.product(SAMPLES, repeat=min(count - 1, 2)))
        for other in Random(name).sample(others, min(len(others), 8)):
            given = [*other, *(["'a'"] * (count - 1 - len(other)))]
            made.append(f"std.{name}({', '.join([*given[:at], hidden, *given[at:]])})")
    return made


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "id"])
def test_a_secret_argument_gives_a_secret_or_fails_in_silence(name: str) -> None:
    for hidden in SECRETS:
        for text in calls(name, hidden):
            seen = run("local pw = std.extVar('pw'); " + text, TOKEN)
            for form in (TOKEN, TOKEN[::-1], TOKEN.upper(), TOKEN.lower()):
                assert form not in seen.shown, text
            if seen.failed is not None:
                continue
            secret = any(label.secret for label in labels_in(seen.data))
            if hidden in CONTAINERS or name in OPEN or name in MOVERS:
                continue
            assert secret, f"{text} gave {seen.data!r}"


# They may leave out what is labelled: an element that is not used, a function that is not called.
MOVERS = frozenset({"makeArray", "foldl", "foldr", "minArray", "maxArray", "mergePatch"})


@pytest.mark.parametrize(
    "text",
    [
        "acos(std.length(pw) / 100)",
        "asin(std.length(pw) / 100)",
        "all([pw != 'x'])",
        "any([pw == 'x'])",
        "avg([std.length(pw), 1])",
        "base64Decode(std.base64(pw))",
        "base64DecodeBytes(std.base64(pw))",
        "codepoint(pw[0])",
        "decodeUTF8(std.encodeUTF8(pw))",
        "filter(function(x) x != pw, ['a'])",
        "filterMap(function(x) x != pw, function(x) 1, ['a'])",
        "manifestIni({ sections: { a: { b: pw } } })",
        "parseHex(std.md5(pw))",
        "parseInt('1' + std.length(pw))",
        "parseOctal('1%o' % std.length(pw))",
        "parseJson('\"' + pw + '\"')",
        "parseYaml('a: ' + pw)",
        "slice(pw, 1, 3, 1)",
        "slice('abcdefghijklmnop', 1, std.length(pw), 1)",
        "extVar(if pw == 'x' then 'pw' else 'pw')",
        "setMember(pw, ['a'])",
        "setUnion([pw], ['a'])",
        "minArray([pw, 'a'])",
        "maxArray(['a', 'b'], function(x) x + pw)",
        "uniq([pw, 'a'])",
        "sum([1, std.length(pw)])",
    ],
)
def test_a_good_call_gives_a_secret(text: str) -> None:
    seen = run("local pw = std.extVar('pw'); std." + text, TOKEN)
    assert seen.failed is None, seen.failed
    assert isinstance(seen.data, Labelled), seen.data
    assert seen.data.secret
    assert TOKEN not in seen.shown


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in {"id", "trace"}])
def test_an_unknown_argument_gives_an_unknown(name: str) -> None:
    record = FUNCTIONS[name]
    for at in range(len(record.parameters)):
        if record.parameters[at] in record.late or (name, at) in {
            ("setMember", 0),
            ("mergePatch", 0),
        }:
            continue
        count = max(record.required, at + 1)
        given = ["'a'"] * count
        given[at] = "std.extVar('later')"
        seen = run(f"std.{name}({', '.join(given)})")
        if seen.failed is None:
            assert isinstance(seen.data, Labelled), name
            assert seen.data.unknown, name
