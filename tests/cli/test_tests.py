"""``confty test`` on folders, with values beside the programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from confty.cli import main

HOLDS = {
    "a.test.jsonnet": "{ sum: { actual: 1 + 1, expected: 2 }, ok: true, other: 'x' }\n",
    "b_test.rcl": "{ n = 1 }\n",
    "b_test.expected.yaml": "n: 1\n",
    "c.test.jsonnet": "// expect-error: too bad\nerror 'too bad'\n",
    "d.jsonnet": "local n = 1;\n##    ^ type: number\nn\n",
    "e.md": "# A page\n\n```jsonnet\nlocal n = 1;\n##    ^ type: number\nn\n```\n",
    "f.jsonnet": "error 'not a test'\n",
    "deep/g.test.rcl": 'assert true: "fine";\n1\n',
}
FAILS = {
    "a.test.jsonnet": ("{\n  sum: { actual: [1], expected: [2] } }\n", "2:3: sum: expected `2`"),
    "b.test.jsonnet": ("{ ok: 1 == 2 }\n", "ok: expected true, found false"),
    "c.test.rcl": ('assert 1 == 2: "no";\n1\n', "c.test.rcl:1:8"),
    "d.test.jsonnet": ("// expect-error: this\nerror 'that'\n", "found `that`"),
    "e.test.jsonnet": ("// expect-error: this\n1\n", "found a value"),
    "f.jsonnet": ("local n = 1;\n##    ^ type: string\nn\n", "expected the type `string`"),
}


def fill(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_a_file_that_is_no_text_stops_no_other(tmp_path: Path, monkeypatch, capsys) -> None:
    fill(tmp_path, {"a.test.rcl": "true", "z.test.rcl": "1 == 2"})
    (tmp_path / "b.test.rcl").write_bytes(b'"\xff"')
    monkeypatch.chdir(tmp_path)
    assert main.main(["test", "."]) == 1
    said = capsys.readouterr()
    assert "b.test.rcl:1:2" in said.err
    assert "1 expectation holds, 1 does not" in said.err
    assert "z.test.rcl:1:1: expected true, found false" in said.out
    assert main.main(["test", "--output-format", "json", "."]) == 1
    assert "file/invalid-utf-8" in capsys.readouterr().out


def test_a_folder_of_tests(tmp_path: Path, monkeypatch, capsys) -> None:
    fill(tmp_path, HOLDS)
    monkeypatch.chdir(tmp_path)
    assert main.main(["test"]) == 0, capsys.readouterr()
    assert capsys.readouterr().err == "7 expectations hold\n"


@pytest.mark.parametrize("name", FAILS)
def test_what_does_not_hold_is_told(tmp_path: Path, name: str, capsys) -> None:
    text, words = FAILS[name]
    fill(tmp_path, {name: text})
    assert main.main(["test", str(tmp_path)]) == 1
    assert words in capsys.readouterr().out


def test_expected_values_are_compared_and_written(tmp_path: Path, capsys) -> None:
    fill(tmp_path, {"a.test.rcl": "{ users = [{ name = 1 }] }\n"})
    assert main.main(["test", str(tmp_path), "--update"]) == 0
    assert "wrote 1" in capsys.readouterr().err
    expected = tmp_path / "a.test.expected.json"
    assert expected.exists()
    assert main.main(["test", str(tmp_path)]) == 0
    expected.write_text('{"users": [{"name": 2}]}')
    capsys.readouterr()
    assert main.main(["test", str(tmp_path)]) == 1
    assert "expected `2` at .users[0].name, found `1`" in capsys.readouterr().out
    assert main.main(["test", str(tmp_path), "--update"]) == 0
    assert main.main(["test", str(tmp_path)]) == 0


SECRETS = {
    "true.test.jsonnet": ("{ ok: std.extVar('pw') == 'hunter2' }", ""),
    "false.test.jsonnet": (
        "{ ok: std.extVar('pw') == 'other' }",
        "ok: expected true, found [secret]",
    ),
    "whole.test.jsonnet": ("std.extVar('pw') == 'other'", "expected true, found [secret]"),
    "same.test.jsonnet": ("{ c: { actual: std.extVar('pw'), expected: 'hunter2' } }", ""),
    "differs.test.jsonnet": (
        "{ c: { actual: { a: [std.extVar('pw')] }, expected: { a: ['other'] } } }",
        'c: expected `"other"` at .a[0], found `"[secret]"`',
    ),
    "chosen.test.jsonnet": (
        "{ c: if std.extVar('pw') == 'other' then true else { actual: 1, expected: 2 } }",
        "c: expected",
    ),
    "no_case.test.jsonnet": ("{ shown: std.extVar('pw'), ok: true }", ""),
}


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("unknown", [False, True])
def test_secrets_hold_what_they_are_and_the_unknown_holds_nothing(
    tmp_path, monkeypatch, capsys, name, unknown
) -> None:
    text, words = SECRETS[name]
    fill(tmp_path, {name: text})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PW", "hunter2")
    given = ["--ext-unknown", "pw"] if unknown else ["--ext-secret", "pw=env:PW"]
    code = main.main(["test", *given])
    shown = "".join(capsys.readouterr())
    if unknown:
        assert code == 1
        assert "[unknown]" in shown
        return
    assert code == (1 if words else 0), shown
    assert words in shown
    assert "hunter2" not in shown


def test_expected_values_are_no_inputs(tmp_path, monkeypatch, capsys) -> None:
    fill(tmp_path, {"a.test.rcl": "{ v = 1 }", "b.test.jsonnet": "{ v: std.extVar('pw') }"})
    fill(tmp_path, {"b.test.expected.json": '{"v": "hunter2"}'})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PW", "hunter2")
    assert main.main(["test", "--ext-secret", "pw=env:PW", "b.test.jsonnet"]) == 0
    (tmp_path / "b.test.expected.json").write_text('{"v": "other"}')
    assert main.main(["test", "--ext-secret", "pw=env:PW", "b.test.jsonnet"]) == 1
    assert main.main(["test", "--update", "--ext-secret", "pw=env:PW", "b.test.jsonnet"]) == 1
    shown = "".join(capsys.readouterr())
    assert "hunter2" not in shown
    assert "expected plain data to write" in shown


@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        ("test", "a.test.jsonnet", '{ "q\\u001b[31m": false }'),
        ("test --output-format concise", "a.test.jsonnet", '{ "q\\u001b[31m": false }'),
        ("type a.jsonnet", "a.jsonnet", '{ "q\\u001b[31m": 1 }'),
        ("type a.rcl", "a.rcl", '{ "q\\u001b[31m": 1 }'),
        ("type a.pp", "a.pp", 'output "o" {\n value = { "q\\u001b[31m" = 1 }\n}'),
        ("type a.json", "a.json", '{ "q\\u001b[31m": 1, "\\u009b": 2 }'),
        ("inputs a.jsonnet", "a.jsonnet", 'std.extVar("q\\u001b[31m\\nx")'),
        ("check a.json", "confty.toml", 'entries = ["q\\u001b[31m"]'),
        ("check a.json", "confty.toml", '"q\\u001b[31m" = 1'),
    ],
)
def test_nothing_of_a_file_steers_the_terminal(
    tmp_path, monkeypatch, capsys, command, name, text
) -> None:
    fill(tmp_path, {"a.json": "{}", name: text})
    monkeypatch.chdir(tmp_path)
    main.main(command.split())
    shown = "".join(capsys.readouterr())
    assert "q" in shown
    assert not set(shown) & {"\x1b", "\x9b"}
