"""The table ``[rcl]`` of a config file: inputs, root and sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from confty.cli.main import main

CONFIG = """\
[rcl]
ext-types = { env = '"dev" | "prod"', port = "Number" }
ext-values = { port = 80 }
root = "configs"
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "configs/lib").mkdir(parents=True)
    (tmp_path / "confty.toml").write_text(CONFIG)
    (tmp_path / "configs/lib/one.rcl").write_text("1")
    text = '{ one = import "//lib/one.rcl", env = ext.env, port = ext.port }'
    (tmp_path / "configs/main.rcl").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_types_and_values_of_inputs(capsys) -> None:
    assert main(["check", "configs"]) == 0
    assert main(["eval", "configs/main.rcl", "--ext-str", "env=dev"]) == 0
    assert '{ env = "dev", one = 1, port = 80 }' in capsys.readouterr().out
    assert main(["eval", "configs/main.rcl", "--ext-str", "env=dev", "--ext-code", "port=8"]) == 0
    assert "port = 8 " in capsys.readouterr().out
    for flags, word in (
        ([], "for the input ext.env, found nothing"),
        (["--ext-str", "env=test"], 'for the input ext.env, found String "test"'),
        (
            ["--ext-str", "env=dev", "--ext-str", "port=x"],
            "expected Number for the input ext.port",
        ),
    ):
        assert main(["eval", "configs/main.rcl", *flags]) == 1
        err = capsys.readouterr().err
        assert word in err
        # The place is where the program asks for the input.
        assert "\n  configs/main.rcl:1:" in err
    (Path("configs/main.rcl")).write_text('ext.get("env", "none")')
    assert main(["eval", "configs/main.rcl"]) == 0
    assert '"none"' in capsys.readouterr().out


def test_a_value_that_rcl_has_none_for(project: Path, capsys) -> None:
    (project / "confty.toml").write_text("[rcl]\next-values = { day = 2020-01-01 }\n")
    (project / "configs/main.rcl").write_text("ext.day")
    for command in ("check", "eval"):
        assert main([command, "configs/main.rcl"]) == 1
        said = "".join(capsys.readouterr())
        assert "the setting ext-values.day holds a date" in said
        assert said.count("error[") == 1


def test_inputs_that_nobody_gives_are_told_once(project: Path, capsys) -> None:
    (project / "confty.toml").write_text("")
    (project / "configs/main.rcl").write_text("[ext.a, ext.b, [for x in ext: x]]")
    assert main(["check", "configs/main.rcl"]) == 1
    assert capsys.readouterr().out.count("error[") == 1


def test_a_field_that_is_no_input(project: Path, capsys) -> None:
    (project / "configs/main.rcl").write_text("ext.prot")
    assert main(["check", "configs/main.rcl"]) == 1
    assert "did you mean 'port'?" in capsys.readouterr().out


def test_a_type_that_cannot_be_read(project: Path, capsys) -> None:
    (project / "confty.toml").write_text('[rcl]\next-types = { a = "Nmber" }\n')
    (project / "configs/main.rcl").write_text("ext.a")
    assert main(["check", "configs/main.rcl"]) == 1
    assert "the type of ext-types.a cannot be read" in capsys.readouterr().out


def test_the_sandbox_closes_folders_and_opens_none(project: Path, capsys) -> None:
    (project / "confty.toml").write_text('[rcl]\nroot = "configs"\nsandbox = "configs/other"\n')
    (project / "configs/main.rcl").write_text('import "//lib/one.rcl"')
    assert main(["check", "configs/main.rcl"]) == 1
    (project.parent / "outside.rcl").write_text("1")
    (project / "configs/main.rcl").write_text('import "../../outside.rcl"')
    (project / "confty.toml").write_text('[rcl]\nsandbox = ".."\n')
    assert main(["check", "configs/main.rcl"]) in (1, 2)
    capsys.readouterr()
