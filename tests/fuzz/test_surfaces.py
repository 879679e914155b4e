"""Two secrets, one program: every surface shows the same letters, or one of them fails.

Whether a program fails may depend on a secret; what it prints, and how it fails, may not.
"""

from __future__ import annotations

import pytest

from fuzz import doors
from fuzz.surfaces import SURFACES, Case

JSONNET = "local s = std.extVar('s'); "
# By name; each is run with both secrets of each pair that stands behind it.
WORDS = ("correct-horse", "Tr0ub4dor&3xx")
DATA = ('{"b": "secretive"}', '[1, "elsewhere"]')
NUMBERS = ("1234567", "notanumber")
PROGRAMS: dict[str, tuple[str, str, tuple[str, str]]] = {
    "a choice": (
        "a.jsonnet",
        JSONNET + "{ a: if s == 'correct-horse' then std.md5(s) else [s], c: 1 }",
        WORDS,
    ),
    "two failures": (
        "a.jsonnet",
        JSONNET + "if s == 'correct-horse' then error 'one' else { a: error 'other' }",
        WORDS,
    ),
    "failures one after the other": (
        "a.jsonnet",
        JSONNET + "[std.parseInt(s), std.trace('seen', 1), 1 / (std.length(s) - 10), error 'x']",
        NUMBERS,
    ),
    "asserts": (
        "a.jsonnet",
        JSONNET + "assert s[0] != 'c' : 'one'; assert s[0] == 'c' : 'two'; { a: 1 }",
        WORDS,
    ),
    "another shape": ("a.jsonnet", JSONNET + "{ a: std.parseJson(s), c: 1 }", DATA),
    "parts that go": (
        "a.jsonnet",
        JSONNET + "local n = if s == 'correct-horse' then null else [1];"
        " { a: std.prune({ x: n, y: 1 }), b: std.mergePatch({ x: 1, y: 2 }, { x: n }),"
        " c: std.flattenDeepArray([n, 3]) }",
        WORDS,
    ),
    "a choice in RCL": (
        "a.rcl",
        '{ a = if ext.s == "correct-horse": ext.s.to_uppercase() else: [ext.s], c = 1 }',
        WORDS,
    ),
    "two failures in RCL": (
        "a.rcl",
        'if ext.s == "correct-horse": (assert false: "one"; 1) else: 1 / 0',
        WORDS,
    ),
    "failures one after the other in RCL": (
        "a.rcl",
        '[ext.s.parse_int(), (trace "seen"; 1), (assert false: "x"; 2)]',
        NUMBERS,
    ),
    "elements in RCL": (
        "a.rcl",
        '{ a = [for x in ["correct-horse", "b", "c"]: if x != ext.s: (trace x; x)], c = 1 }',
        WORDS,
    ),
}
PCL = {
    "two failures": 'output "o" {\n  value = s == "correct-horse" ? readFile("a") : readFile("b")\n}',
    "failures one after the other": 'output "o" {\n  value = [fromBase64(s), readFile("nope")]\n}',
    "a range": 'resource r "pulumi:index:Stash" {\n  options { range = length(split("o", s)) }\n'
    "  input = 1\n}",
    "options": 'resource r "pulumi:index:Stash" {\n  options {\n    protect = s == "correct-horse"\n'
    "    version = s\n    customTimeouts = { create = s }\n  }\n  input = 1\n}",
    "an unknown choice": 'resource r "pulumi:index:Stash" {\n  input = 1\n}\noutput "o" {\n'
    '  value = s == "correct-horse" ? r.id : "x"\n}',
}


def compared(surface, name: str, text: str, secrets: tuple[str, str], tmp_path) -> None:
    told = [
        surface(Case(name, text, secret, str(tmp_path / str(number))))
        for number, secret in enumerate(secrets)
    ]
    assert told[0] == told[1]
    for secret in secrets:
        assert secret in text or secret not in told[0]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("surface", SURFACES)
def test_nothing_that_is_shown_depends_on_a_secret(
    surface: str, program: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("CONFTY_TEST_SECRET", "")
    monkeypatch.setenv("CONFTY_CACHE_DIR", "")
    compared(SURFACES[surface], *PROGRAMS[program], tmp_path)


@pytest.mark.parametrize("form", ["tree", "json", "dot"])
@pytest.mark.parametrize("program", PCL)
def test_nor_in_a_preview(program: str, form: str, monkeypatch) -> None:
    text = f"config s string {{\n  secret = true\n}}\n{PCL[program]}\n"
    told = []
    for secret in WORDS:
        monkeypatch.setenv("CONFTY_TEST_SECRET", secret)
        words = ("--project", "p", "--format", form, "--secret-config", "s=env:CONFTY_TEST_SECRET")
        ended = doors.command("preview", *words, "main.pp", files={"main.pp": text})
        told.append((ended.code, ended.out, ended.err))
        assert WORDS[1].encode() not in ended.out + ended.err
    assert told[0] == told[1]
