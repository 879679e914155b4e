"""The pages made of records: every function has an example, and every example runs."""

import sys
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "site"
sys.path.insert(0, str(SITE))

import library  # noqa: E402


@pytest.mark.parametrize("language", library.TITLES)
def test_every_function_has_an_example_that_runs(language, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    known = library.examples(language)
    names = library.examples_of_records(language)
    missing = [one for one in names if one not in known and one.removeprefix("std.") not in known]
    assert not missing
    listed = {*names, *(name.removeprefix("std.") for name in names)}
    assert not known.keys() - listed, "an example of nothing"
    runner = library.Runner(language)
    failed = {name: runner.problems(text) for name, text in known.items()}
    assert not {name: problems for name, problems in failed.items() if problems}


@pytest.mark.parametrize("language", library.TITLES)
def test_every_function_has_a_source(language) -> None:
    places = library.sources(language)
    assert not [name for name in library.examples_of_records(language) if name not in places]
    for path, line in places.values():
        assert 1 <= line <= len((SITE.parent / path).read_text(encoding="utf-8").splitlines())
