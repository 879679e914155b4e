"""When our sources were last changed: what is kept was made by other code before that."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from confty.kit.store import build_below, build_of

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


def builds(package: Path) -> tuple[int, int]:
    return build_of([str(package), str(package / "inner")]), build_below(str(package))


def replace(path: Path) -> None:
    """Put another file in its place, as installers do."""
    beside = path.with_suffix(".new")
    beside.write_text("a = 2\n")
    beside.replace(path)


def test_nothing_changed(sources: Path) -> None:
    assert builds(sources) == builds(sources) == (LONG_AGO * 10**9,) * 2


@pytest.mark.parametrize("name", ["a.py", "inner/a.py"])
def test_a_file_is_replaced(sources: Path, name: str) -> None:
    replace(sources / name)
    assert min(builds(sources)) > LONG_AGO * 10**9


def test_a_file_is_edited_where_people_do_so(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    os.utime(tmp_path / "a.py", (LONG_AGO, LONG_AGO))
    (tmp_path / "a.py").write_text("a = 2\n")
    assert build_of([str(tmp_path)]) > LONG_AGO * 10**9
    assert build_below(str(tmp_path)) > LONG_AGO * 10**9
