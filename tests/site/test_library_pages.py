"""The pages made of records: every function has an example, which gives what it says."""

import json
import sys
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "site"
sys.path.insert(0, str(SITE))

import library  # noqa: E402

from confty.languages.jsonnet.library import FUNCTIONS as STD  # noqa: E402
from confty.languages.rcl.library.table import LIBRARY  # noqa: E402


@pytest.mark.parametrize("language", library.TITLES)
def test_every_function_has_an_example(language, tmp_path, monkeypatch, request) -> None:
    monkeypatch.chdir(tmp_path)
    known = library.examples(language)
    assert sorted(known) == sorted(library.examples_of_records(language))
    runner = library.Runner(language)
    given = {name: (call, runner.value(call)) for name, (call, _) in known.items()}
    if request.config.getoption("--rewrite"):
        (SITE / "examples" / f"{language}.txt").write_text(
            library.written(given), encoding="utf-8"
        )
    else:
        assert known == given


def examples_of(language: str, ours: set[str]):
    """The calls of what an original has, and the values."""
    return [pair for name, pair in library.examples(language).items() if name not in ours]


def test_examples_of_jsonnet_are_what_the_original_gives() -> None:
    original = pytest.importorskip("_gojsonnet")
    ours = {f"std.{one.name}" for one in STD.values() if one.ours}
    for call, value in examples_of("jsonnet", ours):
        given = original.evaluate_snippet("example", call, ext_vars={"env": "dev"})
        assert json.loads(given) == json.loads(value), call


def test_examples_of_rcl_are_what_the_original_gives(tmp_path, monkeypatch) -> None:
    original = pytest.importorskip("rcl")
    monkeypatch.chdir(tmp_path)
    for name, text in library.AROUND.items():
        (tmp_path / name).write_text(text)
    ours = {f"{kind}.{one.name}" for one in LIBRARY if one.ours for kind in one.kinds}
    for call, value in examples_of("rcl", ours):
        assert original.loads(call) == original.loads(value), call


@pytest.mark.parametrize("language", library.TITLES)
def test_every_function_has_a_source(language) -> None:
    places = library.sources(language)
    assert not [name for name in library.examples_of_records(language) if name not in places]
    for path, line in places.values():
        assert 1 <= line <= len((SITE.parent / path).read_text(encoding="utf-8").splitlines())
