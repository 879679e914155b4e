"""Two projects may have Python modules of one name; each file is held against its own."""

from __future__ import annotations

import pytest

from confty import fleet
from confty.cli.main import main

MODULE = "from dataclasses import dataclass\n@dataclass\nclass S:\n    port: {}\n"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    for folder, kind in ((tmp_path, "int"), (tmp_path / "sub", "str")):
        (folder / "models.py").write_text(MODULE.format(kind))
        (folder / "confty.toml").write_text('[schemas]\n"*.yaml" = "python:models:S"\n')
        (folder / "a.yaml").write_text("port: x\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("names", [["a.yaml", "sub/a.yaml"], ["sub/a.yaml", "a.yaml"]])
def test_in_either_order(names, capsys):
    words = ["check", "--no-cache", "-j", "1", "--output-format", "concise"]
    assert main([*words, *names]) == 1
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["a.yaml"]


def test_names_are_spelled_as_they_were_asked_for(place):
    for name, module in (("a.yaml", "models.py"), (f"{place}/a.yaml", f"{place}/models.py")):
        (found,) = fleet.check(name, cache=False, jobs=1)
        assert [str(note.span).rsplit(":", 2)[0] for note in found.notes] == [module]
