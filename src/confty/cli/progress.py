"""How far work on many files is, on a terminal that a person looks at."""

from __future__ import annotations

import sys

from confty.cli.declared import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

#: How wide the progress bar is, in characters.
_WIDTH: Final = 30
#: How many files must be there for a bar to be worth it.
_MANY: Final = 40


def progress_bar(options: Options, *, lines: bool) -> Callable[[int, int], None] | None:
    """Return who is told how much is done; ``lines`` says that output comes line by line."""
    if options.quiet or not sys.stderr.isatty():
        return None
    if lines and sys.stdout.isatty():
        return None  # lines appear on it as files are done
    shown = -1

    def show(done: int, total: int) -> None:
        nonlocal shown
        if total >= _MANY and shown != (shown := 100 * done // total):
            full = _WIDTH * done // total
            bar = "=" * full + " " * (_WIDTH - full)
            end = "\r\033[K" if done == total else ""
            sys.stderr.write(f"\r\033[K[{bar}] {done} of {total}{end}")
            sys.stderr.flush()

    return show
