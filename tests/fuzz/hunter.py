"""The watchdog: gives texts to a worker, ends it when its time is up, says where it hung."""

from __future__ import annotations

import os
import pickle
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

TESTS = Path(__file__).resolve().parents[1]
#: Seconds of the processor's time that one text may take, and of the clock's.
DEADLINE = 5.0
PATIENCE = 300.0
#: What one text may add to the worker's peak, in bytes.
MOST_GROWTH = 1 << 30
STARTUP = 60.0
_FRAME = re.compile(r'File "[^"]*/confty/([^"]+)", line \d+ in (\S+)')


@dataclass(frozen=True)
class Failure:
    """One promise that one text broke."""

    lang: str
    operation: str
    kind: str
    place: str
    detail: str
    text: str

    @property
    def signature(self) -> tuple[str, str, str, str]:
        """What makes two failures the same defect, as far as can be told."""
        kind = "101" if self.kind.startswith("101-") else self.kind
        return self.lang, self.operation, kind, self.place

    def __str__(self) -> str:
        head = f"{self.lang} {self.operation}: {self.kind} {self.place} {self.detail}"
        return f"{head}\n-- input --\n{self.text}\n{self.text!r}"


class Worker:
    """A worker process, started when first needed and again after each death."""

    def __init__(self) -> None:
        self._process: subprocess.Popen | None = None
        self._errors: BinaryIO | None = None
        self._peak = 0
        self.rss = 0

    def _started(self) -> subprocess.Popen:
        if self._process is None or self._process.poll() is not None:
            path = f"{TESTS.parent / 'src'}:{TESTS}"
            environment = {
                **os.environ,
                "PYTHONPATH": path,
                "NO_COLOR": "1",
                "PYTHONHASHSEED": "0",
            }
            self.close()
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the process
            self._process = subprocess.Popen(
                [sys.executable, "-m", "fuzz.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environment,
            )
            self._peak = 0
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
            self._process = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def attempt(
        self, lang: str, text: str, operations: list[str], deadline: float = DEADLINE
    ) -> list[Failure]:
        """Try a text; hangs and deaths come back as failures like any other."""
        process = self._started()
        pickle.dump((lang, text, operations), process.stdin)
        process.stdin.flush()
        fresh = self._peak == 0
        begun, used = time.monotonic(), 0.0 if fresh else _cpu(process.pid)
        allowed = deadline + (5.0 if fresh else 0.0)
        while not select.select([process.stdout], [], [], 0.2)[0]:
            if _cpu(process.pid) - used > allowed or time.monotonic() - begun > PATIENCE:
                return [self._hang(lang, text)]
        try:
            found, self.rss, peak = pickle.load(process.stdout)
        except (EOFError, pickle.UnpicklingError):
            code = process.wait()
            told = self._told()
            self.close()
            operation, place = _named(told)
            return [Failure(lang, operation, f"died-{code}", place, told[-300:], text)]
        failures = [Failure(lang, *parts, text) for parts in found]
        if self._peak and peak - self._peak > MOST_GROWTH:
            failures.append(
                Failure(lang, "any", "memory", "", f"{peak - self._peak >> 20} MB", text)
            )
        self._peak = peak
        if peak > 3 * MOST_GROWTH:
            self.close()
        return failures

    def _hang(self, lang: str, text: str) -> Failure:
        process = self._process
        self._told()
        process.send_signal(signal.SIGUSR1)
        time.sleep(0.5)
        told = self._told()
        self.close()
        operation, place = _named(told)
        return Failure(lang, operation, "hang", place, "", text)

    def _told(self) -> str:
        self._errors.seek(0)
        told = self._errors.read().decode("utf-8", "replace")
        self._errors.seek(0)
        self._errors.truncate()
        return told


def _cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _named(told: str) -> tuple[str, str]:
    """Find the operation and the innermost function of ours in a dump of all threads."""
    operation = re.search(
        r'fuzz/operations\.py", line \d+ in (check|places|reformat|evaluate|infer|commands)\b',
        told,
    )
    names = {"reformat": "fmt", "evaluate": "eval", "commands": "command"}
    first = _FRAME.search(told)
    found = operation[1] if operation else "?"
    return names.get(found, found), f"{first[1]}:{first[2]}" if first else ""
