"""``confty version``."""

from __future__ import annotations

import sys

from confty import __version__


def main(argv: list[str]) -> int:
    """Print the version; it takes no arguments."""
    if argv in (["-h"], ["--help"]):
        sys.stdout.write("usage: confty version [--verbose]\n")
        return 0
    if argv and argv != ["--verbose"]:
        sys.stderr.write("usage: confty version [--verbose]\n")
        return 2
    extra = f" (Python {sys.version.split()[0]})" if argv else ""
    sys.stdout.write(f"confty {__version__}{extra}\n")
    return 0
