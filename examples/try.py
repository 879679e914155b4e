"""Show the main job on the files beside this one: check, evaluate, preview, explain a mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STEPS = (
    (
        "A small company's configuration, in six languages, is checked as one:",
        0,
        ("check", "examples/company"),
    ),
    (
        "Jsonnet that takes people from RCL, limits from YAML and a service from TOML:",
        0,
        ("eval", "examples/company/deploy.jsonnet", "--format", "yaml"),
    ),
    (
        "The type of a place, in the file's own notation:",
        0,
        ("type", "examples/company/users.rcl:8:5"),
    ),
    (
        "What a PCL program would do, without a cloud account:",
        0,
        ("preview", "examples/company/infra", "--secret-config", "token=env:HOME"),
    ),
    (
        "A type of data for other tools:",
        0,
        ("infer", "examples/company/service.toml", "--emit", "typeddict"),
    ),
    (
        "A deliberate mistake: the record is declared in another language.",
        1,
        ("check", "examples/mistake/deploy.jsonnet"),
    ),
    ("What that code means:", 0, ("explain", "jsonnet/no-such-field")),
)


def main() -> int:
    for words, expected, arguments in STEPS:
        print(f"\n{words}\n\n  $ confty {' '.join(arguments)}", flush=True)
        done = subprocess.run([sys.executable, "-m", "confty", *arguments], cwd=ROOT, check=False)
        if done.returncode != expected:
            print(f"expected the exit code {expected}, found {done.returncode}")
            return 1
    print(
        "\nThat was confty, and `.venv/bin/confty` calls it (`source .venv/bin/activate` makes it"
        "\n`confty`). `confty --help` lists the commands; docs/guide.md goes on from here."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
