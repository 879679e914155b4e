"""Run every benchmark of this folder in turn; ``run.py rcl types`` runs only those.

What they print is kept in ``build/bench``, and without names ``page.py`` makes a page of it.  Sizes
are those that a quarter of an hour allows; ``BENCH=full make bench`` takes the ones that goals are
written for (10,000 files, every program of the corpus), and about an hour.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "build" / "bench"
FULL = os.environ.get("BENCH") == "full"
#: What makes a script short: variables for all, and words for some.
VARIABLES = {
    "CONFTY_BENCH_FILES": "2000",
    "CONFTY_BENCH_TARGETS": "500",
    "CONFTY_BENCH_LIMIT": "5",
    "CONFTY_BENCH_RESOURCES": "500 1000 2000",
}
WORDS = {"cold": ["--every", "12"], "growth": ["--short"], "server": ["--edits", "1000"]}
# A script that hangs is a failure, and not the end of all that follow.
LONGEST = 3600 if FULL else 900


def run(script: Path, name: str) -> int:
    """Run one script, show what it prints and keep it."""
    print(f"== {name}", flush=True)
    began = time.perf_counter()
    words = [] if FULL else WORDS.get(name, [])
    environment = {**({} if FULL else VARIABLES), **os.environ}
    with (
        subprocess.Popen(
            ["timeout", str(LONGEST), sys.executable, script, *words],
            stdout=subprocess.PIPE, text=True, env=environment,
        ) as process,
        open(OUT / f"{name}.txt", "w") as kept,
    ):  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            kept.write(line)
    print(f"-- {name}: {time.perf_counter() - began:.0f} s, exit {process.returncode}", flush=True)
    return process.returncode


def main() -> int:
    chosen = sys.argv[1:]
    OUT.mkdir(parents=True, exist_ok=True)
    scripts = {one.stem.removeprefix("bench_"): one for one in sorted(HERE.glob("bench_*.py"))}
    scripts["growth"] = HERE / "growth.py"
    failed = [name for name in scripts if not chosen or name in chosen]
    failed = [name for name in failed if run(scripts[name], name)]
    if not chosen or "page" in chosen:
        page = subprocess.run([sys.executable, HERE / "page.py"], check=False)
        failed += ["page"] * bool(page.returncode)
    if failed:
        print(f"above their limits or broken: {', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
