"""One value that alone is larger than the memory limit is refused before it is made."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.shell import environment

#: Each makes half a gigabyte or more at once.
LARGE = {
    "repeat.jsonnet": "std.length(std.repeat('a', 1000000000))",
    "elements.jsonnet": "std.length(std.repeat([1], 33000000) + std.repeat([1], 33000000))",
    "range.jsonnet": "std.length(std.range(1, 33000000))",
    "join.jsonnet": "std.length(std.join(std.repeat('a', 1000000), std.makeArray(1000, function(i) 'x')))",
    "shared.jsonnet": "local x = std.repeat('a', 9000000); std.length(std.join('', std.makeArray(90, function(i) x)))",
    "replace.jsonnet": "std.length(std.strReplace(std.repeat('a', 100000), 'a', std.repeat('b', 10000)))",
    "chars.jsonnet": "std.length(std.stringChars(std.repeat('a', 100000000)))",
    "map.jsonnet": "std.length(std.map(function(x) x, std.repeat('a', 100000000)))",
    "escape.jsonnet": "std.length(std.escapeStringJson(std.repeat('\\u0001', 100000000)))",
    "sum.jsonnet": "local a = std.repeat('a', 90000000); std.length(a + a + a + a + a + a)",
    "chars.rcl": 'std.range(0, 26).fold("a", (a, i) => f"{a}{a}").chars().len()',
    "split.rcl": 'std.range(0, 25).fold("a,", (a, i) => f"{a}{a}").split(",").len()',
    "lines.rcl": 'std.range(0, 25).fold("a\\n", (a, i) => f"{a}{a}").split_lines().len()',
}
MEASURED = """
import re, sys
from confty.cli.main import main
code = main(sys.argv[1:])
# Not what ``resource`` says: that begins with what the process had that started this one.
print(int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) >> 10)
sys.exit(code)
"""


@pytest.mark.parametrize("name", LARGE)
def test_it_is_refused_before_it_is_made(tmp_path, name) -> None:
    (tmp_path / name).write_text(LARGE[name])
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "eval", "--no-cache", "--max-memory", "100", name],
        cwd=tmp_path, env=environment(), capture_output=True, timeout=60, check=False, text=True,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "memory" in done.stderr or "rcl/too-large" in done.stderr, done.stderr
    # What it may take, what it began with, and what is made until somebody looks.
    assert int(done.stdout) < 350


def test_what_a_limit_allows_is_made(tmp_path) -> None:
    (tmp_path / "a.jsonnet").write_text("std.length(std.repeat('a', 80000000))")
    done = subprocess.run(
        [sys.executable, "-m", "confty", "eval", "--no-cache", "--max-memory", "100", "a.jsonnet"],
        cwd=tmp_path, env=environment(), capture_output=True, timeout=60, check=False, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "80000000\n"), done.stderr


def test_a_long_text_is_quoted_as_a_short_one(tmp_path) -> None:
    (tmp_path / "a.jsonnet").write_text(
        "local x = std.repeat('é\"\\u0001\\u0080x', 1000000); std.length(std.escapeStringJson(x))"
    )
    done = subprocess.run(
        [sys.executable, "-m", "confty", "eval", "--no-cache", "a.jsonnet"],
        cwd=tmp_path, env=environment(), capture_output=True, timeout=60, check=False, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"{1000000 * (1 + 2 + 6 + 6 + 1) + 2}\n")
