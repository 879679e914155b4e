"""Numbers that somebody wrote: a line, a port, an index, a limit."""

from __future__ import annotations

# What Python takes for a digit beyond ASCII is none to anybody else, and not always to Python
# (``²`` is a digit and no number); and it reads no number of thousands of digits.
_LONGEST = 18


def whole_number(text: str) -> int | None:
    """Read digits, up to a trillion and far beyond; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST else None
