"""Many files in several processes, however those are started."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confty.cli import flags
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.languages.jsonnet.checker.units import Units
from confty.workspace import many
from confty.workspace.shares import batches


@pytest.mark.parametrize("method", ["fork", "spawn", "none"])
def test_the_result_is_the_same(tmp_path, monkeypatch, method):
    monkeypatch.chdir(tmp_path)
    names = []
    for number in range(6):
        (tmp_path / f"a{number}.json").write_text('{"a": 1, "a": 2}' if number % 2 else "1")
        names.append(f"a{number}.json")
    options = flags.parser("check", "").parse_args([])
    wanted = [str(one) for one in flags.project(options).check_all(names)]
    assert len(wanted) == 3

    def context():
        import multiprocessing

        if method == "none":
            raise OSError("no processes here")
        return multiprocessing.get_context(method)

    monkeypatch.setattr(many, "process_context", context)
    found = many.check_many(flags.project(options), names, 2)
    assert [str(one) for one in found] == wanted


def test_a_fresh_process_where_a_copy_is_unsafe(monkeypatch):
    monkeypatch.setattr(many.sys, "platform", "darwin")
    assert many.process_context().get_start_method() == "spawn"
    monkeypatch.setattr(many.sys, "platform", "linux")
    monkeypatch.delattr(many.os, "fork")
    assert many.process_context().get_start_method() == "spawn"


@given(st.integers(1, 5000), st.integers(0, 5000), st.integers(1, 64))
def test_batches_get_smaller(others, own, workers):
    share = [str(number) for number in range(own)]
    made = batches(share, own + others, workers)
    assert [name for batch in made for name in batch] == share
    sizes = [len(batch) for batch in made]
    assert sizes == sorted(sizes, reverse=True)
    # Who is done first waits for a small part of all.
    assert not sizes or sizes[-1] <= (own + others) // (100 * workers) + 1
    assert len(sizes) <= 240


@pytest.mark.parametrize("jobs", [1, 2])
def test_who_imports_whom_is_known_whoever_checked_it(tmp_path, monkeypatch, jobs):
    monkeypatch.chdir(tmp_path)
    count = 90
    wanted = []
    for number in range(count):
        other = f"a{(number * 7 + 1) % count}.libsonnet"
        (tmp_path / f"a{number}.libsonnet").write_text(f"{{ a: (import '{other}').b, b: 1 }}")
        wanted.append((f"a{number}.libsonnet", other))
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    work = flags.project(flags.parser("check", "").parse_args([]))
    assert many.check_many(work, sorted(name for name, _ in wanted), jobs) == []
    assert work.graph.edges() == sorted(wanted)


def test_programs_that_import_each_other_are_checked_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(KEPT, "_files", {})
    names = [f"a{number:03}.jsonnet" for number in range(60)]
    (tmp_path / names[0]).write_text("{ a: 1 }")
    for before, name in pairwise(names):
        (tmp_path / name).write_text(f"(import '{before}') + {{ a+: 1 }}")
    made = []
    plain = Units._made

    def noted(units, unit):
        made.append(unit.source.name)
        return plain(units, unit)

    monkeypatch.setattr(Units, "_made", noted)
    work = flags.project(flags.parser("check", "").parse_args([]))
    assert many.check_many(work, names, 1) == []
    assert made == names
    assert set(KEPT._files) == set(names[:-1])
