"""Our own sources: what is kept was made with them as they were, and is not used with others."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from confty.kit import sources as module_of_sources
from confty.kit.sources import OwnSources, all_sources, listed

LONG_AGO = 1_000_000_000


@pytest.fixture(params=["src", "lib/python3/site-packages"])
def sources(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A package of two folders, of which nothing has changed for long."""
    package = tmp_path / request.param / "package"
    (package / "inner").mkdir(parents=True)
    for place in (package, package / "inner"):
        (place / "a.py").write_text("a = 1\n")
        os.utime(place / "a.py", (LONG_AGO, LONG_AGO))
    for place in (package / "inner", package):
        os.utime(place, (LONG_AGO, LONG_AGO))
    return package


def replace(path: Path) -> None:
    """Put another file in its place, as installers do."""
    beside = path.with_suffix(".new")
    beside.write_text("a = 2\n")
    beside.replace(path)


def changed(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has changed of all sources, or of the folders that hold them."""
    monkeypatch.setattr(module_of_sources, "_HOME", f"{home}{os.sep}")
    return sorted(place for place, time in all_sources().items() if time > LONG_AGO * 10**9)


def test_nothing_changed(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert changed(sources, monkeypatch) == []
    assert len(all_sources()) == 2


@pytest.mark.parametrize("name", ["a.py", "inner/a.py"])
def test_a_file_is_replaced(sources: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    replace(sources / name)
    installed = "site-packages" in str(sources)
    assert changed(sources, monkeypatch) == [os.path.dirname(name) if installed else name]


def test_a_file_is_edited_where_people_do_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    os.utime(tmp_path / "a.py", (LONG_AGO, LONG_AGO))
    (tmp_path / "a.py").write_text("a = 2\n")
    assert changed(tmp_path, monkeypatch) == ["a.py"]


@pytest.mark.usefixtures("loaded")
def test_what_two_processes_saw_differently_is_never_current() -> None:
    own = OwnSources()
    noted = listed(own.noted("confty"))
    own.take_over(noted)
    assert own.are_current(own.noted("confty"))
    own.take_over(dict.fromkeys(noted, LONG_AGO))
    assert not own.are_current(own.noted("confty"))


@pytest.fixture
def loaded(sources: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same package, loaded as if it were a part of ours."""
    monkeypatch.setattr(module_of_sources, "_HOME", f"{sources}{os.sep}")
    for name in [name for name in sys.modules if name.split(".")[0] == "confty"]:
        monkeypatch.delitem(sys.modules, name)
    load(sources, "a", monkeypatch)
    return sources


def load(package: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = package.joinpath(*name.split(".")).with_suffix(".py")
    spec = importlib.util.spec_from_file_location(f"confty.{name}", place)
    assert spec is not None
    monkeypatch.setitem(sys.modules, f"confty.{name}", importlib.util.module_from_spec(spec))


def test_a_note_holds_until_a_source_in_it_is_replaced(loaded: Path) -> None:
    note = OwnSources().noted("confty")
    assert OwnSources().are_current(note)
    replace(loaded / "inner/a.py")
    assert OwnSources().are_current(note)
    replace(loaded / "a.py")
    assert not OwnSources().are_current(note)


def test_a_note_does_not_hold_when_a_source_is_gone(loaded: Path) -> None:
    note = OwnSources().noted("confty")
    shutil.rmtree(loaded)
    assert not OwnSources().are_current(note)


def test_who_uses_what_was_kept_works_with_its_sources(
    loaded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run without the compiler passes on what one with it has compiled."""
    small = OwnSources()
    without = small.noted("confty")
    with monkeypatch.context() as once:
        load(loaded, "inner.a", once)
        note = OwnSources().noted("confty")
    assert small.are_current(note)
    passed_on = small.noted("confty")
    replace(loaded / "inner/a.py")
    assert OwnSources().are_current(without)
    assert not OwnSources().are_current(passed_on)


def test_only_some_notes_are_remembered(loaded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_of_sources, "_MOST", 3)
    notes = []
    for number in range(8):
        (loaded / f"b{number}.py").write_text("b = 1\n")
        os.utime(loaded, (LONG_AGO, LONG_AGO))
        load(loaded, f"b{number}", monkeypatch)
        notes.append(OwnSources().noted("confty"))
    one = OwnSources()
    assert all(map(one.are_current, notes * 2))
    assert len(one._current) <= 3


@pytest.mark.parametrize("command", ["jsonnet", "eval"])
def test_a_program_is_run_by_the_code_that_there_is(tmp_path: Path, command: str) -> None:
    """People who work on confty change its sources between two runs."""
    package = Path(module_of_sources.__file__).parents[1]
    shutil.copytree(
        package, tmp_path / "confty", ignore=shutil.ignore_patterns("__pycache__", "play")
    )
    (tmp_path / "main.jsonnet").write_text("{ a: 1 + 1 }\n")
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "",
        "CONFTY_CACHE_DIR": str(tmp_path / "cache"),
    }
    start = "import sys; from confty.start import run; sys.exit(run())"

    def shown() -> str:
        return subprocess.run(
            [sys.executable, "-c", start, command, "main.jsonnet"],
            capture_output=True, text=True, check=True, env=environment, cwd=tmp_path,
        ).stdout  # fmt: skip

    assert [" ".join(shown().split()) for _ in range(3)] == ['{ "a": 2 }'] * 3
    manifest = tmp_path / "confty/languages/jsonnet/evaluator/values.py"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('f"{number:.0f}"', 'f"{number:.1f}"'), encoding="utf-8")
    assert [" ".join(shown().split()) for _ in range(3)] == ['{ "a": 2.0 }'] * 3
