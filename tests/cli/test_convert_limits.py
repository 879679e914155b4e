"""``confty convert`` keeps to the limit on output, and writes nothing beyond it."""

from confty.cli.main import main


def test_max_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.pp").write_text('output a {\n  value = "x"\n}\n')
    command = ["convert", "--to", "python", "-o", "out", "."]
    assert main([*command, "--max-output", "0.00001"]) == 1
    assert "file/output-too-large" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert main([*command, "--max-output", "1"]) == 0
    assert (tmp_path / "out" / "__main__.py").exists()
