"""What comments say of types and fields: on hover, and in what ``infer`` writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from confty.cli.main import main

TYPES = """\
// Somebody who can log in.
type User = {
  // What to call them.
  name: String,

  // Not about the next field.

  mail?: String,
};
// Some of many.
type Page[T] = { items: List[T] };
{}
"""
MAIN = """\
let lib = import "types.rcl";
let user: lib.User = { name = "a" };
let page: lib.Page[lib.User] = { items = [user] };
{ page = page, name = user.name, size = user.name.len() }
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "types.rcl").write_text(TYPES)
    (tmp_path / "main.rcl").write_text(MAIN)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("types.rcl:2:6", "{ mail?: String, name: String }\n\nSomebody who can log in.\n"),
        ("main.rcl:2:15", "{ mail?: String, name: String }\n\nSomebody who can log in.\n"),
        ("main.rcl:2:5", "User\n\nSomebody who can log in.\n"),
        ("main.rcl:3:5", "Page[User]\n\nSome of many.\n"),
        ("main.rcl:4:29", "String\n\nWhat to call them.\n"),
        ("main.rcl:4:52", "() -> Number\n\nHow many code points the string has.\n"),
    ],
)
def test_hover(place: str, shown: str, capsys) -> None:
    assert main(["type", place]) == 0
    assert capsys.readouterr().out == shown


def test_infer(capsys) -> None:
    assert main(["infer", "main.rcl"]) == 0
    schema = json.loads(capsys.readouterr().out)
    user = schema["$defs"]["User"]
    assert user["description"] == "Somebody who can log in."
    assert user["properties"]["name"]["description"] == "What to call them."
    assert "description" not in user["properties"]["mail"]
    assert main(["infer", "--emit", "rcl", "main.rcl"]) == 0
    assert "// Somebody who can log in.\ntype User" in capsys.readouterr().out
    assert main(["infer", "--emit", "typeddict", "main.rcl"]) == 0
    made = capsys.readouterr().out
    assert '    """Somebody who can log in.\n\n    name: What to call them.\n' in made
    compile(made, "made", "exec")
