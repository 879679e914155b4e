"""confty where there is no ``fork``, no ``/proc`` and nothing else that only POSIX or Linux has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
ELSEWHERE = PROJECT / "tests" / "support" / "elsewhere.py"
SYSTEMS = ("windows", "macos")
FILES = {
    "a.jsonnet": "local lib = import 'lib.libsonnet'; { a: lib.x + 1, s: std.extVar('env') }",
    "lib.libsonnet": "{ x: 1 }",
    "a.rcl": "let x: Number = 2; { a = x * 2 }",
    "a.phy": "(Call + 1 2)",
    "a.yaml": "a: [1, {b: c}]\n",
    "main.pp": 'output "x" {\n  value = 1 + 2\n}\n',
    "schema.json": '{"type": "object", "properties": {"a": {"type": "array"}}}',
    "t.test.rcl": "1 + 1",
    "t.test.expected.json": "2\n",
    "slow.jsonnet": "std.foldl(function(a, b) a + b, std.range(1, 30000000), 0)",
    "large.jsonnet": "std.length(std.join('', std.makeArray(10000000, function(i) 'xxxxxx' + i)))",
    "build.rcl": '{ "out.json": { contents = { x = 1 }, format = "json" } }',
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    for number in range(60):
        (tmp_path / "many").mkdir(exist_ok=True)
        (tmp_path / "many" / f"f{number}.jsonnet").write_text(f"{{ a: {number}, b: {{}}.c }}")
    return tmp_path


def run(system, folder, *words, entered=""):
    environment = {
        **os.environ,
        "PYTHONPATH": str(PROJECT / "src"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
    }
    environment.pop("CONFTY_TEST_SYSTEM", None)
    return subprocess.run(
        [sys.executable, str(ELSEWHERE), system, *words],
        cwd=folder, env=environment, input=entered, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


WORK = {
    "check": ("a.jsonnet", "a.rcl", "a.phy", "a.yaml", "main.pp", "--schema", "schema.json"),
    "eval": ("a.jsonnet", "--ext-str", "env=x", "-o", "out.json", "--output-depfile", "out.d"),
    "fmt": ("a.rcl",),
    "query": ("a.rcl", "input.a"),
    "type": ("a.jsonnet",),
    "test": ("t.test.rcl",),
    "preview": (".",),
    "convert": ("--to", "python", "-o", "made", "."),
    "graph": ("a.jsonnet",),
    "infer": ("a.yaml",),
    "inputs": ("a.jsonnet",),
    "schema": ("add", "schema.json"),
    "cache": ("clear",),
    "doctor": (),
    "explain": ("json/empty",),
    "jsonnet": ("-V", "env=x", "-m", "multi", "a.jsonnet"),
    "rcl": ("build",),
    "version": (),
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_commands(system, folder):
    for command, words in WORK.items():
        done = run(system, folder, command, *words)
        assert done.returncode in (0, 1 if command == "jsonnet" else 0), (command, done.stderr)
        assert "internal error" not in done.stderr, (command, done.stderr)
    assert (folder / "out.d").exists()
    assert (folder / "out.json").read_text() == '{"x": 1}\n'


@pytest.mark.parametrize("system", SYSTEMS)
def test_programs_of_phy_run(system, folder):
    for more in ((), ("--no-jit",)):
        done = run(system, folder, "eval", "a.phy", *more)
        assert done.stdout.startswith("3"), done.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_many_files_in_processes(system, folder):
    done = run(system, folder, "check", "-j", "2", "many", "--output-format", "concise")
    assert done.returncode == 1
    assert done.stdout.count("jsonnet/no-such-field") == 60
    again = run(system, folder, "check", "-j", "2", "many", "--output-format", "concise")
    assert again.stdout == done.stdout


@pytest.mark.parametrize("system", SYSTEMS)
def test_time_ends(system, folder):
    done = run(system, folder, "eval", "--timeout", "0.5", "slow.jsonnet")
    assert "jsonnet/time" in done.stderr


def test_memory_ends_without_proc(folder):
    done = run("macos", folder, "eval", "--max-memory", "100", "large.jsonnet")
    # Before or while it is made: what a process has had begins with what its parent had.
    assert "jsonnet/memory" in done.stderr or "out-of-memory" in done.stderr, done.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_prompt(system, folder):
    done = run(system, folder, "repl", "--lang", "rcl", entered="1 + 1\n")
    assert "2" in done.stdout, done.stderr
