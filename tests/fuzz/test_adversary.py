"""Every command survives the adversary: a hundred commands with a fixed seed, hours with ``make fuzz``."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from support.shell import PROJECT, environment

from fuzz import bombs
from fuzz.adversary import COMMANDS
from fuzz.doors import NAMES


def hunted(seed: int, seconds: float, most: int) -> subprocess.CompletedProcess[str]:
    where = os.pathsep.join([str(PROJECT / "tests"), str(PROJECT / "src")])
    return subprocess.run(
        [sys.executable, "-m", "fuzz.adversary", str(seed), str(seconds), str(most)],
        env=environment(PYTHONPATH=where), capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_every_language_has_bombs_and_commands() -> None:
    assert set(bombs.OPENERS) == set(NAMES)
    assert set(COMMANDS) == {"", *NAMES}


def test_a_little() -> None:
    done = hunted(1, 25, 100)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


@pytest.mark.fuzz
@pytest.mark.timeout(100_000)
def test_a_lot() -> None:
    seconds = 7 * float(os.environ.get("CONFTY_FUZZ_SECONDS", "400"))
    done = hunted(int(os.environ.get("CONFTY_FUZZ_SEED", "2")), seconds, 1_000_000)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
