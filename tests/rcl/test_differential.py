"""Random programs: the same value as the original, or an error at the same statement.

The original's package tells nothing about an error but that there was one.  The programs trace
after every statement, so the number of traces says how far each side got, and that none were
printed says that the program was refused before it ran.
"""

from __future__ import annotations

import importlib.util
import random
import re

import pytest
from support.rcl_hosts import MemoryHost
from support.rcl_peer import original, printed
from support.rcl_programs import Programs, RoughPrograms
from support.rcl_wild import WildPrograms

from confty.languages.rcl.evaluator import evaluate
from confty.languages.rcl.loader import Program
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.values import thaw
from confty.languages.rcl.wiring import LANGUAGE
from confty.text import Severity, Source

PEER = importlib.util.find_spec("rcl.rcl") is not None


def ours(text: str, patience: int | None):
    host = MemoryHost()
    program = Program(host)
    outcome = evaluate(program, program.add(Source("input", text)), patience=patience)
    if outcome.output is None:
        return "error", len(host.traces), None
    return "value", len(host.traces), outcome.output.value


def same(mine, theirs) -> bool:
    """Compare a value of ours with what the original makes of it in Python."""
    if isinstance(mine, Exact):
        value = float(mine.mantissa) * 10.0 ** (mine.exponent - mine.decimals)
        return isinstance(theirs, float) and abs(value - theirs) <= 1e-9 * max(abs(value), 1e-300)
    if type(mine) is not type(theirs):
        return False
    if isinstance(mine, list):
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    if isinstance(mine, (set, dict)):
        keys = [thaw(key) for key in mine]
        if any(isinstance(key, bool) for key in keys) and any(key in (0, 1) for key in theirs):
            # Python takes false for 0, so what arrives here is not what the original has.
            return True
        if isinstance(mine, set):
            return len(mine) == len(theirs)
        by_text = {str(key): value for key, value in theirs.items()}
        return len(mine) == len(theirs) and all(
            isinstance(key, (Exact, bool)) or key is None or same(value, by_text[str(key)])
            for key, value in mine.items()
        )
    return mine == theirs


def compare(
    seeds: range, patience: int | None, kind: type[Programs | RoughPrograms] = Programs
) -> dict[str, int]:
    counts: dict[str, int] = {}
    for seed in seeds:
        text = kind(seed).program()
        status, traces, value = original(text)
        counts[status] = counts.get(status, 0) + 1
        if status == "other":
            # A function as the result, or a crash of the original: nothing to compare with.
            continue
        own_status, own_traces, own = ours(text, patience)
        assert (own_status, own_traces) == (status, traces), f"seed {seed}\n{text}"
        assert status == "error" or same(own, value), f"seed {seed}\n{text}\n{own}\n{value}"
    return counts


@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
def test_reference_like_the_original() -> None:
    counts = compare(range(4000), None)
    assert counts["value"] > 1000
    assert counts["error"] > 1000


@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
def test_all_rooms_like_the_original() -> None:
    compare(range(4000, 8000), 5)


@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
def test_types_like_the_original() -> None:
    counts = compare(range(4000), 5, RoughPrograms)
    assert counts["value"] > 200


def first_refused(parts: list[str]) -> int | None:
    """Find the first statement that the original refuses before anything runs."""
    for count in range(len(parts) + 1):
        inside = "".join(parts[:count])
        if count < len(parts):
            inside += "null"
        if original(f"if false: ({inside}) else: null")[0] == "error":
            return count
    return None


@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
def test_static_errors_at_the_same_statement() -> None:
    compared = 0
    for seed in range(1200):
        text = Programs(seed).program()
        parts = re.split(r"(?m)^trace \d+;\n", text)
        unit = Program(MemoryHost()).add(Source("input", text))
        if not unit.errors:
            continue
        span = unit.errors[0].span
        assert span is not None
        # Every part but the last was followed by a line with a trace.
        ends = [len("".join(parts[: count + 1])) for count in range(len(parts))]
        offset = span.start - sum(map(len, re.findall(r"(?m)^trace \d+;\n", text[: span.start])))
        mine = next(count + 1 for count, end in enumerate(ends) if offset < end)
        assert mine == first_refused(parts), f"seed {seed}\n{text}"
        compared += 1
    assert compared > 150


@pytest.mark.fuzz
@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
def test_many_like_the_original() -> None:
    compare(range(8000, 200_000), 50)
    compare(range(4000, 200_000), 5, RoughPrograms)


@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
@pytest.mark.parametrize("kind", [Programs, RoughPrograms, WildPrograms])
def test_no_error_where_the_original_runs(kind) -> None:
    """What the known types foresee is an error only where it is sure to happen."""
    good = 0
    for seed in range(3000):
        text = kind(seed).program()
        if original(text)[0] == "value":
            good += 1
            outcome = LANGUAGE.check(Source("input", text), MemoryHost())
            errors = [one for one in outcome.diagnostics if one.severity is Severity.ERROR]
            assert not errors, f"seed {seed}\n{text}\n{errors}"
    assert good > 150


def laid_out(chance: random.Random, depth: int = 3) -> str:
    """A value whose parts are long and short, at every place."""
    several = lambda: [laid_out(chance, depth - 1) for _ in range(chance.randrange(1, 4))]  # noqa: E731  read once
    match chance.randrange(7 if depth else 3):
        case 0:
            letter = chance.choice("xxxé個\u00ad\u0301\u1160\u11ff\u0378\u200d")
            return f'"{letter * chance.choice([1, 3, 20, 30, 60, chance.randrange(40, 80)])}"'
        case 1:
            return str(chance.randrange(1000))
        case 2:
            return chance.choice(["std.empty_set", "std.range", "null", "true", "[]", "{}"])
        case 3 | 4:
            return f"[{', '.join(several())}]"
        case 5:
            return f"{{{', '.join(several())}}}"
        case _:
            pairs = zip(several(), several(), strict=False)
            return f"{{{', '.join([f'{key}: {value}' for key, value in pairs])}}}"


@pytest.mark.skipif(not PEER, reason="the package rcl-lang is not installed")
def test_values_are_printed_like_the_original() -> None:
    chance = random.Random(7)
    for value in [
        '{ ["%s", "<50 y>"]: {"a": 1} }' % ("y" * 70),
        *[laid_out(chance) for _ in range(300)],
    ]:
        program = Program(MemoryHost())
        text = f'["{"=" * 80}", {value}]'
        outcome = evaluate(program, program.add(Source("input", text)))
        mine = LANGUAGE.render(outcome.output, "rcl").output
        assert mine.rstrip("\n") == printed(value), value
