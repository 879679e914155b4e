"""A real scheduler and real workers, each a process of its own, for tests."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

SOURCES = str(Path(__file__).resolve().parents[2] / "src")
SCHEDULER = """
import asyncio, sys
from distributed import Scheduler
async def main():
    async with Scheduler(port=int(sys.argv[1]), host="127.0.0.1", dashboard=False) as one:
        await one.finished()
asyncio.run(main())
"""
WORKER = """
import asyncio, os, sys
from distributed import Worker
async def main():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False, local_directory=sys.argv[2]) as one:
        await one.finished()
asyncio.run(main())
"""


class Dask:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._scheduler()

    @property
    def engine(self) -> str:
        return f"dask://127.0.0.1:{self.port}"

    def _start(self, code: str, *words: str, path: str = SOURCES, **variables: str):
        # Not the folder of the tree: nothing is shared but what is sent.
        environment = {
            **os.environ, "PYTHONPATH": path, "CONFTY_CACHE_DIR": str(self.folder / "cache"),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1", **variables,
        }  # fmt: skip
        return subprocess.Popen(
            [sys.executable, "-c", code, *words], cwd=self.folder, env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _scheduler(self):
        return self._start(SCHEDULER, str(self.port))

    def worker(self, path: str = SOURCES, **variables: str) -> subprocess.Popen[bytes]:
        address = f"tcp://127.0.0.1:{self.port}"
        one = self._start(WORKER, address, str(self.folder), path=path, **variables)
        self.workers.append(one)
        return one

    def wait(self, count: int) -> None:
        from distributed import Client

        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            try:
                with Client(
                    f"tcp://127.0.0.1:{self.port}", timeout=30, set_as_default=False
                ) as client:
                    client.wait_for_workers(count, timeout=60)
                    return
            except OSError:
                continue
        raise AssertionError("the cluster does not start")

    def restart_scheduler(self) -> None:
        self.kill(self.scheduler)
        self.scheduler = self._scheduler()

    @staticmethod
    def kill(process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.SIGKILL)
        process.wait()

    def end(self) -> None:
        for one in [*self.workers, self.scheduler]:
            if one.poll() is None:
                self.kill(one)
