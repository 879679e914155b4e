"""``--output-depfile`` of every command that evaluates, and what ``confty doctor`` says."""

import pytest

from confty.cli.main import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lib.libsonnet").write_text("{ x: 1 }")
    (tmp_path / "t.test.jsonnet").write_text("{ a: (import 'lib.libsonnet').x }")
    (tmp_path / "t.test.expected.json").write_text('{"a": 1}')
    (tmp_path / "prog").mkdir()
    (tmp_path / "prog" / "main.pp").write_text('output "x" {\n  value = readFile("note.txt")\n}\n')
    (tmp_path / "prog" / "note.txt").write_text("hello")
    (tmp_path / "data.toml").write_text("a = 1\n")
    (tmp_path / "read.phy").write_text('(Call readFile (Seq "prog/note.txt"))')
    (tmp_path / "read.rcl").write_text('import "read.phy"')
    (tmp_path / "root.rcl").write_text('[import "//prog/root.rcl", import "//read.rcl"]')
    (tmp_path / "prog" / "root.rcl").write_text("1")
    return tmp_path


def rules(path):
    lines = [line.split(": ") for line in path.read_text().splitlines()]
    return {target: set(needed.split()) for target, needed in lines}


@pytest.mark.parametrize(
    ("words", "target", "needed"),
    [
        (["eval", "t.test.jsonnet", "-o", "o.json"], "o.json", {"t.test.jsonnet", "lib.libsonnet"}),
        (["eval", "read.phy", "-o", "o.json"], "o.json", {"read.phy", "prog/note.txt"}),
        (["eval", "--many", "read.phy", "-o", "o.json"], "o.json", {"read.phy", "prog/note.txt"}),
        (["eval", "prog/main.pp", "-o", "o.json"], "o.json", {"prog/main.pp", "prog/note.txt"}),
        (["eval", "root.rcl", "-o", "o.json"], "o.json",
         {"root.rcl", "prog/root.rcl", "read.rcl", "read.phy", "prog/note.txt"}),
        (["query", "t.test.jsonnet", "input.a", "-o", "o.json"], "o.json", {"t.test.jsonnet", "lib.libsonnet"}),
        (["test", "t.test.jsonnet", "-o", "o.txt"], "o.txt", {"t.test.jsonnet", "t.test.expected.json", "lib.libsonnet"}),
        (["preview", "prog", "-o", "o.txt"], "o.txt", {"prog/main.pp", "prog/note.txt"}),
        (["convert", "--to", "python", "prog", "-o", "out"], "out/__main__.py", {"prog/main.pp"}),
        (["convert", "--to", "pcl", "data.toml", "-o", "out"], "out/main.pp", {"data.toml"}),
        (["infer", "t.test.jsonnet", "-o", "o.json"], "o.json", {"t.test.jsonnet", "lib.libsonnet"}),
        (["infer", "data.toml", "lib.libsonnet", "-o", "o.json"], "o.json", {"data.toml", "lib.libsonnet"}),
        (["inputs", "t.test.jsonnet", "-o", "o.txt"], "o.txt", {"t.test.jsonnet", "lib.libsonnet"}),
        (["doc", "t.test.jsonnet", "-o", "o.md"], "o.md", {"t.test.jsonnet", "lib.libsonnet"}),
        (["doc", "lib.libsonnet", "prog", "-o", "pages"], "pages/prog.md", {"prog/main.pp"}),
        (["jsonnet", "t.test.jsonnet", "-o", "o.json"], "o.json", {"t.test.jsonnet", "lib.libsonnet"}),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)  # fmt: skip
def test_what_a_result_was_made_of(folder, words, target, needed):
    assert main([*words, "--output-depfile", "o.d"]) == 0
    found = rules(folder / "o.d")[target]
    assert needed <= {name.removeprefix(f"{folder}/") for name in found}


@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        (["eval"], "l#b $x.libsonnet", "import 'l#b $x.libsonnet'"), (["jsonnet"], "l#b $x.libsonnet", "import 'l#b $x.libsonnet'"),
        (["eval"], "l#b $x.rcl", 'import "l#b $x.rcl"'), (["rcl", "e"], "l#b $x.rcl", 'import "l#b $x.rcl"'),
    ],
)  # fmt: skip
def test_names_are_written_as_make_reads_them(folder, command, name, text):
    (folder / name).write_text("1")
    program = f"main.{name.rpartition('.')[2]}"
    (folder / program).write_text(text)
    assert main([*command, program, "-o", "o #$.json", "--output-depfile", "o.d"]) == 0
    kind = name.rpartition(".")[2]
    assert (folder / "o.d").read_text() == f"o\\ \\#$$.json: {program} l\\#b\\ $$x.{kind}\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [["preview", "prog"], ["test", "t.test.jsonnet"], ["infer", "data.toml"], ["doc", "prog"]],
)
def test_a_rule_is_about_a_file(capsys, words):
    assert main([*words, "--output-depfile", "o.d"]) == 2
    assert "needs -o" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_the_doctor_tells_all(capsys):
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    for row in (
        "python",
        "extra yaml",
        "extra server",
        "extra dask",
        "cache: compiled Jsonnet",
        "schemas",
        "editors",
        "server",
        "completion",
    ):
        assert any(line.startswith(row) for line in said.splitlines()), row
