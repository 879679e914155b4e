"""Every diagnostic that running a Jsonnet program can give."""

from __future__ import annotations

from typing import Final

from confty.text import Code, Severity


def _error(name: str, summary: str) -> Code:
    return Code(f"jsonnet/{name}", Severity.ERROR, summary)


STOPPED: Final = _error("stopped", "The program stopped with an error while it ran.")
RECURSION: Final = _error("recursion", "Calls nest deeper than the limit, or never end.")
TIME: Final = _error("time", "The program ran longer than it was allowed to.")

RUN_CODES: Final = (STOPPED, RECURSION, TIME)
