"""Modules that commands have gathered are read by what needs them, once, whoever ran before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import confty

SCRIPT = """
import os, sys
from confty import start
{before}
sys.exit(start.run())
"""
# Says which parts were read, and what of them was loaded.
READING = """
read, plain, leave = [], start._unpacked, os._exit
def unpacked(data):
    found = plain(data)
    read.append((len(data), [name for name in found if isinstance(name, str)]))
    return found
def told(code):
    for size, names in read[1:]:
        print(size, sum(name in sys.modules for name in names), len(names), *names[:1], file=sys.stderr)
    leave(code)
start._unpacked, os._exit = unpacked, told
"""
FILES = {
    "a.jsonnet": "{ a: 1 }",
    "b.jsonnet": "{ a: std.map(function(x) x + 1, [1]), b: '%d' % 3, c: std.manifestYamlDoc({}) }",
    "c.jsonnet": "error 'no'",
    "a.json": '{"a": 1}',
    "b.json": '{"a": 1',
    "a.rcl": "let x = 1; [x]",
    "a.toml": "a = 1",
}


@pytest.fixture(scope="module")
def sources(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("sources")
    left_out = shutil.ignore_patterns("__pycache__", "pages", "*.start")
    shutil.copytree(Path(confty.__file__).parent, made / "confty", ignore=left_out)
    return made


def run(sources: Path, folder: Path, before: str, *words: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(sources),
        "CONFTY_CACHE_DIR": str(folder / "cache"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    command = [sys.executable, "-c", SCRIPT.format(before=before), *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_program_reads_what_it_needs_whoever_ran_before(sources, tmp_path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def parts(name: str) -> list[list[str]]:
        rows = run(sources, tmp_path, READING, "eval", name).splitlines()
        return [row.split() for row in rows if row[:1].isdigit()]

    run(sources, tmp_path, "", "eval", "a.jsonnet")
    run(sources, tmp_path, "", "eval", "a.jsonnet")
    alone = sum(int(size) for size, *_ in parts("a.jsonnet"))
    assert alone > 200_000
    for _ in range(2):
        for name in ("a.json", "b.jsonnet", "a.rcl", "c.jsonnet", "b.json", "a.toml", "a.jsonnet"):
            for form in ("json", "yaml"):
                run(sources, tmp_path, "", "eval", "--format", form, name)
    for name in ("a.jsonnet", "a.json", "a.rcl"):
        found = parts(name)
        assert len({tuple(row) for row in found}) == len(found), "a part was read twice"
        needed = [(int(used), int(of)) for _, used, of, *_ in found if int(of)]
        assert all(used for used, _ in needed)
        assert sum(used for used, _ in needed) >= 0.9 * sum(of for _, of in needed)
    assert sum(int(size) for size, *_ in parts("a.jsonnet")) < 1.1 * alone
