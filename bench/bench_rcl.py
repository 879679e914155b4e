"""RCL against the original's Python package: time in this process, memory in fresh ones.

Run ``python bench/bench_rcl.py``.  Every figure is CPU time, the least of several runs, from text
to value, nothing cached between runs.  A ratio below 1 means that confty is ahead.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

PROGRAMS = {
    "fold over 200,000 numbers": "std.range(0, 200000).fold(0, (sum, x) => sum + x)",
    "dict comprehension, 50,000": '{for i in std.range(0, 50000): f"key-{i}": i * 2}',
    "nested comprehension, 300 x 300": (
        "[for i in std.range(0, 300): for j in std.range(0, 300): i * j]"
    ),
    "100,000 calls of a typed function": (
        "let f: (Number, Number) -> Number = (x, y) => x * 2 + (y - 1);\n"
        "[for i in std.range(0, 100000): f(i, 3)]"
    ).replace("x * 2 + (y - 1)", "(x * 2) + (y - 1)"),
}
QUERY = (
    'let input = import "large.json";\n'
    "[for user in input.users: if user.active: if user.score > 99: user.name].len()"
)


def document() -> str:
    """About 4 MB of JSON, the same every time."""
    pick = random.Random(7)
    users = [
        {
            "id": index, "name": f"user {index}", "email": f"u{index}@example.com",
            "active": pick.random() < 0.5, "score": round(pick.random() * 100, 2),
            "tags": [pick.choice(["red", "green", "blue"]) for _ in range(3)],
            "address": {"street": f"{index} Main Street", "zip": f"{index:05}", "city": None},
        }
        for index in range(20_500)
    ]  # fmt: skip
    return json.dumps({"users": users}, indent=1)


class DiskHost:
    """The least that a language asks of the world."""

    settings: dict[str, object] = {}  # noqa: RUF012
    # Where the project begins, what the world was like, and who else reads files: nothing known.
    root = "."
    view = None

    def foreign(self, name: str, way: object = ()) -> None:
        del name, way

    def needs(self, importer: str, name: str) -> None:
        """Nobody asks."""

    def resolve(self, path: str, importer: str | None) -> str | None:
        del importer
        return path if os.path.exists(path) else None

    def read(self, name: str) -> bytes:
        return Path(name).read_bytes()

    def variable(self, name: str) -> None:
        del name

    def trace(self, line: str) -> None:
        print(line)


def ours(program: str) -> object:
    from confty.languages.rcl.wiring import LANGUAGE
    from confty.text import Source

    outcome = LANGUAGE.evaluate(Source("stdin", program), DiskHost())  # type: ignore[arg-type]
    assert outcome.output is not None, outcome.diagnostics
    return outcome.output.value


def theirs(program: str) -> object:
    import rcl

    return rcl.loads(program)


def cpu(run: Callable[[str], object], program: str, rounds: int = 7) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        run(program)
        best = min(best, time.process_time() - start)
    return best * 1000


def peak(which: str, folder: str) -> float:
    """Peak memory of a fresh process that runs the query, in MB."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import bench_rcl;"
        "getattr(bench_rcl, sys.argv[2])(bench_rcl.QUERY);"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(ROOT / "bench"), which],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return int(done.stdout.split()[-1]) / 1024


def row(name: str, own: float, peer: float, unit: str) -> None:
    print(f"{name:<36} {own:>9.1f} {peer:>9.1f} {unit:<3} {own / peer:>6.2f}")


def main() -> int:
    try:
        import rcl  # noqa: F401
    except ImportError:
        print("the package rcl-lang is not installed; install confty[peers] to compare with it")
        return 1
    print(f"{'rcl':<36} {'confty':>9} {'rcl-lang':>9}     ratio")
    for name, program in PROGRAMS.items():
        value = theirs(program)
        assert ours(program) == value or isinstance(value, float), name
        row(name, cpu(ours, program), cpu(theirs, program), "ms")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "large.json").write_text(document(), encoding="utf-8")
        here = Path.cwd()
        os.chdir(folder)
        try:
            assert ours(QUERY) == theirs(QUERY)
            row("query a 4 MB JSON document", cpu(ours, QUERY, 5), cpu(theirs, QUERY, 5), "ms")
            row("the same, peak memory", peak("ours", folder), peak("theirs", folder), "MB")
        finally:
            os.chdir(here)
    labels()
    return 0


def labels() -> None:
    """What labels cost programs without any: the same programs after a labelled run."""
    from confty.languages.rcl.wiring import LANGUAGE
    from confty.text import Source

    class Given(DiskHost):
        settings = {"ext_vars": {"word": ("secret", "w")}}  # noqa: RUF012

    before = {name: cpu(ours, program) for name, program in PROGRAMS.items()}
    outcome = LANGUAGE.evaluate(Source("stdin", "ext.word"), Given())  # type: ignore[arg-type]
    assert outcome.output.labelled
    print(f"\n{'rcl, no labels in the program':<36} {'after':>9} {'before':>9}     ratio")
    for name, program in PROGRAMS.items():
        row(name, cpu(ours, program), before[name], "ms")


if __name__ == "__main__":
    sys.exit(main())
