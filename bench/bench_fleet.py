"""Evaluating a generated fleet: here, and on a Dask cluster of one and of two worker processes.

Wall time, the work that workers report, and what is left between the two, beside what the model
of ``fleet_model.py`` says for the same costs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from fleet.dask_cluster import Dask  # noqa: E402
from fleet_model import Costs, simulate  # noqa: E402
from trees import fleet  # noqa: E402

FILES = int(os.environ.get("CONFTY_BENCH_TARGETS", "2000"))


def run(folder: str, cache: str, *words: str) -> tuple[float, str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "CONFTY_CACHE_DIR": cache}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "confty", "eval", "--many", *words, "env"],
        cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    return time.perf_counter() - start, done.stderr


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        targets = fleet(Path(place) / "tree", FILES)
        tree = f"{place}/tree"
        print(f"{targets} targets{'wall s':>14}{'work s':>9}{'batches':>9}{'model s':>9}")
        wall, _ = run(tree, f"{place}/cache", "-j", "1")
        print(f"{'here, one process':20}{wall:9.2f}")
        one = Dask(Path(place))
        try:
            for workers in (1, 2):
                one.worker()
                one.wait(workers)
                wall, said = run(tree, f"{place}/cache{workers}", "--engine", one.engine)
                batches, work = re.findall(r"(\d+) batches, ([\d.]+) s of work", said)[0]
                model = simulate(targets, workers, Costs(target=float(work) / targets))
                print(
                    f"{f'{workers} workers':20}{wall:9.2f}{float(work):9.2f}{batches:>9}{model.seconds:9.2f}"
                )
        finally:
            one.end()


if __name__ == "__main__":
    main()
