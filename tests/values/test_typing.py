"""What type checkers say about Outputs: mypy --strict and pyright strict, on one sample file."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parent / "typing" / "sample.py"
SOURCE = Path(__file__).parents[2] / "src"


def expectations() -> tuple[dict[int, str], set[int]]:
    revealed: dict[int, str] = {}
    refused: set[int] = set()
    for number, line in enumerate(SAMPLE.read_text().splitlines(), 1):
        if line.startswith("reveal_type("):
            revealed[number] = line.rpartition("# revealed: ")[2]
        elif line.endswith("# refused"):
            refused.add(number)
    return revealed, refused


def neutral(spelled: str) -> str:
    """One spelling for both: no module names, no quotes."""
    return re.sub(r"\b(builtins|confty|values|outputs|sample)\.", "", spelled).strip("\"'")


def check(found: dict[int, str], errors: set[int]) -> None:
    revealed, refused = expectations()
    assert {line: neutral(spelled) for line, spelled in found.items()} == revealed
    assert errors == refused


@pytest.mark.timeout(280)
def test_mypy_says_so(tmp_path):
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-pretty"]
    command += ["--config-file", os.devnull, "--cache-dir", str(tmp_path), "--python-version"]
    done = subprocess.run(
        [*command, "3.11", "--follow-imports=silent", str(SAMPLE)],
        capture_output=True,
        text=True,
        timeout=270,
        check=False,
        env={**os.environ, "MYPYPATH": str(SOURCE)},
    )
    found: dict[int, str] = {}
    errors: set[int] = set()
    for line in done.stdout.splitlines():
        place = re.match(r".*sample\.py:(\d+): (\w+): (.*)", line)
        assert place, done.stdout + done.stderr
        number, kind, message = int(place[1]), place[2], place[3]
        if kind == "error":
            errors.add(number)
        elif message.startswith("Revealed type is "):
            found[number] = message.removeprefix("Revealed type is ")
    check(found, errors)


@pytest.mark.timeout(280)
def test_pyright_says_so(tmp_path):
    pyright = shutil.which("pyright", path=str(Path(sys.executable).parent))
    if pyright is None:
        pytest.skip("pyright is not installed")
    shutil.copy(SAMPLE, tmp_path / "sample.py")
    settings = {
        "typeCheckingMode": "strict",
        "include": ["sample.py"],
        "extraPaths": [str(SOURCE)],
        "pythonVersion": "3.11",
        "reportUnusedExpression": False,
        "reportUnusedCoroutine": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [pyright, "--outputjson", "-p", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=270,
        check=False,
    )
    found: dict[int, str] = {}
    errors: set[int] = set()
    for finding in json.loads(done.stdout)["generalDiagnostics"]:
        number = finding["range"]["start"]["line"] + 1
        spelled = re.search(r'Type of ".*" is "(.*)"', finding["message"], re.DOTALL)
        if finding["severity"] == "information" and spelled:
            found[number] = spelled[1]
        elif finding["severity"] == "error":
            errors.add(number)
    check(found, errors)
