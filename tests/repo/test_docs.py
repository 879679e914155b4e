"""Every command in the documents prints what the documents say.

A fenced block whose info string has ``title=NAME`` is a file; a ``console`` block is a
session: lines that begin with ``$`` are run by a shell, the lines after them are what they print.
Blocks of one page share a folder.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PAGES = sorted([PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sessions(text: str):
    for kind, info, body in BLOCK.findall(text):
        title = re.search(r"title=(\S+)", info)
        yield kind, title[1] if title else None, body


def commands(body: str):
    command, output = None, []
    for line in body.splitlines():
        if line.startswith("$ "):
            if command is not None:
                yield command, output
            command, output = line[2:], []
        else:
            output.append(line)
    if command is not None:
        yield command, output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_page(page: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(PROJECT / "src")}
    environment.pop("GITHUB_ACTIONS", None)
    commands_folder = tmp_path / "bin"
    commands_folder.mkdir()
    program = commands_folder / "confty"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m confty "$@"\n')
    program.chmod(0o755)
    environment["PATH"] = f"{commands_folder}:{environment['PATH']}"
    work = tmp_path / "work"
    work.mkdir()
    for kind, title, body in sessions(page.read_text(encoding="utf-8")):
        if title is not None:
            (work / title).parent.mkdir(parents=True, exist_ok=True)
            (work / title).write_text(body)
        if kind != "console":
            continue
        for command, expected in commands(body):
            if not command.startswith(("confty", "cat", "echo", "printf", "ls", "python")):
                continue
            done = subprocess.run(
                command,
                shell=True,
                cwd=work,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.stdout.rstrip("\n").split("\n") == "\n".join(expected).rstrip("\n").split(
                "\n"
            ), command
