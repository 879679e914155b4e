"""The list of imports, as the program of that name prints it."""

from confty.cli import jsonnet_deps


def test_imports_are_followed_and_listed_once(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("JSONNET_PATH", raising=False)
    (tmp_path / "lib").mkdir()
    (tmp_path / "main.jsonnet").write_text(
        "local a = import 'a.libsonnet'; [a, importstr 'text.txt', import 'deep.libsonnet']"
    )
    (tmp_path / "a.libsonnet").write_text(
        "{ x: import 'deep.libsonnet', y: importbin 'text.txt' }"
    )
    (tmp_path / "lib" / "deep.libsonnet").write_text("{ never:: import '../main.jsonnet' }")
    (tmp_path / "text.txt").write_text("import 'not code'")
    arguments = ["-J", str(tmp_path / "lib"), str(tmp_path / "main.jsonnet")]
    assert jsonnet_deps.main(arguments) == 0
    names = ["a.libsonnet", "lib/deep.libsonnet", "main.jsonnet", "text.txt"]
    assert capsys.readouterr().out.split("\n")[:-1] == [str(tmp_path / name) for name in names]


def test_a_missing_import_is_named(tmp_path, capsys):
    (tmp_path / "main.jsonnet").write_text("import 'nowhere.libsonnet'")
    assert jsonnet_deps.main([str(tmp_path / "main.jsonnet")]) == 1
    assert "nowhere.libsonnet" in capsys.readouterr().err


def test_a_broken_file_is_reported_at_its_place(tmp_path, capsys):
    (tmp_path / "main.jsonnet").write_text("{ a: }")
    assert jsonnet_deps.main([str(tmp_path / "main.jsonnet")]) == 1
    assert "main.jsonnet:1:6" in capsys.readouterr().err
