"""Show the main job on the files beside this one: check, evaluate, and explain a mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STEPS = [
    ("A small company's configuration, in several languages, is checked as one:", 0,
     ["check", "examples/company"]),
    ("Every file can be evaluated and shown in another form:", 0,
     ["eval", "examples/company/service.toml", "--format", "yaml"]),
    ("RCL, with its record types:", 0,
     ["eval", "examples/company/users.rcl", "--format", "yaml"]),
    ("The type of a place, in the file's own notation:", 0,
     ["type", "examples/company/users.rcl:8:5"]),
    ("A deliberate mistake, found by the schema:", 1,
     ["check", "examples/mistake"]),
]  # fmt: skip


def main() -> int:
    for words, expected, arguments in STEPS:
        print(f"\n{words}\n\n  $ confty {' '.join(arguments)}", flush=True)
        done = subprocess.run([sys.executable, "-m", "confty", *arguments], cwd=ROOT, check=False)
        if done.returncode != expected:
            print(f"expected the exit code {expected}, found {done.returncode}")
            return 1
    print(
        "\nThat was confty. `confty --help` lists the commands, docs/guide.md goes on from here."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
