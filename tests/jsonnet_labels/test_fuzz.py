"""A random secret goes through random programs, and no byte that a user sees holds it."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from jsonnet_labels.running import rendered, run
from support.jsonnet_programs import Maker

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789"
# What a program may make of a secret; ``{}`` is the secret or something made of it.
CHANGES = (
    "std.base64({})",
    "std.asciiUpper({})",
    "std.asciiLower({})",
    "std.join('', std.reverse(std.stringChars({})))",
    "std.join('', ['%02x' % b for b in std.encodeUTF8({})])",
    "('<' + {} + '>')",
    "('%s|%-60s' % [{}, 1])",
    "std.toString([{}])",
    "std.manifestJsonEx({{ p: {} }}, '  ')",
    "std.manifestYamlDoc([{}])",
    "std.escapeStringBash({})",
    "std.strReplace({}, 'zzzz', '')",
    "std.substr({}, 0, 100)",
    "{}[0:100]",
    "std.parseJson(std.manifestJson([{}]))[0]",
    "std.parseYaml('- ' + std.escapeStringJson({}))[0]",
    "std.trim({})",
    "std.foldl(function(a, c) a + c, {}, '')",
    "std.flatMap(function(c) c, {})",
    "std.join('', std.map(function(c) c, {}))",
    "std.split({}, '~')[0]",
    "std.get({{ a: {} }}, 'a')",
    "(local f(x) = x; f({}))",
    "[{}][0]",
    "{{ a: {} }}.a",
    "({{ a: {}, b: self.a }} + {{ c: super.b }}).c",
    "std.mergePatch({{ a: 1 }}, {{ a: {} }}).a",
    "std.objectValues({{ a: {} }})[0]",
    "std.prune({{ a: {} }}).a",
    "std.sort([{}])[0]",
    "std.sort([{}, 'a'])[1]",
    "std.set([{}, {}])[0]",
    "std.flattenArrays([[{}]])[0]",
    "std.flattenDeepArray([[{}]])[0]",
    "[x for x in [{}]][0]",
    "[c for c in std.stringChars({})][0]",
    "{{ [k]: {} for k in ['a'] }}.a",
    "(if std.length({}) > 3 then {} else 'no')",
    "std.minArray([{}])",
    "std.remove([{}, 'x'], 'x')[0]",
    "std.mapWithKey(function(k, v) v, {{ a: {} }}).a",
    "std.trace('seen ' + {}, {})",
    "std.trace({}, {})",
)
# What fails, or may, with the secret in hand.
FAILURES = (
    "error {}",
    "error 'bad ' + {}",
    "error {{ p: {} }}",
    "(assert {} == 'x' : {}; 1)",
    "std.parseInt({})",
    "std.parseJson({})",
    "std.parseYaml('[' + {})",
    "std.base64Decode({} + '!')",
    "std.extVar({})",
    "std.native({})(1)",
    "{{}}[{}]",
    "{{ a: 1 }}[{}].b",
    "{{ [{}]: 1 }}",
    "{{ [k]: 1 for k in [{}] }}",
    "std.assertEqual({}, 'x')",
    "std.assertEqual({{ a: {} }}, {{}})",
    "{} - 1",
    "{}.field",
    "{}(1)",
    "'%d' % {}",
    "{} % [1, 2]",
    "'%(zz)s' % {{ a: {} }}",
    "std.char({})",
    "std.range(1, {})",
    "[1][{}]",
    "(if {} then 1 else 2)",
    "std.join({}, [1])",
    "std.objectHas({{}}, {}) && {}",
    "std.foldl(function(a, b) error b, [{}], 0)",
    "std.sort([{}, 1])",
    "std.filter(function(x) x, [{}])",
    "std.manifestIni({{ sections: {} }})",
    "std.manifestToml({})",
    "std.mapWithKey(function(k, v) error v, {{ a: {} }})",
    "std.makeArray({}, function(i) i)",
    "std.splitLimit({}, '', 1)",
)


def filled(shape: str, text: str) -> str:
    """Put a text into a shape; doubled braces stand for themselves."""
    words = {"{{": "{", "}}": "}", "{}": text}
    return re.sub(r"\{\{|\}\}|\{\}", lambda match: words[match[0]], shape)


class Leaky(Maker):
    """Programs with a secret wherever a string may stand, now and then with a mistake."""

    # How often an unknown value stands in the place of the secret.
    unknown = 0.0

    def changed(self) -> str:
        text = "std.extVar('later')" if self.random.random() < self.unknown else "pw"
        for _ in range(self.random.randint(0, 4)):
            text = filled(self.random.choice(CHANGES), text)
        return text

    def make_string(self, names: dict[str, str], depth: int) -> str:
        roll = self.random.random()
        if roll < 0.5:
            return self.changed()
        if roll < 0.53:
            return f"({filled(self.random.choice(FAILURES), self.changed())})"
        return super().make_string(names, depth)

    def program(self) -> str:
        head = "local pw = std.extVar('pw');\n"
        if self.random.random() < 0.3:
            return head + filled(self.random.choice(FAILURES), self.changed())
        return head + super().program()


def forms(secret: str) -> list[str]:
    """The secret and what is obviously made of it."""
    made = [secret, secret.upper(), secret.lower(), secret[::-1], secret.encode().hex()]
    coded = base64.b64encode(secret.encode()).decode()
    # Half of it would be as bad, and letters one a line would not be found otherwise.
    return [*made, coded, secret[:12], secret[-12:], coded[:16], secret[::-1][:12]]


def check(seed: int) -> bool:
    """Run one program; whether it gave a value."""
    random = Random(seed)
    secret = "".join(random.choice(LETTERS) for _ in range(28))
    text = Leaky(random).program()
    seen = run(text, secret)
    for form in forms(secret):
        assert form not in seen.shown, f"seed {seed}: {text}\n{seen.shown}"
    letters = [line.strip(' ",-') for line in seen.shown.splitlines()]
    alone = "".join([line for line in letters if len(line) == 1])
    assert secret not in alone, f"seed {seed}: {text}"
    assert secret[::-1] not in alone, f"seed {seed}: {text}"
    return seen.failed is None


def test_no_byte_of_a_secret_is_shown() -> None:
    good = sum(check(seed) for seed in range(400))
    assert 80 < good < 390, "programs should mostly run, and some should fail"


@pytest.mark.fuzz
@pytest.mark.parametrize("start", range(1000, 41000, 2000))
def test_no_byte_of_a_secret_is_shown_at_length(start: int) -> None:
    for seed in range(start, start + 2000):
        check(seed)


@pytest.mark.parametrize("shape", FAILURES)
def test_failures_hide_it(shape: str) -> None:
    secret = "Zk3vQ9xT7mW2pL8rN4bH6sD1"
    for change in ("pw", *CHANGES):
        text = filled(shape, filled(change, "pw"))
        seen = run("local pw = std.extVar('pw'); " + text, secret)
        assert not (seen.failed or "").startswith("expected"), text
        for form in forms(secret):
            assert form not in seen.shown, text


def test_the_commands_hide_it(tmp_path: Path) -> None:
    secret = "Zk3vQ9xT7mW2pL8rN4bH6sD1"
    program = tmp_path / "app.jsonnet"
    source = "local pw = std.extVar('pw'); std.trace(pw, { a: pw, b: [std.md5(pw)], c: 1 })"
    program.write_text(source)
    (tmp_path / "bad.jsonnet").write_text("local pw = std.extVar('pw'); error 'a ' + pw")
    give = ["--ext-secret", "pw=env:WORD"]
    for words in (
        ["eval", "app.jsonnet"],
        ["eval", "app.jsonnet", "--format", "yaml"],
        ["eval", "app.jsonnet", "--format", "toml"],
        ["eval", "app.jsonnet", "--format", "json-lines"],
        ["eval", "bad.jsonnet"],
        ["why", "app.jsonnet", ".a"],
        ["why", "bad.jsonnet"],
        ["jsonnet", "app.jsonnet"],
        ["jsonnet", "bad.jsonnet"],
        ["jsonnet", "-m", ".", "app.jsonnet"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "confty", *words, *give],
            cwd=tmp_path,
            env={"WORD": secret, "PYTHONPATH": ":".join(sys.path), "PATH": ""},
            capture_output=True,
            check=False,
        )
        shown = (done.stdout + done.stderr).decode()
        assert secret not in shown, words
        assert "[secret]" in shown or "-m" in words, (words, shown)
    assert secret not in "".join([p.read_text() for p in tmp_path.iterdir() if p.is_file()])


class Vague(Leaky):
    """The same, with unknown values among the secrets."""

    unknown = 0.4


def test_unknown_values_among_secrets() -> None:
    for seed in range(700, 900):
        random = Random(seed)
        secret = "".join(random.choice(LETTERS) for _ in range(28))
        text = Vague(random).program()
        kind = random.choice(["any", "string", "number", "bool", "array", "object"])
        seen = run(text, secret, kind=kind)
        for form in forms(secret):
            assert form not in seen.shown, f"seed {seed}: {text}"


def agrees(seed: int) -> bool:
    """Run one program with its secret shown, and with no secret; whether that was in the text."""
    random = Random(seed)
    secret = "".join(random.choice(LETTERS) for _ in range(28))
    text = Leaky(random).program()
    shown = rendered(text, {"ext_vars": {"pw": ("secret", secret)}, "show_secrets": True})
    plain = rendered(text, {"ext_vars": {"pw": ("string", secret)}})
    failed = run(text, secret, flags={"show_secrets": True}).failed if shown is None else None
    if (failed or "").startswith("the name of a field"):
        return False
    assert shown == plain, f"seed {seed}: {text}"
    return plain is not None and secret in plain


def test_labels_change_nothing_but_what_is_shown() -> None:
    clear = sum(agrees(seed) for seed in range(400, 700))
    assert clear > 30, "the secret should often get to the output, or nothing is tested"


@pytest.mark.fuzz
@pytest.mark.parametrize("start", range(41000, 61000, 2000))
def test_labels_change_nothing_but_what_is_shown_at_length(start: int) -> None:
    for seed in range(start, start + 2000):
        agrees(seed)
