"""The shape of the code itself: sizes, docstrings, what documents promise."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from confty import __version__
from tests.repo.test_house import PACKAGE, modules

PROJECT = Path(__file__).resolve().parents[2]
SOURCES = sorted((PROJECT / "src" / "confty").rglob("*.py"))
MOST_LINES_IN_A_FILE = 500
MOST_LINES_IN_A_FUNCTION = 50
WORDS_THAT_NAME_NOTHING = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}


def by_name(path: Path) -> str:
    return str(path.relative_to(PROJECT))


@pytest.mark.parametrize("path", SOURCES, ids=by_name)
def test_module(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module opens with what it is for"
    assert text.count("\n") <= MOST_LINES_IN_A_FILE, "a file has outgrown its idea"
    assert path.stem not in WORDS_THAT_NAME_NOTHING
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            assert lines <= MOST_LINES_IN_A_FUNCTION, f"{node.name} has {lines} lines"


def test_architecture_has_the_floors_in_the_order_that_is_enforced() -> None:
    text = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text[: text.index("\n## Rooms")]
    rows = re.findall(r"^\| `(\w+)(?:\.py)?` \|", table, re.MULTILINE)
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["id"]: one for one in settings["tool"]["importlinter"]["contracts"]}
    layers = contracts["floors"]["layers"][::-1]
    heights = {name: at for at, layer in enumerate(layers) for name in re.findall(r"\w+", layer)}
    # The texts beside the code, and the command's other name, which need no word.
    assert {*rows} - {"pages"} == {*heights} - {"__main__"}
    found = [heights[name] for name in rows if name in heights]
    assert found == sorted(found)


def test_architecture_names_every_language() -> None:
    text = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = [path.name for path in (PACKAGE / "languages").iterdir() if path.is_dir()]
    assert not [name for name in folders if name != "__pycache__" and f"### `{name}`" not in text]


def test_only_build_makes_types() -> None:
    nodes = ast.parse((PROJECT / "src/confty/types/nodes.py").read_text(encoding="utf-8"))
    kinds = {node.name for node in nodes.body if isinstance(node, ast.ClassDef)}
    kinds -= {"Field", "Param", "TypeNode"}
    allowed = {"build.py", "nodes.py"}
    for path in SOURCES:
        if path.parent.name == "types" and path.name in allowed:
            continue
        _, tree = modules()[path.relative_to(PACKAGE).as_posix()]
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("confty.types")
            for alias in node.names
        }
        made = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not made & kinds & imported, f"{by_name(path)} makes {made & kinds & imported}"


@pytest.mark.parametrize("path", SOURCES, ids=by_name)
def test_the_core_is_entered_by_its_front_door(path: Path) -> None:
    if path.parent.name == "types" and path.parent.parent.name == "confty":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("confty.types."), node.module


def test_no_machine_is_named() -> None:
    home = re.compile(r"/(?:home|root|Users|work)/\w")
    tracked = [*SOURCES, *PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    tracked += (PROJECT / "tests").rglob("*.py")
    for path in tracked:
        if path != Path(__file__).resolve():
            assert not home.search(path.read_text(encoding="utf-8")), by_name(path)


def test_no_merge_is_half_done() -> None:
    marker = re.compile(r"^(?:<{7}|>{7})", re.MULTILINE)
    texts = [*SOURCES, *PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    texts += (PROJECT / "tests").rglob("*.py")
    for path in texts:
        assert not marker.search(path.read_text(encoding="utf-8")), by_name(path)


def test_the_version_is_written_once() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "confty.__version__"}
    changes = (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__


def test_every_page_is_in_the_index() -> None:
    docs = PROJECT / "docs"
    index = (docs / "index.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)]+\.md)\)", index))
    there = {str(page.relative_to(docs)) for page in docs.rglob("*.md")} - {"index.md"}
    assert there <= linked, there - linked
    assert [page for page in linked if not (docs / page).exists()] == []
