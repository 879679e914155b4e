"""Numbers that are none, or too long for Python to read: on command lines, in configs and schemas."""

from __future__ import annotations

import io
import json

import pytest

from confty.cli.main import main
from confty.registry import SETTINGS
from confty.workspace.validate import GENERAL_KEYS

#: A digit and no number, a digit of another script, more digits than Python reads, and no amounts.
NUMBERS = ["\u00b2", "\u0663", "9" * 5000, "1e400", "nan", "-1", ""]
COMMANDS = [
    ["check", "-j", "N", "a.json"],
    ["debug", "p.phy", "--max-stack", "N"],
    ["debug", "p.phy", "--max-memory", "N"],
    ["eval", "--max-stack", "N", "p.phy"],
    ["eval", "--max-stack", "N", "a.jsonnet"],
    ["eval", "-c", "jsonnet.max-stack=N", "a.jsonnet"],
    ["eval", "-c", "max-file-size=N", "a.jsonnet"],
    ["eval", "-c", "phy.max-stack=N", "p.phy"],
    ["eval", "-c", 'phy.max-stack="N"', "p.phy"],
    ["jsonnet", "--max-memory", "N", "a.jsonnet"],
    ["jsonnet", "--max-stack", "N", "a.jsonnet"],
    ["jsonnetfmt", "--max-blank-lines", "N", "a.jsonnet"],
    ["jsonnetfmt", "-n", "N", "a.jsonnet"],
    ["query", "a.json", ".[N]"],
    ["rcl", "format", "--width=N", "a.rcl"],
    ["repl", "--max-memory", "N"],
    ["repl", "--timeout", "N"],
    ["server", "--tcp", "host:N"],
    ["type", "a.json:N"],
    ["type", "a.json:1:N"],
    ["why", "a.json", "[N]"],
]
FILES = {
    "a.json": "[1]\n",
    "a.jsonnet": "[1]\n",
    "a.rcl": "[1]\n",
    "a.toml": "a = 1\n",
    "a.yaml": "a: 1\n",
    "p.phy": "(Module (ProcDecl main (IntTy) (Params) 1))\n",
    "a/main.pp": "x = 1\n",
}
EXAMPLES = {"jsonnet": "a.jsonnet", "pcl": "a", "phy": "p.phy"}
VALUES = [
    "9" * 5000, "9" * 400, "inf", "nan", "-1", "1e300", '"\u00b2"', '""', "[]", "[1]", "[[]]",
    '["\\u0000"]', "{}", "{a=1}", "{a={b=1}}", "true", "1979-05-27",
]  # fmt: skip


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))


def code_of(words: list[str]) -> object:
    try:
        return main(words)
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_of_a_command(words, capsys) -> None:
    for number in NUMBERS:
        assert code_of([word.replace("N", number) for word in words]) in (0, 1, 2), number[:9]
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("said", ["\u00b2", "many", "9" * 5000, "0", "-1"])
def test_of_the_environment(said, monkeypatch, capsys) -> None:
    monkeypatch.setenv("CONFTY_MAX_PARALLELISM", said)
    assert main(["check", "a.json"]) == 2
    assert main(["eval", "--many", "a.json", "a.yaml"]) == 2
    assert "CONFTY_MAX_PARALLELISM: expected a number above 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("table", "key"),
    [("", key) for key in GENERAL_KEYS] + [(one, key) for one in SETTINGS for key in SETTINGS[one]],
)  # fmt: skip
def test_of_a_config(table, key, tmp_path, capsys) -> None:
    file = EXAMPLES.get(table, f"a.{table or 'jsonnet'}")
    for value in VALUES:
        heading = f"[{table}]\n" if table else ""
        (tmp_path / "confty.toml").write_text(f"{heading}{key} = {value}\n")
        for command in ("preview" if table == "pcl" else "eval", "check", "fmt"):
            words = [command, "--check", file] if command == "fmt" else [command, file]
            assert main(words) in (0, 1, 2), (command, value[:20])
    assert "internal error" not in capsys.readouterr().err


@pytest.mark.parametrize("step", ["\u00b2", "\u0663", "9" * 5000, "-1", "1"])
def test_of_a_step_in_a_schema(step, tmp_path, capsys) -> None:
    schema = {"allOf": [{"$ref": f"#/anyOf/{step}"}], "anyOf": [{"type": "array"}]}
    (tmp_path / "s.json").write_text(json.dumps(schema))
    for command in ("check", "eval", "type"):
        assert main([command, "--schema", "s.json", "a.json"]) in (0, 1, 2)
    assert "internal error" not in capsys.readouterr().err
