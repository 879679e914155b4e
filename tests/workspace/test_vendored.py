"""Findings in packages: only when asked, and those about our use of them always."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli import check, flags
from confty.text import Code, Severity, Source, Span
from confty.workspace.many import check_many
from confty.workspace.vendored import of_ours

CODE = Code("jsonnet/x", Severity.ERROR, "x")
OURS, THEIRS = Source("main.jsonnet", "1"), Source("a/vendor/b/lib.libsonnet", "1")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "tree" / "vendor").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "tree")
    Path("main.jsonnet").write_text("local l = import 'vendor/lib.libsonnet'; l + {}")
    Path("vendor/lib.libsonnet").write_text("{ a: 1 + {}, local unused = 1 }")


def severities(*words: str) -> list[str]:
    options = flags.parser("check", "").parse_args([*words])
    work = flags.project(options)
    names = check.found_files(["."], work.config)
    return [f"{one.span.source.name} {one.severity.word}" for one in check_many(work, names)]


@pytest.mark.usefixtures("tree")
def test_by_default_what_breaks_ours_is_a_warning():
    assert severities() == ["vendor/lib.libsonnet warning"]
    assert severities("--config", "vendor=silent") == []
    asked = severities("--config", "vendor=check")
    assert asked == ["vendor/lib.libsonnet error", "vendor/lib.libsonnet warning"]


@pytest.mark.usefixtures("tree")
def test_a_package_that_is_named_is_asked_for():
    work = flags.project(flags.parser("check", "").parse_args([]))
    found = check_many(work, ["vendor/lib.libsonnet", "main.jsonnet"])
    assert [one.severity.word for one in found] == ["error", "warning"]
    again = work.check_all(["vendor/lib.libsonnet", "main.jsonnet"])
    assert [str(one) for one in again] == [str(one) for one in found]


def test_our_use_of_a_package():
    place = Span(THEIRS, 0, 1)
    used = CODE.at(place, "m").note(Span(OURS, 0, 1), "because of this")
    assert of_ours([used], {"main.jsonnet"}, "silent") == [used]
    assert of_ours([CODE.at(place, "m")], {"main.jsonnet"}, "silent") == []


@pytest.mark.usefixtures("tree")
def test_a_mode_that_is_none(capsys):
    assert check.main(["--config", "vendor=loud"]) == 2
    assert "warn, silent, check" in capsys.readouterr().err


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_lines_come_as_files_are_done(jobs):
    for at in range(30):
        Path(f"f{at:02}.jsonnet").write_text(f"local x{at} = 1; 2")
    command = [sys.executable, "-m", "confty", "check", "--output-format", "jsonl", "-j", jobs]
    for more in ([], ["--no-cache"], []):
        done = subprocess.run([*command, *more, "."], capture_output=True, check=False, text=True)
        assert done.stderr == ""
        paths = [json.loads(line)["path"] for line in done.stdout.splitlines()]
        assert paths == [*[f"f{at:02}.jsonnet" for at in range(30)], "vendor/lib.libsonnet"]


@pytest.mark.usefixtures("tree")
def test_what_is_told_is_told_at_once():
    told: list[list[str]] = []
    for at in range(3):
        Path(f"f{at}.jsonnet").write_text(f"local x{at} = 1; 2")
    work = flags.project(flags.parser("check", "").parse_args(["--config", "vendor=silent"]))
    names = ["f0.jsonnet", "f1.jsonnet", "f2.jsonnet", "main.jsonnet"]
    whole = check_many(work, names, tell=lambda new: told.append([str(one) for one in new]))
    assert [len(one) for one in told] == [1, 1, 1, 0]
    assert [one for each in told for one in each] == [str(one) for one in whole]
