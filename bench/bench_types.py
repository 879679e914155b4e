"""What the type core costs: a repeated question, a first question, and making types.

Each figure is the least of several rounds, next to a bare dictionary lookup by a pair of objects
in the same run: the floor under any cached relation.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from confty.types import (
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    Guards,
    Relation,
    Rules,
    Type,
    View,
    brief,
    list_of,
    map_of,
    merge,
    narrow,
    object_of,
    optional,
    show,
    tuple_of,
    union_of,
)

ROUNDS = 7


def service(number: Type, text: Type) -> Type:
    port = object_of({"port": number, "name": text, "public": optional(text)})
    return object_of(
        {
            "name": text,
            "replicas": number,
            "ports": list_of(port),
            "env": map_of(STRING, union_of(text, number, NULL)),
            "command": union_of(text, list_of(text)),
            "size": tuple_of(number, number),
        },
        DYNAMIC,
    )


def least(action: Callable[[], object], repeat: int) -> float:
    """The least time of one call, in nanoseconds."""
    best = float("inf")
    rounds = range(repeat)
    for _ in range(ROUNDS):
        started = time.perf_counter_ns()
        for _ in rounds:
            action()
        best = min(best, (time.perf_counter_ns() - started) / repeat)
    return best


def first(source: Type, target: Type) -> Callable[[], object]:
    rules = Rules()

    def ask() -> object:
        return Relation(rules).assignable(source, target)

    return ask


def main() -> None:
    found, wanted = service(INT, STRING), service(NUMBER, optional(STRING))
    pairs = {(found, wanted): 1}
    relation = Relation(Rules(conversions={(INT, NUMBER): SAFE}))
    relation.assignable(found, wanted)
    view = View(atoms={INT: lambda value: value.__class__ is int})
    test = Guards(view, relation).test(list_of(INT))
    numbers = list(range(100))
    figures = {
        "a dictionary lookup by a pair": least(lambda: pairs[found, wanted], 20_000),
        "assignable, asked before": least(lambda: relation.assignable(found, wanted), 20_000),
        "assignable, asked for the first time (33 nodes)": least(first(found, wanted), 500),
        "a list type that exists": least(lambda: list_of(found), 20_000),
        "an object type that exists (6 fields)": least(lambda: service(INT, STRING), 1_000),
        "merge of two service types": least(lambda: merge((found, wanted), relation), 500),
        "narrow an optional": least(lambda: narrow(optional(STRING), STRING, relation), 2_000),
        "show a service type": least(lambda: show(found), 500),
        "show it briefly": least(lambda: brief(found), 200),
        "test a list of 100 numbers": least(lambda: test(numbers), 1_000),
    }
    floor = figures["a dictionary lookup by a pair"]
    print(f"{'':50} {'ns':>8} {'ratio':>7}")
    for name, figure in figures.items():
        print(f"{name:50} {figure:8.0f} {figure / floor:7.1f}")
    repeated = figures["assignable, asked before"]
    verdict = "under" if repeated < 1000 else "NOT under"
    print(f"a repeated question costs {repeated:.0f} ns: {verdict} 1 µs")


if __name__ == "__main__":
    main()
