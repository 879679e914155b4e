"""Secrets on the command line: taken by reference, hidden everywhere, sealed at rest."""

import json

import pytest
from support.shell import confty

from confty.cli.main import main

SECRET = "correct-horse-battery-staple"
PROGRAMS = {
    "app.jsonnet": "{ url: 'pg://u:%s@h' % std.extVar('pw'), host: 'h' }",
    "app.rcl": '{ url = f"pg://u:{ext.pw}@h", host = "h" }',
}
GIVEN = ("--ext-secret", "pw=env:DB_PASSWORD")


@pytest.fixture(params=sorted(PROGRAMS))
def program(request, tmp_path):
    (tmp_path / request.param).write_text(PROGRAMS[request.param])
    return request.param


def run(*arguments, cwd, **extra):
    return confty(*arguments, cwd=cwd, DB_PASSWORD=SECRET, **extra)


def test_a_secret_is_hidden_unless_it_is_asked_for(program, tmp_path):
    done = run("eval", program, *GIVEN, "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout) == {"url": "[secret]", "host": "h"}
    assert SECRET not in done.stdout + done.stderr
    shown = run("eval", program, *GIVEN, "--format", "json", "--show-secrets", cwd=tmp_path)
    assert json.loads(shown.stdout)["url"] == f"pg://u:{SECRET}@h"


@pytest.mark.parametrize("form", ["json", "yaml", "toml", "raw", "python", "json-lines"])
def test_no_form_shows_it(program, tmp_path, form):
    done = run("eval", program, *GIVEN, "--format", form, cwd=tmp_path)
    assert SECRET not in done.stdout + done.stderr


def test_why_tells_the_places(program, tmp_path):
    done = run("why", program, ".url", *GIVEN, cwd=tmp_path)
    assert done.stdout.startswith(".url is secret\n  because of ")
    assert f"({program}:1:" in done.stdout
    assert SECRET not in done.stdout
    public = run("why", program, ".host", *GIVEN, cwd=tmp_path)
    assert "not secret" in public.stdout


def test_an_unknown_is_marked_and_the_rest_is_shown(program, tmp_path):
    done = run("eval", program, "--ext-unknown", "pw", "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout) == {"url": "[unknown]", "host": "h"}


def test_a_sealed_document_opens_with_its_passphrase_only(program, tmp_path):
    phrase = {"PULUMI_CONFIG_PASSPHRASE": "open sesame"}
    done = run("eval", program, *GIVEN, "--seal", "-o", "sealed.json", cwd=tmp_path, **phrase)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "sealed.json").read_text()
    assert SECRET not in text
    assert json.loads(text)["value"]["host"] == "h"
    hidden = run("unseal", "sealed.json", cwd=tmp_path, **phrase)
    assert json.loads(hidden.stdout)["url"] == "[secret]"
    opened = run("unseal", "sealed.json", "--show-secrets", cwd=tmp_path, **phrase)
    assert json.loads(opened.stdout)["url"] == f"pg://u:{SECRET}@h"
    wrong = run("unseal", "sealed.json", cwd=tmp_path, PULUMI_CONFIG_PASSPHRASE="x")
    assert wrong.returncode == 2
    assert "passphrase" in wrong.stderr
    assert run("eval", program, *GIVEN, "--seal", cwd=tmp_path).returncode == 2


def test_where_a_secret_may_come_from(program, tmp_path):
    (tmp_path / "pw.txt").write_text(SECRET + "\n")
    shown = ("--show-secrets", "--format", "json")
    for origin in ("file:pw.txt", "cmd:cat pw.txt"):
        given = ("--ext-secret", f"pw={origin}", "--allow-commands")
        done = run("eval", program, *given, *shown, cwd=tmp_path)
        assert json.loads(done.stdout)["url"] == f"pg://u:{SECRET}@h"
    for bad in ("pw=cmd:cat pw.txt", "pw=env:NOWHERE", "pw=file:none", f"pw={SECRET}", "pw=x:y"):
        done = run("eval", program, "--ext-secret", bad, cwd=tmp_path)
        assert done.returncode == 2
        assert SECRET not in done.stdout + done.stderr


def test_secrets_cross_from_one_language_to_another(tmp_path):
    (tmp_path / "base.jsonnet").write_text("{ password: std.extVar('pw'), host: 'h' }")
    (tmp_path / "top.rcl").write_text(
        'let base = import "base.jsonnet"; { dsn = f"{base.password}@{base.host}", host = base.host }'
    )
    done = run("eval", "top.rcl", *GIVEN, "--format", "json", cwd=tmp_path)
    assert json.loads(done.stdout) == {"dsn": "[secret]", "host": "h"}
    assert SECRET not in done.stdout + done.stderr
    (tmp_path / "inner.rcl").write_text('{ token = ext.pw, host = "h" }')
    (tmp_path / "outer.jsonnet").write_text(
        "local base = import 'inner.rcl'; { t: 'x' + base.token, h: base.host }"
    )
    done = run("eval", "outer.jsonnet", *GIVEN, cwd=tmp_path)
    assert json.loads(done.stdout) == {"t": "[secret]", "h": "h"}


def test_a_failing_program_does_not_tell(tmp_path):
    (tmp_path / "a.jsonnet").write_text("error 'bad ' + std.extVar('pw')")
    (tmp_path / "b.jsonnet").write_text("{ [std.extVar('pw')]: 1 }")
    (tmp_path / "c.rcl").write_text("ext.pw + 1")
    (tmp_path / "d.rcl").write_text("assert 1 > 2, ext.pw; 1")
    for name in ("a.jsonnet", "b.jsonnet", "c.rcl", "d.rcl"):
        done = run("eval", name, *GIVEN, cwd=tmp_path)
        assert done.returncode == 1, name
        assert SECRET not in done.stdout + done.stderr


def test_the_graph_of_values_leads_to_the_input(program, tmp_path):
    done = run("graph", "--of", "values", "--format", "json", program, *GIVEN, cwd=tmp_path)
    edges = json.loads(done.stdout)["edges"]
    assert any(edge["from"] == ".url" for edge in edges)
    assert any("pw" in edge["to"] for edge in edges)
    assert SECRET not in done.stdout


def test_why_of_a_key_beside_an_empty_one(tmp_path):
    (tmp_path / "a.yaml").write_text("? \n")
    done = run("why", "a.yaml", "a", cwd=tmp_path)
    assert done.returncode == 2
    assert "there is no 'a' in the value" in done.stderr


def test_the_paths_that_why_prints_can_be_asked(tmp_path, monkeypatch, capsys) -> None:
    program = '{ a: [std.extVar("pw")], b: { c: std.extVar("pw"), "d e": std.extVar("pw") } }'
    (tmp_path / "w.jsonnet").write_text(program)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PW", "hunter2")

    def told(*path: str) -> list[str]:
        assert main(["why", "--ext-secret", "pw=env:PW", "w.jsonnet", *path]) == 0
        lines = capsys.readouterr().out.splitlines()
        return [line.removesuffix(" is secret") for line in lines if line.endswith(" is secret")]

    assert told() == [".a[0]", ".b.c", '.b["d e"]']
    assert told(".b") == [".b.c", '.b["d e"]']
    for path in told():
        assert told(path) == [path]


@pytest.mark.parametrize("form", ["yaml", "toml", "raw"])
def test_a_sealed_document_is_json_whatever_is_asked_for(tmp_path, capsys, form) -> None:
    (tmp_path / "a.json").write_text('{"a": 1}')
    assert main(["eval", "--seal", "--format", form, str(tmp_path / "a.json")]) == 2
    assert "--seal" in capsys.readouterr().err
