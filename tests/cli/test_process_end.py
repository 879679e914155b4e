"""How the process of a command ends: at once, and after all that Python does at an end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import confty

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(confty.__file__).parents[1])}
SCRIPT = "{before}\nimport sys; from confty.start import run; sys.exit(run())"


def ended(before: str, *words: str, python: tuple[str, ...] = ()) -> tuple[int, str, str]:
    command = [sys.executable, *python, "-c", SCRIPT.format(before=before), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    return done.returncode, done.stdout, done.stderr


def test_exit_functions_run_and_output_is_whole() -> None:
    before = "import atexit; atexit.register(lambda: print('bye'))"
    code, out, _ = ended(before, "jsonnet", "--no-cache", "-e", "std.range(1, 20000)")
    assert code == 0
    assert out.splitlines()[-2:] == ["]", "bye"]
    assert len(out.splitlines()) == 20003


def test_threads_of_others_are_waited_for() -> None:
    before = (
        "import threading, time\n"
        "threading.Thread(target=lambda: (time.sleep(0.5), print('late'))).start()"
    )
    assert ended(before, "jsonnet", "--no-cache", "-e", "1")[:2] == (0, "1\nlate\n")


@pytest.mark.parametrize(("text", "code"), [("1", 0), ("error 'x'", 1), ("(", 1)])
def test_the_exit_code_stays(text, code) -> None:
    assert ended("", "jsonnet", "--no-cache", "-e", text)[0] == code


def test_a_profiler_keeps_its_process() -> None:
    code, out, _ = ended("", "jsonnet", "--no-cache", "-e", "1", python=("-X", "importtime"))
    assert (code, out) == (0, "1\n")
    command = [sys.executable, "-m", "cProfile", "-m", "confty", "version"]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert "function calls" in done.stdout


def test_nobody_is_ended_who_calls_it_from_a_function() -> None:
    before = (
        "import sys; from confty.start import run\n"
        "def mine():\n    code = run(); print('mine', code)\n"
        "mine(); sys.exit(5)"
    )
    assert ended(before, "jsonnet", "--no-cache", "-e", "1")[:2] == (5, "1\nmine 0\n")


def test_a_library_that_loads_threading_during_the_run_leaves_no_complaint() -> None:
    before = (
        "import sys\n"
        "from confty.languages.jsonnet.evaluator import run as running\n"
        "before = running.Evaluated._main\n"
        "def loading(self):\n"
        "    assert 'threading' not in sys.modules\n"
        "    import threading\n"
        "    return before(self)\n"
        "running.Evaluated._main = loading\n"
        "from confty.cli.main import main\n"
        "main(); import threading\n"
        "assert threading.current_thread() is threading.main_thread()\n"
        "sys.exit(0)"
    )
    words = ("jsonnet", "--no-cache", "-e", "1")
    assert ended(before, *words) == (0, "1\n", "")


@pytest.mark.parametrize("command", ["check", "lint"])
def test_what_is_printed_comes_before_what_is_said_of_it(tmp_path, command) -> None:
    (tmp_path / "a.json").write_text('{ "a": 1, "a": 2 }')
    buffered = {**ENVIRONMENT, "PYTHONUNBUFFERED": ""}
    done = subprocess.run(
        [sys.executable, "-m", "confty", *command.split(), "a.json"],
        cwd=tmp_path,
        env=buffered,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert "a.json" in "".join(lines[:-1])
    assert lines[-1].startswith("checked 1 file")
