"""Run every benchmark of this folder in turn; ``run.py rcl types`` runs only those."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    chosen = sys.argv[1:]
    scripts = sorted(HERE.glob("bench_*.py"))
    failed = 0
    for script in scripts:
        name = script.stem.removeprefix("bench_")
        if chosen and name not in chosen:
            continue
        print(f"== {name}", flush=True)
        failed |= subprocess.run([sys.executable, script], check=False).returncode
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
