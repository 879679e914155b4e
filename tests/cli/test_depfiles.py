"""``--output-depfile`` of every command that evaluates, and what ``confty doctor`` says."""

import io
import os
import sys

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


@pytest.fixture
def outside(folder):
    """Values from outside, in files, and a program that asks for them."""
    (folder / "values").mkdir()
    (folder / "values" / "code.jsonnet").write_text("import 'deep.libsonnet'")
    (folder / "values" / "deep.libsonnet").write_text("1")
    (folder / "values" / "text").write_text("2")
    (folder / "values" / "unused").write_text("3")
    (folder / "ask.jsonnet").write_text("function(a) [std.extVar('c'), std.extVar('s'), a]")
    (folder / "x.rcl").write_text("ext.s")
    (folder / "build.rcl").write_text('{ "b.json": { contents = ext.s, format = "json" } }')
    return folder


OUTSIDE = ["--ext-code-file", "c=values/code.jsonnet", "--ext-secret", "s=file:values/text"]


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("words", "target", "needed"),
    [
        (["jsonnet", *OUTSIDE, "--tla-str-file", "a=values/text", "ask.jsonnet", "-o", "o"], "o",
         {"ask.jsonnet", "values/code.jsonnet", "values/deep.libsonnet", "values/text"}),
        (["jsonnet", "--ext-str-file", "a=values/unused", "-o", "o", "lib.libsonnet"], "o", {"lib.libsonnet"}),
        (["eval", "--ext-str-file", "s=values/text", "x.rcl", "-o", "o"], "o", {"x.rcl", "values/text"}),
        *[([*eval_, *OUTSIDE, "--tla-code-file", "a=values/code.jsonnet", "ask.jsonnet", "-o", "o"], "o",
           {"ask.jsonnet", "values/code.jsonnet", "values/deep.libsonnet", "values/text"})
          for eval_ in (["eval"], ["eval", "--many"])],
        (["eval", "--many", "--ext-str-file", "s=values/text", "x.rcl", "-o", "o"], "o", {"x.rcl", "values/text"}),
        (["query", "--ext-secret", "s=file:values/text", "x.rcl", "1", "-o", "o"], "o", {"x.rcl", "values/text"}),
        (["build", "--ext-str-file", "s=values/text"], "b.json", {"build.rcl", "values/text"}),
    ],
    ids=lambda one: one[0] if isinstance(one, list) else "",
)  # fmt: skip
def test_values_from_files_are_part_of_the_result(outside, words, target, needed):
    assert main([*words, "--output-depfile", "o.d"]) == 0
    assert rules(outside / "o.d") == {target: needed}


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["jsonnet", "-e", "import 'lib.libsonnet'"], " lib.libsonnet"),
        (["jsonnet", "-"], " lib.libsonnet"),
        (["eval", "--lang", "jsonnet", "-"], " lib.libsonnet"),
        (["jsonnet", "/dev/fd/{}"], ""),
        (["rcl", "e", "/dev/fd/{}"], ""),
        (["eval", "--lang", "jsonnet", "/dev/fd/{}"], ""),
    ],
)
def test_only_files_are_named(folder, monkeypatch, words, needed):
    given = io.TextIOWrapper(io.BytesIO(b"import 'lib.libsonnet'"))
    monkeypatch.setattr(sys, "stdin", given)
    reading, writing = os.pipe()
    os.write(writing, b"1")
    os.close(writing)
    words = [word.format(reading) for word in words]
    assert main([*words, "-o", "o", "--output-depfile", "o.d"]) == 0
    os.close(reading)
    assert (folder / "o.d").read_text() == f"o:{needed}\n"


@pytest.mark.parametrize("command", [["jsonnet"], ["eval"], ["rcl", "e"]])
def test_names_that_are_no_text_keep_their_bytes(folder, command):
    suffix = "rcl" if command[0] == "rcl" else "jsonnet"
    name = os.fsdecode(b"n\xff." + suffix.encode())
    (folder / name).write_text("1")
    assert main([*command, name, "-o", "o", "--output-depfile", "o.d"]) == 0
    assert (folder / "o.d").read_bytes() == b"o: n\xff." + suffix.encode() + b"\n"


def test_each_of_many_files_has_a_rule(folder, capfdbinary):
    (folder / "list.jsonnet").write_text("{ a: import 'lib.libsonnet', b: 1 }")
    made = os.fsdecode(b"m\xff")
    words = ["jsonnet", "-c", "-m", made, "list.jsonnet", "--output-depfile", "o.d"]
    assert main(words) == 0
    assert capfdbinary.readouterr().out == b"m\xff/a\nm\xff/b\n"
    needed = b"list.jsonnet lib.libsonnet\n"
    assert (folder / "o.d").read_bytes() == b"m\xff/a: " + needed + b"m\xff/b: " + needed


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        ["preview", "prog"],
        ["test", "t.test.jsonnet"],
        ["infer", "data.toml"],
        ["doc", "prog"],
        ["jsonnet", "lib.libsonnet"],
    ],
)
def test_a_rule_is_about_a_file(capsys, words):
    assert main([*words, "--output-depfile", "o.d"]) == (1 if words[0] == "jsonnet" else 2)
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
