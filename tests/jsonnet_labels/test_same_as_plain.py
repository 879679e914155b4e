"""A run that is given a secret works out of everything else what a plain one does, and no more.

Each library function is called as its documentation shows it, with an error or a failing assert in
the place of each argument, beside it and inside of it, and what it gives is read more or less
closely: a run that reads a part which the other does not fails alone.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from jsonnet_labels.running import run

import confty
from confty.values import Labelled

EXAMPLES = Path(__file__).resolve().parents[2] / "site" / "examples" / "jsonnet.txt"
#: What the examples do not show.
MORE = (
    "std.mergePatch({ a: 1, b: { c: 2 } }, { a: { x: 1 }, b: { c: { d: 3 } } })",
    "std.mergePatch({ a: { x: 1 } }, { a: 1 })",
    "std.mergePatch(1, { a: { x: null } })",
    "std.find(1, [{}, 1])",
    "std.count([{}, 1], 1)",
    "std.prune({ a: [{}], b: {} })",
    "std.equals({ a: {} }, { a: {} })",
    "std.manifestJsonMinified({ a: {} })",
    "std.manifestYamlStream([{}, []])",
    "std.manifestTomlEx({ a: {}, b: { c: {} } }, '  ')",
)
TRAPS = ("error 'E'", "{ assert false: 'E' }", "{ assert false: 'E', a: 1 }", "{ a:: error 'E' }")
#: Where a trap stands, as it is seen from an argument.
PLACES = (
    "{trap}", "[{trap}]", "[1, {trap}]", "{{ a: {trap} }}", "{{ a: {{ x: {trap} }} }}",
    "function(x) {trap}", "function(x, y) {trap}", "({given}) + [{trap}]", "[{trap}] + ({given})",
    "({given}) + {{ a: {trap} }}", "({given}) + {{ a+: {{ z: {trap} }} }}", "({given}) + {trap}",
)  # fmt: skip
READINGS = (
    "{call}", "std.type({call})", "std.length({call})", "std.objectFields({call})",
    "[std.type(item) for item in {call}]", "{call} == {{}}",
)  # fmt: skip


def calls() -> list[str]:
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    return [line.split(": ", 1)[1].split(" ⇒ ")[0] for line in lines] + list(MORE)


def arguments(call: str) -> list[str]:
    """The arguments of a call, split where commas stand outside of brackets and texts."""
    found, depth = [""], 0
    for part in re.findall(
        r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|.", call.partition("(")[2][:-1]
    ):
        depth += (part in "([{") - (part in ")]}")
        if part == "," and not depth:
            found.append("")
        else:
            found[-1] += part
    return [one.strip() for one in found if one.strip()]


def trapped(call: str) -> list[str]:
    """Programs that make the call with a trap somewhere, and read what it gives."""
    given, name = arguments(call), call.partition("(")[0]
    made = []
    for at, one in enumerate(given):
        for place in PLACES:
            for trap in TRAPS:
                other = place.format(given=one, trap=trap)
                inside = f"{name}({', '.join([*given[:at], other, *given[at + 1 :]])})"
                made += [reading.format(call=inside) for reading in READINGS]
    return made


def outcome(program: str, **given: object) -> str:
    """The value as it is written, or the message and where it belongs."""
    try:
        return repr(confty.loads(program, "jsonnet", **given))
    except confty.ConftyError as failed:
        return str(failed)


def hold(programs: list[str]) -> None:
    different = [
        program
        for program in programs
        if outcome(program) != outcome(program, secrets={"unrelated": "v"})
    ]
    assert different == []


@pytest.mark.parametrize("part", range(4))
def test_a_secret_elsewhere_changes_nothing(part: int) -> None:
    random = Random(part)
    for call in calls()[part::4]:
        programs = trapped(call)
        hold(random.sample(programs, min(len(programs), 14 if call in MORE else 7)))


@pytest.mark.fuzz
def test_a_secret_elsewhere_changes_nothing_anywhere() -> None:
    for call in calls():
        hold(trapped(call))


@pytest.mark.parametrize(
    ("program", "wanted"),
    [
        ("std.mergePatch(error 'E', 1)", "1"),
        ("std.objectFields(std.mergePatch({ a: 1 }, { a: { x: error 'E' } }))", "['a']"),
        ("std.objectFields(std.mergePatch({ a: 1 }, { a: { assert false, x: 1 } }))", "['a']"),
        ("std.objectFields(std.mergePatch({ a: error 'E' }, { a: {} }))", "['a']"),
        ("std.mergePatch({ a: error 'E' }, { a: 1 })", "error[jsonnet/stopped]: E"),
        ("std.mergePatch({ a: 1 }, { b: error 'B', a: error 'A' })", "error[jsonnet/stopped]: A"),
        ("std.find(1, [{ assert false }, 1])", "[1]"),
        ("std.member([{ assert false }, 1], 1)", "True"),
        ("std.count([{ assert false }, 1], 1)", "1"),
        ("std.contains([{ assert false }, 1], 1)", "True"),
        ("local o = { assert false }; o + {} == {}", "True"),
        ("std.manifestJsonMinified({ a: { assert false } })", "'{\"a\":{}}'"),
        ("std.manifestYamlDoc({ a: { assert false } })", "'\"a\": {}'"),
        ("std.toString({ assert false: 'E' })", "error[jsonnet/stopped]: E"),
        ("'%s' % [{ assert false: 'E' }]", "error[jsonnet/stopped]: E"),
    ],
)
def test_what_is_read(program: str, wanted: str) -> None:
    """As the reference reads."""
    for given in ({}, {"secrets": {"unrelated": "v"}}):
        assert outcome(program, **given).split("\n")[0] == wanted


def test_a_patch_that_is_made_late_labels_the_same_parts() -> None:
    seen = run(
        "local pw = std.extVar('pw'); "
        "std.mergePatch({ a: { b: 1, c: pw } }, { a: { d: pw, e: { f: 2 } } })"
    )
    merged = seen.data["a"]
    assert {name for name, part in merged.items() if isinstance(part, Labelled)} == {"c", "d"}
    gone = run(
        "local pw = std.extVar('pw'); "
        "std.mergePatch({ a: { b: 1 }, c: 1 }, { a: { b: if pw == 'x' then 1 } })"
    )
    assert gone.data["c"] == 1
    assert isinstance(gone.data["a"], Labelled)
    assert gone.data["a"].secret
