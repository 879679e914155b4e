"""Many files in several processes, however those are started."""

from __future__ import annotations

import pytest

from confty.cli import flags
from confty.workspace import many


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
