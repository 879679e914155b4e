"""``confty check .`` over a tree of 10,000 files: cold, with nothing changed, with one file edited.

Wall time and CPU time of the whole command.  Cold in one process and in two; a library that a
hundred environments import is edited, and one environment.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trees import fleet

FILES = int(os.environ.get("CONFTY_BENCH_FILES", "10000"))
SOURCES = str(Path(__file__).resolve().parents[1] / "src")


def run(folder: str, cache: str, *words: str) -> tuple[float, float]:
    environment = {**os.environ, "PYTHONPATH": SOURCES, "CONFTY_CACHE_DIR": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "confty", "check", *words, "."],
        cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    with tempfile.TemporaryDirectory() as place:
        tree, cache = f"{place}/tree", f"{place}/cache"
        fleet(Path(tree), FILES)
        print(f"{FILES} files{'wall s':>32}{'cpu s':>9}")

        def line(what: str, *words: str, kept: str = cache) -> float:
            wall, cpu = run(tree, kept, *words)
            print(f"{what:38}{wall:9.2f}{cpu:9.2f}", flush=True)
            return wall

        one = line("cold, one process", "-j", "1", kept=f"{place}/other")
        two = line("cold, two processes", "-j", "2")
        same = line("nothing changed")
        library = Path(tree) / "lib" / "team7.libsonnet"
        library.write_text(library.read_text() + "// edited\n")
        shared = line("a library of 80 files edited")
        entry = next(Path(tree, "env").glob("*/*.jsonnet"))
        entry.write_text(entry.read_text() + "// edited\n")
        single = line("one file edited")
        print(f"two processes take {two / one:.0%} of one's time")
        return int(two > 0.6 * one or same > 1.0 or max(shared, single) > 2.0)


if __name__ == "__main__":
    sys.exit(main())
