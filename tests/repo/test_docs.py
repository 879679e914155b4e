"""Every command in the documents prints what the documents say.

A fenced block whose info string has ``title=NAME`` is a file; a ``console`` block is a session:
lines that begin with ``$`` are run by a shell, the lines after them are what they print.  Blocks of
one page share a folder.  ``pytest --rewrite`` writes what is printed; read every line of it.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [
        PROJECT / "README.md",
        *(PROJECT / "docs").rglob("*.md"),
        *(PROJECT / "src" / "confty" / "pages").rglob("*.md"),
    ]
)
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What a page may run here; the rest (git, make, pip) is for the reader's own machine.
OURS = (
    "confty",
    "cat",
    "echo",
    "printf",
    "ls",
    "python",
    "mkdir",
    "export",
    "cp",
    "DB_PASSWORD",
    "make -s",
)


def commands(body: str):
    """Split a session into (command, the lines it prints)."""
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


class Session:
    """A folder and an environment in which a page's commands run."""

    def __init__(self, tmp_path: Path) -> None:
        self.work = tmp_path / "work"
        self.work.mkdir()
        programs = tmp_path / "bin"
        programs.mkdir()
        program = programs / "confty"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m confty "$@"\n')
        program.chmod(0o755)
        self.environment = {
            **os.environ,
            "NO_COLOR": "1",
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(PROJECT / "src"),
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        }
        self.environment.pop("GITHUB_ACTIONS", None)

    def run(self, command: str) -> list[str]:
        """Run one command and return the lines it prints on either stream."""
        done = subprocess.run(
            ["bash", "-c", command.replace("python ", f"{sys.executable} ", 1)],
            cwd=self.work,
            # Of our commands what is printed comes in order by itself; of Python's own it need not.
            env={**self.environment, "PYTHONUNBUFFERED": "1" if "python " in command else ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
            check=False,
        )
        assert "Traceback" not in done.stdout, command
        return done.stdout.rstrip("\n").split("\n") if done.stdout.strip() else []

    def replay(self, body: str) -> str:
        """Return a session as it really goes."""
        lines = []
        for command, expected in commands(body):
            lines.append(f"$ {command}")
            lines += self.run(command) if command.startswith(OURS) else expected
        return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_page(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    session = Session(tmp_path)

    def really(block: re.Match[str]) -> str:
        kind, info, body = block[1], block[2], block[3]
        if title := re.search(r"title=(\S+)", info):
            path = session.work / title[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body)
        if kind != "console":
            return block[0]
        return f"```{kind}{info}\n{session.replay(body)}```"

    found = BLOCK.sub(really, text)
    if request.config.getoption("--rewrite"):
        page.write_text(found, encoding="utf-8")
    else:
        assert found == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_no_block_of_a_page_goes_untried(page: Path) -> None:
    """A block without a title is a session, a page's example, a doctest, or a config file."""
    from confty.registry import SETTINGS, SUFFIXES
    from confty.workspace.validate import validate

    explains = page.is_relative_to(PROJECT / "src")
    for kind, info, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if "title=" in info or kind in {"console", "pycon"}:
            continue
        if kind == "toml" and not explains:
            validate(tomllib.loads(body), page.name, SETTINGS)
        else:
            assert explains, f"a block of {kind} that nothing runs"
            assert kind in SUFFIXES.values()
