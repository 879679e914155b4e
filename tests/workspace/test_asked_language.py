"""``--lang`` speaks of every file that is named, also of one that another imports."""

from __future__ import annotations

import pytest

from confty.cli.main import main


@pytest.mark.parametrize("names", [["a.jsonnet", "b.yaml"], ["b.yaml", "a.jsonnet"]], ids=" ".join)
def test_a_file_that_was_imported_before(tmp_path, monkeypatch, capsys, names):
    (tmp_path / "a.jsonnet").write_text("import 'b.yaml'")
    (tmp_path / "b.yaml").write_text("b: 1")
    monkeypatch.chdir(tmp_path)
    words = ["check", "--no-cache", "--lang", "jsonnet", "-j", "1", "--output-format", "concise"]
    assert main([*words, *names]) == 1
    assert "b.yaml:1:1: error[jsonnet/unknown-name]" in capsys.readouterr().out
