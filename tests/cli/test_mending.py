"""Fixes, suppressions and baselines, as somebody uses them on files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli import main

BROKEN = {
    "a.jsonnet": "local x = 1; [1 for i in [1]] + foo\n",
    "b.json": '{ "a": 1, }\n',
    "c.yaml": "a: |\n  text\nb: 1\nb: 2\n",
    "d.rcl": '{\n  a = 1 + "a",\n}\n',
    "e.toml": "a = 1\na = 2\n",
    "f.pp": "output o { value = nobody }\n",
    "g.phy": "(+ 1 nobody)\n",
}


def run(*arguments: str) -> int:
    return main.main([*arguments])


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    for name, text in BROKEN.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_baseline_is_used_from_then_on(tree: Path, monkeypatch, capsys) -> None:
    assert run("check", "--update-baseline") == 0
    assert "used from now on" in capsys.readouterr().err
    inside = tree / "inside"
    inside.mkdir()
    for folder, path in ((tree, "."), (inside, ".."), (tree.parent, str(tree))):
        monkeypatch.chdir(folder)
        assert run("check", path) == 0
        seen = capsys.readouterr()
        assert seen.out == ""
        # Nor is the baseline itself one of the files.
        assert f"checked {len(BROKEN)} files" in seen.err
    (tree / "new.json").write_text("[")
    assert run("check", str(tree), "--output-format", "concise") == 1
    assert "new.json" in capsys.readouterr().out


def test_a_baseline_elsewhere_says_how_it_is_found(tree: Path, capsys) -> None:
    assert run("check", "--update-baseline", "--baseline", "old.json") == 0
    assert 'baseline = "old.json"' in capsys.readouterr().err
    (tree / "confty.toml").write_text('baseline = "old.json"\n')
    assert run("check") == 0
    assert f"checked {len(BROKEN) + 1} files: no findings" in capsys.readouterr().err


def test_only_safe_fixes_are_applied(tree: Path, capsys) -> None:
    (tree / "guess.jsonnet").write_text("local name = 1; nam\n")
    run("check", "--fix", "-q")
    assert (tree / "a.jsonnet").read_text() == "local _x = 1; [1 for _i in [1]] + foo\n"
    assert json.loads((tree / "b.json").read_text()) == {"a": 1}
    assert (tree / "guess.jsonnet").read_text() == "local name = 1; nam\n"
    run("check", "--unsafe-fixes", "-q")
    assert (tree / "guess.jsonnet").read_text() == "local name = 1; name\n"
    capsys.readouterr()
    before = {name: (tree / name).read_text() for name in BROKEN}
    run("check", "--fix", "--unsafe-fixes")
    assert "fixed 0 findings" in capsys.readouterr().err
    assert {name: (tree / name).read_text() for name in BROKEN} == before


@pytest.mark.parametrize("name", ["h.json", "h.jsonc", "h.jsonl"])
def test_a_fix_is_safe_in_every_form_of_json(tree: Path, name: str) -> None:
    (tree / name).write_text('{"a": True}\n')
    assert run("check", "--fix", name) == 0
    assert (tree / name).read_text() == '{"a": true}\n'


@pytest.mark.parametrize("name", [name for name in BROKEN if name != "b.json"])
def test_suppressions_are_comments_of_the_language(tree: Path, name: str, capsys) -> None:
    assert run("check", name, "-q") == 1
    assert run("check", name, "--add-ignore", "-q") == 0
    assert "confty: ignore[" in (tree / name).read_text()
    capsys.readouterr()
    # Once more changes nothing.
    before = (tree / name).read_text()
    assert run("check", name, "--add-ignore", "-q") == 0
    assert (tree / name).read_text() == before


@pytest.mark.parametrize("name", ["a.jsonc", "a.json5", "tsconfig.json"])
def test_json_may_have_comments(tree: Path, name: str) -> None:
    (tree / name).write_text('{\n  "a": 1, "a": 2 // why\n}\n')
    assert run("check", name, "--add-ignore", "-q") == 0
    written = (tree / name).read_text()
    assert written.count("// confty: ignore[json/duplicate-key]") == 1
    assert run("check", name) == 0
    # One that takes nothing is told, and can be removed.
    (tree / name).write_text(written.replace('"a": 2', '"b": 2'))
    assert run("check", name, "--fix") == 0
    assert (tree / name).read_text() == '{\n  "a": 1, "b": 2 // why  \n}\n'


def test_json_has_no_comments(tree: Path, capsys) -> None:
    assert run("check", "b.json", "--add-ignore") == 1
    assert "cannot be suppressed by a comment" in capsys.readouterr().err
    assert (tree / "b.json").read_text() == BROKEN["b.json"]


def test_a_text_is_not_changed_by_a_suppression(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonnet"
    path.write_text("[|||\n  text\n||| + foo, |||\n  more\n|||]\n")
    run("check", str(path), "--add-ignore", "-q")
    assert "confty" not in path.read_text().split("|||")[1]


def test_an_unknown_rule_in_a_suppression_is_found(tree: Path, capsys) -> None:
    (tree / "e.toml").write_text("a = 1  # confty: ignore[toml/dublicate-key]\n")
    assert run("check", "e.toml", "--output-format", "concise") == 0
    seen = capsys.readouterr().out
    assert "file/unknown-rule" in seen
    assert "toml/duplicate-key" in seen
    assert "unused-ignore" not in seen


def test_what_warnings_do(tree: Path) -> None:
    (tree / "w.jsonnet").write_text("local x = 1; 2\n")
    assert run("check", "w.jsonnet", "-q") == 0
    assert run("lint", "w.jsonnet", "-q") == 1
    assert run("check", "w.jsonnet", "-q", "--error-on-warning") == 1
    (tree / "confty.toml").write_text("error-on-warning = true\n")
    assert run("check", "w.jsonnet", "-q") == 1
    assert run("check", "w.jsonnet", "-q", "--exit-zero-on-warning") == 0
    assert run("lint", "w.jsonnet", "-q", "--exit-zero-on-warning") == 0


def test_a_project_is_named(tree: Path, monkeypatch, capsys) -> None:
    (tree / "confty.toml").write_text("[rules]\nall = 'ignore'\n")
    monkeypatch.chdir(tree.parent)
    assert run("check", "--project", str(tree)) == 0
    assert f"checked {len(BROKEN) + 1} files" in capsys.readouterr().err
    assert run("check", str(tree), "-q", "-c", "rules.all='error'") == 1
    assert run("check", "--project", str(tree / "nowhere")) == 2


def test_standard_input_is_not_changed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "confty", "check", "-", "--lang", "json", "--fix"],
        input=b"[1,]", capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2


def test_names_are_marked_as_unused_where_nobody_else_has_the_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {
        "a.jsonnet": (
            "local a = 1, _b = 2, b = 3; local f(p) = _b; { local c = 4, d: f(5) }",
            "local _a = 1, _b = 2, b = 3; local f(p) = _b; { local _c = 4, d: f(5) }",
        ),
        # Perhaps this one is what the unknown name means.
        "b.jsonnet": ("local name = 1; nam", "local name = 1; nam"),
        "b.rcl": ("let name = 1; let z = 2; nam", "let name = 1; let _z = 2; nam"),
        "a.rcl": ("let _x = 1; let x = 2; let y = 3; _x", "let _x = 1; let x = 2; let _y = 3; _x"),
    }
    for name, (before, after) in texts.items():
        (tmp_path / name).write_text(before)
        run("check", "--fix", name)
        assert (tmp_path / name).read_text() == after


def test_traps_of_yaml_are_put_into_quotes_when_asked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "version: 3.10\nmode: 0644\nz: 0899\nk: {yes: off}\nt: 1_000\n"
    (tmp_path / "a.yaml").write_text(text)
    run("check", "--fix", "a.yaml")
    assert (tmp_path / "a.yaml").read_text() == text
    run("check", "--unsafe-fixes", "a.yaml")
    after = 'version: "3.10"\nmode: 0644\nz: "0899"\nk: {"yes": "off"}\nt: "1_000"\n'
    assert (tmp_path / "a.yaml").read_text() == after


def test_a_byte_order_mark_stays(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.json").write_bytes(b'\xef\xbb\xbf{ "a": 1, }\n')
    Path("b.toml").write_bytes(b"\xef\xbb\xbfa = 1\na = 2\n")
    assert run("check", "--fix", "a.json", "-q") == 0
    assert Path("a.json").read_bytes() == b'\xef\xbb\xbf{ "a": 1 }\n'
    assert run("check", "--add-ignore", "b.toml", "-q") == 0
    assert Path("b.toml").read_bytes().startswith(b"\xef\xbb\xbfa = 1\na = 2  # confty: ignore[")
