"""Data as PCL: evaluated again, it is the same data."""

import json

import pytest

from confty.cli.convert import main as convert
from confty.cli.evaluate import main as evaluate

DATA = {
    "name": 'a "quoted" ${text} and %{more} \\ back\nnew \b \f \\b',
    "list": [1, 2.5, -3, None, True, []],
    "nested": {"a-b": {"for": 1, "with space": {}}, "deep": [{"x": [{"y": "z"}]}]},
}


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_it_is_the_same_data(tmp_path, monkeypatch, capsys, form):
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"d.{form}").write_text(json.dumps(DATA))
    assert convert([f"d.{form}", "--to", "pcl", "-o", "made"]) == 0
    made = tmp_path / "made" / "main.pp"
    outputs = "".join(f"output out_{key} {{ value = {key} }}\n" for key in DATA)
    made.write_text(made.read_text() + outputs)
    capsys.readouterr()
    assert evaluate(["made/main.pp"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {f"out_{key}": value for key, value in DATA.items()}


def test_keys_are_names_where_pcl_has_such_names(tmp_path, capsys) -> None:
    # Names are words of Unicode; what is no letter there needs quotes.
    data = {"é": {"ñ-1": 1, "a²": 2, "-a": 3, "1a": 4, "_": 5, "名前": 6, "": 7}}
    (tmp_path / "d.json").write_text(json.dumps(data))
    assert convert([str(tmp_path / "d.json"), "--to", "pcl", "-o", str(tmp_path / "made")]) == 0
    made = tmp_path / "made" / "main.pp"
    made.write_text(made.read_text() + "output all { value = é }\n")
    capsys.readouterr()
    assert evaluate([str(made)]) == 0
    assert json.loads(capsys.readouterr().out) == {"all": data["é"]}


@pytest.mark.parametrize(("text", "why"), [("[1]", "expected an object"), ('{"a b": 1}', "name")])
def test_what_pcl_cannot_say_is_told(tmp_path, capsys, text, why):
    path = tmp_path / "d.json"
    path.write_text(text)
    assert convert([str(path), "--to", "pcl", "-o", str(tmp_path / "made")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "made").exists()
