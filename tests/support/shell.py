"""Run the command as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def environment(**extra: str) -> dict[str, str]:
    """A clean environment: no colours, no continuous integration, no config of the user's."""
    left_out = {"GITHUB_ACTIONS", "FORCE_COLOR", "CLICOLOR_FORCE", "CONFTY_OUTPUT_FORMAT"}
    left_out |= {"CONFTY_CONFIG_FILE", "JSONNET_PATH"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    source = str(PROJECT / "src")
    return {**kept, "PYTHONPATH": source, "XDG_CONFIG_HOME": "/nonexistent", **extra}


def confty(*arguments, cwd, stdin=b"", timeout=60, **extra):
    """Run ``confty``; output and errors come back as text."""
    done = subprocess.run(
        [sys.executable, "-m", "confty", *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=environment(**extra),
        timeout=timeout,
        check=False,
    )
    done.stdout = done.stdout.decode()
    done.stderr = done.stderr.decode()
    assert "Traceback" not in done.stderr
    return done
