"""A random secret pushed through generated PCL programs is never printed, whatever the form.

Programs are made of expressions over a secret configuration value and public ones; some of them
fail, and their messages are searched as well.
"""

import base64
import contextlib
import io
import json
import random

import pytest

from confty.cli import main as command
from confty.cli.main import main
from confty.cli.why import main as why

TOKEN = "zq7Kx9Wm4TbV2nRp8LsD"
SHOWN = (
    TOKEN,
    TOKEN.lower(),
    TOKEN.upper(),
    TOKEN[::-1],
    TOKEN.encode().hex(),
    base64.b64encode(TOKEN.encode()).decode()[:20],
    TOKEN[:10],
    TOKEN[10:],
)
SCHEMA = {
    "name": "shop",
    "version": "1.0.0",
    "resources": {
        "shop:index:Thing": {
            "inputProperties": {"value": {"$ref": "pulumi.json#/Any"}},
            "properties": {"value": {"$ref": "pulumi.json#/Any"}, "made": {"type": "string"}},
        }
    },
}
LEAVES = ("secret", "public", '"text"', "7", "true", "thing.made", "null")


def expression(source, depth):
    """A random expression; most of them are well typed, and some are not."""
    if depth == 0:
        return source.choice(LEAVES)

    def inner():
        return expression(source, depth - 1)

    shapes = (
        lambda: f'"${{{inner()}}}-${{{inner()}}}"',
        lambda: f"[{inner()}, {inner()}]",
        lambda: f"{{ a = {inner()}, b = {inner()} }}",
        lambda: f"toJSON({inner()})",
        lambda: f'join("-", [{inner()}, {inner()}])',
        lambda: f'split("K", {inner()})',
        lambda: f"toBase64({inner()})",
        lambda: f"fromBase64({inner()})",
        lambda: f"sha1({inner()})",
        lambda: f"length({inner()})",
        lambda: f"({inner()}) == ({inner()})",
        lambda: f'({inner()}) == "${{public}}" ? {inner()} : {inner()}',
        lambda: f"element([{inner()}, {inner()}], 0)",
        lambda: f'lookup({{ k = {inner()} }}, "k", {inner()})',
        lambda: f"[for x in [{inner()}, {inner()}] : x]",
        lambda: f"[{inner()}, {inner()}][1]",
        lambda: f"secret({inner()})",
        lambda: f"{inner()} + {inner()}",
        lambda: f"!({inner()})",
    )
    return source.choice(shapes)()


def program(seed):
    """A program with a secret input, a public one, resources and outputs."""
    source = random.Random(seed)
    lines = ['config "secret" "string" {\n}', 'config "public" "string" {\n}']
    lines.append(
        f'resource "thing" "shop:index:Thing" {{\n  value = {source.choice(LEAVES[:5])}\n}}'
    )
    for number in range(3):
        made = expression(source, source.randint(1, 3))
        lines.append(f'resource "r{number}" "shop:index:Thing" {{\n  value = {made}\n}}')
        made = expression(source, source.randint(1, 3))
        lines.append(f'output "o{number}" {{\n  value = {made}\n}}')
    return "\n".join(lines) + "\n"


def everything_printed(folder, *extra):
    """What ``confty preview`` prints on either stream."""
    arguments = ["preview", str(folder), "--schema", str(folder / "schemas"), *extra]
    arguments += ["--config", "public=open", "--secret-config", "secret=env:PCL_SECRET"]
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = command.main(arguments)
    assert code in {0, 1}, errors.getvalue()[-300:]
    return out.getvalue() + errors.getvalue()


def search(folder, seeds, monkeypatch):
    monkeypatch.setenv("PCL_SECRET", TOKEN)
    (folder / "schemas").mkdir()
    (folder / "schemas" / "shop.json").write_text(json.dumps(SCHEMA))
    for seed in seeds:
        text = program(seed)
        (folder / "main.pp").write_text(text)
        for extra in ((), ("--format", "json"), ("--update",), ("--format", "dot")):
            printed = everything_printed(folder, *extra)
            found = [shown for shown in SHOWN if shown in printed]
            assert not found, (seed, extra, found, text)


def test_no_preview_shows_the_secret(tmp_path, monkeypatch):
    search(tmp_path, range(60), monkeypatch)


def test_the_search_can_find_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PCL_SECRET", TOKEN)
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "shop.json").write_text(json.dumps(SCHEMA))
    (tmp_path / "main.pp").write_text(
        'config "secret" "string" {\n}\nconfig "public" "string" {\n}\n'
        'output "o" {\n  value = "<${secret}>"\n}\n'
    )
    assert TOKEN in everything_printed(tmp_path, "--show-secrets")
    assert TOKEN not in everything_printed(tmp_path)


@pytest.mark.fuzz
def test_no_preview_shows_the_secret_for_longer(tmp_path, monkeypatch):
    search(tmp_path, range(60, 4000), monkeypatch)


def test_an_unknown_key_hides_no_secret(tmp_path):
    (tmp_path / "main.pp").write_text(
        "config key string {}\nconfig token string {\n  secret = true\n}\n"
        'output o {\n  value = { "${key}" = token, b = 1 }\n}\n'
        'output p {\n  value = toJSON({ "${key}" = 1, b = token })\n}\n'
    )
    given = ["--ext-unknown", "key", "--ext-secret", "token=env:HOME"]
    for name in ("o", "p"):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            assert why([str(tmp_path / "main.pp"), f".{name}", *given]) == 0
        assert f".{name} is unknown" in out.getvalue()
        assert f".{name} is secret" in out.getvalue()


@pytest.mark.parametrize(
    "value", ["[1, 2, 3][length(s)]", "{ a = 1 }[s]", "fromBase64(s)", "!s", "s + 1"]
)
@pytest.mark.parametrize("question", [("why", ".o"), ("graph", "--of", "resources")])
def test_what_goes_on_after_a_failure_does_not_tell_of_it(tmp_path, capsys, value, question):
    """Only the exit code may: an answer is the same for all secrets that have one."""
    (tmp_path / "main.pp").write_text(
        f'config "s" "string" {{ secret = true }}\noutput "o" {{ value = {value} }}\n'
    )
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for at, secret in enumerate(("a", "1", "true", "dGV4dA==", "correct horse")):
        (tmp_path / f"s{at}").write_text(secret)
        given = ["--ext-secret", f"s=file:{tmp_path}/s{at}"]
        ended = main([question[0], str(tmp_path), *question[1:], *given])
        told[ended == 0].add("".join(capsys.readouterr()))
    assert max(map(len, told.values())) == 1
