"""How every stage of every language grows: inputs are doubled, and the exponent is printed.

For each kind of input the size is doubled until a stage takes long enough to be measured, then
three times more; the exponent is that of all three doublings.  Of each size the fastest of several
tries counts, and what seems steep gets more of them, because a busy machine only ever makes things
slower.  Even ``json.loads`` takes a step where memory outgrows a cache of the machine: what is still
steep is doubled up to three times more, and printed with the exponent of the last three doublings
behind that of the first.  A step is left behind so, what grows is not.  Above 1.15 is a failure.  ``growth.py jsonnet`` does one language,
``growth.py jsonnet:merges`` one input, and ``--short`` takes smaller ones and, of all, the most common.
Every input has a process of its own: in one that has seen many, looking for garbage takes longer
than what is measured.
"""

from __future__ import annotations

import gc
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from shapes import BRIEF, INPUTS, is_idle  # noqa: E402
from stages import STAGES  # noqa: E402

from confty.kit.limits import limited  # noqa: E402
from confty.workspace import Config, Memory, Project  # noqa: E402
from confty.workspace.bounds import UNWATCHED  # noqa: E402

MOST = 1.15
LONG_ENOUGH = 0.02
TOO_LONG = 2.5
# What takes no time at this size does nothing that could grow; to make still larger texts for it
# would take most of the time of all.
LARGEST = 1 << 15
# What grows in proportion shows that soon, and so does what takes the square; only what lies
# between is tried so often.
TRIES = 8
CLEARLY = 1.5
DOUBLINGS = 3
# Inputs whose findings have suggestions, and only so many of them.
SUGGESTED = ("unknown", "like others")
ONCE_MORE = 3


@dataclass
class Curve:
    language: str
    kind: str
    stage: str
    points: list[tuple[int, float]]

    @property
    def exponent(self) -> float:
        """That of the last doublings."""
        return exponent(self.points[-DOUBLINGS - 1 :])

    @property
    def at_first(self) -> float:
        """That of the first, which are the last where nothing was steep."""
        return exponent(self.points[: DOUBLINGS + 1])


def exponent(points: list[tuple[int, float]]) -> float:
    (small, first), (large, last) = points[0], points[-1]
    return math.log(last / first) / math.log(large / small)


def seconds(make: Callable[[], Callable[[], object]]) -> float:
    work = make()
    gc.collect()
    spent = [0.0]

    def timed() -> None:
        begun = time.thread_time()
        work()
        spent[0] = time.thread_time() - begun

    limited(timed, UNWATCHED)
    return spent[0]


def surely(make: Callable[[], Callable[[], object]]) -> float:
    """The fastest of some tries, where it seems to take long enough.

    The smallest size counts most and costs least: one that a busy machine made slow would flatten
    all, or end the search for a size too soon.
    """
    taken = seconds(make)
    for _ in range(ONCE_MORE if taken >= LONG_ENOUGH / 4 else 0):
        taken = min(taken, seconds(make))
    return taken


def measured(
    make: Callable[[int], Callable[[], object]], first: int = 64
) -> list[tuple[int, float]]:
    """Double until it takes long enough, then three times more; what never does is level."""
    size = first
    seconds(lambda: make(first))  # loads what is loaded once
    while (taken := surely(lambda size=size: make(size))) < LONG_ENOUGH and size < LARGEST:
        size *= 4 if taken < LONG_ENOUGH / 8 else 2
    if taken < LONG_ENOUGH / 4:
        return [(first, taken), (size, taken)]
    points = [(size, taken)]
    while len(points) == 1 or (len(points) <= DOUBLINGS and points[-1][1] < TOO_LONG):
        size *= 2
        points.append((size, seconds(lambda size=size: make(size))))
    return points


def curve(
    language: str, kind: str, stage: str, make: Callable[[int], Callable[[], object]]
) -> Curve:
    """Measure a few times; of each size the fastest counts."""
    # What is beyond the last suggestion is measured.
    found = Curve(
        language,
        kind,
        stage,
        measured(make, 2048 if any(word in kind for word in SUGGESTED) else 64),
    )
    for turn in range(TRIES - 1):
        if found.exponent <= MOST or (turn and found.exponent > CLEARLY):
            break
        again = [
            (size, min(taken, seconds(lambda size=size: make(size))))
            for size, taken in found.points
        ]
        found = Curve(language, kind, stage, again)
    for _ in range(DOUBLINGS):
        size, taken = found.points[-1]
        if found.exponent <= MOST or taken > TOO_LONG:
            break
        twice = surely(lambda size=2 * size: make(size))
        if twice < taken:
            break  # so large a one is refused
        found.points.append((2 * size, twice))
    return found


def sessions(n: int) -> Callable[[], object]:
    """A prompt that is given one entry after the other."""
    from confty.languages.phy.session import Session

    one = Session(Project(Config({}), Memory({}), {"cache": False}).host("entry.phy", "phy"))

    def work() -> None:
        for number in range(n):
            one.enter(f"(ProcDecl f{number} (IntTy) (Params) (Return {number}))")

    return work


def nested_outputs(n: int) -> Callable[[], object]:
    """Values of values of values, as a program makes them."""
    from confty import Output

    def work() -> object:
        value = Output.of(0)
        for _ in range(n):
            value = Output.of({"inner": value}).apply(lambda one: one)
        return value

    return work


def cases(chosen: list[str], brief: bool) -> Iterator[tuple[str, str]]:
    """What is to be measured: languages and kinds of inputs."""
    everything = [(language, kind) for language, kinds in INPUTS.items() for kind in kinds]
    for language, kind in [*everything, ("values", "nesting"), ("phy", "prompt")]:
        if not chosen:
            if kind in BRIEF or not brief:
                yield language, kind
        elif language in chosen or f"{language}:{kind}" in chosen:
            yield language, kind


def curves(case: tuple[str, str]) -> list[Curve]:
    """Measure every stage of one kind of input, and print what it takes."""
    language, kind = case
    if case == ("values", "nesting"):
        return [printed(language, kind, "apply", nested_outputs)]
    if case == ("phy", "prompt"):
        return [printed(language, kind, "repl", sessions)]
    text = INPUTS[language][kind]
    return [
        printed(language, kind, stage, lambda n, make=make: make(text(n)))
        for stage, make in STAGES.items()
        if not is_idle(language, stage, kind)
    ]


def printed(
    language: str, kind: str, stage: str, make: Callable[[int], Callable[[], object]]
) -> Curve:
    head = f"{language:10}{kind:22}{stage:8}"
    try:
        found = curve(language, kind, stage, make)
    except Exception as error:  # noqa: BLE001  a stage that breaks is a failure of this too
        print(f"{head}  {type(error).__name__}: {str(error)[:60]}", flush=True)
        return Curve(language, kind, stage, [(1, 1.0), (2, 9.9)])
    size, taken = found.points[-1]
    bad = "  too steep" if found.exponent > MOST else ""
    before = f" at first {found.at_first:.2f}" if found.at_first != found.exponent else ""
    print(f"{head}{size:8}{taken:10.3f}{found.exponent:10.2f}{before}{bad}", flush=True)
    return found


def main(words: list[str]) -> int:
    global LONG_ENOUGH, TOO_LONG  # noqa: PLW0603  a script's own settings
    chosen = [word for word in words if word != "--short"]
    if chosen != words:
        LONG_ENOUGH /= 4
        TOO_LONG /= 4
    # As commands and the server have it.
    gc.set_threshold(50_000, 20, 50)
    print(f"{'':10}{'':22}{'stage':8}{'size':>8}{'seconds':>10}{'exponent':>10}", flush=True)
    found: list[Curve] = []
    with get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        for some in pool.imap(curves, cases(chosen, brief=chosen != words)):
            found += some
    out = ROOT / "build" / "bench" / "growth.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    if not chosen:
        out.write_text(
            json.dumps([[one.language, one.kind, one.stage, one.points] for one in found])
        )
    steep = [one for one in found if one.exponent > MOST]
    steps = sum(one.at_first > MOST for one in found) - len(steep)
    print(f"{len(steep)} of {len(found)} grow faster than in proportion, {steps} more take a step")
    return int(bool(steep))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
