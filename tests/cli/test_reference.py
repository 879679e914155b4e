"""What programs need from outside, and pages of what libraries offer."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from confty.cli import main
from confty.cli.examples import EXAMPLES
from confty.cli.main import COMMANDS, by_purpose

FILES = {
    "main.jsonnet": "local l = import 'lib.libsonnet';\n"
    "function(name, replicas=3) { x: name + std.extVar('env'), y: l.z }\n",
    "lib.libsonnet": "{\n  '#': d.pkg('u', 'url', 'About it.'),\n"
    "  '#join':: d.fn('Joins.', [d.arg('a', d.T.string)]),\n  join(a, b='x'):: a + b,\n"
    "  // Counts.\n  count: 3,\n  /* Inner\n   * ones. */\n  inner: { z: 1 },\n"
    "  z: std.extVar('region'), local d = import 'd.libsonnet',\n}\n",
    "d.libsonnet": "{ pkg(a, b, c):: {}, fn(a, b):: {}, arg(a, b):: {}, T:: { string: 's' } }\n",
    "types.rcl": "// A user.\ntype User = { name: String };\n{\n  // The port.\n  port = 80,\n"
    "  who = ext.user,\n}\n",
    "comp/main.pp": 'config region string {\n  description = "where"\n  default = "eu"\n}\n'
    "config password string {\n  secret = true\n}\n# The address.\n"
    "output address {\n  value = region\n}\n",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def needs(path: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    assert main.main(["inputs", path, "--format", "json"]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_inputs_of_jsonnet(tree: Path, capsys) -> None:
    (tree / "confty.toml").write_text("[jsonnet]\next-vars = { env = 'string' }\n")
    found = [
        (one["kind"], one["name"], one["type"], one["required"], one["path"])
        for one in needs("main.jsonnet", capsys)
    ]
    assert found == [
        ("external variable", "env", "string", True, "main.jsonnet"),
        ("external variable", "region", "any", True, "lib.libsonnet"),
        ("argument", "name", "any", True, "main.jsonnet"),
        ("argument", "replicas", "number", False, "main.jsonnet"),
    ]


def test_inputs_of_the_others(tree: Path, capsys) -> None:
    (user,) = needs("types.rcl", capsys)
    assert (user["kind"], user["name"]) == ("external variable", "user")
    region, password = needs("comp/main.pp", capsys)
    assert (region["default"], region["description"], region["type"]) == (
        '"eu"',
        "where",
        "string",
    )
    assert (password["secret"], password["required"]) == (True, True)
    (tree / "a.yaml").write_text("a: 1\n")
    assert needs("a.yaml", capsys) == []


def test_what_the_project_sets_is_not_required(tree: Path, capsys) -> None:
    (tree / "confty.toml").write_text(
        "[rcl]\next-types = { port = 'Number' }\next-values = { port = 80, names = ['a'] }\n"
        "[pcl]\nconfig = { region = 'us' }\nsecret-config = { password = 'hunter2' }\n"
    )
    (tree / "lib.rcl").write_text("{ z = ext.zone }")
    (tree / "main.rcl").write_text(
        'let lib = import "lib.rcl";\n{ l = lib, p = ext.port, n = ext.names.len(), '
        'q = ext["quoted"], g = ext.get("size", 3), h = ext.get("port", 1) }\n'
    )
    found = [
        (one["name"], one["type"], one["default"], one["path"])
        for one in needs("main.rcl", capsys)
    ]
    assert found == [
        ("quoted", "Any", None, "main.rcl"),
        ("port", "Number", "80", "main.rcl"),
        ("names", "List[Any]", '["a"]', "main.rcl"),
        ("size", "Number", "3", "main.rcl"),
        ("zone", "Any", None, "lib.rcl"),
    ]
    region, password = needs("comp/main.pp", capsys)
    assert (region["default"], password["default"]) == ('"us"', "[secret]")
    # A file of another language asks for what it needs, too.
    (tree / "over.jsonnet").write_text("{ r: import 'lib.rcl', e: std.extVar('env') }")
    assert [one["name"] for one in needs("over.jsonnet", capsys)] == ["env", "zone"]


@pytest.mark.parametrize(
    "words", [["inputs"], ["inputs", "--format", "json"], ["doc"], ["type", "--model"]]
)
@pytest.mark.parametrize("config", ["", "[pcl]\nconfig = { password = 'hunter2' }\n"])
def test_the_default_of_a_secret_config_is_not_shown(tree: Path, capsys, words, config) -> None:
    (tree / "confty.toml").write_text(config)
    (tree / "main.pp").write_text(
        'config password string {\n  secret = true\n  default = "hunter2"\n}\n'
    )
    assert main.main([*words, "main.pp"]) == 0
    said = capsys.readouterr().out
    assert "[secret]" in said
    assert "hunter2" not in said


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("lib.libsonnet", ["About it.", "`join(a, b='x')`", "Joins.", "- `a`: string", "Counts."]),
        ("lib.libsonnet", ["Inner\nones.", "### z", "`count: number`"]),
        ("types.rcl", ["A user.", "`type User = { name: String }`", "The port.", "port: Number"]),
        ("comp", ["# comp", "## Inputs", 'region: string = "eu"', "where", "The address."]),
    ],
)
@pytest.mark.usefixtures("tree")
def test_pages(path: str, words: list[str], capsys) -> None:
    assert main.main(["doc", path]) == 0
    page = capsys.readouterr().out
    assert [word for word in words if word not in page] == []


@pytest.mark.parametrize("language", ["jsonnet", "rcl", "pcl", "phy"])
def test_pages_of_the_libraries(language: str, capsys) -> None:
    assert main.main(["doc", "--std", language]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 50


def test_html_shows_and_does_not_run(tree: Path, capsys) -> None:
    (tree / "x.libsonnet").write_text("{\n  // <script>alert(1)</script>\n  a: 1,\n}\n")
    assert main.main(["doc", "x.libsonnet", "--format", "html"]) == 0
    page = capsys.readouterr().out
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_several_pages_go_into_a_folder(tree: Path) -> None:
    assert main.main(["doc", "lib.libsonnet", "types.rcl", "-o", "site", "-q"]) == 0
    assert sorted(path.name for path in (tree / "site").iterdir()) == [
        "lib.libsonnet.md",
        "types.rcl.md",
    ]


# Help, completion, the manual.


def test_help_shows_every_command_once_by_purpose(capsys) -> None:
    assert main.main(["--help"]) == 0
    seen = capsys.readouterr().out
    placed = [name for _, names in by_purpose() for name in names]
    assert sorted(placed) == sorted(COMMANDS)
    assert "find mistakes:" in seen


@pytest.mark.parametrize("name", [name for name in COMMANDS if name in EXAMPLES])
def test_help_of_a_command_shows_examples(name: str, capsys) -> None:
    assert main.main([name, "--help"]) == 0
    seen = capsys.readouterr().out
    assert "examples:" in seen
    assert f"confty {name}" in seen.partition("examples:")[2]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_and_flags(shell: str, capsys, tmp_path: Path) -> None:
    assert main.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "exit-zero-on-warning" in script
    assert "jsonnet-lint" in script
    found = shutil.which(shell)
    if found:
        path = tmp_path / "script"
        path.write_text(script)
        assert subprocess.run([found, "-n", str(path)], check=False).returncode == 0


def test_the_manual_tells_every_command(capsys) -> None:
    assert main.main(["man"]) == 0
    page = capsys.readouterr().out
    for name in COMMANDS:
        assert f"CONFTY {name.upper()}".replace("-", "\\-") in page
    assert "\\-\\-exit\\-zero\\-on\\-warning" in page


def test_what_a_result_was_made_of(tree: Path) -> None:
    (tree / "top.rcl").write_text('{ a = import "data file.yaml" }\n')
    (tree / "data file.yaml").write_text("n: 1\n")
    arguments = ["eval", "top.rcl", "-o", "out.rcl", "--output-depfile", "out.d"]
    assert main.main(arguments) == 0
    assert (tree / "out.d").read_text() == "out.rcl: top.rcl data\\ file.yaml\n"
    assert main.main(["eval", "top.rcl", "--output-depfile", "out.d"]) == 2
    asked = ["query", "data file.yaml", "input.n", "--expr", "rcl", "-o", "n", "--output-depfile"]
    assert main.main([*asked, "n.d"]) == 0
    assert (tree / "n.d").read_text() == "n: data\\ file.yaml\n"


def test_the_doctor_tells_what_is_there(tree: Path, capsys) -> None:
    assert main.main(["doctor"]) == 0
    seen = capsys.readouterr().out
    assert "extra yaml" in seen
    assert str(tree) in seen
    (tree / "pyproject.toml").write_text("[tool.confty]\n")
    assert main.main(["doctor"]) == 0
    named = [line for line in capsys.readouterr().out.splitlines() if "config file" in line]
    assert [line.split()[-1] for line in named] == [str(tree / "pyproject.toml")]


def test_a_comment_at_the_top_is_about_the_file(tree: Path, capsys) -> None:
    (tree / "top.libsonnet").write_text("// Greets people.\n{\n  // Says hi.\n  hi(x):: x,\n}\n")
    assert main.main(["doc", "top.libsonnet"]) == 0
    page = capsys.readouterr().out
    assert page.index("Greets people.") < page.index("Says hi.")
