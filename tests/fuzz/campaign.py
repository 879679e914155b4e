"""A campaign: seeds and grammars in, distinct minimised failures out.

python -m fuzz.campaign jsonnet 60 7      one language, a minute, seed 7
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from fuzz import doors
from fuzz.grammar import generated
from fuzz.hunter import Failure, Worker
from fuzz.mutate import damaged
from fuzz.operations import OPERATIONS
from fuzz.seeds import seeds
from fuzz.shrink import shrunk

#: How many failures of one signature are kept; those of the formatters all look alike.
KEPT = 6


def texts(lang: str, pick: random.Random) -> Iterator[str]:
    """Endless texts: damaged ones, made ones, made ones damaged."""
    known = seeds(lang)
    while True:
        way = pick.random()
        if way < 0.5:
            yield damaged(lang, pick.choice(known), known, pick)
        elif way < 0.85:
            yield generated(lang, pick)
        else:
            yield damaged(lang, generated(lang, pick), known, pick)


class Campaign:
    """What one hunt through a language found."""

    def __init__(self, lang: str, seed: int, skip: frozenset = frozenset()) -> None:
        self.lang = lang
        self.tried = 0
        self.failures: list[Failure] = []
        self._counts: dict[tuple, int] = {}
        self._shapes: set = set()
        self._skip = skip
        self._pick = random.Random(f"{lang} {seed}")

    def run(
        self, seconds: float, *, most: int | None = None, minimise: float = 20.0, told=None
    ) -> list[Failure]:
        """Hunt for some seconds of clock, or for ``most`` texts; return what was new."""
        until = time.monotonic() + seconds
        worker = Worker()
        try:
            for text in texts(self.lang, self._pick):
                if time.monotonic() > until or (most is not None and self.tried >= most):
                    break
                self.tried += 1
                for failure in worker.attempt(self.lang, text, list(OPERATIONS)):
                    if self._is_new(failure):
                        small = self._minimised(worker, failure, minimise)
                        if self._shape(small) not in self._shapes:
                            self._shapes.add(self._shape(small))
                            self.failures.append(small)
                            if told is not None:
                                told(small)
        finally:
            worker.close()
        return self.failures

    def _is_new(self, failure: Failure) -> bool:
        if failure.signature in self._skip:
            return False
        count = self._counts[failure.signature] = self._counts.get(failure.signature, 0) + 1
        return count <= (KEPT if failure.operation == "fmt" else 1)

    def _minimised(self, worker: Worker, failure: Failure, seconds: float) -> Failure:
        if seconds <= 0:
            return failure
        best = [failure]
        operations = [failure.operation] if failure.operation in OPERATIONS else list(OPERATIONS)
        deadline = 3.0 if failure.kind == "hang" else 8.0

        def fails(text: str) -> bool:
            for found in worker.attempt(self.lang, text, operations, deadline):
                if found.signature == failure.signature:
                    best[0] = found
                    return True
            return False

        shrunk(failure.text, fails, seconds)
        return best[0]

    @staticmethod
    def _shape(failure: Failure) -> tuple:
        if failure.operation != "fmt":
            return failure.signature
        letters = "".join("a" if one.isalnum() else one for one in failure.text)
        return *failure.signature, letters


def main() -> None:
    """Hunt in the languages that are named, and append what is found to a file of JSON lines."""
    langs = sys.argv[1].split(",") if sys.argv[1] != "all" else list(doors.NAMES)
    seconds, seed = float(sys.argv[2]), int(sys.argv[3])
    out = Path(sys.argv[4]) if len(sys.argv) > 4 else None
    known = (
        out.read_text(encoding="utf-8").splitlines() if out is not None and out.exists() else []
    )
    seen = [Failure(**json.loads(line)).signature for line in known]
    skip = frozenset(one for one in seen if one[1] != "fmt" or seen.count(one) >= KEPT)
    for lang in langs:
        hunt = Campaign(lang, seed, skip)

        def told(failure: Failure) -> None:
            sys.stdout.write(
                f"{failure.lang} {failure.operation} {failure.kind} {failure.place} | {failure.text[:300]!r} | {failure.detail[:200]}\n"
            )
            sys.stdout.flush()
            if out is not None:
                with out.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(vars(failure)) + "\n")

        hunt.run(seconds, told=told)
        sys.stdout.write(
            f"== {lang}: {hunt.tried} texts, {len(hunt.failures)} distinct failures\n"
        )


if __name__ == "__main__":
    main()
