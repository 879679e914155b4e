"""What would be published: the wheel, the source archive and the single file hold all they need."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from configparser import ConfigParser
from email.parser import HeaderParser
from pathlib import Path

import pytest

import confty

PROJECT = Path(__file__).resolve().parents[2]
SOURCES = PROJECT / "src" / "confty"
EXTRAS = {"yaml", "secrets", "jit", "remote", "server", "pulumi", "dask", "all"}


def own_files() -> list[str]:
    """The files of the package, by their names in the wheel."""
    return sorted(
        path.relative_to(SOURCES.parent).as_posix()
        for path in SOURCES.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A folder with a wheel and a source archive, built from a copy of the tree."""
    folder = tmp_path_factory.mktemp("built")
    tree = folder / "tree"
    leave_out = shutil.ignore_patterns(
        ".git", ".venv", "__pycache__", ".*_cache", "build", "dist", "*.egg-info"
    )
    shutil.copytree(PROJECT, tree, ignore=leave_out)
    published = {**os.environ, "PYTHONPATH": "", "CONFTY_FOR_ALL_SYSTEMS": "1"}
    _build(tree, "print(b.build_sdist('../dist'), b.build_wheel('../dist'))", published)
    return folder / "dist"


def _build(tree: Path, work: str, environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"from setuptools import build_meta as b; {work}"],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_wheel_is_whole(built):
    [path] = built.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        metadata = HeaderParser().parsestr(
            wheel.read(next(one for one in names if one.endswith("METADATA"))).decode()
        )
    assert [one for one in sorted(names) if one.startswith("confty/")] == own_files()
    assert any(one.endswith("share/man/man1/confty.1") for one in names)
    assert any(one.endswith("LICENSE") for one in names)
    assert metadata["Version"] == confty.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert {"Homepage", "Source", "Issues", "Changelog", "Documentation"} <= {
        one.split(",")[0] for one in metadata.get_all("Project-URL") or ()
    }
    classifiers = metadata.get_all("Classifier") or []
    assert [one for one in classifiers if re.search(r":: 3\.\d+$", one)] == [
        f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)
    ]
    assert metadata["Keywords"]
    assert set(metadata.get_all("Provides-Extra") or ()) >= EXTRAS
    required = [one for one in metadata.get_all("Requires-Dist") or () if "extra ==" not in one]
    assert required == [], "the core needs nothing"


def _programs(path: Path) -> tuple[dict[str, str], list[str]]:
    """What installers write starts for, and the starts that a wheel brings along."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        listed = ConfigParser()
        listed.read_string(
            wheel.read(next(n for n in names if n.endswith("entry_points.txt"))).decode()
        )
        brought = [wheel.read(one).decode() for one in names if ".data/scripts/" in one]
    assert {"pytest11", "pygments.lexers"} < set(listed)
    return dict(listed["console_scripts"]), brought


def test_everybody_gets_a_start_that_the_installer_writes(built):
    [path] = built.glob("*.whl")
    assert path.name.endswith("-py3-none-any.whl")
    written, brought = _programs(path)
    assert written["confty"] == "confty.start:run"
    assert not brought


@pytest.mark.skipif(os.name != "posix", reason="NOT RUN: a script is no program here")
def test_who_installs_from_source_gets_one_that_loads_nothing_else(built, tmp_path):
    tree = built.parent / "tree"
    own = {one: os.environ[one] for one in os.environ if one != "CONFTY_FOR_ALL_SYSTEMS"}
    _build(tree, f"print(b.build_wheel({str(tmp_path)!r}))", {**own, "PYTHONPATH": ""})
    [path] = tmp_path.glob("*.whl")
    assert not path.name.endswith("-any.whl"), "it would be installed on other systems"
    written, [brought] = _programs(path)
    assert "confty" not in written
    assert re.findall(r"^(?:from|import) \S+", brought, re.MULTILINE) == [
        "import sys",
        "from confty.start",
    ]
    assert brought.startswith("#!python\n"), "installers put their Python there"


def test_the_source_archive_is_whole_and_its_tests_run(built, tmp_path):
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(tmp_path, filter="data")
    [tree] = tmp_path.iterdir()
    for folder in ("src", "tests", "docs", "examples", "bench", "packaging"):
        ours = {
            one.relative_to(PROJECT).as_posix()
            for one in (PROJECT / folder).rglob("*")
            if one.is_file() and "__pycache__" not in one.parts and ".egg-info" not in str(one)
        }
        theirs = {
            one.relative_to(tree).as_posix() for one in (tree / folder).rglob("*") if one.is_file()
        }
        assert ours <= theirs
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/report", "tests/api/test_calls.py"],
        cwd=tree, env={**os.environ, "PYTHONPATH": str(tree / "src")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_version_stands_in_one_place():
    written = re.compile(rf'["\']{re.escape(confty.__version__)}["\']')
    found = [
        path.relative_to(PROJECT).as_posix()
        for path in [*SOURCES.rglob("*.py"), PROJECT / "pyproject.toml", PROJECT / "setup.py"]
        if re.search(r"version", path.read_text(encoding="utf-8"), re.IGNORECASE)
        and written.search(path.read_text(encoding="utf-8"))
    ]
    assert found == ["src/confty/__init__.py"]


def test_the_address_stands_in_one_place():
    """Whatever names the project's home names the one of ``pyproject.toml``."""
    urls = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["urls"]
    home = urls["Homepage"]
    assert all(url.startswith(home) for url in urls.values())
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "*.json", "*.toml", "*.yml", "*.yaml", "*.py"],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if listed.returncode:
        pytest.skip("NOT RUN: not a clone")
    for name in listed.stdout.split():
        path = PROJECT / name
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        for found in re.findall(r"https?://[\w.-]+/[\w-]+/confty\b", text):
            assert found == home, name


def test_all_is_all_of_the_extras():
    with (PROJECT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert set(extras) >= EXTRAS
    [everything] = extras["all"]
    named = everything.removeprefix("confty[").removesuffix("]").split(",")
    assert set(named) == set(extras) - {"all", "check", "test", "peers"}


@pytest.fixture(scope="module")
def single(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("single") / "confty.pyz"
    subprocess.run(
        [sys.executable, str(PROJECT / "packaging/single_file.py"), str(target)], check=True
    )
    return target


def run(single, cache, *words, **more):
    environment = {**os.environ, "CONFTY_CACHE_DIR": str(cache), "PYTHONPATH": ""}
    command = [sys.executable, "-S", str(single), *words]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, **more
    )


def test_the_single_file_works_and_unpacks_once(single, tmp_path):
    cache = tmp_path / "cache"
    (tmp_path / "a.jsonnet").write_text("{ a: 1 + 1 }")
    first = run(single, cache, "eval", "a.jsonnet", cwd=tmp_path)
    assert (first.returncode, first.stdout) == (0, '{\n   "a": 2\n}\n'), first.stderr
    [app] = cache.glob("app-*")
    before = app.stat().st_mtime_ns
    assert run(single, cache, "explain", "json/empty").stdout.startswith("# json/empty")
    assert (
        run(
            single, cache, "check", "-q", "--warn", "unused-name", "a.jsonnet", cwd=tmp_path
        ).returncode
        == 0
    )
    assert app.stat().st_mtime_ns == before
    assert not list(cache.glob(".app-*"))


def test_a_link_to_the_single_file_is_another_program(single, tmp_path):
    link = tmp_path / "jsonnet"
    link.symlink_to(single)
    assert run(link, tmp_path / "cache", "-e", "1 + 1").stdout == "2\n"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no permissions of POSIX here")
def test_what_others_may_write_is_not_run(single, tmp_path):
    cache = tmp_path / "cache"
    run(single, cache, "version")
    cache.chmod(0o777)
    [app] = cache.glob("app-*")
    (app / "confty" / "cli" / "main.py").write_text("raise SystemExit('somebody else')")
    assert run(single, cache, "version").stdout == f"confty {confty.__version__}\n"
