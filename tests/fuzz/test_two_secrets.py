"""A secret decides nothing that is printed: one program, two secrets, the same letters everywhere.

Whether a program fails may depend on a secret, and only that.
"""

from __future__ import annotations

import os

import pytest

from fuzz import doors

SECRETS = ("alpha", "qqbetaq")
JSONNET = [
    "s",
    "{a: s, b: std.length(s)}",
    "if s == 'alpha' then std.trace('yes', 1) else std.trace('no', 1)",
    "{[s]: 1}",
    "{['k' + s]: 1, b: self['k' + s]}",
    "error s",
    "assert s == 'alpha' : s; 1",
    "[1,2,3][std.length(s) % 3]",
    "std.format('%s %d', [s, 1])",
    "std.parseJson(s)",
    "std.parseInt(s)",
    "std.map(function(c) std.trace(c, c), std.stringChars(s))",
    "std.sort([s, 'b', 'c'])",
    "{a: 1} + (if std.startsWith(s,'a') then {b: 2} else {c: 3})",
    "std.objectFields({[s]: 1, z: 2})",
    "std.foldl(function(a,b) std.trace('x', a + b), std.stringChars(s), '')",
    "std.manifestYamlDoc({a: s})",
    "std.md5(s)",
    "std.split(s,'a')",
    "local f(n) = if n == 0 then std.trace('end', 0) else f(n - 1); f(std.length(s))",
    "std.trace(s, 1)",
    "std.trace('n%d' % std.length(s), 1)",
    "{a:: s, b: self.a[0]}",
    "std.native('x')(s)",
    "[x for x in [1,2,3] if std.trace('c', std.length(s)) > x]",
    "{assert std.length(s) > 100 : 'too ' + s, a: 1}",
    "s.nope",
    "s + 1 - 2",
    "local o = {alpha: std.trace('A',1), beta: std.trace('B',2)}; o[s]",
    "std.member(['alpha'], s) && std.trace('t', true)",
    "std.assertEqual(s, 'alpha')",
    "std.decodeUTF8(std.encodeUTF8(s))",
    "std.range(1, std.length(s))",
    "std.repeat('x', std.length(s))",
    "if std.length(s) > 4 then error 'long' else 1",
    "std.mergePatch({a:1},{[s]: null})",
    "{a: {b: error 'x' + s}}",
    "std.setInter([s],['alpha'])",
    "std.substr(s, 0, 2) + std.asciiUpper(s)",
    "std.char(std.codepoint(s[0]))",
    "1 / (std.length(s) - 5)",
    "[10,20][std.length(s)]",
    "importstr 'nope' + s",
    "std.lines([s])",
    "function(x) s",
]  # fmt: skip
RCL = [
    "input.s",
    "{a = input.s, b = input.s.len()}",
    'if input.s == "alpha": (trace "yes"; 1) else: (trace "no"; 1)',
    "{[input.s]: 1}",
    "{(input.s): 1}",
    'assert input.s == "alpha", input.s; 1',
    "trace input.s; 1",
    "[for c in input.s.chars(): (trace c; c)]",
    'f"{input.s}x"',
    "[1,2,3][input.s.len()]",
    "input.s.parse_int()",
    "{alpha = 1}[input.s]",
    "{alpha = 1}.get(input.s, 2)",
    'input.s.split("a")',
    "input.s + 1",
    "input.s.nope",
    "let x: Int = input.s; x",
    "{a = 1, b = 2}.except(input.s)",
    '[input.s, "b"].contains("alpha")',
    'if input.s.len() > 4: (trace "long"; 1) else: 2',
    'let f = n => (trace "f"; n); f(input.s)',
    "std.range(0, input.s.len())",
    '["x", input.s].sort()',
    '[for x in [1,2] if input.s == "alpha": (trace "i"; x)]',
    "input.s.to_lowercase()",
    'assert input.s.len() > 100, f"no {input.s}"; 1',
    '{input.s, "b"}',
    'input.s.replace("a", "b")',
]  # fmt: skip
PCL = [
    'output "o" {\n value = s\n}\n',
    'output "o" {\n value = s == "alpha" ? 1 : 2\n}\n',
    'output "o" {\n value = length(s)\n}\n',
    'x = {alpha = 1}\noutput "o" {\n value = x[s]\n}\n',
    'output "o" {\n value = fromBase64(s)\n}\n',
    'output "o" {\n value = [for c in split("a", s): c]\n}\n',
    'output "o" {\n value = "x${s}y"\n}\noutput "p" {\n value = element([1,2,3], length(s))\n}\n',
    'output "o" {\n value = readFile(s)\n}\n',
    'output "o" {\n value = singleOrNone(split("a", s))\n}\n',
    'output "o" {\n value = try(s.x, 1)\n}\n',
]  # fmt: skip

FLAGS = ["--timeout", "20", "--ext-secret", "s=env:CONFTY_TEST_SECRET"]


def printed(monkeypatch, words: list[str], name: str, text: str, tmp_path) -> None:
    """Run a command with each secret and hold the two against each other."""
    ended = []
    for number, secret in enumerate(SECRETS):
        monkeypatch.setenv("CONFTY_TEST_SECRET", secret)
        monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / str(number)))
        given = [word.replace("@", secret) for word in words]
        one = doors.command(*given, name, files={name: text})
        assert one.code in {0, 1}, one.err
        kept = b"".join(
            (tmp_path / root / file).read_bytes()
            for root, _, files in os.walk(tmp_path)
            for file in files
        )
        assert SECRETS[1].encode() not in one.out + one.err + kept, (text, one.out, one.err)
        ended.append(one)
    first, second = ended
    if first.code == second.code:
        assert (first.out, first.err) == (second.out, second.err), text


@pytest.mark.parametrize("text", JSONNET)
def test_16_jsonnet(monkeypatch, tmp_path, text: str) -> None:
    text = f"local s = std.extVar('s'); {text}"
    for words in (["eval", *FLAGS], ["check", *FLAGS]):
        printed(monkeypatch, words, "a.jsonnet", text, tmp_path)


@pytest.mark.parametrize("text", RCL)
def test_16_rcl(monkeypatch, tmp_path, text: str) -> None:
    for words in (["eval", *FLAGS], ["check", *FLAGS]):
        printed(monkeypatch, words, "a.rcl", text, tmp_path)


@pytest.mark.parametrize("text", PCL)
def test_16_pcl(monkeypatch, tmp_path, text: str) -> None:
    text = f'config "s" "string" {{\n  secret = true\n}}\n{text}'
    for form in ("tree", "json"):
        words = [
            "preview",
            "--project",
            "p",
            "--timeout",
            "20",
            "--format",
            form,
            "--secret-config",
            "s=@",
        ]
        printed(monkeypatch, words, "main.pp", text, tmp_path)
