"""One process that tries texts; the hunter watches its clock and its memory from outside.

Requests and answers are pickles on the standard streams.  ``SIGUSR1`` makes the process write
where it is, in Python and in C alike, so that a hang can be named.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import signal
import sys
import threading
import time
import traceback

MOST_MEMORY = 8 << 30


def place_of(error: BaseException) -> str:
    """The innermost function of ours that an exception passed through."""
    place = "?"
    for frame in traceback.extract_tb(error.__traceback__):
        if "/confty/" in frame.filename:
            file = frame.filename.rpartition("/confty/")[2]
            place = f"{file}:{frame.name}"
    return place


def rss() -> int:
    """The memory this process uses now, in bytes."""
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def attempt(lang: str, text: str, operations: list[str]) -> list[tuple[str, str, str, str]]:
    """Run operations on a text; return (operation, kind, place, detail) of what broke."""
    from fuzz.doors import Visit
    from fuzz.operations import OPERATIONS, Broken

    broken = []
    limit, threads = sys.getrecursionlimit(), threading.active_count()
    for name in operations:
        try:
            OPERATIONS[name](Visit(lang, text))
        except Broken as said:
            broken.append((name, said.args[0], "", said.args[1]))
        except BaseException as error:  # noqa: BLE001  whatever escapes is what we look for
            broken.append((name, type(error).__name__, place_of(error), str(error)[:200]))
        if sys.getrecursionlimit() != limit:
            broken.append((name, "recursion-limit-left-changed", "", str(sys.getrecursionlimit())))
            sys.setrecursionlimit(limit)
        if _lingering(threads):
            threads = threading.active_count()
            broken.append((name, "thread-left-behind", "", str(threads)))
    return broken


def _lingering(threads: int) -> bool:
    """Whether a thread that was not there before goes on for more than a moment."""
    until = time.monotonic() + 2
    while threading.active_count() > threads:
        if time.monotonic() > until:
            return True
        time.sleep(0.01)
    return False


def _pretend(what: str | None) -> None:
    """Misbehave, so that the watchdog can be tested."""
    while what == "hang":
        pass
    if what == "die":
        os.abort()


def serve() -> None:
    """Answer requests until the stream ends."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable(file=sys.stderr)
    faulthandler.register(signal.SIGUSR1, file=sys.stderr, all_threads=True)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  for good
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        _pretend(os.environ.get("CONFTY_FUZZ_PRETEND"))
        found = attempt(*request)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        pickle.dump((found, rss(), peak), answers)
        answers.flush()


if __name__ == "__main__":
    serve()
