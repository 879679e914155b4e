"""HCL's own specsuite, through the published runner, in each of its protocols."""

import os
import subprocess
import sys

import pytest
from support.conformance import PROJECT, require


@pytest.mark.parametrize(("mode", "flags"), [("body", []), ("parse", ["--parse"]), ("hcldec", [])])
def test_specsuite(mode, flags, tally):
    runner, suite = require("hcl_run.py"), require("hcl")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "src")}
    command = [sys.executable, str(runner), "--suite", str(suite), "--mode", mode, "--"]
    done = subprocess.run(
        [*command, sys.executable, "-m", "confty.cli.hcl", *flags],
        capture_output=True,
        text=True,
        env=environment,
        timeout=250,
        check=False,
    )
    last = done.stdout.strip().splitlines()[-1]
    passed, failed = int(last.split()[0]), int(last.split()[2])
    failing = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAIL")]
    tally(f"hcl specsuite, {mode}", passed, passed + failed, failing)
    assert done.returncode == 0, done.stdout + done.stderr
    assert passed
