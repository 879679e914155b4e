"""Run every benchmark of this folder in turn; ``run.py rcl types`` runs only those.

What they print is kept in ``build/bench``, and without names ``page.py`` makes a page of it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "build" / "bench"


def run(script: Path, name: str) -> int:
    """Run one script, show what it prints and keep it."""
    print(f"== {name}", flush=True)
    with (
        subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as process,
        open(OUT / f"{name}.txt", "w") as kept,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            kept.write(line)
    return process.returncode


def main() -> int:
    chosen = sys.argv[1:]
    OUT.mkdir(parents=True, exist_ok=True)
    scripts = {one.stem.removeprefix("bench_"): one for one in sorted(HERE.glob("bench_*.py"))}
    scripts["growth"] = HERE / "growth.py"
    failed = 0
    for name, script in scripts.items():
        if not chosen or name in chosen:
            failed |= run(script, name)
    if not chosen or "page" in chosen:
        failed |= subprocess.run([sys.executable, HERE / "page.py"], check=False).returncode
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
