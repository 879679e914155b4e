"""A YAML document of five megabytes: checked, in parts of what PyYAML's C loader takes to load it.

Each time is the CPU time of a process of its own, from its start to its end; the better of two.

    python bench/bench_yaml.py
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SOURCE = str(Path(__file__).resolve().parent.parent / "src")
SIZE = 5_000_000
LIMIT = 0.8

LOAD = """
import sys, yaml
with open(sys.argv[1], encoding="utf-8") as file:
    for _ in yaml.load_all(file, Loader=yaml.CLoader): pass
"""


def record(i: int) -> object:
    return {
        "id": i,
        "name": f"user {i}",
        "email": f"user{i}@example.com",
        "active": i % 3 == 0,
        "score": i * 1.37 % 100,
        "tags": ["a", "bb", "ccc"],
        "address": {"street": f"Main Street {i}", "geo": [1.5 * i, 2.5]},
        "note": None,
    }


def deployment(i: int) -> object:
    container = {"name": "c", "image": f"nginx:1.{i}", "env": [{"name": "A", "value": "b"}]}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": f"web-{i}", "labels": {"app": "web"}},
        "spec": {"replicas": i % 5, "template": {"spec": {"containers": [container]}}},
    }


SHAPES: dict[str, Callable[[int], object]] = {
    "records": record,
    "deployments": deployment,
    "strings": lambda i: f"a line of some text, number {i}",
    "integers": lambda i: i,
}


def document(make: Callable[[int], object], *, stream: bool = False) -> str:
    import yaml

    each = len(yaml.dump([make(50_000)], Dumper=yaml.CSafeDumper, sort_keys=False))
    parts = [make(i) for i in range(SIZE // each)]
    dump = yaml.dump_all if stream else yaml.dump
    return str(dump(parts, Dumper=yaml.CSafeDumper, sort_keys=False))


def seconds(*command: str) -> float:
    times = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *command],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": SOURCE},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main() -> int:
    failed = False
    print(f"{'5 MB of':16}{'load':>8}{'check':>8}{'part':>8}")
    texts = {name: document(make) for name, make in SHAPES.items()}
    texts["a stream"] = document(deployment, stream=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            path = Path(folder, "data.yaml")
            path.write_text(text, encoding="utf-8")
            load = seconds("-c", LOAD, str(path))
            check = seconds("-m", "confty", "check", "--no-cache", str(path))
            failed |= check > LIMIT * load
            print(f"{name:16}{load:8.2f}{check:8.2f}{check / load:8.2f}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
