"""Disks that are full, folders that cannot be read, writers that are killed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from support.shell import confty, environment

BIG = '{"a":[' + "1," * 200_000 + "1]}"


@pytest.mark.parametrize(
    "words",
    [
        ["eval", "-o", "/dev/full", "a.json"],
        ["eval", "a.json"],
        ["check", "--output-format", "json", "bad.json"],
        ["infer", "-o", "/dev/full", "a.json"],
        ["fmt", "-", "--lang", "json"],
        ["graph", "a.json"],
        ["preview", "-o", "/dev/full", "p"],
    ],
    ids=" ".join,
)
def test_a_full_disk(tmp_path, words) -> None:
    (tmp_path / "a.json").write_text(BIG)
    (tmp_path / "bad.json").write_text("{" * 10)
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "main.pp").write_text('output "a" {\n  value = 1\n}\n')
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "confty", *words],
            cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, input=BIG.encode(), timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@contextmanager
def small_disk(folder):
    """A file system of a few hundred kilobytes; only root can make one."""
    folder.mkdir()
    if os.getuid() != 0:
        pytest.skip("a small disk needs root")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_fills_up_while_formatting(tmp_path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        text = "{\n" + ",\n".join(f'"k{number}":[1,2,3]' for number in range(8000)) + "}"
        (disk / "a.json").write_text(text)
        (disk / "fill").write_bytes(b"x" * 20_000)
        done = confty("fmt", "a.json", cwd=disk)
        assert done.returncode == 2
        assert (disk / "a.json").read_text() == text
        assert sorted(os.listdir(disk)) == ["a.json", "fill"]


@pytest.mark.parametrize(
    ("words", "made"),
    [
        (["eval", "-o", "old", "big.jsonnet"], "old"),
        (["jsonnet", "-o", "old", "big.jsonnet"], "old"),
        (["jsonnet", "-m", ".", "-e", "{ old: import 'big.jsonnet' }"], "old"),
        (["jsonnet", "-m", ".", "-e", "{ new: import 'big.jsonnet' }"], "new"),
        (["rcl", "evaluate", "big.rcl", "-o", "old"], "old"),
    ],
)
def test_a_file_is_written_whole_or_not_at_all(tmp_path, words, made) -> None:
    (tmp_path / "old").write_text("as it was\n")
    (tmp_path / "big.jsonnet").write_text("std.repeat('x', 100000)")
    (tmp_path / "big.rcl").write_text('"' + "x" * 100_000 + '"')
    before = sorted(path.name for path in tmp_path.iterdir())
    limited = ["bash", "-c", 'ulimit -f 60 && exec "$@"', "bash"]
    done = subprocess.run(
        [*limited, sys.executable, "-m", "confty", *words],
        cwd=tmp_path, env=environment(CONFTY_CACHE_DIR="none"), capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode in {1, 2}
    assert made.encode() in done.stderr
    assert (tmp_path / "old").read_text() == "as it was\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_cache_on_a_full_disk(tmp_path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        (tmp_path / "a.jsonnet").write_text("{ f(x):: [x, x], v: self.f(1) }\n" + " \n" * 1000)
        (disk / "fill").write_bytes(b"x" * 250_000)
        for _ in range(3):
            done = confty("eval", "a.jsonnet", cwd=tmp_path, CONFTY_CACHE_DIR=str(disk))
            assert done.returncode == 0, done.stderr


def test_a_cache_that_cannot_be_made(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "a.jsonnet").write_text("{ f(x):: [x, x], v: self.f(1) }\n" + " \n" * 1000)
    for folder in (tmp_path / "file" / "below", "/proc/nothing", "/dev/null/x"):
        done = confty("eval", "a.jsonnet", cwd=tmp_path, CONFTY_CACHE_DIR=str(folder))
        assert done.returncode == 0, done.stderr


def _bound_by_modes() -> None:
    """Give up root's right to read and write whatever it likes, for this process and its program."""
    import ctypes

    library = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        library.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def bound(words, cwd):
    """Run a command for which permissions count, whoever runs the tests."""
    return subprocess.run(
        [sys.executable, "-m", "confty", *words],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
        preexec_fn=_bound_by_modes if os.getuid() == 0 else None,
    )


@pytest.fixture
def open_folder():
    """A folder that everybody can reach."""
    import tempfile

    folder = tempfile.mkdtemp(prefix="confty-faults-", dir="/tmp")
    os.chmod(folder, 0o777)
    yield folder
    for root, folders, _ in os.walk(folder):
        for name in folders:
            os.chmod(os.path.join(root, name), 0o777)
    shutil.rmtree(folder)


@pytest.mark.parametrize("command", ["check", "fmt"])
def test_an_unreadable_folder(open_folder, command) -> None:
    os.mkdir(f"{open_folder}/shut")
    for name in ("shut/a.json", "b.json", "c.json"):
        with open(f"{open_folder}/{name}", "w") as stream:
            stream.write('{"a": 1}\n')
    os.chmod(f"{open_folder}/shut", 0)
    os.chmod(f"{open_folder}/c.json", 0)
    done = bound([command, "."], open_folder)
    assert done.returncode in {0, 1, 2}, done.stderr
    assert b"Traceback" not in done.stderr
    assert b"internal error" not in done.stderr
    # What cannot be looked at is not passed over in silence.
    assert done.returncode == 2, done.stderr + done.stdout


def test_a_folder_that_cannot_be_written(open_folder) -> None:
    with open(f"{open_folder}/a.json", "w") as stream:
        stream.write('{"a":1}')
    os.chmod(open_folder, 0o555)
    try:
        done = bound(["fmt", "a.json"], open_folder)
    finally:
        os.chmod(open_folder, 0o777)
    assert done.returncode == 2, done.stderr
    assert b"internal error" not in done.stderr


@pytest.mark.parametrize("seed", range(8))
def test_a_writer_that_is_killed(tmp_path, seed) -> None:
    """After ``kill -9`` a file is as before or as it should be, never half."""
    before = '{"a":[' + ",".join(map(str, range(30_000))) + "]}"
    (tmp_path / "a.json").write_text(before)
    running = subprocess.Popen(
        [sys.executable, "-m", "confty", "fmt", "a.json"],
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.DEVNULL,
    )
    time.sleep(random.Random(seed).uniform(0.1, 0.7))
    running.send_signal(signal.SIGKILL)
    running.wait()
    import json

    assert json.loads((tmp_path / "a.json").read_text()) == json.loads(before)
    assert confty("fmt", "a.json", cwd=tmp_path).returncode == 0
    assert confty("fmt", "--check", "a.json", cwd=tmp_path).returncode == 0


def test_writers_of_a_cache_that_are_killed(tmp_path) -> None:
    cache = tmp_path / "cache"
    text = "{" + ", ".join(f"f{n}(x):: [x, {n}]" for n in range(300)) + ", v: self.f3(1) }\n"
    (tmp_path / "a.jsonnet").write_text(text)
    words = [sys.executable, "-m", "confty", "eval", "a.jsonnet"]
    pick = random.Random(1)
    for _ in range(10):
        running = subprocess.Popen(
            words,
            cwd=tmp_path,
            env=environment(CONFTY_CACHE_DIR=str(cache)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(pick.uniform(0.1, 0.5))
        running.send_signal(signal.SIGKILL)
        running.wait()
    for _ in range(2):
        done = confty("eval", "a.jsonnet", cwd=tmp_path, CONFTY_CACHE_DIR=str(cache))
        assert done.returncode == 0, done.stderr
