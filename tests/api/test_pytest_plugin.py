"""The plugin for pytest, in runs of pytest's own."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
SOURCES = str(Path(__file__).resolve().parents[2] / "src")


@pytest.fixture
def run(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", SOURCES)

    # Where confty is installed, pytest finds the plugin by itself.
    known = entry_points(group="pytest11", name="confty")
    plugin = () if known else ("-p", "confty.pytest_plugin")

    def started(*words):
        return pytester.runpytest_subprocess(*plugin, "-p", "no:cacheprovider", *words)

    return started


def test_values_are_items(pytester, run):
    pytester.makefile(".test.jsonnet", good="{ a: 1 + 1 }", wrong="{ a: 2 }")
    for name in ("good", "wrong"):
        pytester.path.joinpath(f"{name}.test.expected.json").write_text(
            '{"a": 2}' if name == "good" else '{"a": 3}'
        )
    pytester.makefile(".test.rcl", cases="{ fits = 1 < 2, fails = 2 < 1 }")
    pytester.makepyfile(test_python="def test_it(): pass")
    done = run("-v")
    done.assert_outcomes(passed=2, failed=2)
    done.stdout.fnmatch_lines(
        [
            "*good.test.jsonnet::value PASSED*",
            "*fails: expected true*",
            "*expected `3` at .a, found `2`*",
        ]
    )
    assert "Traceback" not in done.stdout.str()


def test_a_file_that_is_no_text_fails_by_itself(pytester, run):
    pytester.path.joinpath("u.test.rcl").write_bytes(b'"\xff"')
    pytester.makefile(".test.jsonnet", good="{ a: true }")
    done = run("-v")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(
        ["*good.test.jsonnet::value PASSED*", "*expected UTF-8 text, found the byte 0xff*"]
    )
    assert "Traceback" not in done.stdout.str()


def test_comments_are_items(pytester, run):
    pytester.makefile(".test.jsonnet", typed="local n = 1;\n##    ^ type: string\nn")
    done = run("-v")
    done.assert_outcomes(passed=1, failed=1)
    done.stdout.fnmatch_lines(["*typed.test.jsonnet::comments FAILED*"])


def test_expected_values_are_written(pytester, run):
    pytester.makefile(".test.rcl", new="{ a = 1 }")
    run("--confty-update").assert_outcomes(passed=1)
    assert pytester.path.joinpath("new.test.expected.json").exists()
    run().assert_outcomes(passed=1)


def test_errors_are_told_with_their_place(pytester, run):
    pytester.makefile(".test.jsonnet", broken="{ a: error 'no' }")
    done = run()
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*broken.test.jsonnet:1:6: no*"])


def test_a_plain_run_loads_nothing_of_confty():
    script = "import sys, confty.pytest_plugin; print(sorted(m for m in sys.modules if m.startswith('confty')))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": SOURCES, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['confty', 'confty.pytest_plugin']"
