"""The rooms around the checker: formatter, insight, schemas' cache, preview, HCL on its own."""

import json
import os
import re
from pathlib import Path
from time import process_time

import pytest
from support.cases import dump

from confty.cli.hcl import main as hcl
from confty.cli.preview import main as preview
from confty.kit.store import Store
from confty.languages.pcl.formatter import reformat
from confty.languages.pcl.parser import parse
from confty.languages.pcl.schemas import index
from confty.text import Source
from confty.workspace import Config, Memory, Project

SCHEMAS = str(Path(__file__).parent / "schemas")
MESSY = """# top
a=1
bbb =2   # trailing
/* block */ c = [ 1,2 , -3,a , join( "-",["x"] ) ] // end
o = {
a : 1,   b=2
   "k-x"  =  -1 # why
   (a) = 3


   nested = { x = 1 }
     long = [
  for k,v in {p=1}: "${ k }" if v>0
  ]
}
h = <<EOT
   keep  me ${ a }
EOT
z = true?1:2
output "x"   { value = o }
"""


def shape(text):
    """The syntax without its places."""
    names = r"\b(start|end|brace|name_end)=-?\d+"
    return re.sub(
        r"(?m)^\s+\d+$", "", re.sub(names, "", dump(parse(Source("x", text)).output.body))
    )


def comments(text):
    return sorted(re.findall(r"#[^\n]*|//[^\n]*|/\*.*?\*/", text))


def test_formatting_keeps_everything():
    once = reformat(Source("x", MESSY))
    assert reformat(Source("x", once)) == once
    assert shape(once) == shape(MESSY)
    assert comments(once) == comments(MESSY)
    assert "   keep  me ${ a }\n" in once


def test_formatted_text():
    assert reformat(Source("x", "a=1\nlong = 2\n\n\n\nb {\n\n  c=[1,2]\n}\n")) == (
        "a    = 1\nlong = 2\n\nb {\n  c = [1, 2]\n}\n"
    )


def project(text, **files):
    return Project(Config({}), Memory({"main.pp": text, **files}))


@pytest.mark.parametrize(
    ("text", "place", "spelled"),
    [
        ("config n int {}\na = n\n", (2, 5), "int"),
        ("config n int {}\na = n\n", (1, 8), "int"),
        ('a = secret(["x"])\nb = a[0]\n', (2, 6), "output(string)"),
        ("a = { x = 1, y = [true] }\n", (1, 5), "{ x: 1, y: (true) }"),
        ('config o "object({ a = string })" { default = null }\nb = o.a\n', (2, 7), "string?"),
        ('a = true ? 1 : "x"\n', (1, 10), "string"),
    ],
)
def test_types_at_places(text, place, spelled):
    work = project(text)
    source = work.open("main.pp").output
    assert work.checked("main.pp").output.spelled_at(source.offset(*place)) == spelled


def test_definitions_across_files():
    work = project("b = a\n", **{"other.pp": "a = 1\n"})
    found = work.checked("main.pp").output.definition_at(4)
    assert str(found) == "other.pp:1:1"


def test_the_model():
    work = project('config n int { default = 1 }\nm = n\noutput o { value = "${m}!" }\n')
    assert work.checked("main.pp").output.model() == (
        "config n: int\n  default = 1 : 1\n"
        "local m: int\n  depends on: n\n  value = n : int\n"
        'output o: dynamic\n  depends on: m\n  value = "${m}!" : string'
    )


def test_files_of_a_folder_are_one_program():
    work = project("b = a\n", **{"other.pp": "a = absent\n"})
    assert work.check_all(["main.pp"]) == []
    assert [str(found.span) for found in work.check_all(["other.pp"])] == ["other.pp:1:5"]


# Schemas.


def test_a_schema_is_parsed_once(tmp_path, monkeypatch):
    data = Path(SCHEMAS, "random.json").read_bytes()
    store = Store(str(tmp_path))
    first = index.load(data, store)
    assert len(list(store.entries())) == 2

    def refuse(_data):
        raise AssertionError("parsed again")

    monkeypatch.setattr(index, "indexed", refuse)
    again = index.load(data, Store(str(tmp_path)))
    for token in first.tokens("resources"):
        assert again.entry("resources", token) == first.entry("resources", token)
        assert again.words("resources", token) == first.words("resources", token)


def test_a_damaged_cache_is_made_anew(tmp_path):
    data = Path(SCHEMAS, "random.json").read_bytes()
    index.load(data, Store(str(tmp_path)))
    for _, _, path in Store(str(tmp_path)).entries():
        Path(path).write_bytes(Path(path).read_bytes()[:-1])
    again = index.load(data, Store(str(tmp_path)))
    for token in again.tokens("resources"):
        assert again.entry("resources", token)


# Commands.


@pytest.fixture
def program(tmp_path):
    (tmp_path / "main.pp").write_text(
        "config token string {}\n"
        'resource pw "random:index/randomPassword:RandomPassword" { length = 8 }\n'
        'resource pet "random:index/randomPet:RandomPet" { prefix = pw.result }\n'
        'output t { value = "${token}!" }\noutput id { value = pet.id }\n'
    )
    return str(tmp_path)


def run_preview(capsys, *flags):
    code = preview([*flags, "--schema", SCHEMAS, "--project", "p", "--output-format", "concise"])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_preview_as_json(capsys, program):
    code, out, _ = run_preview(
        capsys, program, "--secret-config", "token=hunter2", "--format", "json"
    )
    assert code == 0
    assert "hunter2" not in out
    data = json.loads(out)
    assert data["outputs"]["t"] == "[secret]"
    assert "$unknown" in data["outputs"]["id"]
    by_name = {each["name"]: each for each in data["resources"]}
    assert by_name["pet"]["inputs"]["prefix"].keys() == {"$secret"}
    assert by_name["pet"]["dependencies"] == [by_name["pw"]["urn"]]
    assert by_name["pw"]["options"] == {"additionalSecretOutputs": ["result"]}


def test_secrets_are_shown_when_asked(capsys, program):
    flags = ("--secret-config", "token=hunter2", "--format", "json", "--show-secrets", "--update")
    _, out, _ = run_preview(capsys, program, *flags)
    assert json.loads(out)["outputs"]["t"] == {"$secret": "hunter2!"}


def test_secrets_from_the_environment(capsys, program, monkeypatch):
    monkeypatch.setenv("TOKEN", "hunter2")
    code, out, _ = run_preview(capsys, program, "--secret-config", "token=env:TOKEN")
    assert code == 0
    assert "hunter2" not in out


@pytest.mark.parametrize("form", ["tree", "dot", "mermaid"])
def test_preview_pictures(capsys, program, form):
    code, out, _ = run_preview(capsys, program, "--config", "token=x", "--format", form)
    assert code == 0
    assert "pet" in out


def test_preview_says_what_is_missing(capsys, program):
    code, out, err = run_preview(capsys, program)
    assert code == 1
    # What does not need it is shown all the same.
    assert "RandomPassword pw" in out
    assert 'missing required configuration value "token"' in err


def test_mocks(capsys, program, tmp_path):
    mocks = tmp_path / "mocks.py"
    mocks.write_text(
        "class Mine:\n"
        "    def new_resource(self, args):\n"
        '        return "the-id", {**args.inputs, "result": "made"}\n'
        "    def call(self, args):\n        return {}\n"
    )
    flags = ("--config", "token=x", "--mocks", str(mocks), "--update", "--format", "json")
    code, out, _ = run_preview(capsys, program, *flags)
    assert code == 0
    assert json.loads(out)["outputs"]["id"] == "the-id"


@pytest.mark.parametrize(
    "text", ["syntax error (", "x = 1\n", "raise ValueError('no')\n", "mocks = 3\n"]
)
def test_bad_mocks(capsys, program, tmp_path, text):
    mocks = tmp_path / "mocks.py"
    mocks.write_text(text)
    code, _, err = run_preview(capsys, program, "--config", "token=x", "--mocks", str(mocks))
    assert code == 2
    assert err.startswith("confty preview: ")


def test_hooks_run_only_when_asked(capsys, tmp_path):
    (tmp_path / "main.pp").write_text(
        'hook resource "h" {\n  command = ["touch", "made-${args.name}"]\n}\n'
        'resource pet "random:index/randomPet:RandomPet" {\n'
        "  options {\n    hooks = { beforeCreate = [h] }\n  }\n}\n"
    )
    run_preview(capsys, str(tmp_path), "--update")
    assert not (tmp_path / "made-pet").exists()
    run_preview(capsys, str(tmp_path), "--update", "--run-hooks")
    assert (tmp_path / "made-pet").exists()


def test_a_failing_hook_is_reported(capsys, tmp_path):
    (tmp_path / "main.pp").write_text(
        'hook resource "h" {\n  command = ["false"]\n}\n'
        'resource pet "random:index/randomPet:RandomPet" {\n'
        "  options {\n    hooks = { afterCreate = [h] }\n  }\n}\n"
    )
    code, _, err = run_preview(capsys, str(tmp_path), "--update", "--run-hooks")
    assert code == 1
    assert "error[pcl/hook-failed]" in err


def test_an_unknown_range_is_left_out(capsys, tmp_path):
    (tmp_path / "main.pp").write_text(
        'resource a "random:index/randomShuffle:RandomShuffle" { inputs = ["x"] }\n'
        'resource b "random:index/randomPet:RandomPet" {\n'
        "  options { range = a.results }\n  prefix = range.value\n}\n"
    )
    code, out, err = run_preview(capsys, str(tmp_path))
    assert code == 0
    assert "warning[pcl/range-unknown]" in err
    assert "RandomPet" not in out


def test_a_failure_names_the_resource(capsys, program, tmp_path):
    mocks = tmp_path / "mocks.py"
    mocks.write_text(
        "class Mine:\n    def new_resource(self, args):\n        raise RuntimeError('quota')\n"
        "    def call(self, args):\n        return {}\n"
    )
    code, _, err = run_preview(capsys, program, "--config", "token=x", "--mocks", str(mocks))
    assert code == 1
    assert "error[pcl/registration]" in err
    assert "quota" in err


def test_hcl_alone(capsys, tmp_path):
    path = tmp_path / "any.hcl"
    path.write_text('any "label" {\n  n = 1.50 + x\n}\n')
    assert hcl(["--vars", '{"x": {"$num": "1"}}', str(path)]) == 0
    block = json.loads(capsys.readouterr().out)["body"]["blocks"][0]
    assert block["labels"] == ["label"]
    assert block["body"]["attributes"]["n"]["value"] == {"$num": "2.5"}


def test_svg_needs_graphviz(capsys, program, monkeypatch):
    monkeypatch.setenv("PATH", os.devnull)
    code, _, err = run_preview(capsys, program, "--config", "token=x", "--format", "svg")
    assert code == 2
    assert "Graphviz" in err


def test_a_broken_component_is_told_once_in_its_own_file():
    files = {
        "main.pp": 'component a "./part" {\n}\ncomponent b "./part" {\n}\n',
        "part/main.pp": "output o { value = nowhere }\n",
    }
    work = Project(files=Memory(files))
    assert work.check("main.pp") == []
    found = work.check_all(["main.pp", "part/main.pp"])
    assert [(one.code.name, one.span.source.name) for one in found] == [
        ("pcl/undefined-variable", "part/main.pp")
    ]


def test_a_preview_tells_what_is_wrong_inside_a_component(capsys, tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "main.pp").write_text('component a "./part" {\n}\n')
    (tmp_path / "part" / "main.pp").write_text("output o { value = nowhere }\n")
    code, _, err = run_preview(capsys, str(tmp_path))
    assert code == 1
    assert err.count("error[") == 1
    assert "undefined-variable" in err


def test_hcl_counts_the_places_of_a_long_line_once(capsys, tmp_path):
    family = "\U0001f468\u200d\U0001f469"
    path = tmp_path / "any.hcl"
    path.write_text(f'a = "{family}"\n' + family * 4000)
    begun = process_time()
    assert hcl(["--parse", str(path)]) == 1
    assert process_time() - begun < 10
    subjects = [one["subject"] for one in json.loads(capsys.readouterr().out)["diagnostics"]]
    # Two lines before: 7 letters and a picture of 11 bytes; a picture is one column.
    assert subjects[0]["start"] == {"line": 2, "column": 1, "byte": 18}
    assert subjects[-1]["end"] == {"line": 2, "column": 4001, "byte": 18 + 4000 * 11}
