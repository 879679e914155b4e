"""How fast values are encoded, decoded and hashed, against the official SDK and hashlib.

Run it alone: ``python bench/bench_values.py``.  Each line is a ratio from this one run: processor
time, best of several rounds taken in turns, so that a busy machine disturbs both sides alike.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from confty.values import Asset, Output, decode, encode, structs

LEAVES = 100_000
RECORDS = 20_000
ROUNDS = 7
GIGABYTE = 1 << 30


def nested(leaves: int) -> dict[str, object]:
    """Groups of a hundred leaves: texts, numbers, booleans, nulls, in lists and maps."""

    def group(index: int) -> dict[str, object]:
        parts = [{"x": part, "y": None if part % 7 == 0 else "yes"} for part in range(28)]
        return {
            "name": f"group {index}",
            "on": True,
            "size": index * 1.5,
            "tags": [f"tag {tag}" for tag in range(41)],
            "nested": {"parts": parts},
        }

    return {f"group{index}": group(index) for index in range(leaves // 100)}


def best(*runs: Callable[[], object]) -> list[float]:
    """The best time of each, taken in turns."""
    times = [float("inf")] * len(runs)
    for _ in range(ROUNDS):
        for index, run in enumerate(runs):
            gc.collect()
            start = time.process_time()
            run()
            times[index] = min(times[index], time.process_time() - start)
    return times


def row(what: str, theirs: float, ours: float, wanted: str) -> None:
    print(f"{what:<44} {theirs * 1e3:>9.1f} {ours * 1e3:>9.1f} {theirs / ours:>7.1f}x  {wanted}")


def encoding() -> None:
    try:
        from pulumi.runtime import rpc
    except ImportError:
        print("encoding: skipped, the package pulumi is not installed (pip install pulumi)")
        return
    value = nested(LEAVES)
    message = structs.to_struct({"root": value})
    wire = encode(value)

    def their_plain() -> object:
        return asyncio.run(rpc.serialize_property(value, [], None))

    def their_struct() -> object:
        return asyncio.run(rpc.serialize_properties({"root": value}, {}))

    assert their_plain() == wire
    assert their_struct() == message
    assert structs.from_struct(message) == {"root": value} == {"root": decode(wire)}
    plain, ours_plain, struct, ours_struct, read, ours_read, ours_data = best(
        their_plain,
        lambda: encode(value),
        their_struct,
        lambda: structs.to_struct({"root": value}),
        lambda: rpc.deserialize_properties(message),
        lambda: structs.from_struct(message),
        lambda: decode(wire),
    )
    row("encode 100,000 leaves to plain data", plain, ours_plain, ">= 5")
    row("encode 100,000 leaves to a Struct", struct, ours_struct, ">= 5")
    row("decode 100,000 leaves from a Struct", read, ours_read, ">= 5")
    row("decode 100,000 leaves from plain data", read, ours_data, ">= 5")
    row("there and back, Struct", struct + read, ours_struct + ours_read, ">= 5")
    row("there and back, plain data", plain + read, ours_plain + ours_data, ">= 5")


def records() -> None:
    """A list of 20,000 records made an Output and computed with, plain and with Outputs in it."""
    try:
        import pulumi
    except ImportError:
        print("records: skipped, the package pulumi is not installed (pip install pulumi)")
        return

    def made(one: Callable[[object], object]) -> list[dict[str, object]]:
        return [{"id": i, "name": one(f"n{i}"), "tags": ["a", "b"]} for i in range(RECORDS)]

    def their_own(one: Callable[[object], object]) -> Callable[[], object]:
        async def run() -> object:
            return await pulumi.Output.from_input(made(one)).apply(len).future()

        return lambda: asyncio.run(run())

    def ours(one: Callable[[object], object]) -> Callable[[], object]:
        return lambda: Output.of(made(one)).apply(len).reveal()

    global ROUNDS  # noqa: PLW0603  the other side takes seconds for each
    ROUNDS = 1
    for what, theirs_one, ours_one in (
        ("plain", lambda text: text, lambda text: text),
        ("secrets", pulumi.Output.secret, Output.secret),
    ):
        theirs, mine = best(their_own(theirs_one), ours(ours_one))
        row(f"{RECORDS:,} records through of and apply, {what}", theirs, mine, ">= 1")
    ROUNDS = 7


def hashing() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asset"
        with path.open("wb") as file:
            file.truncate(GIGABYTE)

        def reference() -> str:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()

        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert Asset(path=str(path)).hash() == reference()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        global ROUNDS  # noqa: PLW0603  a gigabyte need not be read seven times
        ROUNDS = 3
        theirs, ours = best(reference, lambda: Asset(path=str(path)).hash())
    row("hash a 1 GB asset (against hashlib)", theirs, ours, "time ratio <= 1.2")
    share = f"ours takes {ours / theirs:.2f} of hashlib's time"
    print(f"{'':<44} {share}, {grown / 1024:.1f} MB more memory")


def chains() -> None:
    def plain() -> None:
        output = Output.of(0)
        for _ in range(LEAVES):
            output = output.apply(lambda value: value + 1)
        assert output.reveal() == LEAVES

    def labelled() -> None:
        output = Output.secret(0)
        for _ in range(LEAVES):
            output = output.apply(lambda value: value + 1)
        assert output.is_secret()
        assert output.reveal() == LEAVES

    def late() -> None:
        output, resolve = Output.deferred()
        last = output
        for _ in range(LEAVES):
            last = last.apply(lambda value: value + 1)
        resolve(0)
        assert last.reveal() == LEAVES

    for what, run in (("plain", plain), ("secret", labelled), ("deferred", late)):
        start = time.perf_counter()
        run()
        print(
            f"a chain of 100,000 applies, {what:<27} {'':>6} {time.perf_counter() - start:>6.2f} s"
        )


def main() -> None:
    print(f"{'values':<44} {'peer ms':>9} {'ours ms':>9} {'faster':>8}  wanted")
    records()
    encoding()
    hashing()
    chains()


if __name__ == "__main__":
    main()
