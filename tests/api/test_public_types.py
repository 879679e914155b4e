"""What pyright says, in its strict mode, about programs that use the public names."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
RIGHT = """
from dataclasses import dataclass

import confty


@dataclass
class Service:
    name: str


def main() -> None:
    service: Service = confty.loads("name: a", "yaml", into=Service)
    other: Service = confty.load("a.yaml", into=Service)
    found: list[confty.Diagnostic] = confty.check("x", timeout=3)
    for one in found:
        place: tuple[str | None, int | None, int | None] = one.path, one.line, one.column
        print(place, one.end_line, one.end_column, one.code, one.message, one.notes, one.help, one.fixes)
        record: dict[str, object] = one.to_dict()
        print(record, str(one))
    text: str = confty.format("{a:1}", "jsonnet")
    kind: str | None = confty.type_of(text="1", lang="rcl")
    schema: dict[str, object] = confty.schema_of(Service)
    data: dict[str, object] = confty.preview("infra", config={"a": 1})
    tree: str = confty.preview("infra", "tree")
    files: dict[str, str] = confty.convert("infra", "python")
    yaml: str = confty.convert("a.json", "yaml")
    project = confty.Project("x", timeout=3)
    project.update("a", "b")
    findings: list[confty.Diagnostic] = project.check()
    names: list[str] = project.files()
    print(service, other, text, kind, schema, data, tree, files, yaml, findings, names, project.type_of("a"))
    anything = confty.loads("1", "rcl", ext_vars={"a": "b"}, jpath="lib")
    print(anything, confty.load("a.jsonnet", tla_vars={"a": "b"}), confty.load("b", lang="phy", jit=True))
    print(confty.loads("1", "json", schema={}), confty.loads("1", text, timeout=3), confty.query("a.rcl", "input"))
    print(confty.check(text="1", lang="pcl", config={}), confty.type_of("a.rcl", line=1), confty.check(["a", "b"], dialect="go"))
    print(confty.infer("a.rcl"), confty.loads("1", "jsonnet", natives={"f": print}, ext_vars={"a": "b"}))


async def later() -> None:
    a: Service = await confty.aloads("name: a", "yaml", into=Service)
    b: Service = await confty.aload("a.yaml", into=Service)
    c: list[confty.Diagnostic] = await confty.acheck("x")
    print(a, b, c)


try:
    main()
except confty.MissingFile as missing:
    print(missing.diagnostics[0].line)
except confty.WrongShape as wrong:
    print(wrong.diagnostics)
except confty.ConftyError as error:
    print(error.diagnostics)
"""
#: Each line is wrong.
WRONG = """
import confty
confty.loads("1", "rcl", bogus=3)
confty.loads("1")
confty.load("a", ext_vars="x")
confty.check("a", timeout="long")
confty.nothing
a: int = confty.loads("1", "rcl", into=str)
b: int = confty.format("1", "rcl")
c: int = confty.convert("a", "yaml")
d: int = confty.preview("a", "tree")
confty.loads("1", "jsonnet", dialect="klingon")
confty.loads("1", "rcl", tla_vars={"a": "b"})
confty.loads("1", "yaml", ext_vars={"a": "b"})
confty.loads("1", "jsonnet", dialect="seed")
confty.loads("1", "jsonnet", config={})
confty.load("a.phy", "phy", secrets={"a": "b"})
confty.check(text="1", lang="toml", natives={})
confty.check("a", text="1", lang="toml")
confty.type_of(text="1", lang="phy", schema={})
confty.query("a", "b", "json", jit=True)
confty.infer("a", "rcl", jit=True)
confty.format("1", "rcl", ext_vars={"a": "b"})
confty.preview("a", tla_vars={"a": "b"})
async def later() -> None:
    e: int = await confty.aloads("1", "rcl", into=str)
    await confty.aload("1", "rcl", tla_codes={"a": "b"})
    await confty.acheck(text="1", lang="yaml", jit=True)
"""


@pytest.fixture
def judged(tmp_path):
    pyright = shutil.which("pyright", path=str(Path(sys.executable).parent))
    if pyright is None:
        pytest.skip("NOT RUN: pyright is not installed")

    def judge(text: str) -> list[int]:
        (tmp_path / "use.py").write_text(text)
        settings = {
            "typeCheckingMode": "strict", "pythonVersion": "3.11", "include": ["use.py"],
            "extraPaths": [str(PROJECT / "src")], "reportUnusedExpression": False, "reportUnusedVariable": False,
        }  # fmt: skip
        (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
        done = subprocess.run(
            [pyright, "--outputjson", "-p", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.stdout.startswith("{"):
            pytest.skip(f"NOT RUN: pyright does not start: {done.stderr[:200]}")
        found = json.loads(done.stdout)["generalDiagnostics"]
        return sorted(
            {one["range"]["start"]["line"] for one in found if one["severity"] == "error"}
        )

    return judge


def test_right_programs_are_right(judged):
    assert judged(RIGHT) == []


def test_wrong_lines_are_wrong(judged):
    lines = WRONG.split("\n")
    wrong = [
        n for n, line in enumerate(lines) if line and not line.startswith(("import", "async"))
    ]
    assert judged(WRONG) == wrong
