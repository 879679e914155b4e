"""How an attack is run: a folder of its own, the command as a user starts it, a clock beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from support.shell import environment

#: What a command may take.  An attack known to hang is not waited for so long.
SECONDS = float(os.environ.get("CONFTY_ATTACK_SECONDS", "20"))
SECONDS_IF_KNOWN = 4.0


class Ended:
    """How a command ended; ``code`` is None for one that had to be stopped."""

    def __init__(self, code: int | None, out: bytes, err: bytes) -> None:
        self.code = code
        self.raw = out
        self.out = out.decode("utf-8", "replace")
        self.err = err.decode("utf-8", "replace")

    def __repr__(self) -> str:
        return f"code {self.code}\n{self.out[-600:]}\n{self.err[-1200:]}"


class Attack:
    """A folder, and commands run in it."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder = folder
        self.seconds = seconds
        self.variables: dict[str, str] = {
            "CONFTY_CACHE_DIR": str(folder.parent / "cache"),
            "CONFTY_SCHEMA_DIR": str(folder.parent / "schemas"),
        }

    def file(self, name: str, text: str | bytes) -> Path:
        """Write a file of the folder, exactly."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        return path

    def run(
        self,
        *arguments: object,
        stdin: bytes = b"",
        cwd: Path | None = None,
        prelude: str = "",
        **extra,
    ) -> Ended:
        """Run ``confty``, after a line of Python if one is given."""
        start = ["-m", "confty"]
        if prelude:
            start = [
                "-c",
                f"import sys\n{prelude}\nfrom confty.cli.main import main\nsys.exit(main(sys.argv[1:]))",
            ]
        return self.program(
            [sys.executable, *start, *map(str, arguments)], stdin=stdin, cwd=cwd, **extra
        )

    def program(
        self, words: list[str], *, stdin: bytes = b"", cwd: Path | None = None, **extra
    ) -> Ended:
        """Run any program, and all it started, for no longer than its time."""
        running = subprocess.Popen(
            words,
            cwd=cwd or self.folder,
            stdin=subprocess.PIPE,
            stdout=extra.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            env=environment(**self.variables),
            start_new_session=True,
            **extra,
        )
        try:
            out, err = running.communicate(stdin, self.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            out, err = running.communicate()
            return Ended(None, out or b"", err or b"")
        return Ended(running.returncode, out or b"", err or b"")

    def python(self, code: str) -> Ended:
        """Run a Python program that uses the package."""
        return self.program([sys.executable, "-c", code])


def told(ended: Ended, *codes: int) -> Ended:
    """Ask that a command came to an end of ours, with one of the codes, and no defect."""
    assert ended.code is not None, "it hung"
    assert ended.code in (codes or (0, 1)), ended
    assert "Traceback" not in ended.err, ended
    assert "internal error" not in ended.err, ended
    return ended
