"""The originals' Python modules, each in a process of its own.

They bring runtimes along (Go's with its signals, C++ without a net under its stack) and end the
whole process when something goes wrong in them.  Here that is an answer that is asked for again,
then a failure with a name, and never the end of the test run.
"""

from __future__ import annotations

import atexit
import importlib
import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec

import pytest

#: What the modules raise for a program that fails; a message may be cut inside a letter.
REFUSALS = (RuntimeError, UnicodeDecodeError)


class Crashed(Exception):
    """A peer's process ended twice over the same call."""


class Peer:
    """A module of somebody else's: ``evaluate_snippet`` and ``evaluate_file`` as it has them."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._child: subprocess.Popen[str] | None = None
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  as long as the peer
        atexit.register(self.close)

    def evaluate_snippet(self, name: str, text: str, **settings: object) -> str:
        """Return what a program gives; raise ``RuntimeError`` if it fails."""
        return self._asked("evaluate_snippet", [name, text], settings)

    def evaluate_file(self, name: str, **settings: object) -> str:
        """Return what the program in a file gives; raise ``RuntimeError`` if it fails."""
        return self._asked("evaluate_file", [name], settings)

    def close(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()

    def _asked(self, function: str, given: list[str], settings: dict[str, object]) -> str:
        call = json.dumps([function, os.getcwd(), given, settings]) + "\n"
        for _ in range(2):
            answer = self._answer(call)
            if answer is not None:
                succeeded, text = answer
                if succeeded:
                    return text
                raise RuntimeError(text)
        self._said.seek(0)
        last = self._said.read().decode("utf-8", "replace")[-2000:]
        raise Crashed(f"{self._module} does not survive {call}{last}")

    def _answer(self, call: str) -> tuple[bool, str] | None:
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, __file__, self._module],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, encoding="ascii",
            )  # fmt: skip
        try:
            self._child.stdin.write(call)
            self._child.stdin.flush()
            line = self._child.stdout.readline()
        except OSError:
            line = ""
        if not line.endswith("\n"):
            self.close()
            return None
        succeeded, text = json.loads(line)
        return succeeded, text


_peers: dict[str, Peer] = {}


def peer(module: str) -> Peer:
    """Return a module that runs elsewhere; skip the test if it is not installed."""
    if find_spec(module) is None:
        pytest.skip(f"{module} is not installed")
    return _peers.setdefault(module, Peer(module))


def _serve(name: str) -> None:
    """Answer calls, one a line; what the module itself prints goes elsewhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    module = importlib.import_module(name)
    for line in sys.stdin:
        function, folder, given, settings = json.loads(line)
        os.chdir(folder)
        try:
            answer = [True, getattr(module, function)(*given, **settings)]
        except REFUSALS as refusal:
            answer = [False, str(refusal)]
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve(sys.argv[1])
