"""A JSON document of ten megabytes: checked, in multiples of ``json.loads``.

Times are the best of three in one process; both sides start from text.  Memory is the growth of
the peak of a process of its own, in multiples of the document.  A second table writes data.

    python bench/bench_data.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

SOURCE = str(Path(__file__).resolve().parent.parent / "src")
SIZE = 10_000_000
TIME_LIMIT, MEMORY_LIMIT = 6, 12


def record(i: int) -> object:
    return {
        "id": i,
        "name": f"user {i}",
        "email": f"user{i}@example.com",
        "active": i % 3 == 0,
        "score": i * 1.37 % 100,
        "tags": ["a", "bb", "ccc"],
        "address": {"street": f"Main Street {i}", "zip": f"{i:05}", "geo": [1.5 * i, 2.5]},
        "note": None,
    }


SHAPES: dict[str, Callable[[int], object]] = {
    "records": record,
    "small objects": lambda i: {"a": i},
    "nested objects": lambda i: {"a": {"b": {"c": {"d": [{"e": i}]}}}},
    "strings": lambda i: f"a line of some text, number {i}",
    "integers": lambda i: i,
    "floats": lambda i: i * 1.1,
    "pairs": lambda i: [i, i + 1],
}


def document(shape: str) -> str:
    make = SHAPES[shape]
    each = len(json.dumps(make(50_000))) + 2
    return json.dumps([make(i) for i in range(SIZE // each)])


def broken(shape: str, mark: str, mistake: str) -> str:
    """The document with something put behind the last ``mark`` but a few: one finding in all."""
    text = document(shape)
    at = text.index(mark, len(text) - 5000) + len(mark)
    return text[:at] + mistake + text[at:]


#: Which shape, behind what, and what is put there.
MISTAKES: dict[str, tuple[str, str, str]] = {
    "half a pair": ("records", "user ", "\\ud800"),
    "a key twice": ("records", "{", '"x": 1, "x": 2, '),
    "the same, small": ("small objects", "{", '"x": 1, "x": 2, '),
    "the same, nested": ("nested objects", "{", '"x": 1, "x": 2, '),
    "half in strings": ("strings", "some ", "\\ud800"),
}


def best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


class NoHost:
    settings: ClassVar[dict[str, object]] = {}


MEASURE = """
import re, sys
def peak():
    # Not ru_maxrss: a process starts with the peak of the one that started it.
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\\s+(\\d+)", status.read())[1])
sys.path.insert(0, {source!r})
from confty.languages.data.wiring import JSON
from confty.kit.encoding import decode
class NoHost:
    settings = {{}}
JSON.check(decode("warm", b'{{"a": [1.5, "x"]}}')[0], NoHost())
before = peak()
with open({path!r}, "rb") as stream:
    source, _ = decode("data.json", stream.read())
outcome = JSON.check(source, NoHost())
assert not outcome.diagnostics
print(peak() - before)
"""


def memory(text: str) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(text)
        file.flush()
        program = MEASURE.format(source=SOURCE, path=file.name)
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
    return int(done.stdout) * 1024 / len(text)


def main() -> None:
    sys.path.insert(0, SOURCE)
    from confty.languages.data.wiring import JSON
    from confty.render import render
    from confty.text import Source

    print(f"a JSON document of {SIZE // 1_000_000} MB, checked")
    print(f"limits: {TIME_LIMIT}x the time, {MEMORY_LIMIT}x the size")
    print(f"{'':16} {'time / json.loads':>18} {'memory / size':>14}")
    worst = 0.0
    for shape in SHAPES:
        text = document(shape)
        base = best(lambda text=text: json.loads(text))  # type: ignore[misc]
        ours = best(lambda text=text: JSON.check(Source("d", text), NoHost()))  # type: ignore[misc]
        ratio, size = ours / base, memory(text)
        worst = max(worst, ratio / TIME_LIMIT, size / MEMORY_LIMIT)
        print(f"{shape:16} {ratio:17.1f}x {size:13.1f}x")
    print("\nthe same with one finding near its end")
    for name, (shape, mark, mistake) in MISTAKES.items():
        text = broken(shape, mark, mistake)
        assert len(JSON.check(Source("d", text), NoHost()).diagnostics) == 1
        base = best(lambda text=text: json.loads(text))  # type: ignore[misc]
        ours = best(lambda text=text: JSON.check(Source("d", text), NoHost()))  # type: ignore[misc]
        worst = max(worst, ours / base / TIME_LIMIT)
        print(f"{name:16} {ours / base:17.1f}x")
    print("within the limits" if worst <= 1 else "OVER THE LIMITS")
    value = json.loads(document("records"))
    base = best(lambda: json.dumps(value, indent=2, ensure_ascii=False))
    print(f"\nthe records, written; time / json.dumps(indent=2) {'':10}")
    for form in ("json", "json-compact", "yaml", "python"):
        print(f"{form:16} {best(lambda form=form: render(value, form)) / base:17.1f}x")  # type: ignore[misc]


if __name__ == "__main__":
    main()
