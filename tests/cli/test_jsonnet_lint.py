"""The linter's exit codes, which are not those of ``check``."""

import pytest

from confty.cli import jsonnet_deps, jsonnet_lint


def test_exit_codes(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.jsonnet").write_text("{ a: 1 }")
    (tmp_path / "bad.jsonnet").write_text("local x = 1; { a: y }")
    assert jsonnet_lint.main(["good.jsonnet"]) == 0
    assert jsonnet_lint.main(["good.jsonnet", "bad.jsonnet"]) == 2
    errors = capsys.readouterr().err
    assert "jsonnet/unknown-name" in errors
    assert "jsonnet/unused-name" in errors
    assert jsonnet_lint.main(["missing.jsonnet"]) == 1
    assert jsonnet_lint.main([]) == 1
    assert jsonnet_lint.main(["--nonsense"]) == 1


def test_imports_are_found_in_the_search_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.libsonnet").write_text("{ x: 1 }")
    (tmp_path / "main.jsonnet").write_text("(import 'a.libsonnet').x")
    assert jsonnet_lint.main(["main.jsonnet"]) == 2
    assert jsonnet_lint.main(["-J", "lib", "main.jsonnet"]) == 0


@pytest.mark.parametrize("command", [jsonnet_lint, jsonnet_deps])
def test_the_command_line_of_programs_of_files(tmp_path, capsys, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name = command.__name__.rpartition(".")[2].replace("_", "-")
    for flag in ("-v", "--version"):
        assert command.main([flag]) == 0
        assert capsys.readouterr().out.startswith(f"confty {name} ")
        (tmp_path / flag).write_text("{ a: 1 }")
        assert command.main(["--", flag]) == 0
        assert capsys.readouterr().out == ""
    assert command.main(["-J", "", "-v"]) == 1
    assert capsys.readouterr().err == "ERROR: -J argument was empty string\n"
