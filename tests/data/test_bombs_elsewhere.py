"""Aliases that stand for aliases, where YAML is read as something else than a document."""

from __future__ import annotations

import json

import _gojsonnet
import pytest

import confty
from confty.cli.main import main


def bomb(levels: int, width: int = 9) -> str:
    lines = ["a0: &a0 [" + ", ".join(["x"] * width) + "]"]
    lines += [
        f"a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * width) + "]"
        for level in range(1, levels + 1)
    ]
    return "\n".join(lines) + "\n"


SCHEMAS = {
    "plain": bomb(12),
    "schema": '$schema: "https://json-schema.org/draft/2020-12/schema"\nallOf: [*a0]\n'.replace("*a0", "{}") + bomb(12),
    "branches": "a0: &a0 {type: string}\n"
    + "".join(f"a{n}: &a{n} {{anyOf: [*a{n - 1}, *a{n - 1}, *a{n - 1}]}}\n" for n in range(1, 20))
    + "allOf: [*a19]\n",
}  # fmt: skip


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema(tmp_path, monkeypatch, capsys, name) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schema.yaml").write_text(SCHEMAS[name])
    (tmp_path / "a.json").write_text('"x"')
    assert main(["check", "--no-cache", "--schema", "schema.yaml", "a.json"]) == 2
    assert "schema/unreadable" in capsys.readouterr().out
    # The file by itself is data, and a schema if it says so.
    assert main(["check", "--no-cache", "schema.yaml"]) in {0, 1, 2}


def test_a_schema_may_share_its_parts(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schema.yaml").write_text(
        "name: &name {type: string, minLength: 1}\nproperties: {a: *name, b: *name, c: *name}\n"
    )
    (tmp_path / "a.json").write_text('{"a": "x", "b": "y"}')
    assert main(["check", "--no-cache", "--schema", "schema.yaml", "a.json"]) == 0


def _said(evaluate, program: str) -> object:
    try:
        return json.loads(evaluate(program))
    except (RuntimeError, confty.ConftyError) as error:
        return "excessive aliasing" in str(error)


@pytest.mark.parametrize("levels", [1, 2, 3, 4, 12])
@pytest.mark.parametrize("width", [2, 5, 9, 40])
def test_jsonnet_draws_the_line_where_go_does(levels, width) -> None:
    text = json.dumps(bomb(levels, width))
    program = f"std.length(std.parseYaml({text}).a{levels})"
    theirs = _said(lambda code: _gojsonnet.evaluate_snippet("p", code), program)
    ours = _said(lambda code: json.dumps(confty.loads(code, "jsonnet", timeout=30)), program)
    assert ours == theirs


@pytest.mark.parametrize("times", [500, 5000, 50_000])
@pytest.mark.parametrize("plain", [0, 2000])
def test_many_aliases_of_one_part(times, plain) -> None:
    text = "a: &a {b: [1, 2, 3]}\nc: [" + "*a, " * times + "]\nd: [" + "1, " * plain + "]\n"
    program = f"std.length(std.parseYaml({json.dumps(text)}).c)"
    theirs = _said(lambda code: _gojsonnet.evaluate_snippet("p", code), program)
    ours = _said(lambda code: json.dumps(confty.loads(code, "jsonnet", timeout=30)), program)
    assert ours == theirs
