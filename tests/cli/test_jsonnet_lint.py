"""The linter's exit codes, which are not those of ``check``."""

from confty.cli import jsonnet_lint


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
