"""``-v``: how long each file took, the slowest first."""

from __future__ import annotations

import sys
from time import perf_counter

from confty.cli.declared import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: How many files are listed; of the rest, the sum is told.
_MOST: Final = 1000


class Timings:
    """What each file took; they are told on standard error when all is done."""

    def __init__(self, verb: str, options: Options) -> None:
        self._verb: Final = verb
        self._wanted: Final[bool] = options.verbose
        self._began: Final = perf_counter()
        self._seconds: Final[dict[str, float | None]] = {}

    def note(self, name: str, seconds: float | None) -> None:
        """Take in a file; None stands for a result that was kept from the last time."""
        self._seconds[name] = seconds

    def tell(self) -> None:
        """Print them where ``-v`` asks for them."""
        if not self._wanted:
            return
        from confty.report.clean import on_one_line

        taken = {name: one for name, one in self._seconds.items() if one is not None}
        for name in sorted(taken, key=lambda one: -taken[one])[:_MOST]:
            sys.stderr.write(f"{_shown(taken[name])}  {on_one_line(name)}\n")
        kept = len(self._seconds) - len(taken)
        for name, seconds in list(self._seconds.items())[:_MOST]:
            if seconds is None:
                sys.stderr.write(f"      kept  {on_one_line(name)}\n")
        whole = perf_counter() - self._began
        files = f"{len(self._seconds)} file{'' if len(self._seconds) == 1 else 's'}"
        note = f", {kept} kept" if kept else ""
        work = sum(taken.values())
        sys.stderr.write(
            f"{_shown(whole)}  {self._verb} {files}{note} ({_shown(work).strip()} of work)\n"
        )


def _shown(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:7.1f} ms"
    return f"{seconds:8.2f} s"
